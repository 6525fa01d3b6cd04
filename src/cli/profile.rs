//! Stand-in of the `profile` subcommands.

use std::process::ExitCode;

use clap::Subcommand;

use crate::profile::Library;

/// What to do with profiles.
#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List the profiles found.
    List,
}

/// Runs it.
pub fn run(command: ProfileCommand, library: &Library) -> anyhow::Result<ExitCode> {
    let ProfileCommand::List = command;
    for listed in library.list() {
        println!("{}  {} ({})", listed.name, listed.description, listed.origin);
    }
    Ok(ExitCode::SUCCESS)
}
