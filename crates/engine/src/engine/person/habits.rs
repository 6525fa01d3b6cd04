//! What people like to play, apart from how good it is.
//!
//! The appeal of a move is the natural logarithm of how much likelier people play it than an equally good plain pawn move. The
//! numbers are fitted together with the views, as `docs/strength.md` describes; a profile multiplies some of them. Those of captures,
//! checks, castling, retreats and pawns in the opening are then set so that each kind of move is as frequent as with people
//! (`tests/python/people.py`). Four are set by readers of games, because the fit has too few such moves: underpromotions,
//! giveaways, and where the king goes.

use crate::board::attacks::{Metric, centre_distance, distance, front_span, relative_rank, squares};
use crate::board::attacks::{beside, pawn_attacks, piece_attacks};
use crate::board::see::{attackers_to, see_at_least};
use crate::board::{Bitboard, Color, File, Game, Move, Piece, Position, Square};
use crate::eval::Weights;
use crate::eval::keys::strength::{CAPTURES, CASTLING, CHECKS, PAWN_MOVES, THREATS, TRADES};

/// Appeals of the kinds of moves. Those of captures, of pieces and of squares add up.
mod appeal {
    pub const CAPTURE: f64 = 2.4;
    /// Times the captured value in queens.
    pub const CAPTURED_VALUE: f64 = 2.18;
    /// Takes a protected piece with a more valuable one.
    pub const CAPTURE_OF_PROTECTED: f64 = -1.2;
    pub const RECAPTURE: f64 = 2.15;
    /// Takes the piece that has just moved.
    pub const CAPTURE_OF_MOVED: f64 = 0.98;
    pub const CAPTURE_OF_UNPROTECTED: f64 = 2.25;
    /// Takes an unprotected pawn; in addition.
    pub const CAPTURE_OF_FREE_PAWN: f64 = -1.3;
    /// Offers a trade of protected pieces or pawns of the same value, other than by taking back.
    pub const TRADE: f64 = -1.2;
    pub const CHECK: f64 = 1.05;
    pub const PROMOTION: f64 = 0.38;
    /// Promotes to another piece than a queen.
    pub const UNDERPROMOTION: f64 = -6.0;
    /// Times the pawns that an exchange on the square of the move loses: a queen is not put where it is taken.
    pub const GIVEAWAY: f64 = -0.8;
    /// Moves the king past its second rank before the endgame, without need.
    pub const KING_WALK: f64 = -1.0;
    /// Times the steps that the king comes nearer to the nearest pawn, when hardly a piece is left: it does not stroll.
    pub const KING_TO_PAWN: f64 = 1.0;
    pub const CASTLING: f64 = 2.1;
    /// Moves king or rook, and gives up castling.
    pub const LOSS_OF_CASTLING: f64 = -1.01;
    /// Brings out a knight or bishop in the opening.
    pub const DEVELOPMENT: f64 = 0.97;
    /// Moves a knight or bishop that is not attacked back to the first rank, without capturing.
    pub const RETREAT: f64 = -1.2;
    pub const FIANCHETTO: f64 = 0.76;
    pub const KNIGHT_ON_RIM: f64 = -0.79;
    /// The same in the opening; in addition.
    pub const KNIGHT_ON_RIM_IN_OPENING: f64 = -1.5;
    /// Times the steps that a piece comes nearer to the centre, in sixths.
    pub const CENTRALIZATION: f64 = 0.33;
    /// By piece type; castling is none of the king's.
    pub const PIECE: [f64; 6] = [0.0, -0.19, -0.56, -0.79, -1.61, -0.13];
    /// Moves the piece of the previous move again.
    pub const SAME_PIECE: f64 = 0.78;
    /// Moves a piece that is under attack.
    pub const ESCAPE: f64 = 0.75;
    /// Moves a piece that the opponent has just attacked; in addition.
    pub const ESCAPE_FROM_MOVED: f64 = 0.65;
    /// Times the king steps to the square of the opponent's last move, in sevenths.
    pub const DISTANCE_TO_LAST: f64 = -1.38;
    /// Attacks a piece that is unprotected or more valuable.
    pub const THREAT: f64 = 0.55;
    /// Attacks the piece that has just moved.
    pub const ATTACK_ON_MOVED: f64 = 1.1;
    /// Times the pawns that the piece that has just moved could win next: fresh threats are seen.
    pub const LEFT_TO_MOVED: f64 = -0.2;
    /// Protects a piece that is under attack.
    pub const PROTECTION: f64 = 0.32;
    /// Moves a piece to a square that a pawn attacks.
    pub const TO_PAWN_ATTACK: f64 = -0.53;
    /// Moves a piece to a square that the opponent attacks and that is not protected.
    pub const TO_UNPROTECTED: f64 = -0.79;
    pub const TO_PROTECTED: f64 = 0.45;
    /// Times the king steps to the opponent's king, in sevenths.
    pub const DISTANCE_TO_KING: f64 = -1.7;
    /// Times the ranks that a passed pawn has advanced, in sevenths.
    pub const PASSED_PAWN: f64 = 1.54;
    /// Moves a rook to another file, without own pawns.
    pub const ROOK_TO_OPEN_FILE: f64 = 0.68;
    pub const DOUBLED_PAWN: f64 = -0.84;
    /// Advances a pawn on the c-, d- or e-file in the opening.
    pub const CENTRE_PAWN: f64 = 0.65;
    /// Advances a pawn on the d- or e-file by two squares in the opening; in addition.
    pub const CENTRE_PAWN_BY_TWO: f64 = 0.5;
    /// Advances a pawn on the a-, b-, g- or h-file, before the endgame.
    pub const WING_PAWN: f64 = -0.4;
    /// Advances a pawn on the a- or h-file; in addition.
    pub const EDGE_PAWN: f64 = -0.42;
}

/// Values of pieces, in pawns; a king that takes risks nothing.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
/// The same for exchanges, which a king joins last.
const EXCHANGE_VALUES: [i32; 6] = [1, 3, 3, 5, 9, 100];
/// Length of the opening in plies.
const OPENING_PLIES: usize = 30;
/// An endgame has at most this many knights, bishops, rooks and queens, of both sides together.
const ENDGAME_PIECES: u32 = 6;
/// A bare endgame has at most this many.
const BARE_PIECES: u32 = 2;
/// Largest distance on the board, in king steps.
const LONGEST: f64 = 7.0;

/// Appeals that a profile adds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    captures: f64,
    trades: f64,
    checks: f64,
    threats: f64,
    castling: f64,
    pawn_moves: f64,
}

impl Habits {
    /// Returns the habits of a profile.
    pub fn of(weights: &Weights) -> Self {
        let times = |key| weights.number(key).ln();
        Self {
            captures: times(CAPTURES),
            trades: times(TRADES),
            checks: times(CHECKS),
            threats: times(THREATS),
            castling: times(CASTLING),
            pawn_moves: times(PAWN_MOVES),
        }
    }

    /// Returns the appeal of a legal move.
    pub fn appeal(&self, scene: &Scene, mv: Move) -> f64 {
        let candidate = scene.candidate(mv);
        scene.of_capture(&candidate, self)
            + scene.of_piece(&candidate, self)
            + scene.of_square(&candidate)
            + scene.of_effect(&candidate, self)
    }
}

/// The position in which a move is chosen.
pub struct Scene<'a> {
    position: &'a Position,
    stm: Color,
    is_opening: bool,
    is_endgame: bool,
    /// Hardly a piece is left.
    is_bare: bool,
    /// Target of the opponent's last move.
    last: Option<Square>,
    last_is_capture: bool,
    /// Target of the player's own last move.
    own_last: Option<Square>,
    /// Own pieces that an exchange could cost.
    attacked: Bitboard,
}

/// A move and what follows from it on the board.
struct Candidate {
    mv: Move,
    /// Square on which the piece arrives; the king's when castling.
    to: Square,
    piece: Piece,
    captured: Option<Piece>,
    is_castling: bool,
    /// Opponent's pieces that attack the square.
    attackers: Bitboard,
    /// Own other pieces that attack it.
    defenders: Bitboard,
    after: Position,
}

/// The square on which the moving piece arrives: castling is written as the king taking its rook.
fn target(position: &Position, mv: Move) -> Square {
    if !position.is_castling(mv) {
        return mv.to;
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    Square::new(file, mv.from.rank())
}

fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// Number of knights, bishops, rooks and queens.
fn pieces(position: &Position) -> u32 {
    (position.occupied() - position.pieces(Piece::Pawn) - position.pieces(Piece::King)).len()
}

/// Returns `true` in an endgame with hardly a piece but the kings.
pub fn is_bare(position: &Position) -> bool {
    pieces(position) <= BARE_PIECES
}

/// The appeal if the condition holds, otherwise 0.
fn if_so(condition: bool, appeal: f64) -> f64 {
    if condition { appeal } else { 0.0 }
}

impl<'a> Scene<'a> {
    pub fn new(game: &'a Game) -> Self {
        let position = game.position();
        let stm = position.stm();
        let mut played = game.played().rev().map(|(before, mv)| target(before, mv));
        let plies = 2 * usize::from(position.fullmove_number().saturating_sub(1)) + stm as usize;
        Self {
            position,
            stm,
            is_opening: plies < OPENING_PLIES,
            is_endgame: pieces(position) <= ENDGAME_PIECES,
            is_bare: is_bare(position),
            last: played.next(),
            last_is_capture: game.last_move_was_capture(),
            own_last: played.next(),
            attacked: attacked(position, stm),
        }
    }

    fn candidate(&self, mv: Move) -> Candidate {
        let position = self.position;
        let to = target(position, mv);
        let around = attackers_to(position, to, position.occupied());
        Candidate {
            mv,
            to,
            piece: position.piece_on(mv.from).unwrap_or(Piece::Pawn),
            captured: position.captured(mv),
            is_castling: position.is_castling(mv),
            attackers: around & position.color(!self.stm),
            defenders: (around & position.color(self.stm)) - mv.from.bitboard(),
            after: position.after(mv),
        }
    }

    fn of_capture(&self, c: &Candidate, habits: &Habits) -> f64 {
        let Some(captured) = c.captured else { return 0.0 };
        let is_last = self.last == Some(c.to);
        let is_protected = !c.attackers.is_empty();
        let is_trade = is_protected && value(c.piece) == value(captured);
        let queens = f64::from(value(captured)) / f64::from(value(Piece::Queen));
        appeal::CAPTURE
            + habits.captures
            + appeal::CAPTURED_VALUE * queens
            + if_so(is_protected && value(c.piece) > value(captured), appeal::CAPTURE_OF_PROTECTED)
            + if_so(is_trade, habits.trades)
            + if_so(is_last && self.last_is_capture, appeal::RECAPTURE)
            + if_so(is_last, appeal::CAPTURE_OF_MOVED)
            + if_so(is_trade && !(is_last && self.last_is_capture), appeal::TRADE)
            + if_so(!is_protected, appeal::CAPTURE_OF_UNPROTECTED)
            + if_so(!is_protected && captured == Piece::Pawn, appeal::CAPTURE_OF_FREE_PAWN)
    }

    fn of_piece(&self, c: &Candidate, habits: &Habits) -> f64 {
        let from_rank = relative_rank(c.mv.from, self.stm);
        let is_minor = matches!(c.piece, Piece::Knight | Piece::Bishop);
        let home = relative_rank(c.to, self.stm) == 0;
        let attackers =
            attackers_to(self.position, c.mv.from, self.position.occupied()) & self.position.color(!self.stm);
        let is_retreat = is_minor && home && c.captured.is_none() && attackers.is_empty();
        let may_castle = self.position.can_ever_castle(self.stm);
        let gives_up = may_castle && !c.is_castling && matches!(c.piece, Piece::Rook | Piece::King);
        let escapes = c.piece != Piece::Pawn && self.attacked.has(c.mv.from);
        let from_moved = self.last.is_some_and(|last| attackers.has(last));
        if_so(!c.is_castling, appeal::PIECE[c.piece as usize])
            + if_so(c.is_castling, appeal::CASTLING + habits.castling)
            + if_so(gives_up, appeal::LOSS_OF_CASTLING)
            + if_so(c.piece == Piece::Pawn, habits.pawn_moves)
            + if_so(is_minor && from_rank == 0 && self.is_opening, appeal::DEVELOPMENT)
            + if_so(is_retreat, appeal::RETREAT)
            + if_so(self.own_last == Some(c.mv.from), appeal::SAME_PIECE)
            + if_so(escapes, appeal::ESCAPE)
            + if_so(escapes && from_moved, appeal::ESCAPE_FROM_MOVED)
            + if_so(c.mv.promotion.is_some(), appeal::PROMOTION)
            + if_so(c.mv.promotion.is_some_and(|piece| piece != Piece::Queen), appeal::UNDERPROMOTION)
            + appeal::GIVEAWAY * self.lost_by(c)
    }

    /// Pawns that an exchange on the square of the move loses; 0 if it does not.
    fn lost_by(&self, c: &Candidate) -> f64 {
        if c.attackers.is_empty() || c.is_castling {
            return 0.0;
        }
        f64::from(-exchange(self.position, c.mv).min(0))
    }

    /// Pawns that the piece of the opponent's last move could win after the move, apart from what it took; 0 if it wins nothing.
    fn left_by(&self, c: &Candidate) -> f64 {
        let Some((last, piece)) = self.last.and_then(|last| Some((last, c.after.piece_on(last)?))) else {
            return 0.0;
        };
        if last == c.to {
            return 0.0;
        }
        let reach = reach(piece, last, !self.stm, &c.after);
        let targets = (reach & c.after.color(self.stm)) - c.after.pieces(Piece::King) - c.to.bitboard();
        let most = squares(targets)
            .map(|to| exchange(&c.after, Move { from: last, to, promotion: None }))
            .max()
            .unwrap_or(0);
        f64::from((most - c.captured.map_or(0, value)).max(0))
    }

    fn of_square(&self, c: &Candidate) -> f64 {
        let steps = |a, b| distance(Metric::Chebyshev, a, b) as f64 / LONGEST;
        let mut sum = self.last.map_or(0.0, |last| appeal::DISTANCE_TO_LAST * steps(c.to, last))
            + if_so(!c.defenders.is_empty(), appeal::TO_PROTECTED);
        if !c.is_castling {
            sum += appeal::DISTANCE_TO_KING * steps(c.to, self.position.king(!self.stm));
        }
        if c.piece == Piece::Pawn {
            return sum + self.of_pawn(c);
        }
        let pawns = self.position.pieces(Piece::Pawn);
        let is_loose = !c.attackers.is_empty() && c.defenders.is_empty() && c.captured.is_none();
        let edge = matches!(c.to.file(), File::A | File::H);
        let from_first = c.piece == Piece::Bishop && relative_rank(c.mv.from, self.stm) == 0;
        let fianchetto =
            from_first && relative_rank(c.to, self.stm) == 1 && matches!(c.to.file(), File::B | File::G);
        let open = (pawns & self.position.color(self.stm) & c.to.file().bitboard()).is_empty();
        sum += if_so(!(c.attackers & pawns).is_empty(), appeal::TO_PAWN_ATTACK)
            + if_so(is_loose && !c.is_castling, appeal::TO_UNPROTECTED)
            + if_so(c.piece == Piece::Knight && edge, appeal::KNIGHT_ON_RIM)
            + if_so(c.piece == Piece::Knight && edge && self.is_opening, appeal::KNIGHT_ON_RIM_IN_OPENING)
            + if_so(fianchetto, appeal::FIANCHETTO)
            + if_so(
                c.piece == Piece::Rook && open && c.to.file() != c.mv.from.file(),
                appeal::ROOK_TO_OPEN_FILE,
            );
        let is_walk = c.piece == Piece::King && relative_rank(c.to, self.stm) > 1;
        sum += if_so(is_walk && !self.is_endgame && !self.position.in_check(), appeal::KING_WALK);
        if c.piece == Piece::King && self.is_bare {
            let nearest = |from| squares(pawns).map(|pawn| distance(Metric::Chebyshev, from, pawn)).min();
            let nearer =
                nearest(c.mv.from).zip(nearest(c.to)).map_or(0.0, |(from, to)| from as f64 - to as f64);
            sum += appeal::KING_TO_PAWN * nearer;
        }
        if c.piece != Piece::King {
            let centre = |square| centre_distance(Metric::Manhattan, square) as f64;
            sum += appeal::CENTRALIZATION * (centre(c.mv.from) - centre(c.to)) / 6.0;
        }
        sum
    }

    fn of_pawn(&self, c: &Candidate) -> f64 {
        let rank = relative_rank(c.to, self.stm);
        let path = front_span(c.to.bitboard() | beside(c.to.bitboard()), self.stm);
        let is_passed = (path & self.position.colored(!self.stm, Piece::Pawn)).is_empty();
        let own = self.position.colored(self.stm, Piece::Pawn);
        let is_doubled = c.captured.is_some() && !(own & c.to.file().bitboard()).is_empty();
        let is_wing = matches!(c.to.file(), File::A | File::B | File::G | File::H);
        let is_advance = self.is_opening && c.captured.is_none();
        let is_centre = is_advance && matches!(c.to.file(), File::C | File::D | File::E);
        let by_two = relative_rank(c.mv.from, self.stm) + 2 == rank && c.to.file() != File::C;
        let prepares_fianchetto = rank == 2 && matches!(c.to.file(), File::B | File::G);
        if_so(is_passed, appeal::PASSED_PAWN * rank as f64 / LONGEST)
            + if_so(is_doubled, appeal::DOUBLED_PAWN)
            + if_so(is_centre, appeal::CENTRE_PAWN)
            + if_so(is_centre && by_two, appeal::CENTRE_PAWN_BY_TWO)
            + if_so(is_wing && c.captured.is_none() && !self.is_endgame, appeal::WING_PAWN)
            + if_so(matches!(c.to.file(), File::A | File::H), appeal::EDGE_PAWN)
            + if_so(prepares_fianchetto, appeal::FIANCHETTO / 2.0)
    }

    /// What the piece attacks or protects from its new square.
    fn of_effect(&self, c: &Candidate, habits: &Habits) -> f64 {
        let mut sum = if_so(c.after.in_check(), appeal::CHECK + habits.checks);
        let piece = c.mv.promotion.unwrap_or(c.piece);
        let reach = reach(piece, c.to, self.stm, &c.after);
        let opponents = c.after.color(!self.stm);
        let targets = (reach & opponents) - c.after.pieces(Piece::Pawn) - c.after.pieces(Piece::King);
        let threatens = !c.is_castling
            && squares(targets).any(|square| {
                let target = c.after.piece_on(square).map_or(0, value);
                let protectors = attackers_to(&c.after, square, c.after.occupied()) & opponents;
                target > value(piece) || protectors.is_empty()
            });
        sum += if_so(threatens, appeal::THREAT + habits.threats);
        let is_aimed = |last| c.captured.is_none() && last != c.to && (reach & opponents).has(last);
        sum += if_so(self.last.is_some_and(is_aimed), appeal::ATTACK_ON_MOVED);
        let protects = !self.attacked.has(c.mv.from) && !(reach & self.attacked).is_empty();
        sum + if_so(protects, appeal::PROTECTION) + appeal::LEFT_TO_MOVED * self.left_by(c)
    }
}

/// Squares that a piece of a side attacks from a square.
fn reach(piece: Piece, from: Square, side: Color, position: &Position) -> Bitboard {
    match piece {
        Piece::Pawn => pawn_attacks(from.bitboard(), side),
        _ => piece_attacks(piece, from, position.occupied()),
    }
}

/// Pawns that a move wins by the exchange on its square; negative if it loses some, at most a queen.
fn exchange(position: &Position, mv: Move) -> i32 {
    let info = position.move_info(mv);
    let most = value(Piece::Queen);
    (-most..=most).rev().find(|&pawns| see_at_least(position, info, pawns, &EXCHANGE_VALUES)).unwrap_or(-most)
}

/// Pieces of a side, but not the king, that are attacked, and are either unprotected or attacked by a less valuable piece.
fn attacked(position: &Position, side: Color) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for square in squares(position.color(side) - position.pieces(Piece::King)) {
        let around = attackers_to(position, square, position.occupied());
        let attackers = around & position.color(!side);
        let own = position.piece_on(square).map_or(0, value);
        let is_cheaper = |from| position.piece_on(from).is_some_and(|piece| value(piece) < own);
        let is_unprotected = (around & position.color(side)).is_empty();
        if !attackers.is_empty() && (is_unprotected || squares(attackers).any(is_cheaper)) {
            set |= square.bitboard();
        }
    }
    set
}
