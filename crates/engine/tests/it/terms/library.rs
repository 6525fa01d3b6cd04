//! The example terms in `../../profiles/library` count the same as the built-in keys of the same names.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::common::positions;
use temperament_engine::board::{Color, Position};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::{Slot, entries};
use temperament_engine::eval::{self, Values, Weights};
use temperament_engine::terms::{By, Code, Definition, Program, Sources, Tables, Term, TermSource, Vm};

use super::program;

/// Prefix of the term names, before the key.
const PREFIX: &str = "lib.";

/// Sources of the library files, sorted by file name.
fn files() -> Vec<(String, Sources)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../profiles/library");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let table = fs::read_to_string(&path).unwrap().parse().unwrap_or_else(|e| panic!("{path:?}: {e}"));
        (path.file_name().unwrap().to_string_lossy().into_owned(), sources(&table))
    };
    files.into_iter().map(read).collect()
}

fn text(value: &toml::Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string")).to_owned()
}

fn sources(table: &toml::Table) -> Sources {
    let lets = table.get("let").and_then(toml::Value::as_table).into_iter().flatten();
    let lets = lets.map(|(name, body)| Definition { head: name.clone(), body: text(body) });
    let list = |key: &str| table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
    let defined = list("define")
        .map(|definition| Definition { head: text(&definition["name"]), body: text(&definition["is"]) });
    Sources {
        definitions: lets.chain(defined).collect(),
        terms: list("term").map(|term| term_source(term.as_table().unwrap())).collect(),
    }
}

fn term_source(table: &toml::Table) -> TermSource {
    let mut term = TermSource::new("", By::One);
    for (key, value) in table {
        match key.as_str() {
            "name" => term.name = text(value),
            "let" => term
                .lets
                .extend(value.as_table().unwrap().iter().map(|(name, body)| (name.clone(), text(body)))),
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

/// Non-zero counts by key, whether White, and index.
type Counts = BTreeMap<(&'static str, bool, usize), i32>;

/// Counts of built-in keys.
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

/// Program of a file, compiled.
struct Checked {
    name: String,
    keys: Vec<&'static str>,
    program: Program,
    code: Code,
    vm: Vm,
    /// Whether each term ever had a non-zero count.
    seen: Vec<bool>,
}

impl Checked {
    fn new(name: String, sources: &Sources) -> Self {
        let program = program(sources);
        let key = |term: &Term| {
            let key = term.name().strip_prefix(PREFIX).unwrap().to_owned();
            assert!(entries().any(|entry| entry.key() == key), "{name}: there is no `{key}`");
            &*key.leak()
        };
        let keys: Vec<&'static str> = program.terms().iter().map(key).collect();
        let code = Code::new(program.terms(), |_| true);
        Self { seen: vec![false; keys.len()], vm: code.vm(), code, name, keys, program }
    }

    /// Compares the counts of the compiled code, and optionally of the interpreter.
    fn compare(&mut self, position: &Position, built_in: &Counts, with_interpreter: bool) {
        let (keys, seen) = (&self.keys, &mut self.seen);
        let expected = built_in.iter().filter(|((key, ..), _)| keys.contains(key));
        let expected: Counts = expected.map(|(key, n)| (*key, *n)).collect();
        let mut counts = Counts::new();
        self.code.count(&mut self.vm, position, &Tables::default(), false, None, |color, counted, n| {
            let key = (keys[counted.term], color == Color::White, counted.index);
            *counts.entry(key).or_default() += n;
            seen[counted.term] |= n != 0;
        });
        counts.retain(|_, n| *n != 0);
        assert_eq!(counts, expected, "{}: {position}", self.name);
        if with_interpreter {
            let mut plain = Counts::new();
            self.program.interpret(position, &Tables::default(), false, |color, term, index, n| {
                *plain.entry((keys[term], color == Color::White, index)).or_default() += n;
            });
            assert_eq!(plain, expected, "{}, interpreter: {position}", self.name);
        }
    }
}

#[test]
fn library_terms_count_the_same_as_built_in_terms() {
    let positions = positions();
    assert!(positions.len() > 4_000);
    let mut files: Vec<Checked> =
        files().into_iter().map(|(name, sources)| Checked::new(name, &sources)).collect();
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
        let silent: Vec<&str> =
            (0..file.keys.len()).filter(|&i| !file.seen[i]).map(|i| file.keys[i]).collect();
        assert!(silent.is_empty(), "{}: never counted: {silent:?}", file.name);
    }
}
