//! Custom terms as part of the values of a profile: each has a slot after those of the keys and a declaration like
//! theirs, so that code which iterates over keys with values includes them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::board::{Color, Position};
use crate::fnv::fnv1a;
use crate::terms::phrase::Phrase;
use crate::terms::{
    By, Fault, MAX_TABLE, MAX_TERMS, PERCENT, Program, Role, Rounding, Sources, Tables, Term, TermSource,
};

use super::keys::{Decl, Entry, Kind, SLOT_COUNT, Section, Shape, Slot, Unit, VALUE_COUNT};

/// The sections of what a profile declares itself, by [`Role`]: the first is that of terms.
pub const SECTIONS: [Section; 4] = [
    section(Role::Term, "Custom terms", "Terms that the profile defines itself."),
    section(Role::Table, "Custom tables", "Numbers that custom terms look up."),
    section(Role::Factor, "Custom factors", "Factors that the profile applies to the score."),
    section(Role::Drawn, "Drawn positions", "Positions that the profile scores as draws."),
];

const fn section(role: Role, title: &'static str, meaning: &'static str) -> Section {
    Section { name: role.key(), title, meaning, decls: &[] }
}

/// The section of custom terms: `term.knights.on_rim`.
pub const SECTION: &Section = &SECTIONS[Role::Term as usize];

/// Maximum number of values of a profile, including those of the keys.
pub const MOST_VALUES: usize = VALUE_COUNT + MAX_TERMS * MAX_TABLE;

/// Maximum sum of all custom terms: half of the 32-bit range is left to all other terms.
pub const MAX_SUM: i64 = 1 << 29;

/// The checked terms of a profile, with the slots of their values.
#[derive(Debug, Clone)]
pub struct CustomTerms {
    program: Program,
    entries: Vec<Entry>,
    /// The text of each term in one line.
    texts: Vec<String>,
    /// The phrase of each term.
    phrases: Vec<Option<Phrase>>,
    /// A hash of the expressions of the terms.
    id: u64,
}

impl PartialEq for CustomTerms {
    /// Returns `true` if they count the same under the same names.
    fn eq(&self, other: &Self) -> bool {
        self.program == other.program
    }
}

impl CustomTerms {
    /// Checks the terms of a profile.
    ///
    /// # Errors
    /// All errors, in the order of the texts.
    pub fn new(sources: &Sources) -> Result<Self, Vec<Fault>> {
        let program = Program::new(sources)?;
        let mut offset = VALUE_COUNT;
        let entries = program.terms().iter().enumerate().map(|(number, term)| {
            let entry = Entry {
                section: &SECTIONS[term.role() as usize],
                decl: declaration(term.role(), term.name(), term.by()),
                offset,
                ordinal: SLOT_COUNT + number,
            };
            offset += term.by().len();
            entry
        });
        Ok(Self {
            entries: entries.collect(),
            texts: sources.terms.iter().map(text).collect(),
            phrases: sources.terms.iter().map(|term| Phrase::parse(term.say.as_deref()?).ok()).collect(),
            id: fnv1a(format!("{:?}", program.terms()).bytes()),
            program,
        })
    }

    /// The checked terms.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Their keys, in the order of the program, except rules of draws, which have no values and come last.
    pub fn entries(&self) -> &[Entry] {
        let valued = self.entries.partition_point(|entry| entry.slot().is_some());
        &self.entries[..valued]
    }

    /// The same with the rules of draws.
    pub fn all_entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Finds the key of a term, table or factor by its name, without the section.
    pub fn find(&self, role: Role, name: &str) -> Option<Entry> {
        self.entries.iter().find(|entry| entry.section.name == role.key() && entry.decl.name == name).copied()
    }

    /// The term of one of their keys.
    pub fn term(&self, entry: &Entry) -> &Term {
        &self.program.terms()[entry.ordinal - SLOT_COUNT]
    }

    /// Returns the text of a term by its key, in one line.
    pub fn text(&self, entry: &Entry) -> &str {
        &self.texts[entry.ordinal - SLOT_COUNT]
    }

    /// Counts some terms for one side, whatever their values: calls `add` with the number of a term and its count, or
    /// the entry number for a table without an index; usually several times per term. A king blocks sliders, as by
    /// default.
    pub fn count(
        &self,
        position: &Position,
        tables: &Tables,
        side: Color,
        is_meant: impl Fn(usize) -> bool,
        mut add: impl FnMut(usize, i32),
    ) {
        let terms = self.program.terms();
        let counted = |number: usize, index: usize, n: i32| {
            let is_entry = terms[number].counts_entries();
            add(number, if is_entry { index as i32 * n } else { n });
        };
        self.program.interpret_side(position, tables, side, false, is_meant, counted);
    }

    /// The phrase of a term by its key, if it has one.
    pub fn phrase(&self, entry: &Entry) -> Option<&Phrase> {
        self.phrases[entry.ordinal - SLOT_COUNT].as_ref()
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.slots().map(|slot| slot.len).sum()
    }

    /// Returns `true` if there are no terms.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The slots of their values, in the order of the program; a rule of draws has an empty one.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        let none = |entry: &Entry| Slot { ordinal: entry.ordinal, offset: entry.offset, len: 0 };
        self.entries.iter().map(move |entry| entry.slot().unwrap_or_else(|| none(entry)))
    }

    /// A hash of the expressions of the terms.
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// The shape of values with this index.
pub const fn shape(by: By) -> Shape {
    match by {
        By::Nothing | By::One => Shape::One,
        By::Table(len) => Shape::ByCount { last: len.saturating_sub(1) },
        By::Rank => Shape::ByRank,
        By::File => Shape::ByFile,
        By::Square => Shape::BySquare,
    }
}

/// The text of a term, field by field.
fn text(term: &TermSource) -> String {
    let lets = term.lets.iter().map(|(name, text)| format!("let {name} = {text}"));
    let fields = [("when", &term.when), ("each", &term.each), ("count", &term.count), ("index", &term.index)];
    let fields = fields.into_iter().filter_map(|(name, text)| Some(format!("{name} {}", text.as_ref()?)));
    let columns = term.columns.map(|columns| format!("columns {columns}"));
    let divisor = (term.divisor != PERCENT).then(|| format!("divisor {}", term.divisor));
    let rounding = (term.rounding == Rounding::Down).then(|| "rounding down".to_owned());
    let after = term.after_blend.then(|| "after the blend".to_owned());
    let settings = [columns, divisor, rounding, after].into_iter().flatten();
    let all = lets.chain(fields).chain(settings).collect::<Vec<_>>().join("; ");
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the declaration of a term with this role, name and index. It lives as long as the program, like those of the
/// keys: a few hundred bytes for each one ever created, of which a profile has at most 128.
fn declaration(role: Role, name: &str, by: By) -> &'static Decl {
    type Met = HashMap<(Role, String), Vec<&'static Decl>>;
    static MET: Mutex<Option<Met>> = Mutex::new(None);
    let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let of_name = met.get_or_insert_default().entry((role, name.to_owned())).or_default();
    let shape = shape(by);
    let kind = match role {
        Role::Term => Kind::score(shape),
        Role::Table | Role::Factor => Kind::Values(shape, Unit::Plain),
        Role::Drawn => Kind::Text,
    };
    let is_it = |decl: &&&Decl| match decl.kind {
        Kind::Values(its, _) => its == shape,
        _ => role == Role::Drawn,
    };
    if let Some(decl) = of_name.iter().find(is_it) {
        return decl;
    }
    let meaning = || match role {
        Role::Term => format!("What the custom term `{name}` counts."),
        Role::Table => format!("The numbers of the custom table `{name}`."),
        Role::Factor => format!("How the custom factor `{name}` changes the score."),
        Role::Drawn => format!("The position is a draw by the rule `{name}`."),
    };
    let (name, meaning) = of_name
        .first()
        .map_or_else(|| (&*name.to_owned().leak(), &*meaning().leak()), |decl| (decl.name, decl.meaning));
    let decl: &'static Decl = Box::leak(Box::new(Decl { name, kind, meaning, ..Decl::DEFAULT }));
    of_name.push(decl);
    decl
}
