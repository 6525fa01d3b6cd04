//! `temper profile`: list, show, check, convert and explain profiles.

mod against;
mod check;
mod convert;
mod diagnostics;
mod diff;
mod explain;
mod fmt;
mod import;
mod import_report;
mod list;
mod new;
#[doc(hidden)]
pub mod normalize;
mod reference;
mod show;
mod spsa;
mod standard_input;

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::Subcommand;

use temperament_engine::profile::{Library, is_name, schema};

/// Subcommands of `temper profile`.
#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List all profiles found, with description and location
    List(list::Args),
    /// Print a profile: as written, flattened, or with the origin of each value
    Show(show::Args),
    /// Create a profile from a template that lists everything you can change in comments
    New(new::Args),
    /// Create a profile from another engine's tables: source text, JSON, CSV, or a personality of Rodent
    Import(import::Args),
    /// Compare two profiles, and find the positions they disagree on most; exit status 0: same, 1: different, 2: error
    Diff(diff::Args),
    /// Report all errors and warnings in profiles, or compare evaluations with expected ones; exit status 1 if there are
    /// errors
    Check(check::Args),
    /// Format TOML files: tables in columns, one blank line between sections; comments and values are kept
    Fmt(fmt::Args),
    /// Convert a profile between TOML and RON; the evaluation stays the same, comments are lost
    Convert(convert::Args),
    /// Put the numbers of a profile into one convention that changes no decision: a pawn is 100, tables are deviations
    /// from piece values
    Normalize(normalize::Args),
    /// List the numbers of a profile as SPSA parameters, under the names that `temper uci --tune` offers
    Spsa(spsa::Args),
    /// Explain a key: meaning, value in a profile, and an example on a board
    Explain(explain::Args),
    /// Print the reference of all keys as Markdown
    Reference(reference::Args),
    /// Print the JSON Schema of profiles, for completion and validation in editors
    Schema,
}

/// Runs a command.
///
/// # Errors
/// If a profile does not exist or output cannot be written.
pub fn run(command: ProfileCommand, library: &Library) -> anyhow::Result<ExitCode> {
    if !library.tweaks().is_empty() && is_about_text(&command) {
        bail!(
            "`--set` changes values, not the text of a profile; `temper profile show --flat` prints the result"
        );
    }
    match command {
        ProfileCommand::List(args) => list::run(&args, library),
        ProfileCommand::Show(args) => show::run(&args, library),
        ProfileCommand::New(args) => new::run(&args, library),
        ProfileCommand::Import(args) => import::run(&args, library),
        ProfileCommand::Diff(args) => diff::run(&args, library),
        ProfileCommand::Check(args) => check::run(args, library),
        ProfileCommand::Fmt(args) => fmt::run(&args),
        ProfileCommand::Normalize(args) => normalize::run(&args, library),
        ProfileCommand::Spsa(args) => spsa::run(&args, library),
        ProfileCommand::Convert(args) => convert::run(&args, library),
        ProfileCommand::Explain(args) => explain::run(&args, library),
        ProfileCommand::Reference(args) => reference::run(&args),
        ProfileCommand::Schema => {
            stdout().write_all(schema::text().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Refuses a word that cannot be the name of a profile.
fn check_name(name: &str) -> anyhow::Result<()> {
    ensure!(
        is_name(name),
        "`{}` cannot be the name of a profile: use 1 to 64 letters (a-z, A-Z), digits, `-` and `_`",
        name.escape_debug()
    );
    Ok(())
}

/// Returns `true` if a command works on the text of files, or on no profile at all.
fn is_about_text(command: &ProfileCommand) -> bool {
    use ProfileCommand::{Fmt, Import, List, New, Reference, Schema, Show};
    match command {
        Show(args) => args.is_as_written(),
        List(_) | New(_) | Import(_) | Fmt(_) | Reference(_) | Schema => true,
        _ => false,
    }
}
