//! `temper profile convert`: the other format.

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use super::super::files;
use super::{Target, fail, print_all};
use crate::cli::file_arg::FileArg;
use crate::profile::{Format, Library, write};

/// Writes a profile in a format.
pub(super) fn run(
    library: &Library,
    profile: &FileArg,
    to: Option<Target>,
    output: Option<&Path>,
    force: bool,
) -> anyhow::Result<ExitCode> {
    let implied = output.and_then(Format::of);
    if let (Some(path), None) = (output, implied) {
        bail!("{} ends in neither .toml nor .ron", path.display());
    }
    let (loaded, warnings) = match library.load(profile) {
        Ok(loaded) => loaded,
        Err(error) => return fail(error),
    };
    print_all(&warnings);
    let wanted = to.map(Format::from);
    let format = match (wanted, implied) {
        (Some(wanted), Some(implied)) if wanted != implied => {
            bail!(
                "--to {} does not fit the name of the output file",
                wanted.extension()
            )
        }
        (Some(format), _) | (None, Some(format)) => format,
        (None, None) if loaded.format() == Format::Toml => Format::Ron,
        (None, None) => Format::Toml,
    };
    let text = write::write(&loaded, format);
    match output {
        Some(path) => files::save(path, &text, force)?,
        None => stdout().write_all(text.as_bytes())?,
    }
    let is_built = loaded.files.len() > 1 || loaded.given.iter().any(|given| !given.scaled.is_empty());
    match is_built {
        true => complain!(
            "note: what it takes over from others and scales is written out; comments are not carried over"
        ),
        false => complain!("note: comments are not carried over"),
    }
    Ok(ExitCode::SUCCESS)
}
