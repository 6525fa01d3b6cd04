//! Options of `temper match` and `temper tournament` that do not affect the games.

use std::path::{Path, PathBuf};

use crate::cli::resume::{file, from_journal};

/// Parallelism and output.
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
