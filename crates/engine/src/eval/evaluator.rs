//! The evaluator of a search thread: a profile with its caches.

use std::sync::Arc;

use super::custom_scorer::CustomScorer;
use super::info::PieceAttacks;
use super::king_cache::{KingCache, KingEntry, Kings};
use super::material_cache::MaterialCache;
use super::pawn_cache::{self, PawnCache, PawnEntry};
use super::sink::Sum;
use super::{
    CachedScores, PsqtAccumulator, S, Weights, both_pawns, count_terms, king_entry, last_steps, pawn_entry,
    total,
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
    /// Present if the profile has custom terms that must be counted.
    custom: Option<CustomScorer>,
}

impl Evaluator {
    /// Creates an evaluator with empty caches.
    pub fn new(weights: Arc<Weights>) -> Self {
        let custom = weights.custom_terms().filter(|custom| custom.is_live());
        Self {
            custom: custom.map(CustomScorer::new),
            weights,
            pawns: PawnCache::default(),
            kings: KingCache::default(),
            material: MaterialCache::default(),
            attacks: PieceAttacks::default(),
        }
    }

    #[inline(always)]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The evaluation from White's point of view, in steps ([`Weights::resolution`] are a unit of the profile). `sums` must be
    /// those of the position.
    ///
    /// Never inlined, since the search calls it from several places.
    #[inline(never)]
    pub fn evaluate(&mut self, position: &Position, sums: &PsqtAccumulator) -> i32 {
        let w = &*self.weights;
        if w.active_parts().squares_alone {
            w.phase().blend(position, sums.difference())
        } else if w.active_parts().last_steps {
            self.evaluate_with_last_steps(position, sums)
        } else if w.active_parts().wide {
            self.evaluate_terms::<true>(position, sums)
        } else {
            self.evaluate_terms::<false>(position, sums)
        }
    }

    /// A separate function, so that profiles with only piece-square tables do not pay for its large frame. Only with
    /// `WIDE` it counts the keys of [`super::weights::ActiveParts::wide`].
    #[inline(never)]
    fn evaluate_terms<const WIDE: bool>(&mut self, position: &Position, sums: &PsqtAccumulator) -> i32 {
        let w = &*self.weights;
        let (mut structure, mut kings) = (&PawnEntry::NONE, &KingEntry::NONE);
        if w.active_parts().pawns {
            let pawns = both_pawns(position);
            let mixed = pawn_cache::mix(pawns);
            structure = self.pawns.get(pawns, mixed, || pawn_entry::<WIDE>(w, pawns));
            if w.active_parts().kings {
                let squares = Kings::new(position);
                kings = self.kings.get(pawns, mixed, squares, || king_entry::<WIDE>(w, squares, structure));
            }
        }
        // After all others, which have computed the attacks.
        let mut custom = |attacks: &PieceAttacks| match &mut self.custom {
            Some(scorer) => scorer.evaluate(w, position, attacks, sums.material_key()),
            None => S::ZERO,
        };
        if WIDE {
            let cached = CachedScores {
                structure,
                kings,
                material: self.material.get(w, position, sums.material_key()),
            };
            let phase = cached.material.phase;
            let total = total(w, position, sums, cached, &mut self.attacks, custom);
            w.phase().blend_weighed(position, phase, total)
        } else {
            let mut sum = Sum::new(w, sums.difference() + structure.score + kings.score);
            count_terms::<_, false>(w, position, sums, structure, &mut self.attacks, &mut sum);
            w.phase().blend(position, sum.total + custom(&self.attacks))
        }
    }

    /// The same for a profile with terms after the blend, factors or rules of draws.
    #[inline(never)]
    fn evaluate_with_last_steps(&mut self, position: &Position, sums: &PsqtAccumulator) -> i32 {
        let w = &*self.weights;
        let pawns = both_pawns(position);
        let mixed = pawn_cache::mix(pawns);
        let structure = self.pawns.get(pawns, mixed, || pawn_entry::<true>(w, pawns));
        let squares = Kings::new(position);
        let kings = self.kings.get(pawns, mixed, squares, || king_entry::<true>(w, squares, structure));
        let material = self.material.get(w, position, sums.material_key());
        let Some(scorer) = &mut self.custom else {
            return 0;
        };
        let mut after_blend = 0;
        let custom = |attacks: &PieceAttacks| {
            let (sum, after) = scorer.evaluate_all(w, position, attacks, sums.material_key());
            after_blend = after;
            sum
        };
        let cached = CachedScores { structure, kings, material };
        let total = total(w, position, sums, cached, &mut self.attacks, custom);
        last_steps(w, position, material.phase, total, after_blend, scorer.factors())
    }

    /// Returns `true` if the last position is a draw by a rule of the profile.
    pub fn is_drawn(&self) -> bool {
        self.custom.as_ref().is_some_and(|scorer| scorer.factors().drawn().is_some())
    }

    /// The evaluation for the side to move in centipawns of the search.
    #[inline]
    pub fn centipawns(&mut self, position: &Position, sums: &PsqtAccumulator) -> i32 {
        let white = self.evaluate(position, sums);
        self.weights.centipawns(if position.stm() == Color::White { white } else { -white })
    }
}
