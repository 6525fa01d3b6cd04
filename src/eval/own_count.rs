//! The custom terms at work: their code is run, and a cache keeps what depends on pawns and kings alone.

use std::sync::Arc;

use crate::board::{Bitboard, COLORS, Piece, Position, Square};
use crate::terms::{Attacks, Compiled, Depends};

use super::info::PieceAttacks;
use super::own_weights::OwnWeights;
use super::pawn_cache::mix;
use super::score::S;
use super::weights::Weights;

/// Number of entries of the cache, a power of two.
const ENTRIES: usize = 1 << 12;

/// What the cache keeps.
const CACHED: [Depends; 2] = [Depends::Pawns, Depends::PawnsAndKings];

/// What own terms are worth that depend on pawns and kings alone.
#[derive(Debug, Clone, Copy)]
struct CacheEntry {
    pawns: [Bitboard; 2],
    kings: [Square; 2],
    score: S,
    king_score: S,
}

/// Evaluates own terms of one profile; it belongs to one evaluator and goes with it.
#[derive(Debug)]
pub struct OwnScorer {
    cache: Vec<CacheEntry>,
    /// The terms by what they depend on.
    compiled: Arc<[Compiled; 3]>,
}

impl OwnScorer {
    /// For these terms.
    pub fn new(own: &OwnWeights) -> Self {
        // Pawns and kings of no position.
        let empty = CacheEntry {
            pawns: [!Bitboard::EMPTY; 2],
            kings: [Square::A1; 2],
            score: S::ZERO,
            king_score: S::ZERO,
        };
        let is_of_use = CACHED
            .iter()
            .any(|depends| !own.code[*depends as usize].is_empty());
        Self {
            cache: vec![empty; if is_of_use { ENTRIES } else { 0 }],
            ..Self::without_cache(own)
        }
    }

    /// One that keeps nothing, so that everything is counted afresh.
    pub fn without_cache(own: &OwnWeights) -> Self {
        Self {
            cache: Vec::new(),
            compiled: own.compiled(),
        }
    }

    /// Whether machine code counts all of them.
    pub fn is_native(&self) -> bool {
        !self.compiled.iter().any(Compiled::is_interpreted)
    }

    /// What all own terms of the profile are worth that do not add up piece by piece, White's less Black's. `attacks` is
    /// what the evaluator has found out of this position.
    #[inline(never)]
    pub fn evaluate(&mut self, w: &Weights, position: &Position, attacks: &PieceAttacks) -> S {
        let attacks = w.parts().attacks.then(|| attacks.known());
        w.own_terms()
            .map_or(S::ZERO, |own| self.score(own, position, attacks))
    }

    /// The same, with the attacks in the position if they are known.
    #[inline]
    pub fn score(&mut self, own: &OwnWeights, position: &Position, attacks: Option<Attacks>) -> S {
        let score = |depends: Depends, attacks| {
            let compiled = &self.compiled[depends as usize];
            S::from_packed(compiled.sum(position, own.through_king(), attacks))
        };
        let kept = match self.cache.len() {
            0 => CACHED.map(|depends| score(depends, None)).into_iter().sum(),
            len => {
                let pawns = COLORS.map(|color| position.colored(color, Piece::Pawn));
                let place = mix(pawns) >> (64 - len.trailing_zeros());
                let entry = &mut self.cache[place as usize];
                entry.update(position, pawns, |depends| score(depends, None));
                entry.score + entry.king_score
            }
        };
        kept + score(Depends::Position, attacks)
    }
}

impl CacheEntry {
    #[inline]
    fn update(&mut self, position: &Position, pawns: [Bitboard; 2], score: impl Fn(Depends) -> S) {
        let kings = COLORS.map(|color| position.king(color));
        let is_other = self.pawns != pawns;
        if is_other {
            self.pawns = pawns;
            self.score = score(Depends::Pawns);
        }
        if is_other || self.kings != kings {
            self.kings = kings;
            self.king_score = score(Depends::PawnsAndKings);
        }
    }
}
