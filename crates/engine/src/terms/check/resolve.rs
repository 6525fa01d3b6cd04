//! Name resolution: a name of the scope, a side, a function; and hints for unknown names.

use std::ops::Range;

use crate::spelling;

use super::super::ast::{Ast, Kind};
use super::super::builtins::{self, SIDES};
use super::super::error::error;
use super::super::expr::{Side, Type};
use super::super::term::EACH_VARIABLE;
use super::operators;
use super::signatures::head_of;
use super::{CheckError, Checker, Nature, Place, Value};

/// Names that users may try for the number of squares.
const SIZE: [&str; 5] = ["count", "number", "len", "length", "popcount"];

/// Words that users may try, with hints.
const INSTEAD: [(&[&str], &str); 5] = [
    (
        &["white", "black"],
        "a term counts for either side: `own` is the side that it counts for, `their` the other",
    ),
    (&["my", "mine", "me", "our", "ours", "us", "friendly"], "write `own`"),
    (&["opponent", "opp", "them", "they", "theirs", "foe"], "write `their`"),
    (&SIZE, "`size(...)` is the number of squares"),
    (&["turn", "stm"], "write `own.to_move` or `their.to_move`"),
];

/// Suggests functions for a side without one.
pub(super) fn of_side(side: Side) -> String {
    let name = SIDES.iter().find(|(_, it)| *it == side).map_or("", |(name, _)| name);
    format!("`{name}.all` are the squares of all its pieces and pawns, `{name}.pawns` those of its pawns")
}

/// Suggests the set for a file or rank given by its number.
pub(super) fn set_of(ast: &Ast) -> Option<String> {
    match &ast.kind {
        Kind::Call(name, ..) if ["file", "rank"].contains(&name.as_str()) => {
            Some(format!("`{name}(...)` is a number; `{name}s(...)` are the squares of the whole {name}"))
        }
        _ => None,
    }
}

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Value, CheckError> {
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
    ) -> Result<Value, CheckError> {
        let side = self.read(of)?;
        if side.kind() != Type::Side {
            let message =
                format!("only a side has something after a point, this is {}", side.kind().article());
            let function = if SIZE.contains(&name) { "size" } else { name };
            let hint = if self.takes_one(function, side.kind()) {
                format!("write `{function}({})`", written(of))
            } else {
                "as in `own.pawns`".to_owned()
            };
            return self.trouble(error(of.span.clone(), message).hint(hint));
        }
        self.call(name, name_span, vec![(side, of.span.clone())], span)
    }

    /// Returns `true` if a function accepts a single argument of this type.
    fn takes_one(&self, name: &str, kind: Type) -> bool {
        let takes = |types: &[Type]| matches!(types, [wanted] if operators::fits(kind, *wanted));
        let defined = self.by_name.get(name).and_then(|&number| self.definitions[number].as_ref());
        defined.is_some_and(|defined| takes(&defined.types))
            || builtins::find(name).any(|builtin| takes(&head_of(builtin).types))
    }

    /// Returns `true` if a definition or built-in function has this name.
    pub(super) fn is_function(&self, name: &str) -> bool {
        self.by_name.contains_key(name) || builtins::find(name).next().is_some()
    }

    /// Returns `true` if a name has a global meaning.
    pub fn is_taken(&self, name: &str) -> bool {
        builtins::is_builtin(name) || self.by_name.contains_key(name)
    }

    pub(super) fn unknown<T>(
        &self,
        name: &str,
        span: &Range<usize>,
        arguments: &[(Value, Range<usize>)],
    ) -> Result<T, CheckError> {
        if self.faulty.iter().any(|faulty| faulty == name) {
            return Err(CheckError {
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
        if name == builtins::LOOKUP {
            let message = format!("`{name}` reads a table");
            return self.trouble(error(span.clone(), message).hint("write `lookup(name, index)`"));
        }
        if self.is_table(name) {
            let message = format!("`{name}` is a table");
            return self.trouble(error(span.clone(), message).hint(format!("write `lookup({name}, index)`")));
        }
        if let Some(it) = builtins::find_loop(name) {
            let message = format!("`{name}` goes over squares");
            let hint = format!("write `{name}(sq in squares, {})`", it.body.article());
            return self.trouble(error(span.clone(), message).hint(hint));
        }
        let one_side = matches!(arguments, [(Value::Side(_), _)]);
        if builtins::is_builtin(name) || self.scope.iter().any(|(known, _)| known == name) {
            let (message, hint) = if one_side {
                (format!("a side has no `{name}`"), "without a side before it")
            } else {
                (format!("`{name}` is no function"), "without brackets")
            };
            return self.trouble(error(span.clone(), message).hint(format!("write `{name}` {hint}")));
        }
        // Sorted, since definitions have no order: of equally similar names the first is taken.
        let mut known: Vec<&str> = self.scope.iter().map(|(name, _)| name.as_str()).collect();
        known.extend(self.by_name.keys());
        known.extend(builtins::everything().map(|name| -> &str { name }));
        known.sort_unstable();
        let message =
            if one_side { format!("a side has no `{name}`") } else { format!("there is no `{name}`") };
        let found = error(span.clone(), message);
        let instead = INSTEAD.iter().find(|(words, _)| words.contains(&name));
        let hint = match (instead, spelling::nearest(name, known.into_iter())) {
            (Some((_, hint)), _) => hint.to_string(),
            (None, Some(nearest)) => format!("did you mean `{nearest}`?"),
            (None, None) => "docs/custom-terms.md lists all names".to_owned(),
        };
        self.trouble(found.hint(hint))
    }
}

/// Formats a short expression; `...` for others.
fn written(ast: &Ast) -> String {
    match &ast.kind {
        Kind::Name(name) => name.clone(),
        Kind::Of(of, name, _) => format!("{}.{name}", written(of)),
        _ => "...".to_owned(),
    }
}
