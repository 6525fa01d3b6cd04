//! `temper eval`: explains the evaluation of positions as a table, as JSON, or drawn on the board.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use crate::cli::command_line::command_line;
use crate::cli::fens;
use crate::cli::files::PendingFile;
use crate::cli::load;
use crate::cli::position_arg::after_moves;
use crate::cli::reading::exit_code;
use temperament_coaching::analysis::Analyst;
use temperament_coaching::position::json::{self, quoted};
use temperament_coaching::position::{Explained, screen, table};
use temperament_coaching::report::position::page;
use temperament_coaching::why::BestLine;
use temperament_engine::board::display::Diagram;
use temperament_engine::board::{COLORS, Color, Game, Position, side_name};
use temperament_engine::engine::Limits;
use temperament_engine::escape;
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::eval::keys::{Entry, Kind, SLOT_COUNT, Shape};
use temperament_engine::eval::{S, SidedWeights, Weights, evaluate};
use temperament_engine::profile::diff::pair;
use temperament_engine::profile::{Library, entry_words};
use temperament_engine::spelling::nearest;
use temperament_engine::terms::{Means, Role, Shown, ShownPart};
use temperament_matches::setup::FileArg;
use temperament_matches::setup::count;
use temperament_uci::options::DEFAULT_PROFILE;

/// Limit for quoted input lines, in characters.
const LONGEST_LINE: usize = 300;
/// Default for `--nodes`: a quarter of a second for each of the two searches, those of `temper why`.
const DEFAULT_NODES: &str = "500k";

/// Arguments of `temper eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile to evaluate with, a name or a path; given twice, two are compared
    #[arg(long, value_name = "NAME|PATH")]
    profile: Vec<FileArg>,
    /// Print every term with its middlegame and endgame numbers
    #[arg(long, conflicts_with_all = ["fens", "json", "show_term"])]
    all: bool,
    /// Print one JSON object per line instead of tables
    #[arg(long)]
    json: bool,
    /// Write an HTML page with the squares of each term and the worth of each piece
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["all", "fens", "json", "show_term"])]
    html: Option<PathBuf>,
    /// Overwrite the file of --html if it exists
    #[arg(long, requires = "html")]
    force: bool,
    /// Evaluate the positions of a file, one FEN or EPD per line, `#` for comments (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    fens: Option<FileArg>,
    /// Draw the parts of a custom term on the board
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fens", "json"])]
    show_term: Option<String>,
    /// Nodes for the search of the best move, and again for that of the other moves
    #[arg(long, value_name = "N", default_value = DEFAULT_NODES, value_parser = count)]
    #[arg(conflicts_with_all = ["all", "fens", "json", "show_term"])]
    nodes: u64,
    /// Play these moves first: "e4 e5 Nf3"
    #[arg(long, value_name = "MOVES", conflicts_with = "fens", default_value = "")]
    moves: String,
    /// Position to evaluate: a FEN, `startpos`, or GAME.pgn:23w before White's 23rd move, GAMES.pgn#3:23b in the third
    /// game (default: the initial position)
    fen: Vec<String>,
}

/// A profile to evaluate with.
struct Loaded {
    sides: SidedWeights,
    /// Keys of `terms` in JSON: those to which the profile gives values.
    terms: Vec<Entry>,
}

impl Loaded {
    fn new(library: &Library, name: &FileArg) -> anyhow::Result<Self> {
        let live = load::live(library, name)?;
        Ok(Self { sides: live.compiled().clone(), terms: live.profile().valued_entries() })
    }

    /// Weights for the side to move.
    fn weights(&self, position: &Position) -> &Weights {
        self.sides.of(position.stm())
    }
}

/// Runs the command. The exit code is 1 if a position of a file could not be read.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let names = match args.profile.as_slice() {
        [] => &[FileArg::from(DEFAULT_PROFILE)],
        names => names,
    };
    if names.len() > 2 && !args.json {
        bail!("at most two profiles can be compared (with --json, any number)");
    }
    let profiles: Vec<Loaded> =
        names.iter().map(|name| Loaded::new(library, name)).collect::<anyhow::Result<_>>()?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(name) = &args.show_term {
        let position = position(args)?;
        for profile in &profiles {
            write!(out, "{}", term_text(profile.weights(&position), &position, name)?)?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = &args.html {
        let position = position(args)?;
        ensure!(profiles.len() == 1, "--html is for one profile");
        let file = PendingFile::new(path, args.force)?;
        let searched = best_line(&profiles[0].sides, &game(args)?, args.nodes)?;
        let explained = Explained::new(profiles[0].weights(&position), &position);
        file.write(page(&explained, searched.as_ref(), &command_line()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let code = match (&args.fens, args.json) {
        (Some(file), true) => evaluate_many(file, &mut out, |_, line, out| {
            write_json(line, &fens::read(line).map_err(Into::into), &profiles, out)
        })?,
        (Some(file), false) => {
            evaluate_many(file, &mut out, |number, line, out| write_list(number, line, &profiles, out))?
        }
        (None, true) => {
            exit_code(write_json(&fens::joined(&args.fen), &position(args), &profiles, &mut out)?)
        }
        (None, false) => {
            let game = game(args)?;
            writeln!(out, "{}", table_of(&game, &profiles, args)?)?;
            ExitCode::SUCCESS
        }
    };
    out.flush()?;
    Ok(code)
}

/// Parses the position given as arguments.
fn position(args: &Args) -> anyhow::Result<Position> {
    game(args).map(|game| game.position().clone())
}

/// The same, with the moves that lead there.
fn game(args: &Args) -> anyhow::Result<Game> {
    let start = fens::game(&fens::joined(&args.fen), Some("--fens"))?;
    after_moves(start, &args.moves)
}

fn table_of<'a>(game: &'a Game, profiles: &'a [Loaded], args: &Args) -> anyhow::Result<String> {
    let position = game.position();
    let explain = |profile: &'a Loaded| Explained::new(profile.weights(position), position);
    Ok(match profiles {
        [a, b, ..] => table::two(&explain(a), &explain(b)),
        [profile] if args.all => table::one(&explain(profile)),
        [profile] => {
            let searched = best_line(&profile.sides, game, args.nodes)?;
            escape::lines(&screen::text(&explain(profile), searched.as_ref(), "--all: every row"))
        }
        [] => String::new(),
    })
}

/// A short search at full strength, to say whether the evaluation overlooks something; `None` if the game is over.
pub fn best_line(sides: &SidedWeights, game: &Game, nodes: u64) -> anyhow::Result<Option<BestLine>> {
    let mut analyst = Analyst::new(sides, Limits::nodes(nodes))?;
    Ok(BestLine::new(&mut analyst, game))
}

/// Calls `write` with number and text of each line of a file; it returns whether the line was a position.
fn evaluate_many<W: Write>(
    file: &FileArg,
    out: &mut W,
    mut write: impl FnMut(usize, &str, &mut W) -> io::Result<bool>,
) -> anyhow::Result<ExitCode> {
    let mut all_read = true;
    fens::for_each_line(file, |number, line| {
        all_read &= write(number, line, out)?;
        Ok(())
    })?;
    Ok(exit_code(all_read))
}

/// Writes the evaluation by each profile, then the line. Returns `true` if it was a position.
fn write_list(number: usize, line: &str, profiles: &[Loaded], out: &mut impl Write) -> io::Result<bool> {
    let position = match fens::read(line) {
        Ok(position) => position,
        Err(error) => {
            writeln!(out, "error: line {number}: {error}: {}", escape::bounded(line, LONGEST_LINE))?;
            return Ok(false);
        }
    };
    for profile in profiles {
        write!(out, "{:>7}  ", evaluate(profile.weights(&position), &position))?;
    }
    writeln!(out, "{}", escape::lines(line))?;
    Ok(true)
}

/// Writes one JSON object per profile: the explanation, or the error with the text. Returns `true` if that was a
/// position.
fn write_json(
    text: &str,
    position: &anyhow::Result<Position>,
    profiles: &[Loaded],
    out: &mut impl Write,
) -> io::Result<bool> {
    for profile in profiles {
        match position {
            Ok(position) => {
                json::write(&Explained::new(profile.weights(position), position), &profile.terms, out)?;
            }
            Err(error) => writeln!(
                out,
                r#"{{"fen":{},"profile":{},"error":{}}}"#,
                quoted(text),
                quoted(profile.sides.name()),
                quoted(&error.root_cause().to_string())
            )?,
        }
    }
    Ok(position.is_ok())
}

/// Maximum number of summands shown of a value.
const MOST_VALUES: usize = 8;

/// Draws all parts of a term for both sides; `name` may start with `term.`.
///
/// # Errors
/// If the profile has no such term.
fn term_text(w: &Weights, position: &Position, name: &str) -> anyhow::Result<String> {
    let own = w.custom_terms().with_context(|| format!("{} has no terms of its own", w.name()))?;
    // A table has no position to look at.
    let is_shown = |entry: &&Entry| entry.section.name != Role::Table.key();
    let entries = || own.terms().all_entries().iter().filter(is_shown);
    let wanted = name.strip_prefix("term.").unwrap_or(name);
    let Some(entry) = entries().find(|entry| entry.decl.name == wanted || entry.key() == wanted) else {
        let names = entries().map(|entry| entry.decl.name);
        let hint = match nearest(wanted, names.clone()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("it has {}", names.collect::<Vec<_>>().join(", ")),
        };
        bail!("{} has no term `{wanted}`: {hint}", w.name());
    };
    let number = entry.ordinal - SLOT_COUNT;
    let mut text = format!("Position {position}\n{}: {}\n", entry.key(), own.terms().text(entry));
    for color in COLORS {
        let side = side_name(color);
        text += &format!("\n{side}\n");
        for part in own.terms().program().show(position, own.tables(), color, number, own.through_king()) {
            text += &draw_part(position, &part);
        }
        text += &term_worth(w, own, entry, position, color);
    }
    Ok(text)
}

/// The value of a term for a side, as a sum of entries times counts.
fn term_worth(w: &Weights, own: &CustomWeights, entry: &Entry, position: &Position, color: Color) -> String {
    let number = entry.ordinal - SLOT_COUNT;
    let Kind::Values(shape, _) = entry.decl.kind else {
        return String::new();
    };
    let mut counts = vec![0; shape.len()];
    let mut applies = false;
    let program = own.terms().program();
    program.interpret(position, own.tables(), own.through_king(), |whose, term, index, n| {
        if (whose, term) == (color, number) {
            applies = true;
            counts[index] += n;
        }
    });
    let value = |index: usize| own.value(color, entry.offset + index);
    let counted = || counts.iter().enumerate().filter(|(_, n)| **n != 0);
    let total: S = counted().map(|(index, n)| value(index) * *n).sum();
    let summand = |(index, n): (usize, &i32)| {
        let resolution = if program.terms()[number].role() == Role::Term { w.resolution() } else { 1 };
        let value = pair(value(index).pair(), resolution);
        match shape {
            Shape::One => format!("{n} x {value}"),
            _ if program.terms()[number].is_indexed() => format!("{n} x {value} (entry {index})"),
            _ => format!("{n} x {value} ({})", entry_words(shape, index)),
        }
    };
    let listed: Vec<String> = counted().map(summand).take(MOST_VALUES).collect();
    let more = match counted().count().saturating_sub(MOST_VALUES) {
        0 => "",
        _ => " + ...",
    };
    let whose = match (color, shape) {
        (Color::Black, Shape::ByRank | Shape::BySquare) => ", seen from Black's side",
        _ => "",
    };
    let term = &program.terms()[number];
    if term.role() == Role::Factor {
        // Its numbers are parts of the divisor, not scores.
        let part = listed.first().map_or("0", String::as_str);
        return if applies {
            format!(
                "  if {} is ahead, {part} of {} are left of its score\n",
                side_name(color),
                term.divisor()
            )
        } else {
            "  the score stays as it is\n".to_owned()
        };
    }
    if listed.is_empty() {
        "  worth: 0\n".to_owned()
    } else {
        format!("  worth{whose}: {} = {}{more}\n", pair(total.pair(), w.resolution()), listed.join(" + "))
    }
}

fn draw_part(position: &Position, part: &ShownPart) -> String {
    let of = part.square.map_or(String::new(), |square| format!(" of {square}"));
    let name = format!("{}{of}", part.name);
    let means = match part.means {
        None => String::new(),
        Some(Means::HeldAt(n)) => format!(", counts as {n}"),
        Some(Means::Entry(index)) => format!(", entry {index}"),
    };
    match part.shown {
        Shown::Number(n) => format!("  {name}: {n}{means}\n"),
        Shown::Boolean(false) if part.name == "when" => format!("  {name}: false, so nothing is counted\n"),
        Shown::Boolean(boolean) => format!("  {name}: {boolean}{means}\n"),
        Shown::Squares(set) if set.is_empty() => format!("  {name}: no squares{means}\n"),
        Shown::Squares(set) => {
            let diagram = Diagram { bottom: Color::White, unicode: false };
            let noun = if set.len() == 1 { "square" } else { "squares" };
            let board = diagram.draw_set(position, set);
            let lines: String = board.lines().map(|line| format!("  {line}\n")).collect();
            format!("  {name}: {} {noun}{means}\n{lines}", set.len())
        }
    }
}
