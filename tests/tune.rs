//! `temper tune`: the model against the evaluator, its gradient, and the command as a user runs it.

#[path = "tune/command.rs"]
mod command;
mod common;
#[path = "tune/model.rs"]
mod model;

use std::fs;
use std::sync::Arc;

use temperament::board::Position;
use temperament::profile::numbers::{Number, numbers};
use temperament::profile::{Library, Profile, Source};

/// The profiles that come with the program.
const SHIPPED: [&str; 6] = ["simplified", "cheops", "fabchess", "otter", "rustic", "rustic4"];

/// A shipped profile with its text and the numbers in it.
fn shipped(name: &str) -> (Arc<Source>, Profile, Vec<Number>) {
    let library = Library::of(Vec::new());
    let (source, origin) = library.source(name).unwrap();
    let (profile, _) = library.parse(&source, &origin).unwrap();
    let numbers = numbers(&source, &profile).unwrap();
    (source, profile, numbers)
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
