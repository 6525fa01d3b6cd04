//! `temper tune`: the model against the evaluator, its gradient, and the command line.

mod command;
mod constraints;
mod data;
mod label;
mod model;
mod recovery;
mod report;
mod resume;
mod rounding;
mod selfplay;
mod tables;
mod validation;

use std::fs;
use std::sync::Arc;

use crate::common::everything;
use temperament_engine::board::Position;
use temperament_engine::profile::numbers::{Literal, literals};
use temperament_engine::profile::{Format, Library, Origin, Profile, Source};

/// Built-in profiles.
const SHIPPED: [&str; 6] = ["simplified", "cheops", "fabchess", "otter", "rustic", "rustic4"];

/// Source, profile and numbers of a shipped profile.
fn shipped(name: &str) -> (Arc<Source>, Profile, Vec<Literal>) {
    let library = Library::of(Vec::new());
    let (source, origin) = library.source(name).unwrap();
    read(&source, &origin)
}

/// The shipped profiles; the profile that sets every key, with and without `attacker_weight`, which cuts off the king
/// attack; and one with tables, factors, rules of draws and terms after the blend.
fn all() -> Vec<(&'static str, Profile, Vec<Literal>)> {
    let text = fs::read_to_string(everything()).unwrap();
    let is_kept = |line: &&str| !line.starts_with("attacker_weight");
    let whole: String = text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
    assert_ne!(text, whole);
    let everything_profiles = [("everything", text), ("everything whole", whole)].map(|(name, text)| {
        let source = Source::new("everything.toml", Format::Toml, text);
        (name, read(&source, &Origin::Text))
    });
    let shipped = SHIPPED.map(|name| (name, shipped(name)));
    let custom_steps =
        concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/tests/data/profiles/custom-steps.toml");
    let text = fs::read_to_string(custom_steps).unwrap();
    let custom_steps = read(&Source::new("custom-steps.toml", Format::Toml, text), &Origin::Text);
    let all = shipped.into_iter().chain(everything_profiles).chain([("custom steps", custom_steps)]);
    all.map(|(name, (_, profile, numbers))| (name, profile, numbers)).collect()
}

fn read(source: &Arc<Source>, origin: &Origin) -> (Arc<Source>, Profile, Vec<Literal>) {
    let (profile, _) = Library::of(Vec::new()).parse(source, origin).unwrap();
    let numbers = literals(source, &profile);
    (Arc::clone(source), profile, numbers)
}

/// Positions of the reference evaluations.
fn positions() -> Vec<Position> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/tests/data/reference.csv");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| Position::from_fen(line.split(';').next().unwrap()).unwrap()).collect()
}
