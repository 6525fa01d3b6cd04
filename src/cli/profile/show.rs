//! `temper profile show`: a profile as it is written, written out flat, or value by value with where each comes from.

use std::io::{IsTerminal, Write, stdout};
use std::process::ExitCode;

use super::fail;
use crate::cli::file_arg::FileArg;
use crate::escape;
use crate::profile::{Given, Library, LoadError, Origin, Place, Profile, Scaled, Source, Stage, Text, write};

/// The widest column of values; longer ones push the place to the right.
const WIDEST_VALUE: usize = 48;

/// What to print of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// The text of the file.
    Text,
    /// All that is in force in one file.
    Flat,
    /// A line for each key in force.
    Origins,
}

/// Prints a profile.
pub(super) fn run(library: &Library, profile: &FileArg, view: View) -> anyhow::Result<ExitCode> {
    let text = match view {
        View::Text => library.source(profile).map(|(source, _)| source_text(&source)),
        View::Flat => load(library, profile).map(|p| write::write(&p, p.format())),
        View::Origins => load(library, profile).map(|p| escape::lines(&origins(&p))),
    };
    match text {
        Ok(text) => {
            stdout().write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => fail(error),
    }
}

/// The text of a file as it is, or for a terminal without what would steer it.
fn source_text(source: &Source) -> String {
    match stdout().is_terminal() {
        true => escape::lines(&source.text.replace("\r\n", "\n")),
        false => source.text.clone(),
    }
}

fn load(library: &Library, profile: &FileArg) -> Result<Profile, LoadError> {
    let (profile, warnings) = library.load(profile)?;
    super::print_all(&warnings);
    Ok(profile)
}

/// A line for each key: what it is worth, and which line of which file says so. Above what an own term is worth stands
/// what it says, above all of them what they are made of.
fn origins(profile: &Profile) -> String {
    let text = |Text { key, text, place: at }| {
        // Quoted so that a text of several lines is one.
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
        rows.push([
            given.key.clone(),
            write::brief(profile, given),
            origin(profile, given),
        ]);
    }
    rows.extend(definitions.into_iter().map(text));
    let width = |column: usize| rows.iter().map(move |row| row[column].chars().count());
    let key_width = width(0).max().unwrap_or(0);
    let value_width = width(1).filter(|&w| w <= WIDEST_VALUE).max().unwrap_or(0);
    rows.iter()
        .map(|[key, value, origin]| format!("{key:key_width$}  {value:value_width$}  {origin}\n"))
        .collect()
}

/// Where a value was set, and what multiplied it since; for each stage, if they differ.
fn origin(profile: &Profile, given: &Given) -> String {
    let [mg, eg] = Stage::ALL.map(|stage| {
        let (at, scaled) = given.origin(stage);
        let mut text = place(profile, at);
        for Scaled {
            own,
            their,
            place: at,
        } in scaled
        {
            let factors = match own == their {
                true => factor(own),
                false => format!("own {}, their {}", factor(own), factor(their)),
            };
            text += &format!(", x {factors} by {}", place(profile, at));
        }
        text
    });
    match mg == eg {
        true => mg,
        false => format!("mg {mg}; eg {eg}"),
    }
}

/// A factor for both stages, or a pair.
fn factor([mg, eg]: &[f64; 2]) -> String {
    match mg == eg {
        true => mg.to_string(),
        false => format!("[{mg}, {eg}]"),
    }
}

/// `file:line`, and whether the file is one of the program's own; or the whole text, if it is from no file.
fn place(profile: &Profile, place: &Place) -> String {
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
