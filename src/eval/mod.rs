//! The evaluation: a position and compiled weights in, a score or an explanation out.
//!
//! Every term is a function over one colour, generic over where its counts go ([`sink`]): added up for
//! play, written down for explanation. Its key is declared in the `SECTION` of the same file, and
//! [`keys`] lists the sections.

pub mod adjust;
pub mod attack_map;
pub mod bishops;
pub mod compile;
pub mod distances;
pub mod drawish;
pub mod evaluator;
pub mod explain;
pub mod files;
pub mod imbalance;
pub mod info;
pub mod keys;
pub mod king;
pub mod king_attack;
pub mod king_cache;
pub mod king_danger;
pub mod king_shelter;
pub mod knights;
pub mod lines;
pub mod material;
pub mod material_cache;
pub mod minors;
pub mod mobility;
pub mod own_count;
pub mod own_terms;
pub mod own_weights;
pub mod passed_paths;
pub mod passed_pawns;
pub mod pawn_cache;
pub mod pawn_relations;
pub mod pawns;
pub mod phase;
pub mod pins;
pub mod queens;
pub mod rooks;
pub mod score;
pub mod share;
pub mod side;
pub mod sides;
pub mod sink;
pub mod space;
pub mod squares;
pub mod table;
pub mod tempo;
pub mod threats;
pub mod values;
pub mod weights;
pub mod winnable;

use crate::board::{Bitboard, Color, Piece, Position};

use attack_map::AttackMap;
use info::{Info, PieceAttacks};
use keys::{Terms, inputs};
use king_attack::KingAttack;
use king_cache::{KingEntry, Kings};
use lines::KingLines;
use material_cache::MaterialEntry;
use own_count::OwnScorer;
use pawn_cache::PawnEntry;
use side::{Black, Side, White};
use sink::{Event, Sink, Sum, Trace};

pub use evaluator::Evaluator;
pub use own_terms::MOST_VALUES;
pub use score::S;
pub use sides::Sides;
pub use squares::SquareSums;
pub use values::{Split, Values};
pub use weights::{CENTIPAWNS, Weights};

/// The keys that need the attacks of all pieces.
const ATTACK_TERMS: Terms = Terms::on(inputs::ATTACKS);
/// The keys that need an attack map.
const MAP_TERMS: Terms = Terms::on(inputs::MAP);

/// The evaluation from White's point of view, all from scratch, and the profile's own terms as they are written.
pub fn evaluate(w: &Weights, position: &Position) -> i32 {
    let own = |_: &PieceAttacks| w.own_terms().map_or(S::ZERO, |own| own.total(position));
    uncached(w, position, &SquareSums::new(w, position), own)
}

/// The evaluation from White's point of view without any cache, from the sums of values and squares. `own`, which keeps
/// nothing either, is needed if the profile has terms of its own.
pub fn evaluate_uncached(
    w: &Weights,
    position: &Position,
    sums: &SquareSums,
    own: Option<&mut OwnScorer>,
) -> i32 {
    let own = |attacks: &PieceAttacks| own.map_or(S::ZERO, |own| own.evaluate(w, position, attacks));
    uncached(w, position, sums, own)
}

/// The evaluation without any cache; `own` says what the profile's own terms are worth.
fn uncached(
    w: &Weights,
    position: &Position,
    sums: &SquareSums,
    own: impl FnOnce(&PieceAttacks) -> S,
) -> i32 {
    let structure = pawn_structure::<true>(w, both_pawns(position));
    let kings = kings_and_pawns::<true>(w, Kings::new(position), &structure);
    let material = MaterialEntry::new(w, position);
    let kept = Kept {
        structure: &structure,
        kings: &kings,
        material: &material,
    };
    finish_wide(w, position, sums, kept, &mut PieceAttacks::default(), own)
}

/// Writes down all that is counted in a position.
pub fn trace(w: &Weights, position: &Position) -> Trace {
    let mut trace = Trace::default();
    let sums = SquareSums::new(w, position);
    squares::count(w, position, &mut trace);
    let pawns = PawnEntry::new(both_pawns(position));
    count_structure::<_, true>(w, both_pawns(position), &pawns, &mut trace);
    count_kings::<_, true>(w, Kings::new(position), &pawns, &mut trace);
    count_numbers(w, position, &mut trace);
    count_rest::<_, true>(
        w,
        position,
        &sums,
        &pawns,
        &mut PieceAttacks::default(),
        &mut trace,
    );
    if let Some(own) = w.own_terms() {
        own.count(position, |color, slot, index, n| {
            trace.events.push((color, slot, Event::Count { index, n }));
        });
    }
    adjust::tell(position, &pawns, &mut trace);
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
fn pawn_structure<const WIDE: bool>(w: &Weights, pawns: [Bitboard; 2]) -> PawnEntry {
    let mut entry = PawnEntry::new(pawns);
    let mut sum = Sum::new(w, S::ZERO);
    count_structure::<_, WIDE>(w, pawns, &entry, &mut sum);
    entry.score = sum.total;
    entry
}

/// What depends on pawns and kings alone, as the cache keeps it.
#[inline(never)]
fn kings_and_pawns<const WIDE: bool>(w: &Weights, kings: Kings, pawns: &PawnEntry) -> KingEntry {
    let mut entry = KingEntry::new(pawns.both_pawns(), kings);
    let mut sum = Sum::new(w, S::ZERO);
    count_kings::<_, WIDE>(w, kings, pawns, &mut sum);
    entry.score = sum.total;
    if WIDE {
        entry.winnable = adjust::winnable_by_pawns(w, kings, pawns);
    }
    entry
}

/// Counts what depends on pawns alone.
fn count_structure<K: Sink, const WIDE: bool>(
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

/// Counts what depends on the pawns and the kings alone.
fn count_kings<K: Sink, const WIDE: bool>(w: &Weights, kings: Kings, entry: &PawnEntry, sink: &mut K) {
    king::count_pawns::<White, K, WIDE>(w, kings, entry, sink);
    king::count_pawns::<Black, K, WIDE>(w, kings, entry, sink);
    passed_pawns::count_kings::<White, K>(kings, entry, sink);
    passed_pawns::count_kings::<Black, K>(kings, entry, sink);
}

/// Counts what depends on the numbers of pieces alone.
fn count_numbers<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    material::count_numbers(w, position, sink);
    imbalance::count(position, sink);
}

/// What is kept from position to position.
struct Kept<'a> {
    structure: &'a PawnEntry,
    kings: &'a KingEntry,
    material: &'a MaterialEntry,
}

/// Adds the rest to what is kept, and what the profile's own terms are worth, adjusts and blends. `own` says the latter.
#[inline(always)]
fn finish_wide(
    w: &Weights,
    position: &Position,
    sums: &SquareSums,
    kept: Kept,
    attacks: &mut PieceAttacks,
    own: impl FnOnce(&PieceAttacks) -> S,
) -> i32 {
    let Kept {
        structure,
        kings,
        material,
    } = kept;
    let known = sums.difference() + structure.score + kings.score + material.score;
    let mut sum = Sum::new(w, known);
    count_rest::<_, true>(w, position, sums, structure, attacks, &mut sum);
    let total = adjust::apply(
        w,
        position,
        &material.adjust,
        &kings.winnable,
        sum.total + own(attacks),
    );
    w.phase().blend_weighed(position, material.phase, total)
}

/// Counts everything but piece values, squares, pawn structure and, with `WIDE`, what [`count_numbers`] does. With `WIDE`
/// it asks the sink about every key: only without it may the weights say that a part is empty.
#[inline(always)]
fn count_rest<K: Sink, const WIDE: bool>(
    w: &Weights,
    position: &Position,
    sums: &SquareSums,
    pawns: &PawnEntry,
    attacks: &mut PieceAttacks,
    sink: &mut K,
) {
    if !WIDE && !w.parts().rest {
        return;
    }
    match position.stm() {
        Color::White => tempo::count::<White, K>(sink),
        Color::Black => tempo::count::<Black, K>(sink),
    }
    king::count_edge(w, position, sums, sink);
    if !WIDE && !w.parts().pieces {
        return;
    }
    let mut info = Info::new(position);
    // Declared here, so that the map is made where it stays.
    let made;
    let map = if WIDE && sink.wants(MAP_TERMS) {
        made = AttackMap::fill(w, &mut info, attacks);
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
    knights::count(w, &info, pawns, sink);
    bishops::count(&info, sink);
    files::count(w, position, pawns, sink);
    king::count(position, sink);
    if WIDE || w.parts().king_distances {
        distances::count_kings(w, &info, sink);
    }
    if let Some(map) = map {
        count_mapped(w, &info, map, pawns, attacks, sink);
    } else {
        count_pieces::<K, WIDE>(w, &info, attacks, None, sink);
    }
}

/// Counts [`MAP_TERMS`], and what [`count_pieces`] does.
#[inline(always)]
fn count_mapped<K: Sink>(
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
    pins::count(info, map, sink);
    rooks::count(info, pawns, attacks, sink);
    queens::count(info, sink);
    passed_paths::count(info, pawns, sink);
    if sink.wants(king_danger::FLANK_TERMS) {
        king_danger::count_flank::<White, K>(map, sink);
        king_danger::count_flank::<Black, K>(map, sink);
    }
    count_pieces::<K, true>(w, info, attacks, Some(map), sink);
}

/// Counts mobility, lines to the enemy king and the attack on it.
#[inline(always)]
fn count_pieces<K: Sink, const WIDE: bool>(
    w: &Weights,
    info: &Info,
    attacks: &PieceAttacks,
    map: Option<&AttackMap>,
    sink: &mut K,
) {
    if sink.wants(keys::king_attack::SAFETY_TABLE.bit()) {
        count_attack::<White, K, WIDE>(w, info, attacks, map, sink);
        count_attack::<Black, K, WIDE>(w, info, attacks, map, sink);
    } else {
        if sink.wants(lines::TERMS) {
            lines::count::<White, K>(info, &KingLines::new::<White>(info), sink);
            lines::count::<Black, K>(info, &KingLines::new::<Black>(info), sink);
        }
        if sink.wants(mobility::PLAIN_TERMS) {
            mobility::count::<White, K, WIDE>(w, info, attacks, sink);
            mobility::count::<Black, K, WIDE>(w, info, attacks, sink);
        }
    }
    if sink.wants(mobility::TARGET_TERMS) {
        mobility::count_targets::<White, K>(info, attacks, sink);
        mobility::count_targets::<Black, K>(info, attacks, sink);
    }
}

/// Counts the attack of one side on the enemy king and, in the same walk over the pieces, their mobility.
#[inline(always)]
fn count_attack<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    info: &Info,
    attacks: &PieceAttacks,
    map: Option<&AttackMap>,
    sink: &mut K,
) {
    let lines = KingLines::new::<C>(info);
    match map {
        Some(map) => lines::count_mapped::<C, K>(info, map, sink),
        None => lines::count::<C, K>(info, &lines, sink),
    }
    let mut attack = KingAttack::new::<C>(w, info, &lines);
    let area = mobility::area::<C, WIDE>(w, info);
    attack.add_kind::<C, K, 0>(w, info, attacks, area, sink);
    attack.add_kind::<C, K, 1>(w, info, attacks, area, sink);
    attack.add_kind::<C, K, 2>(w, info, attacks, area, sink);
    attack.add_kind::<C, K, 3>(w, info, attacks, area, sink);
    if let Some(map) = map
        && (K::HEARS_IDLE_UNITS || attack.has_attackers())
        && sink.wants(king_danger::UNIT_TERMS)
    {
        king_danger::add_units::<C, K>(w, info, map, &lines, &mut attack, sink);
    }
    attack.count::<C, K>(w, sink);
}
