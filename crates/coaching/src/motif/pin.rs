//! Pins: a piece cannot leave a line without exposing the one behind it.

use temperament_engine::board::attacks::{between, squares};
use temperament_engine::board::{Bitboard, Color, Piece, Position, Square};

use super::Motif;
use super::exchange::{attackers, attacks, cheapest_capture, points};
use super::skewer::behind;
use super::step::{Step, Target};

/// The moved slider pins a piece to the king, or to one worth more, and it falls, there or on the square of the slider.
pub fn pin(step: &Step) -> Option<Motif> {
    let moved = step.moved()?;
    behind(step.after(), moved).into_iter().find_map(|(front, back)| {
        let holds = back.piece == Piece::King
            || points(back.piece) > points(front.piece) && step.is_loose(back, moved.piece);
        let taken = step.taken(front.square)?;
        // The pinned piece may take the one that pins it.
        let falls = taken.on == front.square || taken.on == moved.square && taken.ply == step.ply + 2;
        let is_it = holds && front.piece != Piece::Pawn && falls;
        is_it.then_some(Motif::Pin { pinned: front, to: back })
    })
}

/// A piece that was pinned to its king before is attacked by the move, cannot leave, and falls.
pub fn attacked_pinned(step: &Step) -> Option<Motif> {
    let moved = step.moved()?;
    let pinned = pinned(step.before(), step.them()) & pinned(step.after(), step.them());
    step.targets(step.attacked() & pinned).find_map(|target| {
        let taken = step.taken(target.square)?;
        let is_it =
            target.piece != Piece::Pawn && taken.on == target.square && step.is_loose(target, moved.piece);
        let king = Target { piece: Piece::King, square: step.after().king(step.them()) };
        is_it.then_some(Motif::AttackedPinned { pinned: target, to: king })
    })
}

/// The move captures what only pinned pieces defend: none of them can recapture.
pub fn pinned_defender(step: &Step) -> Option<Motif> {
    let captured = step.captured()?;
    let (after, mv) = (step.after(), step.mv());
    let defenders = attackers(after, step.them(), mv.to, after.occupied());
    let held = defenders & pinned(after, step.them());
    let defender = squares(held).next()?;
    // A piece can take along the line of its pin.
    if after.in_check() || cheapest_capture(after, mv.to).is_some() || defenders != held {
        return None;
    }
    let defender = Target { piece: after.piece_on(defender)?, square: defender };
    Some(Motif::PinnedDefender { defender, target: Target { piece: captured, square: mv.to } })
}

/// Pieces of a side that are pinned to their king.
pub fn pinned(position: &Position, side: Color) -> Bitboard {
    let king = position.king(side);
    let sliders = squares(position.color(!side)).filter_map(|from| {
        let piece =
            position.piece_on(from).filter(|p| matches!(p, Piece::Bishop | Piece::Rook | Piece::Queen))?;
        // Ignoring what stands between.
        attacks(piece, !side, from, king.bitboard()).has(king).then_some(from)
    });
    let blocker = |from: Square| {
        let blockers = between(from, king) & position.occupied();
        (blockers.len() == 1).then_some(blockers & position.color(side))
    };
    sliders.filter_map(blocker).fold(Bitboard::EMPTY, |set, one| set | one)
}
