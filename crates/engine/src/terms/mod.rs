//! Custom terms: terms of an evaluation that a profile defines itself, in a small language over sets of squares.
//!
//! The texts of a profile ([`Sources`]: definitions and terms) become a [`Program`] or a list of [`Fault`]s. For
//! either side, a program counts how often each value of each term applies; it does not know the values. It is total:
//! every expression has a value in every position, in bounded time. A term sees the board from the side for which it
//! counts, so both sides are treated alike by construction.
//!
//! Text ([`lex`], [`parse`]) -> syntax tree ([`ast`]) -> names resolved, types checked, definitions inlined ([`check`],
//! [`expr`]) -> interpreted ([`interpreter`]), compiled for a VM ([`code`]), or folded into piece-square tables
//! ([`psqt_fold`]).

#[doc(hidden)]
pub mod ast;
#[doc(hidden)]
pub mod builtins;
#[doc(hidden)]
pub mod check;
mod code;
mod cost;
mod depends;
mod error;
#[doc(hidden)]
pub mod expr;
mod interpreter;
mod lex;
#[doc(hidden)]
pub mod ops;
#[doc(hidden)]
pub mod parse;
pub mod phrase;
#[doc(hidden)]
pub mod psqt_fold;
mod range;
pub mod reference;
mod show;
mod slopes;
mod source;
mod tables;
mod term;
mod view;

use std::collections::HashMap;

use crate::board::{COLORS, Color, Position};

use check::{Checker, Defined, Place, TermChecker, TermError};
use error::{Error, error};
use expr::Type;
use term::EACH_VARIABLE;

pub use code::{Code, CodeWithAhead, Counted, Values as ValuesAhead, Vm};
pub use cost::{MAX_COST, MAX_TERM_COST};
pub use psqt_fold::PsqtFold;
pub use show::{Means, Part as ShownPart, Shown};
pub use slopes::CountSlope;
pub use source::{
    By, Definition, Fault, Field, MAX_DEFINITIONS, MAX_LETS, MAX_TABLE, MAX_TERMS, MAX_TEXT, PERCENT, Part,
    Role, Rounding, Sources, TermSource,
};
pub use tables::{PIECE_VALUES, TableRef, Tables};
pub use term::{DEPENDS, Depends, MAX_COUNT, Term};

/// Maximum length of the name of a term in bytes.
const MAX_NAME: usize = 64;
/// The names of the halves of a value.
const STAGES: [&str; 2] = ["mg", "eg"];

/// All terms of a profile, checked and compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    terms: Vec<Term>,
}

impl Program {
    /// Checks the texts of a profile.
    ///
    /// # Errors
    /// All errors, in the order of the texts.
    pub fn new(sources: &Sources) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let definitions = read_definitions(&sources.definitions, &mut faults);
        let mut checker = Checker::new(&definitions, &sources.terms);
        for (definition, read) in sources.definitions.iter().zip(&definitions) {
            if read.is_none() {
                checker.note_faulty(definition.name());
            }
        }
        for number in 0..definitions.len() {
            let fault_of = checker.definition(number).err();
            for trouble in fault_of.into_iter().chain(checker.take_others()) {
                if trouble.is_echo() {
                    continue;
                }
                let part = match trouble.place {
                    Place::Body(other) => Part::Body(other),
                    _ => Part::Body(number),
                };
                faults.push(fault(part, trouble.error));
            }
        }
        let (mut terms, mut costs) = (Vec::new(), Vec::new());
        if sources.terms.len() > MAX_TERMS {
            let message = format!("too many terms, tables, factors and drawn rules: at most {MAX_TERMS}");
            faults.push(fault(Part::Term(MAX_TERMS, Field::Name), error(0..0, message)));
            return Err(faults);
        }
        let mut names: HashMap<(Role, &str), usize> = HashMap::new();
        for (number, source) in sources.terms.iter().enumerate() {
            if let Some(found) = check_name(source) {
                faults.push(fault(Part::Term(number, Field::Name), found));
            } else if names.insert((source.role, &source.name), number).is_some() {
                let message = format!("there is another {} `{}`", source.role.noun(), source.name);
                let found = error(0..source.name.len(), message);
                faults.push(fault(Part::Term(number, Field::Name), found));
            }
            let mut checks = TermChecker::new(&mut checker);
            let term = checks.check(source);
            costs.push(checks.cost);
            for TermError { field, place, error } in checks.troubles {
                let part = match place {
                    Place::Body(definition) => Part::Body(definition),
                    _ => Part::Term(number, field),
                };
                faults.push(fault(part, error));
            }
            terms.extend(term);
        }
        faults.extend(check_beginnings(&sources.terms));
        if faults.is_empty() {
            faults.extend(check_cost(&terms, &costs));
        }
        let mut reported = Vec::new();
        faults.retain(|fault| {
            let is_new = !reported.contains(fault);
            reported.push(fault.clone());
            is_new
        });
        if faults.is_empty() { Ok(Self { terms }) } else { Err(faults) }
    }

    /// Where expressions find the numbers of a table, by its number in the program.
    pub fn table(&self, number: usize) -> Option<TableRef> {
        let is_table = |term: &&Term| term.role == Role::Table;
        let term = self.terms.get(number).filter(is_table)?;
        let before = self.terms[..number].iter().filter(is_table).map(|term| term.by.len());
        Some(TableRef { first: PIECE_VALUES + before.sum::<usize>(), len: term.by.len() })
    }

    /// Counts a term for both sides with the interpreter, by stage of the numbers of tables: calls `add` with the side, the
    /// stage (0 or 1), the index of a value, and its count.
    pub fn interpret_stages(
        &self,
        position: &Position,
        tables: &Tables,
        through_king: bool,
        number: usize,
        mut add: impl FnMut(Color, usize, usize, i32),
    ) {
        let Some(term) = self.terms.get(number) else {
            return;
        };
        for color in COLORS {
            let view = view::View::new(position, tables, color, through_king);
            interpreter::count(term, &view, |index, n| add(color, 0, index, n));
            interpreter::count(term, &view.in_endgame(), |index, n| add(color, 1, index, n));
        }
    }

    /// The terms, in the order of the sources.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Counts all terms for both sides with the slow interpreter: calls `add` with the side, the term, the index of a
    /// value, and its count (0 only for factors), with the middlegame numbers of tables. If `through_king`, sliders of the side that is not to move see through the
    /// king of the side to move (the option of `mobility.checked_king`).
    pub fn interpret(
        &self,
        position: &Position,
        tables: &Tables,
        through_king: bool,
        mut add: impl FnMut(Color, usize, usize, i32),
    ) {
        for color in COLORS {
            let of_side = |number: usize, index: usize, n: i32| add(color, number, index, n);
            self.interpret_side(position, tables, color, through_king, |_| true, of_side);
        }
    }

    /// The same for one side, and only for terms that `is_meant` selects.
    pub fn interpret_side(
        &self,
        position: &Position,
        tables: &Tables,
        side: Color,
        through_king: bool,
        is_meant: impl Fn(usize) -> bool,
        mut add: impl FnMut(usize, usize, i32),
    ) {
        let view = view::View::new(position, tables, side, through_king);
        let is_counted = |(number, term): &(usize, &Term)| term.role != Role::Table && is_meant(*number);
        for (number, term) in self.terms.iter().enumerate().filter(is_counted) {
            interpreter::count(term, &view, |index, n| add(number, index, n));
        }
    }
}

/// Parses the definitions; invalid ones are `None`.
fn read_definitions(definitions: &[Definition], faults: &mut Vec<Fault>) -> Vec<Option<Defined>> {
    if definitions.len() > MAX_DEFINITIONS {
        let message = format!("too many definitions: at most {MAX_DEFINITIONS}");
        faults.push(fault(Part::Head(MAX_DEFINITIONS), error(0..0, message)));
        return Vec::new();
    }
    let mut read: Vec<Option<Defined>> = Vec::new();
    for (number, definition) in definitions.iter().enumerate() {
        let known = |name: &str| read.iter().flatten().any(|d| d.head.name == name);
        let head = read_head(&definition.head, known);
        let body = parse::expression(&definition.body);
        match (head, body) {
            (Ok((head, types)), Ok(body)) => read.push(Some(Defined { head, types, body })),
            (head, body) => {
                let of_head = head.err().into_iter().flatten();
                faults.extend(of_head.map(|error| fault(Part::Head(number), error)));
                faults.extend(body.err().map(|error| fault(Part::Body(number), error)));
                read.push(None);
            }
        }
    }
    read
}

/// Parses the name and the parameters of a definition.
///
/// # Errors
/// Errors for all invalid names and types.
fn read_head(text: &str, known: impl Fn(&str) -> bool) -> Result<(ast::Head, Vec<Type>), Vec<Error>> {
    let head = parse::head(text).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let name = || head.name_span.clone();
    if builtins::is_builtin(&head.name) {
        let message = format!("`{}` is built in", head.name);
        errors.push(error(name(), message).hint("take another name"));
    } else if head.name == EACH_VARIABLE && head.parameters.is_empty() {
        let message = format!("`{EACH_VARIABLE}` is what a term with `each` calls each of its squares");
        errors.push(error(name(), message).hint("take another name"));
    } else if known(&head.name) {
        let message = format!("there is another definition of `{}`", head.name);
        errors.push(error(name(), message));
    }
    let mut types = Vec::new();
    for (i, parameter) in head.parameters.iter().enumerate() {
        match Type::named(&parameter.kind) {
            Some(kind) => types.push(kind),
            None => {
                let names: Vec<&str> = Type::NAMED.iter().map(|kind| kind.name()).collect();
                let message = format!("`{}` is no type", parameter.kind);
                let hint = format!("there are {}", names.join(", "));
                errors.push(error(parameter.kind_span.clone(), message).hint(hint));
            }
        }
        let twice = head.parameters[..i].iter().any(|p| p.name == parameter.name);
        if twice || builtins::is_builtin(&parameter.name) {
            let message = format!("`{}` is something else already", parameter.name);
            errors.push(error(parameter.name_span.clone(), message).hint("take another name"));
        }
    }
    if errors.is_empty() { Ok((head, types)) } else { Err(errors) }
}

fn fault(part: Part, Error { span, message, hint }: Error) -> Fault {
    Fault { part, span, message, hint }
}

/// Checks a name: words of letters, digits and `_`, joined by dots; of a table one word, as it stands in expressions.
fn check_name(source: &TermSource) -> Option<Error> {
    let name = source.name.as_str();
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let whole = 0..name.len();
    if name.is_empty() {
        Some(error(whole, "the name is empty"))
    } else if name.len() > MAX_NAME {
        Some(error(whole, format!("the name is too long: at most {MAX_NAME} letters")))
    } else if source.role == Role::Table && name.contains('.') {
        Some(
            error(whole, "the name of a table has no dots")
                .hint("expressions have it as one word: lookup(name, index)"),
        )
    } else if !name.split('.').all(is_word) {
        let found = error(
            whole,
            "a name consists of small letters, digits and `_`, and may have dots, each followed by a letter",
        );
        Some(found.hint("as in `knights.on_rim`"))
    } else if let Some(stage) =
        name.rsplit_once('.').map(|(_, last)| last).filter(|last| STAGES.contains(last))
    {
        let message = format!("a name does not end with `{stage}`: that is what a half of a value is called");
        Some(error(whole, message).hint("take another word"))
    } else {
        None
    }
}

/// Rejects names that are prefixes of others: paths could not select such a term alone.
fn check_beginnings(terms: &[TermSource]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        let is_longer = |other: &&TermSource| {
            let rest = other.name.strip_prefix(term.name.as_str()).filter(|_| other.role == term.role);
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        if let Some(longer) = terms.iter().find(is_longer) {
            let message = format!(
                "`{}` is the beginning of the name `{}` too: one would be taken for both",
                term.name, longer.name
            );
            let found = error(0..term.name.len(), message).hint("take another name");
            faults.push(fault(Part::Term(number, Field::Name), found));
        }
    }
    faults
}

/// Rejects terms that cost too much together, given the cost of each.
fn check_cost(terms: &[Term], costs: &[u64]) -> Option<Fault> {
    let cost = cost::together(terms, costs);
    let dearest = (0..terms.len()).max_by_key(|&i| costs[i])?;
    (cost > MAX_COST).then(|| {
        let message =
            format!("the terms cost too much together: up to {cost} operations, at most {MAX_COST}");
        let hint = format!("this one costs most: up to {} alone", costs[dearest]);
        fault(Part::Term(dearest, Field::Name), error(0..0, message).hint(hint))
    })
}
