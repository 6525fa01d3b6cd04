//! The evaluation: a position and compiled weights in, a score or an explanation out.
//!
//! Every term is a function over one colour, generic over where its counts go ([`sink`]): added up for
//! play, written down for explanation. Its key is declared in the `SECTION` of the same file, and
//! [`vocabulary`] lists the sections.

pub mod bishops;
pub mod distances;
pub mod draw;
pub mod explain;
pub mod files;
pub mod header;
pub mod info;
pub mod king;
pub mod king_attack;
pub mod knights;
pub mod lines;
pub mod material;
pub mod mobility;
pub mod passed_pawns;
pub mod pawn_cache;
pub mod pawns;
pub mod phase;
pub mod psqt;
pub mod queens;
pub mod rooks;
pub mod score;
pub mod sink;
pub mod squares;
pub mod table;
pub mod tempo;
pub mod units;
pub mod vocabulary;
pub mod weights;

use std::sync::Arc;

use crate::board::{Bitboard, Color, Piece, Position};

use info::Info;
use king_attack::KingAttack;
use lines::KingLines;
use pawn_cache::{PawnCache, PawnEntry};
use sink::{Black, Side, Sink, Sum, Trace, White};

pub use score::S;
pub use squares::SquareSums;
pub use weights::{CENTIPAWNS, Values, Weights};

/// The keys that need to know what each piece attacks.
const ATTACK_TERMS: u128 = mobility::TERMS | king_attack::SAFETY_TABLE.bit() | passed_pawns::ATTACK_TERMS;
/// The keys that read a [`PawnEntry`].
const PAWN_TERMS: u128 = pawns::STRUCTURE_TERMS
    | passed_pawns::STRUCTURE_TERMS
    | passed_pawns::PIECE_TERMS
    | knights::TERMS
    | files::TERMS;

/// The keys that are counted afresh in every position: neither kept incrementally nor cached with the pawns.
const REST_TERMS: u128 = !(squares::TERMS | pawns::STRUCTURE_ONLY | passed_pawns::STRUCTURE_TERMS);

/// Evaluates positions with one profile. Each search thread has its own.
#[derive(Debug)]
pub struct Evaluator {
    weights: Arc<Weights>,
    pawns: PawnCache,
}

impl Evaluator {
    /// An evaluator with an empty cache.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            weights,
            pawns: PawnCache::default(),
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
    /// Never inlined: the code is large, and the search calls it from several places.
    #[inline(never)]
    pub fn evaluate(&mut self, position: &Position, sums: &SquareSums) -> i32 {
        let w = &*self.weights;
        let structure = if w.active() & PAWN_TERMS == 0 {
            PawnEntry::default()
        } else {
            let pawns = both_pawns(position);
            self.pawns.get(pawns, || pawn_structure(w, pawns))
        };
        finish(w, position, sums, &structure)
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

/// The evaluation from White's point of view without any cache, from the sums of values and squares.
pub fn evaluate_uncached(w: &Weights, position: &Position, sums: &SquareSums) -> i32 {
    finish(w, position, sums, &pawn_structure(w, both_pawns(position)))
}

/// The evaluation from White's point of view, all from scratch.
pub fn evaluate(w: &Weights, position: &Position) -> i32 {
    evaluate_uncached(w, position, &SquareSums::new(w, position))
}

/// Writes down all that is counted in a position.
pub fn trace(w: &Weights, position: &Position) -> Trace {
    let mut trace = Trace::default();
    let sums = SquareSums::new(w, position);
    squares::count(w, position, &mut trace);
    let pawns = PawnEntry::new(both_pawns(position));
    count_structure(w, both_pawns(position), &pawns, &mut trace);
    count_rest(w, position, &sums, &pawns, &mut trace);
    trace
}

#[inline(always)]
fn both_pawns(position: &Position) -> [Bitboard; 2] {
    [
        position.colored(Color::White, Piece::Pawn),
        position.colored(Color::Black, Piece::Pawn),
    ]
}

/// What depends on pawns alone, as the cache keeps it.
fn pawn_structure(w: &Weights, pawns: [Bitboard; 2]) -> PawnEntry {
    let mut entry = PawnEntry::new(pawns);
    let mut sum = Sum::new(w, S::ZERO);
    count_structure(w, pawns, &entry, &mut sum);
    entry.score = sum.total;
    entry
}

/// Counts what depends on pawns alone.
fn count_structure<K: Sink>(w: &Weights, [white, black]: [Bitboard; 2], entry: &PawnEntry, sink: &mut K) {
    if sink.wants(pawns::STRUCTURE_TERMS) {
        pawns::count_structure::<White, K>(w, white, black, sink);
        pawns::count_structure::<Black, K>(w, black, white, sink);
    }
    if sink.wants(passed_pawns::STRUCTURE_TERMS) {
        passed_pawns::count_structure::<White, K>(entry.passed::<White>(), sink);
        passed_pawns::count_structure::<Black, K>(entry.passed::<Black>(), sink);
    }
}

/// Adds the rest to what is kept or cached, and blends.
#[inline(always)]
fn finish(w: &Weights, position: &Position, sums: &SquareSums, structure: &PawnEntry) -> i32 {
    let mut sum = Sum::new(w, sums.difference() + structure.score);
    count_rest(w, position, sums, structure, &mut sum);
    w.phase().blend(position, sum.total)
}

/// Counts everything but piece values, squares and pawn structure.
#[inline(always)]
fn count_rest<K: Sink>(w: &Weights, position: &Position, sums: &SquareSums, pawns: &PawnEntry, sink: &mut K) {
    if !sink.wants(REST_TERMS) && !material::corrects_values(w) {
        return;
    }
    match position.stm() {
        Color::White => tempo::count::<White, K>(sink),
        Color::Black => tempo::count::<Black, K>(sink),
    }
    king::count_edge(w, position, sums, sink);
    let mut info = Info::new(position);
    if sink.wants(ATTACK_TERMS) {
        info.fill_attacks(w);
    }
    count_side::<White, K>(w, &info, pawns, sink);
    count_side::<Black, K>(w, &info, pawns, sink);
}

/// Counts everything but piece values, squares and pawn structure for one side.
#[inline(always)]
fn count_side<C: Side, K: Sink>(w: &Weights, info: &Info, entry: &PawnEntry, sink: &mut K) {
    material::count::<C, K>(w, info.position, sink);
    pawns::count_advances::<C, K>(w, info, sink);
    passed_pawns::count::<C, K>(info, entry.passed::<C>(), sink);
    knights::count::<C, K>(w, info, entry, sink);
    bishops::count::<C, K>(info, sink);
    files::count::<C, K>(w, info.position, entry, sink);
    king::count::<C, K>(w, info, sink);
    distances::count_kings::<C, K>(w, info, sink);
    count_pieces::<C, K>(w, info, sink);
}

/// Counts mobility, lines to the enemy king and the attack on it.
#[inline(always)]
fn count_pieces<C: Side, K: Sink>(w: &Weights, info: &Info, sink: &mut K) {
    let wants_attack = sink.wants(king_attack::SAFETY_TABLE.bit());
    if !wants_attack && !sink.wants(mobility::TERMS | lines::TERMS) {
        return;
    }
    let lines = KingLines::new::<C>(info);
    lines::count::<C, K>(info, &lines, sink);
    let mut attack = KingAttack::new::<C>(w, info, &lines);
    let mut attacks = info.attacks_by_piece::<C>().iter().copied();
    count_kind::<C, K, 0>(w, info, Piece::Knight, &mut attacks, &mut attack, sink);
    count_kind::<C, K, 1>(w, info, Piece::Bishop, &mut attacks, &mut attack, sink);
    count_kind::<C, K, 2>(w, info, Piece::Rook, &mut attacks, &mut attack, sink);
    count_kind::<C, K, 3>(w, info, Piece::Queen, &mut attacks, &mut attack, sink);
    if wants_attack {
        attack.count::<C, K>(w, sink);
    }
}

/// Counts mobility and king attack of all pieces of one kind (`KIND` 0 knight, 1 bishop, 2 rook, 3 queen).
#[inline(always)]
fn count_kind<C: Side, K: Sink, const KIND: usize>(
    w: &Weights,
    info: &Info,
    piece: Piece,
    attacks: &mut impl Iterator<Item = Bitboard>,
    attack: &mut KingAttack,
    sink: &mut K,
) {
    let own = info.position.color(C::US);
    for (square, attacked) in info.position.colored(C::US, piece).into_iter().zip(attacks) {
        let reach = attacked & !own;
        mobility::count::<C, K, KIND>(info, square, attacked, reach, sink);
        attack.add_piece::<KIND>(w, reach);
    }
}
