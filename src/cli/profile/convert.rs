//! `temper profile convert`: a profile in the other format.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use super::diagnostics::{fail, print_all};
use crate::cli::files;
use crate::cli::one_of::{Choice, one_of};
use temperament_engine::profile::save::load_text;
use temperament_engine::profile::{Format, Library, Origin, write};
use temperament_matches::setup::FileArg;

const FORMATS: [Choice<Format>; 2] = [
    Choice { name: "toml", help: "TOML", value: Format::Toml },
    Choice { name: "ron", help: "RON", value: Format::Ron },
];

/// Arguments of `temper profile convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path
    profile: FileArg,
    /// Output format (default: by the extension of the output file, otherwise the other format)
    #[arg(long, value_parser = one_of(&FORMATS))]
    to: Option<Format>,
    /// Output file, ending in .toml or .ron (default: standard output)
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Overwrite an existing output file
    #[arg(long, requires = "output")]
    force: bool,
}

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let output = args.output.as_deref();
    let implied = output.and_then(Format::of);
    if let (Some(path), None) = (output, implied) {
        bail!("{} ends in neither .toml nor .ron", path.display());
    }
    let (loaded, warnings) = match library.load(&args.profile) {
        Ok(loaded) => loaded,
        Err(error) => return fail(error),
    };
    print_all(&warnings);
    let format = match (args.to, implied) {
        (Some(wanted), Some(implied)) if wanted != implied => {
            bail!("--to {} does not fit the name of the output file", wanted.extension())
        }
        (Some(format), _) | (None, Some(format)) => format,
        (None, None) if loaded.format() == Format::Toml => Format::Ron,
        (None, None) => Format::Toml,
    };
    let text = write::write(&loaded, format);
    match output {
        Some(path) => drop(files::save_profile(library, path, &text, args.force)?),
        None => {
            load_text(library, &Origin::Text, format, &text)?;
            stdout().write_all(text.as_bytes())?;
        }
    }
    let is_built = loaded.files.len() > 1 || loaded.given.iter().any(|given| !given.scaled.is_empty());
    if is_built {
        complain!("note: inherited and scaled values are written out; comments are lost")
    } else {
        complain!("note: comments are lost")
    }
    Ok(ExitCode::SUCCESS)
}
