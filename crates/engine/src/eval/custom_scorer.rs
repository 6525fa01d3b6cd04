//! Scores custom terms: runs their code, and caches the score of those that depend only on pawns and kings.

use crate::board::{Bitboard, COLORS, Piece, Position, Square};
use crate::terms::{Code, Depends, Vm};

use super::custom_weights::CustomWeights;
use super::info::PieceAttacks;
use super::pawn_cache::mix;
use super::score::S;
use super::weights::Weights;

/// Number of entries of the cache, a power of two.
const ENTRIES: usize = 1 << 12;

/// Dependencies of the terms whose score is cached.
const CACHED: [Depends; 2] = [Depends::Pawns, Depends::PawnsAndKings];

/// Score of the custom terms that depend only on pawns and kings.
#[derive(Debug, Clone, Copy)]
struct CacheEntry {
    pawns: [Bitboard; 2],
    kings: [Square; 2],
    score: S,
    king_score: S,
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
    ) -> S {
        let code = &own.code[depends as usize];
        let vm = &mut self.vms[depends as usize];
        let mut sums = [S::ZERO; 2];
        if !code.is_empty() {
            code.count(vm, position, own.through_king(), by_square, |color, counted, n| {
                sums[color as usize] += own.values[counted.place][color as usize] * n;
            });
        }
        sums[0] - sums[1]
    }
}

/// Evaluates custom terms of one profile; owned by one evaluator.
#[derive(Debug)]
pub struct CustomScorer {
    cache: Vec<CacheEntry>,
    vms: Vms,
}

impl CustomScorer {
    /// Creates a scorer for these terms.
    pub fn new(own: &CustomWeights) -> Self {
        // Matches no position.
        let empty = CacheEntry {
            pawns: [!Bitboard::EMPTY; 2],
            kings: [Square::A1; 2],
            score: S::ZERO,
            king_score: S::ZERO,
        };
        let is_of_use = CACHED.iter().any(|depends| !own.code[*depends as usize].is_empty());
        Self { cache: vec![empty; if is_of_use { ENTRIES } else { 0 }], ..Self::without_cache(own) }
    }

    /// Creates a scorer without a cache.
    pub fn without_cache(own: &CustomWeights) -> Self {
        Self { cache: Vec::new(), vms: Vms { vms: own.code.each_ref().map(Code::vm) } }
    }

    /// Score of the custom terms that are not part of the piece-square table, White's less Black's. `attacks` are those
    /// that the evaluator has computed.
    #[inline(never)]
    pub fn evaluate(&mut self, w: &Weights, position: &Position, attacks: &PieceAttacks) -> S {
        let by_square = w.active_parts().attacks.then(|| attacks.by_square());
        w.custom_terms().map_or(S::ZERO, |own| self.score(own, position, by_square))
    }

    /// The same; `by_square` holds the attacks of all knights, bishops, rooks and queens, if they are known.
    #[inline]
    pub fn score(
        &mut self,
        own: &CustomWeights,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> S {
        let vms = &mut self.vms;
        let cached = match self.cache.len() {
            0 => CACHED.map(|depends| vms.score(own, depends, position, None)).into_iter().sum(),
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
