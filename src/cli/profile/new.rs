//! `temper profile new`: the beginning of a profile.

use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::super::files;
use super::fail;
use crate::cli::text_out;
use crate::profile::{Format, Library, is_name, is_path, skeleton};

/// The shipped profile whose piece values a profile of its own begins with: whole centipawns, one stage.
const PIECES: &str = "simplified";

/// Arguments of `temper profile new`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the new profile: letters, digits, - and _
    name: String,
    /// Profile to build on, a name or a path
    #[arg(long, value_name = "BASE")]
    extends: Option<String>,
    /// The file to write; its name ends in .toml or .ron (default: NAME.toml in this folder)
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

/// Writes the file.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let name = &args.name;
    if !is_name(name) {
        bail!(
            "`{}` cannot be the name of a profile: 1 to 64 letters (a-z, A-Z), digits, `-` and `_`",
            name.escape_debug()
        );
    }
    let file = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{name}.toml")));
    if Format::of(&file).is_none() {
        bail!("{} ends in neither .toml nor .ron", file.display());
    }
    let base = args.extends.as_deref().unwrap_or(PIECES);
    let (profile, _) = match library.load(base) {
        Ok(loaded) => loaded,
        Err(error) => return fail(error),
    };
    let text = match &args.extends {
        Some(base) => skeleton::heir(name, &profile, &seen_from(&file, base)?, &file),
        None => skeleton::alone(name, &profile, &file),
    };
    files::save(&file, &text, args.force)?;
    writeln!(text_out(), "{}: written", file.display())?;
    Ok(ExitCode::SUCCESS)
}

/// What the file has to say to extend a profile: a path counts from the folder of the file.
fn seen_from(file: &Path, base: &str) -> anyhow::Result<String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    if !is_path(base) || folder.as_os_str().is_empty() || Path::new(base).is_absolute() {
        return Ok(base.to_owned());
    }
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        path.canonicalize().with_context(|| path.display().to_string())
    };
    let (folder, target) = (whole(folder)?, whole(Path::new(base))?);
    let common = folder.components().zip(target.components());
    let common = common.take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(target.components().skip(common)).collect();
    // TOML and RON read a forward slash on every system.
    let parts: Vec<_> = way.iter().map(|part| part.to_string_lossy()).collect();
    let way = parts.join("/");
    match way.contains('/') {
        true => Ok(way),
        false => Ok(format!("./{way}")),
    }
}
