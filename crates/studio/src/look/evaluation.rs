//! The explanation of an evaluation, the worth of pieces, and heat maps.

use serde_json::Value;

use crate::profiles::Loaded;
use crate::protocol::Side;
use crate::protocol::look::{Evaluation, Group, HeatMap, HeatMapOf, Row, Worth};
use temperament_coaching::report::position::json;
use temperament_coaching::report::position::screen;
use temperament_coaching::review::chances::scale;
use temperament_coaching::why::describe;
use temperament_engine::board::{Bitboard, Color, PIECES, Position, Square, piece_name, side_name};
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::groups::{VISIBLE, groups};
use temperament_engine::eval::keys::topic::{TOPICS, Topic};
use temperament_engine::eval::keys::{Entry, psqt};
use temperament_engine::eval::share::Share;
use temperament_engine::eval::worth::{relocated, without};
use temperament_engine::eval::{S, Weights, evaluate};
use temperament_engine::profile::edit::entry_with_values;

use super::positions::squares;
use super::weights;

/// Everything about the evaluation of a position, with a heat map if one is wanted.
pub fn evaluation(loaded: &Loaded, position: &Position, map: Option<&HeatMapOf>) -> Evaluation {
    let w = weights(loaded, position);
    let explanation = Explanation::new(w, position);
    let pawns = pawns_of(w, &explanation);
    let scale = scale(loaded.sides.neutral());
    Evaluation {
        json: numbers(loaded, position, &explanation),
        pawns,
        verdict: screen::standing(position, pawns),
        own: w.own().map(side_name),
        groups: rows(w, position, &explanation),
        worth: squares()
            .filter_map(|at| Some((at.to_string(), worth(w, position, &explanation, at, scale)?)))
            .collect(),
        heat_map: map.and_then(|of| heat_map(loaded, position, of)),
        version: loaded.version.clone(),
    }
}

/// The evaluation of a position in pawns for White.
pub fn pawns(loaded: &Loaded, position: &Position) -> f64 {
    let w = weights(loaded, position);
    pawns_of(w, &Explanation::new(w, position))
}

fn pawns_of(w: &Weights, explanation: &Explanation) -> f64 {
    f64::from(w.centipawns(explanation.eval())) / 100.0
}

/// The object that `temper eval --json` prints.
fn numbers(loaded: &Loaded, position: &Position, explanation: &Explanation) -> Value {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and the text is JSON.
    let _ = json::write(position, weights(loaded, position), &loaded.terms, explanation, &mut text);
    serde_json::from_slice(&text).unwrap_or_default()
}

fn rows(w: &Weights, position: &Position, explanation: &Explanation) -> Vec<Group> {
    let groups = groups(w, explanation);
    let entries = groups.iter().flat_map(|group| group.lines.iter().map(|line| line.entry));
    let mut described = describe(w, position, entries).into_iter();
    let names = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
    let mut group = |group: &temperament_engine::eval::groups::Group| Group {
        title: group.topic.title(),
        corrects_sum: group.topic.corrects_sum(),
        white: group.sum.white,
        black: group.sum.black,
        rows: group
            .lines
            .iter()
            .zip(&mut described)
            .map(|(line, described)| Row {
                key: line.entry.key(),
                meaning: line.entry.decl.meaning,
                sentence: described.sentence,
                white: line.pawns.white,
                black: line.pawns.black,
                squares: described.squares.map(|set| set.map(names)),
            })
            .collect(),
    };
    groups.iter().map(&mut group).collect()
}

/// 1 if White owns the piece on a square, -1 if Black does; `None` for an empty square.
fn sign_of_owner(position: &Position, at: Square) -> Option<f64> {
    position.color_on(at).map(|owner| if owner == Color::White { 1.0 } else { -1.0 })
}

/// The worth of the piece on a square for its owner; `None` for empty squares and kings. `scale` is the number of
/// the profile's pawns in a pawn of the common scale.
fn worth(w: &Weights, position: &Position, with: &Explanation, at: Square, scale: f64) -> Option<Worth> {
    let sign = sign_of_owner(position, at)?;
    let rest = Explanation::new(w, &without(position, at)?);
    let shares = [Share::new(w, &with.blend), Share::new(w, &rest.blend)];
    let mut topics = TOPICS.map(|topic| (topic.title(), 0.0));
    for (a, b) in with.rows_beside(&rest) {
        let pawns = shares[0].pawns(a.difference()) - shares[1].pawns(b.difference());
        topics[Topic::of(&a.entry) as usize].1 += sign * pawns;
    }
    let mut topics: Vec<_> = topics.into_iter().filter(|(_, pawns)| pawns.abs() >= VISIBLE).collect();
    topics.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let pawns = sign * f64::from(w.centipawns(with.eval() - rest.eval())) / 100.0;
    Some(Worth { pawns, usual: pawns / scale, topics })
}

/// A number for each square; `None` if there is no such square, piece or key.
fn heat_map(loaded: &Loaded, position: &Position, of: &HeatMapOf) -> Option<HeatMap> {
    let w = weights(loaded, position);
    match of {
        HeatMapOf::Worth { side, key } => {
            Some(worth_map(w, position, *side, &Measured::new(loaded, key.as_deref())?))
        }
        HeatMapOf::Piece { square, key } => {
            piece_map(w, position, square.parse().ok()?, &Measured::new(loaded, key.as_deref())?)
        }
        HeatMapOf::Table { piece, side } => table_map(w, position, piece, *side),
    }
}

/// What a heat map measures: the whole evaluation, or the share of one key.
struct Measured(Option<Entry>);

impl Measured {
    fn new(loaded: &Loaded, key: Option<&str>) -> Option<Self> {
        let entry = key.map(|key| entry_with_values(&loaded.profile, key)).transpose();
        entry.ok().map(Self)
    }

    /// Pawns from White's point of view.
    fn pawns(&self, w: &Weights, position: &Position) -> f64 {
        match &self.0 {
            None => f64::from(w.centipawns(evaluate(w, position))) / 100.0,
            Some(entry) => {
                let explanation = Explanation::new(w, position);
                Share::new(w, &explanation.blend).pawns(explanation.rows[entry.ordinal].difference())
            }
        }
    }

    /// The end of a title.
    fn suffix(&self) -> String {
        self.0.as_ref().map_or_else(String::new, |entry| format!(", {} alone", entry.key()))
    }
}

fn worth_map(w: &Weights, position: &Position, side: Option<Side>, of: &Measured) -> HeatMap {
    let whole = of.pawns(w, position);
    let is_wanted = |at: &Square| side.is_none_or(|side| position.color_on(*at) == Some(side.into()));
    let cell = |at: Square| {
        let sign = sign_of_owner(position, at)?;
        Some(sign * (whole - of.pawns(w, &without(position, at)?)))
    };
    let owner = match side {
        None => "each piece for its owner",
        Some(Side::White) => "White's pieces",
        Some(Side::Black) => "Black's pieces",
    };
    let title = format!("Worth of {owner}{}", of.suffix());
    let cells = squares().map(|at| Some(at).filter(is_wanted).and_then(cell)).collect();
    HeatMap { title, cells }
}

/// The evaluation with the piece elsewhere.
fn piece_map(w: &Weights, position: &Position, from: Square, of: &Measured) -> Option<HeatMap> {
    let (sign, piece) = (sign_of_owner(position, from)?, position.piece_on(from)?);
    let here = of.pawns(w, position);
    let cell = |to: Square| {
        let is_free = to == from || !position.occupied().has(to);
        let moved = is_free.then(|| relocated(position, from, to)).flatten()?;
        Some(sign * (of.pawns(w, &moved) - here))
    };
    let name = piece_name(piece);
    let title = format!("The {name} of {from} on other squares, compared with {from}{}", of.suffix());
    Some(HeatMap { title, cells: squares().map(cell).collect() })
}

/// The square values of a piece in the present stage of the game, in pawns.
fn table_map(w: &Weights, position: &Position, piece: &str, side: Side) -> Option<HeatMap> {
    let of = PIECES.into_iter().find(|of| piece_name(*of) == piece)?;
    let side = Color::from(side);
    let explanation = Explanation::new(w, position);
    let share = Share::new(w, &explanation.blend);
    let slot = psqt::BY_PIECE[of as usize];
    let cell = |at: Square| {
        let mirror = if w.is(psqt::MIRROR.option("rank and file")) { 63 } else { 56 };
        let index = if side == Color::White { at as usize } else { at as usize ^ mirror };
        let value: S = w.value(side, slot, index);
        Some(share.pawns(value))
    };
    let title = format!("psqt.{piece} for {side:?} in this stage of the game");
    Some(HeatMap { title, cells: squares().map(cell).collect() })
}
