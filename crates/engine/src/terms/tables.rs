//! The numbers that expressions look up: the tables of a profile, and the values of its pieces.

use crate::board::Color;

/// Number of piece values, pawn to queen, before the numbers of the tables.
pub const PIECE_VALUES: usize = 5;
/// Bits of the word of a table that hold its length.
const LEN_BITS: u32 = 16;

/// A table in an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TableRef {
    /// Index of its first number among the numbers of a stage.
    pub first: usize,
    pub len: usize,
}

impl TableRef {
    /// Returns `true` for the value of a kind of piece.
    pub fn is_piece_value(self) -> bool {
        self.first < PIECE_VALUES
    }

    /// The operand of [`super::ops::Op::Lookup`].
    pub const fn word(self) -> u64 {
        (self.first as u64) << LEN_BITS | self.len as u64
    }
}

/// The numbers of all tables for both sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tables {
    /// Those of the middlegame, then those of the endgame, by colour.
    numbers: [Vec<i32>; 2],
}

impl Tables {
    /// `numbers` are pairs [mg, eg] for White and for Black: the piece values, then the tables in the order of the program.
    pub fn new(numbers: &[Vec<[i32; 2]>; 2]) -> Self {
        let stages = |pairs: &Vec<[i32; 2]>| {
            [0, 1].into_iter().flat_map(|stage| pairs.iter().map(move |pair| pair[stage])).collect()
        };
        Self { numbers: numbers.each_ref().map(stages) }
    }

    /// Those of Black for White, and the other way round.
    pub fn swapped(&self) -> Self {
        let [white, black] = &self.numbers;
        Self { numbers: [black.clone(), white.clone()] }
    }

    /// Number of numbers of a stage: what the place of a table in the endgame differs by.
    pub fn stage_len(&self) -> usize {
        self.numbers[0].len() / 2
    }

    /// Returns an entry of a table, given as a word; smaller indices give the first entry, larger ones the last.
    pub fn get(&self, color: Color, table: u64, index: u64) -> u64 {
        i64::from(self.number(color, Self::place(table, index))) as u64
    }

    /// Returns the index of an entry of a table, given as a word, among the numbers of a side.
    pub(super) fn place(table: u64, index: u64) -> usize {
        let (first, len) = (table >> LEN_BITS, table & ((1 << LEN_BITS) - 1));
        first as usize + table_index(index, len as usize)
    }

    pub(super) fn number(&self, color: Color, place: usize) -> i32 {
        self.numbers[color as usize].get(place).copied().unwrap_or_default()
    }

    pub(super) fn set_number(&mut self, color: Color, place: usize, number: i32) {
        if let Some(old) = self.numbers[color as usize].get_mut(place) {
            *old = number;
        }
    }

    /// Returns `true` if a table has entries that differ by stage.
    pub fn differs_by_stage(&self, table: TableRef) -> bool {
        let stage = self.stage_len();
        let entries = table.first..table.first + table.len;
        self.numbers.iter().any(|numbers| entries.clone().any(|i| numbers.get(i) != numbers.get(stage + i)))
    }
}

/// Returns the table entry for a number, clamped to the table.
#[inline]
pub fn table_index(number: u64, len: usize) -> usize {
    (number as i64).min(len as i64 - 1).max(0) as usize
}
