//! `temper profile fmt`: files laid out anew, every comment kept.

use std::io::{Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::super::files;
use super::{STANDARD_INPUT, print_all, read_input};
use crate::cli::file_arg::FileArg;
use crate::cli::text_out;
use crate::profile::{Diagnostic, OwnFolders, Source, tidy};

/// Arguments of `temper profile fmt`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// TOML files, or - for standard input, which is written to standard output
    #[arg(required = true)]
    files: Vec<FileArg>,
    /// Change no file; exit status 1 if one would be changed
    #[arg(long)]
    check: bool,
}

/// What became of a file.
enum Outcome {
    /// It is laid out as it should be.
    Same,
    /// It was not, or is not.
    Changed,
    /// It could not be read or is no TOML.
    Refused,
}

/// Formats each file; one that is refused does not stop the others.
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
    let source = match is_input {
        true => read_input(stdin())?,
        false => Source::read(file.as_ref(), &OwnFolders::of(file.as_ref())),
    };
    let tidied = source
        .map_err(|fault| vec![fault])
        .and_then(|source| tidied(&source));
    let (source, text) = match tidied {
        Ok(tidied) => tidied,
        Err(faults) => {
            print_all(&faults);
            return Ok(Outcome::Refused);
        }
    };
    let is_same = source.text == text;
    if is_input && !is_check {
        stdout().write_all(text.as_bytes())?;
    } else if !is_same && is_check {
        writeln!(text_out(), "{}: would be formatted", source.file)?;
    } else if !is_same {
        files::replace(Path::new(file), &text)?;
        writeln!(text_out(), "{file}: formatted")?;
    }
    Ok(match is_same {
        true => Outcome::Same,
        false => Outcome::Changed,
    })
}

fn tidied(source: &Arc<Source>) -> Result<(Arc<Source>, String), Vec<Diagnostic>> {
    tidy::tidy(source).map(|text| (Arc::clone(source), text))
}
