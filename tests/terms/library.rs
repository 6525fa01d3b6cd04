//! The textbook in `profiles/library`: its terms count what built-in keys of the same names count.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use temperament::board::{Color, Position};
use temperament::eval::keys::{Slot, entries};
use temperament::eval::sink::Event;
use temperament::eval::{self, Values, Weights};
use temperament::terms::{By, Compiled, Definition, Program, Sources, Term, TermSource};

use super::program;

/// What the names of terms begin with, before the key.
const PREFIX: &str = "lib.";

/// The fragments of profiles, by file name.
fn files() -> Vec<(String, Sources)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("profiles/library");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let table = fs::read_to_string(&path)
            .unwrap()
            .parse()
            .unwrap_or_else(|e| panic!("{path:?}: {e}"));
        (
            path.file_name().unwrap().to_string_lossy().into_owned(),
            sources(&table),
        )
    };
    files.into_iter().map(read).collect()
}

fn text(value: &toml::Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

fn sources(table: &toml::Table) -> Sources {
    let lets = table
        .get("let")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flatten();
    let lets = lets.map(|(name, body)| Definition {
        head: name.clone(),
        body: text(body),
    });
    let list = |key: &str| {
        table
            .get(key)
            .and_then(toml::Value::as_array)
            .into_iter()
            .flatten()
    };
    let defined = list("define").map(|definition| Definition {
        head: text(&definition["name"]),
        body: text(&definition["is"]),
    });
    Sources {
        definitions: lets.chain(defined).collect(),
        terms: list("term")
            .map(|term| term_source(term.as_table().unwrap()))
            .collect(),
    }
}

fn term_source(table: &toml::Table) -> TermSource {
    let mut term = TermSource::new("", By::One);
    for (key, value) in table {
        match key.as_str() {
            "name" => term.name = text(value),
            "let" => term.lets.extend(
                value
                    .as_table()
                    .unwrap()
                    .iter()
                    .map(|(name, body)| (name.clone(), text(body))),
            ),
            "when" => term.when = Some(text(value)),
            "each" => term.each = Some(text(value)),
            "count" => term.count = Some(text(value)),
            "index" => term.index = Some(text(value)),
            "value" => term.by = By::One,
            "table" => term.by = By::Table(value.as_array().unwrap().len()),
            "by_rank" => term.by = By::Rank,
            "by_file" => term.by = By::File,
            "by_square" => term.by = By::Square,
            other => panic!("{}: unknown key {other}", term.name),
        }
    }
    term
}

/// How often each entry of each key counts for either side; without what does not count.
type Counts = BTreeMap<(&'static str, bool, usize), i32>;

pub fn positions() -> Vec<Position> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/reference.csv");
    let table = fs::read_to_string(path).unwrap();
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| Position::from_fen(line.split(';').next().unwrap()).unwrap())
        .collect()
}

/// What the built-in terms count of some keys, each with its slot.
fn built_in(weights: &Weights, position: &Position, keys: &[(&'static str, Slot)]) -> Counts {
    let mut counts = Counts::new();
    for (color, slot, event) in eval::trace(weights, position).events {
        if let Event::Count { index, n } = event
            && let Some((key, _)) = keys.iter().find(|(_, wanted)| *wanted == slot)
        {
            *counts.entry((*key, color == Color::White, index)).or_default() += n;
        }
    }
    counts.retain(|_, n| *n != 0);
    counts
}

/// Whether machine code can be generated here.
const CAN_GENERATE: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// A file's program with what it takes to compare it.
struct Checked {
    name: String,
    keys: Vec<&'static str>,
    program: Program,
    /// Its code with these values of all terms.
    compiled: Compiled,
    words: Vec<[i64; 2]>,
    /// Which terms have counted.
    seen: Vec<bool>,
}

impl Checked {
    fn new(name: String, sources: &Sources) -> Self {
        let program = program(sources);
        let key = |term: &Term| {
            let key = term.name().strip_prefix(PREFIX).unwrap().to_owned();
            assert!(
                entries().any(|entry| entry.key() == key),
                "{name}: there is no `{key}`"
            );
            &*key.leak()
        };
        let keys: Vec<&'static str> = program.terms().iter().map(key).collect();
        let values = program.terms().iter().map(|term| term.by().len() as i64).sum();
        // Words without a pattern, so that a wrong count cannot make up for another.
        let word = |n: i64| {
            let mixed = n.wrapping_mul(0x1E37_79B9_7F4A_7C15);
            (mixed ^ (mixed >> 29)).wrapping_mul(0x3F58_476D_1CE4_E5B9)
        };
        let words: Vec<[i64; 2]> = (1..=values).map(|n| [word(2 * n), word(2 * n + 1)]).collect();
        let compiled = program.code(|_| true).compile(&words);
        assert_eq!(compiled.is_interpreted(), !CAN_GENERATE, "{name}");
        Self {
            seen: vec![false; keys.len()],
            compiled,
            words,
            name,
            keys,
            program,
        }
    }

    /// Index of a term's first value.
    fn first(&self, term: usize) -> usize {
        let terms = &self.program.terms()[..term];
        terms.iter().map(|term| term.by().len()).sum()
    }

    /// Compares what the generated code counts, and the interpreter too if `interpret`.
    fn compare(&mut self, position: &Position, built_in: &Counts, interpret: bool) {
        let mut worth = 0_i64;
        for ((key, is_white, index), n) in built_in {
            let Some(term) = self.keys.iter().position(|known| known == key) else {
                continue;
            };
            let [white, black] =
                self.words[self.first(term) + index].map(|word| word.wrapping_mul((*n).into()));
            worth = match is_white {
                true => worth.wrapping_add(white),
                false => worth.wrapping_sub(black),
            };
            self.seen[term] = true;
        }
        let sum = self.compiled.sum(position, false, None);
        assert_eq!(sum, worth, "{}: {position}", self.name);
        if interpret {
            let expected = built_in.iter().filter(|((key, ..), _)| self.keys.contains(key));
            let expected: Counts = expected.map(|(key, n)| (*key, *n)).collect();
            let mut counts = Counts::new();
            self.program
                .count_plainly(position, false, |color, term, index, n| {
                    *counts
                        .entry((self.keys[term], color == Color::White, index))
                        .or_default() += n;
                });
            assert_eq!(counts, expected, "{}, interpreted: {position}", self.name);
        }
    }
}

#[test]
fn terms_of_the_library_count_what_the_built_in_ones_count() {
    let positions = positions();
    assert!(positions.len() > 4_000);
    let mut files: Vec<Checked> = files()
        .into_iter()
        .map(|(name, sources)| Checked::new(name, &sources))
        .collect();
    let terms: usize = files.iter().map(|file| file.keys.len()).sum();
    assert!(terms >= 25, "{terms}");
    let keys: Vec<&'static str> = files.iter().flat_map(|file| file.keys.clone()).collect();
    let slots = entries().filter_map(|entry| {
        let key = keys.iter().find(|key| entry.key() == **key)?;
        Some((*key, entry.slot()?))
    });
    let slots: Vec<(&'static str, Slot)> = slots.collect();
    let weights = Weights::new("none", &Values::default());
    for (number, position) in positions.iter().enumerate() {
        let expected = built_in(&weights, position, &slots);
        for file in &mut files {
            file.compare(position, &expected, number % 20 == 0);
        }
    }
    for file in &files {
        let silent: Vec<&str> = (0..file.keys.len())
            .filter(|&i| !file.seen[i])
            .map(|i| file.keys[i])
            .collect();
        assert!(silent.is_empty(), "{}: never counted: {silent:?}", file.name);
    }
}
