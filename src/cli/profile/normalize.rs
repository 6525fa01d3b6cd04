//! `temper profile normalize`: one convention for the numbers of a profile.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use super::diagnostics::fail;
use crate::cli::stdout::text_out;
use crate::cli::{fens, files};
use temperament_engine::board::Position;
use temperament_engine::profile::normalize::{Normalized, normalize};
use temperament_engine::profile::save::load_text;
use temperament_engine::profile::{Format, Library, Origin, Profile, write};
use temperament_matches::setup::FileArg;

/// Quiet positions of games from the opening to the endgame.
const POSITIONS: &str = include_str!("normalize.epd");

/// Arguments of `temper profile normalize`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path
    profile: FileArg,
    /// Output file, ending in .toml or .ron (default: standard output)
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Overwrite an existing output file
    #[arg(long, requires = "out")]
    force: bool,
}

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let profile = match library.load(&args.profile) {
        Ok((profile, _)) => profile,
        Err(error) => return fail(error),
    };
    let format = match &args.out {
        None => profile.format(),
        Some(path) => match Format::of(path) {
            Some(format) => format,
            None => bail!("{} ends in neither .toml nor .ron", path.display()),
        },
    };
    let positions = positions();
    let normalized =
        normalize(&profile, &positions).map_err(|message| anyhow!("{}: {message}", profile.name))?;
    let text = write::write(&normalized.profile, format);
    let report = report(&profile, &normalized, &positions);
    match &args.out {
        Some(path) => {
            files::save_profile(library, path, &text, args.force)?;
            writeln!(text_out(), "{}: written\n{report}", path.display())?;
        }
        None => {
            load_text(library, &Origin::Text, format, &text)?;
            text_out().write_all(text.as_bytes())?;
            complain!("{report}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The positions for the means and the report.
pub fn positions() -> Vec<Position> {
    POSITIONS.lines().filter_map(|line| fens::read(line).ok()).collect()
}

/// The rounding difference, and what could not be normalised.
fn report(before: &Profile, normalized: &Normalized, positions: &[Position]) -> String {
    let found = normalized.differences(before, positions);
    let mut lines = vec![format!(
        "largest difference {:.2}, mean {:.3} hundredths of a pawn, over {} positions",
        found.largest,
        found.mean,
        positions.len()
    )];
    if normalized.factor != 1.0 {
        lines.push(format!("values are multiplied by {:.4}", normalized.factor));
    }
    lines.extend(normalized.kept.iter().map(|(key, reason)| format!("`{key}` keeps its mean: {reason}")));
    lines.join("\n")
}
