//! Terms that a profile defines itself, as part of its values: each has a place behind those of the keys and a
//! declaration like theirs, so that whatever walks over keys with values finds them among the others.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::board::{Color, Position};
use crate::terms::{By, Fault, MAX_TABLE, MAX_TERMS, Program, Sources, Term, TermSource};

use super::keys::{Decl, Entry, Kind, SLOT_COUNT, Section, Shape, Slot, Unit, VALUE_COUNT};

/// What the keys of own terms begin with: `term.knights.on_rim`.
pub const SECTION: Section = Section {
    name: "term",
    title: "Own terms",
    meaning: "Terms that the profile defines itself.",
    decls: &[],
};

/// No profile has more values, those of the keys included: no table of a term is longer than one by count.
pub const MOST_VALUES: usize = VALUE_COUNT + MAX_TERMS * MAX_TABLE;

/// More than the sums of all own terms can come to is refused: half of what a number of 32 bits holds is left to the rest.
pub const MAX_SUM: i64 = 1 << 29;

/// The terms that a profile defines, checked, with the places of their values.
#[derive(Debug, Clone)]
pub struct OwnTerms {
    program: Program,
    entries: Vec<Entry>,
    /// What each term says, in a line.
    texts: Vec<String>,
    /// A hash of what the terms count.
    id: u64,
}

impl PartialEq for OwnTerms {
    /// Whether they count the same under the same names.
    fn eq(&self, other: &Self) -> bool {
        self.program == other.program
    }
}

impl OwnTerms {
    /// Checks what a profile says.
    ///
    /// # Errors
    /// All faults, in the order of the texts.
    pub fn new(sources: &Sources) -> Result<Self, Vec<Fault>> {
        let program = Program::new(sources)?;
        let mut place = VALUE_COUNT;
        let entries = program.terms().iter().enumerate().map(|(number, term)| {
            let shape = shape(term.by());
            let entry = Entry {
                section: &SECTION,
                decl: declaration(term.name(), shape),
                place,
                ordinal: SLOT_COUNT + number,
            };
            place += shape.len();
            entry
        });
        Ok(Self {
            entries: entries.collect(),
            texts: sources.terms.iter().map(text).collect(),
            id: fnv(format!("{:?}", program.terms()).bytes()),
            program,
        })
    }

    /// What they count.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Their keys, in the order of the program.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The key of a term by its name, which is without the section.
    pub fn find(&self, name: &str) -> Option<Entry> {
        self.entries.iter().find(|entry| entry.decl.name == name).copied()
    }

    /// The term of one of their keys.
    pub fn term(&self, entry: &Entry) -> &Term {
        &self.program.terms()[entry.ordinal - SLOT_COUNT]
    }

    /// What the term of one of their keys says, in a line.
    pub fn text(&self, entry: &Entry) -> &str {
        &self.texts[entry.ordinal - SLOT_COUNT]
    }

    /// Counts some terms for one side, whatever each value is worth: `tell` hears the number of a term and how much is
    /// counted, as a rule several times for a term. For a table without an index that is the number of an entry.
    /// Sliders do not see through a king, as by default.
    pub fn count(
        &self,
        position: &Position,
        side: Color,
        is_meant: impl Fn(usize) -> bool,
        mut tell: impl FnMut(usize, i32),
    ) {
        let terms = self.program.terms();
        let counted = |number: usize, index: usize, n: i32| match terms[number].counts_entries() {
            true => tell(number, index as i32 * n),
            false => tell(number, n),
        };
        self.program
            .count_side_plainly(position, side, false, is_meant, counted);
    }

    /// How many values they have.
    pub fn len(&self) -> usize {
        self.slots().map(|slot| slot.len).sum()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The places of their values.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        self.entries.iter().filter_map(|entry| entry.slot())
    }

    /// A hash of what is counted.
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// The shape of values that are listed so.
pub const fn shape(by: By) -> Shape {
    match by {
        By::One => Shape::One,
        By::Table(len) => Shape::ByCount {
            last: len.saturating_sub(1),
        },
        By::Rank => Shape::ByRank,
        By::File => Shape::ByFile,
        By::Square => Shape::BySquare,
    }
}

/// What a term says, field by field.
fn text(term: &TermSource) -> String {
    let lets = term
        .lets
        .iter()
        .map(|(name, text)| format!("let {name} = {text}"));
    let fields = [
        ("when", &term.when),
        ("each", &term.each),
        ("count", &term.count),
        ("index", &term.index),
    ];
    let fields = fields
        .into_iter()
        .filter_map(|(name, text)| Some(format!("{name} {}", text.as_ref()?)));
    let all = lets.chain(fields).collect::<Vec<_>>().join("; ");
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The declaration of a term with this name and shape. It stays for the life of the program, like those of the keys:
/// a few hundred bytes for each that has ever been met, of which a profile has 64 at most.
fn declaration(name: &str, shape: Shape) -> &'static Decl {
    static MET: Mutex<Option<HashMap<String, Vec<&'static Decl>>>> = Mutex::new(None);
    let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let of_name = met.get_or_insert_default().entry(name.to_owned()).or_default();
    let kind = Kind::Values(shape, Unit::Score);
    let is_it = |decl: &&&Decl| matches!(decl.kind, Kind::Values(its, _) if its == shape);
    if let Some(decl) = of_name.iter().find(is_it) {
        return decl;
    }
    let decl: &'static Decl = Box::leak(Box::new(Decl::setting(
        of_name
            .first()
            .map_or_else(|| &*name.to_owned().leak(), |decl| decl.name),
        kind,
        "A term of the profile's own.",
        "",
        "",
    )));
    of_name.push(decl);
    decl
}

/// The 64-bit hash FNV-1a.
pub fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
