//! `temper profile diff`: the values that differ between two profiles, and the positions they disagree on most.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use super::diagnostics::print_all;
use crate::cli::fens;
use crate::cli::stdout::{is_broken_pipe, text_out};
use temperament_coaching::position::disagreement::{Disagreement, Ranking};
use temperament_engine::escape;
use temperament_engine::eval::SidedWeights;
use temperament_engine::profile::diff::{Change, changes};
use temperament_engine::profile::{Library, LoadError, Profile, diff};
use temperament_matches::setup::FileArg;

/// Exit status if the profiles could not be compared.
const COULD_NOT_COMPARE: u8 = 2;

/// Arguments of `temper profile diff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// First profile: a name or a path
    a: FileArg,
    /// Second profile
    b: FileArg,
    /// Also print the positions of a file on which they disagree most; one FEN or EPD per line (-: standard input)
    #[arg(long, value_name = "FILE")]
    fens: Option<FileArg>,
    /// Number of these positions
    #[arg(long, value_name = "N", default_value_t = 10, requires = "fens")]
    top: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A profile, by the name on the command line.
struct Compared<'a> {
    name: &'a FileArg,
    profile: Profile,
    compiled: SidedWeights,
}

/// Runs the command. The exit status is 0 if the two evaluate alike, 1 if not, 2 after an error.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    match compare(args, library) {
        Ok(code) => Ok(ExitCode::from(code)),
        Err(error) if is_broken_pipe(&error) => Err(error),
        Err(error) => {
            match error.downcast::<LoadError>() {
                Ok(LoadError::Invalid(diagnostics)) => print_all(&diagnostics),
                Ok(unknown) => complain!("error: {unknown}"),
                Err(other) => complain!("error: {other:#}"),
            }
            Ok(ExitCode::from(COULD_NOT_COMPARE))
        }
    }
}

fn compare(args: &Args, library: &Library) -> anyhow::Result<u8> {
    let side = |name| -> Result<Compared<'_>, LoadError> {
        let (profile, warnings) = library.load(name)?;
        print_all(&warnings);
        let compiled = profile.compile_both();
        Ok(Compared { name, profile, compiled })
    };
    let sides = [side(&args.a)?, side(&args.b)?];
    let values = [&sides[0].profile.values, &sides[1].profile.values];
    let changes = changes(values[0], values[1]);
    let mut code = u8::from(!changes.is_empty());
    let mut found = Vec::new();
    if let Some(file) = &args.fens {
        let (list, all_read) = disagreements(file, [&sides[0].compiled, &sides[1].compiled], args.top)?;
        found = list;
        if !all_read {
            code = COULD_NOT_COMPARE;
        }
    }
    let mut out = text_out();
    if args.json {
        let record = record(&sides, &changes, args.fens.is_some().then_some(&found));
        writeln!(out, "{}", escape::json(&format!("{record:#}")))?;
    } else {
        out.write_all(heading(&sides, changes.is_empty()).as_bytes())?;
        out.write_all(diff::by_section(&changes, values).as_bytes())?;
        out.write_all(positions_text(&found).as_bytes())?;
    }
    Ok(code)
}

fn record(sides: &[Compared<'_>; 2], changes: &[Change], found: Option<&Vec<Found>>) -> Value {
    let side =
        |s: &Compared<'_>| json!({ "name": s.name.to_string(), "id": format!("{:016x}", s.compiled.id()) });
    let mut record = json!({
        "a": side(&sides[0]),
        "b": side(&sides[1]),
        "same": changes.is_empty(),
        "changes": changes.iter().map(Change::json).collect::<Vec<_>>(),
    });
    if let (Some(found), Value::Object(fields)) = (found, &mut record) {
        let list = found.iter().map(position_json).collect();
        fields.insert("positions".to_owned(), Value::Array(list));
    }
    record
}

fn position_json((fen, found): &Found) -> Value {
    let terms =
        found.terms.iter().map(|(key, centipawns)| (key.clone(), json!((centipawns * 10.0).round() / 10.0)));
    json!({
        "fen": fen,
        "a": found.centipawns[0],
        "b": found.centipawns[1],
        "terms": terms.collect::<Map<_, _>>(),
    })
}

/// A line with a position, and its two evaluations.
type Found = (String, Disagreement);

/// Returns the positions of a file with the largest differences, largest first, and whether every line was a position.
/// Other lines are reported on standard error.
fn disagreements(
    file: &FileArg,
    profiles: [&SidedWeights; 2],
    top: usize,
) -> anyhow::Result<(Vec<Found>, bool)> {
    let mut all_read = true;
    let mut ranking = Ranking::new(profiles.to_vec(), top);
    fens::for_each_line(file, |number, line| {
        match fens::read(line) {
            Ok(position) => ranking.add(&position, || line.to_owned()),
            Err(error) => {
                complain!("error: line {number}: {error}: {line}");
                all_read = false;
            }
        }
        Ok(())
    })?;
    Ok((ranking.into_list(), all_read))
}

/// The line that names the two profiles.
fn heading([a, b]: &[Compared<'_>; 2], is_same: bool) -> String {
    if is_same {
        return format!("{} and {} evaluate alike (id {:016x})\n", a.name, b.name, a.compiled.id());
    }
    let [name_a, name_b] = [a, b].map(|side| side.name.to_string());
    let width = name_a.chars().count().max(name_b.chars().count());
    let line = |letter: &str, side: &Compared<'_>| {
        format!("{letter}: {:width$}  (id {:016x})\n", side.name.to_string(), side.compiled.id())
    };
    format!("{}{}", line("a", a), line("b", b))
}

/// The positions with the largest differences.
fn positions_text(found: &[Found]) -> String {
    let mut text = String::new();
    for (fen, d) in found {
        if text.is_empty() {
            text += "\nLargest differences, in centipawns for White: b - a, a, b, position\n\n";
        }
        let (a, b) = (d.centipawns[0], d.centipawns[1]);
        text += &format!("{:>+6} {a:>+6} {b:>+6}  {fen}\n", d.difference());
        let terms: Vec<String> = d.terms.iter().map(|(key, n)| format!("{key} {n:+.0}")).collect();
        if !terms.is_empty() {
            text += &format!("{:22}{}\n", "", terms.join(", "));
        }
    }
    text
}
