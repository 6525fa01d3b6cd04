//! Scores custom terms: runs their code, and caches the score of those that depend only on pawns and kings.

use std::ops::Add;

use crate::board::{Bitboard, COLORS, Piece, Position, Square};
use crate::terms::{Code, Depends, Vm};

use super::custom_weights::CustomWeights;
use super::factors::Factors;
use super::info::PieceAttacks;
use super::pawn_cache::mix;
use super::score::S;
use super::weights::Weights;

/// Number of entries of the cache, a power of two.
const ENTRIES: usize = 1 << 12;

/// Dependencies of the terms whose score is cached.
const CACHED: [Depends; 2] = [Depends::Pawns, Depends::PawnsAndKings];

/// Score of some custom terms: before the blend of middlegame and endgame, and after it, in steps.
#[derive(Debug, Clone, Copy, Default)]
struct Score {
    sum: S,
    after_blend: i32,
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, after_blend: self.after_blend + other.after_blend }
    }
}

/// Score of the custom terms that depend only on pawns and kings.
#[derive(Debug, Clone, Copy)]
struct CacheEntry {
    pawns: [Bitboard; 2],
    kings: [Square; 2],
    score: Score,
    king_score: Score,
}

/// The VMs for the code of one profile, by dependency.
#[derive(Debug)]
struct Vms {
    vms: [Vm; 3],
}

impl Vms {
    /// Score of the terms with this dependency, White's less Black's.
    #[inline]
    fn score(
        &mut self,
        own: &CustomWeights,
        depends: Depends,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> Score {
        let code = &own.code[depends as usize];
        let vm = &mut self.vms[depends as usize];
        let mut sums = [S::ZERO; 2];
        let mut after = [0; 2];
        if code.is_empty() {
        } else if own.after_blend.is_empty() {
            code.count(vm, position, own.tables(), own.through_king(), by_square, |color, counted, n| {
                sums[color as usize] += own.scores[counted.place][color as usize] * n;
            });
        } else {
            code.count(vm, position, own.tables(), own.through_king(), by_square, |color, counted, n| {
                sums[color as usize] += own.scores[counted.place][color as usize] * n;
                after[color as usize] += own.after_blend[counted.place][color as usize] * n;
            });
        }
        Score { sum: sums[0] - sums[1], after_blend: after[0] - after[1] }
    }
}

/// Evaluates custom terms of one profile; owned by one evaluator.
#[derive(Debug)]
pub struct CustomScorer {
    cache: Vec<CacheEntry>,
    vms: Vms,
    vm_of_factors: Vm,
    /// What applies in the last position; empty for profiles without factors.
    factors: Factors,
}

impl CustomScorer {
    /// Creates a scorer for these terms.
    pub fn new(own: &CustomWeights) -> Self {
        // Matches no position.
        let empty = CacheEntry {
            pawns: [!Bitboard::EMPTY; 2],
            kings: [Square::A1; 2],
            score: Score::default(),
            king_score: Score::default(),
        };
        let is_of_use = CACHED.iter().any(|depends| !own.code[*depends as usize].is_empty());
        Self { cache: vec![empty; if is_of_use { ENTRIES } else { 0 }], ..Self::without_cache(own) }
    }

    /// Creates a scorer without a cache.
    pub fn without_cache(own: &CustomWeights) -> Self {
        Self {
            cache: Vec::new(),
            vms: Vms { vms: own.code.each_ref().map(Code::vm) },
            vm_of_factors: own.factors.vm(),
            factors: Factors::new(own.terms().program().terms()),
        }
    }

    /// Score of the custom terms that are not part of the piece-square table, White's less Black's. `attacks` are those
    /// that the evaluator has computed. Only for profiles without anything that applies after all terms.
    #[inline(never)]
    pub fn evaluate(&mut self, w: &Weights, position: &Position, attacks: &PieceAttacks) -> S {
        let by_square = w.active_parts().attacks.then(|| attacks.by_square());
        w.custom_terms().map_or(S::ZERO, |own| self.score(own, position, by_square))
    }

    /// What applies to the score of the last position.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// The score of all custom terms for any profile: before the blend, and after it in steps. Finds the factors that apply.
    #[inline(never)]
    pub fn evaluate_all(&mut self, w: &Weights, position: &Position, attacks: &PieceAttacks) -> (S, i32) {
        let by_square = w.active_parts().attacks.then(|| attacks.by_square());
        let Some(own) = w.custom_terms() else {
            return (S::ZERO, 0);
        };
        let Score { sum, after_blend } = self.both(own, position, by_square);
        if !own.factors.is_empty() {
            let terms = own.terms().program().terms();
            let factors = &mut self.factors;
            factors.clear();
            let vm = &mut self.vm_of_factors;
            own.factors.count(
                vm,
                position,
                own.tables(),
                own.through_king(),
                by_square,
                |color, counted, n| {
                    let value = own.scores.get(counted.place).map_or(S::ZERO, |value| value[color as usize]);
                    factors.note(terms, color, counted.term, value, n);
                },
            );
        }
        (sum, after_blend)
    }

    /// The same; `by_square` holds the attacks of all knights, bishops, rooks and queens, if they are known.
    #[inline]
    pub fn score(
        &mut self,
        own: &CustomWeights,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> S {
        self.both(own, position, by_square).sum
    }

    #[inline]
    fn both(
        &mut self,
        own: &CustomWeights,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> Score {
        let vms = &mut self.vms;
        let cached = match self.cache.len() {
            0 => {
                let [pawns, kings] = CACHED.map(|depends| vms.score(own, depends, position, None));
                pawns + kings
            }
            len => {
                let pawns = COLORS.map(|color| position.colored(color, Piece::Pawn));
                let place = mix(pawns) >> (64 - len.trailing_zeros());
                let entry = &mut self.cache[place as usize];
                entry.update(own, position, pawns, vms);
                entry.score + entry.king_score
            }
        };
        cached + vms.score(own, Depends::Position, position, by_square)
    }
}

impl CacheEntry {
    #[inline]
    fn update(&mut self, own: &CustomWeights, position: &Position, pawns: [Bitboard; 2], vms: &mut Vms) {
        let kings = COLORS.map(|color| position.king(color));
        let is_other = self.pawns != pawns;
        if is_other {
            self.pawns = pawns;
            self.score = vms.score(own, Depends::Pawns, position, None);
        }
        if is_other || self.kings != kings {
            self.kings = kings;
            self.king_score = vms.score(own, Depends::PawnsAndKings, position, None);
        }
    }
}
