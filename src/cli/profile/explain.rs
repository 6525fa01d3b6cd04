//! `temper profile explain`: what a key means, its value in a profile, and an example on a board.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::bail;

use super::diagnostics::{fail, print_all};
use crate::cli::bench::POSITIONS;
use crate::cli::fens;
use crate::cli::stdout::text_out;
use temperament_coaching::number::VISIBLE;
use temperament_coaching::position::Explained;
use temperament_engine::board::display::Diagram;
use temperament_engine::board::{Color, Position};
use temperament_engine::escape;
use temperament_engine::eval::Weights;
use temperament_engine::eval::keys::{Entry, Kind, entries};
use temperament_engine::profile::{Library, Profile, reference, write};
use temperament_engine::spelling::nearest;
use temperament_matches::setup::FileArg;
use temperament_uci::options::DEFAULT_PROFILE;

/// Arguments of `temper profile explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Key, such as `pawns.isolated` or `term.NAME`
    key: String,
    /// Profile with the numbers: a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: FileArg,
}

/// Endings and special cases after the positions of the benchmark.
const MORE_POSITIONS: [&str; 10] = [
    "8/8/4k3/8/8/8/8/4K2R w - - 0 1",
    "8/5k2/8/3BN3/8/8/8/4K3 w - - 0 1",
    "8/8/8/P7/8/5k2/8/K7 w - - 0 1",
    "8/8/4kb2/8/2P1P3/3B4/5K2/8 w - - 0 1",
    "8/8/8/1k6/8/B7/P7/1K6 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "r1bq1rk1/ppp2pp1/2np1n1p/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 8",
    "2r3k1/pp3ppp/4b3/3pN3/3P4/P3P3/1q3PPP/R2Q2K1 w - - 0 20",
    "rnb1kbnr/pp1ppppp/8/q1p5/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 3",
];

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let (profile, warnings) = match library.load(&args.profile) {
        Ok(loaded) => loaded,
        Err(error) => return fail(error),
    };
    print_all(&warnings);
    let key = args.key.trim();
    let own = profile.given.iter().map(|given| given.entry);
    let Some(entry) = entries().chain(own).find(|entry| entry.key() == key) else {
        bail!("{}", unknown(key, &profile));
    };
    let text = text(&entry, &profile);
    text_out().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn unknown(key: &str, profile: &Profile) -> String {
    let own = profile.given.iter().map(|given| given.key.clone());
    let hint = hint(key, entries().map(|entry| entry.key()).chain(own));
    let key = escape::one_line(key);
    let is_section = entries().any(|entry| entry.section.name == key);
    let list = if is_section {
        format!("; `temper profile reference {key}.` lists its keys")
    } else if hint.is_empty() && !reference::matching(&key).is_empty() {
        format!("; `temper profile reference {key}` lists the keys that contain it")
    } else {
        hint
    };
    format!("there is no key `{key}`{list}")
}

pub(super) fn hint(word: &str, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let found = nearest(word, names.iter().map(String::as_str));
    found.map_or(String::new(), |name| format!(": did you mean `{name}`?"))
}

fn text(entry: &Entry, profile: &Profile) -> String {
    let mut text = match profile.compile().custom_terms() {
        Some(own) if own.terms().entries().iter().any(|e| e.key() == entry.key()) => {
            format!("### `{}`\n\n{}\n\n", entry.key(), own.terms().text(entry))
        }
        _ => reference::entry_text(entry),
    };
    // Writing to a string cannot fail, here and below.
    let _ = match profile.given(&entry.key()) {
        Some(given) => writeln!(text, "In {}: {}", profile.name, write::brief(profile, given)),
        None => writeln!(text, "{} does not set it.", profile.name),
    };
    match entry.decl.kind {
        // The sum of all units selects an entry of the safety table.
        Kind::Values(_, unit) if unit.is_of_attack() => {
            text += "Its units count in the row `king_attack.safety_table`.\n";
        }
        Kind::Values(..) => {
            let none = || "In the example positions it is the same for both sides.\n".to_owned();
            text += &example(entry, profile).unwrap_or_else(none);
        }
        _ => {}
    }
    escape::lines(&text)
}

/// The example position where the share of the key in the difference of all terms is largest.
fn example(entry: &Entry, profile: &Profile) -> Option<String> {
    let compiled = profile.compile_both();
    let positions = POSITIONS.lines().filter(|line| !line.starts_with('#')).chain(MORE_POSITIONS);
    let mut best: Option<(f64, String)> = None;
    for position in positions.filter_map(|line| fens::read(line).ok()) {
        let w = compiled.of(position.stm());
        let (portion, text) = in_position(entry, w, &position)?;
        if portion > best.as_ref().map_or(0.0, |(portion, _)| *portion) {
            best = Some((portion, text));
        }
    }
    best.map(|(_, text)| text)
}

/// The key in a position: its portion of all differences (0 if it is not visible), and the text.
fn in_position(entry: &Entry, w: &Weights, position: &Position) -> Option<(f64, String)> {
    let explained = Explained::new(w, position);
    let share = explained.share;
    let key = explained.keys().nth(entry.ordinal)?;
    let [white, black, difference] =
        [key.white, key.black, key.difference()].map(|s| share.unscaled_pawns(s));
    let all: f64 = explained.keys().map(|key| share.unscaled_pawns(key.difference()).abs()).sum();
    let portion = if difference.abs() < VISIBLE { 0.0 } else { difference.abs() / all };
    let board = Diagram { bottom: Color::White, unicode: false }.draw(position);
    let counts = format!("In pawns: White {white:.2}, Black {black:.2}; {difference:+.2} for White");
    Some((portion, format!("\nExample: {position}\n\n{board}\n\n{counts}\n")))
}
