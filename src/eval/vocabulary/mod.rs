//! The vocabulary: what a profile can say, declared once.
//!
//! Every key is one [`Decl`] in the `SECTION` of the module that counts it (`eval/pawns.rs` and so on);
//! [`SECTIONS`] lists the sections. Parsing, checking, compiling, evaluating, explaining and the
//! reference page all read these declarations. The functions [`slot`], [`choice`] and [`number`] turn a
//! key into a place in the compiled tables while the program is compiled: a key spelled wrongly in the
//! code does not build.

mod places;
mod terms;

pub use places::{
    CHOICE_COUNT, Choice, Entry, NUMBER_COUNT, SLOT_COUNT, Slot, VALUE_COUNT, choice, entries, number, slot,
};
pub use terms::Terms;

use super::{
    bishops, draw, drawish, header, imbalance, king, king_attack, knights, material, mobility, passed_pawns,
    pawns, phase, psqt, queens, rooks, space, tempo, threats, units, winnable,
};

/// The largest absolute score value a profile may give (the Simplified function's king is 20,000).
pub const MAX_SCORE: i32 = 30_000;

/// How many numbers a key has and what their index means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    One,
    /// Eight numbers, a-file to h-file; four are mirrored (a-d and h-e).
    ByFile,
    /// Eight numbers, from the owner's first rank to its eighth.
    ByRank,
    /// Sixty-four numbers, written as eight rows of eight with rank 8 on top, as the owner sees the board.
    BySquare,
    /// One number for each count from 0 to `last`.
    ByCount {
        /// The largest count that has an entry of its own.
        last: usize,
    },
    /// One number for each distance (or difference of distances) from `first` to `last`.
    ByDistance {
        /// The distance of the first entry.
        first: i32,
        /// The distance of the last entry.
        last: i32,
        /// A list may stop after this distance, the longest in the shorter metric; its last entry goes on.
        enough: i32,
    },
}

#[allow(clippy::len_without_is_empty)] // a shape always has at least one number
impl Shape {
    /// How many numbers the shape has.
    pub const fn len(self) -> usize {
        match self {
            Self::One => 1,
            Self::ByFile | Self::ByRank => 8,
            Self::BySquare => 64,
            Self::ByCount { last } => last + 1,
            Self::ByDistance { first, last, .. } => (last - first + 1) as usize,
        }
    }

    /// How many numbers a list must have at least.
    pub const fn least_len(self) -> usize {
        match self {
            Self::ByDistance { first, enough, .. } => (enough - first + 1) as usize,
            _ => self.len(),
        }
    }

    /// Whether the index is a number that a value can grow with, step by step.
    pub const fn is_linear(self) -> bool {
        matches!(
            self,
            Self::ByRank | Self::ByCount { .. } | Self::ByDistance { .. }
        )
    }

    /// What the first entry stands for: a count, rank or distance that a linear table starts from.
    pub const fn first_index(self) -> i32 {
        match self {
            Self::ByDistance { first, .. } => first,
            _ => 0,
        }
    }
}

/// What a number of a profile measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Score in the profile's own units (centipawns in most).
    Score,
    /// Units of king attack: the sum is the index of a safety table.
    AttackUnits,
    /// The same where less than nothing makes sense.
    SignedAttackUnits,
    /// Hundredths (in terms of the declared divisor) by which a score is multiplied.
    Percent,
    /// Hundredths that are taken from a score; they add up.
    Share,
}

impl Unit {
    /// Whether it is counted in units of king attack.
    pub const fn is_of_attack(self) -> bool {
        matches!(self, Self::AttackUnits | Self::SignedAttackUnits)
    }

    /// The smallest and largest number allowed.
    pub const fn bounds(self) -> (i32, i32) {
        match self {
            Self::Score => (-MAX_SCORE, MAX_SCORE),
            Self::AttackUnits => (0, 1000),
            Self::SignedAttackUnits | Self::Percent => (-1000, 1000),
            Self::Share => (-100, 100),
        }
    }
}

/// One of the named ways in which a term can be counted.
#[derive(Debug, Clone, Copy)]
pub struct Opt {
    /// The text in the profile.
    pub name: &'static str,
    /// What it means, one sentence.
    pub meaning: &'static str,
}

/// What kind of value a key takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Pairs [mg, eg]: the numbers of the evaluation. Absent means all zero.
    Values(Shape, Unit),
    /// One of several named definitions. Absent means the first.
    Choice(&'static [Opt]),
    /// A number that steers the arithmetic.
    Number {
        /// The value when absent.
        default: f64,
        /// Smallest allowed.
        min: f64,
        /// Largest allowed.
        max: f64,
        /// Whether only whole numbers are allowed.
        whole: bool,
        /// Words that stand for special values.
        words: &'static [(&'static str, f64)],
    },
    /// Free text about the profile; no influence on the evaluation.
    Text,
}

/// One key of the vocabulary.
#[derive(Debug, Clone, Copy)]
pub struct Decl {
    /// The key within its section, such as `isolated` or `weights.knight`.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// One sentence: what it is for.
    pub meaning: &'static str,
    /// The exact definition of what is counted.
    pub definition: &'static str,
    /// How it is written in a profile (the right-hand side), for the reference page.
    pub example: &'static str,
}

impl Decl {
    /// A table of score values.
    pub const fn score(
        name: &'static str,
        shape: Shape,
        meaning: &'static str,
        definition: &'static str,
        example: &'static str,
    ) -> Self {
        Self {
            name,
            kind: Kind::Values(shape, Unit::Score),
            meaning,
            definition,
            example,
        }
    }

    /// A choice between named definitions; the first is the default.
    pub const fn choice(
        name: &'static str,
        options: &'static [Opt],
        meaning: &'static str,
        example: &'static str,
    ) -> Self {
        Self {
            name,
            kind: Kind::Choice(options),
            meaning,
            definition: "",
            example,
        }
    }
}

/// A subject that a player knows, with its keys.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// The table in the profile; empty for the keys at the top.
    pub name: &'static str,
    /// The heading of the reference page.
    pub title: &'static str,
    /// What belongs here, in a sentence or two.
    pub meaning: &'static str,
    /// The keys, in the order in which a profile should have them.
    pub decls: &'static [Decl],
}

/// The keys of several modules as one section has them; `N` is how many.
pub const fn joined<const N: usize>(parts: &[&[Decl]]) -> [Decl; N] {
    let mut all = [header::SECTION.decls[0]; N];
    let (mut part, mut n) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[n] = parts[part][i];
            (i, n) = (i + 1, n + 1);
        }
        part += 1;
    }
    assert!(n == N, "so many keys were announced");
    all
}

/// All sections, in the order of the reference page and of written profiles.
pub const SECTIONS: [&Section; 21] = [
    &header::SECTION,
    &units::SECTION,
    &phase::SECTION,
    &tempo::SECTION,
    &material::SECTION,
    &imbalance::SECTION,
    &psqt::SECTION,
    &pawns::SECTION,
    &passed_pawns::SECTION,
    &knights::SECTION,
    &bishops::SECTION,
    &rooks::SECTION,
    &queens::SECTION,
    &mobility::SECTION,
    &threats::SECTION,
    &space::SECTION,
    &king::SECTION,
    &king_attack::SECTION,
    &winnable::SECTION,
    &drawish::SECTION,
    &draw::SECTION,
];
