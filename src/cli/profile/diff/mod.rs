//! `temper profile diff`: in what two evaluations differ, and on which positions most.

mod positions;
mod text;

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use super::super::is_broken_pipe;
use super::print_all;
use crate::cli::file_arg::FileArg;
use crate::cli::text_out;
use crate::escape;
use crate::eval::Sides;
use crate::profile::diff::{self, Change, changes};
use crate::profile::{Library, LoadError, Profile};

use positions::{Disagreement, disagreements};

/// What a command for comparison ends with when it could not compare.
const TROUBLE: u8 = 2;

/// Arguments of `temper profile diff`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path of the one profile
    a: FileArg,
    /// Name or path of the other
    b: FileArg,
    /// Also the positions of a file on which they disagree most, one FEN or EPD a line (-: standard input)
    #[arg(long, value_name = "FILE")]
    fens: Option<FileArg>,
    /// How many of these positions
    #[arg(long, value_name = "N", default_value_t = 10, requires = "fens")]
    top: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// One of the two profiles, by the name that it was asked for.
struct Side<'a> {
    name: &'a FileArg,
    profile: Profile,
    compiled: Sides,
}

/// Compares. The exit status is 0 if the two evaluate alike, 1 if not, 2 in case of trouble.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    match compare(args, library) {
        Ok(code) => Ok(ExitCode::from(code)),
        Err(error) if is_broken_pipe(&error) => Err(error),
        Err(error) => {
            match error.downcast::<LoadError>() {
                Ok(LoadError::Faulty(faults)) => print_all(&faults),
                Ok(unknown) => complain!("error: {unknown}"),
                Err(other) => complain!("error: {other:#}"),
            }
            Ok(ExitCode::from(TROUBLE))
        }
    }
}

fn compare(args: &Args, library: &Library) -> anyhow::Result<u8> {
    let side = |name| -> Result<Side<'_>, LoadError> {
        let (profile, warnings) = library.load(name)?;
        print_all(&warnings);
        let compiled = profile.compile_both();
        Ok(Side {
            name,
            profile,
            compiled,
        })
    };
    let sides = [side(&args.a)?, side(&args.b)?];
    let changes = changes(&sides[0].profile.values, &sides[1].profile.values);
    let mut code = u8::from(!changes.is_empty());
    let mut found = Vec::new();
    if let Some(file) = &args.fens {
        let (list, all_read) = disagreements(file, [&sides[0].compiled, &sides[1].compiled], args.top)?;
        found = list;
        if !all_read {
            code = TROUBLE;
        }
    }
    let mut out = text_out();
    if args.json {
        let record = record(&sides, &changes, args.fens.is_some().then_some(&found));
        writeln!(out, "{}", escape::json(&format!("{record:#}")))?;
    } else {
        out.write_all(text::heading(&sides, changes.is_empty()).as_bytes())?;
        out.write_all(diff::text(&changes).as_bytes())?;
        out.write_all(text::positions(&found).as_bytes())?;
    }
    Ok(code)
}

/// The whole comparison as JSON.
fn record(sides: &[Side<'_>; 2], changes: &[Change], found: Option<&Vec<Disagreement>>) -> Value {
    let side =
        |s: &Side<'_>| json!({ "name": s.name.to_string(), "id": format!("{:016x}", s.compiled.id()) });
    let mut record = json!({
        "a": side(&sides[0]),
        "b": side(&sides[1]),
        "same": changes.is_empty(),
        "changes": changes.iter().map(Change::json).collect::<Vec<_>>(),
    });
    if let (Some(found), Value::Object(fields)) = (found, &mut record) {
        let list = found.iter().map(position).collect();
        fields.insert("positions".to_owned(), Value::Array(list));
    }
    record
}

fn position(found: &Disagreement) -> Value {
    let terms = found
        .terms
        .iter()
        .map(|(key, centipawns)| (key.clone(), json!((centipawns * 10.0).round() / 10.0)));
    json!({
        "fen": found.fen,
        "a": found.centipawns[0],
        "b": found.centipawns[1],
        "terms": terms.collect::<Map<_, _>>(),
    })
}
