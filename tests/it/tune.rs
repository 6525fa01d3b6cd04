//! `temper tune`: the model against the evaluator, its gradient, and the command as a user runs it.

mod command;
mod data;
mod label;
mod model;
mod recovery;
mod report;
mod resume;
mod rounding;
mod selfplay;
mod wishes;

use std::fs;
use std::sync::Arc;

use crate::common::everything;
use temperament::board::Position;
use temperament::profile::numbers::{Number, numbers};
use temperament::profile::{Format, Library, Origin, Profile, Source};

/// The profiles that come with the program.
const SHIPPED: [&str; 6] = ["simplified", "cheops", "fabchess", "otter", "rustic", "rustic4"];

/// A shipped profile with its text and the numbers in it.
fn shipped(name: &str) -> (Arc<Source>, Profile, Vec<Number>) {
    let library = Library::of(Vec::new());
    let (source, origin) = library.source(name).unwrap();
    read(&source, &origin)
}

/// The shipped profiles, that in which every key has a value, and the same without the one thing for which the king attack
/// is cut off.
fn all() -> Vec<(&'static str, Profile, Vec<Number>)> {
    let text = fs::read_to_string(everything()).unwrap();
    let is_kept = |line: &&str| !line.starts_with("attacker_weight");
    let whole: String = text
        .lines()
        .filter(is_kept)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(text, whole);
    let own = [("everything", text), ("everything whole", whole)].map(|(name, text)| {
        let source = Source::new("everything.toml", Format::Toml, text);
        (name, read(&source, &Origin::Text))
    });
    let shipped = SHIPPED.map(|name| (name, shipped(name)));
    let all = shipped.into_iter().chain(own);
    all.map(|(name, (_, profile, numbers))| (name, profile, numbers))
        .collect()
}

fn read(source: &Arc<Source>, origin: &Origin) -> (Arc<Source>, Profile, Vec<Number>) {
    let (profile, _) = Library::of(Vec::new()).parse(source, origin).unwrap();
    let numbers = numbers(source, &profile).unwrap();
    (Arc::clone(source), profile, numbers)
}

/// The positions of the reference evaluations.
fn positions() -> Vec<Position> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/reference.csv");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| Position::from_fen(line.split(';').next().unwrap()).unwrap())
        .collect()
}
