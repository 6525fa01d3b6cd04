//! Tests of `profile::import`: tables of our own making, written as engines write them.

mod forms;
mod hostile;
mod orientation;
mod rodent;

use temperament_engine::board::{PIECES, Piece, piece_name};
use temperament_engine::eval::keys::{material, psqt};
use temperament_engine::profile::import::{Draft, Import, Kind, Orientation, read};
use temperament_engine::profile::{Format, Profile, Source, parse};

/// The intended number of a piece on a square, a1 = 0. No two squares of a table are alike from either end.
fn intended(piece: Piece, stage: usize, square: usize) -> i32 {
    let (rank, file) = (square as i32 / 8, square as i32 % 8);
    let stage = stage as i32;
    match piece {
        Piece::Pawn if rank == 0 || rank == 7 => 0,
        Piece::Pawn => rank * 10 + file + stage * 3,
        Piece::King if stage == 0 => 3 * file - rank * 12,
        Piece::King => file + rank * (7 - rank) - 9,
        _ => rank * 4 + file * 3 - 20 + 5 * stage + piece as i32,
    }
}

/// Intended piece values of pawn to queen by stage.
const VALUES: [[i32; 5]; 2] = [[100, 310, 320, 490, 910], [120, 300, 330, 530, 950]];

/// The numbers of a table in the order of a file.
fn table(piece: Piece, stage: usize, orientation: Orientation) -> Vec<i32> {
    (0..64).map(|index| intended(piece, stage, orientation.square(index))).collect()
}

/// Writes numbers in eight lines.
fn lines<T: std::fmt::Display>(numbers: &[T], separator: &str) -> String {
    let row = |row: &[T]| row.iter().map(T::to_string).collect::<Vec<_>>().join(separator);
    numbers.chunks(8).map(row).collect::<Vec<_>>().join(&format!("{}\n", separator.trim_end()))
}

/// Writes something for each piece.
fn each(write: impl Fn(Piece) -> String) -> String {
    PIECES.into_iter().map(write).collect()
}

fn upper(piece: Piece) -> String {
    piece_name(piece).to_uppercase()
}

fn import(text: &str, kind: Kind) -> Import {
    read(text, kind).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Imports a text as a profile.
fn profile(text: &str, kind: Kind, orientation: Option<Orientation>) -> Profile {
    let import = import(text, kind);
    let orientation = orientation.or_else(|| import.orientation()).expect(text);
    let draft = Draft::new(&import.understood, orientation);
    let mut profiles = [Format::Toml, Format::Ron].map(|format| {
        let text = draft.text(&import.understood, orientation, "mine", "some engine.c", format);
        let source = Source::new("mine", format, text.as_str());
        let (profile, warnings) = parse(&source).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"));
        assert!(warnings.is_empty(), "{warnings:#?}\n{text}");
        profile
    });
    assert_eq!(profiles[0].values, profiles[1].values, "TOML and RON");
    profiles[0].name.clone_from(&"mine".to_owned());
    let [profile, _] = profiles;
    profile
}

/// Compares the tables of a profile with the intended ones; with one stage, the middlegame ones are both.
fn assert_tables(profile: &Profile, stages: usize) {
    for (piece, slot) in PIECES.into_iter().zip(psqt::BY_PIECE) {
        for square in 0..64 {
            let found = profile.values.scores[slot.offset + square];
            let expected = [0, stages - 1].map(|stage| intended(piece, stage, square));
            assert_eq!(found, expected, "{} on {square}", piece_name(piece));
        }
    }
}

/// Compares the piece values.
fn assert_values(profile: &Profile, stages: usize) {
    for (i, slot) in material::BY_PIECE.iter().take(5).enumerate() {
        let expected = [0, stages - 1].map(|stage| VALUES[stage][i]);
        assert_eq!(profile.values.scores[slot.offset], expected, "{i}");
    }
}
