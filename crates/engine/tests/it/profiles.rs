//! Profile files: the value grammar and both formats.

mod random;

use std::sync::Arc;

use temperament_engine::eval::Values;
use temperament_engine::eval::keys::{Kind, entries};
use temperament_engine::profile::write::write;
use temperament_engine::profile::{Diagnostic, Format, Library, Profile, Source, parse};

fn source(format: Format, text: &str) -> Arc<Source> {
    Source::new("test", format, text)
}

fn toml(body: &str) -> Profile {
    let text = format!("name = \"test\"\n{body}\n");
    parse(&source(Format::Toml, &text)).unwrap_or_else(|diagnostics| panic!("{text}{diagnostics:#?}")).0
}

fn warnings(body: &str) -> Vec<String> {
    let text = format!("name = \"test\"\n{body}\n");
    let (_, warnings) = parse(&source(Format::Toml, &text)).unwrap();
    warnings.iter().map(Diagnostic::to_string).collect()
}

/// Scores of one key.
fn numbers(profile: &Profile, key: &str) -> Vec<[i32; 2]> {
    let entry = entries().find(|e| e.key() == key).unwrap();
    let Kind::Values(shape, _) = entry.decl.kind else { panic!("{key} has no score values") };
    profile.values.scores[entry.offset..entry.offset + shape.len()].to_vec()
}

fn value(key: &str, text: &str) -> Vec<[i32; 2]> {
    numbers(&toml(&format!("{key} = {text}")), key)
}

/// Asserts that several notations of a value are equivalent.
fn same(key: &str, notations: &[&str]) {
    for notation in &notations[1..] {
        assert_eq!(value(key, notations[0]), value(key, notation), "{key} = {} and {notation}", notations[0]);
    }
}

#[test]
fn values_can_be_written_in_several_ways() {
    same("pawns.doubled", &["[-4, -4]", "-4", "{ mg = -4, eg = -4 }"]);
    same("pawns.doubled", &["[-4, 0]", "{ mg = -4 }"]);
    same(
        "pawns.isolated",
        &[
            "[[1, 5], [2, 6], [3, 7], [4, 8], [4, 8], [3, 7], [2, 6], [1, 5]]",
            "[[1, 5], [2, 6], [3, 7], [4, 8]]",
            "{ mg = [1, 2, 3, 4], eg = [5, 6, 7, 8] }",
        ],
    );
    same("pawns.isolated", &["[7, 7, 7, 7, 7, 7, 7, 7]", "7"]);
    same("pawns.isolated", &["[[7, 9], [7, 9], [7, 9], [7, 9]]", "[7, 9]", "{ mg = 7, eg = 9 }"]);
    same(
        "pawns.advance",
        &[
            "[3, 5, 7, 9, 11, 13, 15, 17]",
            "{ start = 3, step = 2 }",
            "{ mg = { start = 3, step = 2 }, eg = { step = 2, start = 3 } }",
        ],
    );
    same(
        "pawns.advance",
        &["{ mg = [0, 2, 4, 6, 8, 10, 12, 14], eg = 1 }", "{ start = [0, 1], step = [2, 0] }"],
    );
    // For distances the index is the distance, starting at 1 or -6; the last entry repeats.
    same("passed_pawns.own_king_distance", &["[6, 5, 4, 3, 2, 1, 0]", "{ start = 7, step = -1 }"]);
    same(
        "passed_pawns.king_distance_difference",
        &["[-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]", "{ step = 1 }"],
    );
    same("knights.centre_distance", &["[30, 20, 10, 0, 0, 0, 0]", "[30, 20, 10, 0]"]);
}

#[test]
fn dotted_keys_sections_and_inline_tables_are_one() {
    let dotted = toml("phase.weights.knight = 3\nking_attack.units_per_square.queen.mg = 9");
    let tables = toml("[phase.weights]\nknight = 3\n[king_attack.units_per_square]\nqueen = { mg = 9 }");
    let inline =
        toml("phase = { weights = { knight = 3 } }\n[king_attack]\n\"units_per_square.queen\" = [9, 0]");
    assert_eq!(dotted.values, tables.values);
    assert_eq!(dotted.values, inline.values);
    assert_ne!(dotted.values, Values::default());
}

#[test]
fn square_tables_are_read_from_whites_side() {
    let row = |rank: i32| (1..=8).map(|file| (10 * file + rank).to_string()).collect::<Vec<_>>().join(", ");
    let rows: Vec<String> = (1..=8).rev().map(|rank| format!("[{}]", row(rank))).collect();
    let table = value("psqt.knight", &format!("[{}]", rows.join(", ")));
    assert_eq!((table[0], table[7], table[56], table[28]), ([11, 11], [81, 81], [18, 18], [54, 54]));
    let flat: Vec<String> = (1..=8).rev().map(row).collect();
    assert_eq!(table, value("psqt.knight", &format!("[{}]", flat.join(", "))));
    assert_eq!(value("psqt.knight", "[3, 4]"), vec![[3, 4]; 64]);
}

#[test]
fn ron_has_structs_maps_lists_tuples_and_some() {
    let expected = toml(
        "description = \"x\"\npawns.doubled = [1, 2]\npawns.advance = { step = 1 }\nphase.model = \"material\"",
    );
    for text in [
        r#"(name: "test", description: "x", pawns: (doubled: (1, 2), advance: (step: 1)), phase: (model: "material"))"#,
        r#"{"name": "test", "description": "x", "pawns": {"doubled": [1, 2], "advance": {"step": 1}}, "phase.model": "material"}"#,
        r#"Profile(name: "test", description: Some("x"), pawns: Some((doubled: Some([1, 2]), advance: (step: Some(1)))), phase: (model: "material"))"#,
        "#![enable(implicit_some)]\n(name: \"test\", // comment\n description: r\"x\", pawns: (doubled: [1, 2,], advance: [0,1,2,3,4,5,6,7]), phase: (model: \"material\",),)",
    ] {
        let (profile, _) = parse(&source(Format::Ron, text))
            .unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:#?}"));
        assert_eq!(profile.values, expected.values, "{text}");
        assert_eq!(profile.description, expected.description);
    }
}

#[test]
fn absent_is_zero_and_default() {
    let profile = toml("");
    assert_eq!(profile.values, Values::default());
    assert!(profile.values.scores.iter().all(|&pair| pair == [0, 0]));
    assert_eq!(profile.given.iter().map(|g| g.key.as_str()).collect::<Vec<_>>(), ["name"]);
}

#[test]
fn the_id_depends_on_the_evaluation_only() {
    let id = |body: &str| toml(body).values.id();
    assert_eq!(id(""), id("description = \"x\"\nauthor = \"y\"\nlicense = \"z\"\nsource = \"s\""));
    assert_eq!(id("draw.value = -0"), id(""));
    assert_eq!(id("phase.endgame_below = 0\npawns.isolated = 0\nphase.model = \"none\""), id(""));
    let mut ids: Vec<u64> = [
        "",
        "draw.value = 1",
        "draw.value = \"win\"",
        "pawns.isolated = 1",
        "pawns.isolated = [1, 0]",
        "psqt.mirror = \"rank and file\"",
        "phase.endgame_below = 1",
    ]
    .map(id)
    .to_vec();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 7);
    // Of names and values alone, so that a key that is added to the vocabulary changes no id: FNV-1a of
    // `pawns.isolated=` and the bytes of eight pairs.
    assert_eq!(id("pawns.isolated = [1, 2]"), 0x395d1ce0132bf66c);
}

#[test]
fn warnings_name_what_has_no_effect() {
    let linear = "phase.model = \"linear\"\nphase.middlegame_from = 24\nphase.weights.queen = 4\n";
    for (body, message) in [
        (
            "pawns.doubled = [1, 2]",
            "test:2:7: warning: the endgame numbers of `pawns.doubled` are never read",
        ),
        ("phase.scale = 128", "`phase.scale` has no effect"),
        ("phase.model = \"linear\"", "the phase sum is always 0"),
        ("phase.model = \"material\"", "all of `material` is 0"),
        ("king_attack.units_per_square.queen = 5", "attacks are worth 0"),
        ("king_attack.safety_table = { step = 1 }", "only read at 0"),
        ("king.edge = 5", "only when a side is worth less than nothing"),
        ("king.edge_below = 5", "`king.edge_below` has no effect"),
    ] {
        let found = warnings(body);
        assert!(found.len() == 1 && found[0].contains(message), "{body}: {found:#?}");
    }
    for body in ["pawns.doubled = 2", "pawns.doubled.mg = 2", linear, "king.edge = 5\nking.edge_below = 300"]
    {
        assert_eq!(warnings(body), [""; 0], "{body}");
    }
}

#[test]
fn shipped_profiles_load_without_a_warning_and_survive_conversion() {
    let library = Library::of(Vec::new());
    let names = library.names();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let (profile, warnings) = library.load(&name).unwrap();
        assert!(warnings.is_empty(), "{warnings:#?}");
        assert_eq!(profile.name, name);
        for format in Format::ALL {
            assert_same(&profile, &reread(&profile, format));
        }
    }
}

fn reread(profile: &Profile, format: Format) -> Profile {
    let text = write(profile, format);
    match parse(&source(format, &text)) {
        Ok((profile, _)) => profile,
        Err(diagnostics) => panic!("{text}\n{diagnostics:#?}"),
    }
}

fn assert_same(a: &Profile, b: &Profile) {
    assert_eq!(a.values, b.values);
    assert_eq!(a.values.id(), b.values.id());
    let keys = |p: &Profile| p.given.iter().map(|g| g.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(a), keys(b));
    let texts = |p: &Profile| {
        ["name", "description", "author", "source", "license"].map(|k| p.text(k).map(str::to_owned))
    };
    assert_eq!(texts(a), texts(b));
}

#[test]
fn every_example_of_the_reference_loads() {
    for entry in entries() {
        let (section, decl) = (entry.section.name, entry.decl);
        let text = match (section, decl.name) {
            ("", "name") => format!("name = {}\n", decl.example),
            ("", key) => format!("name = \"test\"\n{key} = {}\n", decl.example),
            (section, key) => format!("name = \"test\"\n[{section}]\n{key} = {}\n", decl.example),
        };
        let (profile, _) = parse(&source(Format::Toml, &text))
            .unwrap_or_else(|diagnostics| panic!("{text}{diagnostics:#?}"));
        assert!(profile.given(&entry.key()).is_some(), "{text}");
    }
}

#[test]
fn an_infinite_draw_value_may_be_written_as_a_number() {
    let value = |body: &str| toml(body).values;
    assert_eq!(value("draw.value = inf"), value("draw.value = \"win\""));
    assert_eq!(value("draw.value = -inf"), value("draw.value = \"loss\""));
    let ron = parse(&source(Format::Ron, "(name: \"test\", draw: (value: -inf))")).unwrap();
    assert_eq!(ron.0.values, value("draw.value = \"loss\""));
}

#[test]
fn deep_nesting_is_an_error() {
    let n = 200_000;
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(n), close.repeat(n));
    let dotted = "a.".repeat(n) + "a";
    for text in [
        format!("x = {}", deep("[", "]")),
        format!("x = {}", deep("{a=", "}")),
        format!("x = {}", "[".repeat(n)),
        format!("{dotted} = 1"),
        format!("[{dotted}]\nx = 1"),
        format!("x = {{ {dotted} = 1 }}"),
        format!("a = [\nb = 1\n{dotted} = 1"),
        format!("a = '''\nit's ''', \"=\".{dotted} = 1"),
        "a = [\n".repeat(n),
        "[[a]]\n".repeat(n),
        "{ a.a.a.a.a.a.a.a.a.a.a.a = [\n".repeat(70),
    ] {
        assert!(parse(&source(Format::Toml, &text)).is_err());
    }
    for text in [
        deep("[", "]"),
        deep("(", ")"),
        deep("{\"a\":", "}"),
        deep("(a:", ")"),
        deep("Some(", ")"),
        deep("a(", ")"),
        "(".repeat(n),
        "/*".repeat(n),
        format!("(x: {})", deep("[", "]")),
    ] {
        assert!(parse(&source(Format::Ron, &text)).is_err());
    }
}

#[test]
fn at_most_a_hundred_errors_are_listed() {
    let toml: String = (0..50_000).map(|i| format!("key_number_{i} = 1\n")).collect();
    let ron: String = (0..50_000).map(|i| format!("key_number_{i}: 1,\n")).collect();
    for (format, text) in [(Format::Toml, toml), (Format::Ron, format!("({ron})"))] {
        let diagnostics = parse(&source(format, &text)).unwrap_err();
        assert_eq!(diagnostics.len(), 101);
        assert!(diagnostics.last().unwrap().message.ends_with("more faults are not listed"));
    }
}

#[test]
fn byte_order_marks_are_ignored() {
    for (format, text) in [(Format::Toml, "name = \"x\""), (Format::Ron, "(name: \"x\")")] {
        for marks in 0..3 {
            let bytes = "\u{feff}".repeat(marks) + text;
            assert_eq!(Source::from_bytes("x", format, bytes.into_bytes()).unwrap().text, text);
        }
    }
}
