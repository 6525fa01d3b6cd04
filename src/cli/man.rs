//! `temper man`: the man pages of all commands.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;

use super::Cli;

/// Arguments of `temper man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder, which is created if necessary; existing pages are overwritten
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Writes one page per command: `temper.1`, `temper-match.1` and so on.
///
/// # Errors
/// If the folder cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let folder = &args.folder;
    let cannot_write = || format!("cannot write man pages to {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot_write)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(cannot_write)
}
