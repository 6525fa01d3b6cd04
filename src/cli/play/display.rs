//! The board in the terminal: pieces, colours, the last move.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use clap::ColorChoice;

use temperament_engine::board::display::Diagram;
use temperament_engine::board::{Bitboard, Color, File, Game, Square};

/// Options of the board.
#[derive(Debug, clap::Args)]
pub struct DisplayArgs {
    /// Draw the pieces as Unicode chess symbols (default on a terminal with a UTF-8 locale)
    #[arg(long, conflicts_with = "ascii")]
    unicode: bool,
    /// Draw the pieces as letters (default elsewhere)
    #[arg(long)]
    ascii: bool,
    /// Draw a coloured board; `auto`: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

// Indices into the palette of 256 colours. The pieces of both sides contrast with all squares, whatever the background of
// the terminal is.

const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;
const LIGHT_SQUARE: u8 = 108;
const DARK_SQUARE: u8 = 65;
const LIGHT_MARKED: u8 = 136;
const DARK_MARKED: u8 = 94;

/// Draws the board.
#[derive(Debug)]
pub struct Display {
    diagram: Diagram,
    is_colored: bool,
    /// Whether the last move is marked on a board without colours.
    marks_last_move: bool,
}

impl Display {
    pub fn new(args: &DisplayArgs, bottom: Color) -> Self {
        let is_terminal = is_capable_terminal();
        let has_no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_colored = match args.color {
            ColorChoice::Auto => is_terminal && !has_no_color,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let unicode = args.unicode || !args.ascii && is_terminal && has_utf8_locale();
        Self { diagram: Diagram { bottom, unicode }, is_colored, marks_last_move: is_terminal }
    }

    pub fn flip(&mut self) {
        self.diagram.bottom = !self.diagram.bottom;
    }

    /// Draws the current position of a game.
    pub fn draw(&self, game: &Game) -> String {
        let marked = last_move(game);
        if self.is_colored {
            self.draw_colored(game, marked)
        } else if self.marks_last_move {
            self.diagram.draw_set(game.position(), marked)
        } else {
            self.diagram.draw(game.position())
        }
    }

    fn draw_colored(&self, game: &Game, marked: Bitboard) -> String {
        let (ranks, files) = self.diagram.lines();
        let mut text = String::new();
        for rank in ranks {
            // Writing to a string cannot fail, here and below.
            let _ = write!(text, " {rank} ");
            for file in files {
                let square = Square::new(file, rank);
                let (piece, foreground) = self.cell(game, square);
                let background = background(square, marked.has(square));
                let _ = write!(text, "\u{1b}[38;5;{foreground};48;5;{background}m {piece} ");
            }
            text += "\u{1b}[0m\n";
        }
        text += "   ";
        for file in files {
            let _ = write!(text, " {file} ");
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The symbol of a square and its colour. The colour distinguishes the sides, so both have the filled symbols.
    fn cell(&self, game: &Game, square: Square) -> (char, u8) {
        let position = game.position();
        match (position.piece_on(square), position.color_on(square)) {
            (Some(piece), Some(color)) => {
                let side = if self.diagram.unicode { Color::Black } else { color };
                let foreground = if color == Color::White { WHITE_PIECE } else { BLACK_PIECE };
                (self.diagram.piece(side, piece), foreground)
            }
            _ => (' ', BLACK_PIECE),
        }
    }
}

/// Returns the squares of the last move: origin and target of the piece, of the king if it castled.
fn last_move(game: &Game) -> Bitboard {
    let Some((position, mv)) = game.played().last() else { return Bitboard::EMPTY };
    let to = if position.is_castling(mv) {
        let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
        Square::new(file, mv.from.rank())
    } else {
        mv.to
    };
    mv.from.bitboard() | to.bitboard()
}

fn background(square: Square, is_marked: bool) -> u8 {
    let is_dark = (square.file() as usize + square.rank() as usize).is_multiple_of(2);
    match (is_dark, is_marked) {
        (false, false) => LIGHT_SQUARE,
        (true, false) => DARK_SQUARE,
        (false, true) => LIGHT_MARKED,
        (true, true) => DARK_MARKED,
    }
}

/// Returns `true` if standard output is a terminal that understands escape sequences.
pub fn is_capable_terminal() -> bool {
    let has_sequences = env::var_os("TERM").map_or(is_windows_terminal(), |name| name != "dumb");
    io::stdout().is_terminal() && has_sequences
}

fn is_windows_terminal() -> bool {
    env::var_os("WT_SESSION").is_some()
}

/// Returns `true` if the locale of the environment uses UTF-8.
fn has_utf8_locale() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8") || is_windows_terminal()
}
