//! The arguments of `temper match`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::arena::limit::TimeControl;
use crate::arena::{Adjudication, DrawRule, Limit, ResignRule, openings};
use crate::cli::sprt::TestArgs;
use crate::engine::DEFAULT_HASH_MIB;

/// The largest number of games.
const MOST_GAMES: usize = 10_000_000;

/// Arguments of `temper match`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) options: Options,
    /// Number of games, with a test the most; they come in pairs, each opening with both colours [default: 100, with a
    /// test 40000]
    #[arg(long, value_name = "N", value_parser = games)]
    pub(super) games: Option<usize>,
    /// Games at a time (default: the number of processors, less one if games are timed)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: Option<u16>,
    /// Write the games to this file, with score, depth, time and nodes of each move
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Keep each finished game in this file at once, so that the match can be resumed
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    /// Go on with the match of a journal; what is to be played stands in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Options", "TestArgs", "journal"])]
    pub(super) resume: Option<PathBuf>,
    /// Overwrite the files of games and journal if they exist
    #[arg(long)]
    pub(super) force: bool,
    /// Say nothing but the result
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(
        flatten,
        next_help_heading = "A test (SPRT) that ends the match, of B against A"
    )]
    pub(super) test: TestArgs,
}

/// What the games depend on; a journal keeps it.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub(super) struct Options {
    /// The first profile: a name or a path
    #[arg(value_name = "A", required_unless_present = "resume")]
    a: Option<String>,
    /// The second profile, which is compared with the first
    #[arg(value_name = "B", required_unless_present = "resume")]
    b: Option<String>,
    /// Search this many nodes for each move
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each move to this depth in plies
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search each move for this time in milliseconds
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Play with clocks: seconds and increment (8+0.08), or moves and seconds (40/60)
    #[arg(long, value_name = "CONTROL", group = "limit")]
    tc: Option<TimeControl>,
    /// Lay a value over profile A alone, as --set does over both (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    a_set: Vec<String>,
    /// Lay a value over profile B alone (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    b_set: Vec<String>,
    /// Another limit for A: nodes=N, depth=N, movetime=MS or tc=CONTROL
    #[arg(long, value_name = "LIMIT")]
    a_limit: Option<Limit>,
    /// Another limit for B
    #[arg(long, value_name = "LIMIT")]
    b_limit: Option<Limit>,
    /// What to call A (default: the name of its profile)
    #[arg(long, value_name = "NAME")]
    a_name: Option<String>,
    /// What to call B
    #[arg(long, value_name = "NAME")]
    b_name: Option<String>,
    /// Openings: `balanced` or `unbalanced`, which are built in, or a file of EPD, FEN or PGN
    #[arg(long, value_name = "NAME|FILE", default_value = openings::BALANCED)]
    pub(super) openings: String,
    /// The order in which they are played
    #[arg(long, value_enum, default_value_t = OpeningOrder::Sequential)]
    pub(super) order: OpeningOrder,
    /// What a random order depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Take at most this many half-moves of each PGN game
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<usize>,
    /// Size of the hash table of each side of each running game in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = mib)]
    pub(super) hash: usize,
    /// Adjudicate draws: movenumber=34,movecount=8,score=8 (centipawns, both sides)
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// Adjudicate losses: movecount=3,score=600,twosided=true (centipawns)
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// Call a game of this many moves a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
}

/// An order of openings, as the command line spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OpeningOrder {
    Sequential,
    Random,
}

/// What the command line says of one contender.
pub(super) struct Side<'a> {
    pub profile: &'a str,
    pub name: Option<&'a str>,
    pub tweaks: &'a [String],
    /// What messages call the place of the tweaks.
    pub origin: &'static str,
    pub limit: Option<Limit>,
}

impl Options {
    /// A and B.
    pub fn sides(&self) -> [Side<'_>; 2] {
        [
            Side {
                profile: self.a.as_deref().unwrap_or_default(),
                name: self.a_name.as_deref(),
                tweaks: &self.a_set,
                origin: "--a-set",
                limit: self.a_limit,
            },
            Side {
                profile: self.b.as_deref().unwrap_or_default(),
                name: self.b_name.as_deref(),
                tweaks: &self.b_set,
                origin: "--b-set",
                limit: self.b_limit,
            },
        ]
    }

    /// The limit of those that have none of their own.
    pub fn limit(&self) -> Option<Limit> {
        let nodes = self.nodes.map(Limit::Nodes);
        let depth = self.depth.map(Limit::Depth);
        let time = self.movetime.map(Duration::from_millis).map(Limit::MoveTime);
        nodes.or(depth).or(time).or(self.tc.map(Limit::Clock))
    }

    /// When games end early.
    pub fn rules(&self) -> Adjudication {
        Adjudication {
            draw: self.draw,
            resign: self.resign,
            max_moves: self.max_moves,
        }
    }
}

fn games(text: &str) -> anyhow::Result<usize> {
    let games: usize = text.parse()?;
    ensure!((2..=MOST_GAMES).contains(&games), "from 2 to {MOST_GAMES}");
    ensure!(
        games.is_multiple_of(2),
        "games come in pairs, so the number is even"
    );
    Ok(games)
}

fn mib(text: &str) -> anyhow::Result<usize> {
    let mib = text.parse()?;
    ensure!(mib > 0, "at least 1");
    Ok(mib)
}
