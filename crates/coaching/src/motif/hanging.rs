//! Pieces that can simply be taken.

use temperament_engine::board::Piece;

use super::Motif;
use super::exchange::{attackers, cheapest_capture, exchange, points};
use super::step::{Step, Target};

/// Why a piece can be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defence {
    /// Nothing defends it.
    None,
    /// A piece of less value takes it.
    Cheaper(Piece),
    /// It has defenders, too few of them.
    TooFew,
}

/// The move takes a piece with profit, by the exchanges on its square, and keeps it in the line.
pub fn hanging(step: &Step) -> Option<Motif> {
    let captured = step.captured()?;
    let (before, after, mv) = (step.before(), step.after(), step.mv());
    let taker = before.piece_on(mv.from)?;
    if before.is_en_passant(mv) || points(captured) <= exchange(after, mv.to) || is_recapture(step, captured)
    {
        return None;
    }
    let defenders = attackers(after, step.them(), mv.to, after.occupied());
    // Defenders that a check or a pin holds are another motif.
    if !defenders.is_empty() && cheapest_capture(after, mv.to).is_none() {
        return None;
    }
    let defence = match taker {
        _ if defenders.is_empty() => Defence::None,
        _ if points(taker) < points(captured) => Defence::Cheaper(taker),
        _ => Defence::TooFew,
    };
    Some(Motif::Hanging { target: Target { piece: captured, square: mv.to }, defence })
}

/// The piece has just taken one of no less value on its square: that is a trade.
fn is_recapture(step: &Step, captured: Piece) -> bool {
    let Some(ply) = step.ply.checked_sub(1) else { return false };
    let (position, last) = (&step.line.positions[ply], step.line.moves[ply]);
    last.to == step.mv().to && position.captured(last).is_some_and(|taken| points(taken) >= points(captured))
}
