//! `temper profile show`: prints a profile as written, flattened, or with the origin of each value.

use std::io::{IsTerminal, Write, stdout};
use std::process::ExitCode;

use super::diagnostics::{fail, print_all};
use temperament_engine::escape;
use temperament_engine::profile::diff::Factors;
use temperament_engine::profile::save::{SaveError, load_text};
use temperament_engine::profile::{
    Library, LoadError, Location, Origin, Profile, Provenance, Since, Source, Stage, Text, write,
};
use temperament_matches::setup::FileArg;

/// Maximum width of the value column; longer values shift the location to the right.
const WIDEST_VALUE: usize = 48;

/// Arguments of `temper profile show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path
    profile: FileArg,
    /// Print one line per key: value, and the file and line that set or scaled it
    #[arg(long)]
    origins: bool,
    /// Print one file with all active values, without `extends` and `scale`
    #[arg(long, conflicts_with = "origins")]
    flat: bool,
}

impl Args {
    /// Returns `true` if the text of the profile is printed as written.
    pub(super) fn is_as_written(&self) -> bool {
        !self.origins && !self.flat
    }
}

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let profile = &args.profile;
    let text = if args.origins {
        load(library, profile).map(|p| escape::lines(&origins(&p)))
    } else if args.flat {
        match load(library, profile) {
            Ok(profile) => Ok(flat(library, &profile)?),
            Err(error) => Err(error),
        }
    } else {
        library.source(profile).map(|(source, _)| source_text(&source))
    };
    match text {
        Ok(text) => {
            stdout().write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => fail(error),
    }
}

fn flat(library: &Library, profile: &Profile) -> Result<String, SaveError> {
    let text = write::write(profile, profile.format());
    load_text(library, &Origin::Text, profile.format(), &text)?;
    Ok(text)
}

/// The text of a file; on a terminal with control characters escaped.
fn source_text(source: &Source) -> String {
    if stdout().is_terminal() {
        escape::lines(&source.text.replace("\r\n", "\n"))
    } else {
        source.text.clone()
    }
}

fn load(library: &Library, profile: &FileArg) -> Result<Profile, LoadError> {
    let (profile, warnings) = library.load(profile)?;
    print_all(&warnings);
    Ok(profile)
}

/// One line per key: value and location. The definition of a custom term precedes its value, and `let` definitions
/// precede all terms.
fn origins(profile: &Profile) -> String {
    let text = |Text { key, text, location: at }| {
        // Quoted, so that it stays on one line.
        let words: Vec<&str> = text.split_whitespace().collect();
        [key, format!("{:?}", words.join(" ")), place(profile, at)]
    };
    let mut rows: Vec<[String; 3]> = Vec::new();
    let mut definitions = profile.definitions();
    for given in &profile.given {
        let texts = profile.term_texts(&given.key);
        if !texts.is_empty() {
            rows.extend(std::mem::take(&mut definitions).into_iter().map(text));
        }
        rows.extend(texts.into_iter().map(text));
        rows.push([given.key.clone(), write::brief(profile, given), origin(profile, given)]);
    }
    rows.extend(definitions.into_iter().map(text));
    let width = |column: usize| rows.iter().map(move |row| row[column].chars().count());
    let key_width = width(0).max().unwrap_or(0);
    let value_width = width(1).filter(|&w| w <= WIDEST_VALUE).max().unwrap_or(0);
    rows.iter()
        .map(|[key, value, origin]| format!("{key:key_width$}  {value:value_width$}  {origin}\n"))
        .collect()
}

/// Where a value was set and changed; for each stage, if they differ.
fn origin(profile: &Profile, given: &Provenance) -> String {
    let [mg, eg] = Stage::ALL.map(|stage| {
        let (at, since) = given.origin(stage);
        let changes = since.into_iter().map(|since| match since {
            Since::Scaled(scaled) => {
                let factors = Factors { own: scaled.own, their: scaled.their };
                format!(", x {factors} by {}", place(profile, &scaled.location))
            }
            Since::Added(Some(n), at) => format!(", {n:+} by {}", place(profile, at)),
            Since::Added(None, at) => format!(", added to by {}", place(profile, at)),
        });
        place(profile, at) + &changes.collect::<String>()
    });
    if mg == eg { mg } else { format!("mg {mg}; eg {eg}") }
}

/// `file:line`, with a mark for shipped files; or the whole text of an option.
fn place(profile: &Profile, place: &Location) -> String {
    let source = &place.source;
    let is_shipped = source.is_embedded() && profile.files.iter().any(|f| matches!(f, Origin::Embedded(_)));
    let is_file = is_shipped || profile.files.iter().any(|f| f.to_string() == source.file);
    match place.line_column() {
        Some(_) if !is_file => format!("{} {}", source.file, source.text),
        Some((line, _)) if is_shipped => format!("{}:{line} (shipped)", source.file),
        Some((line, _)) => format!("{}:{line}", source.file),
        None => source.file.clone(),
    }
}
