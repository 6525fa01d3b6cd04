//! `temper profile fmt`: formats files and keeps their comments.

use std::io::{Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::diagnostics::print_all;
use super::standard_input::{STANDARD_INPUT, read_input};
use crate::cli::files;
use crate::cli::stdout::text_out;
use temperament_engine::profile::{Diagnostic, Source, TrustedFolders, format};
use temperament_matches::setup::FileArg;

/// Arguments of `temper profile fmt`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// TOML files, or - to format standard input to standard output
    #[arg(required = true)]
    files: Vec<FileArg>,
    /// Change nothing; exit status 1 if a file would be changed
    #[arg(long)]
    check: bool,
}

enum Outcome {
    Same,
    Changed,
    Refused,
}

/// Formats each file; an invalid one does not stop the others.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in &args.files {
        match format(file, args.check)? {
            Outcome::Same => {}
            Outcome::Changed if !args.check => {}
            Outcome::Changed | Outcome::Refused => code = ExitCode::FAILURE,
        }
    }
    Ok(code)
}

fn format(file: &FileArg, is_check: bool) -> anyhow::Result<Outcome> {
    let is_input = *file == *STANDARD_INPUT;
    let source = if is_input { read_input(stdin())? } else { read(file) };
    let tidied = source.map_err(|diagnostic| vec![diagnostic]).and_then(|source| tidied(&source));
    let (source, text) = match tidied {
        Ok(tidied) => tidied,
        Err(diagnostics) => {
            print_all(&diagnostics);
            return Ok(Outcome::Refused);
        }
    };
    let is_same = source.text == text;
    if is_input && !is_check {
        stdout().write_all(text.as_bytes())?;
    } else if !is_same && is_check {
        writeln!(text_out(), "{}: would be formatted", source.file)?;
    } else if !is_same {
        let is_unchanged = || read(file).is_ok_and(|now| now.text == source.text);
        files::replace(Path::new(file), &text, is_unchanged)?;
        writeln!(text_out(), "{file}: formatted")?;
    }
    Ok(if is_same { Outcome::Same } else { Outcome::Changed })
}

fn read(file: &FileArg) -> Result<Arc<Source>, Diagnostic> {
    Source::read(file.as_ref(), &TrustedFolders::of(file.as_ref()))
}

fn tidied(source: &Arc<Source>) -> Result<(Arc<Source>, String), Vec<Diagnostic>> {
    format::reformat(source).map(|text| (Arc::clone(source), text))
}
