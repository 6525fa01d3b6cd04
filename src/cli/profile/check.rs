//! `temper profile check`: all faults of profiles, for people and for editors.

use std::io::{Write, stdin, stdout};
use std::process::ExitCode;

use clap::ValueEnum;
use serde::Serialize;

use super::terms::{self, Cost};
use super::{INPUT_NAME, STANDARD_INPUT, print_all, read_input};
use crate::cli::file_arg::FileArg;
use crate::cli::text_out;
use crate::escape;
use crate::profile::{Diagnostic, Library, LoadError, Place, Profile, Severity, parse};

/// The severity of what is neither a fault nor a warning.
const INFORMATION: &str = "info";

/// How `check` prints what it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people: faults with excerpts on standard error
    Text,
    /// For editors: one array of objects on standard output
    Json,
}

/// Checks each profile.
pub(super) fn run(library: &Library, profiles: &[FileArg], format: Report) -> anyhow::Result<ExitCode> {
    let mut records = Vec::new();
    let mut is_faulty = false;
    for profile in profiles {
        let is_input = *profile == *STANDARD_INPUT;
        let checked = match is_input {
            true => check_input()?,
            false => library.check(profile),
        };
        let diagnostics = match checked {
            Ok((loaded, warnings)) => {
                if format == Report::Json {
                    records.extend(
                        terms::costs(&loaded)
                            .iter()
                            .map(|cost| Record::of_cost(&loaded, cost)),
                    );
                } else {
                    let name = match is_input {
                        true => INPUT_NAME.to_owned(),
                        false => profile.to_string(),
                    };
                    writeln!(text_out(), "{name}: ok ({} keys)", loaded.given.len())?;
                    text_out().write_all(terms::report(&loaded).as_bytes())?;
                }
                warnings
            }
            Err(error) => error.into_faults(),
        };
        if format == Report::Text {
            print_all(&diagnostics);
        }
        is_faulty |= diagnostics.iter().any(|d| d.severity == Severity::Error);
        records.extend(diagnostics.into_iter().map(Record::of));
    }
    if format == Report::Json {
        writeln!(
            stdout(),
            "{}",
            escape::json(&serde_json::to_string_pretty(&records)?)
        )?;
    }
    Ok(if is_faulty {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Reads a profile in TOML from standard input.
fn check_input() -> anyhow::Result<Result<(Profile, Vec<Diagnostic>), LoadError>> {
    let source = read_input(stdin())?;
    Ok(source
        .map_err(|fault| vec![fault])
        .and_then(|source| parse(&source))
        .map_err(LoadError::Faulty))
}

/// A diagnostic as JSON, or what an own term costs.
#[derive(Debug, Serialize)]
struct Record {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    severity: &'static str,
    key: Option<String>,
    message: String,
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<CostRecord>,
}

/// What an own term costs, in numbers.
#[derive(Debug, Serialize)]
struct CostRecord {
    operations: u64,
    nanoseconds: f64,
    worth_something_in: usize,
    positions: usize,
}

impl Record {
    fn of(d: Diagnostic) -> Self {
        Self {
            file: d.file().to_owned(),
            line: d.line(),
            column: d.column(),
            severity: d.severity.word(),
            key: d.key,
            message: d.message,
            hint: d.hint,
            cost: None,
        }
    }

    /// At the place of the term's values.
    fn of_cost(profile: &Profile, cost: &Cost) -> Self {
        let place = profile.given(&cost.key).map(|given| &given.place);
        let line_column = place.and_then(Place::line_column);
        Self {
            file: place.map_or_else(String::new, |place| place.source.file.clone()),
            line: line_column.map(|(line, _)| line),
            column: line_column.map(|(_, column)| column),
            severity: INFORMATION,
            key: Some(cost.key.clone()),
            message: cost.line(),
            hint: None,
            cost: Some(CostRecord {
                operations: cost.operations,
                nanoseconds: (cost.nanoseconds * 10.0).round() / 10.0,
                worth_something_in: cost.live,
                positions: cost.positions,
            }),
        }
    }
}
