//! Custom terms from file to score: parsing and diagnostics, inheritance, tweaks, explanation, both formats.

mod commands;
mod counts;
mod diagnostics;
mod files;
mod inheritance;
mod tables;

use std::path::Path;
use std::process::{Command, Output};

use crate::common::TEMPER;
use temperament_engine::board::Position;
use temperament_engine::eval::Values;
use temperament_engine::eval::explain::Explanation;
use temperament_engine::profile::{Format, Library, LoadError, Origin, Overrides, Profile, Source};

const KNIGHTS: &str =
    "[[term]]\nname = \"knights.on_rim\"\ncount = \"own.knights & rim\"\nvalue = [-12, -8]\n";

fn temper(args: &[&str]) -> Output {
    Command::new(TEMPER).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn parse(format: Format, text: &str) -> Result<Profile, Vec<String>> {
    let source = Source::new("x", format, text);
    let parsed = Library::of(Vec::new()).parse(&source, &Origin::Text);
    let messages = |diagnostics: Vec<_>| diagnostics.iter().map(ToString::to_string).collect();
    parsed.map(|(profile, _)| profile).map_err(messages)
}

fn diagnostics(text: &str) -> Vec<String> {
    parse(Format::Toml, &format!("name = \"x\"\n{text}")).unwrap_err()
}

fn loaded(path: &Path, tweaks: &str) -> Result<Profile, LoadError> {
    let library = Library::of(Vec::new()).with_tweaks(Overrides::new("Tweak", [tweaks]));
    library.load(path.to_str().unwrap()).map(|(profile, _)| profile)
}

/// Middlegame score of a term for White and Black.
fn term_scores(values: &Values, key: &str, fen: &str) -> [i32; 2] {
    let weights = temperament_engine::eval::Weights::new("x", values);
    let explanation = Explanation::new(&weights, &Position::from_fen(fen).unwrap());
    let row = explanation.rows.iter().find(|row| row.entry.key() == key);
    let row = row.unwrap_or_else(|| panic!("no row for {key}"));
    [row.white.mg(), row.black.mg()]
}

/// White knights on a3 and h6, a black knight on a6.
const RIM: &str = "4k3/8/n6N/8/8/N7/8/4K3 w - - 0 1";
