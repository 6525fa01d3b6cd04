//! Tests of `profile::read_toml`.

use proptest::prelude::*;
use temperament_engine::profile::diagnostic::Diagnostics;
use temperament_engine::profile::read_toml::*;
use temperament_engine::profile::source::Format;
use temperament_engine::profile::source::Source;
use temperament_engine::profile::toml_statements::Statement;
use temperament_engine::profile::toml_statements::statements;

/// Lines that conflict with each other in all ways, and forbidden characters.
const LINES: [&str; 24] = [
    "[a]",
    "[a.b]",
    "[a.b.c]",
    "[b]",
    "[[a]]",
    "[[a.b]]",
    "[[b]]",
    "a = 1",
    "a.b = 1",
    "a.b.c = 1",
    "b = 1",
    "b.c = 2",
    "c = {}",
    "a = { b = 1 }",
    "a = { b.c = 1, b.d = 2 }",
    "a.b = { c = 1, c = 2 }",
    "c.d = [{ e = 1 },\n{}]",
    "b = []",
    "# comment",
    "# \u{7}",
    "c = 1 # \u{1f}",
    "c = 1\rd = 2",
    "d = \"\\q\"",
    "c = 1e999 # \r",
];

proptest! {
    /// The crate `toml` defines the language.
    #[test]
    fn accepts_what_the_crate_accepts(lines in proptest::collection::vec(proptest::sample::select(&LINES[..]), 1..6)) {
        let text = lines.join("\n");
        let mut faults = Diagnostics::default();
        read(&Source::new("x.toml", Format::Toml, text.as_str()), &mut faults);
        let expected = toml::de::DeTable::parse(&text).map(drop).map_err(|error| error.message().to_owned());
        prop_assert_eq!(faults.is_empty(), expected.is_ok(), "{:?}: {:?}, {:?}", text, faults.into_sorted(), expected);
    }
}

fn cut(text: &str) -> Vec<&str> {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let part = |s: Statement<'_>| {
        let (first, last) = (s.tokens[0].span(), s.tokens[s.tokens.len() - 1].span());
        text[first.start()..last.end()].trim_end()
    };
    statements(text, &tokens).into_iter().map(part).collect()
}

#[test]
fn open_brackets_end_before_the_next_key_or_heading() {
    for (text, statements) in [
        ("a = [1, 2 # x\nb = 5\n", &["a = [1, 2 # x", "b = 5"][..]),
        ("a = [[1,\n2\n[c.d]\nb = [5]", &["a = [[1,\n2", "[c.d]", "b = [5]"]),
        ("[c\na = 1", &["[c", "a = 1"]),
        ("a 1 [\nb = 2\n) # x", &["a 1 [", "b = 2", ") # x"]),
        ("[[c]\na = { x = 1\nb = 2", &["[[c]", "a = { x = 1", "b = 2"]),
        ("a = [\n[1, 2],\n[3]\n[d # x\nb = {", &["a = [\n[1, 2],\n[3]", "[d # x", "b = {"]),
    ] {
        assert_eq!(cut(text), statements);
    }
}

#[test]
fn closed_brackets_go_on() {
    for (text, count) in [
        ("a = [\n  [1, 2],\n  [3] # x\n]\nb = { c = 1,\n d = { e = 2 } }", 2),
        ("[a.\"b\"]\nx = ['''\nb = [''', \"]\"]", 2),
        ("a = [\n[nan]\n]", 1),
    ] {
        assert_eq!(cut(text).len(), count, "{text}");
    }
}

#[test]
fn duplicates_name_the_path_and_the_first() {
    for (text, path, line) in [
        ("a = 1\na = 2", "a", 1),
        ("[a]\nb.c = 1\n[a.b]\n", "a.b", 2),
        ("[a.b]\n[a]\nb.c = 1", "a.b", 1),
        ("[a]\n[a]", "a", 1),
        ("a = { b = 1, b = 2 }", "b", 1),
        ("a = 1\n[a.b]", "a", 1),
        ("[[term]]\nname = \"x\"\nvalue = 1\nvalue = 2", "term.x.value", 3),
        ("[[term]]\nname = \"x\"\n[term]", "term", 1),
        ("[term]\n[[term]]\nname = \"x\"", "term", 1),
    ] {
        let mut faults = Diagnostics::default();
        read(&Source::new("x.toml", Format::Toml, text), &mut faults);
        let faults = faults.into_sorted();
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        assert_eq!(faults[0].key.as_deref(), Some(path), "{text}");
        let hint = faults[0].hint.as_deref().unwrap();
        assert!(hint.contains(&format!("in line {line};")), "{text}: {hint}");
    }
    for text in ["[a.b]\n[a]", "a.b = 1\na.c = 2", "[a.b.c]\nx = 1\n[a]\ny = 1\n[a.b]\nz = 1"] {
        let mut faults = Diagnostics::default();
        read(&Source::new("x.toml", Format::Toml, text), &mut faults);
        assert!(faults.is_empty(), "{text}");
    }
}
