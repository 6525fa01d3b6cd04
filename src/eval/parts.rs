//! Which parts of the evaluation a profile needs: whole groups of keys without values are skipped by one look.

use super::keys::{Terms, inputs};
use super::own_count::OwnWeights;
use super::weights::Weights;
use super::{distances, material, mobility, squares};

/// The keys that need the attacks of all pieces.
pub const ATTACK_TERMS: Terms = Terms::on(inputs::ATTACKS);
/// The keys that need an attack map.
pub const MAP_TERMS: Terms = Terms::on(inputs::MAP);
/// The keys that are counted afresh in every position.
const FRESH: u32 = inputs::MATERIAL | inputs::CHEAP | inputs::BOARD | inputs::ATTACKS | inputs::MAP;

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
            pawns: active.meets(const { Terms::on(inputs::PAWN_ENTRY) }),
            kings: active.meets(const { Terms::on(inputs::KINGS) }),
            rest: corrects || active.meets(const { Terms::on(FRESH) }),
            pieces: corrects || active.meets(const { Terms::on(FRESH & !inputs::CHEAP) }),
            attacks: active.meets(ATTACK_TERMS) || active.meets(MAP_TERMS),
            king_distances: active.meets(distances::KING_TERMS),
            wide: w.is(mobility::USEFUL_SQUARES) || active.meets(const { Terms::on(inputs::FULL) }),
        }
    }
}
