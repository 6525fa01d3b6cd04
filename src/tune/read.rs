//! From files to counted positions: which are left out, and how many for which reason.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use super::chunks::{Chunk, Chunks};
use super::gathering::Gathering;
use super::labels::{self, Label, Views};
use super::loss::Mix;
use super::quiet::Quiet;
use super::samples::{Block, Counter, Sample};
use crate::arena::{LineFault, PgnGame, PgnReader};
use crate::board::{Color, Position};
use crate::escape;
use crate::eval::Weights;

/// The longest message about what stands in a file, in characters.
const LONGEST_MESSAGE: usize = 300;

/// Why positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// It is no text.
    #[error("{0}: this looks compressed or binary, not like text; a compressed file must be unpacked first")]
    Binary(String),
    /// It ended before what was its end when it was opened.
    #[error("{0}: the file has become shorter while it was read")]
    Shrunk(String),
    /// A line of it says nothing that can be used.
    #[error("{file}:{line}: {message} (--skip-faulty leaves such lines and games out)")]
    Fault {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It was broken off.
    #[error("interrupted while reading")]
    Interrupted,
}

/// Which positions are taken.
#[derive(Debug, Clone)]
pub struct Settings {
    /// For whom labels count.
    pub views: Views,
    /// So many half-moves of each game are left out, counted by the number of the move.
    pub skip_plies: u32,
    /// Whether a score is enough where there is no result.
    pub score_is_enough: bool,
    /// Whether captures are played out first.
    pub resolve: bool,
    /// Whether a position may count more than once.
    pub keep_duplicates: bool,
    /// Whether faulty lines and games are left out.
    pub skip_faulty: bool,
    /// So many positions are enough.
    pub most: usize,
    /// The part of the positions that is set aside: 0 to 1.
    pub held_out: f64,
    /// What chance depends on.
    pub seed: u64,
    /// How many threads count.
    pub threads: usize,
}

/// How many positions there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Met in the files.
    pub read: usize,
    /// Games they come from, where they do.
    pub games: usize,
    /// Left out: within the first half-moves of a game.
    pub book: usize,
    /// Left out: without a result, or with neither result nor score where scores alone are enough.
    pub unlabelled: usize,
    /// Left out: in check, or the game is over.
    pub in_check: usize,
    /// Left out: captures lead to a check, so nothing is quiet.
    pub unquiet: usize,
    /// Left out: met before.
    pub duplicates: usize,
    /// Lines and games that could not be read.
    pub faulty: usize,
    /// Taken, those that are set aside among them.
    pub taken: usize,
    /// Set aside.
    pub held_out: usize,
    /// Games that those taken come from, as far as the numbers of moves tell games apart. A position without a number
    /// counts as a game.
    pub taken_games: usize,
}

impl Counts {
    /// How many were left out, and why.
    pub fn left_out(&self) -> [(usize, &'static str); 5] {
        [
            (self.book, "at the beginning of a game"),
            (self.unlabelled, "without a result"),
            (self.in_check, "in check or over"),
            (self.unquiet, "not to be calmed down"),
            (self.duplicates, "met before"),
        ]
    }

    /// Adds what was counted of other positions before any of them was taken.
    pub fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.games += other.games;
        self.book += other.book;
        self.unlabelled += other.unlabelled;
        self.in_check += other.in_check;
        self.unquiet += other.unquiet;
        self.faulty += other.faulty;
    }
}

/// Counted positions.
#[derive(Debug, Default)]
pub struct Data {
    /// To learn from.
    pub train: Vec<Block>,
    /// Set aside.
    pub held_out: Vec<Block>,
    /// Some of those set aside, as they are.
    pub checked: Vec<(Position, Label)>,
    /// How many there were of each kind.
    pub counts: Counts,
    /// Depends on all positions that were taken, their labels and their order.
    pub fingerprint: u64,
}

impl Data {
    /// Memory of the counted positions; bytes.
    pub fn bytes(&self) -> usize {
        self.train.iter().chain(&self.held_out).map(Block::bytes).sum()
    }

    /// What is known of the positions to learn from; at most so many of them.
    pub fn labels(&self, most: usize) -> Vec<Label> {
        self.train
            .iter()
            .flat_map(Block::labels)
            .copied()
            .take(most)
            .collect()
    }

    /// Turns all that is known of positions into what the model is to say.
    pub fn set_targets(&mut self, mix: &Mix) {
        for block in self.train.iter_mut().chain(&mut self.held_out) {
            block.set_targets(|label| mix.target(label));
        }
    }
}

/// A position that may be taken.
pub struct Found {
    /// As it is to be counted.
    pub position: Position,
    /// The number of the move at which it was met.
    pub fullmove: u16,
    /// What is known of it.
    pub label: Label,
    /// What counts in it.
    pub sample: Sample,
}

/// What a piece of a file has come to.
#[derive(Default)]
struct Counted {
    found: Vec<Found>,
    counts: Counts,
    faults: Vec<LineFault>,
}

/// Reads and counts. `tell` hears of the progress now and then; `is_stopped` may end it.
///
/// # Errors
/// See [`DataError`].
///
/// # Panics
/// If the operating system refuses a thread.
pub fn read(
    files: &[PathBuf],
    settings: &Settings,
    counter: &Counter,
    weights: &Arc<Weights>,
    tell: &mut dyn FnMut(&Counts),
    is_stopped: &dyn Fn() -> bool,
) -> Result<Data, DataError> {
    let mut chunks = Chunks::new(files.to_vec())?;
    let mut quiet: Vec<Quiet> = (0..settings.threads.max(1))
        .map(|_| Quiet::new(Arc::clone(weights)))
        .collect();
    let mut gathering = Gathering::new(settings);
    loop {
        let some: Vec<Chunk> = chunks.by_ref().take(quiet.len()).collect::<Result<_, _>>()?;
        if some.is_empty() || gathering.is_full() {
            break;
        }
        let counted: Vec<Counted> = thread::scope(|scope| {
            let workers: Vec<_> = some
                .iter()
                .zip(&mut quiet)
                .map(|(chunk, quiet)| scope.spawn(|| count(chunk, settings, counter, quiet)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("counting does not panic"))
                .collect()
        });
        for (chunk, counted) in some.iter().zip(counted) {
            if let (Some(fault), false) = (counted.faults.first(), settings.skip_faulty) {
                return Err(DataError::Fault {
                    file: chunk.file.display().to_string(),
                    line: fault.line,
                    message: escape::bounded(&fault.message, LONGEST_MESSAGE),
                });
            }
            gathering.take(&counted.counts, counted.found);
        }
        tell(gathering.counts());
        if is_stopped() {
            return Err(DataError::Interrupted);
        }
    }
    Ok(gathering.finish())
}

fn count(chunk: &Chunk, settings: &Settings, counter: &Counter, quiet: &mut Quiet) -> Counted {
    let mut counted = Counted::default();
    if chunk.is_pgn {
        for game in PgnReader::new(&chunk.text, chunk.line, None) {
            match game {
                Ok(game) if game.has_two_results => counted.faults.push(LineFault {
                    line: game.line,
                    message: "the tags of this game tell another result than its end".to_owned(),
                }),
                Ok(game) => count_game(&game, settings, counter, quiet, &mut counted),
                Err(fault) => counted.faults.push(fault),
            }
        }
    } else {
        for (line, text) in (chunk.line..).zip(chunk.text.lines()) {
            match labels::read(text, settings.views) {
                Ok(None) => {}
                Ok(Some((position, label))) => {
                    counted.add(position, label, settings, counter, quiet);
                }
                Err(message) => counted.faults.push(LineFault { line, message }),
            }
        }
    }
    counted.counts.faulty = counted.faults.len();
    counted
}

fn count_game(
    game: &PgnGame,
    settings: &Settings,
    counter: &Counter,
    quiet: &mut Quiet,
    counted: &mut Counted,
) {
    counted.counts.games += 1;
    let result = game.result.map(labels::result_value);
    for ((position, _), score) in game.game.played().zip(&game.scores) {
        let is_black = position.stm() == Color::Black;
        let ply = 2 * (u32::from(position.fullmove_number()).max(1) - 1) + u32::from(is_black);
        if ply < settings.skip_plies {
            counted.counts.read += 1;
            counted.counts.book += 1;
            continue;
        }
        let score = score.map(|score| if is_black { -score as f32 } else { score as f32 });
        counted.add(
            position.clone(),
            Label { result, score },
            settings,
            counter,
            quiet,
        );
    }
}

impl Counted {
    fn add(
        &mut self,
        position: Position,
        label: Label,
        settings: &Settings,
        counter: &Counter,
        quiet: &mut Quiet,
    ) {
        self.counts.read += 1;
        if label.result.is_none() && !(settings.score_is_enough && label.score.is_some()) {
            self.counts.unlabelled += 1;
            return;
        }
        if position.in_check() || !position.has_legal_move() {
            self.counts.in_check += 1;
            return;
        }
        let fullmove = position.fullmove_number();
        let position = if settings.resolve {
            quiet.leaf(&position)
        } else {
            position
        };
        if position.in_check() || !position.has_legal_move() {
            self.counts.unquiet += 1;
            return;
        }
        let sample = counter.count(&position);
        self.found.push(Found {
            position,
            fullmove,
            label,
            sample,
        });
    }
}
