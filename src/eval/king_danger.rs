//! What else makes a king unsafe: more units of attack, beside those for squares of the zone and for safe checks; and
//! the squares of its flank.
//!
//! The parts are those of the king danger of Stockfish 11 (`Evaluation::king`), as units for the safety table.

use crate::board::attacks::{king_attacks, knight_attacks};
use crate::board::{Color, Piece};

use super::attack_map::AttackMap;
use super::info::Info;
use super::keys::{self, Group, Slot, Terms};
use super::king_attack::KingAttack;
use super::lines::KingLines;
use super::score::S;
use super::side::Side;
use super::sink::Sink;
use super::weights::Weights;

const ATTACKER: [Slot; 4] = [
    keys::king_attack::ATTACKER_UNITS_KNIGHT,
    keys::king_attack::ATTACKER_UNITS_BISHOP,
    keys::king_attack::ATTACKER_UNITS_ROOK,
    keys::king_attack::ATTACKER_UNITS_QUEEN,
];
const UNSAFE_CHECK: [Slot; 4] = [
    keys::king_attack::UNSAFE_CHECK_UNITS_KNIGHT,
    keys::king_attack::UNSAFE_CHECK_UNITS_BISHOP,
    keys::king_attack::UNSAFE_CHECK_UNITS_ROOK,
    keys::king_attack::UNSAFE_CHECK_UNITS_QUEEN,
];

/// The keys of units.
pub const UNIT_TERMS: Terms = Terms::group(Group::KingDanger);
/// The keys of the flank.
pub const FLANK_TERMS: Terms = Terms::group(Group::KingFlank);

/// Counts the flank of the king that the side `C` attacks, for its owner.
#[inline(always)]
pub fn count_flank<C: Side, K: Sink>(map: &AttackMap, sink: &mut K) {
    let flank = map.flank::<C>();
    sink.add::<C::Them>(keys::king::FLANK_ATTACKED, 0, flank.attacked);
    sink.add::<C::Them>(keys::king::FLANK_GUARDED, 0, flank.guarded);
}

/// Adds the units of this module to the attack of the side `C`.
pub fn add_units<C: Side, K: Sink>(
    w: &Weights,
    info: &Info,
    map: &AttackMap,
    lines: &KingLines,
    attack: &mut KingAttack,
    sink: &mut K,
) {
    let mut add = |slot: Slot, n: i32| {
        attack.units += w.value(Color::White, slot, 0) * n;
        sink.add_units::<C>(slot, n);
    };
    let position = info.position;
    let king = info.enemy_king::<C>();
    let touching = king_attacks(king);
    add(keys::king_attack::BASE_UNITS, 1);
    add(
        keys::king_attack::NO_QUEEN_UNITS,
        i32::from(position.colored(C::US, Piece::Queen).is_empty()),
    );
    add(
        keys::king_attack::PINNED_UNITS,
        map.pinned::<C::Them>().len() as i32,
    );
    let knights = map.by::<C::Them>(Piece::Knight);
    add(
        keys::king_attack::KNIGHT_DEFENDER_UNITS,
        i32::from(!knights.is_disjoint(touching)),
    );
    let last_guards = map.by::<C::Them>(Piece::King) | map.by::<C::Them>(Piece::Queen);
    let weak = !map.twice::<C::Them>() & (last_guards | !info.all_attacks::<C::Them>());
    let ring = touching | king.bitboard();
    add(
        keys::king_attack::WEAK_SQUARE_UNITS,
        (ring & weak & info.all_attacks::<C>()).len() as i32,
    );
    let flank = map.flank::<C>();
    add(keys::king_attack::FLANK_ATTACK_UNITS, flank.attacked);
    add(keys::king_attack::FLANK_DEFENCE_UNITS, flank.guarded);

    let checks = [
        knight_attacks(king),
        lines.diagonal,
        lines.straight,
        lines.diagonal | lines.straight,
    ];
    let own = position.color(C::US);
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    for (kind, piece) in kinds.into_iter().enumerate() {
        let reach = map.by::<C>(piece) & !own;
        let is_unsafe = !reach.is_disjoint(checks[kind]) && reach.is_disjoint(attack.safe_checks[kind]);
        add(UNSAFE_CHECK[kind], i32::from(is_unsafe));
        add(ATTACKER[kind], attack.taking_part[kind] as i32);
    }
    // These units alone may be negative; a sum below zero counts as zero.
    attack.units = S::new(attack.units.mg().max(0), attack.units.eg().max(0));
}
