//! Tests of `profile::custom_terms::texts`.

use temperament_engine::profile::custom_terms::texts::*;
use temperament_engine::profile::node::Named;
use temperament_engine::profile::source::Format;
use temperament_engine::profile::source::Location;
use temperament_engine::profile::source::Source;

fn found(format: Format, raw: &str, text: &str, wanted: &str) -> String {
    let source = Source::new("x", format, raw);
    let at = text.find(wanted).unwrap();
    let named = Named { text: text.to_owned(), location: Location::at(&source, 0..raw.len()) };
    let location = part(&named, &(at..at + wanted.len()));
    source.text[location.span.unwrap()].to_owned()
}

#[test]
fn a_part_is_found_behind_quotes_and_escapes() {
    for (format, raw, text, wanted) in [
        (Format::Toml, r#""a & bb""#, "a & bb", "bb"),
        (Format::Toml, "'a & bb'", "a & bb", "bb"),
        (Format::Toml, "\"\"\"\na\n & bb\"\"\"", "a\n & bb", "bb"),
        (Format::Toml, "'''\r\na & bb'''", "a & bb", "bb"),
        (Format::Toml, "'''a\r\n\r\n & bb'''", "a\n\n & bb", "bb"),
        (Format::Ron, "\"a\r\n & bb\"", "a\n & bb", "bb"),
        (Format::Toml, "\"\"\"a \\\n    & \\t bb\"\"\"", "a & \t bb", "bb"),
        (Format::Toml, r#""\u00e4 & bb""#, "ä & bb", "bb"),
        (Format::Ron, r#""a\n\u{e4} & bb""#, "a\nä & bb", "bb"),
    ] {
        assert_eq!(found(format, raw, text, wanted), wanted, "{raw}");
    }
    // What is not recognised gets the location of the whole.
    assert_eq!(found(Format::Toml, r#""a""#, "b & c", "c"), r#""a""#);
}
