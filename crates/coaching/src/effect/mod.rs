//! What a move does on the board, where it wins nothing by force: it attacks, protects, trades, develops.
//!
//! Each effect has a definition that the position proves, by legal moves and exchanges. Whether it is the reason why a move is
//! good is for the caller to decide: an effect that both of two moves have explains nothing.

mod defence;
mod plan;
pub mod threats;

use temperament_engine::board::{Move, Piece, Square};

use crate::motif::exchange::exchange;
use crate::motif::{Step, Target};

/// Something that a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// A mate in one is threatened that was none before.
    ThreatensMate {
        mate: Move,
    },
    /// The moved piece attacks one that could not be taken with profit before and now can, and perhaps another.
    Attacks {
        target: Target,
        also: Option<Target>,
        by: Piece,
        is_driven: bool,
    },
    /// Another piece can now take a piece with profit: the move opens its line, ends a pin or supports it.
    Threatens {
        target: Target,
    },
    /// The moved piece stood where it could be taken with profit, and no longer does.
    Saves {
        piece: Piece,
        from: Square,
    },
    /// A piece that could be taken with profit is now protected by the moved one.
    Protects {
        target: Target,
    },
    /// The queens face each other, and the trade is even.
    OffersQueens,
    /// The queens are traded.
    TradesQueens,
    Castles,
    /// A pawn attacks a pawn in the centre for the first time.
    AttacksCentre {
        square: Square,
    },
    /// A knight or bishop stands protected by a pawn where no pawn can attack it.
    Outpost {
        target: Target,
    },
    /// A rook comes to a file without pawns, or without own ones.
    OpenFile {
        square: Square,
        is_open: bool,
    },
    /// A pawn that no other pawn can stop moves on.
    PushesPassedPawn {
        square: Square,
    },
    /// A piece stands in front of a passed pawn.
    BlocksPassedPawn {
        square: Square,
    },
}

impl Effect {
    /// It forces the other side to do something, or answers such a thing; the others are plans.
    pub const fn is_forcing(self) -> bool {
        match self {
            Self::Attacks { target, .. } | Self::Threatens { target } | Self::Protects { target } => {
                !matches!(target.piece, Piece::Pawn)
            }
            Self::ThreatensMate { .. } | Self::Saves { .. } | Self::OffersQueens | Self::TradesQueens => true,
            _ => false,
        }
    }

    /// It only places a piece.
    pub const fn is_positional(self) -> bool {
        matches!(self, Self::Castles | Self::OpenFile { .. } | Self::Outpost { .. })
    }

    /// The squares that it is about.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Attacks { target, .. } | Self::Threatens { target } | Self::Protects { target } => {
                Some(target.square)
            }
            Self::AttacksCentre { square } => Some(square),
            Self::ThreatensMate { mate } => Some(mate.to),
            _ => None,
        }
    }
}

type Detector = fn(&Step) -> Option<Effect>;

/// The detectors, what matters most first.
const DETECTORS: [Detector; 15] = [
    threats::threatens_mate,
    threats::offers_queens,
    threats::attacks_both,
    defence::saves,
    threats::attacks_piece,
    threats::threatens_piece,
    defence::protects,
    plan::pushes_passed_pawn,
    plan::castles,
    threats::trades_queens,
    threats::attacks_pawn,
    plan::blocks_passed_pawn,
    plan::outpost,
    plan::attacks_centre,
    plan::open_file,
];

/// The effects of a move that does not lose the moved piece, what matters most first. A capture that is taken back is a trade,
/// whatever the piece attacks in between.
pub fn effects(step: &Step) -> impl Iterator<Item = Effect> {
    let (to, is_capture) = (step.mv().to, step.captured().is_some());
    let is_taken = step.answer().is_some_and(|answer| answer.to == to) || exchange(step.after(), to) > 0;
    let fits = move |effect: &Effect| !is_taken || is_capture && *effect == Effect::TradesQueens;
    DETECTORS.iter().filter_map(move |detector| detector(step)).filter(fits)
}
