//! The evaluator of a search thread: a profile with the caches that belong to it.

use std::sync::Arc;

use super::info::PieceAttacks;
use super::king_cache::{KingCache, KingEntry, Kings};
use super::material_cache::MaterialCache;
use super::own_count::OwnScorer;
use super::pawn_cache::{self, PawnCache, PawnEntry};
use super::sink::Sum;
use super::{
    Kept, S, SquareSums, Weights, both_pawns, count_rest, finish_wide, kings_and_pawns, pawn_structure,
};
use crate::board::{Color, Position};

/// Evaluates positions with one profile. Each search thread has its own.
#[derive(Debug)]
pub struct Evaluator {
    weights: Arc<Weights>,
    pawns: PawnCache,
    kings: KingCache,
    material: MaterialCache,
    attacks: PieceAttacks,
    /// If the profile has terms of its own that are worth something.
    own: Option<OwnScorer>,
}

impl Evaluator {
    /// An evaluator with an empty cache.
    pub fn new(weights: Arc<Weights>) -> Self {
        let own = weights.own_terms().filter(|own| own.is_live());
        Self {
            own: own.map(OwnScorer::new),
            weights,
            pawns: PawnCache::default(),
            kings: KingCache::default(),
            material: MaterialCache::default(),
            attacks: PieceAttacks::default(),
        }
    }

    /// The profile.
    #[inline(always)]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The evaluation from White's point of view in the profile's units. `sums` must be those of the
    /// position.
    ///
    /// Never inlined, since the search calls it from several places.
    #[inline(never)]
    pub fn evaluate(&mut self, position: &Position, sums: &SquareSums) -> i32 {
        let w = &*self.weights;
        if w.parts().squares_alone {
            w.phase().blend(position, sums.difference())
        } else if w.parts().wide {
            self.evaluate_terms::<true>(position, sums)
        } else {
            self.evaluate_terms::<false>(position, sums)
        }
    }

    /// A function of its own, so that profiles of squares alone do not pay for its large frame. Only if `WIDE` it
    /// counts what [`parts::Parts::wide`] tells of.
    #[inline(never)]
    fn evaluate_terms<const WIDE: bool>(&mut self, position: &Position, sums: &SquareSums) -> i32 {
        let w = &*self.weights;
        let (mut structure, mut kings) = (&PawnEntry::NONE, &KingEntry::NONE);
        if w.parts().pawns {
            let pawns = both_pawns(position);
            let mixed = pawn_cache::mix(pawns);
            structure = self.pawns.get(pawns, mixed, || pawn_structure::<WIDE>(w, pawns));
            if w.parts().kings {
                let squares = Kings::new(position);
                kings = self.kings.get(pawns, mixed, squares, || {
                    kings_and_pawns::<WIDE>(w, squares, structure)
                });
            }
        }
        // After all others, which have found out what the pieces attack.
        let mut own = |attacks: &PieceAttacks| match &mut self.own {
            Some(own) => own.evaluate(w, position, attacks),
            None => S::ZERO,
        };
        if WIDE {
            let kept = Kept {
                structure,
                kings,
                material: self.material.get(w, position),
            };
            finish_wide(w, position, sums, kept, &mut self.attacks, own)
        } else {
            let mut sum = Sum::new(w, sums.difference() + structure.score + kings.score);
            count_rest::<_, false>(w, position, sums, structure, &mut self.attacks, &mut sum);
            w.phase().blend(position, sum.total + own(&self.attacks))
        }
    }

    /// The evaluation for the side to move in centipawns of the search.
    #[inline]
    pub fn centipawns(&mut self, position: &Position, sums: &SquareSums) -> i32 {
        let white = self.evaluate(position, sums);
        self.weights.centipawns(if position.stm() == Color::White {
            white
        } else {
            -white
        })
    }
}
