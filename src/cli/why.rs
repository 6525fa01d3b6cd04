//! `temper why`: explains why one move is better than another.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};

use crate::cli::fens;
use crate::cli::load;
use temperament_coaching::analysis::{Analyst, DEFAULT_NODES};
use temperament_coaching::why::{Why, explain};
use temperament_coaching::wrap::wrapped;
use temperament_engine::board::{Move, Position, notation, side_name};
use temperament_engine::engine::Limits;
use temperament_engine::escape;
use temperament_matches::setup::FileArg;
use temperament_matches::setup::count;
use temperament_uci::options::DEFAULT_PROFILE;

/// Maximum length of a line.
const WIDTH: usize = 80;

/// Arguments of `temper why`.
#[derive(Debug, clap::Args)]
#[command(override_usage = "temper why [OPTIONS] <FEN|GAME.pgn:23b> <MOVE> [MOVE2]")]
pub struct Args {
    /// Profile to search with, a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: FileArg,
    /// Nodes for each position (default: 500k, as for the mistakes of `temper review`)
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Depth in plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print the sentences as a comment for a PGN file
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    /// Also print how the terms of the evaluation differ, in pawns
    #[arg(long, conflicts_with_all = ["json", "pgn"])]
    details: bool,
    /// A position, the move to explain, and the move to compare it with (default: the best other move). The position
    /// is a FEN, `startpos`, or GAME.pgn:23b before Black's 23rd move; moves are as in `Nf3` or `g1f3`
    #[arg(value_name = "POSITION MOVE", num_args = 2.., required = true)]
    words: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args, library: &temperament_engine::profile::Library) -> anyhow::Result<ExitCode> {
    let (position, moves) = split(&args.words);
    let game = fens::game(&position, None)?;
    let position = game.position().clone();
    ensure!(
        moves.len() == 1 || moves.len() == 2,
        "give a position and one or two moves: temper why FEN Nf3 e4"
    );
    let moves =
        moves.iter().map(|word| parse_move(&position, word)).collect::<anyhow::Result<Vec<Move>>>()?;
    let sides = load::compiled(library, &args.profile)?;
    let name = sides.name().to_owned();
    let mut analyst = Analyst::new(&sides, limits(args))?;
    let why = explain(&mut analyst, &game, moves[0], moves.get(1).copied(), &|| false)
        .map_err(|error| anyhow!("{}: {error}", notation::san(&position, moves[0])))?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", escape::json(&why.json().to_string()))?;
    } else if args.pgn {
        writeln!(out, "{{ {} }}", escape::lines(&why.comment()))?;
    } else {
        writeln!(out, "{}", escape::lines(&text(&why, &position, &name, args.details)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn limits(args: &Args) -> Limits {
    let has_other = args.depth.is_some() || args.movetime.is_some();
    Limits {
        depth: args.depth,
        nodes: args.nodes.or((!has_other).then_some(DEFAULT_NODES)),
        movetime: args.movetime.map(Duration::from_millis),
        ..Limits::default()
    }
}

/// Splits the words into a position and moves. A FEN may be given in quotes or as several words.
fn split(words: &[String]) -> (String, &[String]) {
    let is_side = |word: &String| word == "w" || word == "b";
    let is_clock = |word: &&String| word.bytes().all(|b| b.is_ascii_digit());
    let length = match words {
        [board, side, ..] if board.contains('/') && !board.contains(' ') && is_side(side) => {
            4 + words.iter().skip(4).take(2).take_while(is_clock).count()
        }
        _ => 1,
    };
    let (position, moves) = words.split_at(length.min(words.len()));
    (position.join(" "), moves)
}

fn parse_move(position: &Position, word: &str) -> anyhow::Result<Move> {
    let shown = escape::one_line(word);
    let word = word.rsplit('.').next().unwrap_or(word);
    notation::parse_any(position, word)
        .with_context(|| format!("`{shown}` {} in {position}", notation::refusal(position, word)))
}

/// The explanation for people.
fn text(why: &Why, position: &Position, profile: &str, has_details: bool) -> String {
    let side = side_name(position.stm());
    let [mv, other] = [why.mv, why.other].map(|mv| notation::san(position, mv));
    let verdict = why.verdict(position);
    let unit = if why.has_mate() { "" } else { "in pawns; " };
    let mut lines = wrapped(&format!("{side} to move: {verdict} ({unit}profile {profile})."), "", "", WIDTH);
    lines.push(String::new());
    for claim in &why.claims {
        lines.extend(wrapped(&claim.text, "- ", "  ", WIDTH));
    }
    if !why.claims.is_empty() {
        lines.push(String::new());
    }
    for (name, line) in [(&mv, &why.line), (&other, &why.other_line)] {
        let text = format!("{name}: {}", notation::san_line(position, line));
        lines.extend(wrapped(&text, "", "    ", WIDTH));
    }
    if has_details {
        lines.push(String::new());
        lines.extend(details(why, &mv, &other));
    }
    lines.join("\n")
}

/// How the terms of the evaluation differ at the ends of the lines.
fn details(why: &Why, mv: &str, other: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for sentence in &why.sentences {
        lines.extend(wrapped(&sentence.text, "- ", "  ", WIDTH));
    }
    if !why.has_mate() {
        lines.push(format!(
            "+ speaks for {mv}, - for {other}. Rows {:+.2}, remainder {:+.2}.",
            f64::from(why.difference - why.remainder) / 100.0,
            f64::from(why.remainder) / 100.0
        ));
        if let Some(unstated) = why.unstated() {
            lines.push(format!("All that no sentence states: {:+.2}.", f64::from(unstated) / 100.0));
        }
    }
    lines
}
