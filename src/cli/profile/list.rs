//! `temper profile list`: the profiles found.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::text_out;
use crate::escape::bounded;
use crate::profile::{CHAMPION_ALIAS, Library};

/// The longest description, in characters.
const LONGEST: usize = 300;

/// Prints a line for each profile found.
pub(super) fn run(library: &Library) -> anyhow::Result<ExitCode> {
    let listed = library.list();
    let width = listed.iter().map(|l| l.name.len()).max().unwrap_or(0);
    let champion = library.canonical(CHAMPION_ALIAS.as_ref());
    let mut out = text_out();
    for profile in &listed {
        let text = if profile.is_broken {
            "has faults: see `temper profile check`"
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
        writeln!(out, "{:width$}  {text} ({}{other})", profile.name, profile.origin)?;
    }
    Ok(ExitCode::SUCCESS)
}
