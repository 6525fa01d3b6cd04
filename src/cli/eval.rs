//! `temper eval`: why a position is worth what it is, as a table or as JSON.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::bail;

use super::{exit_code, fens, show_term};
use crate::board::Position;
use crate::cli::file_arg::FileArg;
use crate::escape;
use crate::eval::explain::Explanation;
use crate::eval::keys::Entry;
use crate::eval::{S, Sides, Weights, evaluate, table};
use crate::profile::Library;
use crate::uci::options::DEFAULT_PROFILE;

/// The longest line that a message quotes, in characters.
const LONGEST_LINE: usize = 300;

/// Arguments of `temper eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile to evaluate with, a name or a path; two are compared
    #[arg(long, value_name = "NAME|PATH")]
    profile: Vec<FileArg>,
    /// Print one JSON object a line instead of tables
    #[arg(long)]
    json: bool,
    /// Evaluate the positions of a file, one FEN or EPD a line, `#` for comments (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    fens: Option<FileArg>,
    /// Draw what a term of the profile's own sees
    #[arg(long, value_name = "NAME", conflicts_with_all = ["fens", "json"])]
    show_term: Option<String>,
    /// Position to evaluate, a FEN or `startpos` (default: the initial position)
    fen: Vec<String>,
}

/// A profile to evaluate with.
struct Loaded {
    sides: Sides,
    /// The keys of `terms` in JSON: those with values that the profile gives.
    terms: Vec<Entry>,
}

impl Loaded {
    fn new(library: &Library, name: &FileArg) -> anyhow::Result<Self> {
        let live = super::live(library, name)?;
        Ok(Self {
            sides: live.compiled().clone(),
            terms: live.profile().valued_entries(),
        })
    }

    /// The weights for an engine that is to move.
    fn weights(&self, position: &Position) -> &Weights {
        self.sides.of(position.stm())
    }
}

/// Runs the command. The exit code is 1 if a position of many could not be read.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let names = match args.profile.as_slice() {
        [] => &[FileArg::from(DEFAULT_PROFILE)],
        names => names,
    };
    if names.len() > 2 && !args.json {
        bail!("at most two profiles can be compared (with --json, any number)");
    }
    let profiles: Vec<Loaded> = names
        .iter()
        .map(|name| Loaded::new(library, name))
        .collect::<anyhow::Result<_>>()?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(name) = &args.show_term {
        let position = position(&args.fen)?;
        for profile in &profiles {
            write!(
                out,
                "{}",
                show_term::text(profile.weights(&position), &position, name)?
            )?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let code = match (&args.fens, args.json) {
        (Some(file), true) => evaluate_many(file, &mut out, |_, line, out| {
            write_json(line, &fens::read(line).map_err(Into::into), &profiles, out)
        })?,
        (Some(file), false) => evaluate_many(file, &mut out, |number, line, out| {
            write_list(number, line, &profiles, out)
        })?,
        (None, true) => {
            let fen = fens::joined(&args.fen);
            exit_code(write_json(&fen, &position(&args.fen), &profiles, &mut out)?)
        }
        (None, false) => {
            let position = position(&args.fen)?;
            writeln!(out, "{}", table_of(&position, &profiles))?;
            ExitCode::SUCCESS
        }
    };
    out.flush()?;
    Ok(code)
}

/// Parses the position given as arguments.
fn position(words: &[String]) -> anyhow::Result<Position> {
    fens::argument(&fens::joined(words), Some("--fens"))
}

fn table_of(position: &Position, profiles: &[Loaded]) -> String {
    let weights = profiles.iter().map(|profile| profile.weights(position));
    let explained: Vec<_> = weights.map(|w| (w, Explanation::new(w, position))).collect();
    match explained.as_slice() {
        [(w, a), (v, b), ..] => table::two(position, [(w, a), (v, b)]),
        [(w, a)] => table::one(w, position, a),
        [] => String::new(),
    }
}

/// Writes each line of a file with `write`, which is given its number and returns whether it was a position.
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

/// Writes the evaluation of a position by each profile, then the line it came from. Returns whether that is one.
fn write_list(number: usize, line: &str, profiles: &[Loaded], out: &mut impl Write) -> io::Result<bool> {
    let position = match fens::read(line) {
        Ok(position) => position,
        Err(error) => {
            writeln!(
                out,
                "error: line {number}: {error}: {}",
                escape::bounded(line, LONGEST_LINE)
            )?;
            return Ok(false);
        }
    };
    for profile in profiles {
        write!(out, "{:>7}  ", evaluate(profile.weights(&position), &position))?;
    }
    writeln!(out, "{}", escape::lines(line))?;
    Ok(true)
}

/// Writes one JSON object for each profile: the explanation of a position, or why `fen` is none. Returns whether it is
/// one.
fn write_json(
    fen: &str,
    position: &anyhow::Result<Position>,
    profiles: &[Loaded],
    out: &mut impl Write,
) -> io::Result<bool> {
    for profile in profiles {
        match position {
            Ok(position) => write_explanation(fen, profile, position, out)?,
            Err(error) => writeln!(
                out,
                r#"{{"fen":{},"profile":{},"error":{}}}"#,
                quoted(fen),
                quoted(profile.sides.name()),
                quoted(&error.root_cause().to_string())
            )?,
        }
    }
    Ok(position.is_ok())
}

fn write_explanation(
    fen: &str,
    profile: &Loaded,
    position: &Position,
    out: &mut impl Write,
) -> io::Result<()> {
    let w = profile.weights(position);
    let e = Explanation::new(w, position);
    let (blend, pair) = (&e.blend, |s: S| format!("[{},{}]", s.mg(), s.eg()));
    write!(
        out,
        r#"{{"fen":{},"profile":{},"eval":{},"mg":{},"eg":{},"eg_sum":{},"phase":{},"terms":{{"#,
        quoted(fen),
        quoted(w.name()),
        blend.result,
        blend.mg,
        blend.eg,
        e.total.eg(),
        serde_json::Value::from(blend.phase),
    )?;
    let mut separator = "";
    for entry in &profile.terms {
        let row = &e.rows[entry.ordinal];
        let (key, white, black) = (entry.key(), pair(row.white), pair(row.black));
        write!(out, r#"{separator}"{key}":{{"white":{white},"black":{black}}}"#)?;
        separator = ",";
    }
    out.write_all(b"}}\n")
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    escape::json(&serde_json::Value::from(text).to_string())
}
