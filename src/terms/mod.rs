//! Terms of an evaluation that a profile defines itself, in a small language over sets of squares.
//!
//! What a profile says ([`Sources`]: definitions and terms as text) becomes a [`Program`] or a list of [`Fault`]s. A
//! program counts, for either side, which value of which term counts how often; what the values are it does not know.
//! It is total: every expression has a value in every position, in bounded time. The board is always seen by the side
//! for which a term counts, Black's mirrored, so both sides count alike by construction.
//!
//! Text ([`lex`], [`parse`]) -> expressions as written ([`ast`]) -> names resolved, types checked, definitions put in
//! ([`check`], [`expr`]) -> interpreted ([`interpreter`]), compiled ([`code`]), or added to the piece-square tables
//! ([`psqt_fold`]).

mod ast;
mod check;
mod code;
mod cost;
mod costly_part;
mod error;
mod expr;
#[cfg(test)]
mod fuzz;
mod interpreter;
mod lex;
mod names;
mod operators;
mod parse;
mod psqt_fold;
pub mod reference;
mod show;
mod source;
mod term;
mod term_checker;
mod view;

use std::collections::HashMap;

use crate::board::{COLORS, Color, Position};

use check::{Checker, Defined, Place};
use error::{Error, error};
use expr::Type;
use term::EACH_VARIABLE;
use term_checker::{TermChecker, TermTrouble};

pub use code::{Attacks, Code, Compiled};
pub use cost::{MAX_COST, MAX_TERM_COST};
pub use psqt_fold::Placed;
pub use show::{Means, Part as ShownPart, Shown};
pub use source::{
    By, Definition, Fault, Field, MAX_DEFINITIONS, MAX_LETS, MAX_TABLE, MAX_TERMS, MAX_TEXT, Part, Sources,
    TermSource,
};
pub use term::{DEPENDS, Depends, MAX_COUNT, Term};

/// The longest name of a term, in bytes.
const MAX_NAME: usize = 64;
/// What the halves of a value are called.
const STAGES: [&str; 2] = ["mg", "eg"];

/// All terms of a profile, checked and ready to be counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    terms: Vec<Term>,
}

impl Program {
    /// Checks what a profile says.
    ///
    /// # Errors
    /// All faults, in the order of the texts.
    pub fn new(sources: &Sources) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let definitions = read_definitions(&sources.definitions, &mut faults);
        let mut checker = Checker::new(&definitions);
        for (definition, read) in sources.definitions.iter().zip(&definitions) {
            if read.is_none() {
                checker.note_faulty(definition.name());
            }
        }
        for number in 0..definitions.len() {
            if let Err(trouble) = checker.definition(number)
                && !trouble.is_echo()
            {
                let part = match trouble.place {
                    Place::Body(other) => Part::Body(other),
                    _ => Part::Body(number),
                };
                faults.push(fault(part, trouble.error));
            }
        }
        let (mut terms, mut costs) = (Vec::new(), Vec::new());
        if sources.terms.len() > MAX_TERMS {
            let message = format!("too many terms: {}, at most {MAX_TERMS}", sources.terms.len());
            faults.push(fault(Part::Term(MAX_TERMS, Field::Name), error(0..0, message)));
            return Err(faults);
        }
        let mut names: HashMap<&str, usize> = HashMap::new();
        for (number, source) in sources.terms.iter().enumerate() {
            if let Some(found) = check_name(&source.name) {
                faults.push(fault(Part::Term(number, Field::Name), found));
            } else if names.insert(&source.name, number).is_some() {
                let message = format!("there is another term `{}`", source.name);
                let found = error(0..source.name.len(), message);
                faults.push(fault(Part::Term(number, Field::Name), found));
            }
            let mut checks = TermChecker::new(&mut checker);
            let term = checks.check(source);
            costs.push(checks.cost);
            for TermTrouble { field, place, error } in checks.troubles {
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
        let mut told = Vec::new();
        faults.retain(|fault| {
            let is_new = !told.contains(fault);
            told.push(fault.clone());
            is_new
        });
        if faults.is_empty() {
            Ok(Self { terms })
        } else {
            Err(faults)
        }
    }

    /// The code of those terms for which `is_live` returns true.
    pub fn code(&self, is_live: impl Fn(usize) -> bool) -> Code {
        Code::new(&self.terms, is_live)
    }

    /// The terms, in the order of the sources.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Counts all terms for both sides by the book, slowly: `tell` hears side, term, which of its values, and how often
    /// that counts (never 0). If `through_king`, sliders of the side that is not to move see through the king of the
    /// side to move (the option of `mobility.checked_king`).
    pub fn count_plainly(
        &self,
        position: &Position,
        through_king: bool,
        mut tell: impl FnMut(Color, usize, usize, i32),
    ) {
        for color in COLORS {
            let of_side = |number: usize, index: usize, n: i32| tell(color, number, index, n);
            self.count_side_plainly(position, color, through_king, |_| true, of_side);
        }
    }

    /// The same for one side, and for those terms only that are meant.
    pub fn count_side_plainly(
        &self,
        position: &Position,
        side: Color,
        through_king: bool,
        is_meant: impl Fn(usize) -> bool,
        mut tell: impl FnMut(usize, usize, i32),
    ) {
        let view = view::View::new(position, side, through_king);
        for (number, term) in self.terms.iter().enumerate().filter(|(n, _)| is_meant(*n)) {
            interpreter::count(term, &view, |index, n| tell(number, index, n));
        }
    }
}

/// A word that a definition may not have as its name or type, or that is there twice.
fn read_definitions(definitions: &[Definition], faults: &mut Vec<Fault>) -> Vec<Option<Defined>> {
    if definitions.len() > MAX_DEFINITIONS {
        let message = format!(
            "too many definitions: {}, at most {MAX_DEFINITIONS}",
            definitions.len()
        );
        faults.push(fault(Part::Head(MAX_DEFINITIONS), error(0..0, message)));
        return Vec::new();
    }
    let mut read: Vec<Option<Defined>> = Vec::new();
    for (number, definition) in definitions.iter().enumerate() {
        let known = |name: &str| read.iter().flatten().any(|d| d.head.name == name);
        let head = read_head(&definition.head, known).map_err(|e| (Part::Head(number), e));
        let body = parse::expression(&definition.body).map_err(|e| (Part::Body(number), e));
        match (head, body) {
            (Ok((head, types)), Ok(body)) => read.push(Some(Defined { head, types, body })),
            (head, body) => {
                let troubles = [head.err(), body.err()];
                faults.extend(
                    troubles
                        .into_iter()
                        .flatten()
                        .map(|(part, error)| fault(part, error)),
                );
                read.push(None);
            }
        }
    }
    read
}

fn read_head(text: &str, known: impl Fn(&str) -> bool) -> Result<(ast::Head, Vec<Type>), Error> {
    let head = parse::head(text)?;
    if names::is_builtin(&head.name) {
        let message = format!("`{}` is built in", head.name);
        return Err(error(head.name_span, message).hint("take another name"));
    }
    if head.name == EACH_VARIABLE && head.parameters.is_empty() {
        let message = format!("`{EACH_VARIABLE}` is what a term with `each` calls each of its squares");
        return Err(error(head.name_span, message).hint("take another name"));
    }
    if known(&head.name) {
        let message = format!("there is another definition of `{}`", head.name);
        return Err(error(head.name_span, message));
    }
    let mut types = Vec::new();
    for (i, parameter) in head.parameters.iter().enumerate() {
        let Some(kind) = Type::named(&parameter.kind) else {
            let names: Vec<&str> = Type::NAMED.iter().map(|kind| kind.name()).collect();
            let message = format!("`{}` is no type", parameter.kind);
            let hint = format!("there are {}", names.join(", "));
            return Err(error(parameter.kind_span.clone(), message).hint(hint));
        };
        let twice = head.parameters[..i].iter().any(|p| p.name == parameter.name);
        if twice || names::is_builtin(&parameter.name) {
            let message = format!("`{}` is something else already", parameter.name);
            return Err(error(parameter.name_span.clone(), message).hint("take another name"));
        }
        types.push(kind);
    }
    Ok((head, types))
}

fn fault(part: Part, Error { span, message, hint }: Error) -> Fault {
    Fault {
        part,
        span,
        message,
        hint,
    }
}

/// What is wrong with a name: words of letters, digits and `_`, joined by points.
fn check_name(name: &str) -> Option<Error> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let whole = 0..name.len();
    if name.is_empty() {
        Some(error(whole, "the name is empty"))
    } else if name.len() > MAX_NAME {
        Some(error(
            whole,
            format!("the name is too long: at most {MAX_NAME} letters"),
        ))
    } else if !name.split('.').all(is_word) {
        let found = error(
            whole,
            "a name is made of small letters, digits and `_`; it may have points, and after each a letter comes first",
        );
        Some(found.hint("as in `knights.on_rim`"))
    } else if let Some(stage) = name
        .rsplit_once('.')
        .map(|(_, last)| last)
        .filter(|last| STAGES.contains(last))
    {
        let message = format!("a name does not end with `{stage}`: that is what a half of a value is called");
        Some(error(whole, message).hint("take another word"))
    } else {
        None
    }
}

/// Names that are the beginning of others: nobody could tell one term from a group of them.
fn check_beginnings(terms: &[TermSource]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        let is_longer = |other: &&TermSource| {
            let rest = other.name.strip_prefix(term.name.as_str());
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

/// Whether all terms together cost too much; each costs so much alone.
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
