//! The explanation of an evaluation, the worth of pieces, and heat maps.

use serde_json::Value;

use crate::board::{Bitboard, COLORS, Color, PIECES, Position, Square, piece_name};
use crate::eval::explain::Explanation;
use crate::eval::groups::{VISIBLE, groups};
use crate::eval::keys::psqt;
use crate::eval::keys::topic;
use crate::eval::share::Share;
use crate::eval::worth::{relocated, without};
use crate::eval::{S, Weights, evaluate, summary};
use crate::report::position::json;
use crate::studio::profiles::Loaded;
use crate::studio::protocol::Failure;
use crate::studio::protocol::look::{Evaluation, Group, HeatMap, HeatMapOf, Row, Worth};
use crate::why::counted_squares;

use super::positions::squares;
use super::{square, weights};

/// Maximum number of rows that explain the worth of a piece.
const MOST_REASONS: usize = 6;

/// Everything about the evaluation of a position.
pub fn evaluation(loaded: &Loaded, position: &Position) -> Evaluation {
    let w = weights(loaded, position);
    let explanation = Explanation::new(w, position);
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    Evaluation {
        json: numbers(loaded, position, &explanation),
        pawns,
        verdict: summary::verdict(pawns),
        groups: rows(w, position, &explanation),
        worth: squares()
            .filter_map(|at| Some((at.to_string(), worth(w, position, &explanation, at)?)))
            .collect(),
        version: loaded.version.clone(),
    }
}

/// The object that `temper eval --json` prints.
fn numbers(loaded: &Loaded, position: &Position, explanation: &Explanation) -> Value {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and the text is JSON.
    let _ =
        json::write(&position.to_string(), weights(loaded, position), &loaded.terms, explanation, &mut text);
    serde_json::from_slice(&text).unwrap_or_default()
}

fn rows(w: &Weights, position: &Position, explanation: &Explanation) -> Vec<Group> {
    let groups = groups(w, explanation);
    let entries = groups.iter().flat_map(|group| group.lines.iter().map(|line| line.entry));
    let mut counted = counted_squares(w, position, entries).into_iter();
    let names = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
    let mut group = |group: &crate::eval::groups::Group| Group {
        title: group.topic.title(),
        corrects_sum: group.topic.corrects_sum(),
        white: group.sum.white,
        black: group.sum.black,
        rows: group
            .lines
            .iter()
            .map(|line| Row {
                key: line.entry.key(),
                meaning: topic::meaning(&line.entry),
                white: line.pawns.white,
                black: line.pawns.black,
                squares: counted.next().unwrap_or([None; 2]).map(|set| set.map(names)),
            })
            .collect(),
    };
    groups.iter().map(&mut group).collect()
}

/// The worth of the piece on a square for its owner; `None` for empty squares and kings.
fn worth(w: &Weights, position: &Position, with: &Explanation, at: Square) -> Option<Worth> {
    let owner = COLORS.into_iter().find(|&side| position.color(side).has(at))?;
    let without = without(position, at)?;
    let rest = Explanation::new(w, &without);
    let sign = if owner == Color::White { 1.0 } else { -1.0 };
    let shares = [Share::new(w, &with.blend), Share::new(w, &rest.blend)];
    let mut rows: Vec<(String, f64)> = with
        .rows_beside(&rest)
        .into_iter()
        .map(|(a, b)| (a.entry, shares[0].pawns(a.difference()) - shares[1].pawns(b.difference())))
        .filter(|(_, pawns)| pawns.abs() >= VISIBLE)
        .map(|(entry, pawns)| (entry.key(), sign * pawns))
        .collect();
    rows.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    rows.truncate(MOST_REASONS);
    Some(Worth { pawns: sign * f64::from(w.centipawns(with.eval() - rest.eval())) / 100.0, rows })
}

/// A number for each square.
pub fn heat_map(loaded: &Loaded, position: &Position, of: &HeatMapOf) -> Result<HeatMap, Failure> {
    let w = weights(loaded, position);
    match of {
        HeatMapOf::Worth => Ok(worth_map(w, position)),
        HeatMapOf::Piece { square: name } => piece_map(w, position, square(name)?),
        HeatMapOf::Table { piece, side } => table_map(w, position, piece, side),
    }
}

fn worth_map(w: &Weights, position: &Position) -> HeatMap {
    let explanation = Explanation::new(w, position);
    let cell = |at: Square| worth(w, position, &explanation, at).map(|worth| worth.pawns);
    HeatMap { title: "Worth of each piece for its owner".to_owned(), cells: squares().map(cell).collect() }
}

/// The evaluation with the piece elsewhere.
fn piece_map(w: &Weights, position: &Position, from: Square) -> Result<HeatMap, Failure> {
    let owner = COLORS.into_iter().find(|&side| position.color(side).has(from));
    let (Some(owner), Some(piece)) = (owner, position.piece_on(from)) else {
        return Err(Failure::new("there is no piece on this square"));
    };
    let sign = if owner == Color::White { 1.0 } else { -1.0 };
    let value = |position: &Position| f64::from(w.centipawns(evaluate(w, position))) / 100.0;
    let here = value(position);
    let cell = |to: Square| {
        let is_free = to == from || !position.occupied().has(to);
        let moved = is_free.then(|| relocated(position, from, to)).flatten()?;
        Some(sign * (value(&moved) - here))
    };
    let title = format!("The {} of {from} on other squares, compared with {from}", piece_name(piece));
    Ok(HeatMap { title, cells: squares().map(cell).collect() })
}

/// The square values of a piece in the present stage of the game, in pawns.
fn table_map(w: &Weights, position: &Position, piece: &str, side: &str) -> Result<HeatMap, Failure> {
    let found = PIECES.into_iter().find(|of| piece_name(*of) == piece);
    let side = match side {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    };
    let (Some(of), Some(side)) = (found, side) else {
        return Err(Failure::new("a table is that of a piece, `pawn` to `king`, of `white` or `black`"));
    };
    let explanation = Explanation::new(w, position);
    let share = Share::new(w, &explanation.blend);
    let slot = psqt::BY_PIECE[of as usize];
    let cell = |at: Square| {
        let mirror = if w.is(psqt::MIRROR.option("rank and file")) { 63 } else { 56 };
        let index = if side == Color::White { at as usize } else { at as usize ^ mirror };
        let value: S = w.value(side, slot, index);
        Some(share.pawns(value))
    };
    let title = format!("psqt.{piece} in this stage of the game");
    Ok(HeatMap { title, cells: squares().map(cell).collect() })
}
