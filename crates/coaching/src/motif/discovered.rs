//! Discovered attacks and checks: a piece leaves the line of another.

use temperament_engine::board::Piece;
use temperament_engine::board::attacks::{between, squares};

use super::Motif;
use super::exchange::{attacks, points};
use super::step::{Step, Target};

/// The move gives check with two pieces.
pub fn double_check(step: &Step) -> Option<Motif> {
    (step.after().checkers().len() == 2).then_some(Motif::DoubleCheck)
}

/// The move opens the line of a slider to a piece that falls, or to the king while something else falls.
pub fn discovered(step: &Step) -> Option<Motif> {
    let (before, after, from) = (step.before(), step.after(), step.mv().from);
    let moved = step.moved()?;
    let own = after.color(step.us()) & !moved.square.bitboard();
    squares(own).find_map(|square| {
        let by = Target { piece: after.piece_on(square)?, square };
        if !matches!(by.piece, Piece::Bishop | Piece::Rook | Piece::Queen) {
            return None;
        }
        let reach = |occupied| attacks(by.piece, step.us(), square, occupied);
        let opened = reach(after.occupied()) & !reach(before.occupied());
        step.targets(opened).filter(|target| between(square, target.square).has(from)).find_map(|target| {
            if target.piece == Piece::King {
                return falls_to(step, moved).map(|won| Motif::DiscoveredCheck { by, moved, won });
            }
            let taken = step.taken(target.square)?;
            let is_it = taken.from == square && taken.on == target.square && step.is_loose(target, by.piece);
            is_it.then_some(Motif::DiscoveredAttack { by, moved, target })
        })
    })
}

/// What the move has taken, or what falls while the other side answers the check.
fn falls_to(step: &Step, moved: Target) -> Option<Target> {
    let taken = step.captured().map(|piece| Target { piece, square: moved.square });
    let falls = step.next().and_then(|next| {
        let square = next.mv().to;
        let piece = next.captured().filter(|piece| step.after().piece_on(square) == Some(*piece))?;
        Some(Target { piece, square })
    });
    taken.into_iter().chain(falls).max_by_key(|target| points(target.piece))
}
