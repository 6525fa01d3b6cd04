//! The explanation of an evaluation, the worth of pieces, and heat maps.

use serde_json::Value;

use crate::profiles::Loaded;
use crate::protocol::Side;
use crate::protocol::look::{Evaluation, Group, HeatMap, HeatMapOf, Key, Row, Worth};
use temperament_coaching::position::piece_worth::{PieceWorth, relocated, sign_of_owner, without};
use temperament_coaching::position::verdict::{lead_of_pawns, standing, white_chances};
use temperament_coaching::position::{Described, Explained, TopicGroup, json};
use temperament_engine::board::{Bitboard, Color, PIECES, Position, Square, piece_name, side_name};
use temperament_engine::eval::display::Display;
use temperament_engine::eval::keys::{Entry, psqt};
use temperament_engine::eval::{S, Weights, evaluate};
use temperament_engine::profile::edit::entry_with_values;

use super::positions::squares;
use super::weights;

/// The initial position, then without a queen, a rook, a bishop and a knight of Black.
const WITHOUT_PIECE: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
    "rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];
/// What these four pieces are worth in points: 9, 5, 3 and 3.
const POINTS: f64 = 20.0;

/// Everything about the evaluation of a position, with a heat map if one is wanted.
pub fn evaluation(loaded: &Loaded, position: &Position, map: Option<&HeatMapOf>) -> Evaluation {
    let explained = Explained::new(weights(loaded, position), position);
    let points = points_scale(explained.weights, explained.display);
    Evaluation {
        json: numbers(loaded, &explained),
        pawns: explained.pawns(),
        chances: white_chances(position, explained.pawns()),
        lead: lead_of_pawns(position, explained.pawns()),
        verdict: standing(position, explained.pawns()),
        own: explained.weights.own().map(side_name),
        groups: explained.topics().iter().map(|topic| group(&explained, topic)).collect(),
        worth: squares()
            .filter_map(|at| Some((at.to_string(), worth(explained.piece_worth(at)?, points))))
            .collect(),
        heat_map: map.and_then(|of| heat_map(loaded, position, of)),
        version: loaded.version.clone(),
    }
}

/// The evaluation of a position in pawns for White.
pub fn pawns(loaded: &Loaded, position: &Position) -> f64 {
    let w = weights(loaded, position);
    w.shown(evaluate(w, position), position)
}

/// The object that `temper eval --json` prints.
fn numbers(loaded: &Loaded, explained: &Explained) -> Value {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and the text is JSON.
    let _ = json::write(explained, &loaded.terms, &mut text);
    serde_json::from_slice(&text).unwrap_or_default()
}

fn group(explained: &Explained, topic: &TopicGroup) -> Group {
    let rows = explained.rows(topic).into_iter();
    Group {
        title: topic.topic.title(),
        corrects_sum: topic.topic.corrects_sum(),
        white: topic.sum.white,
        black: topic.sum.black,
        rows: rows
            .map(|row| Row {
                is_even: row.is_even(),
                sentence: row.sentence,
                white: row.pawns.white,
                black: row.pawns.black,
                keys: row.keys.into_iter().map(key).collect(),
            })
            .collect(),
    }
}

fn key(key: Described) -> Key {
    let names = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
    Key {
        key: key.entry.key(),
        meaning: key.entry.decl.meaning,
        sentence: key.sentence,
        white: key.pawns.white,
        black: key.pawns.black,
        squares: key.squares.map(|set| set.map(names)),
    }
}

/// `points` is the number of pawns of the screen in a point of the common scale ([`points_scale`]).
fn worth(PieceWorth { pawns, topics }: PieceWorth, points: f64) -> Worth {
    let topics = topics.into_iter().map(|(topic, pawns)| (topic.title(), pawns)).collect();
    Worth { pawns, usual: pawns / points, topics }
}

/// Returns how many pawns of the screen are one point of the common scale, by what the profile gives for four pieces.
fn points_scale(w: &Weights, display: Display) -> f64 {
    let pawns = |fen: &str| {
        Position::from_fen(fen).map_or(0.0, |position| display.pawns(w.evaluate(&position).into()))
    };
    let [whole, without @ ..] = WITHOUT_PIECE.map(pawns);
    let worth: f64 = without.iter().map(|pawns| pawns - whole).sum();
    if worth <= 0.0 { 1.0 } else { worth / POINTS }
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
    fn pawns(&self, w: &Weights, position: &Position, display: Display) -> f64 {
        match &self.0 {
            None => display.pawns(w.evaluate(position).into()),
            Some(entry) => {
                let explained = Explained::on_scale(w, position, display);
                explained.share.unscaled_pawns(explained.key(entry).difference())
            }
        }
    }

    /// The end of a title.
    fn suffix(&self) -> String {
        self.0.as_ref().map_or_else(String::new, |entry| format!(", {} alone", entry.key()))
    }
}

fn worth_map(w: &Weights, position: &Position, side: Option<Side>, of: &Measured) -> HeatMap {
    let display = w.display(position);
    let whole = of.pawns(w, position, display);
    let is_wanted = |at: &Square| side.is_none_or(|side| position.color_on(*at) == Some(side.into()));
    let cell = |at: Square| {
        let sign = sign_of_owner(position, at)?;
        Some(sign * (whole - of.pawns(w, &without(position, at)?, display)))
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
    let display = w.display(position);
    let here = of.pawns(w, position, display);
    let cell = |to: Square| {
        let is_free = to == from || !position.occupied().has(to);
        let moved = is_free.then(|| relocated(position, from, to)).flatten()?;
        Some(sign * (of.pawns(w, &moved, display) - here))
    };
    let name = piece_name(piece);
    let title = format!("The {name} of {from} on other squares, compared with {from}{}", of.suffix());
    Some(HeatMap { title, cells: squares().map(cell).collect() })
}

/// The square values of a piece in the present stage of the game, in pawns.
fn table_map(w: &Weights, position: &Position, piece: &str, side: Side) -> Option<HeatMap> {
    let of = PIECES.into_iter().find(|of| piece_name(*of) == piece)?;
    let side = Color::from(side);
    let share = Explained::new(w, position).share;
    let slot = psqt::BY_PIECE[of as usize];
    let cell = |at: Square| {
        let mirror = if w.is(psqt::MIRROR.option("rank and file")) { 63 } else { 56 };
        let index = if side == Color::White { at as usize } else { at as usize ^ mirror };
        let value: S = w.value(side, slot, index);
        Some(share.unscaled_pawns(value))
    };
    let title = format!("psqt.{piece} for {side:?} in this stage of the game");
    Some(HeatMap { title, cells: squares().map(cell).collect() })
}
