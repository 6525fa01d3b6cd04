//! `temper profile spsa`: lists the numbers of a profile as SPSA parameters.

use std::ffi::OsStr;
use std::io::{IsTerminal, Write, stdout};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::diagnostics::fail;
use temperament_engine::profile::Library;
use temperament_engine::profile::numbers::{Parameter, parameters};
use temperament_matches::setup::FileArg;
use temperament_uci::options::{BUILT_TUNE, DEFAULT_PROFILE};

/// Default end learning rate (R_end) of OpenBench.
const R_END: f64 = 0.002;

/// Arguments of `temper profile spsa`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path (default: the profile and options of `temper uci`)
    profile: Option<FileArg>,
    /// Only parameters that match, and all below: `material`, `psqt.knight.mg`, `*.eg` (may be repeated)
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Openbench)]
    format: ListFormat,
}

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// One line each: name, type, value, min, max, C_end, R_end
    Openbench,
    /// The config.json of weather-factory
    WeatherFactory,
}

/// Prints the parameters of a profile.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let name: &OsStr = args.profile.as_ref().map_or(DEFAULT_PROFILE.as_ref(), AsRef::as_ref);
    let profile = match library.load(name) {
        Ok((profile, _)) => profile,
        Err(error) => return fail(error),
    };
    let parameters = parameters(&profile, &patterns(args)).map_err(|message| anyhow!(message))?;
    let text = match args.format {
        ListFormat::Openbench => list(&parameters),
        ListFormat::WeatherFactory => object(&parameters)?,
    };
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    // OpenBench rejects an empty line after the last parameter.
    if args.format == ListFormat::WeatherFactory || out.is_terminal() {
        writeln!(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Patterns of parameters to list; empty for all.
fn patterns(args: &Args) -> Vec<String> {
    if args.profile.is_none() && args.only.is_empty() {
        BUILT_TUNE.split_whitespace().map(str::to_owned).collect()
    } else {
        args.only.clone()
    }
}

/// One line per parameter, without a newline after the last.
fn list(parameters: &[Parameter]) -> String {
    let lines: Vec<String> = parameters.iter().map(line).collect();
    lines.join("\n")
}

fn line(parameter: &Parameter) -> String {
    let Parameter { name, value, min, max, step, .. } = parameter;
    format!("{name}, int, {value}, {min}, {max}, {step}, {R_END}")
}

fn object(parameters: &[Parameter]) -> serde_json::Result<String> {
    let entry = |p: &Parameter| {
        let value = json!({ "value": p.value, "min_value": p.min, "max_value": p.max, "step": p.step });
        (p.name.clone(), value)
    };
    let object: Map<String, Value> = parameters.iter().map(entry).collect();
    serde_json::to_string_pretty(&object)
}
