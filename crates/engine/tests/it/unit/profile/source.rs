//! Tests of `profile::source`.

use temperament_engine::profile::source::*;

#[test]
fn columns_count_characters() {
    let source = Source::new("x.toml", Format::Toml, "a = 1\r\nä = \"ö\" # é\nlast");
    assert_eq!(source.line_column(source.text.find('#').unwrap()), (2, 9));
    assert_eq!(source.line_column(usize::MAX), (3, 5));
    for offset in [0, source.text.find('#').unwrap(), source.text.len()] {
        let (line, column) = source.line_column(offset);
        assert_eq!(source.offset(line, column), offset);
    }
}
