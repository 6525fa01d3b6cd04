//! Random profiles and random texts.

use std::sync::{Arc, LazyLock};

use proptest::collection::vec;
use proptest::prelude::*;
use temperament_engine::eval::keys::{Entry, Kind, Shape, entries};
use temperament_engine::profile::write::write;
use temperament_engine::profile::{Format, Library, Profile, Source, parse};

use super::{assert_same, reread, source, toml};

/// Random valid scores for a key, often regular, so that all short notations occur.
fn pairs(shape: Shape, (min, max): (i32, i32)) -> BoxedStrategy<Vec<[i32; 2]>> {
    let n = shape.len();
    let any_pair = [min..=max, min..=max];
    let small = [min.max(-9)..=9, min.max(-9)..=9];
    let regular = (small.clone(), [0..=9, 0..=9]);
    prop_oneof![
        vec(any_pair.clone(), n),
        vec(min..=max, n).prop_map(|list| list.iter().map(|&v| [v, v]).collect()),
        vec(min..=max, n).prop_map(|list| list.iter().map(|&v| [v, 0]).collect()),
        any_pair.prop_map(move |pair| vec![pair; n]),
        vec(small.clone(), 4).prop_map(move |four| (0..n).map(|i| four[(i % 8).min(7 - i % 8)]).collect()),
        (vec(small, n), 0..n).prop_map(move |(list, cut)| (0..n).map(|i| list[i.min(cut)]).collect()),
        regular.prop_map(move |(start, step)| (0..n as i32)
            .map(|i| [0, 1].map(|s| start[s] + step[s] * i))
            .collect()),
    ]
    .boxed()
}

/// A random value for a key.
fn any_value(entry: &Entry) -> BoxedStrategy<Change> {
    match entry.decl.kind {
        Kind::Values(shape, unit) => pairs(shape, unit.bounds()).prop_map(Change::Pairs).boxed(),
        Kind::Choice(options) => (0..options.len() as u8).prop_map(Change::Option).boxed(),
        Kind::Number { min, max, whole, words, .. } => {
            let number =
                (min..=max).prop_map(move |n| Change::Number(if whole { n.floor().max(min) } else { n }));
            let words: Vec<f64> = words.iter().map(|w| w.1).collect();
            if words.is_empty() {
                number.boxed()
            } else {
                prop_oneof![number, proptest::sample::select(words).prop_map(Change::Number)].boxed()
            }
        }
        Kind::Lines => unreachable!("{} is left out", entry.key()),
        Kind::Text => "[ -~äß\n\t\"\\\\]{1,30}".prop_map(Change::Text).boxed(),
    }
}

#[derive(Debug, Clone)]
enum Change {
    Pairs(Vec<[i32; 2]>),
    Option(u8),
    Number(f64),
    Text(String),
}

fn any_profile() -> impl Strategy<Value = Profile> {
    // The file of a book depends on the folder of the profile; lines are legal moves.
    let is_free = |entry: &Entry| !matches!(entry.decl.kind, Kind::Lines) && entry.key() != "book.file";
    let all: Vec<Entry> = entries().filter(is_free).collect();
    let some = proptest::sample::subsequence((1..all.len()).collect::<Vec<_>>(), 0..30);
    some.prop_flat_map(move |chosen| {
        let changes: Vec<_> = chosen.iter().map(|&i| (Just(all[i]), any_value(&all[i]))).collect();
        changes
    })
    .prop_map(|changes| {
        let mut profile = toml("");
        let place = profile.given[0].location.clone();
        for (entry, change) in changes {
            let values = &mut profile.values;
            match change {
                Change::Pairs(pairs) => {
                    values.scores[entry.offset..entry.offset + pairs.len()].copy_from_slice(&pairs)
                }
                Change::Option(option) => values.choices[entry.offset] = option,
                Change::Number(n) => values.numbers[entry.offset] = n,
                Change::Text(text) => match entry.decl.name {
                    "description" => profile.description = Some(text),
                    "author" => profile.author = Some(text),
                    "source" => profile.source = Some(text),
                    _ => profile.license = Some(text),
                },
            }
            profile.given.push(temperament_engine::profile::Provenance {
                key: entry.key(),
                entry,
                location: place.clone(),
                scaled: Vec::new(),
                kept: None,
            });
        }
        profile
    })
    .prop_filter("the limits of a linear phase must not cross", |p| {
        let n = |key: &str| p.values.numbers[entries().find(|e| e.key() == key).unwrap().offset];
        n("phase.middlegame_from") > n("phase.endgame_until")
    })
}

/// Six shipped profiles: the file, and the output of the writer for each format.
static SHIPPED_TEXTS: LazyLock<Vec<Vec<Arc<Source>>>> = LazyLock::new(|| {
    let library = Library::of(Vec::new());
    let texts = |name: &String| {
        let (profile, _) = library.load(name).unwrap();
        let (original, _) = library.source(name).unwrap();
        let written = Format::ALL.map(|format| source(format, &write(&profile, format)));
        written.into_iter().chain([original]).collect()
    };
    library.names()[..6].iter().map(texts).collect()
});

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn toml_to_ron_to_toml_changes_nothing(profile in any_profile()) {
        let first = reread(&profile, Format::Toml);
        assert_same(&profile, &first);
        let ron = reread(&first, Format::Ron);
        assert_same(&profile, &ron);
        prop_assert_eq!(write(&reread(&ron, Format::Toml), Format::Toml), write(&profile, Format::Toml));
    }

    #[test]
    fn any_bytes_give_valid_diagnostics(bytes in vec(any::<u8>(), 0..400)) {
        for format in Format::ALL {
            if let Ok(source) = Source::from_bytes("x", format, bytes.clone()) {
                check_diagnostics(&source);
            }
        }
    }

    #[test]
    fn any_token_sequence_gives_valid_diagnostics(words in vec(proptest::sample::select(WORDS.to_vec()), 0..60)) {
        for format in Format::ALL {
            check_diagnostics(&source(format, &words.concat()));
        }
    }

    #[test]
    fn mutated_profiles_give_valid_diagnostics(
        which in 0..6_usize,
        at in any::<proptest::sample::Index>(),
        length in 0..40_usize,
        word in proptest::sample::select(WORDS.to_vec()),
    ) {
        for source in &SHIPPED_TEXTS[which] {
            let text: Vec<char> = source.text.chars().collect();
            let start = at.index(text.len());
            let end = (start + length).min(text.len());
            let before: String = text[..start].iter().collect();
            let after: String = text[end..].iter().collect();
            check_diagnostics(&Source::new("test", source.format, before + word + &after));
        }
    }
}

/// Parses any source and checks that all diagnostics are printable and located inside it.
fn check_diagnostics(source: &Arc<Source>) {
    let diagnostics = match parse(source) {
        Ok((_, warnings)) => warnings,
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty());
            diagnostics
        }
    };
    for diagnostic in diagnostics {
        assert!(!diagnostic.to_string().contains(char::is_control));
        assert!(diagnostic.line().is_none_or(|line| line <= source.text.lines().count() + 1));
        assert!(!diagnostic.render(temperament_engine::profile::Style::Plain).is_empty());
    }
}

const WORDS: &[&str] = &[
    "name",
    "pawns",
    "isolated",
    "psqt",
    "knight",
    "mg",
    "eg",
    "start",
    "step",
    "phase",
    "weights",
    "model",
    "linear",
    "=",
    ":",
    ".",
    ",",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\n",
    " ",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "//",
    "/*",
    "*/",
    "1",
    "-20",
    "0x",
    "1e9",
    "nan",
    "inf",
    "1.5",
    "1..2",
    "\\u{",
    "é",
    "\u{1F600}",
    "\t",
    "\r",
    "r#\"",
    "Some(",
    "true",
    "99999999999999999999",
    "1979-05-27",
    "[[",
    "]]",
    "b'",
    "\u{7f}",
    "_",
    "name = \"x\"\n",
    "(name: \"x\",",
];
