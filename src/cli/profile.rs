//! `temper profile`: list, show, check, convert and explain profiles.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Read, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use serde::Serialize;

use crate::profile::source::MAX_BYTES;
use crate::profile::{
    Diagnostic, Format, Library, LoadError, Profile, Severity, Source, Style, parse, reference, schema, write,
};

/// Stands for standard input in the place of a file.
const STANDARD_INPUT: &str = "-";
/// What standard input is called in messages.
const INPUT_NAME: &str = "standard input";

/// What to do with profiles.
#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List the profiles found, with their style and place
    List,
    /// Print a profile as it is written
    Show {
        /// Name or path
        profile: String,
    },
    /// Find all faults of profiles; exit status 1 if there are any
    Check {
        /// Names or paths, or - for TOML on standard input
        #[arg(required = true)]
        profiles: Vec<String>,
        /// How to print what is found
        #[arg(long, value_enum, default_value_t = Report::Text)]
        format: Report,
    },
    /// Write a profile in the other format, which changes no evaluation but loses comments
    Convert {
        /// Name or path
        profile: String,
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
    /// Print the reference of all keys as Markdown
    Reference,
    /// Print the JSON Schema of the profile language, by which editors complete, explain and underline
    Schema,
}

/// How `check` prints what it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people: faults with excerpts on standard error
    Text,
    /// For editors: one array of objects on standard output
    Json,
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
    match command {
        ProfileCommand::List => list(library),
        ProfileCommand::Show { profile } => show(library, &profile),
        ProfileCommand::Check { profiles, format } => check(library, &profiles, format),
        ProfileCommand::Convert {
            profile,
            to,
            output,
            force,
        } => convert(library, &profile, to, output.as_deref(), force),
        ProfileCommand::Reference => {
            stdout().write_all(reference::page().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        ProfileCommand::Schema => {
            stdout().write_all(schema::text().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn list(library: &Library) -> anyhow::Result<ExitCode> {
    let listed = library.list();
    let width = listed.iter().map(|l| l.name.len()).max().unwrap_or(0);
    let mut out = stdout().lock();
    for profile in &listed {
        let text = if profile.is_broken {
            "has faults: see `temper profile check`"
        } else {
            profile.description.lines().next().unwrap_or_default()
        };
        let other = match &profile.other_name {
            Some(name) => format!("; calls itself `{name}`"),
            None => String::new(),
        };
        writeln!(out, "{:width$}  {text} ({}{other})", profile.name, profile.origin)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(library: &Library, profile: &str) -> anyhow::Result<ExitCode> {
    match library.source(profile) {
        Ok((source, _)) => {
            stdout().write_all(source.text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => fail(error),
    }
}

fn check(library: &Library, profiles: &[String], format: Report) -> anyhow::Result<ExitCode> {
    let mut found = Vec::new();
    for profile in profiles {
        let checked = match profile.as_str() {
            STANDARD_INPUT => check_input()?,
            name_or_path => library.check(name_or_path),
        };
        let diagnostics = match checked {
            Ok((loaded, warnings)) => {
                if format == Report::Text {
                    let name = match profile.as_str() {
                        STANDARD_INPUT => INPUT_NAME,
                        name_or_path => name_or_path,
                    };
                    writeln!(stdout(), "{name}: ok ({} keys)", loaded.given.len())?;
                }
                warnings
            }
            Err(error) => error.into_faults(),
        };
        if format == Report::Text {
            print_all(&diagnostics);
        }
        found.extend(diagnostics);
    }
    if format == Report::Json {
        let records: Vec<Record> = found.iter().map(Record::from).collect();
        writeln!(stdout(), "{}", serde_json::to_string_pretty(&records)?)?;
    }
    let is_faulty = found.iter().any(|d| d.severity == Severity::Error);
    Ok(if is_faulty {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Reads a profile in TOML from standard input.
fn check_input() -> anyhow::Result<Result<(Profile, Vec<Diagnostic>), LoadError>> {
    let mut bytes = Vec::new();
    stdin().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let source = Source::from_bytes(INPUT_NAME, Format::Toml, bytes);
    Ok(source
        .map_err(|fault| vec![fault])
        .and_then(|source| parse(&source))
        .map_err(LoadError::Faulty))
}

fn convert(
    library: &Library,
    profile: &str,
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
        Some(path) => save(path, &text, force)?,
        None => stdout().write_all(text.as_bytes())?,
    }
    eprintln!("note: comments are not carried over");
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, over one that exists only if forced.
fn save(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    match force {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    match options
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
    {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists; --force overwrites it", path.display())
        }
        written => written.with_context(|| format!("cannot write {}", path.display())),
    }
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
        eprintln!("{}\n", diagnostic.render(style));
    }
}

/// A diagnostic as JSON.
#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    severity: &'static str,
    key: Option<&'a str>,
    message: &'a str,
    hint: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for Record<'a> {
    fn from(d: &'a Diagnostic) -> Self {
        Self {
            file: d.file(),
            line: d.line(),
            column: d.column(),
            severity: d.severity.word(),
            key: d.key.as_deref(),
            message: &d.message,
            hint: d.hint.as_deref(),
        }
    }
}
