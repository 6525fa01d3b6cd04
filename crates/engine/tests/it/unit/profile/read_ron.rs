//! Tests of `profile::read_ron`.

use temperament_engine::profile::diagnostic::Diagnostics;
use temperament_engine::profile::node::Value;
use temperament_engine::profile::read_ron::*;
use temperament_engine::profile::source::Format;
use temperament_engine::profile::source::Source;

fn messages(text: &str) -> Vec<String> {
    let mut faults = Diagnostics::default();
    read(&Source::new("x", Format::Ron, text), &mut faults);
    faults.into_sorted().iter().map(ToString::to_string).collect()
}

fn value(text: &str) -> Value {
    let mut faults = Diagnostics::default();
    let mut table = read(&Source::new("x", Format::Ron, format!("(a: {text})")), &mut faults);
    assert!(faults.is_empty(), "{text}");
    table.0.remove(0).node.value
}

#[test]
fn scalars() {
    for (text, expected) in [
        ("-12", Value::Int(-12)),
        ("+1_000", Value::Int(1000)),
        ("0xff", Value::Int(255)),
        ("0b101u8", Value::Int(5)),
        ("-0o17i8", Value::Int(-15)),
        ("1.5e-1", Value::Float(0.15)),
        (".5", Value::Float(0.5)),
        ("1.1f32", Value::Float(1.1)),
        ("-inf", Value::Float(f64::NEG_INFINITY)),
        ("'x'", Value::text("x")),
        (r#""a\n\u{e4}\x41\"""#, Value::text("a\nä\x41\"")),
        ("r#\"a\\ \"b\"#", Value::text("a\\ \"b")),
        ("Some(true)", Value::Bool(true)),
        ("None", Value::Other("None")),
        ("/* /* b */ ( */ rank // c", Value::Other("a word without quotes")),
    ] {
        let text = format!("{text}\n");
        assert_eq!(value(&text), expected, "{text}");
    }
}

#[test]
fn a_toml_file_is_called_that() {
    for text in ["# mine\nname = \"x\"", "\nname = \"x\"", "material.pawn=1"] {
        let messages = messages(text);
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("this looks like TOML, not RON"), "{messages:?}");
    }
}

#[test]
fn every_mistake_of_a_table_and_list_is_reported() {
    assert_eq!(
        messages("(a: [1,,2], b: 1x, c: , d: [1 2], e: 256u8, a: 1, f: \"\\q\")"),
        [
            "x:1:8: error: expected a value",
            "x:1:16: error: `1x` is not a number",
            "x:1:23: error: expected a value",
            "x:1:31: error: expected a comma or the closing bracket",
            "x:1:38: error: `e`: `256u8` is out of bounds for its type (write the number without its type)",
            "x:1:45: error: duplicate key `a` (the first is in line 1; remove one of the two)",
            "x:1:55: error: unknown escape character",
        ]
    );
}

#[test]
fn brackets_that_do_not_match_end_it() {
    assert_eq!(
        messages("(a: [1, 2),\nb: x y z)"),
        ["x:1:10: error: expected `]` for the bracket in line 1, found `)`"]
    );
    assert_eq!(messages("(a: \"b)").len(), 1);
    assert_eq!(messages("/* (a: 1)").len(), 1);
    assert_eq!(messages("").len(), 1);
}
