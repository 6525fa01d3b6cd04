//! Mobility of knights, bishops, rooks and queens: plain, towards targets, and through one piece.

use crate::board::attacks::{behind, piece_attacks, relative_ranks, squares};
use crate::board::{Bitboard, Piece, Position, Square};

use super::info::{Info, PieceAttacks};
use super::keys::mobility as key;
use super::keys::{Group, Slot, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

/// Plain mobility; knight, bishop, rook, queen.
const COUNT: [Slot; 4] = [key::KNIGHT, key::BISHOP, key::ROOK, key::QUEEN];
const TARGET: [Slot; 4] = [key::TARGET_KNIGHT, key::TARGET_BISHOP, key::TARGET_ROOK, key::TARGET_QUEEN];
/// X-ray mobility; bishop, rook, queen.
const XRAY: [Slot; 3] = [key::XRAY_BISHOP, key::XRAY_ROOK, key::XRAY_QUEEN];
const XRAY_TARGET: [Slot; 3] = [key::XRAY_TARGET_BISHOP, key::XRAY_TARGET_ROOK, key::XRAY_TARGET_QUEEN];

/// The keys of plain mobility.
pub const PLAIN_TERMS: Terms = Terms::group(Group::Mobility);
/// The keys of targets and x-rays.
pub const TARGET_TERMS: Terms = Terms::group(Group::MobilityTargets);

/// The kinds of pieces with a mobility: the constant `KIND` below is an index into this.
pub const KINDS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The kinds with all keys that need their attacks.
const BY_KIND: [(Piece, Terms); 4] = [
    (KINDS[0], Terms::of(&[COUNT[0], TARGET[0]])),
    (KINDS[1], slider_terms(1)),
    (KINDS[2], slider_terms(2)),
    (KINDS[3], slider_terms(3)),
];

const fn slider_terms(kind: usize) -> Terms {
    Terms::of(&[COUNT[kind], TARGET[kind], XRAY[kind - 1], XRAY_TARGET[kind - 1]])
}

/// Counts the plain mobility of one side.
#[inline(always)]
pub fn count<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    info: &Info,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    let area = area::<C, WIDE>(w, info);
    if sink.wants(COUNT[0].bit()) {
        count_kind::<C, K, 0>(info, attacks, area, sink, |_, _| ());
    }
    if sink.wants(COUNT[1].bit()) {
        count_kind::<C, K, 1>(info, attacks, area, sink, |_, _| ());
    }
    if sink.wants(COUNT[2].bit()) {
        count_kind::<C, K, 2>(info, attacks, area, sink, |_, _| ());
    }
    if sink.wants(COUNT[3].bit()) {
        count_kind::<C, K, 3>(info, attacks, area, sink, |_, _| ());
    }
}

/// Counts the plain mobility of all pieces of one type within an area; calls `visit` with the target squares of each.
#[inline(always)]
pub fn count_kind<C: Side, K: Sink, const KIND: usize>(
    info: &Info,
    attacks: &PieceAttacks,
    area: Bitboard,
    sink: &mut K,
    mut visit: impl FnMut(Bitboard, &mut K),
) {
    let own = info.position.color(C::US);
    for square in squares(own & info.position.pieces(KINDS[KIND])) {
        let attacked = attacks.from(square);
        count_piece::<C, K, KIND>(attacked, area, sink);
        visit(attacked & !own, sink);
    }
}

/// Counts the plain mobility of one piece, by the squares that it attacks.
#[inline(always)]
pub fn count_piece<C: Side, K: Sink, const KIND: usize>(attacked: Bitboard, area: Bitboard, sink: &mut K) {
    sink.add::<C>(COUNT[KIND], (attacked & area).len() as usize, 1);
}

/// The squares that count as mobility of one side; a choice only with `WIDE` (see [`super::weights::ActiveParts`]).
#[inline(always)]
pub fn area<C: Side, const WIDE: bool>(w: &Weights, info: &Info) -> Bitboard {
    if !WIDE || !w.is(key::USEFUL_SQUARES) {
        return !info.position.color(C::US);
    }
    let royal = info.position.pieces(Piece::King) | info.position.pieces(Piece::Queen);
    let low = relative_ranks(1, 2, C::US);
    let idle_pawns = info.pawns::<C>() & (low | behind(info.occupied, C::US));
    !(idle_pawns | royal & info.position.color(C::US) | info.pawn_attacks::<C::Them>())
}

/// The opposing queens, rooks and king.
#[inline(always)]
fn targets<C: Side>(info: &Info) -> Bitboard {
    let p = info.position;
    p.color(C::THEM) & (p.pieces(Piece::Queen) | p.pieces(Piece::Rook) | p.pieces(Piece::King))
}

/// Counts the targets of one side's pieces and x-ray attacks of sliders through one piece.
#[inline(always)]
pub fn count_targets<C: Side, K: Sink>(info: &Info, attacks: &PieceAttacks, sink: &mut K) {
    count_targets_of::<C, K, 0>(info, attacks, sink);
    count_targets_of::<C, K, 1>(info, attacks, sink);
    count_targets_of::<C, K, 2>(info, attacks, sink);
    count_targets_of::<C, K, 3>(info, attacks, sink);
}

#[inline(always)]
fn count_targets_of<C: Side, K: Sink, const KIND: usize>(info: &Info, attacks: &PieceAttacks, sink: &mut K) {
    let wants_target = sink.wants(TARGET[KIND].bit());
    let xrays = const {
        match KIND {
            0 => Terms::NONE,
            kind => Terms::of(&[XRAY[kind - 1], XRAY_TARGET[kind - 1]]),
        }
    };
    let wants_xray = KIND > 0 && sink.wants(xrays);
    if !wants_target && !wants_xray {
        return;
    }
    let targets = targets::<C>(info);
    for square in squares(info.position.colored(C::US, KINDS[KIND])) {
        let attacked = attacks.from(square);
        if !attacked.is_disjoint(targets) {
            sink.add::<C>(TARGET[KIND], 0, 1);
        }
        if wants_xray {
            count_xray::<C, K, KIND>(info, square, attacked, targets, sink);
        }
    }
}

/// Counts the x-ray attacks of a slider through the first piece of each ray.
#[inline(always)]
fn count_xray<C: Side, K: Sink, const KIND: usize>(
    info: &Info,
    square: Square,
    attacked: Bitboard,
    targets: Bitboard,
    sink: &mut K,
) {
    let see_through = attacked & info.occupied & !info.position.pieces(Piece::Pawn);
    let seen = piece_attacks(KINDS[KIND], square, info.occupied & !see_through);
    let counted = seen & !info.pawns::<C>();
    sink.add::<C>(XRAY[KIND - 1], counted.len() as usize, 1);
    if !(seen & !attacked).is_disjoint(targets) {
        sink.add::<C>(XRAY_TARGET[KIND - 1], 0, 1);
    }
}

/// Fills in the attacks of the kinds of pieces whose mobility counts.
#[inline(always)]
pub fn fill_attacks<K: Sink>(attacks: &mut PieceAttacks, w: &Weights, info: &Info, sink: &K) {
    let blockers = [info.blockers::<White>(w), info.blockers::<Black>(w)];
    fill_kind::<K, 0>(attacks, info.position, blockers, sink);
    fill_kind::<K, 1>(attacks, info.position, blockers, sink);
    fill_kind::<K, 2>(attacks, info.position, blockers, sink);
    fill_kind::<K, 3>(attacks, info.position, blockers, sink);
}

/// Fills in the attacks of one kind of piece, by its index, if its mobility counts.
#[inline(always)]
fn fill_kind<K: Sink, const KIND: usize>(
    attacks: &mut PieceAttacks,
    position: &Position,
    blockers: [Bitboard; 2],
    sink: &K,
) {
    let (piece, terms) = const { BY_KIND[KIND] };
    if sink.wants(terms) {
        attacks.fill::<White>(position, piece, blockers[0], |_| ());
        attacks.fill::<Black>(position, piece, blockers[1], |_| ());
    }
}
