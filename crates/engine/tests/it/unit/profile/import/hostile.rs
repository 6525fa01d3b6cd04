//! Text that is no source: nothing panics, hangs, or grows without bound.

use proptest::prelude::*;
use temperament_engine::profile::import::{Draft, ImportError, Kind, Orientation, read, rodent};
use temperament_engine::profile::{Format, Source, parse};

/// Reads a text as everything; whatever it understands becomes a profile.
fn try_all(text: &str) {
    for kind in [Kind::Source, Kind::Csv] {
        let Ok(import) = read(text, kind) else { continue };
        for orientation in Orientation::ALL {
            let draft = Draft::new(&import.understood, orientation);
            let text = draft.text(&import.understood, orientation, "x", "f", Format::Toml);
            let source = Source::new("x", Format::Toml, text.as_str());
            assert!(parse(&source).is_ok() || draft.tables.len() < 6, "{text}");
        }
    }
    if let Ok(personality) = rodent::read(text) {
        let _ = personality.report();
        let _ = personality.text("x", "f", Format::Ron);
    }
}

/// Pieces of source text.
fn fragment() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ",",
        ";",
        ":",
        "=",
        "=>",
        "-",
        "+",
        "*",
        "/",
        "<<",
        "#define ",
        "#",
        "//",
        "/*",
        "*/",
        "\"",
        "'",
        "\"\"\"",
        "\\\n",
        "\n",
        " ",
        "pawn",
        "king_mg",
        "S",
        "0x",
        "1e9",
        "1e999",
        "0",
        "7",
        "-5",
        ".5",
        "setoption name OwnAttack value ",
        "é",
        "\u{0}",
        "as",
        "a8",
        "a1",
        "h1",
    ]);
    let lists = (1..70_usize, -99..99_i32).prop_map(|(length, n)| format!("{n},").repeat(length));
    prop_oneof![8 => words.prop_map(str::to_owned), 1 => lists]
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        try_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_fragments_never_panic(fragments in prop::collection::vec(fragment(), 0..120)) {
        try_all(&fragments.concat());
    }
}

#[test]
fn deep_brackets_are_an_error() {
    for open in ["[", "{", "("] {
        let error = read(&format!("\n{}", open.repeat(100_000)), Kind::Source).unwrap_err();
        assert!(matches!(error, ImportError::TooDeep(2)), "{error}");
    }
    // The same depth with lists that are read.
    let nested = format!("{}{}{}", "[".repeat(60), "1,".repeat(64), "]".repeat(60));
    assert!(read(&nested, Kind::Source).is_err());
}

#[test]
fn a_megabyte_of_anything_is_read() {
    for piece in [
        "1,",
        "[1],",
        "a=1,\n",
        "x = 1\n",
        "x: i = 1\n",
        "k: 1 ",
        "[1] ",
        "a=[1,2,3,4,5];",
        "/*",
        "'",
        "#define X 1\n",
        "x = ",
        "- ",
        "pawn pawn ",
    ] {
        try_all(&piece.repeat((1 << 19) / piece.len()));
    }
}

#[test]
fn numbers_out_of_range_are_ignored_with_a_reason() {
    let list = |n: &str| format!("int knight_pst[64] = {{{}}};", [n; 64].join(", "));
    for n in ["1e300", "99999999999999999999999999", "0xFFFFFFFFFFFFFFFFFFFF", "40000"] {
        let Err(ImportError::Nothing(ignored)) = read(&list(n), Kind::Source) else { panic!("{n}") };
        assert_eq!(ignored.len(), 1, "{n}: {ignored:?}");
    }
}
