//! Formats a profile in TOML: one blank line between sections, tables of numbers in columns,
//! comments aligned. No value changes, and no key or section moves. `toml_edit` keeps a layout but cannot align columns.
//!
//! It works on parser events rather than on a tree, which keeps the order of everything, and parses its own result
//! again before returning it.

mod layout;
mod lines;

use std::sync::Arc;

use toml_parser::lexer::TokenKind;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::node::{Node, Table, Value};
use super::read;
use super::source::{Format, Location, Source};

/// Returns the formatted text.
///
/// # Errors
/// If it is not TOML: its syntax errors. The meaning of the profile is not checked.
pub fn reformat(source: &Arc<Source>) -> Result<String, Vec<Diagnostic>> {
    if source.format != Format::Toml {
        let message = "only TOML can be formatted: a RON file would lose its comments";
        let hint = "`temper profile convert FILE --to toml` writes it as TOML, without its comments";
        return Err(vec![Diagnostic::error(Location::file(source), message).hint(hint)]);
    }
    let before = tree(source)?;
    let text = layout::write(&lines::read(&source.text), line_end(&source.text));
    let written = Source::new(source.file.as_str(), Format::Toml, text);
    let is_same = tree(&written).is_ok_and(|after| same_table(&before, &after));
    if !is_same || comments(&source.text) != comments(&written.text) {
        let message = "this file cannot be formatted without changing what it says; it is left as it is";
        return Err(vec![Diagnostic::error(Location::file(source), message)]);
    }
    Ok(written.text.clone())
}

fn tree(source: &Arc<Source>) -> Result<Table, Vec<Diagnostic>> {
    let mut faults = Diagnostics::default();
    let tree = read(source, &mut faults);
    if faults.is_empty() { Ok(tree) } else { Err(faults.into_sorted()) }
}

/// Returns the line end of the first line.
fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

fn comments(text: &str) -> Vec<&str> {
    toml_parser::Source::new(text)
        .lex()
        .filter(|token| token.kind() == TokenKind::Comment)
        .map(|token| text[token.span().start()..token.span().end()].trim_end())
        .collect()
}

fn same_table(a: &Table, b: &Table) -> bool {
    let same =
        |(x, y): (&super::node::Field, &super::node::Field)| x.key == y.key && same_node(&x.node, &y.node);
    a.0.len() == b.0.len() && a.0.iter().zip(&b.0).all(same)
}

fn same_node(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Table(a), Value::Table(b)) => same_table(a, b),
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_node(a, b))
        }
        // NaN equals NaN here.
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        let source = Source::new("x.toml", Format::Toml, text);
        let once = reformat(&source).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
        let again = reformat(&Source::new("x.toml", Format::Toml, once.as_str()));
        assert_eq!(again.as_ref(), Ok(&once), "a second time changes nothing");
        once
    }

    #[test]
    fn spacing_and_blank_lines() {
        let text = "\n\n# top  \nname=\"x\"   \n\n\n\n  author = 'y' # who\n[ phase ]\n\nmodel=\"linear\"# m\n  weights = {knight=1,bishop = 2}\n# of pawns\n[pawns]\na . b=1\n\n\n# end\n\n";
        let expected = "# top\nname = \"x\"\n\nauthor = 'y'  # who\n\n[phase]\nmodel = \"linear\"  # m\nweights = { knight = 1, bishop = 2 }\n\n# of pawns\n[pawns]\na.b = 1\n\n# end\n";
        assert_eq!(formatted(text), expected);
    }

    #[test]
    fn comments_of_neighbours_stand_below_each_other() {
        let text = "a = 1 # one\nlonger = 22    # two\nbare = 3\nb = 4 # four\n\nc = 5    # apart\n";
        let expected =
            "a = 1        # one\nlonger = 22  # two\nbare = 3\nb = 4        # four\n\nc = 5  # apart\n";
        assert_eq!(formatted(text), expected);
    }

    #[test]
    fn a_board_has_a_row_a_line_however_it_was_written() {
        let row = "[1, -20, 3,4,5,6,7,8]";
        let rows = [row; 8].join(",");
        let line = "  [  1, -20,   3,   4,   5,   6,   7,   8],\n";
        assert_eq!(formatted(&format!("x = [{rows}]")), format!("x = [\n{}]\n", line.repeat(8)));
        let commented = format!(
            "x = [ # top\n{row}, # 8\n{row}, {row} # 7, 6\n,{row},{row},{row},\n\n\n{row}\n# last\n,{row}]"
        );
        let expected = format!(
            "x = [  # top\n{l}  # 8\n{l}\n{l}  # 7, 6\n{l}\n{l}\n{l}\n\n{l}\n  # last\n{l}\n]\n",
            l = line.trim_end()
        );
        assert_eq!(formatted(&commented), expected);
        let flat: Vec<String> = (0..64).map(|n| n.to_string()).collect();
        let flat = formatted(&format!("x = [{}]", flat.join(",")));
        assert!(flat.starts_with("x = [\n   0,  1,  2,  3,  4,  5,  6,  7,\n"), "{flat}");
    }

    #[test]
    fn lists_keep_their_lines() {
        let text = "x = [ 1,2 ,\n 300, 4 # four\n ,5 ]\ny = [\n]\nz = [ [1 , 2],[3,4], ]\nt = { mg = [1,\n2], eg = 3 }\n";
        let expected = "x = [\n    1,   2,\n  300,   4,  # four\n    5,\n]\ny = []\nz = [[1, 2], [3, 4]]\nt = { mg = [\n  1,\n  2,\n], eg = 3 }\n";
        assert_eq!(formatted(text), expected);
    }

    #[test]
    fn strings_and_line_ends_stay() {
        let text = "name = \"x\"\r\ndescription = \"\"\"a  \n\n\n  b # no comment\r\n\"\"\"   # one\r\n[\"a b\".c]\r\n";
        let expected = "name = \"x\"\r\ndescription = \"\"\"a  \n\n\n  b # no comment\r\n\"\"\"  # one\r\n\r\n[\"a b\".c]\r\n";
        assert_eq!(formatted(text), expected);
    }

    #[test]
    fn what_is_no_toml_is_refused_with_its_faults() {
        let refused =
            |format, text: &str| reformat(&Source::new("x", format, text)).unwrap_err()[0].message.clone();
        assert!(refused(Format::Toml, "x = [1, 2\n[y]\n").contains("not closed"));
        assert!(refused(Format::Toml, "x = 1\nx = 2\n").contains("duplicate key"));
        assert!(refused(Format::Ron, "(name: \"x\")").contains("only TOML"));
    }
}
