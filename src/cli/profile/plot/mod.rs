//! `temper profile plot`: piece-square tables as heat maps.

mod boards;
mod colour;
mod svg;
mod terminal;

use std::env;
use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::super::files;
use super::{fail, print_all};
use crate::cli::file_arg::FileArg;
use crate::cli::text_out;
use crate::profile::{Given, Library, Profile};

use boards::Board;

/// Arguments of `temper profile plot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path
    profile: FileArg,
    /// Another one: what is drawn is how much more it gives than the first
    other: Option<FileArg>,
    /// Write an SVG file for each table into this folder, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write one HTML page with all tables, which needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Add the value of the piece to its squares
    #[arg(long)]
    with_values: bool,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

/// Draws the tables: as files, or else in the terminal.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let mut profiles = Vec::new();
    for name in [Some(&args.profile), args.other.as_ref()].into_iter().flatten() {
        match library.load(name) {
            Ok((profile, warnings)) => {
                print_all(&warnings);
                tell_of_sides(&profile, args.with_values);
                profiles.push(profile);
            }
            Err(error) => return fail(error),
        }
    }
    let (title, boards) = match profiles.as_slice() {
        [a, b] => (
            format!("{} - {}", b.name, a.name),
            boards::difference(a, b, args.with_values),
        ),
        [profile, ..] => (profile.name.clone(), boards::boards(profile, args.with_values)),
        [] => return Ok(ExitCode::SUCCESS),
    };
    if boards.is_empty() {
        let why = match profiles.len() {
            1 => "has no piece-square tables to draw",
            _ => "there is no difference between the piece-square tables",
        };
        writeln!(text_out(), "{title}: {why}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &args.svg {
        write_files(folder, &title, &boards, args.force)?;
    }
    if let Some(file) = &args.html {
        files::save(file, &svg::page(&title, &boards), args.force)?;
        writeln!(text_out(), "{}: written", file.display())?;
    }
    if args.svg.is_none() && args.html.is_none() {
        let is_terminal = stdout().is_terminal();
        let is_coloured = is_terminal && env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let size = crossterm::terminal::size()
            .ok()
            .filter(|(columns, _)| is_terminal && *columns > 0);
        let columns = size.map_or(usize::MAX, |(columns, _)| columns.into());
        stdout().write_all(terminal::text(&title, &boards, columns, is_coloured).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One board cannot show two values: says where a profile counts its tables otherwise for one side.
fn tell_of_sides(profile: &Profile, with_values: bool) {
    let is_drawn = |key: &str| key.starts_with("psqt.") || with_values && key.starts_with("material.");
    let splits = &profile.values.splits;
    let has_sides = |given: &&Given| splits.iter().any(|split| Some(split.slot) == given.entry.slot());
    let drawn = profile.given.iter().filter(|given| is_drawn(&given.key));
    let keys: Vec<&str> = drawn.filter(has_sides).map(|given| given.key.as_str()).collect();
    if !keys.is_empty() {
        complain!(
            "note: {} counts {} otherwise for its own side than for the other (`own`, `their`); what is drawn is without \
             these factors",
            profile.name,
            keys.join(", ")
        );
    }
}

/// A file for each board; none is written if one of them is in the way.
fn write_files(folder: &Path, title: &str, boards: &[Board], force: bool) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let paths: Vec<PathBuf> = boards
        .iter()
        .map(|board| folder.join(format!("{}-{}.svg", board.piece, board.stage.file_name())))
        .collect();
    if let Some(there) = paths.iter().find(|path| !force && path.exists()) {
        anyhow::bail!("{} exists; --force overwrites it", there.display());
    }
    for (path, board) in paths.iter().zip(boards) {
        files::save(path, &svg::file(title, board), force)?;
    }
    writeln!(text_out(), "{}: {} files written", folder.display(), paths.len())?;
    Ok(())
}
