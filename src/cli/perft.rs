//! `temper perft`.

use std::io::{self, Write};

use super::fens;
use temperament_engine::board::{notation, perft};

/// Arguments of `temper perft`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Number of plies
    depth: u32,
    /// Position to start from: a FEN, `startpos` or GAME.pgn:23w (default: the initial position)
    #[arg(num_args = 0..)]
    fen: Vec<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let position = fens::argument(&fens::joined(&args.fen), None)?;
    let chess960 = notation::is_chess960(&position);
    let mut out = io::stdout().lock();
    for (mv, nodes) in perft::divide(&position, args.depth) {
        writeln!(out, "{}: {nodes}", notation::uci(&position, mv, chess960))?;
    }
    writeln!(out, "\nNodes searched: {}", perft::perft(&position, args.depth))?;
    Ok(())
}
