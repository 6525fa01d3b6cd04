//! Plans: castling, the centre, files, outposts, passed pawns.

use temperament_engine::board::attacks::{
    ahead, beside, file_fill, front_span, opposite, pawn_attacks, relative_rank, squares, widen,
};
use temperament_engine::board::{Bitboard, Color, Piece, Position, Square};

use super::Effect;
use crate::motif::exchange::attackers;
use crate::motif::{Step, Target};

/// Ranks of an outpost, from the side's own point of view.
const OUTPOST_RANKS: std::ops::RangeInclusive<usize> = 3..=5;
/// The files d and e.
const CENTRE_FILES: std::ops::RangeInclusive<usize> = 3..=4;

pub fn castles(step: &Step) -> Option<Effect> {
    (step.before().is_castling(step.mv()) && is_sheltered(step)).then_some(Effect::Castles)
}

/// On no file at the king, an own pawn is missing or a rook looks along a file without a pawn of its own.
fn is_sheltered(step: &Step) -> bool {
    let (after, us, them) = (step.after(), step.us(), step.them());
    let king = after.king(us).bitboard();
    squares(king | beside(king)).all(|square| {
        let file = file_fill(square.bitboard());
        let has = |side, piece| !(after.colored(side, piece) & file).is_empty();
        has(us, Piece::Pawn) && (has(them, Piece::Pawn) || !has(them, Piece::Rook))
    })
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

/// A pawn of the files c to e: that of the f-file opens a file for an attack first of all.
pub fn attacks_centre(step: &Step) -> Option<Effect> {
    let is_central = |target: &Target| (2..=4).contains(&(target.square.file() as usize));
    let moved = step.moved().filter(|moved| moved.piece == Piece::Pawn && is_central(moved))?;
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
    let rooks = after.colored(step.us(), Piece::Rook) & file_fill(moved.square.bitboard());
    let is_new =
        mv.from.file() != mv.to.file() && step.captured().is_none() && rooks == moved.square.bitboard();
    (is_new && !own).then_some(Effect::OpenFile { square: moved.square, is_open: !theirs })
}
