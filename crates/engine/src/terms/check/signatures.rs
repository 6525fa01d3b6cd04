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

pub fn read_builtin(builtin: &'static Builtin) -> Option<BuiltinHead> {
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
