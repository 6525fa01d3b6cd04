//! The measures of style, each declared once; those of custom terms are in [`super::own`]. `docs/style.md` defines
//! them exactly; a test keeps it complete.

use std::borrow::Cow;

use super::counts::{Castling, Counts};

/// A measure of a participant.
#[derive(Debug, Clone)]
pub struct Measure {
    /// Name in JSON.
    pub key: Cow<'static, str>,
    /// Title in tables; the unit, if any, follows a comma.
    pub title: Cow<'static, str>,
    pub(super) rule: Rule,
}

/// How a measure is computed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// From a game, with the same value for both players, so that there is no difference to test.
    Game(fn(&Counts) -> Option<f64>),
    /// From one side of a game.
    Side(fn(&Counts) -> Option<f64>),
    /// From one side of a game: the count of a custom term, by its number among those measured.
    Term(usize),
    /// From the first moves of all games together.
    Variety,
}

impl Measure {
    /// Returns `true` if it is the same for both players of a game.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self.rule, Rule::Game(_))
    }
}

/// All measures but those of custom terms, in the order of tables.
pub const MEASURES: &[Measure] = &[
    game("game_length", "game length, moves", |c| Some(c.plies as f64 / 2.0)),
    game("decisive", "decisive games, %", |c| percent(c.is_decisive)),
    game("queens_off", "queens off by move 20, %", |c| c.queens_off.and_then(percent)),
    side("pawn_sacrifices", "pawn sacrifices a game", |c| Some(c.pawn_sacrifices.into())),
    side("piece_sacrifices", "larger sacrifices a game", |c| Some(c.piece_sacrifices.into())),
    side("sacrifice_score", "points after sacrifices, %", |c| {
        (c.pawn_sacrifices + c.piece_sacrifices > 0).then_some(50.0 * c.half_points as f64)
    }),
    side("checks", "checks /100 moves", |c| a_hundred(c, c.checks)),
    side("captures", "captures /100 moves", |c| a_hundred(c, c.captures)),
    side("quiet_threats", "quiet threats /100 moves", |c| a_hundred(c, c.threats)),
    side("pieces_across", "pieces into enemy half /100", |c| a_hundred(c, c.pieces_across)),
    side("pawns_across", "pawns into enemy half /100", |c| a_hundred(c, c.pawns_across)),
    side("king_attackers", "king attackers", |c| mean(c, c.features.king_attackers)),
    side("storm_moves", "pawn storm moves /100", |c| a_hundred(c, c.storm_moves)),
    side("shield_moves", "own shield moves /100", |c| a_hundred(c, c.shield_moves)),
    side("castled_short", "castled short, %", |c| castled(c, |how| matches!(how, Castling::Short(_)))),
    side("castled_long", "castled long, %", |c| castled(c, |how| matches!(how, Castling::Long(_)))),
    side("never_castled", "never castled, %", |c| castled(c, |how| how == Castling::Never)),
    side("castling_move", "castled at move", |c| match c.castling {
        Castling::Short(number) | Castling::Long(number) => Some(number.into()),
        Castling::Settled | Castling::Never => None,
    }),
    side("exchanges_offered", "exchanges offered /100", |c| a_hundred(c, c.offers)),
    side("exchanges_avoided", "exchanges avoided, %", |c| {
        share(c.avoided.into(), c.chances).map(|share| 100.0 * share)
    }),
    side("mobility", "mobility, squares a piece", |c| {
        share(c.features.squares_a_piece, c.features.with_pieces)
    }),
    side("passed_pawns", "passed pawns", |c| mean(c, c.features.passed)),
    side("isolated_pawns", "isolated pawns", |c| mean(c, c.features.isolated)),
    side("doubled_pawns", "doubled pawns", |c| mean(c, c.features.doubled)),
    side("backward_pawns", "backward pawns", |c| mean(c, c.features.backward)),
    declared("opening_variety", "opening variety", Rule::Variety),
];

const fn game(key: &'static str, title: &'static str, of: fn(&Counts) -> Option<f64>) -> Measure {
    declared(key, title, Rule::Game(of))
}

const fn side(key: &'static str, title: &'static str, of: fn(&Counts) -> Option<f64>) -> Measure {
    declared(key, title, Rule::Side(of))
}

const fn declared(key: &'static str, title: &'static str, rule: Rule) -> Measure {
    Measure { key: Cow::Borrowed(key), title: Cow::Borrowed(title), rule }
}

fn percent(is_so: bool) -> Option<f64> {
    Some(if is_so { 100.0 } else { 0.0 })
}

fn share(part: f64, of: u32) -> Option<f64> {
    (of > 0).then(|| part / f64::from(of))
}

/// Rate per hundred of the side's own moves.
fn a_hundred(counts: &Counts, times: u32) -> Option<f64> {
    share(100.0 * f64::from(times), counts.moves)
}

/// Mean over the positions after the side's own moves.
pub(super) fn mean(counts: &Counts, sum: i32) -> Option<f64> {
    share(sum.into(), counts.features.positions)
}

/// Among sides that could still castle after the opening.
fn castled(counts: &Counts, is_so: fn(Castling) -> bool) -> Option<f64> {
    (counts.castling != Castling::Settled).then(|| percent(is_so(counts.castling))).flatten()
}
