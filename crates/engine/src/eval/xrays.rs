//! X-rays and pins: sliders that look at a king through one piece, the same keys for each kind of piece.

use crate::board::attacks::{bishop_attacks, bishop_rays, rook_attacks, rook_rays};
use crate::board::{Bitboard, Piece};

use super::attack_map::AttackMap;
use super::info::Info;
use super::keys::{self, Group, Slot, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Keys of x-rays.
pub const TERMS: Terms = Terms::group(Group::XRays);

/// Lines from the opposing king's square up to the first piece: the way in for attackers.
#[derive(Clone, Copy)]
pub struct KingLines {
    /// Diagonal squares up to and including the first piece.
    pub diagonal: Bitboard,
    /// Straight squares up to and including the first piece.
    pub straight: Bitboard,
}

impl KingLines {
    /// The lines of the king that the side `C` attacks.
    #[inline(always)]
    pub fn new<C: Side>(info: &Info) -> Self {
        let king = info.enemy_king::<C>();
        Self { diagonal: bishop_attacks(king, info.occupied), straight: rook_attacks(king, info.occupied) }
    }
}

/// Counts x-rays on the opposing king by one side, known from a map.
#[inline(always)]
pub fn count_mapped<C: Side, K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    let xrays = map.xrays::<C>();
    if !xrays.is_empty() {
        for (piece, key) in [
            (Piece::Bishop, keys::bishops::XRAY_ON_KING),
            (Piece::Rook, keys::rooks::XRAY_ON_KING),
            (Piece::Queen, keys::queens::XRAY_ON_KING),
        ] {
            sink.add::<C>(key, 0, (xrays & info.position.pieces(piece)).len() as i32);
        }
    }
}

/// Counts x-rays on the opposing king by one side.
#[inline(always)]
pub fn count<C: Side, K: Sink>(info: &Info, lines: &KingLines, sink: &mut K) {
    let position = info.position;
    let (bishops, rooks, queens) = (
        position.colored(C::US, Piece::Bishop),
        position.colored(C::US, Piece::Rook),
        position.colored(C::US, Piece::Queen),
    );
    let king = info.enemy_king::<C>();
    let in_line = bishop_rays(king) & (bishops | queens) | rook_rays(king) & (rooks | queens);
    if in_line.is_empty() || !sink.wants(TERMS) {
        return;
    }
    // With the first pieces seen from the king taken away, what appears behind them stands behind one piece.
    let diagonal = bishop_attacks(king, info.occupied & !lines.diagonal) & !lines.diagonal;
    let straight = rook_attacks(king, info.occupied & !lines.straight) & !lines.straight;
    sink.add::<C>(keys::bishops::XRAY_ON_KING, 0, (diagonal & bishops).len() as i32);
    sink.add::<C>(keys::rooks::XRAY_ON_KING, 0, (straight & rooks).len() as i32);
    sink.add::<C>(keys::queens::XRAY_ON_KING, 0, ((diagonal | straight) & queens).len() as i32);
}

const KEYS: [(Piece, Slot); 4] = [
    (Piece::Knight, keys::knights::PINNED),
    (Piece::Bishop, keys::bishops::PINNED),
    (Piece::Rook, keys::rooks::PINNED),
    (Piece::Queen, keys::queens::PINNED),
];

/// Counts the pinned pieces of both sides.
#[inline(always)]
pub fn count_pins<K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Pins) }) {
        count_pins_of::<White, K>(info, map, sink);
        count_pins_of::<Black, K>(info, map, sink);
    }
}

#[inline(always)]
fn count_pins_of<C: Side, K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    let pinned = map.pinned::<C>();
    if !pinned.is_empty() {
        for (piece, key) in KEYS {
            sink.add::<C>(key, 0, (pinned & info.position.pieces(piece)).len() as i32);
        }
    }
}
