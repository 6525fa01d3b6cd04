//! The options that `temper match` and `temper tournament` share.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::arena::limit::TimeControl;
use crate::arena::{Adjudication, DrawRule, Limit, ResignRule, openings};
use crate::cli::file_arg::FileArg;
use crate::engine::{DEFAULT_HASH_MIB, TableJudge};
use crate::profile::LONGEST_NAME;

/// The largest number of games of a pairing.
pub(super) const MOST_GAMES: usize = 10_000_000;

/// The seed of a random order for which none is given.
const DEFAULT_SEED: u64 = 1;

/// How games are played and what becomes of them: nothing that a game depends on.
#[derive(Debug, clap::Args)]
pub(super) struct Running {
    /// Games at a time (default: the number of processors, less one if games are timed)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Write the games to this file, with score, depth, time and nodes of each move
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write everything to this file when it is over: options, statistics or ranking and pairings, openings, games
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Keep each finished game in this file at once, so that all of it can be resumed
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on with what a journal has begun; what is to be played stands in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["GameOptions", "journal"])]
    pub resume: Option<PathBuf>,
    /// Run this engine, which the journal names, as it stands there: 'uci:PROGRAM ...' (may be repeated). An engine that
    /// is not allowed so is only run if you say yes on the terminal
    #[arg(long, value_name = "ENGINE", requires = "resume", conflicts_with = "show")]
    pub allow_engine: Vec<String>,
    /// Print the result of what a journal has so far, and write the files that are asked for: nothing is played, and the
    /// profiles may have changed since
    #[arg(long, requires = "resume", conflicts_with_all = ["concurrency", "log"])]
    pub show: bool,
    /// Say how they play, apart from how well: sacrifices, checks, castling, mobility and more, and what differs
    #[arg(long)]
    pub style: bool,
    /// Write into this folder what was said last between this program and an engine that has failed, a file for each
    /// time
    #[arg(long, value_name = "FOLDER")]
    pub log: Option<PathBuf>,
    /// Overwrite the files of games, journal and reports if they exist
    #[arg(long)]
    pub force: bool,
    /// Say nothing but the result
    #[arg(long)]
    pub quiet: bool,
}

/// What the games depend on, but for who plays; a journal keeps it.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub(super) struct GameOptions {
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
    /// Openings: `balanced` or `unbalanced`, which are built in, or a file of EPD, FEN or PGN
    #[arg(long, value_name = "NAME|FILE", default_value = openings::BALANCED)]
    pub openings: FileArg,
    /// The order in which they are played
    #[arg(long, value_enum, default_value_t = OpeningOrder::Sequential)]
    pub order: OpeningOrder,
    /// What a random order depends on [default: 1]
    #[arg(long, value_name = "N", requires = "order")]
    pub seed: Option<u64>,
    /// Take at most this many half-moves of each PGN game
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// Size of the hash table of each side of each running game in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = mib)]
    pub hash: usize,
    /// Adjudicate draws: movenumber=34,movecount=8,score=8 (centipawns, both sides)
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// Adjudicate losses: movecount=3,score=600,twosided=true (centipawns)
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// Call a game of this many moves a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// End games whose result Syzygy tables know: a folder, or several as in a search path of the system (only in builds
    /// with the feature `syzygy`)
    #[arg(long, value_name = "PATH")]
    syzygy: Option<PathBuf>,
    /// Let a side overstep its time by so much without losing
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86_400_000))]
    time_margin: u64,
    /// How long another engine may take to start, to be ready, and for a move by nodes or depth
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_timeout: u64,
}

/// An order of openings, as the command line spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OpeningOrder {
    Sequential,
    Random,
}

impl GameOptions {
    /// The limit of those that have none of their own.
    pub fn limit(&self) -> Option<Limit> {
        let nodes = self.nodes.map(Limit::Nodes);
        let depth = self.depth.map(Limit::Depth);
        let time = self.movetime.map(Duration::from_millis).map(Limit::MoveTime);
        nodes.or(depth).or(time).or(self.tc.map(Limit::Clock))
    }

    /// What a random order depends on; `None` if the order is none.
    pub fn seed(&self) -> Option<u64> {
        match self.order {
            OpeningOrder::Random => Some(self.seed.unwrap_or(DEFAULT_SEED)),
            OpeningOrder::Sequential => None,
        }
    }

    /// When games end early.
    ///
    /// # Errors
    /// If the endgame tables cannot be used.
    pub fn rules(&self) -> anyhow::Result<Adjudication> {
        let tables = self.syzygy.as_ref().map(|path| {
            let folders: Vec<PathBuf> = env::split_paths(path).collect();
            TableJudge::open(&folders).with_context(|| format!("--syzygy {}", path.display()))
        });
        Ok(Adjudication {
            draw: self.draw,
            resign: self.resign,
            max_moves: self.max_moves,
            time_margin: Duration::from_millis(self.time_margin),
            tables: tables.transpose()?.map(Arc::new),
        })
    }

    /// How long another engine may take for what needs no clock.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.engine_timeout)
    }
}

/// Reads a number of games.
pub(super) fn games(text: &str) -> anyhow::Result<usize> {
    let games: usize = text.parse()?;
    ensure!((2..=MOST_GAMES).contains(&games), "from 2 to {MOST_GAMES}");
    ensure!(
        games.is_multiple_of(2),
        "games come in pairs, so the number is even"
    );
    Ok(games)
}

/// Reads what a player is to be called.
pub(super) fn name(text: &str) -> anyhow::Result<String> {
    ensure!(!text.trim().is_empty(), "a name is not blank");
    ensure!(
        !text.contains(char::is_control),
        "a name has no control characters"
    );
    ensure!(
        text.chars().count() <= LONGEST_NAME,
        "a name has at most {LONGEST_NAME} characters"
    );
    Ok(text.to_owned())
}

fn mib(text: &str) -> anyhow::Result<usize> {
    let mib = text.parse()?;
    ensure!(mib > 0, "at least 1");
    Ok(mib)
}
