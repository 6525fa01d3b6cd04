//! What `temper profile import` has understood of a file, as boards.

use std::fmt::Write;

use temperament_engine::board::{Piece, piece_name};
use temperament_engine::escape;
use temperament_engine::profile::Stage;
use temperament_engine::profile::import::draft::{Placed, first_square};
use temperament_engine::profile::import::{
    Draft, Evidence, Import, Material, Orientation, PieceTables, Table, Vote,
};

/// Maximum number of lists that are listed as ignored.
const MOST_IGNORED: usize = 30;
/// Blanks between two boards side by side.
const GAP: &str = "    ";

/// Reports the boards, values, assumptions and ignored lists.
pub(super) fn report(import: &Import, draft: &Draft, orientation: Orientation, is_chosen: bool) -> String {
    let mut text = String::new();
    for (placed, tables) in draft.tables.iter().zip(&import.understood.pieces) {
        text += &boards(draft, placed, tables);
        text.push('\n');
    }
    if let Some(values) = &draft.values {
        let pair = |[mg, eg]: &[i32; 2]| match (draft.number(*mg), draft.number(*eg)) {
            (mg, eg) if mg == eg => mg,
            (mg, eg) => format!("[{mg}, {eg}]"),
        };
        let values: Vec<String> = values.iter().map(pair).collect();
        let origin = match &import.understood.material {
            Material::Found(found) => {
                let [mg, eg] = found.origin.each_ref().map(|(name, line)| origin(name, *line));
                if mg == eg { mg } else { format!("{mg}; {eg}") }
            }
            _ => "assumed".to_owned(),
        };
        let _ = writeln!(text, "piece values, pawn to queen: {}  ({origin})", values.join(", "));
    }
    let _ = writeln!(text, "first number: {} ({})", first_square(orientation), reason(import, is_chosen));
    for note in &draft.notes {
        let _ = writeln!(text, "check: {note}");
    }
    let ignored = &import.understood.ignored;
    for ignored in ignored.iter().take(MOST_IGNORED) {
        let _ = writeln!(text, "ignored: {}: {}", origin(&ignored.name, ignored.line), ignored.reason);
    }
    if ignored.len() > MOST_IGNORED {
        let _ = writeln!(text, "ignored: {} more", ignored.len() - MOST_IGNORED);
    }
    text
}

/// The boards of a piece: one, or those of both stages side by side.
fn boards(draft: &Draft, placed: &Placed, tables: &PieceTables) -> String {
    let piece = piece_name(placed.piece);
    let head = |stage: &str, table: &Table| format!("{piece}{stage}  ({})", origin(&table.name, table.line));
    let [mg, eg] = &tables.tables;
    let boards: Vec<Vec<String>> = if tables.is_single() {
        vec![board(&head("", mg), |square| draft.number(placed.pairs[square][0]))]
    } else {
        let stages = Stage::ALL.into_iter().zip([mg, eg]);
        let board = |(stage, table): (Stage, &Table)| {
            let head = head(&format!(" {}", stage.name()), table);
            board(&head, |square| draft.number(placed.pairs[square][stage as usize]))
        };
        stages.map(board).collect()
    };
    side_by_side(&boards)
}

/// A board in nine lines, rank 8 on top.
fn board(head: &str, number: impl Fn(usize) -> String) -> Vec<String> {
    let numbers: Vec<String> = (0..64).map(|i| number(i ^ 56)).collect();
    let width = numbers.iter().map(String::len).max().unwrap_or(1);
    let row = |(row, rank): (&[String], usize)| {
        let row: Vec<String> = row.iter().map(|n| format!("{n:>width$}")).collect();
        format!("{rank}  {}", row.join(" "))
    };
    let rows = numbers.chunks(8).zip((1..=8).rev()).map(row);
    std::iter::once(head.to_owned()).chain(rows).collect()
}

fn side_by_side(boards: &[Vec<String>]) -> String {
    let width = |board: &Vec<String>| board.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..9 {
        let cells = boards.iter().map(|board| {
            let width = width(board);
            format!("{:width$}", board.get(line).map_or("", String::as_str))
        });
        text += cells.collect::<Vec<_>>().join(GAP).trim_end();
        text.push('\n');
    }
    text
}

/// Where something stands in the file.
fn origin(name: &str, line: u32) -> String {
    match name {
        "" => format!("line {line}"),
        name => format!("line {line}, {}", escape::bounded(name, 60)),
    }
}

/// Why an orientation was taken.
fn reason(import: &Import, is_chosen: bool) -> String {
    if is_chosen {
        return "--orientation".to_owned();
    }
    match (&import.stated, &import.evidence) {
        (Some(_), _) => "the header says so".to_owned(),
        (None, Evidence::Clear(_, votes)) => {
            let mut pieces: Vec<Piece> = votes.iter().map(|vote| vote.piece).collect();
            pieces.dedup();
            let reasons: Vec<&str> = pieces.into_iter().map(expectation).collect();
            reasons.join("; ")
        }
        _ => "every table is the same read from either end".to_owned(),
    }
}

/// What is expected of the tables of a piece.
fn expectation(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawns are worth more near promotion",
        Piece::King => "the king is worth more on its own back rank",
        Piece::Rook => "rooks are worth more on the seventh rank",
        Piece::Knight | Piece::Bishop | Piece::Queen => "pieces are worth more in the opponent's half",
    }
}

/// The error about an unknown orientation, with both readings of one table.
pub(super) fn question(import: &Import) -> String {
    let mut text = "the orientation of the tables is not clear".to_owned();
    if let Evidence::Contradictory(votes) = &import.evidence {
        for Vote { piece, stage, orientation } in votes {
            let _ = write!(text, "\n  {} {}: {} first", piece_name(*piece), stage.name(), orientation.name());
        }
    }
    if !import.hints.is_empty() {
        let lines: Vec<String> = import.hints.iter().map(u32::to_string).collect();
        let _ = write!(text, "\n  lines that turn squares around: {}", lines.join(", "));
    }
    let readings = [Orientation::A8, Orientation::A1];
    let drafts = readings.map(|orientation| Draft::new(&import.understood, orientation));
    let is_telling = |placed: &Placed| matches!(placed.piece, Piece::Pawn | Piece::King);
    let telling = drafts[0].tables.iter().filter(|placed| is_telling(placed)).map(|placed| placed.piece);
    let mut pieces: Vec<Piece> = telling.collect();
    if pieces.is_empty() {
        pieces.extend(drafts[0].tables.first().map(|placed| placed.piece));
    }
    for piece in pieces {
        let boards: Vec<Vec<String>> = readings
            .iter()
            .zip(&drafts)
            .filter_map(|(orientation, draft)| {
                let placed = draft.tables.iter().find(|placed| placed.piece == piece)?;
                let head = format!("--orientation {}: {}", orientation.name(), piece_name(piece));
                Some(board(&head, |square| draft.number(placed.pairs[square][0])))
            })
            .collect();
        let _ = write!(text, "\n\n{}", side_by_side(&boards).trim_end());
    }
    text += "\n\nChoose the reading that is right for White.";
    text
}
