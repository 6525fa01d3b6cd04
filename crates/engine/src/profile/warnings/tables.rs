//! Warnings about table entries that look like typos, or that are never read.

use crate::eval::keys::{Kind, Shape, Slot, slot};

use super::super::Provenance;
use super::super::decimal::Number;
use super::super::diff::pair;
use super::super::shape::entry_words;
use super::Finder;

const SAFETY_TABLE: Slot = slot("king_attack.safety_table");

/// Ranks of tables by square that are never read: pawns are never on the first and last rank, and squares guarded by
/// pawns are on the third or above.
const UNREAD_RANKS: [(&str, &[usize]); 3] =
    [("psqt.pawn", &[1, 8]), ("pawns.supported", &[1, 2, 8]), ("knights.outpost", &[1, 2])];
/// Indices of the first and last rank, where no pawn can be.
const UNREAD_PAWN_RANKS: [usize; 2] = [0, 7];
/// Tables indexed by the rank of a pawn.
const PAWN_RANKS: [&str; 15] = [
    "pawns.advance",
    "pawns.phalanx",
    "pawns.connected_unopposed",
    "pawns.lever",
    "pawns.blocked",
    "passed_pawns.by_rank",
    "passed_pawns.connected",
    "passed_pawns.candidate",
    "passed_pawns.free_by_rank",
    "passed_pawns.blocked",
    "passed_pawns.next_square_safe",
    "passed_pawns.next_square_guarded",
    "passed_pawns.path_free",
    "passed_pawns.path_safe",
    "passed_pawns.unstoppable",
];

/// Tables by the rank of a pawn before a king.
const SHELTER: [&str; 2] = ["king.shelter.", "king.storm."];

/// Returns `true` if an entry of a list is ever read.
pub fn is_read(key: &str, index: usize) -> bool {
    if PAWN_RANKS.contains(&key) {
        return !UNREAD_PAWN_RANKS.contains(&index);
    }
    // The first entry is that of a file without pawns.
    if SHELTER.iter().any(|section| key.starts_with(section)) {
        return index != 7;
    }
    let table = UNREAD_RANKS.iter().find(|(table, _)| *table == key);
    table.is_none_or(|(_, ranks)| !ranks.contains(&(index / 8 + 1)))
}

/// Tolerated drop of a safety table below its previous maximum: tuned tables are not quite smooth.
const SMOOTH: f64 = 0.05;

impl Finder<'_> {
    /// Steps per unit of scores; the tables below have scores.
    fn resolution(&self) -> i32 {
        self.profile.values.resolution()
    }

    /// Warnings about single numbers.
    pub(super) fn odd_numbers(&mut self) {
        for given in &self.profile.given {
            let Kind::Values(shape, _) = given.entry.decl.kind else {
                continue;
            };
            let location = given.entry.offset;
            let table = &self.profile.values.scores[location..location + shape.len()];
            if shape == Shape::BySquare {
                self.single_asymmetry(given, table);
            }
            if let Some((_, ranks)) = UNREAD_RANKS.iter().find(|(key, _)| *key == given.key) {
                self.unread_squares(given, ranks, table);
            }
            if PAWN_RANKS.contains(&given.key.as_str()) {
                self.unread_ranks(given, table);
            }
            if location == SAFETY_TABLE.offset {
                self.falling(given, table);
            }
        }
    }

    /// A table that is mirror symmetric except for one pair of squares that looks like a typo.
    fn single_asymmetry(&mut self, given: &Provenance, table: &[[i32; 2]]) {
        let pairs = (0..64).filter(|square| square % 8 < 4).map(|square| (square, square ^ 7));
        let unlike: Vec<_> = pairs.filter(|&(left, right)| table[left] != table[right]).collect();
        let [(left, right)] = unlike[..] else { return };
        let (a, b) = (table[left], table[right]);
        if !(0..2).all(|stage| a[stage] == b[stage] || is_typo(a[stage], b[stage])) {
            return;
        }
        let [x, y] = [left, right].map(|square| entry_words(Shape::BySquare, square));
        let message = format!(
            "`{}` is the same on both wings but for {x} and {y}: {} and {}",
            given.key,
            pair(a, self.resolution()),
            pair(b, self.resolution())
        );
        self.warn(given, &message, "is one of them a typo?");
    }

    /// Squares that are never read but have numbers of their own. A number common to all of them is a filler.
    fn unread_squares(&mut self, given: &Provenance, ranks: &[usize], table: &[[i32; 2]]) {
        let unread = ranks.iter().flat_map(|rank| (rank - 1) * 8..rank * 8);
        let first = table[0];
        let Some(square) = unread.clone().find(|&square| table[square] != first) else {
            return;
        };
        // Of two fillers, reports the one that is not 0.
        let square = if table[square] == [0, 0] { 0 } else { square };
        let ranks: Vec<String> = ranks.iter().map(usize::to_string).collect();
        let message = format!(
            "the number of `{}` for {} is never read: {}",
            given.key,
            entry_words(Shape::BySquare, square),
            pair(table[square], self.resolution())
        );
        let hint = format!(
            "nothing counts there on the ranks {}; the first row of a table is rank 8",
            ranks.join(", ")
        );
        self.warn(given, &message, &hint);
    }

    /// First or last ranks with numbers of their own; linear tables fill these automatically.
    fn unread_ranks(&mut self, given: &Provenance, table: &[[i32; 2]]) {
        // Within one, since factors round.
        let step = |w: &[[i32; 2]], stage: usize| w[1][stage] - w[0][stage];
        let grows_evenly = |stage: usize| {
            let first = step(table, stage);
            table.windows(2).all(|w| (step(w, stage) - first).abs() <= 1)
        };
        let unread = UNREAD_PAWN_RANKS
            .into_iter()
            .find(|&rank: &usize| (0..2).any(|stage| table[rank][stage] != 0 && !grows_evenly(stage)));
        if let Some(rank) = unread {
            let message = format!(
                "the number of `{}` for rank {} is never read: {}",
                given.key,
                rank + 1,
                pair(table[rank], self.resolution())
            );
            let hint = "no pawn stands on the first or the last rank; the first entry is rank 1";
            self.warn(given, &message, hint);
        }
    }

    /// A safety table that falls: more danger gets a lower value.
    fn falling(&mut self, given: &Provenance, table: &[[i32; 2]]) {
        for (stage, name) in [(0, "middlegame"), (1, "endgame")] {
            let numbers: Vec<i32> = table.iter().map(|pair| pair[stage]).collect();
            let (least, greatest) = (numbers.iter().min(), numbers.iter().max());
            let span = f64::from(greatest.unwrap_or(&0) - least.unwrap_or(&0));
            let mut top = 0;
            for (units, &n) in numbers.iter().enumerate() {
                if n >= numbers[top] {
                    top = units;
                } else if f64::from(numbers[top] - n) > SMOOTH * span {
                    let [from, to] = [numbers[top], n].map(|n| Number::new(n, self.resolution()));
                    let message = format!(
                        "`{}` falls from {from} at {top} units to {to} at {units} ({name})",
                        given.key
                    );
                    self.warn(given, &message, "more units are more danger, which should not be worth less");
                    return;
                }
            }
        }
    }
}

/// Returns `true` if two numbers differ like a typo: only in sign, by an extra digit, or by two swapped digits. Other
/// differences may be intended.
pub fn is_typo(a: i32, b: i32) -> bool {
    if a == 0 || b == 0 || a == -b {
        return a == -b && a != 0;
    }
    let (a, b) = (a.to_string(), b.to_string());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    match long.len() - short.len() {
        0 => (1..long.len()).any(|i| {
            let (head, tail) = (&long[..i - 1], &long[i + 1..]);
            let swapped = format!("{head}{}{}{tail}", &long[i..=i], &long[i - 1..i]);
            swapped == *short
        }),
        1 => (0..long.len()).any(|i| {
            // An extra sign is not an extra digit.
            !long[i..].starts_with('-') && format!("{}{}", &long[..i], &long[i + 1..]) == *short
        }),
        _ => false,
    }
}
