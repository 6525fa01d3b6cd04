//! Redundancies of the evaluation: changes of several keys at once that change no evaluation.
//!
//! If every piece of a kind counts exactly one entry of a table, a constant may move from the table to the value of the
//! piece. If each side counts exactly one entry, a constant has no effect at all. A profile is normalised (`temper
//! profile normalize`) by fixing each of these constants.

use super::{Slot, bishops, king, knights, material, mobility, passed_pawns, pawns, psqt, queens, rooks};
use crate::board::Piece;

/// What counts exactly one entry of the keys of a [`Redundancy`], in any position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OncePer {
    /// Each piece of a kind: constants may move to its value.
    Piece(Piece),
    /// Each passed pawn: constants may move to [`passed_pawns::BY_RANK`].
    PassedPawn,
    /// Each side, or each of its files beside the king: constants have no effect.
    Side,
}

/// What is 0 in a normalised profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZeroAt {
    /// The mean of the entries is 0, weighted by how often they occur.
    Mean,
    /// The value of this key is 0.
    Key(Slot),
}

/// Keys to whose entries a constant may be added.
#[derive(Debug, Clone, Copy)]
pub struct Redundancy {
    pub keys: &'static [Slot],
    pub once_per: OncePer,
    pub zero_at: ZeroAt,
}

const fn mean(keys: &'static [Slot], once_per: OncePer) -> Redundancy {
    Redundancy { keys, once_per, zero_at: ZeroAt::Mean }
}

const fn of_piece(keys: &'static [Slot], piece: Piece) -> Redundancy {
    mean(keys, OncePer::Piece(piece))
}

const fn of_side(keys: &'static [Slot]) -> Redundancy {
    mean(keys, OncePer::Side)
}

/// All redundancies of this kind. Imbalances have one of their own
/// ([`average_shares`](crate::eval::imbalance::average_shares)).
pub const REDUNDANCIES: &[Redundancy] = &[
    of_piece(&[psqt::PAWN], Piece::Pawn),
    of_piece(&[pawns::ADVANCE], Piece::Pawn),
    of_piece(&[pawns::CENTRE_DISTANCE], Piece::Pawn),
    of_piece(&[pawns::OWN_KING_DISTANCE], Piece::Pawn),
    of_piece(&[pawns::ENEMY_KING_DISTANCE], Piece::Pawn),
    of_piece(&[psqt::KNIGHT], Piece::Knight),
    of_piece(&[mobility::KNIGHT], Piece::Knight),
    of_piece(&[knights::CENTRE_DISTANCE], Piece::Knight),
    of_piece(&[knights::OWN_KING_DISTANCE], Piece::Knight),
    of_piece(&[knights::ENEMY_KING_DISTANCE], Piece::Knight),
    of_piece(&[material::KNIGHT_BY_PAWN_COUNT], Piece::Knight),
    of_piece(&[psqt::BISHOP], Piece::Bishop),
    of_piece(&[mobility::BISHOP], Piece::Bishop),
    of_piece(&[mobility::XRAY_BISHOP], Piece::Bishop),
    of_piece(&[bishops::CENTRE_DISTANCE], Piece::Bishop),
    of_piece(&[bishops::OWN_KING_DISTANCE], Piece::Bishop),
    of_piece(&[bishops::ENEMY_KING_DISTANCE], Piece::Bishop),
    of_piece(&[bishops::ADJACENT_OWN_PAWNS], Piece::Bishop),
    of_piece(&[psqt::ROOK], Piece::Rook),
    of_piece(&[mobility::ROOK], Piece::Rook),
    of_piece(&[mobility::XRAY_ROOK], Piece::Rook),
    of_piece(&[rooks::CENTRE_DISTANCE], Piece::Rook),
    of_piece(&[rooks::OWN_KING_DISTANCE], Piece::Rook),
    of_piece(&[rooks::ENEMY_KING_DISTANCE], Piece::Rook),
    of_piece(&[psqt::QUEEN], Piece::Queen),
    of_piece(&[mobility::QUEEN], Piece::Queen),
    of_piece(&[mobility::XRAY_QUEEN], Piece::Queen),
    of_piece(&[queens::CENTRE_DISTANCE], Piece::Queen),
    of_piece(&[queens::OWN_KING_DISTANCE], Piece::Queen),
    of_piece(&[queens::ENEMY_KING_DISTANCE], Piece::Queen),
    mean(&[passed_pawns::BY_FILE], OncePer::PassedPawn),
    mean(&[passed_pawns::OWN_KING_DISTANCE], OncePer::PassedPawn),
    mean(&[passed_pawns::ENEMY_KING_DISTANCE], OncePer::PassedPawn),
    mean(&[passed_pawns::KING_DISTANCE_DIFFERENCE], OncePer::PassedPawn),
    of_side(&[material::KING]),
    of_side(&[psqt::KING]),
    of_side(&[king::CENTRE_DISTANCE]),
    of_side(&[king::OWN_KING_DISTANCE]),
    of_side(&[king::ENEMY_KING_DISTANCE]),
    of_side(&[king::EDGE]),
    of_side(&[king::SHIELD_MISSING]),
    of_side(&[king::SHIELD_OPEN]),
    of_side(&[
        king::SHELTER_ROOK_FILE,
        king::SHELTER_KNIGHT_FILE,
        king::SHELTER_BISHOP_FILE,
        king::SHELTER_CENTRE_FILE,
    ]),
    Redundancy {
        keys: &[material::BISHOP_PAIR, material::BISHOP_PAIR_MISSING],
        once_per: OncePer::Side,
        zero_at: ZeroAt::Key(material::BISHOP_PAIR_MISSING),
    },
];
