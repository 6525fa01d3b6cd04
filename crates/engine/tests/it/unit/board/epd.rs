//! Tests of `board::epd`.

use proptest::prelude::*;
use temperament_engine::board::Position;
use temperament_engine::board::epd::*;

const FIELDS: &str = "4k3/8/8/8/8/8/P7/4K3 w - -";

fn read(line: &str) -> Vec<(String, Vec<String>)> {
    let (_, text) = split(line);
    let operands = |op: &Operation| op.operands.iter().map(ToString::to_string).collect();
    operations(text).map(|op| (op.opcode.to_owned(), operands(&op))).collect()
}

#[test]
fn strings_may_have_semicolons_quotes_and_opcodes() {
    let line = format!(r#"{FIELDS} id "see; fmvn 99; \"x\" C:\d \\";hmvc 3;bm Ke2  a4 ; c0 it"s; ;fmvn 12"#);
    let expected = [
        ("id", vec![r#"see; fmvn 99; "x" C:\d \"#]),
        ("hmvc", vec!["3"]),
        ("bm", vec!["Ke2", "a4"]),
        ("c0", vec!["it\"s"]),
        ("fmvn", vec!["12"]),
    ];
    let expected = expected.map(|(name, operands)| {
        (name.to_owned(), operands.into_iter().map(str::to_owned).collect::<Vec<_>>())
    });
    assert_eq!(read(&line), expected);
    assert_eq!(Position::from_fen(&line).unwrap().fen(false), format!("{FIELDS} 3 12"));
}

#[test]
fn fields_end_where_operations_begin() {
    for (line, fields, operations) in [
        ("a w - - 0 1", "a w - - 0 1", ""),
        (" a  w - -\tbm x; ", "a  w - -", "bm x;"),
        ("a w - - 0 1 bm x;", "a w - - 0 1", "bm x;"),
        ("a w - - 0 1;", "a w - - 0 1", ";"),
        ("a w - -;D1 20", "a w - -", ";D1 20"),
        ("a w ;D1 20", "a w", ";D1 20"),
        ("a w - - - 3 x", "a w - - - 3", "x"),
        ("", "", ""),
    ] {
        assert_eq!(split(line), (fields, operations), "{line}");
    }
}

#[test]
fn an_open_string_ends_with_the_line() {
    assert_eq!(
        read(&format!("{FIELDS} id \"a; fmvn 9;")),
        [("id".to_owned(), vec!["a; fmvn 9;".to_owned()])]
    );
}

proptest! {
    #[test]
    fn no_line_is_too_odd_to_split(line in "[a-c;\"\\\\ \\-0-9\u{e9}]*") {
        read(&line);
        let (fields, operations) = split(&line);
        prop_assert!(fields.len() + operations.len() <= line.len());
    }
}
