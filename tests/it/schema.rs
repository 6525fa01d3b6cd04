//! The JSON Schema of profiles agrees with the checker, as far as a schema can express it.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use serde_json::Value;
use temperament_engine::eval::keys::{Kind, entries};
use temperament_engine::profile::{Format, Library, Source, parse, schema, write};

/// The compiled schema. Compilation validates it against draft 7.
static SCHEMA: LazyLock<(Schemas, SchemaIndex)> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(&schema::text()).unwrap();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.set_default_draft(Draft::V7);
    compiler.add_resource("schema.json", schema).unwrap();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    (schemas, index)
});

/// Validates TOML against the schema and returns the errors, if any.
fn flagged(text: &str) -> Option<String> {
    let table: toml::Table = text.parse().unwrap();
    let json = serde_json::to_value(table).unwrap();
    let (schemas, index) = &*SCHEMA;
    schemas.validate(&json, *index).err().map(|error| error.to_string())
}

/// Whether the checker accepts a profile.
fn is_valid(text: &str) -> bool {
    parse(&Source::new("test.toml", Format::Toml, text)).is_ok()
}

#[test]
fn the_committed_schema_is_current() {
    let committed = fs::read_to_string("profiles/schema.json").unwrap();
    // A checkout on Windows may have CRLF line ends.
    assert!(
        committed.replace("\r\n", "\n") == schema::text(),
        "out of date; run: temper profile schema > profiles/schema.json"
    );
}

#[test]
fn shipped_profiles_name_the_schema_and_keep_to_it() {
    let files = crate::common::profiles_in("profiles");
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("#:schema ./schema.json"), "{}", file.display());
        assert_eq!(flagged(&text), None, "{}", file.display());
    }
}

#[test]
fn profiles_that_are_written_keep_to_the_schema() {
    let library = Library::of(Vec::new());
    for listed in library.list() {
        let (profile, _) = library.load(&listed.name).unwrap();
        let text = write::write(&profile, Format::Toml);
        assert_eq!(flagged(&text), None, "{}", listed.name);
    }
}

/// TOML array that repeats one entry.
fn list(entry: &str, len: usize) -> String {
    format!("[{}]", vec![entry; len].join(", "))
}

/// Right-hand sides to try with every key; some valid, some not.
fn candidates() -> Vec<String> {
    let mut all: Vec<String> = [
        "0",
        "1",
        "7",
        "-12",
        "1000",
        "1001",
        "-1001",
        "30000",
        "30001",
        "-30001",
        "1.5",
        "true",
        "1979-05-27",
        "'x'",
        "'12'",
        "''",
        "'win'",
        "[]",
        "[1, 'x']",
        "[1, 1.5]",
        "[1, -30001]",
        "[[1, 2], 3, 4, 5]",
        "[[1, 2], [3], 4, 5]",
        "{}",
        "{ mg = 1 }",
        "{ eg = [1, 2] }",
        "{ mg = 1, eg = 2 }",
        "{ mg = 30001 }",
        "{ mg = 1, x = 2 }",
        "{ mg = { step = 2 } }",
        "{ mg = { mg = 2 } }",
        "{ step = 1 }",
        "{ start = 1 }",
        "{ start = 1, step = 2 }",
        "{ start = [1, 2], step = [1, 2] }",
        "{ start = 1, step = 1, x = 1 }",
        "{ mg = { start = 1, step = [1, 2] } }",
        "{ step = 1.5 }",
        "{ step = 2000000 }",
        "{ mg = 1, step = 2 }",
    ]
    .map(str::to_owned)
    .to_vec();
    let lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 28, 63, 64, 65, 99, 100, 101];
    for len in lengths {
        all.extend(["1", "[1, 2]"].map(|entry| list(entry, len)));
        all.push(format!("{{ mg = {} }}", list("1", len)));
    }
    for (rows, row) in [(8, 8), (8, 7), (7, 8), (1, 64), (8, 64)] {
        all.extend(["1", "[1, 2]", "'x'"].map(|entry| list(&list(entry, row), rows)));
        all.push(format!("{{ eg = {} }}", list(&list("1", row), rows)));
    }
    all
}

#[test]
fn the_schema_takes_what_the_checker_takes() {
    let candidates = candidates();
    for entry in entries() {
        let mut values = candidates.clone();
        if let Kind::Choice(options) = entry.decl.kind {
            values.extend(options.iter().map(|option| format!("'{}'", option.name)));
        }
        values.push(entry.decl.example.to_owned());
        let (mut accepted, mut rejected) = (0, 0);
        for value in values {
            let text = match (entry.section.name, entry.decl.name) {
                ("", "name") => format!("name = {value}\n"),
                ("", key) => format!("name = 'x'\n{key} = {value}\n"),
                (section, key) => format!("name = 'x'\n[{section}]\n{key} = {value}\n"),
            };
            // Whether scores have decimals is up to another key, which the schema of a key cannot ask.
            let has_decimals = entry.section.name != "units" && value.contains('.');
            let text = if has_decimals { format!("units.decimals = 1\n{text}") } else { text };
            let (is_valid, flagged) = (is_valid(&text), flagged(&text));
            assert_eq!(is_valid, flagged.is_none(), "{text}: {flagged:?}");
            if is_valid { accepted += 1 } else { rejected += 1 }
        }
        assert!(accepted > 0 && rejected > 0, "{}", entry.key());
    }
}

#[test]
fn the_schema_takes_the_offsets_that_the_checker_takes() {
    const OFFSETS: [&str; 14] = [
        "'+1'",
        "'-0'",
        "['+1', '+0']",
        "['+1', 2]",
        "{ mg = '+1' }",
        "{ mg = '+1', eg = 2 }",
        "'1'",
        "'+'",
        "'++1'",
        "'+ 1'",
        "'+1x'",
        "'+1e1'",
        "['+1', 'x']",
        "{ mg = '1' }",
    ];
    let (profile, _) = Library::of(Vec::new()).load("fabchess").unwrap();
    // One key of each kind.
    let mut kinds = BTreeSet::new();
    for entry in profile.valued_entries() {
        let is_new = kinds.insert(format!("{:?}", entry.decl.kind));
        for offset in OFFSETS.into_iter().filter(|_| is_new) {
            let text = format!("name = 'x'\nextends = 'fabchess'\n{} = {offset}\n", entry.key());
            let (is_valid, flagged) = (is_valid(&text), flagged(&text));
            assert_eq!(is_valid, flagged.is_none(), "{text}: {flagged:?}");
        }
    }
}

#[test]
fn the_schema_takes_the_factors_that_the_checker_takes() {
    const FACTORS: [&str; 21] = [
        "1.5",
        "0",
        "-1000",
        "1000.5",
        "[1, 2]",
        "[1]",
        "[1, 2, 3]",
        "[1, 'x']",
        "{ mg = 1.2 }",
        "{ mg = 1, eg = 0.5 }",
        "{ mg = 1, x = 2 }",
        "{ mg = [1, 2] }",
        "{ x = 1 }",
        "{ own = 1 }",
        "{ own = [1, 2], their = { mg = 2 } }",
        "{ own = 1, mg = 2 }",
        "{ own = { own = 2 } }",
        "{ own = [1, 2, 3] }",
        "{ their = 1001 }",
        "true",
        "'1'",
    ];
    let mut paths: BTreeSet<String> =
        ["", "x", "pawn", "pawns.x", "phase.weights", "mobility.xray"].map(str::to_owned).into();
    for entry in entries() {
        paths.extend([entry.section.name.to_owned(), entry.key()]);
    }
    for path in paths {
        for factor in FACTORS {
            let text = format!("name = 'x'\n[scale]\n'{path}' = {factor}\n");
            let (is_valid, flagged) = (is_valid(&text), flagged(&text));
            assert_eq!(is_valid, flagged.is_none(), "{text}: {flagged:?}");
        }
    }
}

#[test]
fn the_schema_takes_the_directives_that_the_checker_takes() {
    const VALID: [&str; 11] = [
        "extends = 'fabchess'",
        "extends = 'fabchess'\nreset = 'pawns'",
        "extends = 'fabchess'\nreset = ['pawns', 'phase.weights', 'king.edge']",
        "extends = 'fabchess'\nreset = []",
        "scale = {}",
        "scale.mobility = { rook = 0.8, knight = { mg = 2 } }",
        "[scale]\nmobility.rook = [1, 2]\n'king_attack.safety_table' = 2",
        "[scale.mobility]\nrook = 0.8",
        "[scale.mobility.xray]\nrook = 0.8",
        "[pawns]\nisolated.mg = [1, 2, 3, 4]\nisolated.eg = 2",
        "phase.weights.knight = 1\n[pawns]",
    ];
    const INVALID: [&str; 12] = [
        "extends = 3",
        "extends = ''",
        "extends = ['fabchess']",
        "reset = 3",
        "reset = 'pawn'",
        "reset = ['pawns', 'pawns.x']",
        "reset = ['pawns', 3]",
        "scale = 3",
        "[scale]\nphase = 2",
        "[scale.mobility]\nrok = 0.8",
        "[scale]\nmobility = { rook = 1, mg = 2 }",
        "[[pawns]]\nisolated = 1",
    ];
    for (texts, wanted) in [(&VALID[..], true), (&INVALID[..], false)] {
        for text in texts {
            let text = format!("name = 'x'\n{text}\n");
            assert_eq!(is_valid(&text), wanted, "checker: {text}");
            assert_eq!(flagged(&text).is_none(), wanted, "schema: {text}");
        }
    }
}

/// Valid TOML whose errors no schema can find: they are in other files, or in the combination of two values.
const BEYOND_SCHEMAS: [&str; 8] = [
    "decimals-of-parent.toml",
    "extends-in-a-ring.toml",
    "extends-itself.toml",
    "limits-crossed.toml",
    "many-floats.toml",
    "missing-file.toml",
    "missing-parent.toml",
    "scaled-too-far.toml",
];

#[test]
fn broken_profiles_are_flagged() {
    let mut flagged_files = 0;
    for file in crate::common::profiles_in("crates/engine/tests/data/profiles/bad") {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let is_toml = |text: &String| text.parse::<toml::Table>().is_ok();
        let Some(text) = fs::read_to_string(&file).ok().filter(is_toml) else {
            continue;
        };
        let is_flagged = flagged(&text).is_some();
        assert_eq!(is_flagged, !BEYOND_SCHEMAS.contains(&&*name), "{name}");
        flagged_files += usize::from(is_flagged);
    }
    assert!(flagged_files >= 10, "{flagged_files}");
}
