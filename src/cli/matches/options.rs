//! Options shared by `temper match` and `temper tournament`.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::cli::file_arg::FileArg;
use crate::cli::resume::{file, from_journal};
use crate::cli::{count, elo};
use temperament_engine::engine::{DEFAULT_HASH_MIB, TablebaseAdjudicator};
use temperament_engine::profile::LONGEST_NAME;
use temperament_matches::arena::time_control::TimeControl;
use temperament_matches::arena::{
    Adjudication, DEFAULT_SEED, DrawRule, Limit, Order, Participant, ResignRule, openings,
};

/// Limit for the number of games per pairing.
pub(super) const MAX_GAMES: usize = 10_000_000;

/// Options that do not affect the games: parallelism and output.
#[derive(Debug, clap::Args)]
pub(super) struct RunOptions {
    /// Number of games played in parallel (default: the number of processors, one less if games are timed)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Write the games as PGN, with score, depth, time and nodes of each move
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write a JSON report at the end: options, statistics or ranking and pairings, openings, games
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Append each finished game to this file, from which the match can be resumed
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Resume a match from its journal (settings come from the journal)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["GameOptions", "journal"])]
    pub resume: Option<PathBuf>,
    /// Allow this engine of the journal to run, spelled as in the journal: 'uci:PROGRAM ...' (may be repeated). Other
    /// engines run only after confirmation in the terminal
    #[arg(long, value_name = "ENGINE", requires = "resume", conflicts_with = "show")]
    pub allow_engine: Vec<String>,
    /// Print the result of the games in the journal and write the requested files, without playing; the profiles may have
    /// changed since
    #[arg(long, requires = "resume", conflicts_with_all = ["concurrency", "log"])]
    pub show: bool,
    /// Compare styles of play: sacrifices, checks, castling, mobility and more
    #[arg(long)]
    pub style: bool,
    /// Folder for logs of engine failures: the last lines of UCI traffic, one file per failure
    #[arg(long, value_name = "FOLDER")]
    pub log: Option<PathBuf>,
    /// Overwrite existing output files
    #[arg(long)]
    pub force: bool,
    /// Print only the final result
    #[arg(long)]
    pub quiet: bool,
}

impl RunOptions {
    /// Command line that resumes a match or tournament with the same outputs; `None` without a journal.
    pub fn resume_command(&self, command: &str, report: Option<&Path>, events: bool) -> Option<String> {
        let journal = self.journal.as_deref().or(self.resume.as_deref());
        let files = [("--pgn", self.pgn.as_deref()), ("--json", self.json.as_deref()), ("--report", report)];
        let is_written = files.iter().any(|(_, path)| path.is_some());
        let concurrency = ("--concurrency", self.concurrency.map(|count| count.to_string()));
        let log = ("--log", self.log.as_deref().map(file));
        let engines = self.allow_engine.iter().map(|engine| ("--allow-engine", Some(engine.clone())));
        let files = files.map(|(option, path)| (option, path.map(file)));
        let options: Vec<_> = [concurrency, log].into_iter().chain(files).chain(engines).collect();
        let flags =
            [("--style", self.style), ("--quiet", self.quiet), ("--events", events), ("--force", is_written)];
        from_journal(command, journal, &options, &flags)
    }
}

/// Options that affect the games, except the players; stored in the journal.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub(super) struct GameOptions {
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
    /// Level of all players, which are profiles: 600 to 2800 on the scale of the CCRL Blitz list. It needs no other limit
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
    seed: Option<u64>,
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
    /// Adjudicate with the Syzygy tables in a folder, or in several separated as in PATH (x86-64 only)
    #[arg(long, value_name = "PATH")]
    syzygy: Option<PathBuf>,
    /// Tolerance before a loss on time in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=86_400_000))]
    time_margin: u64,
    /// Time limit for an engine to start, to answer `isready`, and for a move limited by nodes or depth
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_timeout: u64,
}

/// Order of openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OpeningOrder {
    Sequential,
    Random,
}

impl GameOptions {
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
pub(super) fn games(text: &str) -> anyhow::Result<usize> {
    checked_games(usize::try_from(count(text)?)?)
}

/// Checks a number of games per pairing.
pub(super) fn checked_games(games: usize) -> anyhow::Result<usize> {
    ensure!((2..=MAX_GAMES).contains(&games), "from 2 to {MAX_GAMES}");
    ensure!(games.is_multiple_of(2), "games are played in pairs, so the number must be even");
    Ok(games)
}

/// Parses the name of a player.
pub(super) fn name(text: &str) -> anyhow::Result<String> {
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
