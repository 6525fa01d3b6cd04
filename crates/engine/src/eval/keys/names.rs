//! The names of pieces in the texts of keys.
//!
//! Keys of several pieces are declared by one function or constant, so their texts have placeholders for the names.
//! They are filled in at run time: evaluated by the compiler, they took two thirds of the time of checking this crate.

use std::sync::LazyLock;

use super::{Decl, Entry, SECTIONS, Section};
use crate::board::{PIECES, Piece, piece_name};

/// The placeholders of a text: the first and the second piece of a key.
const PLACEHOLDERS: [&str; 2] = ["{piece}", "{other}"];

/// All sections in the order of the reference page and of written profiles, with the names filled in.
pub fn sections() -> &'static [Section] {
    static FILLED: LazyLock<Vec<Section>> = LazyLock::new(|| {
        let fill = |section: &Section| {
            let decls: Vec<Decl> = section.decls.iter().map(|decl| named(section.name, decl)).collect();
            Section { decls: decls.leak(), ..*section }
        };
        SECTIONS.into_iter().map(fill).collect()
    });
    &FILLED
}

/// A row with the names of its pieces in its texts.
fn named(section: &str, decl: &Decl) -> Decl {
    let pieces = pieces_of(section, decl.name);
    let fill = |text: &'static str| filled(text, &pieces);
    Decl {
        meaning: fill(decl.meaning),
        definition: fill(decl.definition),
        phrase: fill(decl.phrase),
        ..*decl
    }
}

impl Entry {
    /// The pieces that the key is about, at most two.
    pub fn pieces(&self) -> Vec<Piece> {
        pieces_of(self.section.name, self.decl.name)
    }
}

/// The pieces that a key is about, at most two. They are the piece of a section of one piece (`knights`, `king`), else
/// those that the last part of the name contains (`by_minor.rook`, `against.bishop_pawn`).
fn pieces_of(section: &str, name: &str) -> Vec<Piece> {
    let piece = |word: &str| PIECES.into_iter().find(|piece| piece_name(*piece) == word);
    match piece(section.strip_suffix('s').unwrap_or(section)) {
        Some(piece) => vec![piece],
        None => name.rsplit('.').next().unwrap_or(name).split('_').filter_map(piece).take(2).collect(),
    }
}

fn filled(text: &'static str, pieces: &[Piece]) -> &'static str {
    if !PLACEHOLDERS.iter().any(|placeholder| text.contains(placeholder)) {
        return text;
    }
    let names = PLACEHOLDERS.into_iter().zip(pieces);
    names
        .fold(text.to_owned(), |text, (placeholder, piece)| text.replace(placeholder, piece_name(*piece)))
        .leak()
}
