//! Tests of `profile::numbers::literals`.

use temperament_engine::profile::numbers::literals;
use temperament_engine::profile::{Format, Library, Origin, Source};

#[test]
fn offsets_are_no_numbers_to_tune() {
    let text = "name = \"x\"\nextends = \"fabchess\"\n[material]\npawn = [\"+10\", 150]\nknight = \"+5\"\n\
                [mobility]\nknight = { mg = [1, 2, 3, 4, 5, 6, 7, 8, \"-9\"] }\n";
    let source = Source::new("x.toml", Format::Toml, text);
    let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
    let found = literals(&source, &profile);
    let names: Vec<String> = found.iter().map(temperament_engine::profile::numbers::Literal::name).collect();
    assert_eq!(names[0], "material.pawn.eg");
    assert_eq!((found[0].value, found[0].effects.len()), (150, 1));
    assert_eq!((names.len(), names[8].as_str()), (9, "mobility.knight.mg.7"));
}
