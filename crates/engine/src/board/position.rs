//! A position: placement, side to move, castling rights, en passant, counters and a repetition key.

use arrayvec::ArrayVec;
use cozy_chess::{Board, BoardBuilder};

use super::{Bitboard, COLORS, Color, Move, PIECES, Piece, PieceMoves, Rank, Square, attacks};

/// Capacity for the moves of any position that the FEN reader accepts. A position that can arise in a game has at
/// most 218 moves; a composed one may have fifteen queens with 27 moves each, and the king with 8.
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
    /// True if the FEN had full-move number 0, which the rules do not define but FabChess's king shield reads.
    pub(super) starts_at_move_zero: bool,
}

/// A piece on a square, as [`placements`] lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The owner.
    pub color: Color,
    /// The piece type.
    pub piece: Piece,
    pub square: Square,
}

/// Returns every piece on the board, White's first, by type, then by square from a1 to h8.
pub fn placements(position: &Position) -> impl Iterator<Item = Placement> + '_ {
    COLORS.into_iter().flat_map(move |color| {
        PIECES.into_iter().flat_map(move |piece| {
            position.colored(color, piece).into_iter().map(move |square| Placement { color, piece, square })
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
        Self { board, key, starts_at_move_zero }
    }

    /// The side to move.
    #[inline(always)]
    pub fn stm(&self) -> Color {
        self.board.side_to_move()
    }

    /// All pieces of one type, both colours.
    #[inline(always)]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.board.pieces(piece)
    }

    /// All pieces of one colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.board.colors(color)
    }

    /// All pieces of one type and colour.
    #[inline(always)]
    pub fn colored(&self, color: Color, piece: Piece) -> Bitboard {
        self.board.colored_pieces(color, piece)
    }

    /// All squares with a piece on them.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The king square of a colour.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// Returns the piece type on a square. Branchless: the index is assembled from three bitboards, because branches
    /// on the piece type are unpredictable.
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

    /// Returns the opponent's pieces that give check.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers()
    }

    /// Returns `true` if the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Half-moves since the last capture or pawn move, 0..=100.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u8 {
        self.board.halfmove_clock()
    }

    /// The full-move number as in a FEN.
    pub fn fullmove_number(&self) -> u16 {
        if self.starts_at_move_zero { 0 } else { self.board.fullmove_number() }
    }

    /// Returns `true` if the position came from a FEN with full-move number 0 and no move has been played
    /// since.
    #[inline(always)]
    pub fn is_at_move_zero(&self) -> bool {
        self.starts_at_move_zero
    }

    /// Returns `true` if a colour may still castle on either side.
    #[inline(always)]
    pub fn can_ever_castle(&self, color: Color) -> bool {
        let rights = self.board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    }

    /// Returns `true` if a colour has the right to castle towards the h-file.
    #[inline(always)]
    pub fn castles_short(&self, color: Color) -> bool {
        self.board.castle_rights(color).short.is_some()
    }

    /// Returns `true` if a colour has the right to castle towards the a-file.
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

    /// Returns `true` if a side has a piece other than pawns and king; without one, null moves are unsound.
    #[inline(always)]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        !self.non_pawn_pieces(color).is_empty()
    }

    /// Returns the number of pieces other than pawns and king.
    #[inline(always)]
    pub fn non_pawn_count(&self, color: Color) -> u32 {
        self.non_pawn_pieces(color).len()
    }

    /// Returns the pieces other than pawns and king.
    #[inline(always)]
    fn non_pawn_pieces(&self, color: Color) -> Bitboard {
        self.color(color) & !(self.pieces(Piece::Pawn) | self.pieces(Piece::King))
    }

    /// Calls `listener` with the legal moves, piece by piece, until it returns `true`. Returns `true` if it did.
    #[doc(hidden)]
    #[inline(always)]
    pub fn generate(&self, listener: impl FnMut(PieceMoves) -> bool) -> bool {
        self.board.generate_moves(listener)
    }

    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    /// Returns `true` if the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.generate(|_| true)
    }

    /// Returns `true` if a move is legal here. Accepts any move, whatever is on its squares.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    /// Returns `true` if a legal move castles.
    #[inline(always)]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.color(self.stm()).has(mv.to)
    }

    /// Returns `true` if a legal move captures en passant.
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.board.en_passant().is_some_and(|file| file == mv.to.file())
            && mv.from.file() != mv.to.file()
            && self.piece_on(mv.from) == Some(Piece::Pawn)
            && !self.occupied().has(mv.to)
    }

    /// The square behind a pawn that may be captured en passant, judged only by the placement of pawns.
    pub fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.stm());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    /// The piece type that a legal move captures.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match self.piece_on(mv.to) {
            Some(_) if self.is_castling(mv) => None,
            Some(piece) => Some(piece),
            None if self.is_en_passant(mv) => Some(Piece::Pawn),
            None => None,
        }
    }

    /// Returns `true` if a legal move changes material: a capture or a promotion. All others are quiet.
    #[inline(always)]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion.is_some() || self.captured(mv).is_some()
    }

    /// Plays a legal move. The caller must check doubtful moves with [`Position::is_legal`] first.
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

    /// The position after a null move; `None` in check.
    #[doc(hidden)]
    pub fn after_null(&self) -> Option<Self> {
        self.board.null_move().map(|board| Self::from_board(board, false))
    }

    /// Returns `true` if all incrementally updated data (placement, checkers, pins, rights, keys) equals that of the
    /// position set up from scratch. Slow: for assertions.
    #[doc(hidden)]
    pub fn is_consistent(&self) -> bool {
        let afresh = BoardBuilder::from_board(&self.board).build();
        afresh.is_ok_and(|board| board == self.board && repetition_key(&board) == self.key)
    }

    /// The same position with colours exchanged and the board flipped vertically, so that White's moves become
    /// Black's.
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

    /// Returns `true` if neither side can ever mate: bare kings, a single minor piece against a bare king, or only
    /// bishops that are all on squares of one colour.
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
    let legal = takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }));
    if legal { board.hash() } else { board.hash_without_ep() }
}
