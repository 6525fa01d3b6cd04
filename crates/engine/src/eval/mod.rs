//! The evaluation: a position and compiled weights in, a score or an explanation out.
//!
//! Every term is a function over one colour, generic over the [`sink`] of its counts: summed for play, recorded for
//! explanation and tuning. Its key is a row of the table in [`keys`].
//!
//! A map, in the order of the file:
//! 1. scores from caches, or computed as in [`pawn_entry`], [`king_entry`] and [`MaterialEntry`]: what depends on pawns alone,
//!    on pawns and kings, and on the numbers of pieces ([`evaluator`] has the caches)
//! 2. all other terms ([`count_terms`]), after the attacks of the pieces, as a map if some key needs one
//!    ([`count_with_map`], [`count_without_map`])
//! 3. custom terms, scaling, and the blend of middlegame and endgame ([`total`]); factors of the profile ([`last_steps`])
//!
//! Work is left out on three conditions. [`Sink::wants`]: no key of a set matters to the sink; terms use only this one.
//! `WIDE`: keys that simple profiles lack are not compiled into the copy of the evaluator for these. [`weights::ActiveParts`]: what
//! that copy leaves out as a whole. With the wide copy alone, an evaluation takes 9 % more instructions with `fabchess` (1,525 to
//! 1,668) and 14 % more with `cheops` (1,142 to 1,300), a search with `fabchess` 2 %.
//!
//! Mobility is counted in whichever loop over the pieces runs: that of [`AttackMap::fill`], of the king attack, or its own.

pub mod attack_map;
pub mod compile;
pub mod custom_scorer;
pub mod custom_terms;
pub mod custom_weights;
pub mod display;
pub mod evaluator;
pub mod event;
pub mod explain;
pub mod factors;
pub mod imbalance;
pub mod info;
pub mod initiative;
pub mod keys;
pub mod king;
pub mod king_cache;
pub mod king_safety;
pub mod majors;
pub mod material;
pub mod material_cache;
pub mod minors;
pub mod mobility;
pub mod passed_pawns;
pub mod pawn_cache;
pub mod pawns;
pub mod phase;
pub mod psqt;
pub mod scale_factor;
pub mod scaling;
pub mod score;
pub mod side;
pub mod sided_weights;
pub mod sink;
pub mod space;
pub mod table_slopes;
pub mod threats;
pub mod tropism;
pub mod values;
pub mod weights;
pub mod xrays;

use crate::board::{Bitboard, Color, Piece, Position};

use attack_map::AttackMap;
use custom_scorer::CustomScorer;
use custom_weights::CustomScore;
use factors::Factors;
use info::{Info, PieceAttacks};
use keys::{Terms, inputs};
use king_cache::{KingEntry, Kings};
use king_safety::KingAttack;
use material_cache::MaterialEntry;
use pawn_cache::PawnEntry;
use side::{Black, Side, White};
use sink::{Sink, Sum, Trace};
use xrays::KingLines;

pub use custom_terms::MOST_VALUES;
pub use evaluator::Evaluator;
pub use psqt::PsqtAccumulator;
pub use score::S;
pub use sided_weights::SidedWeights;
pub use values::{Split, Values};
pub use weights::{CENTIPAWNS, Weights};

/// The keys that need the attacks of all pieces.
const ATTACK_TERMS: Terms = Terms::on(inputs::ATTACKS);
/// The keys that need an attack map.
const MAP_TERMS: Terms = Terms::on(inputs::MAP);

/// Evaluates from White's point of view from scratch, with custom terms by the interpreter.
pub fn evaluate(w: &Weights, position: &Position) -> i32 {
    let custom =
        |_: &PieceAttacks| w.custom_terms().map_or_else(CustomScore::default, |terms| terms.total(position));
    uncached(w, position, &PsqtAccumulator::new(w, position), custom)
}

impl Weights {
    /// Evaluates a position without a search: centipawns from White's point of view, where a pawn of the profile is 100.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.centipawns(evaluate(self, position))
    }
}

/// Evaluates from White's point of view without any cache, given the piece-square sums. `scorer`, which caches
/// nothing either, is needed if the profile has custom terms.
pub fn evaluate_uncached(
    w: &Weights,
    position: &Position,
    sums: &PsqtAccumulator,
    scorer: Option<&mut CustomScorer>,
) -> i32 {
    let custom = |attacks: &PieceAttacks| {
        let Some(scorer) = scorer else {
            return CustomScore::default();
        };
        let (sum, after_blend) = scorer.evaluate_all(w, position, attacks, sums.material_key());
        CustomScore {
            sum,
            after_blend,
            factors: w.active_parts().last_steps.then(|| scorer.factors().clone()),
        }
    };
    uncached(w, position, sums, custom)
}

/// The evaluation without any cache; `custom` returns the score of the custom terms.
fn uncached(
    w: &Weights,
    position: &Position,
    sums: &PsqtAccumulator,
    custom: impl FnOnce(&PieceAttacks) -> CustomScore,
) -> i32 {
    let structure = pawn_entry::<true>(w, both_pawns(position));
    let kings = king_entry::<true>(w, Kings::new(position), &structure);
    let material = MaterialEntry::new(w, position, sums.material_key());
    let cached = CachedScores { structure: &structure, kings: &kings, material: &material };
    let (mut after_blend, mut factors) = (0, None);
    let custom = |attacks: &PieceAttacks| {
        let score = custom(attacks);
        (after_blend, factors) = (score.after_blend, score.factors);
        score.sum
    };
    let total = total(w, position, sums, cached, &mut PieceAttacks::default(), custom);
    match &factors {
        Some(factors) => last_steps(w, position, material.phase, total, after_blend, factors),
        None => w.phase().blend_weighed(position, material.phase, total),
    }
}

/// Records all counts of a position.
pub fn trace(w: &Weights, position: &Position) -> Trace {
    let mut trace = Trace::default();
    let sums = PsqtAccumulator::new(w, position);
    psqt::count(w, position, &mut trace);
    let pawns = PawnEntry::new(both_pawns(position));
    count_pawn_entry::<_, true>(w, both_pawns(position), &pawns, &mut trace);
    count_kings::<_, true>(w, Kings::new(position), &pawns, &mut trace);
    count_numbers(w, position, &mut trace);
    count_terms::<_, true>(w, position, &sums, &pawns, &mut PieceAttacks::default(), &mut trace);
    if let Some(terms) = w.custom_terms() {
        terms.trace(position, |color, slot, event| trace.events.push((color, slot, event)));
    }
    scaling::trace(position, &pawns, &mut trace);
    trace
}

/// Scores from the caches.
struct CachedScores<'a> {
    structure: &'a PawnEntry,
    kings: &'a KingEntry,
    material: &'a MaterialEntry,
}

/// Applies the factors of a profile to the sum of all terms, blends it and adds what comes after the blend. A draw by a rule of the
/// profile is 0.
fn last_steps(
    w: &Weights,
    position: &Position,
    weight: i32,
    total: S,
    after_blend: i32,
    factors: &Factors,
) -> i32 {
    let terms = w.custom_terms().map_or(&[][..], |own| own.terms().program().terms());
    if factors.drawn().is_some() {
        return 0;
    }
    let total = factors.before_blend(terms, total, |_, _| {});
    let score = w.phase().blend_weighed(position, weight, total) + after_blend;
    factors.after_blend(terms, score, |_, _| {})
}

/// Adds all other terms to the cached scores, and the custom terms (from `custom`), and scales the sum.
#[inline(always)]
fn total(
    w: &Weights,
    position: &Position,
    sums: &PsqtAccumulator,
    cached: CachedScores,
    attacks: &mut PieceAttacks,
    custom: impl FnOnce(&PieceAttacks) -> S,
) -> S {
    let CachedScores { structure, kings, material } = cached;
    let known = sums.difference() + structure.score + kings.score + material.score;
    let mut sum = Sum::new(w, known);
    count_terms::<_, true>(w, position, sums, structure, attacks, &mut sum);
    scaling::apply(w, position, &material.adjust, &kings.winnable, sum.total + custom(attacks))
}

/// Counts all terms except piece values, squares, pawn structure and, with `WIDE`, those of [`count_numbers`]. With
/// `WIDE` it asks the sink about every key; only without it may [`weights::ActiveParts`] skip a part.
#[inline(always)]
fn count_terms<K: Sink, const WIDE: bool>(
    w: &Weights,
    position: &Position,
    sums: &PsqtAccumulator,
    pawns: &PawnEntry,
    attacks: &mut PieceAttacks,
    sink: &mut K,
) {
    if !WIDE && !w.active_parts().rest {
        return;
    }
    match position.stm() {
        Color::White => sink.add::<White>(keys::tempo::SIDE_TO_MOVE, 0, 1),
        Color::Black => sink.add::<Black>(keys::tempo::SIDE_TO_MOVE, 0, 1),
    }
    king::count_edge(w, position, sums, sink);
    if !WIDE && !w.active_parts().pieces {
        return;
    }
    let mut info = Info::new(position);
    // Declared here, so that the map is built in place.
    let made;
    let map = if WIDE && (sink.wants(MAP_TERMS) || w.is(king_safety::CHECK_SUPPORTED)) {
        made = AttackMap::fill(w, &mut info, attacks, sink);
        Some(&made)
    } else {
        if sink.wants(ATTACK_TERMS) {
            info.fill_attacks(w, attacks);
        } else {
            mobility::fill_attacks(attacks, w, &info, sink);
        }
        None
    };
    if !WIDE {
        material::count_numbers(w, position, sink);
    }
    material::count_pairs(w, position, sink);
    pawns::count_advances(w, &info, sink);
    passed_pawns::count(&info, pawns, sink);
    minors::count_knights(w, &info, pawns, sink);
    minors::count_adjacent_pawns(&info, sink);
    majors::count_files(w, position, pawns, sink);
    king::count(position, sink);
    if let Some(map) = map {
        tropism::count_kings::<K, true>(w, &info, sink);
        count_with_map(w, &info, map, pawns, attacks, sink);
    } else {
        if WIDE || w.active_parts().king_distances {
            tropism::count_kings::<K, false>(w, &info, sink);
        }
        count_without_map::<K, WIDE>(w, &info, attacks, sink);
    }
    if sink.wants(mobility::TARGET_TERMS) {
        mobility::count_targets::<White, K>(&info, attacks, sink);
        mobility::count_targets::<Black, K>(&info, attacks, sink);
    }
}

/// Counts [`MAP_TERMS`], lines to the kings and the attacks on them; [`AttackMap::fill`] has counted mobility.
#[inline(always)]
fn count_with_map<K: Sink>(
    w: &Weights,
    info: &Info,
    map: &AttackMap,
    pawns: &PawnEntry,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    threats::count(info, map, sink);
    space::count(info, sink);
    minors::count(info, map, pawns, attacks, sink);
    xrays::count_pins(info, map, sink);
    xrays::count_mapped::<White, K>(info, map, sink);
    xrays::count_mapped::<Black, K>(info, map, sink);
    majors::count_rooks(info, pawns, attacks, sink);
    majors::count_queens(info, sink);
    passed_pawns::count_paths(info, pawns, sink);
    if sink.wants(king_safety::FLANK_TERMS) {
        king_safety::count_flank::<White, K>(map, sink);
        king_safety::count_flank::<Black, K>(map, sink);
    }
    if sink.wants(keys::king_attack::SAFETY_TABLE.bit()) {
        count_mapped_attack::<White, K>(w, info, map, attacks, sink);
        count_mapped_attack::<Black, K>(w, info, map, attacks, sink);
    }
}

/// Counts the attack of one side on the opposing king, with a map.
#[inline(always)]
fn count_mapped_attack<C: Side, K: Sink>(
    w: &Weights,
    info: &Info,
    map: &AttackMap,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    let lines = KingLines::new::<C>(info);
    let mut attack = KingAttack::new::<C>(w, info, Some(map), &lines);
    attack.add_kind::<C, K, 0>(w, info, map, attacks, sink);
    attack.add_kind::<C, K, 1>(w, info, map, attacks, sink);
    attack.add_kind::<C, K, 2>(w, info, map, attacks, sink);
    attack.add_kind::<C, K, 3>(w, info, map, attacks, sink);
    if (K::TRACES_UNITS_WITHOUT_ATTACKERS || attack.has_attackers()) && sink.wants(king_safety::UNIT_TERMS) {
        king_safety::add_danger_units::<C, K>(w, info, map, &lines, &mut attack, sink);
    }
    attack.count::<C, K>(w, sink);
}

/// Counts mobility, lines to the opposing king and the attack on it.
#[inline(always)]
fn count_without_map<K: Sink, const WIDE: bool>(
    w: &Weights,
    info: &Info,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    if sink.wants(keys::king_attack::SAFETY_TABLE.bit()) {
        count_attack::<White, K, WIDE>(w, info, attacks, sink);
        count_attack::<Black, K, WIDE>(w, info, attacks, sink);
        return;
    }
    if sink.wants(xrays::TERMS) {
        xrays::count::<White, K>(info, &KingLines::new::<White>(info), sink);
        xrays::count::<Black, K>(info, &KingLines::new::<Black>(info), sink);
    }
    if sink.wants(mobility::PLAIN_TERMS) {
        mobility::count::<White, K, WIDE>(w, info, attacks, sink);
        mobility::count::<Black, K, WIDE>(w, info, attacks, sink);
    }
}

/// Counts the attack of one side on the opposing king and, in the same loop over the pieces, their mobility.
#[inline(always)]
fn count_attack<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    info: &Info,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    let lines = KingLines::new::<C>(info);
    xrays::count::<C, K>(info, &lines, sink);
    let mut attack = KingAttack::new::<C>(w, info, None, &lines);
    let area = mobility::area::<C, WIDE>(w, info);
    attack.add_kind_with_mobility::<C, K, 0>(w, info, attacks, area, sink);
    attack.add_kind_with_mobility::<C, K, 1>(w, info, attacks, area, sink);
    attack.add_kind_with_mobility::<C, K, 2>(w, info, attacks, area, sink);
    attack.add_kind_with_mobility::<C, K, 3>(w, info, attacks, area, sink);
    attack.count::<C, K>(w, sink);
}

/// The pawn cache entry of a position.
fn pawn_entry<const WIDE: bool>(w: &Weights, pawns: [Bitboard; 2]) -> PawnEntry {
    let mut entry = PawnEntry::new(pawns);
    let mut sum = Sum::new(w, S::ZERO);
    count_pawn_entry::<_, WIDE>(w, pawns, &entry, &mut sum);
    entry.score = sum.total;
    entry
}

/// Counts what depends only on pawns.
fn count_pawn_entry<K: Sink, const WIDE: bool>(
    w: &Weights,
    [white, black]: [Bitboard; 2],
    entry: &PawnEntry,
    sink: &mut K,
) {
    if sink.wants(pawns::STRUCTURE_TERMS) {
        pawns::count_structure::<White, K, WIDE>(w, white, black, sink);
        pawns::count_structure::<Black, K, WIDE>(w, black, white, sink);
    }
    if sink.wants(passed_pawns::STRUCTURE_TERMS) {
        passed_pawns::count_structure::<White, K, WIDE>(entry, sink);
        passed_pawns::count_structure::<Black, K, WIDE>(entry, sink);
    }
}

/// The king cache entry of a position.
#[inline(never)]
fn king_entry<const WIDE: bool>(w: &Weights, kings: Kings, pawns: &PawnEntry) -> KingEntry {
    let mut entry = KingEntry::new(pawns.both_pawns(), kings);
    let mut sum = Sum::new(w, S::ZERO);
    count_kings::<_, WIDE>(w, kings, pawns, &mut sum);
    entry.score = sum.total;
    if WIDE {
        entry.winnable = scaling::winnable_by_pawns(w, kings, pawns);
    }
    entry
}

/// Counts what depends only on the pawns and the kings.
fn count_kings<K: Sink, const WIDE: bool>(w: &Weights, kings: Kings, entry: &PawnEntry, sink: &mut K) {
    king::count_pawns::<White, K, WIDE>(w, kings, entry, sink);
    king::count_pawns::<Black, K, WIDE>(w, kings, entry, sink);
    passed_pawns::count_kings::<White, K>(kings, entry, sink);
    passed_pawns::count_kings::<Black, K>(kings, entry, sink);
}

/// Counts what depends only on the numbers of pieces.
fn count_numbers<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    material::count_numbers(w, position, sink);
    imbalance::count(w, position, sink);
}

#[inline(always)]
fn both_pawns(position: &Position) -> [Bitboard; 2] {
    [position.colored(Color::White, Piece::Pawn), position.colored(Color::Black, Piece::Pawn)]
}
