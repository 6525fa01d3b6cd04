//! The message about a term that costs too much, and which part of it does.

use std::ops::Range;

use super::check::AskedPart;
use super::code;
use super::cost::MAX_TERM_COST;
use super::error::error;
use super::expr::ExprKind;
use super::parse;
use super::source::{Field, TermSource};
use super::term::Term;
use super::term_checker::TermChecker;

/// Longer texts of a costly part are cut.
const MAX_QUOTED: usize = 60;

/// A part of a term that costs much.
struct Dear {
    field: Field,
    span: Range<usize>,
    cost: u64,
    /// Whether it is computed for each square of the term's own loop.
    is_of_each: bool,
}

impl TermChecker<'_, '_> {
    /// Says that the term costs too much, and which part of it does.
    pub(super) fn refuse_cost(&mut self, source: &TermSource, term: &Term) {
        let message = format!(
            "the term costs too much: up to {} operations, at most {MAX_TERM_COST}",
            self.cost
        );
        let Some((dear, text)) = self.dearest(source) else {
            let (field, text) = match &source.each {
                Some(each) => (Field::Each, Some(each)),
                None => (Field::Count, source.count.as_ref()),
            };
            let found = error(0..text.map_or(0, String::len), message);
            self.fault(field, found.hint("loops within loops cost most"));
            return;
        };
        let times = match (&term.each, dear.is_of_each) {
            (Some(each), true) => format!(" for each of up to {} squares", each.most_squares()),
            _ => String::new(),
        };
        let hint = format!(
            "most of it is `{}`: up to {} operations{times}",
            quoted(&text[dear.span.clone()]),
            dear.cost
        );
        self.fault(dear.field, error(dear.span, message).hint(hint));
    }

    /// The part that costs most, with its text; of parts within it the innermost that costs half as much.
    fn dearest<'s>(&mut self, source: &'s TermSource) -> Option<(Dear, &'s str)> {
        let fields = [
            (Field::Each, &source.each),
            (Field::When, &source.when),
            (Field::Index, &source.index),
            (Field::Count, &source.count),
        ];
        let mut found = Vec::new();
        for (field, text) in fields {
            let Some(text) = text else {
                continue;
            };
            let (scope, loops) = match field {
                Field::Each => (Vec::new(), 0),
                _ => (self.scope.clone(), usize::from(source.each.is_some())),
            };
            let ast = parse::expression(text).ok()?;
            let parts = self.checker.parts(&ast, scope, loops);
            let parts = parts.into_iter().filter_map(|part| dear(field, part));
            found.extend(parts.map(|part| (part, text.as_str())));
        }
        let most = found.iter().map(|(part, _)| part.cost).max()?;
        let enough = found
            .into_iter()
            .filter(|(part, _)| part.cost >= most.div_ceil(2));
        enough.min_by_key(|(part, _)| part.cost)
    }
}

fn dear(field: Field, AskedPart { span, expr, loops }: AskedPart) -> Option<Dear> {
    let mut is_of_each = false;
    expr.walk(&mut |kind| is_of_each |= *kind == ExprKind::Variable(0));
    Some(Dear {
        field,
        span,
        cost: code::cost_of(&expr, loops)?,
        is_of_each,
    })
}

/// A text in one line, cut if it is long.
fn quoted(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
