//! `temper profile plot`: piece-square tables as heat maps.

#[doc(hidden)]
pub mod draw;

use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use anyhow::Context;

use super::diagnostics::{fail, print_all};
use crate::cli::file_arg::FileArg;
use crate::cli::files;
use crate::cli::stdout::text_out;
use temperament_engine::board::PIECES;
use temperament_engine::eval::keys::{Slot, choice, material, psqt};
use temperament_engine::eval::phase::Phase;
use temperament_engine::profile::{Library, Profile, Provenance};

/// Arguments of `temper profile plot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name or path
    profile: FileArg,
    /// Second profile: draw the difference (second minus first)
    other: Option<FileArg>,
    /// Write one SVG file per table into this folder, created if necessary
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write one self-contained HTML page with all tables
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Add the piece value to its squares
    #[arg(long)]
    with_values: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

/// Writes files, or draws in the terminal.
pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let mut profiles = Vec::new();
    for name in [Some(&args.profile), args.other.as_ref()].into_iter().flatten() {
        match library.load(name) {
            Ok((profile, warnings)) => {
                print_all(&warnings);
                note_sides(&profile, args.with_values);
                profiles.push(profile);
            }
            Err(error) => return fail(error),
        }
    }
    let (title, boards) = match profiles.as_slice() {
        [a, b] => (format!("{} - {}", b.name, a.name), difference(a, b, args.with_values)),
        [profile, ..] => (profile.name.clone(), boards(profile, args.with_values)),
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
        files::save(file, draw::html_page(&title, &boards), args.force)?;
        writeln!(text_out(), "{}: written", file.display())?;
    }
    if args.svg.is_none() && args.html.is_none() {
        let is_terminal = stdout().is_terminal();
        let is_coloured = is_terminal && env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let size = crossterm::terminal::size().ok().filter(|(columns, _)| is_terminal && *columns > 0);
        let columns = size.map_or(usize::MAX, |(columns, _)| columns.into());
        stdout().write_all(draw::terminal_text(&title, &boards, columns, is_coloured).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Notes that `own` and `their` factors are not drawn.
fn note_sides(profile: &Profile, with_values: bool) {
    let is_drawn = |key: &str| key.starts_with("psqt.") || with_values && key.starts_with("material.");
    let splits = &profile.values.splits;
    let has_sides = |given: &&Provenance| splits.iter().any(|split| Some(split.slot) == given.entry.slot());
    let drawn = profile.given.iter().filter(|given| is_drawn(&given.key));
    let keys: Vec<&str> = drawn.filter(has_sides).map(|given| given.key.as_str()).collect();
    if !keys.is_empty() {
        complain!(
            "note: {} scales {} differently for its own side and the opponent (`own`, `their`); the plot ignores these \
             factors",
            profile.name,
            keys.join(", ")
        );
    }
}

/// Writes one file per board, or none if one exists.
fn write_files(folder: &Path, title: &str, boards: &[Board], force: bool) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let paths: Vec<PathBuf> = boards
        .iter()
        .map(|board| folder.join(format!("{}-{}.svg", board.piece, board.stage.file_name)))
        .collect();
    if let Some(there) = paths.iter().find(|path| !force && path.exists()) {
        anyhow::bail!("{} exists; --force overwrites it", there.display());
    }
    for (path, board) in paths.iter().zip(boards) {
        files::save(path, draw::svg_file(title, board), force)?;
    }
    writeln!(text_out(), "{}: {} files written", folder.display(), paths.len())?;
    Ok(())
}

/// Piece names, in the order of the tables.
const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// A stage of the game.
#[derive(Debug, Clone, Copy)]
pub struct BoardStage {
    title: &'static str,
    /// Part of the file name.
    file_name: &'static str,
}

const MIDDLEGAME: BoardStage = BoardStage { title: "middlegame", file_name: "mg" };
const ENDGAME: BoardStage = BoardStage { title: "endgame", file_name: "eg" };
/// Mean of both, with the endgame divided by the profile's divisor.
const TAPERED: BoardStage = BoardStage { title: "half way", file_name: "tapered" };
/// The only stage of a profile without phases.
const ONLY: BoardStage = BoardStage { title: "all stages", file_name: "all" };

#[derive(Debug, Clone)]
pub struct Board {
    pub piece: &'static str,
    pub stage: BoardStage,
    /// Values of a1, b1, ... h8, from White's side.
    pub squares: [f64; 64],
    /// Value with the neutral colour.
    pub centre: f64,
    /// Distance from `centre` with the strongest colour; greater than 0.
    pub reach: f64,
}

/// The non-constant tables of a profile. Colours are centred at the mean, since a table may include the piece value.
pub fn boards(profile: &Profile, with_values: bool) -> Vec<Board> {
    let mut boards = Vec::new();
    for (piece, stage, squares) in tables(profile, with_values) {
        let seen = seen(piece, &squares);
        if seen.iter().any(|n| *n != seen[0]) {
            boards.push(Board::new(piece, stage, squares, mean(&seen)));
        }
    }
    boards
}

/// Second profile minus the first, in their own units; colours are centred at 0.
pub(super) fn difference(a: &Profile, b: &Profile, with_values: bool) -> Vec<Board> {
    let (a, b) = (all_stages(a, with_values), all_stages(b, with_values));
    let mut boards = Vec::new();
    for ((piece, stage, x), (_, _, y)) in a.into_iter().zip(b) {
        let squares = std::array::from_fn(|square| y[square] - x[square]);
        if seen(piece, &squares).iter().any(|n| *n != 0.0) {
            boards.push(Board::new(piece, stage, squares, 0.0));
        }
    }
    boards
}

impl Board {
    fn new(piece: &'static str, stage: BoardStage, squares: [f64; 64], centre: f64) -> Self {
        let far = seen(piece, &squares).into_iter().map(|n| (n - centre).abs());
        let reach = far.fold(0.0, f64::max);
        Self { piece, stage, squares, centre, reach: if reach > 0.0 { reach } else { 1.0 } }
    }

    /// Returns `true` if the piece can stand on a square.
    pub fn is_real(&self, square: usize) -> bool {
        is_real(self.piece, square)
    }

    /// Colour strength from -1 to 1.
    pub fn strength(&self, square: usize) -> f64 {
        ((self.squares[square] - self.centre) / self.reach).clamp(-1.0, 1.0)
    }

    pub fn title(&self) -> String {
        format!("{} {}", self.piece, self.stage.title)
    }

    /// Rounded value of a square.
    pub fn label(&self, square: usize) -> String {
        let rounded = self.squares[square].round();
        // Without the sign of a zero.
        format!("{}", rounded + 0.0)
    }
}

fn is_real(piece: &str, square: usize) -> bool {
    piece != NAMES[0] || (8..56).contains(&square)
}

/// Values of the squares the piece can stand on.
fn seen(piece: &str, squares: &[f64; 64]) -> Vec<f64> {
    let real = (0..64).filter(|&square| is_real(piece, square));
    real.map(|square| squares[square]).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

type Drawn = (&'static str, BoardStage, [f64; 64]);

/// Tables by stage: a single one if all stages are equal.
fn tables(profile: &Profile, with_values: bool) -> Vec<Drawn> {
    let all = all_stages(profile, with_values);
    let is_single = profile.values.is(choice("phase.model", "none"));
    let mut tables = Vec::new();
    for stages in all.chunks(3) {
        let [mg, eg, _] = stages else { continue };
        if is_single || mg.2 == eg.2 {
            tables.push((mg.0, ONLY, mg.2));
        } else {
            tables.extend_from_slice(stages);
        }
    }
    tables
}

fn all_stages(profile: &Profile, with_values: bool) -> Vec<Drawn> {
    let weights = profile.compile();
    let is_single = *weights.phase() == Phase::None;
    let divisor = weights.phase().endgame_divisor();
    let scores = &profile.values.scores;
    let at = |slot: Slot, index: usize| scores[slot.offset + index];
    let mut tables = Vec::new();
    for piece in PIECES {
        let kind = piece as usize;
        let number = |square: usize, stage: usize| {
            let value = if with_values { at(material::BY_PIECE[kind], 0)[stage] } else { 0 };
            weights.units(at(psqt::BY_PIECE[kind], square)[stage] + value)
        };
        let mg: [f64; 64] = std::array::from_fn(|square| number(square, 0));
        let eg: [f64; 64] = if is_single { mg } else { std::array::from_fn(|square| number(square, 1)) };
        let half = if is_single {
            mg
        } else {
            std::array::from_fn(|square| (mg[square] + eg[square] / divisor) / 2.0)
        };
        let stages = [(MIDDLEGAME, mg), (ENDGAME, eg), (TAPERED, half)];
        tables.extend(stages.map(|(stage, squares)| (NAMES[kind], stage, squares)));
    }
    tables
}
