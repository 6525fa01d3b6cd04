//! Tests of `profile::format`.

use temperament_engine::profile::format::*;
use temperament_engine::profile::source::Format;
use temperament_engine::profile::source::Source;

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
    let text =
        "name = \"x\"\r\ndescription = \"\"\"a  \n\n\n  b # no comment\r\n\"\"\"   # one\r\n[\"a b\".c]\r\n";
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
