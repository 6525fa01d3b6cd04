//! What keys count on a board: numbers, squares, and the phrase that says so.

use std::sync::LazyLock;

use temperament_engine::board::attacks::squares;
use temperament_engine::board::{Bitboard, Color, Piece, Placement, Square, placements};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::{Entry, SLOT_COUNT, entries};
use temperament_engine::terms::phrase::{Counted, Phrase, list};
use temperament_engine::terms::{By, Program, Sources, Tables, TermSource};

use super::Explained;

impl Explained<'_> {
    /// What a key counts for a side, without its squares.
    pub fn counted(&self, entry: &Entry, side: Color) -> Counted {
        Counted {
            side,
            squares: Bitboard::EMPTY,
            n: self.counts[entry.ordinal][side as usize],
            value: self.value(entry, side),
        }
    }

    /// What keys about the squares of a piece give for each one of a side, in pawns; `None` if one of them is not counted
    /// piece by piece.
    pub(super) fn piece_by_piece(
        &self,
        entries: &[Entry],
        side: Color,
        piece: Piece,
    ) -> Option<Vec<(Square, f64)>> {
        let [first, others @ ..] = entries else {
            return None;
        };
        let mut sum = self.of_key_piece_by_piece(first, side, piece)?;
        for entry in others {
            let of_entry = self.of_key_piece_by_piece(entry, side, piece)?;
            sum.iter_mut().zip(of_entry).for_each(|(all, (_, one))| all.1 += one);
        }
        Some(sum)
    }

    fn of_key_piece_by_piece(&self, entry: &Entry, side: Color, piece: Piece) -> Option<Vec<(Square, f64)>> {
        let slot = entry.slot()?;
        let events = self.explanation.events.iter();
        let values = events.filter(|(color, of, _)| *color == side && of.ordinal == slot.ordinal);
        let values: Vec<f64> = values
            .filter_map(|(_, slot, event)| match event {
                Event::Count { index, n } => {
                    let share = self.weights.value(side, *slot, *index) * *n;
                    Some(self.share.pawns(self.weights, entry, share))
                }
                _ => None,
            })
            .collect();
        let is_it = |p: &Placement| p.color == side && p.piece == piece;
        let squares: Vec<Square> = placements(self.position).filter(is_it).map(|p| p.square).collect();
        (squares.len() == values.len()).then(|| squares.into_iter().zip(values).collect())
    }

    /// The squares that a key counts for a side; `None` if they are not known, or not what was counted.
    pub fn squares(&self, entry: &Entry, side: Color) -> Option<Bitboard> {
        if entry.ordinal >= SLOT_COUNT {
            let custom = self.weights.custom_terms()?;
            let number = entry.ordinal - SLOT_COUNT;
            let program = custom.terms().program();
            return program.counted_squares(
                self.position,
                custom.tables(),
                side,
                number,
                custom.through_king(),
            );
        }
        let program = PROGRAMS[entry.ordinal].as_ref()?;
        let set = program.counted_squares(self.position, &Tables::default(), side, 0, false)?;
        // A profile may have chosen another definition.
        let is_counted = set.len() as i32 == self.times[entry.ordinal][side as usize];
        is_counted.then_some(set)
    }

    /// The phrase of a key; `None` if it has none.
    pub fn phrase(&self, entry: &Entry) -> Option<Phrase> {
        if entry.ordinal >= SLOT_COUNT {
            return self.weights.custom_terms()?.terms().phrase(entry).cloned();
        }
        PHRASES[entry.ordinal].clone()
    }
}

/// The squares of each key as a program of one term, by ordinal.
static PROGRAMS: LazyLock<Vec<Option<Program>>> = LazyLock::new(|| {
    let program = |entry: Entry| {
        let squares = entry.decl.squares;
        let term = TermSource { count: Some(squares.to_owned()), ..TermSource::new("squares", By::One) };
        let sources = Sources { terms: vec![term], ..Sources::default() };
        if squares.is_empty() { None } else { Program::new(&sources).ok() }
    };
    entries().filter(|entry| entry.slot().is_some()).map(program).collect()
});

/// The phrase of each key, by ordinal.
static PHRASES: LazyLock<Vec<Option<Phrase>>> = LazyLock::new(|| {
    let phrase = |entry: Entry| Phrase::parse(entry.decl.phrase).ok();
    entries().filter(|entry| entry.slot().is_some()).map(phrase).collect()
});

/// Squares as a list: `c6 and d5`.
pub fn named_squares(set: Bitboard) -> String {
    list(squares(set).map(|square| square.to_string()))
}
