//! The custom terms at work: their code is run, and a cache keeps what depends on pawns and kings alone.

use std::sync::Arc;

use crate::board::{Bitboard, COLORS, Piece, Position, Square};
use crate::terms::{Code, Depends, Machine, Native};

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

/// What the code of one profile is run with, by what it depends on.
#[derive(Debug)]
struct Means {
    native: Arc<[Option<Native>; 3]>,
    machines: [Machine; 3],
}

impl Means {
    /// What those terms are worth that depend on this and no more, White's less Black's.
    #[inline]
    fn score(
        &mut self,
        own: &OwnWeights,
        depends: Depends,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> S {
        let code = &own.code[depends as usize];
        let machine = &mut self.machines[depends as usize];
        if let Some(native) = &self.native[depends as usize] {
            return S::from_packed(native.sum(machine, position, own.through_king(), by_square));
        }
        let mut sums = [S::ZERO; 2];
        if !code.is_empty() {
            code.count(
                machine,
                position,
                own.through_king(),
                by_square,
                |color, counted, n| {
                    sums[color as usize] += own.values[counted.place][color as usize] * n;
                },
            );
        }
        sums[0] - sums[1]
    }
}

/// Evaluates own terms of one profile; it belongs to one evaluator and goes with it.
#[derive(Debug)]
pub struct OwnScorer {
    cache: Vec<CacheEntry>,
    means: Means,
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
            means: Means {
                native: own.native(),
                machines: own.code.each_ref().map(Code::machine),
            },
        }
    }

    /// Whether all that it counts is counted by machine code.
    pub fn is_native(&self, own: &OwnWeights) -> bool {
        let mut codes = own.code.iter().zip(self.means.native.iter());
        codes.all(|(code, native)| code.is_empty() || native.is_some())
    }

    /// What all own terms of the profile are worth that do not add up piece by piece, White's less Black's. `attacks` is
    /// what the evaluator has found out of this position.
    #[inline(never)]
    pub fn evaluate(&mut self, w: &Weights, position: &Position, attacks: &PieceAttacks) -> S {
        let by_square = w.parts().attacks.then(|| attacks.by_square());
        w.own_terms()
            .map_or(S::ZERO, |own| self.score(own, position, by_square))
    }

    /// The same; `by_square` holds what all knights, bishops, rooks and queens attack, if that is known.
    #[inline]
    pub fn score(
        &mut self,
        own: &OwnWeights,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> S {
        let means = &mut self.means;
        let kept = match self.cache.len() {
            0 => CACHED
                .map(|depends| means.score(own, depends, position, None))
                .into_iter()
                .sum(),
            len => {
                let pawns = COLORS.map(|color| position.colored(color, Piece::Pawn));
                let place = mix(pawns) >> (64 - len.trailing_zeros());
                let entry = &mut self.cache[place as usize];
                entry.update(own, position, pawns, means);
                entry.score + entry.king_score
            }
        };
        kept + means.score(own, Depends::Position, position, by_square)
    }
}

impl CacheEntry {
    #[inline]
    fn update(&mut self, own: &OwnWeights, position: &Position, pawns: [Bitboard; 2], means: &mut Means) {
        let kings = COLORS.map(|color| position.king(color));
        let is_other = self.pawns != pawns;
        if is_other {
            self.pawns = pawns;
            self.score = means.score(own, Depends::Pawns, position, None);
        }
        if is_other || self.kings != kings {
            self.kings = kings;
            self.king_score = means.score(own, Depends::PawnsAndKings, position, None);
        }
    }
}
