//! The table of keys: everything that a profile can set, declared once.
//!
//! Each section of a profile is a file here, and each key a row in it ([`Decl`]). Parsing, validation, compilation,
//! evaluation, explanation, reports, tuning, the JSON Schema and the reference page read these rows. Each row also
//! defines a typed handle for the code that counts it, such as [`pawns::ISOLATED`]. The sets of keys that the evaluator
//! uses to skip work follow from the groups of each key ([`group`]).
//!
//! This module does not depend on positions or weights.

#[macro_use]
mod section;

pub mod bishops;
pub mod book;
mod display;
pub mod draw;
pub mod drawish;
pub mod group;
pub mod header;
pub mod imbalance;
pub mod king;
pub mod king_attack;
pub mod knights;
pub mod material;
pub mod mobility;
mod names;
pub mod passed_pawns;
pub mod pawns;
pub mod phase;
mod pieces;
pub mod psqt;
pub mod queens;
pub mod redundancy;
pub mod rooks;
pub mod sets;
pub mod space;
pub mod strength;
pub mod table;
pub mod tempo;
pub mod threats;
pub mod topic;
pub mod units;
pub mod winnable;

pub use display::DisplayRow;
pub use group::{Group, inputs};
pub use names::sections;
pub use sets::Terms;
pub use table::{
    CHOICE_COUNT, Choice, Entry, NUMBER_COUNT, Options, SLOT_COUNT, Slot, VALUE_COUNT, choice, entries,
    number, slot,
};
pub use topic::Topic;

/// Maximum absolute score of a profile (the Simplified function's king is 20,000).
pub const MAX_SCORE: i32 = 30_000;

/// Maximum absolute entry of a profile's own table.
pub const MAX_PLAIN: i32 = 100_000;

/// Maximum absolute score of a profile with decimals, in tenths. Larger than [`MAX_SCORE`], but still far from an
/// overflow of sums.
pub const MAX_TENTHS: i32 = 100_000;

/// The number of values of a key and the meaning of their index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One number, not a table.
    One,
    /// Eight numbers, a-file to h-file; four are mirrored (a-d and h-e).
    ByFile,
    /// Eight numbers, from the owner's first rank to its eighth.
    ByRank,
    /// Sixty-four numbers, written as eight rows of eight with rank 8 on top, as the owner sees the board.
    BySquare,
    /// One number for each count from 0 to `last`.
    ByCount {
        /// The last count with its own entry.
        last: usize,
    },
    /// One number for each distance (or difference of distances) from `first` to `last`.
    ByDistance {
        /// The distance of the first entry.
        first: i32,
        /// The distance of the last entry.
        last: i32,
        /// Minimum last distance of a list, the longest in the shorter metric; the last entry applies to larger
        /// distances.
        enough: i32,
    },
}

#[allow(clippy::len_without_is_empty)] // a shape always has at least one number
impl Shape {
    /// Number of values.
    pub const fn len(self) -> usize {
        match self {
            Self::One => 1,
            Self::ByFile | Self::ByRank => 8,
            Self::BySquare => 64,
            Self::ByCount { last } => last + 1,
            Self::ByDistance { first, last, .. } => (last - first + 1) as usize,
        }
    }

    /// Minimum number of values of a list in a profile; the last one applies to the rest.
    pub const fn least_len(self) -> usize {
        match self {
            Self::ByDistance { first, enough, .. } => (enough - first + 1) as usize,
            _ => self.len(),
        }
    }

    /// Returns `true` if the index is a number, so that a table can be linear.
    pub const fn is_linear(self) -> bool {
        matches!(self, Self::ByRank | Self::ByCount { .. } | Self::ByDistance { .. })
    }

    /// The count, rank or distance of the first entry, from which a linear table starts.
    pub const fn first_index(self) -> i32 {
        match self {
            Self::ByDistance { first, .. } => first,
            _ => 0,
        }
    }
}

/// The unit of a number of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Score in the profile's own units (centipawns in most).
    Score,
    /// Units of king attack: the sum is the index of a safety table.
    AttackUnits,
    /// The same, may be negative.
    SignedAttackUnits,
    /// Percentage (in terms of the declared divisor) by which a score is multiplied.
    Percent,
    /// Percentage that is subtracted from a score; several add up.
    Share,
    /// Plain number: an entry of a profile's own table, or a factor.
    Plain,
}

impl Unit {
    /// Returns `true` if it is counted in units of king attack.
    pub const fn is_of_attack(self) -> bool {
        matches!(self, Self::AttackUnits | Self::SignedAttackUnits)
    }

    /// The smallest and largest number allowed, in steps of 1 / `resolution`; only scores have steps smaller than 1.
    pub const fn bounds_in_steps(self, resolution: i32) -> (i32, i32) {
        match self {
            Self::Score if resolution > 1 => (-MAX_TENTHS, MAX_TENTHS),
            _ => self.bounds(),
        }
    }

    /// The smallest and largest number allowed in a profile without decimals.
    pub const fn bounds(self) -> (i32, i32) {
        match self {
            Self::Score => (-MAX_SCORE, MAX_SCORE),
            Self::AttackUnits => (0, 1000),
            Self::SignedAttackUnits | Self::Percent => (-1000, 1000),
            Self::Share => (-100, 100),
            Self::Plain => (-MAX_PLAIN, MAX_PLAIN),
        }
    }
}

/// An option of a [`Kind::Choice`].
#[derive(Debug, Clone, Copy)]
pub struct Opt {
    /// The text by which a profile chooses it.
    pub name: &'static str,
    /// What is counted with it, in a sentence.
    pub meaning: &'static str,
}

/// The kind of value of a key.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Pairs [mg, eg]: the numbers of the evaluation. Absent means all zero.
    Values(Shape, Unit),
    /// One of several named definitions. Absent means the first.
    Choice(&'static [Opt]),
    /// A number that is not a score.
    Number {
        /// The value when absent.
        default: f64,
        min: f64,
        max: f64,
        /// True if only whole numbers are allowed.
        whole: bool,
        /// Names of special values.
        words: &'static [(&'static str, f64)],
    },
    /// Free text about the profile; no influence on the evaluation.
    Text,
    /// A list of lines of moves.
    Lines,
}

impl Kind {
    pub const fn score(shape: Shape) -> Self {
        Self::Values(shape, Unit::Score)
    }
}

/// One key: a row of the table. `meaning`, `definition` and `phrase` may have `{piece}` and `{other}` for the pieces that
/// the key names ([`Entry::pieces`]); [`sections`] has them filled in.
#[derive(Debug, Clone, Copy)]
pub struct Decl {
    /// The key within its section, such as `isolated` or `weights.knight`.
    pub name: &'static str,
    pub kind: Kind,
    /// The functions that count it; none for a setting.
    pub groups: &'static [Group],
    /// The heading under which its score is shown.
    pub topic: Topic,
    /// The row of a report in which its score is shown.
    pub display: DisplayRow,
    /// One sentence that names what is counted.
    pub meaning: &'static str,
    /// The exact definition of what is counted.
    pub definition: &'static str,
    /// An example of its value in a profile, for the reference page.
    pub example: &'static str,
    /// A statement about what it counts for one side (see [`crate::terms::phrase`]); empty if there is none.
    pub phrase: &'static str,
    /// The squares that it counts, in the language of custom terms; for phrases about squares.
    pub squares: &'static str,
}

impl Decl {
    /// A row with one score, from which rows take what they do not state.
    pub const DEFAULT: Self = Self {
        name: "",
        kind: Kind::score(Shape::One),
        groups: &[],
        topic: Topic::Custom,
        display: DisplayRow::Single,
        meaning: "",
        definition: "",
        example: "",
        phrase: "",
        squares: "",
    };
}

/// A subject with its keys.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// The table in the profile; empty for the keys at the top.
    pub name: &'static str,
    /// The heading of the reference page.
    pub title: &'static str,
    /// Its subject, in a sentence or two.
    pub meaning: &'static str,
    /// The keys, in the order in which a profile should have them.
    pub decls: &'static [Decl],
}

/// All sections as declared, with placeholders in their texts; [`sections`] has them filled in.
const SECTIONS: [&Section; 23] = [
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
    &strength::SECTION,
    &book::SECTION,
];
