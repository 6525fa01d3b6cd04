//! The built-in functions with parsed heads and bodies.

use std::sync::LazyLock;

use super::super::ast::{Ast, Head};
use super::super::builtins::{self, Body, Builtin};
use super::super::expr::Type;
use super::super::parse;

/// A built-in function with its parsed head and body.
pub struct BuiltinHead {
    pub builtin: &'static Builtin,
    pub head: Head,
    pub types: Vec<Type>,
    /// The body of functions written in the language.
    pub body: Option<Ast>,
}

/// All built-in functions, parsed once. A test checks that none is invalid.
static BUILTINS: LazyLock<Vec<BuiltinHead>> =
    LazyLock::new(|| builtins::all().filter_map(read_builtin).collect());

fn read_builtin(builtin: &'static Builtin) -> Option<BuiltinHead> {
    let head = parse::head(builtin.head).ok()?;
    let named = |kind: &str| match kind {
        "any" => Some(Type::Any),
        kind => Type::named(kind),
    };
    let types = head.parameters.iter().map(|p| named(&p.kind)).collect::<Option<_>>()?;
    let body = match builtin.body {
        Body::Text(text) => Some(parse::expression(text).ok()?),
        _ => None,
    };
    Some(BuiltinHead { builtin, head, types, body })
}

pub fn head_of(builtin: &Builtin) -> &'static BuiltinHead {
    BUILTINS
        .iter()
        .find(|head| head.builtin.head == builtin.head)
        .expect("every built-in function can be read")
}

#[cfg(test)]
mod tests {
    use super::super::super::expr::{Expr, ExprKind, Side};
    use super::super::{Checker, Value};
    use super::*;

    #[test]
    fn every_builtin_can_be_read_and_is_of_its_type() {
        for builtin in builtins::all() {
            let head = read_builtin(builtin).unwrap_or_else(|| panic!("{}", builtin.head));
            let Some(body) = &head.body else {
                continue;
            };
            let mut checker = Checker::new(&[]);
            let stand_in = |kind: &Type| match kind {
                Type::Squares => Value::Expr(*kind, Expr::new(ExprKind::Squares(1))),
                Type::Square => Value::Expr(*kind, Expr::new(ExprKind::Square(0))),
                Type::Number => Value::Expr(*kind, Expr::new(ExprKind::Number(1))),
                Type::Boolean => Value::Expr(*kind, Expr::new(ExprKind::Boolean(true))),
                Type::Side | Type::Any => Value::Side(Side::Their),
            };
            let names = head.head.parameters.iter().map(|p| p.name.clone());
            let scope = names.zip(head.types.iter().map(stand_in)).collect();
            let value = checker.value(body, scope, 0).unwrap_or_else(|t| panic!("{}: {t:?}", builtin.head));
            assert_eq!(value.kind(), builtin.result, "{}", builtin.head);
        }
    }

    #[test]
    fn no_two_builtins_are_written_alike() {
        for (i, builtin) in builtins::all().enumerate() {
            let types = |b: &'static Builtin| (b.name(), head_of(b).types.clone());
            let alike = builtins::all().skip(i + 1).find(|other| types(other) == types(builtin));
            assert!(alike.is_none(), "{}", builtin.head);
        }
    }
}
