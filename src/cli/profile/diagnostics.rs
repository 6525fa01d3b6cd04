//! Errors and warnings of profiles on standard error.

use std::io::{IsTerminal, Write, stderr};
use std::process::ExitCode;

use clap::ValueEnum;

use temperament_engine::profile::{Diagnostic, LoadError, Style};

/// Output format of `temper profile check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Diagnostics with excerpts on standard error
    Text,
    /// JSON on standard output
    Json,
}

/// Prints the errors of a profile; an unknown name is returned as an error.
pub(super) fn fail(error: LoadError) -> anyhow::Result<ExitCode> {
    match error {
        LoadError::Invalid(faults) => {
            print_all(&faults);
            Ok(ExitCode::FAILURE)
        }
        unknown => Err(unknown.into()),
    }
}

pub(super) fn print_all(diagnostics: &[Diagnostic]) {
    let style = if stderr().is_terminal() { Style::Coloured } else { Style::Plain };
    for diagnostic in diagnostics {
        // Diagnostics contain colours and are already escaped.
        let _ = writeln!(stderr(), "{}\n", diagnostic.render(style));
    }
}
