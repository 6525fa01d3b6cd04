//! Scores custom terms: runs their code, and caches what depends only on pawns and kings, or on material.

use std::ops::Add;

use crate::board::{Bitboard, COLORS, Piece, Position, Square};
use crate::terms::{Code, Depends, ValuesAhead, Vm};

use super::custom_weights::CustomWeights;
use super::factors::Factors;
use super::info::PieceAttacks;
use super::pawn_cache::mix;
use super::score::S;
use super::weights::Weights;

/// Number of entries of the caches by pawns, and by pawns and kings; powers of two.
const STRUCTURES: usize = 1 << 11;
/// Number of entries of the cache by material, a power of two: a search sees a few hundred combinations.
const MATERIALS: usize = 1 << 10;

// Keys of empty entries, which no position has.
const NO_PAWNS: Pawns = [Bitboard(!0); 2];
const NO_KINGS: (Pawns, [Square; 2]) = (NO_PAWNS, [Square::A1; 2]);
const NO_MATERIAL: u64 = u64::MAX;

/// An odd number with well mixed upper bits, a fraction of the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The pawns of White and Black.
type Pawns = [Bitboard; 2];
/// Attacks of knights, bishops, rooks and queens by square.
type BySquare = [Bitboard; Square::NUM];

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

/// Score of the terms that depend only on the key, and what is computed ahead for the others.
#[derive(Debug)]
struct Cache<K> {
    by: Depends,
    /// True if anything depends only on the key.
    is_used: bool,
    /// None without a cache.
    entries: Vec<Entry<K>>,
}

#[derive(Debug, Clone)]
struct Entry<K> {
    key: K,
    score: Score,
    ahead: ValuesAhead,
}

impl<K: Copy + PartialEq> Cache<K> {
    /// An empty cache with a number of entries; `none` is a key that no position has.
    fn new(own: &CustomWeights, by: Depends, entries: usize, none: K) -> Self {
        let is_used = !own.code[by as usize].is_empty() || !own.ahead[by as usize].is_empty();
        let empty = Entry { key: none, score: Score::default(), ahead: ValuesAhead::default() };
        Self { by, is_used, entries: vec![empty; if is_used { entries } else { 0 }] }
    }

    /// Score of the terms. Passes what is computed ahead to the VM of the others. `key` returns the key and a number with
    /// well mixed upper bits.
    #[inline(always)]
    fn score(
        &mut self,
        key: impl FnOnce() -> (K, u64),
        own: &CustomWeights,
        position: &Position,
        vms: &mut Vms,
    ) -> Score {
        if !self.is_used {
            return Score::default();
        }
        let len = self.entries.len();
        if len == 0 {
            let (score, ahead) = vms.compute(own, self.by, position);
            vms.load(own, self.by, &ahead);
            return score;
        }
        let (key, mixed) = key();
        let entry = &mut self.entries[(mixed >> (64 - len.trailing_zeros())) as usize];
        if entry.key != key {
            let (score, ahead) = vms.compute(own, self.by, position);
            *entry = Entry { key, score, ahead };
        }
        vms.load(own, self.by, &entry.ahead);
        entry.score
    }
}

/// Factors and rules of draws by material.
#[derive(Debug, Clone)]
struct MaterialFactors {
    key: u64,
    factors: Factors,
}

/// The VMs for the code of one profile.
#[derive(Debug)]
struct Vms {
    terms: [Vm; 4],
    ahead: [Vm; 3],
    /// By material, and others.
    factors: [Vm; 2],
}

impl Vms {
    /// Score of the terms with this dependency, White's less Black's.
    #[inline]
    fn score(
        &mut self,
        own: &CustomWeights,
        depends: Depends,
        position: &Position,
        by_square: Option<&BySquare>,
    ) -> Score {
        let code = &own.code[depends as usize];
        let vm = &mut self.terms[depends as usize];
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

    /// Score of the terms with this dependency, and what others need of it.
    #[inline(never)]
    fn compute(&mut self, own: &CustomWeights, by: Depends, position: &Position) -> (Score, ValuesAhead) {
        let code = &own.ahead[by as usize];
        let vm = &mut self.ahead[by as usize];
        if !code.is_empty() {
            code.count(vm, position, own.tables(), own.through_king(), None, |_, _, _| {});
        }
        let values = vm.values(code);
        (self.score(own, by, position, None), values)
    }

    /// Passes what has been computed ahead to the terms that need it.
    #[inline]
    fn load(&mut self, own: &CustomWeights, by: Depends, values: &ValuesAhead) {
        let last = Depends::Position as usize;
        self.terms[last].load(&own.code[last], by, values);
    }

    /// Adds the factors that apply: those by material (0), or the others (1).
    #[inline(never)]
    fn add_factors(
        &mut self,
        own: &CustomWeights,
        part: usize,
        position: &Position,
        by_square: Option<&BySquare>,
        factors: &mut Factors,
    ) {
        let (code, vm) = (&own.factors[part], &mut self.factors[part]);
        let terms = own.terms().program().terms();
        code.count(vm, position, own.tables(), own.through_king(), by_square, |color, counted, n| {
            let value = own.scores.get(counted.place).map_or(S::ZERO, |value| value[color as usize]);
            factors.note(terms, color, counted.term, value, n);
        });
    }
}

/// Evaluates custom terms of one profile; owned by one evaluator.
#[derive(Debug)]
pub struct CustomScorer {
    pawns: Cache<Pawns>,
    kings: Cache<(Pawns, [Square; 2])>,
    material: Cache<u64>,
    material_factors: Vec<MaterialFactors>,
    vms: Vms,
    /// What applies in the last position.
    factors: Factors,
}

impl CustomScorer {
    /// Creates a scorer for these terms.
    pub fn new(own: &CustomWeights) -> Self {
        Self::with_entries(own, STRUCTURES, MATERIALS)
    }

    /// Creates a scorer without caches.
    pub fn without_cache(own: &CustomWeights) -> Self {
        Self::with_entries(own, 0, 0)
    }

    fn with_entries(own: &CustomWeights, structures: usize, materials: usize) -> Self {
        let none = MaterialFactors { key: NO_MATERIAL, factors: Factors::default() };
        Self {
            pawns: Cache::new(own, Depends::Pawns, structures, NO_PAWNS),
            kings: Cache::new(own, Depends::PawnsAndKings, structures, NO_KINGS),
            material: Cache::new(own, Depends::Material, materials, NO_MATERIAL),
            material_factors: vec![none; if own.factors[0].is_empty() { 0 } else { materials }],
            vms: Vms {
                terms: own.code.each_ref().map(Code::vm),
                ahead: own.ahead.each_ref().map(Code::vm),
                factors: own.factors.each_ref().map(Code::vm),
            },
            factors: Factors::default(),
        }
    }

    /// Score of the custom terms that are not part of the piece-square table, White's less Black's. `attacks` are those
    /// that the evaluator has computed; `material_key` is [`super::PsqtAccumulator::material_key`]. Only for profiles
    /// without anything that applies after all terms.
    #[inline(never)]
    pub fn evaluate(
        &mut self,
        w: &Weights,
        position: &Position,
        attacks: &PieceAttacks,
        material_key: u64,
    ) -> S {
        let by_square = w.active_parts().attacks.then(|| attacks.by_square());
        w.custom_terms().map_or(S::ZERO, |own| self.all(own, position, by_square, material_key).sum)
    }

    /// What applies to the score of the last position.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// The score of all custom terms for any profile: before the blend, and after it in steps. Finds the factors that apply.
    #[inline(never)]
    pub fn evaluate_all(
        &mut self,
        w: &Weights,
        position: &Position,
        attacks: &PieceAttacks,
        material_key: u64,
    ) -> (S, i32) {
        let by_square = w.active_parts().attacks.then(|| attacks.by_square());
        let Some(own) = w.custom_terms() else {
            return (S::ZERO, 0);
        };
        let Score { sum, after_blend } = self.all(own, position, by_square, material_key);
        self.find_factors(own, position, by_square, material_key);
        (sum, after_blend)
    }

    /// Score of the custom terms before the blend, with the attacks of all knights, bishops, rooks and queens if they are
    /// known. Only for scorers without caches.
    #[inline]
    pub fn score(&mut self, own: &CustomWeights, position: &Position, by_square: Option<&BySquare>) -> S {
        self.all(own, position, by_square, NO_MATERIAL).sum
    }

    #[inline]
    fn all(
        &mut self,
        own: &CustomWeights,
        position: &Position,
        by_square: Option<&BySquare>,
        material_key: u64,
    ) -> Score {
        let vms = &mut self.vms;
        let both = COLORS.map(|color| position.colored(color, Piece::Pawn));
        let pawns = self.pawns.score(|| (both, mix(both)), own, position, vms);
        let with_kings = || {
            let kings = COLORS.map(|color| position.king(color));
            let squares = kings[0] as u64 * Square::NUM as u64 + kings[1] as u64;
            ((both, kings), mix(both) ^ squares.wrapping_mul(MIX))
        };
        let kings = self.kings.score(with_kings, own, position, vms);
        let by_material = || (material_key, material_key.wrapping_mul(MIX));
        let material = self.material.score(by_material, own, position, vms);
        pawns + kings + material + vms.score(own, Depends::Position, position, by_square)
    }

    /// Finds the factors and rules of draws that apply.
    #[inline]
    fn find_factors(
        &mut self,
        own: &CustomWeights,
        position: &Position,
        by_square: Option<&BySquare>,
        material_key: u64,
    ) {
        self.factors.clear();
        let len = self.material_factors.len();
        if len > 0 {
            let place = material_key.wrapping_mul(MIX) >> (64 - len.trailing_zeros());
            let cached = &mut self.material_factors[place as usize];
            if cached.key != material_key {
                cached.key = material_key;
                cached.factors.clear();
                self.vms.add_factors(own, 0, position, None, &mut cached.factors);
            }
            self.factors.copy_from(&cached.factors);
        } else if !own.factors[0].is_empty() {
            self.vms.add_factors(own, 0, position, None, &mut self.factors);
        }
        if !own.factors[1].is_empty() {
            self.vms.add_factors(own, 1, position, by_square, &mut self.factors);
        }
    }
}
