//! Opening books: which moves are known in a position, and how often each is played.
//!
//! A book is a list of entries in Polyglot's format ([`polyglot`]), whatever it was made from: a `.bin` file, lines of
//! moves in a profile, or games.

mod lines;
pub mod polyglot;
mod random_64;

use std::collections::BTreeMap;
use std::fmt;

use crate::board::{Game, Move, Position};
use polyglot::{ENTRY_BYTES, Entry};

pub use lines::{BookLine, LineFault, MAX_WEIGHT};

/// An opening book.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Book {
    /// Sorted by key.
    entries: Vec<Entry>,
}

/// A move of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// Relative frequency, not 0.
    pub weight: u16,
}

/// The bytes are not a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotABook {
    /// Length of the file in bytes.
    pub bytes: usize,
}

impl fmt::Display for NotABook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a Polyglot book: {} bytes are not a multiple of {ENTRY_BYTES}", self.bytes)
    }
}

impl std::error::Error for NotABook {}

impl Book {
    /// Reads the bytes of a `.bin` file. Entries that are not sorted, as some programs write them, are found too.
    ///
    /// # Errors
    /// [`NotABook`] if the length is not that of a list of entries.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotABook> {
        let mut reader = BookReader::default();
        reader.add(bytes);
        reader.finish()
    }

    /// Returns the bytes of a `.bin` file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes().collect()
    }

    /// Returns the bytes of a `.bin` file one by one.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes())
    }

    /// Returns a book with the entries of both.
    pub fn and(mut self, other: Self) -> Self {
        if self.entries.is_empty() {
            return other;
        }
        self.entries.extend(other.entries);
        self.entries.sort_by_key(|entry| entry.key);
        self
    }

    /// Returns all entries, sorted by key.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the legal moves of a position with a weight, in the order of the book.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = polyglot::key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        entries
            .filter(|entry| entry.weight > 0)
            .filter_map(|entry| {
                let mv = polyglot::decode(entry.mv, position)?;
                Some(BookMove { mv, weight: entry.weight })
            })
            .collect()
    }

    /// Chooses a move with a probability in proportion to its weight; `None` if the position is not in the book.
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        // The high half of the product: a number below `total`.
        let mut at = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        moves.into_iter().find_map(|known| {
            let weight = u64::from(known.weight);
            let is_chosen = at < weight;
            at = at.wrapping_sub(weight);
            is_chosen.then_some(known.mv)
        })
    }
}

/// Reads the bytes of a `.bin` file in pieces, so that a large book is in memory only once.
#[derive(Debug, Default)]
pub struct BookReader {
    entries: Vec<Entry>,
    bytes: usize,
}

impl BookReader {
    /// Adds the next piece. All but the last have whole entries.
    pub fn add(&mut self, piece: &[u8]) {
        let (entries, _) = piece.as_chunks::<ENTRY_BYTES>();
        self.entries.extend(entries.iter().map(|&bytes| Entry::from_bytes(bytes)));
        self.bytes += piece.len();
    }

    /// Returns the book.
    ///
    /// # Errors
    /// See [`Book::from_bytes`].
    pub fn finish(mut self) -> Result<Book, NotABook> {
        if !self.bytes.is_multiple_of(ENTRY_BYTES) {
            return Err(NotABook { bytes: self.bytes });
        }
        // Sorting takes memory too.
        if !self.entries.is_sorted_by_key(|entry| entry.key) {
            self.entries.sort_by_key(|entry| entry.key);
        }
        Ok(Book { entries: self.entries })
    }
}

/// Counts moves and makes a book of them.
#[derive(Debug, Clone, Default)]
pub struct BookBuilder {
    counts: BTreeMap<(u64, u16), u64>,
}

impl BookBuilder {
    /// Counts a legal move of a position `weight` times.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u64) {
        *self.counts.entry((polyglot::key(position), polyglot::encode(mv))).or_default() += weight;
    }

    /// Counts the moves of a game up to `plies`, of the side to move where `wanted` is true.
    pub fn add_game(&mut self, game: &Game, plies: usize, weight: u64, wanted: impl Fn(&Position) -> bool) {
        let mut position = game.start().clone();
        for &mv in game.moves().iter().take(plies) {
            if wanted(&position) {
                self.add(&position, mv, weight);
            }
            position.play(mv);
        }
    }

    /// Makes the book of all moves that were counted at least `min` times. Weights are the counts; those of a position
    /// with more than 65,535 of one move are divided.
    pub fn build(mut self, min: u64) -> Book {
        self.counts.retain(|_, count| *count >= min);
        let mut highest: BTreeMap<u64, u64> = BTreeMap::new();
        for (&(key, _), &count) in &self.counts {
            let highest = highest.entry(key).or_default();
            *highest = count.max(*highest);
        }
        let entry = |((key, mv), count): ((u64, u16), u64)| {
            let divisor = highest[&key].div_ceil(u64::from(u16::MAX)).max(1);
            Entry { key, mv, weight: (count / divisor) as u16, learn: 0 }
        };
        let mut entries: Vec<Entry> = self.counts.into_iter().map(entry).collect();
        // The most frequent move first, as other programs write it.
        entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight)));
        Book { entries }
    }
}
