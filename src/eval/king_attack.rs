//! The attack on the king: units for squares attacked around it and for safe checks, summed, turned into a
//! score by a safety table and weighed by the number of attackers.

use crate::board::attacks::{ahead, east, king_attacks, knight_attacks, west};
use crate::board::{Bitboard, Color, File, Square};

use super::info::{Info, PieceAttacks};
use super::lines::KingLines;
use super::score::S;
use super::sink::{Side, Sink};
use super::values::Values;
use super::vocabulary::{Choice, Decl, Kind, Opt, Section, Shape, Slot, Unit, choice, joined, number, slot};
use super::weights::Weights;
use super::{king_danger, mobility};

const fn units(name: &'static str, definition: &'static str, example: &'static str) -> Decl {
    Decl {
        name,
        kind: Kind::Values(Shape::One, Unit::AttackUnits),
        meaning: "How much a piece of this kind adds to the attack.",
        definition,
        example,
    }
}

const PER_SQUARE: &str =
    "So many units for each attackable square of the king's zone that an own piece of the kind can go to.";
const PER_CHECK: &str = "So many units, once for each own piece of the kind that can give a safe check.";
/// Index of the last entry of the safety table.
pub const LAST_UNITS: usize = 99;
/// Index of the last entry of the table of attackers.
pub const LAST_ATTACKERS: usize = 7;

/// The section of the king attack.
pub const SECTION: Section = Section {
    name: "king_attack",
    title: "King attack",
    meaning: "Each knight, bishop, rook and queen adds units for the squares of the enemy king's zone that it can go \
              to and for a safe check, and there may be units for what else makes a king safe or unsafe. The sum \
              of the units is looked up in `safety_table`, and the result is multiplied by `attacker_weight` for the \
              number of pieces that take part, divided by `divisor` and truncated. Middlegame and \
              endgame have their own sums.",
    decls: &joined::<{ KEYS.len() + king_danger::DECLS.len() }>(&[KEYS, &king_danger::DECLS]),
};

/// The keys counted in this file and the distances.
const KEYS: &[Decl] = &[
    Decl::choice(
        "zone",
        &[
            Opt {
                name: "ring",
                meaning: "The king's square and the squares that touch it.",
            },
            Opt {
                name: "ring and a rank ahead",
                meaning: "The ring, and the rank ahead of it as the king's owner sees it.",
            },
            Opt {
                name: "two ranks each way, widened at the edge",
                meaning: "The ring moved one rank up and one rank down as well; for a king on an edge file also \
                              one file towards the middle.",
            },
        ],
        "Which squares around the king count.",
        "\"ring and a rank ahead\"",
    ),
    Decl::choice(
        "attackable_when",
        &[
            Opt {
                name: "always",
                meaning: "Every square of the zone.",
            },
            Opt {
                name: "not guarded by a pawn",
                meaning: "Squares that no pawn of the king's side attacks.",
            },
            Opt {
                name: "not guarded by a pawn or minor piece",
                meaning: "Squares that no pawn, knight or bishop of the king's side attacks.",
            },
        ],
        "Which squares of the zone can be attacked.",
        "\"not guarded by a pawn\"",
    ),
    Decl::choice(
        "safe_check_when",
        &[
            Opt {
                name: "unguarded",
                meaning: "No piece of the king's side, king included, attacks the square.",
            },
            Opt {
                name: "not guarded by a pawn or minor piece",
                meaning: "No pawn, knight or bishop of the king's side attacks the square.",
            },
        ],
        "Which squares a check is safe from.",
        "\"unguarded\"",
    ),
    units("units_per_square.knight", PER_SQUARE, "[9, 1]"),
    units("units_per_square.bishop", PER_SQUARE, "[9, 2]"),
    units("units_per_square.rook", PER_SQUARE, "[9, 1]"),
    units("units_per_square.queen", PER_SQUARE, "[9, 6]"),
    units("safe_check_units.knight", PER_CHECK, "[23, 16]"),
    units("safe_check_units.bishop", PER_CHECK, "[5, 20]"),
    units("safe_check_units.rook", PER_CHECK, "[19, 13]"),
    units("safe_check_units.queen", PER_CHECK, "[10, 37]"),
    Decl::score(
        "safety_table",
        Shape::ByCount { last: LAST_UNITS },
        "The danger of an attack.",
        "By the sum of units of the stage, larger sums as 99, sums below 0 as 0. Not counted when no piece takes part.",
        "{ step = 5 }",
    ),
    Decl {
        name: "attacker_weight",
        kind: Kind::Values(Shape::ByCount { last: LAST_ATTACKERS }, Unit::Percent),
        meaning: "How much more several attackers are worth than one.",
        definition: "By the number of pieces with a square of the zone or a safe check, larger numbers as 7. If \
                         all are 0 or absent, the number does not matter.",
        example: "[0, 60, 85, 90, 120, 110, 100, 100]",
    },
    Decl {
        name: "divisor",
        kind: Kind::Number {
            default: 100.0,
            min: 1.0,
            max: 10_000.0,
            whole: true,
            words: &[],
        },
        meaning: "What `attacker_weight` is divided by.",
        definition: "The product is divided by this and truncated towards zero.",
        example: "100",
    },
];

const ZONE_AHEAD: Choice = choice("king_attack.zone", "ring and a rank ahead");
const ZONE_TALL: Choice = choice("king_attack.zone", "two ranks each way, widened at the edge");
const NOT_BY_PAWN: Choice = choice("king_attack.attackable_when", "not guarded by a pawn");
const NOT_BY_MINOR: Choice = choice(
    "king_attack.attackable_when",
    "not guarded by a pawn or minor piece",
);
const CHECK_NOT_BY_MINOR: Choice = choice(
    "king_attack.safe_check_when",
    "not guarded by a pawn or minor piece",
);
/// Units by square; knight, bishop, rook, queen.
const PER_SQUARE_UNITS: [Slot; 4] = [
    slot("king_attack.units_per_square.knight"),
    slot("king_attack.units_per_square.bishop"),
    slot("king_attack.units_per_square.rook"),
    slot("king_attack.units_per_square.queen"),
];
/// Units by safe check, in the same order.
const PER_CHECK_UNITS: [Slot; 4] = [
    slot("king_attack.safe_check_units.knight"),
    slot("king_attack.safe_check_units.bishop"),
    slot("king_attack.safe_check_units.rook"),
    slot("king_attack.safe_check_units.queen"),
];
/// Danger by units.
pub const SAFETY_TABLE: Slot = slot("king_attack.safety_table");
/// Weight by number of attackers.
pub const ATTACKER_WEIGHT: Slot = slot("king_attack.attacker_weight");
/// What the weight is divided by.
pub const DIVISOR: usize = number("king_attack.divisor");

/// What is known of one side's attack before its pieces are looked at.
pub struct KingAttack {
    /// Squares of the zone that count.
    attackable: Bitboard,
    /// Squares from which a knight, bishop, rook or queen gives a safe check.
    pub(super) safe_checks: [Bitboard; 4],
    /// Squares of either sort, by kind: a piece that reaches one takes part in the attack.
    goals: [Bitboard; 4],
    /// The sum so far.
    pub(super) units: S,
    attackers: usize,
    /// How many of them there are of each kind.
    pub(super) taking_part: [usize; 4],
}

impl KingAttack {
    /// The zone and the checks of the side `C` against the enemy king.
    #[inline(always)]
    pub fn new<C: Side>(w: &Weights, info: &Info, lines: &KingLines) -> Self {
        let king = info.enemy_king::<C>();
        let guarded = if w.is(NOT_BY_MINOR) {
            info.minor_attacks::<C::Them>()
        } else if w.is(NOT_BY_PAWN) {
            info.pawn_attacks::<C::Them>()
        } else {
            Bitboard::EMPTY
        };
        let unsafe_squares = if w.is(CHECK_NOT_BY_MINOR) {
            info.minor_attacks::<C::Them>()
        } else {
            info.all_attacks::<C::Them>()
        };
        let safe = !unsafe_squares;
        let attackable = w.king_zone(C::THEM, king) & !guarded;
        let (diagonal, straight) = (lines.diagonal & safe, lines.straight & safe);
        let safe_checks = [
            knight_attacks(king) & safe,
            diagonal,
            straight,
            diagonal | straight,
        ];
        Self {
            attackable,
            safe_checks,
            goals: safe_checks.map(|squares| squares | attackable),
            units: S::ZERO,
            attackers: 0,
            taking_part: [0; 4],
        }
    }

    /// Adds the pieces of one kind and counts their mobility.
    #[inline(always)]
    pub fn add_kind<C: Side, K: Sink, const KIND: usize>(
        &mut self,
        w: &Weights,
        info: &Info,
        attacks: &PieceAttacks,
        area: Bitboard,
        sink: &mut K,
    ) {
        let before = self.attackers;
        mobility::count_kind::<C, K, KIND>(info, attacks, area, sink, |reach, sink| {
            self.add_piece::<C, K, KIND>(w, reach, sink);
        });
        self.taking_part[KIND] = self.attackers - before;
    }

    /// Adds one piece. `KIND` is 0 knight, 1 bishop, 2 rook, 3 queen; `reach` is what it attacks less own
    /// pieces. Units are no scores: they are the same for both sides.
    #[inline(always)]
    fn add_piece<C: Side, K: Sink, const KIND: usize>(&mut self, w: &Weights, reach: Bitboard, sink: &mut K) {
        let squares = (reach & self.attackable).len() as i32;
        self.units += w.value(Color::White, PER_SQUARE_UNITS[KIND], 0) * squares;
        sink.add_units::<C>(PER_SQUARE_UNITS[KIND], squares);
        if !reach.is_disjoint(self.safe_checks[KIND]) {
            self.units += w.value(Color::White, PER_CHECK_UNITS[KIND], 0);
            sink.add_units::<C>(PER_CHECK_UNITS[KIND], 1);
        }
        self.attackers += usize::from(!reach.is_disjoint(self.goals[KIND]));
    }

    /// Whether any piece takes part.
    #[inline(always)]
    pub fn has_attackers(&self) -> bool {
        self.attackers > 0
    }

    /// Turns the sums into a score.
    #[inline(always)]
    pub fn count<C: Side, K: Sink>(&self, w: &Weights, sink: &mut K) {
        if self.has_attackers() {
            let value = w.attack_score(C::US, self.units, self.attackers);
            sink.add_attack::<C>(SAFETY_TABLE, self.attackers, value);
        }
    }
}

/// The zone around a king of `owner`, as the profile's choice has it.
pub(super) fn zone(values: &Values, owner: Color, king: Square) -> Bitboard {
    let ring = king_attacks(king) | king.bitboard();
    if values.is(ZONE_TALL) {
        let tall = ring | Bitboard(ring.0 << 8 | ring.0 >> 8);
        match king.file() {
            File::A => tall | east(tall),
            File::H => tall | west(tall),
            _ => tall,
        }
    } else if values.is(ZONE_AHEAD) {
        ring | ahead(ring, owner)
    } else {
        ring
    }
}
