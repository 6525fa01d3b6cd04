//! What a word means: a name of the scope, a side, a function; and what may have been meant by one that means nothing.

use std::ops::Range;

use crate::spelling;

use super::super::ast::{Ast, Kind};
use super::super::error::error;
use super::super::expr::{Side, Type};
use super::super::names::{self, SIDES};
use super::super::operators;
use super::super::term::EACH_VARIABLE;
use super::builtins::head_of;
use super::{Checker, Nature, Place, Trouble, Value};

/// Names that people give to the number of squares.
const SIZE: [&str; 5] = ["count", "number", "len", "length", "popcount"];

/// Words that people try, with what the language has instead.
const INSTEAD: [(&[&str], &str); 5] = [
    (
        &["white", "black"],
        "a term counts for either side: `own` is the side that it counts for, `their` the other",
    ),
    (
        &["my", "mine", "me", "our", "ours", "us", "friendly"],
        "write `own`",
    ),
    (
        &["opponent", "opp", "them", "they", "theirs", "foe"],
        "write `their`",
    ),
    (&SIZE, "`size(...)` is the number of squares"),
    (&["turn", "stm"], "write `own.to_move` or `their.to_move`"),
];

/// How to get squares of a side that stands alone.
pub(super) fn of_side(side: Side) -> String {
    let name = SIDES
        .iter()
        .find(|(_, it)| *it == side)
        .map_or("", |(name, _)| name);
    format!("`{name}.all` are the squares of all its pieces and pawns, `{name}.pawns` those of its pawns")
}

/// How to get the squares of a file or rank whose number was written.
pub(super) fn set_of(ast: &Ast) -> Option<String> {
    match &ast.kind {
        Kind::Call(name, ..) if ["file", "rank"].contains(&name.as_str()) => Some(format!(
            "`{name}(...)` is a number; `{name}s(...)` are the squares of the whole {name}"
        )),
        _ => None,
    }
}

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Value, Trouble> {
        if let Some((_, value)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            let value = value.clone();
            if let Value::Expr(_, expr) = &value {
                self.note(expr, expr.size, span)?;
            }
            return Ok(value);
        }
        if let Some((_, side)) = SIDES.iter().find(|(known, _)| *known == name) {
            return Ok(Value::Side(*side));
        }
        self.call(name, span, Vec::new(), span)
    }

    pub(super) fn of_side(
        &mut self,
        of: &Ast,
        name: &str,
        name_span: &Range<usize>,
        span: &Range<usize>,
    ) -> Result<Value, Trouble> {
        let side = self.read(of)?;
        if side.kind() != Type::Side {
            let message = format!(
                "only a side has something after a point, this is {}",
                side.kind().article()
            );
            let function = if SIZE.contains(&name) { "size" } else { name };
            let hint = match self.takes_one(function, side.kind()) {
                true => format!("write `{function}({})`", written(of)),
                false => "as in `own.pawns`".to_owned(),
            };
            return self.trouble(error(of.span.clone(), message).hint(hint));
        }
        self.call(name, name_span, vec![(side, of.span.clone())], span)
    }

    /// Whether a function can be used with one argument, of this type.
    fn takes_one(&self, name: &str, kind: Type) -> bool {
        let takes = |types: &[Type]| matches!(types, [wanted] if operators::fits(kind, *wanted));
        let defined = self
            .by_name
            .get(name)
            .and_then(|&number| self.definitions[number].as_ref());
        defined.is_some_and(|defined| takes(&defined.types))
            || names::find(name).any(|builtin| takes(&head_of(builtin).types))
    }

    /// Whether there is a definition or a built-in function of a name.
    pub(super) fn is_function(&self, name: &str) -> bool {
        self.by_name.contains_key(name) || names::find(name).next().is_some()
    }

    /// Whether a name means something everywhere.
    pub fn is_taken(&self, name: &str) -> bool {
        names::is_builtin(name) || self.by_name.contains_key(name)
    }

    pub(super) fn unknown<T>(
        &self,
        name: &str,
        span: &Range<usize>,
        arguments: &[(Value, Range<usize>)],
    ) -> Result<T, Trouble> {
        if self.faulty.iter().any(|faulty| faulty == name) {
            return Err(Trouble {
                place: self.place,
                error: error(span.clone(), format!("`{name}` has a fault")),
                nature: Nature::Echo,
            });
        }
        if name == EACH_VARIABLE {
            let message = format!("there is no `{name}` here");
            let hint = match self.place {
                Place::Asked => {
                    "`each` is missing, as in each = \"own.knights\": in the other fields `sq` is each of these in turn"
                }
                _ => "a definition may have it as a parameter: `name(sq: square)`",
            };
            return self.trouble(error(span.clone(), message).hint(hint));
        }
        if let Some(it) = names::find_loop(name) {
            let message = format!("`{name}` goes over squares");
            let hint = format!("write `{name}(sq in squares, {})`", it.body.article());
            return self.trouble(error(span.clone(), message).hint(hint));
        }
        let one_side = matches!(arguments, [(Value::Side(_), _)]);
        if names::is_builtin(name) || self.scope.iter().any(|(known, _)| known == name) {
            let (message, hint) = if one_side {
                (format!("a side has no `{name}`"), "without a side before it")
            } else {
                (format!("`{name}` is no function"), "without brackets")
            };
            return self.trouble(error(span.clone(), message).hint(format!("write `{name}` {hint}")));
        }
        // Of names that are alike in the same way the first by the alphabet, since those of definitions have no order.
        let mut known: Vec<&str> = self.scope.iter().map(|(name, _)| name.as_str()).collect();
        known.extend(self.by_name.keys());
        known.extend(names::everything().map(|name| -> &str { name }));
        known.sort_unstable();
        let message = if one_side {
            format!("a side has no `{name}`")
        } else {
            format!("there is no `{name}`")
        };
        let found = error(span.clone(), message);
        let instead = INSTEAD.iter().find(|(words, _)| words.contains(&name));
        let hint = match (instead, spelling::nearest(name, known.into_iter())) {
            (Some((_, hint)), _) => hint.to_string(),
            (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
            (None, None) => "docs/own-terms.md lists all names".to_owned(),
        };
        self.trouble(found.hint(hint))
    }
}

/// A short expression as it is written; dots for others.
fn written(ast: &Ast) -> String {
    match &ast.kind {
        Kind::Name(name) => name.clone(),
        Kind::Of(of, name, _) => format!("{}.{name}", written(of)),
        _ => "...".to_owned(),
    }
}
