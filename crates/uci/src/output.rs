//! Output to the GUI.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use temperament_engine::board::{Position, notation};
use temperament_engine::engine::{Bound, Chances, Info, Outcome, Report, Score};
use temperament_engine::escape;

/// Maximum length of an `info string`, in characters; longer ones are cut.
const MAX_TEXT: usize = 1000;

/// Line-based output, shared by the command loop and the search.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    /// First write error.
    failure: Arc<OnceLock<io::Error>>,
}

impl Output {
    /// Creates an output to a writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Arc::new(Mutex::new(Box::new(writer))), failure: Arc::default() }
    }

    /// Creates an output to stdout.
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// Writes and flushes a line, or several if the text has line feeds.
    pub fn line(&self, text: impl AsRef<str>) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer
            .write_all(text.as_ref().as_bytes())
            .and_then(|()| writer.write_all(b"\n"))
            .and_then(|()| writer.flush());
        if let Err(error) = written {
            // The first error counts.
            let _ = self.failure.set(error);
        }
    }

    /// Writes an `info string`, always as one line.
    pub fn note(&self, text: impl AsRef<str>) {
        let clean: String = text
            .as_ref()
            .chars()
            .map(|c| if escape::is_unprintable(c) { ' ' } else { c })
            .take(MAX_TEXT)
            .collect();
        self.line(format!("info string {clean}"));
    }

    /// Returns `true` if writing has failed, for example because the pipe is closed or the disk is full.
    pub fn is_closed(&self) -> bool {
        self.failure.get().is_some()
    }

    /// Checks that all lines could be written.
    ///
    /// # Errors
    /// The first write error.
    pub fn result(&self) -> io::Result<()> {
        match self.failure.get() {
            Some(error) => Err(copy(error)),
            None => Ok(()),
        }
    }
}

fn copy(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

/// Output style of a search.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Write castling as king takes rook.
    pub chess960: bool,
    /// Write win, draw and loss probabilities with each score.
    pub wdl: bool,
}

/// Writes a report of a search from `root`.
pub fn write_report(output: &Output, root: &Position, style: Style, report: &Report) {
    match report {
        Report::Info(info) => output.line(info_line(root, info, style)),
        Report::CurrentMove { depth, mv, number } => {
            let mv = notation::uci(root, *mv, style.chess960);
            output.line(format!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
        Report::MissingThreads { started, reason } => output.note(missing_threads(*started, reason)),
        Report::Done(outcome) => {
            if outcome.best.is_none() {
                let mut line = format!("info depth 0{}", score(outcome.score));
                if style.wdl {
                    line += &wdl(Chances::of_result(root));
                }
                output.line(line);
            }
            output.line(best_move_line(root, outcome, style));
        }
    }
}

/// Returns the `info` line of a principal variation from `root`.
pub fn info_line(root: &Position, info: &Info, style: Style) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {}", info.depth, info.seldepth, info.multipv);
    line += &score(info.score);
    line += match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if style.wdl {
        line += &wdl(Chances::new(info.score, root));
    }
    let microseconds = info.time.as_micros().max(1);
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        info.nodes,
        u128::from(info.nodes) * 1_000_000 / microseconds,
        info.hashfull,
        info.table_hits,
        info.time.as_millis(),
    );
    if !info.pv.is_empty() {
        line += " pv";
        let mut position = root.clone();
        for &mv in info.pv.iter() {
            let _ = write!(line, " {}", notation::uci(&position, mv, style.chess960));
            position.play(mv);
        }
    }
    line
}

/// Returns the `bestmove` line of a search from `root`.
pub fn best_move_line(root: &Position, outcome: &Outcome, style: Style) -> String {
    let Some(best) = outcome.best else {
        return "bestmove (none)".to_owned();
    };
    let mut line = format!("bestmove {}", notation::uci(root, best, style.chess960));
    if let Some(ponder) = outcome.ponder {
        let _ = write!(line, " ponder {}", notation::uci(&root.after(best), ponder, style.chess960));
    }
    line
}

/// Returns the message that not all threads could be started.
pub fn missing_threads(started: usize, reason: &str) -> String {
    let threads = if started == 1 { "thread" } else { "threads" };
    format!("Threads: only {started} {threads} could be started ({reason})")
}

/// Returns `wdl` with the probabilities of win, draw and loss in permille.
fn wdl(chances: Chances) -> String {
    let [win, draw, loss] = chances.permille();
    format!(" wdl {win} {draw} {loss}")
}

/// Returns `score` with a score.
pub fn score(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!(" score cp {cp}"),
        Score::Mate(moves) => format!(" score mate {moves}"),
    }
}
