//! Slopes of the score by the entries of tables.

use temperament_engine::board::Position;
use temperament_engine::eval::Weights;
use temperament_engine::eval::custom_terms::CustomTerms;
use temperament_engine::eval::table_slopes::{TableSlope, TableSlopes};
use temperament_engine::profile::{Format, Library, Origin, Source};

/// White has two rooks, Black has one rook and two knights.
const FEN: &str = "1n2k1nr/pppp4/8/8/8/8/PPPP4/R3K2R w - - 0 1";

/// The slopes of a profile with this text, by key and entry.
fn slopes(text: &str, is_meant: impl Fn(&str) -> bool) -> Vec<(String, TableSlope)> {
    let source = Source::new("x.toml", Format::Toml, format!("name = \"x\"\n{text}"));
    let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
    let weights = Weights::new("x", &profile.values);
    let own = weights.custom_terms().unwrap();
    let terms: &CustomTerms = own.terms();
    let name = |at: usize| {
        let of = |entry: &&temperament_engine::eval::keys::Entry| {
            entry.slot().is_some_and(|slot| (slot.offset..slot.offset + slot.len).contains(&at))
        };
        let entry = terms.entries().iter().find(of).unwrap();
        format!("{}.{}", entry.key(), at - entry.offset)
    };
    let found = TableSlopes::new(own).of(own, &Position::from_fen(FEN).unwrap(), |at| is_meant(&name(at)));
    found.into_iter().map(|(at, slope)| (name(at), slope)).collect()
}

fn before(mg: f32, eg: f32) -> TableSlope {
    TableSlope { before_blend: [mg, eg], after_blend: 0.0 }
}

fn named(slopes: &[(&str, TableSlope)]) -> Vec<(String, TableSlope)> {
    slopes.iter().map(|(name, slope)| ((*name).to_owned(), *slope)).collect()
}

#[test]
fn an_entry_has_the_slope_of_the_score() {
    let text = "
[[table]]
name = \"by_rooks\"
values = [7, 100, 5]
[[term]]
name = \"of_rooks\"
count = \"lookup(by_rooks, size(own.rooks)) * 3\"
value = [2, 1]
";
    let all = slopes(text, |_| true);
    let expected = [("table.by_rooks.1", before(-6.0, -3.0)), ("table.by_rooks.2", before(6.0, 3.0))];
    assert_eq!(all, named(&expected));
    assert_eq!(slopes(text, |name| name.ends_with('2')), named(&expected[1..]));
    assert!(slopes(text, |name| name.ends_with('0')).is_empty(), "no side has no rook");
}

#[test]
fn a_stage_has_the_slope_of_its_own_number() {
    let text = "
[[table]]
name = \"by_rooks\"
values = [[0, 0], [10, 0], [32, 64]]
[[table]]
name = \"squares\"
values = [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100]
[[term]]
name = \"of_rooks\"
count = \"lookup(squares, lookup(by_rooks, size(own.rooks)) / 8)\"
value = [1, 10]
";
    // White has squares[32 / 8] and squares[64 / 8]; the numbers are changed by 4 and by 8.
    let is_outer = |name: &str| name.starts_with("table.by_rooks");
    let slope = before((16.0 - 9.0) / 8.0, 10.0 * (81.0 - 49.0) / 16.0);
    let found = slopes(text, is_outer);
    let white = found.iter().find(|(name, _)| name == "table.by_rooks.2").unwrap();
    assert_eq!(white.1, slope);
    // Entries of the other table count for the stage that looks them up.
    let inner = slopes(text, |name| name.starts_with("table.squares"));
    let expected = [
        ("table.squares.0", before(0.0, -10.0)),
        ("table.squares.1", before(-1.0, 0.0)),
        ("table.squares.4", before(1.0, 0.0)),
        ("table.squares.8", before(0.0, 10.0)),
    ];
    assert_eq!(inner, named(&expected));
}

#[test]
fn a_term_after_the_blend_has_one_slope() {
    let text = "
[[table]]
name = \"by_rooks\"
values = [[0, 1], [10, 3], [40, 50]]
[[term]]
name = \"of_rooks\"
count = \"lookup(by_rooks, size(own.rooks))\"
value = 2
after_blend = true
";
    let after = |slope| TableSlope { before_blend: [0.0; 2], after_blend: slope };
    assert_eq!(
        slopes(text, |_| true),
        named(&[("table.by_rooks.1", after(-2.0)), ("table.by_rooks.2", after(2.0))])
    );
}
