//! `temper profile spsa`: the numbers of a profile as the parameters of a tuner that plays games.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::fail;
use crate::cli::file_arg::FileArg;
use crate::profile::Library;
use crate::profile::parameters::{Parameter, parameters};

/// The learning rate at the end of a tuning that users of OpenBench begin with.
const R_END: f64 = 0.002;

/// Arguments of `temper profile spsa`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path
    profile: FileArg,
    /// Only parameters like this, and all below: `material`, `psqt.knight.mg`, `*.eg` (may be repeated)
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// For which tuner
    #[arg(long, value_enum, default_value_t = Form::Openbench)]
    format: Form,
}

/// How parameters are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A line for each: name, type, value, least, greatest, C_end, R_end
    Openbench,
    /// The config.json of weather-factory
    WeatherFactory,
}

/// Prints the parameters of a profile.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let profile = match library.load(&args.profile) {
        Ok((profile, _)) => profile,
        Err(error) => return fail(error),
    };
    let parameters = parameters(&profile, &args.only).map_err(|message| anyhow!(message))?;
    let text = match args.format {
        Form::Openbench => parameters.iter().map(line).collect(),
        Form::WeatherFactory => object(&parameters)?,
    };
    stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn line(parameter: &Parameter) -> String {
    let Parameter {
        name,
        value,
        min,
        max,
        step,
    } = parameter;
    format!("{name}, int, {value}, {min}, {max}, {step}, {R_END}\n")
}

fn object(parameters: &[Parameter]) -> serde_json::Result<String> {
    let entry = |p: &Parameter| {
        let value = json!({ "value": p.value, "min_value": p.min, "max_value": p.max, "step": p.step });
        (p.name.clone(), value)
    };
    let object: Map<String, Value> = parameters.iter().map(entry).collect();
    Ok(serde_json::to_string_pretty(&object)? + "\n")
}
