//! What else makes a king unsafe: more units of attack, beside those for squares of the zone and for safe checks; and
//! the squares of its flank.
//!
//! The parts are those of the king danger of Stockfish 11 (`Evaluation::king`), as units for the safety table.

use crate::board::attacks::{king_attacks, knight_attacks, relative_ranks};
use crate::board::{Bitboard, Color, Piece};

use super::attack_map::AttackMap;
use super::info::Info;
use super::king_attack::KingAttack;
use super::king_shelter;
use super::lines::KingLines;
use super::score::S;
use super::sink::{Side, Sink};
use super::vocabulary::{Decl, Kind, Shape, Slot, Terms, Unit, slot};
use super::weights::Weights;

const fn units(
    name: &'static str,
    meaning: &'static str,
    definition: &'static str,
    example: &'static str,
) -> Decl {
    Decl {
        name,
        kind: Kind::Values(Shape::One, Unit::SignedAttackUnits),
        meaning,
        definition,
        example,
    }
}

const fn attacker(name: &'static str) -> Decl {
    units(
        name,
        "How much a piece of this kind adds by taking part.",
        "So many units for each own piece of the kind that can go to an attackable square of the king's zone or give a \
         safe check.",
        "[4, 2]",
    )
}

const fn unsafe_check(name: &'static str) -> Decl {
    units(
        name,
        "How much a check adds that costs the piece.",
        "So many units, once, if an own piece of the kind can give check, but none of the kind can give a safe one.",
        "[3, 2]",
    )
}

/// The keys, part of the section of the king attack.
pub const DECLS: [Decl; 15] = [
    attacker("attacker_units.knight"),
    attacker("attacker_units.bishop"),
    attacker("attacker_units.rook"),
    attacker("attacker_units.queen"),
    unsafe_check("unsafe_check_units.knight"),
    unsafe_check("unsafe_check_units.bishop"),
    unsafe_check("unsafe_check_units.rook"),
    unsafe_check("unsafe_check_units.queen"),
    units(
        "weak_square_units",
        "How much a weak square beside the king adds.",
        "So many units for each square of the ring (the king's and those that touch it) that the attacker attacks, \
         that the defender does not guard twice, and that its king or queen guards if anything does.",
        "[5, 3]",
    ),
    units(
        "pinned_units",
        "How much a pinned defender adds.",
        "So many units for each piece or pawn of the defender pinned to its king.",
        "[4, 2]",
    ),
    units(
        "flank_attack_units",
        "How much an attacked square on the king's flank adds.",
        "So many units for each square that the attacker attacks, twice if it does so twice, on the king's flank (a to \
         d, c to f or e to h as for `king.pawnless_flank`) and the defender's ranks 1 to 5.",
        "[1, 0]",
    ),
    units(
        "flank_defence_units",
        "How much a guarded square on the king's flank takes away.",
        "So many units, usually less than nothing, for each square of the same area that the defender attacks.",
        "[-1, 0]",
    ),
    units(
        "no_queen_units",
        "How much weaker an attack without a queen is.",
        "So many units, usually less than nothing, if the attacker has no queen.",
        "[-25, -10]",
    ),
    units(
        "knight_defender_units",
        "How much a knight beside the king helps.",
        "So many units, usually less than nothing, if a knight of the defender attacks a square that touches its king.",
        "[-5, -2]",
    ),
    units(
        "base_units",
        "What every attack begins with.",
        "So many units for an attack in which any piece takes part.",
        "[-3, 0]",
    ),
];

/// Keys of scores for the flank, part of the section of the king.
pub const FLANK_DECLS: [Decl; 2] = [
    Decl::score(
        "flank_attacked",
        Shape::One,
        "A square of the king's flank that the enemy attacks.",
        "For each square that the enemy attacks, twice if it does so twice, on the king's flank (as for \
         `pawnless_flank`) and the owner's ranks 1 to 5.",
        "[-6, 0]",
    ),
    Decl::score(
        "flank_guarded",
        Shape::One,
        "A square of the king's flank that its own side attacks.",
        "For each square of the same area that the king's side attacks.",
        "[3, 0]",
    ),
];

macro_rules! by_kind {
    ($key:literal) => {
        [
            slot(concat!("king_attack.", $key, ".knight")),
            slot(concat!("king_attack.", $key, ".bishop")),
            slot(concat!("king_attack.", $key, ".rook")),
            slot(concat!("king_attack.", $key, ".queen")),
        ]
    };
}

const ATTACKER: [Slot; 4] = by_kind!("attacker_units");
const UNSAFE_CHECK: [Slot; 4] = by_kind!("unsafe_check_units");
const WEAK_SQUARE: Slot = slot("king_attack.weak_square_units");
const PINNED: Slot = slot("king_attack.pinned_units");
const FLANK_ATTACK: Slot = slot("king_attack.flank_attack_units");
const FLANK_DEFENCE: Slot = slot("king_attack.flank_defence_units");
const NO_QUEEN: Slot = slot("king_attack.no_queen_units");
const KNIGHT_DEFENDER: Slot = slot("king_attack.knight_defender_units");
const BASE: Slot = slot("king_attack.base_units");
const FLANK_ATTACKED: Slot = slot("king.flank_attacked");
const FLANK_GUARDED: Slot = slot("king.flank_guarded");

/// The keys of units.
pub const UNIT_TERMS: Terms = Terms::union(&[
    Terms::of(&ATTACKER),
    Terms::of(&UNSAFE_CHECK),
    Terms::of(&[
        WEAK_SQUARE,
        PINNED,
        FLANK_ATTACK,
        FLANK_DEFENCE,
        NO_QUEEN,
        KNIGHT_DEFENDER,
        BASE,
    ]),
]);
/// The keys of the flank.
pub const FLANK_TERMS: Terms = Terms::of(&[FLANK_ATTACKED, FLANK_GUARDED]);

/// Squares of the flank of the king that one side attacks.
#[derive(Clone, Copy)]
pub struct Flank {
    /// Attacked by that side; twice counts twice.
    attacked: i32,
    /// Attacked by the king's.
    guarded: i32,
}

impl Flank {
    /// The flank of the king that the side `C` attacks, `twice` being what it attacks more than once.
    #[inline(always)]
    pub fn new<C: Side>(info: &Info, twice: Bitboard) -> Self {
        let camp = relative_ranks(0, 4, C::THEM) & king_shelter::flank(info.enemy_king::<C>());
        let size = |set: Bitboard| (set & camp).len() as i32;
        Self {
            attacked: size(info.all_attacks::<C>()) + size(twice),
            guarded: size(info.all_attacks::<C::Them>()),
        }
    }
}

/// Counts the flank of the king that the side `C` attacks, for its owner.
#[inline(always)]
pub fn count_flank<C: Side, K: Sink>(map: &AttackMap, sink: &mut K) {
    let flank = map.flank::<C>();
    sink.add::<C::Them>(FLANK_ATTACKED, 0, flank.attacked);
    sink.add::<C::Them>(FLANK_GUARDED, 0, flank.guarded);
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
    add(BASE, 1);
    add(
        NO_QUEEN,
        i32::from(position.colored(C::US, Piece::Queen).is_empty()),
    );
    add(PINNED, map.pinned::<C::Them>().len() as i32);
    let knights = map.by::<C::Them>(Piece::Knight);
    add(KNIGHT_DEFENDER, i32::from(!knights.is_disjoint(touching)));
    let last_guards = map.by::<C::Them>(Piece::King) | map.by::<C::Them>(Piece::Queen);
    let weak = !map.twice::<C::Them>() & (last_guards | !info.all_attacks::<C::Them>());
    let ring = touching | king.bitboard();
    add(WEAK_SQUARE, (ring & weak & info.all_attacks::<C>()).len() as i32);
    let flank = map.flank::<C>();
    add(FLANK_ATTACK, flank.attacked);
    add(FLANK_DEFENCE, flank.guarded);

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
