//! `temper profile check`: all faults of profiles, for people and for editors.

use std::io::{Write, stdin, stdout};
use std::process::ExitCode;

use clap::ValueEnum;
use serde::Serialize;

use super::{INPUT_NAME, STANDARD_INPUT, print_all, read_input, terms};
use crate::profile::{Diagnostic, Library, LoadError, Profile, Severity, parse};

/// How `check` prints what it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people: faults with excerpts on standard error
    Text,
    /// For editors: one array of objects on standard output
    Json,
}

/// Checks each profile.
pub(super) fn run(library: &Library, profiles: &[String], format: Report) -> anyhow::Result<ExitCode> {
    let mut found = Vec::new();
    for profile in profiles {
        let checked = match profile.as_str() {
            STANDARD_INPUT => check_input()?,
            name_or_path => library.check(name_or_path),
        };
        let diagnostics = match checked {
            Ok((loaded, warnings)) => {
                if format == Report::Text {
                    let name = match profile.as_str() {
                        STANDARD_INPUT => INPUT_NAME,
                        name_or_path => name_or_path,
                    };
                    writeln!(stdout(), "{name}: ok ({} keys)", loaded.given.len())?;
                    stdout().write_all(terms::report(&loaded).as_bytes())?;
                }
                warnings
            }
            Err(error) => error.into_faults(),
        };
        if format == Report::Text {
            print_all(&diagnostics);
        }
        found.extend(diagnostics);
    }
    if format == Report::Json {
        let records: Vec<Record> = found.iter().map(Record::from).collect();
        writeln!(stdout(), "{}", serde_json::to_string_pretty(&records)?)?;
    }
    let is_faulty = found.iter().any(|d| d.severity == Severity::Error);
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

/// A diagnostic as JSON.
#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    severity: &'static str,
    key: Option<&'a str>,
    message: &'a str,
    hint: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for Record<'a> {
    fn from(d: &'a Diagnostic) -> Self {
        Self {
            file: d.file(),
            line: d.line(),
            column: d.column(),
            severity: d.severity.word(),
            key: d.key.as_deref(),
            message: &d.message,
            hint: d.hint.as_deref(),
        }
    }
}
