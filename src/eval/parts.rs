//! Which parts of the evaluation a profile has, found once: sets of keys are too many words to be looked through in
//! every position.

use super::own_count::OwnWeights;
use super::vocabulary::Terms;
use super::weights::Weights;
use super::{
    adjust, distances, files, imbalance, king, king_attack, king_danger, king_shelter, knights, material,
    minors, mobility, passed_paths, passed_pawns, pawn_relations, pawns, pins, queens, rooks, space, squares,
    tempo, threats, winnable,
};

/// The keys that need to know all that a side attacks, beside [`MAP_TERMS`].
pub const ATTACK_TERMS: Terms = Terms::union(&[king_attack::SAFETY_TABLE.bit(), passed_pawns::ATTACK_TERMS]);
/// The keys that need all attacks, most of them an [`super::attack_map::AttackMap`] as well.
pub const MAP_TERMS: Terms = Terms::union(&[
    threats::TERMS,
    space::TERMS,
    minors::TERMS,
    pins::TERMS,
    rooks::TERMS,
    queens::EXPOSED.bit(),
    passed_paths::TERMS,
    king_danger::UNIT_TERMS,
    king_danger::FLANK_TERMS,
]);
/// The keys that simple profiles do without.
const WIDE_TERMS: Terms = Terms::union(&[
    MAP_TERMS,
    imbalance::TERMS,
    pawn_relations::TERMS,
    passed_pawns::RELATION_TERMS,
    king_shelter::TERMS,
    adjust::TERMS,
]);
/// The keys that read a [`super::pawn_cache::PawnEntry`].
const PAWN_TERMS: Terms = Terms::union(&[
    pawns::STRUCTURE_TERMS,
    passed_pawns::STRUCTURE_TERMS,
    passed_pawns::PIECE_TERMS,
    passed_paths::TERMS,
    knights::TERMS,
    minors::OUTPOST_TERMS,
    files::TERMS,
    rooks::TRAPPED_TERMS,
    KING_TERMS,
    winnable::TERMS,
]);
/// The keys that depend on the pawns and the squares of the kings alone.
const KING_TERMS: Terms = Terms::union(&[king::PAWN_TERMS, passed_pawns::KING_TERMS]);

/// The keys that are counted afresh in every position: neither kept incrementally nor cached with the pawns nor
/// an adjustment of the sum.
const REST_TERMS: Terms = Terms::all_but(Terms::union(&[
    squares::TERMS,
    pawns::STRUCTURE_ONLY,
    passed_pawns::STRUCTURE_TERMS,
    KING_TERMS,
    adjust::TERMS,
]));
/// Those of them that look at more than the kings and the side to move.
const PIECE_TERMS: Terms = REST_TERMS.without(Terms::of(&[tempo::SIDE_TO_MOVE, king::EDGE]));

/// Which parts of the evaluation have anything to count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Parts {
    /// Values of pieces and squares are all there is.
    pub squares_alone: bool,
    /// Something is read from a [`super::pawn_cache::PawnEntry`].
    pub pawns: bool,
    /// Something depends on the pawns and the squares of the kings alone.
    pub kings: bool,
    /// Something is counted afresh in every position.
    pub rest: bool,
    /// Some of that looks at more than the kings and the side to move.
    pub pieces: bool,
    /// It is found out what every piece attacks.
    pub attacks: bool,
    /// Some piece's distance to a king counts.
    pub king_distances: bool,
    /// There is something that simple profiles do without. What counts is compiled twice, with and without it, so that
    /// it costs nothing where it is absent.
    pub wide: bool,
}

impl Parts {
    /// The parts of a profile.
    pub fn of(w: &Weights) -> Self {
        let (active, corrects) = (w.active(), material::corrects_values(w));
        let own = w.own_terms().is_some_and(OwnWeights::is_live);
        Self {
            squares_alone: !corrects && !own && !active.meets(Terms::all_but(squares::TERMS)),
            pawns: active.meets(PAWN_TERMS),
            kings: active.meets(KING_TERMS) || active.meets(winnable::TERMS),
            rest: corrects || active.meets(REST_TERMS),
            pieces: corrects || active.meets(PIECE_TERMS),
            attacks: active.meets(ATTACK_TERMS) || active.meets(MAP_TERMS),
            king_distances: active.meets(distances::KING_TERMS),
            wide: w.is(mobility::USEFUL_SQUARES) || active.meets(WIDE_TERMS),
        }
    }
}
