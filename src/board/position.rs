//! A position: placement, side to move, castling rights, en passant, counters and a repetition key.

use arrayvec::ArrayVec;
use cozy_chess::{Board, BoardBuilder};

use super::{Bitboard, COLORS, Color, Move, PIECES, Piece, PieceMoves, Rank, Square, attacks};

/// Room for the moves of any position that the FEN reader accepts. A position that can arise in a game has
/// at most 218 moves; a composed one may have fifteen queens with 27 moves each beside the king with 8.
pub const MAX_MOVES: usize = 15 * 27 + 8;

/// A list of moves without a heap allocation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The initial position of ordinary chess.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A legal position. Copying one is cheap (about 120 bytes); the search copies and makes moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    key: u64,
    /// A FEN may say full-move number 0, which the rules of chess do not know but FabChess's king shield does.
    pub(super) starts_at_move_zero: bool,
}

/// A piece on a square, as [`placements`] lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The owner.
    pub color: Color,
    /// The kind of piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// Every piece on the board, White's first, by kind, then by square from a1 to h8.
pub fn placements(position: &Position) -> impl Iterator<Item = Placement> + '_ {
    COLORS.into_iter().flat_map(move |color| {
        PIECES.into_iter().flat_map(move |piece| {
            position
                .colored(color, piece)
                .into_iter()
                .map(move |square| Placement { color, piece, square })
        })
    })
}

impl Position {
    /// The initial position of ordinary chess.
    pub fn startpos() -> Self {
        Self::from_board(Board::startpos(), false)
    }

    pub(super) fn from_board(board: Board, starts_at_move_zero: bool) -> Self {
        let key = repetition_key(&board);
        Self {
            board,
            key,
            starts_at_move_zero,
        }
    }

    /// The side to move.
    #[inline(always)]
    pub fn stm(&self) -> Color {
        self.board.side_to_move()
    }

    /// All squares of one kind of piece, both colours.
    #[inline(always)]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.board.pieces(piece)
    }

    /// All squares of one colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.board.colors(color)
    }

    /// All squares of one kind of piece of one colour.
    #[inline(always)]
    pub fn colored(&self, color: Color, piece: Piece) -> Bitboard {
        self.board.colored_pieces(color, piece)
    }

    /// All squares with a piece on them.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Where the king of a colour stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// The kind of piece on a square. Without a branch for each kind, which no processor could foresee: its number is
    /// put together bit by bit, from three sets that a loop over squares makes but once.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let rooks_and = |piece| self.pieces(Piece::Rook) | self.pieces(piece);
        let kings = self.pieces(Piece::King);
        let bit = |set: Bitboard| (set.0 >> square as u32) as usize & 1;
        let occupied = self.occupied().has(square);
        let index = bit(rooks_and(Piece::Knight) | kings)
            + 2 * bit(rooks_and(Piece::Bishop))
            + 4 * bit(self.pieces(Piece::Queen) | kings);
        if occupied { Piece::try_index(index) } else { None }
    }

    /// The owner of the piece on a square.
    #[inline(always)]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        self.board.color_on(square)
    }

    /// The enemy pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers()
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Half-moves since the last capture or pawn move, 0..=100.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u8 {
        self.board.halfmove_clock()
    }

    /// The number of the full move about to be played, as a FEN counts it.
    pub fn fullmove_number(&self) -> u16 {
        if self.starts_at_move_zero {
            0
        } else {
            self.board.fullmove_number()
        }
    }

    /// Whether the position came from a FEN with full-move number 0 and no move has been played since.
    #[inline(always)]
    pub fn is_at_move_zero(&self) -> bool {
        self.starts_at_move_zero
    }

    /// Whether a colour may still castle on either side.
    #[inline(always)]
    pub fn can_ever_castle(&self, color: Color) -> bool {
        let rights = self.board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    }

    /// Whether a colour has the right to castle towards the h-file.
    #[inline(always)]
    pub fn castles_short(&self, color: Color) -> bool {
        self.board.castle_rights(color).short.is_some()
    }

    /// Whether a colour has the right to castle towards the a-file.
    #[inline(always)]
    pub fn castles_long(&self, color: Color) -> bool {
        self.board.castle_rights(color).long.is_some()
    }

    /// A 64-bit key: equal for positions that are the same under the repetition rule (placement, side to
    /// move, castling rights, and an en passant square only where the capture is legal).
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether a side has a piece other than pawns and king; without one, passing a move proves nothing.
    #[inline(always)]
    pub fn has_pieces(&self, color: Color) -> bool {
        !self.officers(color).is_empty()
    }

    /// How many pieces other than pawns and king a side has.
    #[inline(always)]
    pub fn piece_count(&self, color: Color) -> u32 {
        self.officers(color).len()
    }

    /// A side's pieces other than pawns and king.
    #[inline(always)]
    fn officers(&self, color: Color) -> Bitboard {
        self.color(color) & !(self.pieces(Piece::Pawn) | self.pieces(Piece::King))
    }

    /// Calls `listener` with the legal moves, piece by piece, until it returns `true`. Returns whether it did.
    #[inline(always)]
    pub fn generate(&self, listener: impl FnMut(PieceMoves) -> bool) -> bool {
        self.board.generate_moves(listener)
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.generate(|_| true)
    }

    /// Whether a move is legal here. Any move is a valid question, whatever its squares hold.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    /// Whether a legal move castles.
    #[inline(always)]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.color(self.stm()).has(mv.to)
    }

    /// Whether a legal move captures en passant.
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.board.en_passant().is_some_and(|file| file == mv.to.file())
            && mv.from.file() != mv.to.file()
            && self.piece_on(mv.from) == Some(Piece::Pawn)
            && !self.occupied().has(mv.to)
    }

    /// The square behind a pawn that may be captured en passant, as far as the pawns' places say.
    pub fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.stm());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    /// The kind of piece that a legal move captures.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match self.piece_on(mv.to) {
            Some(_) if self.is_castling(mv) => None,
            Some(piece) => Some(piece),
            None if self.is_en_passant(mv) => Some(Piece::Pawn),
            None => None,
        }
    }

    /// Whether a legal move changes material: a capture or a promotion. All others are quiet.
    #[inline(always)]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion.is_some() || self.captured(mv).is_some()
    }

    /// Plays a legal move. An illegal one is a fault of the caller: check doubtful moves with
    /// [`Position::is_legal`] first.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        self.board.play_unchecked(mv);
        self.key = repetition_key(&self.board);
        self.starts_at_move_zero = false;
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// The position after passing the move; `None` in check.
    pub fn after_null(&self) -> Option<Self> {
        self.board.null_move().map(|board| Self::from_board(board, false))
    }

    /// Whether everything that moves update step by step (placement, checkers, pins, rights, keys) is what
    /// setting the position up afresh gives. Slow: for assertions.
    pub fn is_consistent(&self) -> bool {
        let afresh = BoardBuilder::from_board(&self.board).build();
        afresh.is_ok_and(|board| board == self.board && repetition_key(&board) == self.key)
    }

    /// The same position with colours exchanged and the board turned top to bottom: White's chances become
    /// Black's, move for move.
    pub fn mirrored(&self) -> Self {
        let from = BoardBuilder::from_board(&self.board);
        let mut to = BoardBuilder::empty();
        for square in Square::ALL {
            *to.square_mut(square.flip_rank()) = from.square(square).map(|(piece, color)| (piece, !color));
        }
        to.side_to_move = !from.side_to_move;
        for color in COLORS {
            *to.castle_rights_mut(!color) = *from.castle_rights(color);
        }
        to.en_passant = from.en_passant.map(Square::flip_rank);
        to.halfmove_clock = from.halfmove_clock;
        to.fullmove_number = from.fullmove_number;
        let board = to.build().expect("the mirror image of a legal position is legal");
        Self::from_board(board, self.starts_at_move_zero)
    }

    /// Neither side can ever mate: bare kings, or a single minor piece against a bare king, or bishops
    /// that all stand on squares of one colour.
    #[inline(always)]
    pub fn is_insufficient_material(&self) -> bool {
        let heavy = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        heavy.is_empty() && self.has_too_few_minors()
    }

    #[cold]
    fn has_too_few_minors(&self) -> bool {
        let (knights, bishops) = (self.pieces(Piece::Knight), self.pieces(Piece::Bishop));
        match knights.len() + bishops.len() {
            0 | 1 => true,
            _ => {
                knights.is_empty() && (bishops.is_subset(LIGHT_SQUARES) || bishops.is_disjoint(LIGHT_SQUARES))
            }
        }
    }
}

/// The 32 light squares (a8 and h1 among them).
pub const LIGHT_SQUARES: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

/// The board's hash, with the en passant file in it only if an en passant capture is legal.
#[inline]
fn repetition_key(board: &Board) -> u64 {
    let Some(file) = board.en_passant() else {
        return board.hash();
    };
    let stm = board.side_to_move();
    let target = attacks::relative_rank_set(5, stm) & file.bitboard();
    let takers = attacks::pawn_attacks(target, !stm) & board.colored_pieces(stm, Piece::Pawn);
    let to = target.next_square().expect("a file and a rank always cross");
    let legal = takers.into_iter().any(|from| {
        board.is_legal(Move {
            from,
            to,
            promotion: None,
        })
    });
    if legal {
        board.hash()
    } else {
        board.hash_without_ep()
    }
}

#[cfg(test)]
#[path = "position_tests.rs"]
mod tests;
