//! History tables: counters that order moves and adjust reductions and pruning.

use crate::board::{Color, Move16, MoveInfo, PIECE_TYPE_NB, Position};

use super::correction::pawn_hash;
use super::params::HISTORY_MAX;
use super::tunables::{history_base, history_cap, history_malus_percent, history_step};

/// Coloured piece and target square, as an index below [`PIECE_TOS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceTo(u16);

/// Number of different [`PieceTo`], with gaps: those of White, then those of Black.
const PIECE_TOS: usize = Color::NUM * MoveInfo::PIECE_TO_NB;

impl PieceTo {
    /// Returns the index of a legal move of a side.
    #[inline(always)]
    pub fn new(stm: Color, move_info: MoveInfo) -> Self {
        Self((stm as usize * MoveInfo::PIECE_TO_NB + move_info.piece_to()) as u16)
    }

    /// Returns the index without the colour.
    #[inline(always)]
    fn piece_to(self) -> usize {
        self.index() % MoveInfo::PIECE_TO_NB
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % PIECE_TOS
    }
}

/// A counter with history gravity: the closer it is to ±[`HISTORY_MAX`], the smaller the update, so that it stays in
/// bounds and old results fade.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counter(i16);

impl Counter {
    /// Value within ±[`HISTORY_MAX`].
    #[inline(always)]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Moves the value by `bonus`, less near the bounds.
    #[inline(always)]
    pub fn update(&mut self, bonus: i32) {
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// Returns the bonus for a cutoff at this remaining depth (plies).
pub fn bonus(depth: i32) -> i32 {
    (history_base() + history_step() * depth).clamp(0, history_cap())
}

/// Returns the malus of a move searched before a cutoff at this remaining depth (plies); not negative.
pub fn malus(depth: i32) -> i32 {
    bonus(depth) * history_malus_percent() / 100
}

/// Quiet moves by side, from-square and to-square (butterfly history).
#[derive(Debug, Clone)]
struct QuietHistory(Box<[Squares; 2]>);

/// Counters by [`Move16::squares`].
type Squares = [Counter; 64 * 64];

/// Noisy moves by piece and to-square, and captured kind.
#[derive(Debug, Clone)]
struct NoisyHistory(Box<[[Counter; PIECE_TYPE_NB]; PIECE_TOS]>);

/// Continuation history: by the [`PieceTo`] of an earlier move, then of the move. One table serves one and two plies
/// back; the colour of the earlier move distinguishes them.
#[derive(Debug, Clone)]
struct ContinuationHistory(Box<[[Row; 2]; PIECE_TOS]>);

/// Counters of one side's moves by [`MoveInfo::piece_to`].
type Row = [Counter; MoveInfo::PIECE_TO_NB];

/// Row of a missing earlier move.
static NO_CONTINUATION: Row = [Counter(0); MoveInfo::PIECE_TO_NB];

/// Counter moves: the quiet move that last refuted each [`PieceTo`] of the opponent.
#[derive(Debug, Clone)]
struct CounterMoves(Box<[Move16; PIECE_TOS]>);

/// Moves one and two plies back; `None` for a null move or before the root.
pub type Previous = [Option<PieceTo>; 2];

/// Pawn history: by the pawns of the position, then the move.
#[derive(Debug, Clone)]
struct PawnHistory(Box<[[Row; 2]; PAWN_STRUCTURES]>);

/// Entries of the pawn history; a power of two.
const PAWN_STRUCTURES: usize = 512;

/// What the history of a quiet move depends on besides the move.
#[derive(Debug, Clone, Copy)]
pub struct QuietContext {
    /// Side to move.
    pub stm: Color,
    /// Previous moves.
    pub previous: Previous,
    /// Hash of the pawns ([`pawn_hash`]).
    pub pawns: u64,
}

impl QuietContext {
    /// Creates the context of a position after these previous moves.
    #[inline(always)]
    pub fn new(position: &Position, previous: Previous) -> Self {
        Self { stm: position.stm(), previous, pawns: pawn_hash(position) }
    }

    fn pawn_structure(self) -> usize {
        (self.pawns >> (64 - PAWN_STRUCTURES.trailing_zeros())) as usize
    }
}

/// Histories of the quiet moves of one node.
#[derive(Debug, Clone, Copy)]
pub struct QuietView<'a> {
    own: &'a Squares,
    pawns: &'a Row,
    after: [&'a Row; 2],
}

impl QuietView<'_> {
    /// Returns the sum of butterfly, pawn and continuation histories of a move.
    #[inline(always)]
    pub fn get(&self, move_info: MoveInfo) -> i32 {
        let index = move_info.piece_to();
        let own = self.own[move_info.move16().squares()].get();
        let [one, two] = self.after;
        own + self.pawns[index].get() + one[index].get() + two[index].get()
    }
}

/// All histories of a search thread.
#[derive(Debug, Clone)]
pub struct Histories {
    quiet: QuietHistory,
    pawns: PawnHistory,
    noisy: NoisyHistory,
    continuation: ContinuationHistory,
    counter_moves: CounterMoves,
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: QuietHistory(boxed([Counter(0); 64 * 64])),
            pawns: PawnHistory(boxed([NO_CONTINUATION; 2])),
            noisy: NoisyHistory(boxed([Counter(0); PIECE_TYPE_NB])),
            continuation: ContinuationHistory(boxed([NO_CONTINUATION; 2])),
            counter_moves: CounterMoves(boxed(Move16::NONE)),
        }
    }
}

impl Histories {
    /// Returns the quiet histories for a context.
    #[inline(always)]
    pub fn quiets(&self, context: QuietContext) -> QuietView<'_> {
        let stm = context.stm as usize;
        QuietView {
            own: &self.quiet.0[stm],
            pawns: &self.pawns.0[context.pawn_structure()][stm],
            after: context
                .previous
                .map(|p| p.map_or(&NO_CONTINUATION, |p| &self.continuation.0[p.index()][stm])),
        }
    }

    /// Returns the history of a noisy move.
    #[inline]
    pub fn noisy(&self, stm: Color, move_info: MoveInfo) -> i32 {
        self.noisy.0[PieceTo::new(stm, move_info).index()][move_info.captured_index()].get()
    }

    /// Returns the counter move of the previous move.
    #[inline]
    pub fn counter_move(&self, previous: Previous) -> Move16 {
        previous[0].map_or(Move16::NONE, |p| self.counter_moves.0[p.index()])
    }

    /// Adds a bonus (or malus) to a quiet move.
    pub fn update_quiet(&mut self, context: QuietContext, move_info: MoveInfo, bonus: i32) {
        let (stm, piece_to) = (context.stm as usize, move_info.piece_to());
        self.quiet.0[stm][move_info.move16().squares()].update(bonus);
        self.pawns.0[context.pawn_structure()][stm][piece_to].update(bonus);
        for p in context.previous.into_iter().flatten() {
            self.continuation.0[p.index()][stm][piece_to].update(bonus);
        }
    }

    /// Adds a bonus to an earlier quiet move of `color` after `previous`: half the bonus for the butterfly history,
    /// because the context proved it right.
    pub fn credit(&mut self, color: Color, previous: Previous, (mv, to): (Move16, PieceTo), bonus: i32) {
        self.quiet.0[color as usize][mv.squares()].update(bonus / 2);
        for p in previous.into_iter().flatten() {
            self.continuation.0[p.index()][color as usize][to.piece_to()].update(bonus);
        }
    }

    /// Adds a bonus (or malus) to a noisy move.
    pub fn update_noisy(&mut self, stm: Color, move_info: MoveInfo, bonus: i32) {
        self.noisy.0[PieceTo::new(stm, move_info).index()][move_info.captured_index()].update(bonus);
    }

    /// Sets the counter move of the previous move.
    pub fn set_counter_move(&mut self, previous: Previous, mv: Move16) {
        if let Some(p) = previous[0] {
            self.counter_moves.0[p.index()] = mv;
        }
    }
}

/// Allocates a zeroed array directly on the heap; it may not fit on the stack.
fn boxed<T: Clone, const N: usize>(element: T) -> Box<[T; N]> {
    let array = vec![element; N].try_into();
    array.unwrap_or_else(|_| unreachable!("the vector has as many elements as the array"))
}
