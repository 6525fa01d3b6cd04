//! `temper profile new`: writes a template.

use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::diagnostics::fail;
use crate::cli::files;
use crate::cli::stdout::text_out;
use temperament_engine::profile::{Format, Library, is_path, template};

/// Shipped profile whose piece values a stand-alone profile starts with: whole centipawns, one stage.
const PIECES: &str = "simplified";

/// Arguments of `temper profile new`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the new profile: letters, digits, - and _
    name: String,
    /// Profile to extend, a name or a path
    #[arg(long, value_name = "BASE")]
    extends: Option<String>,
    /// Begin an evaluation from nothing: a file in TOML that leads from the unit and the phase to piece values, tables and
    /// custom terms, with examples in comments
    #[arg(long, conflicts_with = "extends")]
    from_scratch: bool,
    /// Output file, ending in .toml or .ron (default: NAME.toml in the current folder)
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let name = &args.name;
    super::check_name(name)?;
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.toml")));
    if Format::of(&file).is_none() {
        bail!("{} ends in neither .toml nor .ron", file.display());
    }
    if args.from_scratch && Format::of(&file) != Some(Format::Toml) {
        bail!("--from-scratch writes TOML; `temper profile convert` makes RON of it, without the examples");
    }
    let text = match &args.extends {
        None if args.from_scratch => template::from_scratch(name, &file),
        extends => match library.load(extends.as_deref().unwrap_or(PIECES)) {
            Err(error) => return fail(error),
            Ok((base, _)) => match extends {
                Some(path) => template::child(name, &base, &seen_from(&file, path)?, &file),
                None => template::standalone(name, &base, &file),
            },
        },
    };
    files::save_profile(library, &file, &text, args.force)?;
    writeln!(text_out(), "{}: written", file.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Value of `extends` in the new file: paths are relative to its folder.
fn seen_from(file: &Path, base: &str) -> anyhow::Result<String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    if !is_path(base) || folder.as_os_str().is_empty() || Path::new(base).is_absolute() {
        return Ok(base.to_owned());
    }
    let whole = |path: &Path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        path.canonicalize().with_context(|| path.display().to_string())
    };
    let (folder, target) = (whole(folder)?, whole(Path::new(base))?);
    let common = folder.components().zip(target.components());
    let common = common.take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(target.components().skip(common)).collect();
    // Forward slashes work on every system.
    let parts: Vec<_> = way.iter().map(|part| part.to_string_lossy()).collect();
    let way = parts.join("/");
    if way.contains('/') { Ok(way) } else { Ok(format!("./{way}")) }
}
