//! `temper profile`: list, show, check, convert and explain profiles.

mod check;
mod convert;
mod diff;
mod fmt;
mod list;
mod new;
mod plot;
mod show;
mod spsa;
mod terms;

use std::io::{IsTerminal, Read, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use clap::{Subcommand, ValueEnum};

use crate::cli::file_arg::FileArg;
use crate::profile::source::MAX_BYTES;
use crate::profile::{Diagnostic, Format, Library, LoadError, Source, Style, reference, schema};
use crate::terms::reference as language;

use check::Report;
use show::View;

/// Stands for standard input in the place of a file.
const STANDARD_INPUT: &str = "-";
/// What standard input is called in messages.
const INPUT_NAME: &str = "standard input";

/// What to do with profiles.
#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List the profiles found, with their style and place
    List,
    /// Print a profile as it is written, written out flat, or value by value with where each comes from
    Show {
        /// Name or path
        profile: FileArg,
        /// A line for each key that is given: its value, and the file and line that set or scaled it
        #[arg(long)]
        origins: bool,
        /// One file with all that is in force, with nothing left to extend or scale
        #[arg(long, conflicts_with = "origins")]
        flat: bool,
    },
    /// Begin a profile: a file in which everything that can be changed stands in comments
    New(new::Args),
    /// Tell in what two evaluations differ, and on which positions most; exit status 0 alike, 1 different, 2 trouble
    Diff(diff::Args),
    /// Find all faults of profiles; exit status 1 if there are any
    Check {
        /// Names or paths, or - for TOML on standard input (default: all profiles that `list` finds)
        profiles: Vec<FileArg>,
        /// How to print what is found
        #[arg(long, value_enum, default_value_t = Report::Text)]
        format: Report,
    },
    /// Lay TOML files out anew: tables in columns, one blank line between sections; comments and values stay
    Fmt(fmt::Args),
    /// Draw the piece-square tables as heat maps, or the difference of those of two profiles
    Plot(plot::Args),
    /// Write a profile in the other format, which changes no evaluation but loses comments
    Convert {
        /// Name or path
        profile: FileArg,
        /// The format to write; by default that of the output file, or else the other one
        #[arg(long, value_enum)]
        to: Option<Target>,
        /// The file to write instead of standard output; its name ends in .toml or .ron
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Overwrite the output file if it exists
        #[arg(long, requires = "output")]
        force: bool,
    },
    /// List the numbers of a profile as parameters for a tuner, under names that `temper uci --tune` offers
    Spsa(spsa::Args),
    /// Print the reference of all keys as Markdown
    Reference {
        /// That of the language of own terms instead
        #[arg(long)]
        terms: bool,
    },
    /// Print the JSON Schema of the profile language, by which editors complete, explain and underline
    Schema,
}

/// A format to convert to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// TOML
    Toml,
    /// RON
    Ron,
}

impl From<Target> for Format {
    fn from(target: Target) -> Self {
        match target {
            Target::Toml => Self::Toml,
            Target::Ron => Self::Ron,
        }
    }
}

/// Runs a command.
///
/// # Errors
/// When a profile to be shown or converted does not exist, or output cannot be written.
pub fn run(command: ProfileCommand, library: &Library) -> anyhow::Result<ExitCode> {
    if !library.tweaks().is_empty() && is_about_text(&command) {
        bail!(
            "`--set` changes what a profile is worth, not its text; `temper profile show --flat` prints the result"
        );
    }
    match command {
        ProfileCommand::List => list::run(library),
        ProfileCommand::Show {
            profile,
            origins,
            flat,
        } => {
            let view = match (origins, flat) {
                (true, _) => View::Origins,
                (_, true) => View::Flat,
                _ => View::Text,
            };
            show::run(library, &profile, view)
        }
        ProfileCommand::New(args) => new::run(&args, library),
        ProfileCommand::Diff(args) => diff::run(&args, library),
        ProfileCommand::Check { profiles, format } => {
            let all = match profiles.is_empty() {
                true => library
                    .names()
                    .iter()
                    .map(|name| FileArg::from(name.as_str()))
                    .collect(),
                false => profiles,
            };
            check::run(library, &all, format)
        }
        ProfileCommand::Plot(args) => plot::run(&args, library),
        ProfileCommand::Fmt(args) => fmt::run(&args),
        ProfileCommand::Spsa(args) => spsa::run(&args, library),
        ProfileCommand::Convert {
            profile,
            to,
            output,
            force,
        } => convert::run(library, &profile, to, output.as_deref(), force),
        ProfileCommand::Reference { terms } => {
            let page = if terms {
                language::page()
            } else {
                reference::page()
            };
            stdout().write_all(page.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        ProfileCommand::Schema => {
            stdout().write_all(schema::text().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Whether a command prints or writes what stands in files, or nothing of profiles at all.
fn is_about_text(command: &ProfileCommand) -> bool {
    use ProfileCommand::{Fmt, New, Reference, Schema, Show};
    match command {
        Show { origins, flat, .. } => !origins && !flat,
        New(_) | Fmt(_) | Reference { .. } | Schema => true,
        _ => false,
    }
}

/// Reads a profile in TOML, as far as profiles go.
fn read_input(input: impl Read) -> anyhow::Result<Result<Arc<Source>, Diagnostic>> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Source::from_bytes(INPUT_NAME, Format::Toml, bytes))
}

/// Prints the faults of a profile, or passes on that there is none of that name.
fn fail(error: LoadError) -> anyhow::Result<ExitCode> {
    match error {
        LoadError::Faulty(faults) => {
            print_all(&faults);
            Ok(ExitCode::FAILURE)
        }
        unknown => Err(unknown.into()),
    }
}

fn print_all(diagnostics: &[Diagnostic]) {
    let style = if stderr().is_terminal() {
        Style::Coloured
    } else {
        Style::Plain
    };
    for diagnostic in diagnostics {
        // There is no better place to say so. Its colours must not be escaped.
        let _ = writeln!(stderr(), "{}\n", diagnostic.render(style));
    }
}
