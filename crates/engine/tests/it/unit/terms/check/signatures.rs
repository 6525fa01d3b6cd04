//! Tests of `terms::check::signatures`.

use temperament_engine::terms::builtins;
use temperament_engine::terms::builtins::Builtin;
use temperament_engine::terms::check::Checker;
use temperament_engine::terms::check::Value;
use temperament_engine::terms::check::signatures::*;
use temperament_engine::terms::expr::Expr;
use temperament_engine::terms::expr::ExprKind;
use temperament_engine::terms::expr::Side;
use temperament_engine::terms::expr::Type;

#[test]
fn every_builtin_can_be_read_and_is_of_its_type() {
    for builtin in builtins::all() {
        let head = read_builtin(builtin).unwrap_or_else(|| panic!("{}", builtin.head));
        let Some(body) = &head.body else {
            continue;
        };
        let mut checker = Checker::new(&[], &[]);
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
