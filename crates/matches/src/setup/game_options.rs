//! Options of a match or tournament that affect its games.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::file_arg::FileArg;
use super::numbers::{count, elo};
use crate::arena::time_control::TimeControl;
use crate::arena::{Adjudication, DEFAULT_SEED, DrawRule, Limit, Order, Participant, ResignRule, openings};
use temperament_engine::engine::{DEFAULT_HASH_MIB, TablebaseAdjudicator};
use temperament_engine::profile::LONGEST_NAME;

/// Limit for the number of games per pairing.
pub const MAX_GAMES: usize = 10_000_000;

/// Default time limit for answers of engines, in seconds.
const ENGINE_TIMEOUT: u64 = 30;

/// Options that affect the games, except the players; stored in the journal.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub struct GameOptions {
    /// Nodes per move, such as 20k [default without any other limit: 20k]
    #[arg(long, value_name = "N", group = "limit", value_parser = count)]
    nodes: Option<u64>,
    /// Depth per move in plies
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Time per move in milliseconds
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Time control: seconds and increment (8+0.08, or with units 5m+3s), or moves and seconds (40/60); 8+0.08@1500 counts
    /// 1500 nodes as a millisecond, so that games are reproducible (profiles only)
    #[arg(long, value_name = "CONTROL", group = "limit")]
    tc: Option<TimeControl>,
    /// Level of all players, which are profiles: 600 to 2800 on the scale of rapid games on Chess.com. It needs no other limit
    #[arg(long, value_name = "N", value_parser = elo)]
    pub elo: Option<u32>,
    /// All players, which are profiles, play with the opening book and variety of their profile (`[book]`)
    #[arg(long)]
    #[serde(default)]
    pub own_book: bool,
    /// Openings: `balanced` or `unbalanced` (built in), or an EPD, FEN or PGN file
    #[arg(long, value_name = "NAME|FILE", default_value = openings::BALANCED)]
    pub openings: FileArg,
    /// Order of the openings
    #[arg(long, value_enum, default_value_t = OpeningOrder::Sequential)]
    pub order: OpeningOrder,
    /// Seed of the random order, of the errors of players with a level, and of the choices of their books [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Maximum number of plies taken from each PGN opening
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// Hash size of each player of each running game in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = mib)]
    pub hash: usize,
    /// Draw adjudication: movenumber=34,movecount=8,score=8 (centipawns, both sides)
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// Resign adjudication: movecount=3,score=600,twosided=true (centipawns)
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// Adjudicate with the Syzygy tables in a folder, or in several separated as in PATH (not on ARM under Linux)
    #[arg(long, value_name = "PATH")]
    syzygy: Option<PathBuf>,
    /// Tolerance before a loss on time in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86_400_000))]
    time_margin: u64,
    /// Time limit for an engine to start, to answer `isready`, and for a move limited by nodes or depth
    #[arg(long, value_name = "SECONDS", default_value_t = ENGINE_TIMEOUT, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_timeout: u64,
}

/// Order of openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    Sequential,
    Random,
}

impl GameOptions {
    /// The options of a command line that has only a limit and the name of the openings.
    pub fn new(limit: Limit, openings: &str) -> Self {
        let mut options = Self {
            nodes: None,
            depth: None,
            movetime: None,
            tc: None,
            elo: None,
            own_book: false,
            openings: openings.into(),
            order: OpeningOrder::Sequential,
            seed: None,
            plies: None,
            hash: DEFAULT_HASH_MIB,
            draw: None,
            resign: None,
            max_moves: None,
            syzygy: None,
            time_margin: 0,
            engine_timeout: ENGINE_TIMEOUT,
        };
        match limit {
            Limit::Nodes(nodes) => options.nodes = Some(nodes),
            Limit::Depth(depth) => options.depth = Some(depth),
            Limit::MoveTime(time) => options.movetime = u64::try_from(time.as_millis()).ok(),
            Limit::Clock(control) => options.tc = Some(control),
            Limit::Level(elo) => options.elo = Some(elo),
        }
        options
    }

    /// The limit of players without their own.
    pub fn limit(&self) -> Option<Limit> {
        let nodes = self.nodes.map(Limit::Nodes);
        let depth = self.depth.map(Limit::Depth);
        let time = self.movetime.map(Duration::from_millis).map(Limit::MoveTime);
        nodes.or(depth).or(time).or(self.tc.map(Limit::Clock))
    }

    pub fn order(&self) -> Order {
        match self.order {
            OpeningOrder::Random => Order::Random { seed: self.seed() },
            OpeningOrder::Sequential => Order::Sequential,
        }
    }

    /// Seed of all that is left to chance.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    /// Checks that `--seed` has an effect.
    pub fn check_seed(&self, participants: &[Participant]) -> anyhow::Result<()> {
        let is_used = self.order == OpeningOrder::Random || participants.iter().any(Participant::has_chance);
        ensure!(
            self.seed.is_none() || is_used,
            "--seed has no effect without --order random or a player with a level or a book"
        );
        Ok(())
    }

    /// Adjudication rules.
    ///
    /// # Errors
    /// If the tablebases cannot be used.
    pub fn rules(&self) -> anyhow::Result<Adjudication> {
        let tables = self.syzygy.as_ref().map(|path| {
            let folders: Vec<PathBuf> = env::split_paths(path).collect();
            TablebaseAdjudicator::open(&folders).with_context(|| format!("--syzygy {}", path.display()))
        });
        Ok(Adjudication {
            draw: self.draw,
            resign: self.resign,
            max_moves: self.max_moves,
            time_margin: Duration::from_millis(self.time_margin),
            tables: tables.transpose()?.map(Arc::new),
        })
    }

    /// Time limit for engine answers that are not on a clock.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.engine_timeout)
    }
}

/// Parses a number of games.
pub fn games(text: &str) -> anyhow::Result<usize> {
    checked_games(usize::try_from(count(text)?)?)
}

/// Checks a number of games per pairing.
pub fn checked_games(games: usize) -> anyhow::Result<usize> {
    ensure!((2..=MAX_GAMES).contains(&games), "from 2 to {MAX_GAMES}");
    ensure!(games.is_multiple_of(2), "games are played in pairs, so the number must be even");
    Ok(games)
}

/// Parses the name of a player.
pub fn name(text: &str) -> anyhow::Result<String> {
    ensure!(!text.trim().is_empty(), "a name must not be blank");
    ensure!(!text.contains(char::is_control), "a name must not have control characters");
    ensure!(text.chars().count() <= LONGEST_NAME, "a name has at most {LONGEST_NAME} characters");
    Ok(text.to_owned())
}

fn mib(text: &str) -> anyhow::Result<usize> {
    let mib = text.parse()?;
    ensure!(mib > 0, "at least 1");
    Ok(mib)
}
