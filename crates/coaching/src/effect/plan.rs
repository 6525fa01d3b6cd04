//! Plans: development, the centre, files, outposts, passed pawns.

use temperament_engine::board::attacks::{
    Metric, ahead, beside, centre_distance, file_fill, front_span, opposite, pawn_attacks, relative_rank,
    relative_rank_set, widen,
};
use temperament_engine::board::{Bitboard, Color, Piece, Position, Square};

use super::Effect;
use crate::motif::exchange::attackers;
use crate::motif::{Step, Target};

/// Ranks of an outpost, from the side's own point of view.
const OUTPOST_RANKS: std::ops::RangeInclusive<usize> = 3..=5;
/// Pieces are developed in so many moves.
const OPENING_MOVES: u16 = 12;
/// The files d and e.
const CENTRE_FILES: std::ops::RangeInclusive<usize> = 3..=4;

pub fn castles(step: &Step) -> Option<Effect> {
    step.before().is_castling(step.mv()).then_some(Effect::Castles)
}

/// The squares in front of a pawn, on its own and the neighbouring files.
fn in_front(square: Square, side: Color) -> Bitboard {
    widen(front_span(square.bitboard(), side))
}

fn is_passed(position: &Position, side: Color, square: Square) -> bool {
    (in_front(square, side) & position.colored(opposite(side), Piece::Pawn)).is_empty()
}

pub fn pushes_passed_pawn(step: &Step) -> Option<Effect> {
    let mv = step.mv();
    let moved = step.moved().filter(|moved| moved.piece == Piece::Pawn && step.captured().is_none())?;
    let is_far = relative_rank(moved.square, step.us()) >= 4;
    (is_far && is_passed(step.before(), step.us(), mv.from))
        .then_some(Effect::PushesPassedPawn { square: moved.square })
}

pub fn blocks_passed_pawn(step: &Step) -> Option<Effect> {
    let moved = step.moved().filter(|moved| moved.piece != Piece::Pawn)?;
    let behind = ahead(moved.square.bitboard(), step.us());
    let pawn = step.targets(behind).find(|target| target.piece == Piece::Pawn)?;
    let is_far = relative_rank(pawn.square, step.them()) >= 3;
    (is_far && is_passed(step.before(), step.them(), pawn.square))
        .then_some(Effect::BlocksPassedPawn { square: pawn.square })
}

pub fn outpost(step: &Step) -> Option<Effect> {
    let moved = step.moved().filter(|moved| matches!(moved.piece, Piece::Knight | Piece::Bishop))?;
    let (after, us) = (step.after(), step.us());
    let theirs = after.colored(step.them(), Piece::Pawn);
    let span = front_span(moved.square.bitboard(), us);
    let is_held = pawn_attacks(after.colored(us, Piece::Pawn), us).has(moved.square);
    let is_outpost = OUTPOST_RANKS.contains(&relative_rank(moved.square, us))
        && is_held
        && (beside(span) & theirs).is_empty()
        && attackers(after, step.them(), moved.square, after.occupied()).is_empty();
    is_outpost.then_some(Effect::Outpost { target: moved })
}

pub fn attacks_centre(step: &Step) -> Option<Effect> {
    let moved = step.moved().filter(|moved| moved.piece == Piece::Pawn)?;
    let pawns = |target: &Target| {
        target.piece == Piece::Pawn && CENTRE_FILES.contains(&(target.square.file() as usize))
    };
    let target = step.targets(step.attacked()).find(pawns)?;
    let is_central = (3..=4).contains(&relative_rank(target.square, step.us()));
    let is_advance = step.captured().is_none() && moved.square != step.mv().from;
    (is_central && is_advance).then_some(Effect::AttacksCentre { square: target.square })
}

pub fn open_file(step: &Step) -> Option<Effect> {
    let moved = step.moved().filter(|moved| moved.piece == Piece::Rook)?;
    let (after, mv) = (step.after(), step.mv());
    let pawns =
        |side, square: Square| !(after.colored(side, Piece::Pawn) & file_fill(square.bitboard())).is_empty();
    let (own, theirs) = (pawns(step.us(), moved.square), pawns(step.them(), moved.square));
    let is_new = mv.from.file() != mv.to.file() && step.captured().is_none();
    (is_new && !own).then_some(Effect::OpenFile { square: moved.square, is_open: !theirs })
}

pub fn develops_or_centre(step: &Step) -> Option<Effect> {
    let (moved, us, mv) = (step.moved()?, step.us(), step.mv());
    let is_home = relative_rank(mv.from, us) == 0;
    match moved.piece {
        Piece::Knight | Piece::Bishop
            if is_home && is_first_square(moved.piece, mv.from) && is_opening(step.before()) =>
        {
            Some(Effect::Develops { target: moved })
        }
        Piece::Pawn => {
            let is_central = CENTRE_FILES.contains(&(moved.square.file() as usize))
                && relative_rank_set(3, us).has(moved.square);
            (is_central && step.captured().is_none()).then_some(Effect::TakesCentre { square: moved.square })
        }
        _ => None,
    }
}

fn is_opening(position: &Position) -> bool {
    position.fullmove_number() <= OPENING_MOVES
}

/// The files of the usual start position; elsewhere a piece of the first rank may have come back.
fn is_first_square(piece: Piece, square: Square) -> bool {
    match piece {
        Piece::Knight => matches!(square.file() as usize, 1 | 6),
        _ => matches!(square.file() as usize, 2 | 5),
    }
}

pub fn centralises_king(step: &Step) -> Option<Effect> {
    let moved = step.moved().filter(|moved| moved.piece == Piece::King)?;
    let after = step.after();
    let distance = |square| centre_distance(Metric::Chebyshev, square);
    let is_nearer = distance(moved.square) < distance(step.mv().from);
    let has_queens = !after.pieces(Piece::Queen).is_empty();
    (is_nearer && !has_queens && after.non_pawn_count(step.them()) <= 2).then_some(Effect::CentralisesKing)
}
