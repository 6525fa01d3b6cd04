//! Offsets of the values of each key in the compiled tables, computed from the rows: by name at compile time ([`slot`],
//! [`choice`], [`number`]) and as a list at run time ([`entries`]).

use super::{Decl, Kind, Opt, SECTIONS, Section, Terms, sections};

/// The offset of a key's numbers in the flat table of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Number of the key among all keys with values, 0-based: its bit in a set of keys.
    pub ordinal: usize,
    /// Index of its first number.
    pub offset: usize,
    pub len: usize,
}

impl Slot {
    /// The set of this key alone.
    #[inline(always)]
    pub const fn bit(self) -> Terms {
        Terms::of(&[self])
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

/// Returns `true` if two strings are equal, at compile time.
pub(super) const fn same_text(a: &str, b: &str) -> bool {
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

/// Splits a key into section and name; the section of a key at the top is empty.
const fn split(key: &str) -> (&str, &str) {
    let mut i = 0;
    while i < key.len() {
        if key.as_bytes()[i] == b'.' {
            let (section, rest) = key.split_at(i);
            return (section, rest.split_at(1).1);
        }
        i += 1;
    }
    ("", key)
}

/// Counters of the keys before a given one, by kind.
struct Walk {
    slots: usize,
    values: usize,
    choices: usize,
    numbers: usize,
    found: Option<Kind>,
}

/// Walks the rows in order up to a key (section and name), or over all of them.
const fn walk(key: Option<(&str, &str)>) -> Walk {
    let mut w = Walk { slots: 0, values: 0, choices: 0, numbers: 0, found: None };
    let mut s = 0;
    while s < SECTIONS.len() {
        let mut d = 0;
        while d < SECTIONS[s].decls.len() {
            let decl = &SECTIONS[s].decls[d];
            if let Some((section, name)) = key
                && same_text(section, SECTIONS[s].name)
                && same_text(name, decl.name)
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
                Kind::Text | Kind::Lines => {}
            }
            d += 1;
        }
        s += 1;
    }
    w
}

pub const SLOT_COUNT: usize = walk(None).slots;
/// Number of values (pairs) of a profile.
pub const VALUE_COUNT: usize = walk(None).values;
pub const CHOICE_COUNT: usize = walk(None).choices;
/// Number of numbers that are not scores.
pub const NUMBER_COUNT: usize = walk(None).numbers;

/// The options of a key: named definitions, of which a profile chooses one.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    ordinal: usize,
    options: &'static [Opt],
}

impl Options {
    /// One of the options; fails to compile if there is none of this name.
    pub const fn option(self, name: &str) -> Choice {
        let mut i = 0;
        while i < self.options.len() {
            if same_text(self.options[i].name, name) {
                return Choice { ordinal: self.ordinal, option: i as u8 };
            }
            i += 1;
        }
        panic!("no such option")
    }
}

/// The offset of a key's values; fails to compile for a key that does not exist.
pub const fn slot(key: &str) -> Slot {
    let (section, name) = split(key);
    slot_in(section, name)
}

/// One option of a key; fails to compile if either does not exist.
pub const fn choice(key: &str, option: &str) -> Choice {
    let (section, name) = split(key);
    options_in(section, name).option(option)
}

/// The index of a number that is not a score; fails to compile for a key that does not exist.
pub const fn number(key: &str) -> usize {
    let (section, name) = split(key);
    number_in(section, name)
}

/// [`slot`] by section and name.
pub(super) const fn slot_in(section: &str, name: &str) -> Slot {
    let w = walk(Some((section, name)));
    match w.found {
        Some(Kind::Values(shape, _)) => Slot { ordinal: w.slots, offset: w.values, len: shape.len() },
        _ => panic!("no such key with values"),
    }
}

/// The options of a key by section and name.
pub(super) const fn options_in(section: &str, name: &str) -> Options {
    let w = walk(Some((section, name)));
    match w.found {
        Some(Kind::Choice(options)) => Options { ordinal: w.choices, options },
        _ => panic!("no such key with options"),
    }
}

/// [`number`] by section and name.
pub(super) const fn number_in(section: &str, name: &str) -> usize {
    let w = walk(Some((section, name)));
    match w.found {
        Some(Kind::Number { .. }) => w.numbers,
        _ => panic!("no such number"),
    }
}

/// A declaration with its full key and its offset, as the layers above read it.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The section of the profile that the key belongs to; the first part of its name.
    pub section: &'static Section,
    pub decl: &'static Decl,
    /// Index of its first value, its choice or its number, by kind; 0 for text.
    pub offset: usize,
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

    /// The slot of its values, if it is a key with values.
    pub const fn slot(&self) -> Option<Slot> {
        match self.decl.kind {
            Kind::Values(shape, _) => {
                Some(Slot { ordinal: self.ordinal, offset: self.offset, len: shape.len() })
            }
            _ => None,
        }
    }
}

/// Every key in order, with its offset in the compiled tables.
pub fn entries() -> impl Iterator<Item = Entry> {
    let mut w = Walk { slots: 0, values: 0, choices: 0, numbers: 0, found: None };
    sections().iter().flat_map(|s| s.decls.iter().map(move |d| (s, d))).map(move |(section, decl)| {
        let ordinal = w.slots;
        let offset = match decl.kind {
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
            Kind::Text | Kind::Lines => 0,
        };
        Entry { section, decl, offset, ordinal }
    })
}
