//! `temper profile list`: the profiles found, by category.

use std::io::{Write, stdout};
use std::process::ExitCode;

use serde_json::json;

use crate::cli::stdout::text_out;
use temperament_engine::escape::bounded;
use temperament_engine::profile::{CHAMPION_ALIAS, Library};

/// Limit for descriptions, in characters.
const LONGEST: usize = 300;

/// Arguments of `temper profile list`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON: name, description, origin and whether it has errors
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    if args.json { list_json(library) } else { list(library) }
}

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
