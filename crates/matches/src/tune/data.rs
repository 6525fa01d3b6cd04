//! The data to tune on: counted positions, and how they are selected.

use std::io;

use super::labels::{Label, Views};
use super::loss::Mix;
use super::samples::{Block, Sample};
use temperament_engine::board::Position;

/// Error: the data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        file: String,
        /// The I/O error.
        error: io::Error,
    },
    /// The file is not text.
    #[error("{0}: this looks compressed or binary, not like text; a compressed file must be unpacked first")]
    Binary(String),
    /// The file has shrunk while it was read.
    #[error("{0}: the file has become shorter while it was read")]
    Shrunk(String),
    /// A line is invalid.
    #[error("{file}:{line}: {message} (--skip-faulty leaves such lines and games out)")]
    Fault {
        file: String,
        /// The line, from 1.
        line: usize,
        /// The error message.
        message: String,
    },
    /// Interrupted by the user.
    #[error("interrupted while reading")]
    Interrupted,
}

/// Selection of positions.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Point of view of labels.
    pub views: Views,
    /// Number of half-moves to skip at the start of each game, by move number.
    pub skip_plies: u32,
    /// Whether positions with a score but no result are used.
    pub score_is_enough: bool,
    /// Whether positions are replaced by their quiescence leaf.
    pub resolve: bool,
    /// Whether duplicates are kept.
    pub keep_duplicates: bool,
    /// Whether invalid lines and games are skipped.
    pub skip_faulty: bool,
    /// Maximum number of positions.
    pub most: usize,
    /// Fraction of held-out positions, 0 to 1.
    pub held_out: f64,
    /// Seed of the random number generator.
    pub seed: u64,
    pub threads: usize,
}

/// Numbers of positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Read from the files.
    pub read: usize,
    /// Games they come from, for PGN.
    pub games: usize,
    /// Skipped: at the start of a game.
    pub book: usize,
    /// Skipped: unlabelled.
    pub unlabelled: usize,
    /// Skipped: in check, or the game is over.
    pub in_check: usize,
    /// Skipped: the quiescence leaf is not quiet.
    pub unquiet: usize,
    /// Skipped: duplicates.
    pub duplicates: usize,
    /// Invalid lines and games.
    pub faulty: usize,
    /// Used, including held-out positions.
    pub taken: usize,
    pub held_out: usize,
    /// Games of the used positions, as far as move numbers distinguish them. A position without a number counts as a
    /// game.
    pub taken_games: usize,
}

impl Counts {
    /// Returns the numbers of skipped positions with the reasons.
    pub fn left_out(&self) -> [(usize, &'static str); 5] {
        [
            (self.book, "at the beginning of a game"),
            (self.unlabelled, "without a result"),
            (self.in_check, "in check or over"),
            (self.unquiet, "not quiet"),
            (self.duplicates, "met before"),
        ]
    }

    /// Adds the counts of a chunk, except those of used positions.
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

/// The data to tune on.
#[derive(Debug, Default)]
pub struct Data {
    /// Training positions.
    pub train: Vec<Block>,
    /// Held-out positions.
    pub held_out: Vec<Block>,
    /// The held-out positions in full, for the evaluator.
    pub held_out_positions: Vec<(Position, Label)>,
    /// Numbers of positions.
    pub counts: Counts,
    /// Hash of all used positions, their labels and order.
    pub fingerprint: u64,
}

impl Data {
    /// Returns the memory of the positions, in bytes.
    pub fn bytes(&self) -> usize {
        let blocks: usize = self.train.iter().chain(&self.held_out).map(Block::bytes).sum();
        blocks + size_of_val(&*self.held_out_positions)
    }

    /// Returns the labels of at most `most` training positions.
    pub fn labels(&self, most: usize) -> Vec<Label> {
        self.train.iter().flat_map(Block::labels).copied().take(most).collect()
    }

    /// Converts labels to targets.
    pub fn set_targets(&mut self, mix: &Mix) {
        for block in self.train.iter_mut().chain(&mut self.held_out) {
            block.set_targets(|label| mix.target(label));
        }
    }
}

/// A candidate position.
pub struct Found {
    /// The position to count.
    pub position: Position,
    /// Full-move number.
    pub fullmove: u16,
    pub label: Label,
    /// Counted terms.
    pub sample: Sample,
}
