//! The vocabulary: what a profile can say, declared once.
//!
//! Every key is one [`Decl`] in the `SECTION` of the module that counts it (`eval/pawns.rs` and so on);
//! [`SECTIONS`] lists the sections. Parsing, checking, compiling, evaluating, explaining and the
//! reference page all read these declarations. The functions [`slot`], [`choice`] and [`number`] turn a
//! key into a place in the compiled tables while the program is compiled: a key spelled wrongly in the
//! code does not build.

use super::{
    bishops, draw, header, king, king_attack, knights, material, mobility, passed_pawns, pawns, phase, psqt,
    queens, rooks, tempo, units,
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
    /// Hundredths (in terms of the declared divisor) by which a score is multiplied.
    Percent,
}

impl Unit {
    /// The smallest and largest number allowed.
    pub const fn bounds(self) -> (i32, i32) {
        match self {
            Self::Score => (-MAX_SCORE, MAX_SCORE),
            Self::AttackUnits => (0, 1000),
            Self::Percent => (-1000, 1000),
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

/// All sections, in the order of the reference page and of written profiles.
pub const SECTIONS: [&Section; 16] = [
    &header::SECTION,
    &units::SECTION,
    &phase::SECTION,
    &tempo::SECTION,
    &material::SECTION,
    &psqt::SECTION,
    &pawns::SECTION,
    &passed_pawns::SECTION,
    &knights::SECTION,
    &bishops::SECTION,
    &rooks::SECTION,
    &queens::SECTION,
    &mobility::SECTION,
    &king::SECTION,
    &king_attack::SECTION,
    &draw::SECTION,
];

/// The place of a key's numbers in the flat table of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Number of the key among all keys with values, 0-based: its bit in the set of active terms.
    pub ordinal: usize,
    /// Index of its first number.
    pub offset: usize,
    /// How many numbers it has.
    pub len: usize,
}

impl Slot {
    /// The bit of this key in a set of active terms.
    pub const fn bit(self) -> u128 {
        1 << self.ordinal
    }
}

/// A definition that a profile may have chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Number of the key among all choices, 0-based.
    pub ordinal: usize,
    /// Number of the option, 0-based.
    pub option: u8,
}

const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether `key` is `section.name`.
const fn is_key(key: &str, section: &str, name: &str) -> bool {
    let (k, s, n) = (key.as_bytes(), section.as_bytes(), name.as_bytes());
    if k.len() != s.len() + 1 + n.len() || k[s.len()] != b'.' {
        return false;
    }
    let mut i = 0;
    while i < s.len() {
        if k[i] != s[i] {
            return false;
        }
        i += 1;
    }
    let mut i = 0;
    while i < n.len() {
        if k[s.len() + 1 + i] != n[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Counters of the keys before the one looked for, by kind.
struct Walk {
    slots: usize,
    values: usize,
    choices: usize,
    numbers: usize,
    found: Option<Kind>,
}

/// Walks the declarations in order up to `key`, or over all of them.
const fn walk(key: Option<&str>) -> Walk {
    let mut w = Walk {
        slots: 0,
        values: 0,
        choices: 0,
        numbers: 0,
        found: None,
    };
    let mut s = 0;
    while s < SECTIONS.len() {
        let mut d = 0;
        while d < SECTIONS[s].decls.len() {
            let decl = &SECTIONS[s].decls[d];
            if let Some(key) = key
                && is_key(key, SECTIONS[s].name, decl.name)
            {
                w.found = Some(decl.kind);
                return w;
            }
            match decl.kind {
                Kind::Values(shape, _) => {
                    w.slots += 1;
                    w.values += shape.len();
                }
                Kind::Choice(_) => w.choices += 1,
                Kind::Number { .. } => w.numbers += 1,
                Kind::Text => {}
            }
            d += 1;
        }
        s += 1;
    }
    w
}

/// How many keys have score values.
pub const SLOT_COUNT: usize = walk(None).slots;
/// How many numbers (pairs) a profile has in all.
pub const VALUE_COUNT: usize = walk(None).values;
/// How many choices there are.
pub const CHOICE_COUNT: usize = walk(None).choices;
/// How many steering numbers there are.
pub const NUMBER_COUNT: usize = walk(None).numbers;

const _: () = assert!(
    SLOT_COUNT <= u128::BITS as usize,
    "the set of active terms is one 128-bit word"
);

/// The place of a key's values; fails to compile for a key that does not exist.
pub const fn slot(key: &str) -> Slot {
    let w = walk(Some(key));
    match w.found {
        Some(Kind::Values(shape, _)) => Slot {
            ordinal: w.slots,
            offset: w.values,
            len: shape.len(),
        },
        _ => panic!("no such key with values"),
    }
}

/// One option of a key; fails to compile if either does not exist.
pub const fn choice(key: &str, option: &str) -> Choice {
    let w = walk(Some(key));
    let Some(Kind::Choice(options)) = w.found else {
        panic!("no such key with options")
    };
    let mut i = 0;
    while i < options.len() {
        if same_text(options[i].name, option) {
            return Choice {
                ordinal: w.choices,
                option: i as u8,
            };
        }
        i += 1;
    }
    panic!("no such option")
}

/// The index of a steering number; fails to compile for a key that does not exist.
pub const fn number(key: &str) -> usize {
    let w = walk(Some(key));
    match w.found {
        Some(Kind::Number { .. }) => w.numbers,
        _ => panic!("no such number"),
    }
}

/// A declaration with its full key and its place, as the layers above read it.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The section.
    pub section: &'static Section,
    /// The declaration.
    pub decl: &'static Decl,
    /// Index of its first value, its choice or its number, by kind; 0 for text.
    pub place: usize,
    /// Number among the keys with values (meaningless for other kinds).
    pub ordinal: usize,
}

impl Entry {
    /// The full key, `section.name` (or `name` at the top of the file).
    pub fn key(&self) -> String {
        match self.section.name {
            "" => self.decl.name.to_owned(),
            section => format!("{section}.{}", self.decl.name),
        }
    }
}

/// Every key in order, with its place in the compiled tables.
pub fn entries() -> impl Iterator<Item = Entry> {
    let mut w = Walk {
        slots: 0,
        values: 0,
        choices: 0,
        numbers: 0,
        found: None,
    };
    SECTIONS
        .into_iter()
        .flat_map(|s| s.decls.iter().map(move |d| (s, d)))
        .map(move |(section, decl)| {
            let ordinal = w.slots;
            let place = match decl.kind {
                Kind::Values(shape, _) => {
                    w.slots += 1;
                    w.values += shape.len();
                    w.values - shape.len()
                }
                Kind::Choice(_) => {
                    w.choices += 1;
                    w.choices - 1
                }
                Kind::Number { .. } => {
                    w.numbers += 1;
                    w.numbers - 1
                }
                Kind::Text => 0,
            };
            Entry {
                section,
                decl,
                place,
                ordinal,
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_unique_and_each_says_what_it_means() {
        let mut seen = HashSet::new();
        for entry in entries() {
            let key = entry.key();
            assert!(seen.insert(key.clone()), "{key} is declared twice");
            assert!(
                entry.decl.meaning.ends_with('.'),
                "{key}: the meaning is a sentence"
            );
            assert!(!entry.decl.example.is_empty(), "{key}: an example is wanted");
            if let Kind::Values(..) = entry.decl.kind {
                assert!(
                    entry.decl.definition.ends_with('.'),
                    "{key}: the definition is a sentence"
                );
            }
        }
    }

    #[test]
    fn a_key_that_is_a_table_of_others_is_not_a_key_itself() {
        let keys: Vec<String> = entries().map(|e| e.key()).collect();
        for key in &keys {
            let inner = format!("{key}.");
            assert!(
                !keys.iter().any(|k| k.starts_with(&inner)),
                "{key} is both a key and a table"
            );
        }
    }

    #[test]
    fn places_agree_with_the_compile_time_look_up() {
        const ISOLATED: Slot = slot("pawns.isolated");
        let entry = entries().find(|e| e.key() == "pawns.isolated").unwrap();
        assert_eq!((entry.place, entry.ordinal), (ISOLATED.offset, ISOLATED.ordinal));
        let last = entries()
            .filter(|e| matches!(e.decl.kind, Kind::Values(..)))
            .last()
            .unwrap();
        let Kind::Values(shape, _) = last.decl.kind else {
            unreachable!()
        };
        assert_eq!(last.place + shape.len(), VALUE_COUNT);
    }
}
