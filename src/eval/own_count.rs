//! Own terms at work: which of them count for anything, what each value is worth, and a cache of those that depend on
//! pawns and kings alone. Terms that add up piece by piece are no work at all: they go into the table of pieces and
//! squares ([`super::squares`]).

use std::sync::{Arc, OnceLock};

use crate::board::attacks::relative_square;
use crate::board::{Bitboard, COLORS, Color, Piece, Position, Square};
use crate::terms::{Code, DEPENDS, Depends, Machine, Native, Placed};

use super::info::PieceAttacks;
use super::keys::{Slot, VALUE_COUNT};
use super::mobility;
use super::own_terms::OwnTerms;
use super::pawn_cache::mix;
use super::score::S;
use super::sink::{Event, Trace};
use super::values::Values;
use super::weights::Weights;

/// Number of entries of the cache, a power of two.
const ENTRIES: usize = 1 << 12;

/// What the cache keeps.
const CACHED: [Depends; 2] = [Depends::Pawns, Depends::PawnsAndKings];

/// The own terms of a compiled profile.
#[derive(Debug, Clone)]
pub struct OwnWeights {
    terms: Arc<OwnTerms>,
    slots: Vec<Slot>,
    /// Of those that add up piece by piece, what pieces count.
    placed: Vec<Option<Placed>>,
    /// What each value is worth to White and to Black, from place [`VALUE_COUNT`] on.
    values: Vec<[S; 2]>,
    /// The code of the others with a value other than zero, by what they depend on.
    code: [Code; 3],
    /// The same as machine code, made when it is first needed, and shared.
    native: OnceLock<Arc<[Option<Native>; 3]>>,
    /// Whether sliders see through a king in check.
    through_king: bool,
}

impl OwnWeights {
    /// Those of a profile whose scores for White and Black are these; none if it has no terms.
    pub fn new(source: &Values, scores: &[Vec<[i32; 2]>; 2]) -> Option<Self> {
        let terms = Arc::clone(source.terms()?);
        let slots: Vec<Slot> = terms.slots().collect();
        let is_worth = |number: usize| {
            let Slot { offset, len, .. } = slots[number];
            let worth = |side: &Vec<[i32; 2]>| side[offset..][..len].iter().any(|pair| *pair != [0, 0]);
            scores.iter().any(worth)
        };
        let program = terms.program();
        let placed: Vec<Option<Placed>> = program.terms().iter().map(|term| term.placed()).collect();
        let code = DEPENDS.map(|depends| {
            let is_meant = |number: usize| program.terms()[number].depends_on() == depends;
            program.code(|number| placed[number].is_none() && is_meant(number) && is_worth(number))
        });
        Some(Self {
            values: (VALUE_COUNT..VALUE_COUNT + terms.len())
                .map(|place| scores.each_ref().map(|scores| S::from(scores[place])))
                .collect(),
            slots,
            placed,
            code,
            native: OnceLock::new(),
            through_king: source.is(mobility::LETS_SLIDERS_THROUGH),
            terms,
        })
    }

    /// The terms.
    pub fn terms(&self) -> &Arc<OwnTerms> {
        &self.terms
    }

    /// Whether sliders of the side that is not to move see through the king of the side to move.
    pub fn through_king(&self) -> bool {
        self.through_king
    }

    /// What a value is worth to a side; `place` is that among all values.
    pub fn value(&self, color: Color, place: usize) -> S {
        self.values[place - VALUE_COUNT][color as usize]
    }

    /// What the terms that add up piece by piece give a side for one of its pieces on a square.
    pub fn square(&self, color: Color, piece: Piece, square: Square) -> S {
        let index = Square::index(relative_square(square, color));
        let of_term = |(placed, slot): (&Option<Placed>, &Slot)| {
            let (value, n) = placed.as_ref()?.count(piece, index)?;
            Some(self.value(color, slot.offset + value) * n)
        };
        self.placed.iter().zip(&self.slots).filter_map(of_term).sum()
    }

    /// Whether any term is worth something that does not add up piece by piece.
    pub fn is_live(&self) -> bool {
        self.code.iter().any(|code| !code.is_empty())
    }

    /// The code as machine code, as far as there is such.
    fn native(&self) -> Arc<[Option<Native>; 3]> {
        let made = self.native.get_or_init(|| {
            let values: Vec<[i64; 2]> = self.values.iter().map(|both| both.map(S::packed)).collect();
            Arc::new(self.code.each_ref().map(|code| code.native(&values)))
        });
        Arc::clone(made)
    }

    /// What those terms are worth that depend on this and no more, White's less Black's.
    #[inline]
    fn score(
        &self,
        depends: Depends,
        position: &Position,
        by_square: Option<&[Bitboard; Square::NUM]>,
        means: &mut Means,
    ) -> S {
        let code = &self.code[depends as usize];
        let machine = &mut means.machines[depends as usize];
        if let Some(native) = &means.native[depends as usize] {
            return S::from_packed(native.sum(machine, position, self.through_king, by_square));
        }
        let mut sums = [S::ZERO; 2];
        if !code.is_empty() {
            code.count(
                machine,
                position,
                self.through_king,
                by_square,
                |color, counted, n| {
                    sums[color as usize] += self.values[counted.place][color as usize] * n;
                },
            );
        }
        sums[0] - sums[1]
    }

    /// What all terms are worth but for those that add up piece by piece, counted as they are written.
    pub fn total(&self, position: &Position) -> S {
        let mut sums = [S::ZERO; 2];
        let program = self.terms.program();
        program.count_plainly(position, self.through_king, |color, term, index, n| {
            if self.placed[term].is_none() {
                sums[color as usize] += self.value(color, self.slots[term].offset + index) * n;
            }
        });
        sums[0] - sums[1]
    }

    /// Counts one term afresh, and says what it gives to White and to Black.
    pub fn score_of(&self, number: usize, position: &Position) -> [S; 2] {
        let program = self.terms.program();
        COLORS.map(|color| {
            let mut sum = S::ZERO;
            let add = |_, index: usize, n: i32| {
                sum += self.value(color, self.slots[number].offset + index) * n;
            };
            program.count_side_plainly(position, color, self.through_king, |it| it == number, add);
            sum
        })
    }

    /// Writes down what all terms count, whatever it is worth.
    pub fn tell(&self, position: &Position, trace: &mut Trace) {
        let program = self.terms.program();
        program.count_plainly(position, self.through_king, |color, term, index, n| {
            trace
                .events
                .push((color, self.slots[term], Event::Count { index, n }));
        });
    }
}

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
                .map(|depends| own.score(depends, position, None, means))
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
        kept + own.score(Depends::Position, position, by_square, means)
    }
}

impl CacheEntry {
    #[inline]
    fn update(&mut self, own: &OwnWeights, position: &Position, pawns: [Bitboard; 2], means: &mut Means) {
        let kings = COLORS.map(|color| position.king(color));
        let is_other = self.pawns != pawns;
        if is_other {
            self.pawns = pawns;
            self.score = own.score(Depends::Pawns, position, None, means);
        }
        if is_other || self.kings != kings {
            self.kings = kings;
            self.king_score = own.score(Depends::PawnsAndKings, position, None, means);
        }
    }
}
