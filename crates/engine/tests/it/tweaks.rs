//! Tweaks: overrides of single values from the command line or UCI, checked like a file.

use temperament_engine::eval::Values;
use temperament_engine::eval::keys::{Slot, slot};
use temperament_engine::profile::{Format, Library, LoadError, Origin, Overrides, Profile, Source};

const ISOLATED: Slot = slot("pawns.isolated");
const PAWN: Slot = slot("material.pawn");

fn tweaked(text: &str) -> Result<Profile, Vec<String>> {
    let library = Library::of(Vec::new()).with_tweaks(Overrides::new("Tweak", [text]));
    match library.load("fabchess") {
        Ok((profile, _)) => Ok(profile),
        Err(LoadError::Invalid(diagnostics)) => Err(diagnostics.iter().map(ToString::to_string).collect()),
        Err(other) => panic!("{other}"),
    }
}

fn values(text: &str) -> Values {
    tweaked(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}")).values
}

/// Values of a file with the same changes.
fn written(text: &str) -> Values {
    let text = format!("name = \"x\"\nextends = \"fabchess\"\n{text}");
    let source = Source::new("x.toml", Format::Toml, text);
    let parsed = Library::of(Vec::new()).parse(&source, &Origin::Text);
    parsed.unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}")).0.values
}

#[test]
fn a_tweak_means_what_a_file_would() {
    for (tweak, file) in [
        ("pawns.isolated=-20", "pawns.isolated = -20"),
        (" pawns.isolated = [-20, 3] ; ", "pawns.isolated = [-20, 3]"),
        ("material.pawn.eg=140", "material.pawn = { eg = 140 }"),
        ("mobility.rook={start=3, step=4}", "mobility.rook = { start = 3, step = 4 }"),
        ("draw.value=loss", "draw.value = \"loss\""),
        ("draw.value=\"loss\"", "draw.value = \"loss\""),
        ("phase.model=none", "phase.model = \"none\""),
        ("passed_pawns=1.5x", "[scale]\npassed_pawns = 1.5"),
        ("king={own=1, their=1.5}", "scale.king = { own = 1, their = 1.5 }"),
        ("pawns.isolated=\"+10\"", "pawns.isolated = \"+10\""),
        ("material.pawn=[\"+10\", \"-5\"]", "material.pawn = [121, 179]"),
        ("material.pawn.eg=\"-5\"", "material.pawn.eg = 179"),
        ("pawns.isolated+=10", "pawns.isolated = \"+10\""),
        ("pawns.isolated -= 10", "pawns.isolated = \"-10\""),
        ("pawns.isolated-=-10", "pawns.isolated = \"+10\""),
        ("material.pawn+=[10, -5]", "material.pawn = [121, 179]"),
        ("material.pawn-=[-10, 5]", "material.pawn = [121, 179]"),
        ("material.pawn.eg-=5", "material.pawn.eg = 179"),
        ("material.pawn-={ eg = 5 }", "material.pawn.eg = 179"),
        ("mobility.rook+={start=3, step=-4}", "mobility.rook = { start = \"+3\", step = \"-4\" }"),
        ("passed_pawns=\"1.5x\"", "[scale]\npassed_pawns = 1.5"),
        ("*.knight=0x", "[scale]\npsqt.knight = 0\nmobility.knight = 0\nmaterial.knight = 0"),
    ] {
        assert_eq!(values(tweak), written(file), "{tweak}");
        assert_ne!(values(tweak), values(""), "{tweak} changes a value");
    }
}

#[test]
fn tweaks_apply_in_order() {
    let entry = |text: &str, slot: Slot| values(text).scores[slot.offset];
    assert_eq!(entry("pawns.isolated=-20; pawns.*=2x", ISOLATED), [-40, -40]);
    assert_eq!(entry("pawns.*=2x; pawns.isolated=-20", ISOLATED), [-20, -20]);
    assert_eq!(entry("pawns.isolated=7;pawns.isolated=2x;pawns.isolated=2x", ISOLATED), [28, 28]);
    assert_eq!(entry("material.pawn.mg=1; material.pawn.eg=2", PAWN), [1, 2]);
    assert_eq!(entry("pawns.*=3", ISOLATED), [3, 3], "choices are skipped");
    assert_eq!(
        entry("pawns.isolated=7; pawns.*=\"+3\"", ISOLATED),
        [10, 10],
        "keys without a value are skipped"
    );
    assert_eq!(entry("pawns.isolated=7; pawns.isolated=2x; pawns.isolated=\"+1\"", ISOLATED), [15, 15]);
    let knight = slot("psqt.knight");
    let e4 = |text: &str| values(text).scores[knight.offset + 28];
    let [mg, eg] = e4("");
    assert_eq!(e4("psqt.knight.mg.e4=\"+12\""), [mg + 12, eg]);
    assert_eq!(e4("psqt.knight.mg.e4+=12; psqt.knight.mg.e4+=1; psqt.knight.e4-=3"), [mg + 10, eg - 3]);
    assert_eq!(e4("psqt.*+=2"), [mg + 2, eg + 2], "choices are skipped");
    assert_eq!(
        entry("pawns.isolated=7; pawns.*+=[3, 4]", ISOLATED),
        [10, 11],
        "keys without a value are skipped"
    );
    // Valid only together: after the first the limits cross.
    let phase = "phase.middlegame_from=10; phase.endgame_until=2";
    assert!(tweaked(phase).is_ok(), "{:?}", tweaked(phase).err());
}

#[test]
fn the_origin_of_a_value_is_its_tweak() {
    let profile = tweaked("pawns.isolated=-20; pawns.doubled=3x").unwrap();
    let file = |key: &str| profile.given(key).unwrap().location.source.file.clone();
    assert_eq!(file("pawns.isolated"), "Tweak");
    assert_eq!(file("pawns.doubled"), "fabchess.toml");
    let scaled = &profile.given("pawns.doubled").unwrap().scaled;
    let last = scaled.last().unwrap();
    assert_eq!((last.own, last.their), ([3.0, 3.0], [3.0, 3.0]));
    assert_eq!(profile.name, "fabchess", "the name stays");
}

#[test]
fn invalid_tweaks_have_diagnostics_like_files() {
    let mut messages = String::new();
    for text in [
        "pawns.isolted=-20",
        "pwns.*=2x",
        "material.pawn=[1,",
        "material.pawn=1 2",
        "material.pawn=1\nmaterial.knight=2",
        "phase.model=liner",
        "material.pawn=99999x",
        "material.pawn=99999",
        "draw.value=2x",
        "nonsense",
        "=3",
        "pawns=3",
        "pawns.isolated=",
        "phase.endgame_until=99999",
        "psqt.knight=[1, 2, 3]",
        "scale.psqt=2",
        "king={own=2, mg=3}",
        "passed_pawns.candidate=\"+3\"",
        "king={mine=2}",
        "pawns.isolated=\u{2212}20",
        "pawns.isolated=+10",
        "material.pawn=[10, +5]",
        "material.pawn={ mg = +5 }",
        "psqt.knight.mg.e4=+12",
        "pawns.isolted+=20",
        "pwns.*+=2",
        "material.pawn+=99999",
        "material.pawn+=1.5",
        "material.pawn-=-1.5",
        "material.pawn+=\"1.5\"",
        "material.pawn+=1.5x",
        "material.pawn+=",
        "material.pawn+=loss",
        "material.pawn+=inf",
        "material+=3",
        "king+={own=2, their=1}",
        "draw.value+=2",
        "phase.model-=2",
        "passed_pawns.candidate+=3",
        "psqt.knight.mg.e9+=12",
        "+=3",
        "material.pawn+=[1,",
        "term.none+=3",
    ] {
        let diagnostics = tweaked(text).err().unwrap_or_else(|| panic!("{text} is accepted"));
        for diagnostic in diagnostics {
            messages += &format!("{text:?}\n    {diagnostic}\n");
        }
    }
    insta::assert_snapshot!(messages);
}
