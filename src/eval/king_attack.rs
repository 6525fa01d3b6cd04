//! The attack on the king: units for squares attacked around it and for safe checks, summed, turned into a
//! score by a safety table and weighed by the number of attackers.

use crate::board::attacks::{ahead, east, king_attacks, knight_attacks, west};
use crate::board::{Bitboard, Color, File, Square};

use super::info::{Info, PieceAttacks};
use super::keys::king_attack as key;
use super::keys::{Choice, Slot};
use super::lines::KingLines;
use super::mobility;
use super::score::S;
use super::side::Side;
use super::sink::Sink;
use super::values::Values;
use super::weights::Weights;

const ZONE_AHEAD: Choice = key::ZONE.option("ring and a rank ahead");
const ZONE_TALL: Choice = key::ZONE.option("two ranks each way, widened at the edge");
const NOT_BY_PAWN: Choice = key::ATTACKABLE_WHEN.option("not guarded by a pawn");
const NOT_BY_MINOR: Choice = key::ATTACKABLE_WHEN.option("not guarded by a pawn or minor piece");
const CHECK_NOT_BY_MINOR: Choice = key::SAFE_CHECK_WHEN.option("not guarded by a pawn or minor piece");
/// Units by square; knight, bishop, rook, queen.
const PER_SQUARE_UNITS: [Slot; 4] = [
    key::UNITS_PER_SQUARE_KNIGHT,
    key::UNITS_PER_SQUARE_BISHOP,
    key::UNITS_PER_SQUARE_ROOK,
    key::UNITS_PER_SQUARE_QUEEN,
];
/// Units by safe check, in the same order.
const PER_CHECK_UNITS: [Slot; 4] = [
    key::SAFE_CHECK_UNITS_KNIGHT,
    key::SAFE_CHECK_UNITS_BISHOP,
    key::SAFE_CHECK_UNITS_ROOK,
    key::SAFE_CHECK_UNITS_QUEEN,
];

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
            sink.add_attack::<C>(key::SAFETY_TABLE, self.attackers, value);
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
