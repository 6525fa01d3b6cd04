//! King safety: the attack on the king and the squares of its flank. The pawns before the king (shelter, storm) are in
//! [`king`](super::king).
//!
//! In the order of the file: [`KingAttack::new`] finds the zone and the squares of safe checks, `add_kind` sums units for the
//! squares and checks of each piece, [`add_danger_units`] adds those that need the attack map, and [`KingAttack::count`]
//! converts the sum to a score by a safety table, weighted by the number of attackers. The units that need the map follow
//! the king danger of Stockfish 11 (`Evaluation::king`).

use crate::board::attacks::{ahead, east, king_attacks, knight_attacks, squares, west};
use crate::board::{Bitboard, Color, File, Piece, Square};

use super::attack_map::AttackMap;
use super::info::{Info, PieceAttacks};
use super::keys::{self, Choice, Group, Slot, Terms, king_attack as key};
use super::mobility;
use super::score::S;
use super::side::Side;
use super::sink::Sink;
use super::values::Values;
use super::weights::Weights;
use super::xrays::KingLines;

const ZONE_AHEAD: Choice = key::ZONE.option("ring and a rank ahead");
const ZONE_TALL: Choice = key::ZONE.option("two ranks each way, widened at the edge");
const NOT_BY_PAWN: Choice = key::ATTACKABLE_WHEN.option("not guarded by a pawn");
const NOT_BY_MINOR: Choice = key::ATTACKABLE_WHEN.option("not guarded by a pawn or minor piece");
const CHECK_NOT_BY_MINOR: Choice = key::SAFE_CHECK_WHEN.option("not guarded by a pawn or minor piece");
/// A supported check beside the king is safe; needs the attack map even if no active key does.
pub const CHECK_SUPPORTED: Choice = key::SAFE_CHECK_WHEN.option("unguarded or supported");
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

/// Units by attacker, in the same order.
const ATTACKER: [Slot; 4] = [
    key::ATTACKER_UNITS_KNIGHT,
    key::ATTACKER_UNITS_BISHOP,
    key::ATTACKER_UNITS_ROOK,
    key::ATTACKER_UNITS_QUEEN,
];
/// Units for checks of which none is safe, in the same order.
const UNSAFE_CHECK: [Slot; 4] = [
    key::UNSAFE_CHECK_UNITS_KNIGHT,
    key::UNSAFE_CHECK_UNITS_BISHOP,
    key::UNSAFE_CHECK_UNITS_ROOK,
    key::UNSAFE_CHECK_UNITS_QUEEN,
];

/// The keys of units.
pub const UNIT_TERMS: Terms = Terms::group(Group::KingUnits);
/// The keys of the flank.
pub const FLANK_TERMS: Terms = Terms::group(Group::KingFlank);

/// One side's attack on the king, piece by piece.
pub struct KingAttack {
    /// Squares of the zone that count.
    attackable: Bitboard,
    /// Squares from which a knight, bishop, rook or queen gives a safe check.
    safe_checks: [Bitboard; 4],
    /// Squares of either kind, by piece type: a piece that reaches one takes part in the attack.
    goals: [Bitboard; 4],
    /// The sum so far.
    units: S,
    attackers: usize,
    /// Number of attackers by piece type.
    taking_part: [usize; 4],
}

impl KingAttack {
    /// The zone and the checks of the side `C` against the opposing king.
    #[inline(always)]
    pub fn new<C: Side>(w: &Weights, info: &Info, map: Option<&AttackMap>, lines: &KingLines) -> Self {
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
        let mut safe = !unsafe_squares;
        if let Some(map) = map
            && w.is(CHECK_SUPPORTED)
        {
            safe |= weak_squares::<C>(info, map) & map.twice::<C>();
        }
        let attackable = w.king_zone(C::THEM, king) & !guarded;
        let (diagonal, straight) = (lines.diagonal & safe, lines.straight & safe);
        let safe_checks = [knight_attacks(king) & safe, diagonal, straight, diagonal | straight];
        Self {
            attackable,
            safe_checks,
            goals: safe_checks.map(|squares| squares | attackable),
            units: S::ZERO,
            attackers: 0,
            taking_part: [0; 4],
        }
    }

    /// Adds the pieces of one kind, whose mobility has been counted.
    #[inline(always)]
    pub fn add_kind<C: Side, K: Sink, const KIND: usize>(
        &mut self,
        w: &Weights,
        info: &Info,
        map: &AttackMap,
        attacks: &PieceAttacks,
        sink: &mut K,
    ) {
        let (own, piece) = (info.position.color(C::US), mobility::KINDS[KIND]);
        // Mostly none of them takes part.
        if (map.by::<C>(piece) & !own).is_disjoint(self.goals[KIND]) {
            return;
        }
        let before = self.attackers;
        for square in squares(own & info.position.pieces(piece)) {
            self.add_piece::<C, K, KIND>(w, attacks.from(square) & !own, sink);
        }
        self.taking_part[KIND] = self.attackers - before;
    }

    /// Adds the pieces of one kind and counts their mobility.
    #[inline(always)]
    pub fn add_kind_with_mobility<C: Side, K: Sink, const KIND: usize>(
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

    /// Adds one piece. `KIND` is 0 knight, 1 bishop, 2 rook, 3 queen; `reach` are the squares that it attacks,
    /// without own pieces. Units are not scores: they are the same for both sides.
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

    /// Returns `true` if any piece takes part.
    #[inline(always)]
    pub fn has_attackers(&self) -> bool {
        self.attackers > 0
    }

    /// Converts the sums to a score.
    #[inline(always)]
    pub fn count<C: Side, K: Sink>(&self, w: &Weights, sink: &mut K) {
        if self.has_attackers() {
            let value = w.attack_score(C::US, self.units, self.attackers);
            sink.add_attack::<C>(key::SAFETY_TABLE, self.attackers, value);
        }
    }
}

/// Adds the units beside those for squares and safe checks to the attack of the side `C`.
pub fn add_danger_units<C: Side, K: Sink>(
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
    add(key::BASE_UNITS, 1);
    add(key::NO_QUEEN_UNITS, i32::from(position.colored(C::US, Piece::Queen).is_empty()));
    add(key::PINNED_UNITS, map.pinned::<C::Them>().len() as i32);
    let knights = map.by::<C::Them>(Piece::Knight);
    add(key::KNIGHT_DEFENDER_UNITS, i32::from(!knights.is_disjoint(touching)));
    let weak = weak_squares::<C>(info, map);
    let ring = touching | king.bitboard();
    add(key::WEAK_SQUARE_UNITS, (ring & weak & info.all_attacks::<C>()).len() as i32);
    let flank = map.flank::<C>();
    add(key::FLANK_ATTACK_UNITS, flank.attacked);
    add(key::FLANK_DEFENCE_UNITS, flank.guarded);

    let checks = [knight_attacks(king), lines.diagonal, lines.straight, lines.diagonal | lines.straight];
    let own = position.color(C::US);
    let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    for (kind, piece) in kinds.into_iter().enumerate() {
        let reach = map.by::<C>(piece) & !own;
        let is_unsafe = !reach.is_disjoint(checks[kind]) && reach.is_disjoint(attack.safe_checks[kind]);
        add(UNSAFE_CHECK[kind], i32::from(is_unsafe));
        add(ATTACKER[kind], attack.taking_part[kind] as i32);
    }
    // Only these units may be negative; a sum below zero counts as zero.
    attack.units = S::new(attack.units.mg().max(0), attack.units.eg().max(0));
}

/// Counts the flank of the king that the side `C` attacks, for its owner.
#[inline(always)]
pub fn count_flank<C: Side, K: Sink>(map: &AttackMap, sink: &mut K) {
    let flank = map.flank::<C>();
    sink.add::<C::Them>(keys::king::FLANK_ATTACKED, 0, flank.attacked);
    sink.add::<C::Them>(keys::king::FLANK_GUARDED, 0, flank.guarded);
}

/// Squares that the side of the king that `C` attacks does not guard, or only once, with the king or a queen.
#[inline(always)]
fn weak_squares<C: Side>(info: &Info, map: &AttackMap) -> Bitboard {
    let last_guards = map.by::<C::Them>(Piece::King) | map.by::<C::Them>(Piece::Queen);
    !map.twice::<C::Them>() & (last_guards | !info.all_attacks::<C::Them>())
}

/// The zone around a king of `owner`, as chosen by the profile.
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
