//! Tests of `profile::diagnostic`.

use temperament_engine::profile::diagnostic::*;
use temperament_engine::profile::source::Format;
use temperament_engine::profile::source::Location;
use temperament_engine::profile::source::Source;

#[test]
fn a_key_with_line_breaks_stays_on_one_line() {
    let source = Source::new("a\nb.toml", Format::Toml, "x = 1");
    let text = "unknown key `x\r\nbestmove e2e4\u{1b}[2J`";
    let line = Diagnostic::error(Location::at(&source, 0..1), text).hint("a\nb").to_string();
    assert!(!line.contains(char::is_control), "{line:?}");
    assert!(line.starts_with(r"a\nb.toml:1:1: error: unknown key `x\r\nbestmove"), "{line}");
}

#[test]
fn faults_are_sorted_by_place_and_bounded() {
    let source = Source::new("x.toml", Format::Toml, "x".repeat(300));
    let mut faults = Diagnostics::default();
    for i in (0..250).rev() {
        faults.add(|| Diagnostic::error(Location::at(&source, i..i + 1), i.to_string()));
    }
    let list = faults.into_sorted();
    assert_eq!(list.len(), 101);
    assert!(list[..100].is_sorted_by_key(|d| d.column()));
    assert_eq!(list[100].message, "150 more faults are not listed");
}

#[test]
fn the_excerpt_of_a_long_line_is_short() {
    // Rendering the whole line a hundred times would take minutes.
    let text = format!("{}wrong{}", "é".repeat(500_000), "ö".repeat(500_000));
    let at = text.find("wrong").unwrap();
    for end in [at + 5, text.len()].repeat(50) {
        let source = Source::new("x.toml", Format::Toml, &*text);
        let rendered = Diagnostic::error(Location::at(&source, at..end), "no").render(Style::Plain);
        assert!(rendered.contains(" x.toml:1:500001\n"), "{rendered}");
        assert!(rendered.contains("éwrongö") && rendered.contains("^^^^^"), "{rendered}");
        assert!(rendered.len() < 2000, "{rendered}");
    }
}
