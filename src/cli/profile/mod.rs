//! `temper profile`: list, show, check, convert and explain profiles.

mod check;
mod diff;
mod explain;
mod fmt;
mod new;
#[doc(hidden)]
pub mod normalize;
mod show;
mod spsa;

use std::io::{IsTerminal, Read, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use clap::Subcommand;
use serde_json::json;

use crate::cli::file_arg::FileArg;
use crate::cli::files;
use crate::cli::one_of::{Choice, one_of};
use crate::cli::pager;
use crate::cli::stdout::text_out;
use check::ReportFormat;
use show::View;
use temperament_engine::escape::bounded;
use temperament_engine::profile::save::load_text;
use temperament_engine::profile::source::MAX_BYTES;
use temperament_engine::profile::{
    CHAMPION_ALIAS, Diagnostic, Format, Library, LoadError, Origin, Source, Style, reference, schema, write,
};
use temperament_engine::terms::reference as language;

const STANDARD_INPUT: &str = "-";
/// Name of standard input in messages.
const INPUT_NAME: &str = "standard input";

const FORMATS: [Choice<Format>; 2] = [
    Choice { name: "toml", help: "TOML", value: Format::Toml },
    Choice { name: "ron", help: "RON", value: Format::Ron },
];

/// Subcommands of `temper profile`.
#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List all profiles found, with description and location
    List {
        /// Print JSON: name, description, origin and whether it has errors
        #[arg(long)]
        json: bool,
    },
    /// Print a profile: as written, flattened, or with the origin of each value
    Show {
        /// Name or path
        profile: FileArg,
        /// Print one line per key: value, and the file and line that set or scaled it
        #[arg(long)]
        origins: bool,
        /// Print one file with all active values, without `extends` and `scale`
        #[arg(long, conflicts_with = "origins")]
        flat: bool,
    },
    /// Create a profile from a template that lists everything you can change in comments
    New(new::Args),
    /// Compare two profiles, and find the positions they disagree on most; exit status 0: same, 1: different, 2: error
    Diff(diff::Args),
    /// Report all errors and warnings in profiles; exit status 1 if there are errors
    Check {
        /// Names or paths, or - for TOML on standard input (default: all profiles that `list` finds)
        profiles: Vec<FileArg>,
        /// Output format
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
    },
    /// Format TOML files: tables in columns, one blank line between sections; comments and values are kept
    Fmt(fmt::Args),
    /// Convert a profile between TOML and RON; the evaluation stays the same, comments are lost
    Convert {
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
    },
    /// Put the numbers of a profile into one convention that changes no decision: a pawn is 100, tables are deviations
    /// from piece values
    Normalize(normalize::Args),
    /// List the numbers of a profile as SPSA parameters, under the names that `temper uci --tune` offers
    Spsa(spsa::Args),
    /// Explain a key: meaning, value in a profile, and an example on a board
    Explain(explain::Args),
    /// Print the reference of all keys as Markdown
    Reference {
        /// Only keys that contain this text: `passed`, `king.shelter`
        #[arg(conflicts_with = "terms")]
        pattern: Option<String>,
        /// Print the reference of the custom term language instead
        #[arg(long)]
        terms: bool,
    },
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
        ProfileCommand::List { json: true } => list_json(library),
        ProfileCommand::List { json: false } => list(library),
        ProfileCommand::Show { profile, origins, flat } => {
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
            let all = if profiles.is_empty() {
                library.names().iter().map(|name| FileArg::from(name.as_str())).collect()
            } else {
                profiles
            };
            check::run(library, &all, format)
        }
        ProfileCommand::Fmt(args) => fmt::run(&args),
        ProfileCommand::Normalize(args) => normalize::run(&args, library),
        ProfileCommand::Spsa(args) => spsa::run(&args, library),
        ProfileCommand::Convert { profile, to, output, force } => {
            convert(library, &profile, to, output.as_deref(), force)
        }
        ProfileCommand::Explain(args) => explain::run(&args, library),
        ProfileCommand::Reference { pattern, terms } => {
            let page = match &pattern {
                Some(pattern) => explain::reference_of(pattern)?,
                None if terms => language::page(),
                None => reference::page(),
            };
            pager::print(&page)?;
            Ok(ExitCode::SUCCESS)
        }
        ProfileCommand::Schema => {
            stdout().write_all(schema::text().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Returns `true` if a command works on the text of files, or on no profile at all.
fn is_about_text(command: &ProfileCommand) -> bool {
    use ProfileCommand::{Fmt, List, New, Reference, Schema, Show};
    match command {
        Show { origins, flat, .. } => !origins && !flat,
        List { .. } | New(_) | Fmt(_) | Reference { .. } | Schema => true,
        _ => false,
    }
}

/// Reads a TOML profile of bounded size.
fn read_input(input: impl Read) -> anyhow::Result<Result<Arc<Source>, Diagnostic>> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Source::from_bytes(INPUT_NAME, Format::Toml, bytes))
}

/// Prints the errors of a profile; an unknown name is returned as an error.
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
    let style = if stderr().is_terminal() { Style::Coloured } else { Style::Plain };
    for diagnostic in diagnostics {
        // Diagnostics contain colours and are already escaped.
        let _ = writeln!(stderr(), "{}\n", diagnostic.render(style));
    }
}

/// Limit for descriptions, in characters.
const LONGEST: usize = 300;

/// Prints one line per profile, by category.
fn list(library: &Library) -> anyhow::Result<ExitCode> {
    let listed = library.list();
    let width = listed.iter().map(|l| l.name.len()).max().unwrap_or(0);
    let champion = library.canonical(CHAMPION_ALIAS.as_ref());
    let mut out = text_out();
    let mut category = None;
    for profile in &listed {
        if category.replace(profile.category) != Some(profile.category) {
            let space = if profile.category == listed[0].category { "" } else { "\n" };
            writeln!(out, "{space}{}:", profile.category.title())?;
        }
        let text = if profile.is_broken {
            "has errors: see `temper profile check`"
        } else {
            profile.description.lines().next().unwrap_or_default()
        };
        let text = bounded(text, LONGEST);
        let mut other = match &profile.other_name {
            Some(name) => format!("; calls itself `{name}`"),
            None => String::new(),
        };
        if champion == profile.name.as_str() && champion != CHAMPION_ALIAS {
            other += &format!("; also called `{CHAMPION_ALIAS}`");
        }
        writeln!(out, "  {:width$}  {text} ({}{other})", profile.name, profile.origin)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints all profiles as a JSON array.
fn list_json(library: &Library) -> anyhow::Result<ExitCode> {
    let champion = library.canonical(CHAMPION_ALIAS.as_ref());
    let listed = library.list().into_iter().map(|profile| {
        json!({
            "name": profile.name,
            "description": profile.description,
            "category": profile.category.name(),
            "origin": profile.origin.to_string(),
            "has_errors": profile.is_broken,
            "calls_itself": profile.other_name,
            "is_default": champion == profile.name.as_str(),
        })
    });
    let listed: Vec<_> = listed.collect();
    writeln!(stdout(), "{}", serde_json::to_string_pretty(&listed)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a profile in a format.
fn convert(
    library: &Library,
    profile: &FileArg,
    to: Option<Format>,
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
    let format = match (to, implied) {
        (Some(wanted), Some(implied)) if wanted != implied => {
            bail!("--to {} does not fit the name of the output file", wanted.extension())
        }
        (Some(format), _) | (None, Some(format)) => format,
        (None, None) if loaded.format() == Format::Toml => Format::Ron,
        (None, None) => Format::Toml,
    };
    let text = write::write(&loaded, format);
    match output {
        Some(path) => drop(files::save_profile(library, path, &text, force)?),
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
