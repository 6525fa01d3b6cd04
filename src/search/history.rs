//! What has worked before in this search: counters that order moves and steer reductions.

use crate::board::{Action, Color, KINDS, PackedMove};

use super::params::{HISTORY_BASE, HISTORY_CAP, HISTORY_MAX, HISTORY_STEP};

/// A piece of either colour arriving on a square, as an index below [`PIECE_TOS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceTo(u16);

/// Number of different [`PieceTo`], with gaps: those of White, then those of Black.
const PIECE_TOS: usize = Color::NUM * Action::ARRIVALS;

impl PieceTo {
    /// What a legal move of a side does.
    #[inline(always)]
    pub fn new(stm: Color, action: Action) -> Self {
        Self((stm as usize * Action::ARRIVALS + action.arrival()) as u16)
    }

    /// The index among those of its colour.
    #[inline(always)]
    fn arrival(self) -> usize {
        self.index() % Action::ARRIVALS
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % PIECE_TOS
    }
}

/// One counter. Each update pulls it towards the sign of the bonus, the less the closer it is to its
/// bound, so that it never leaves plus or minus [`HISTORY_MAX`] and forgets what is long ago.
#[derive(Debug, Clone, Copy, Default)]
struct Counter(i16);

impl Counter {
    #[inline(always)]
    fn get(self) -> i32 {
        i32::from(self.0)
    }

    #[inline(always)]
    fn update(&mut self, bonus: i32) {
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The size of an update for a cut at this remaining depth (plies).
pub fn bonus(depth: i32) -> i32 {
    (HISTORY_BASE + HISTORY_STEP * depth).clamp(0, HISTORY_CAP)
}

/// Quiet moves by side, from-square and to-square (butterfly history).
#[derive(Debug, Clone)]
struct QuietHistory(Box<[Squares; 2]>);

/// Counters by [`PackedMove::squares`].
type Squares = [Counter; 64 * 64];

/// Noisy moves by piece and to-square, and captured kind.
#[derive(Debug, Clone)]
struct NoisyHistory(Box<[[Counter; KINDS]; PIECE_TOS]>);

/// Quiet moves as an answer to, or a follow-up of, an earlier move: by the earlier [`PieceTo`], then by
/// their own. One table serves both one and two plies back: whose move the earlier one was tells them apart.
#[derive(Debug, Clone)]
struct ContinuationHistory(Box<[[Row; 2]; PIECE_TOS]>);

/// Counters of one side's moves by [`Action::arrival`].
type Row = [Counter; Action::ARRIVALS];

/// Stands for the row of a move that was not made.
static NO_CONTINUATION: Row = [Counter(0); Action::ARRIVALS];

/// The quiet move that last refuted each enemy [`PieceTo`].
#[derive(Debug, Clone)]
struct CounterMoves(Box<[PackedMove; PIECE_TOS]>);

/// The moves that led to a node, one and two plies back; `None` for a null move or before the root.
pub type Previous = [Option<PieceTo>; 2];

/// The part of the histories that says how well the quiet moves of one node have done.
#[derive(Debug, Clone, Copy)]
pub struct QuietView<'a> {
    own: &'a Squares,
    after: [&'a Row; 2],
}

impl QuietView<'_> {
    /// A move's own history and those after the previous moves, summed.
    #[inline(always)]
    pub fn get(&self, action: Action) -> i32 {
        let index = action.arrival();
        let own = self.own[action.packed().squares()].get();
        let [one, two] = self.after;
        own + one[index].get() + two[index].get()
    }
}

/// All histories of a search thread.
#[derive(Debug, Clone)]
pub struct Histories {
    quiet: QuietHistory,
    noisy: NoisyHistory,
    continuation: ContinuationHistory,
    counter_moves: CounterMoves,
}

impl Default for Histories {
    fn default() -> Self {
        Self {
            quiet: QuietHistory(boxed([Counter(0); 64 * 64])),
            noisy: NoisyHistory(boxed([Counter(0); KINDS])),
            continuation: ContinuationHistory(boxed([NO_CONTINUATION; 2])),
            counter_moves: CounterMoves(boxed(PackedMove::NONE)),
        }
    }
}

impl Histories {
    /// How well quiet moves of the side to move have done, after these previous moves.
    #[inline(always)]
    pub fn quiets(&self, stm: Color, previous: Previous) -> QuietView<'_> {
        QuietView {
            own: &self.quiet.0[stm as usize],
            after: previous.map(|p| {
                p.map_or(&NO_CONTINUATION, |p| {
                    &self.continuation.0[p.index()][stm as usize]
                })
            }),
        }
    }

    /// How well a noisy move has done.
    #[inline]
    pub fn noisy(&self, stm: Color, action: Action) -> i32 {
        self.noisy.0[PieceTo::new(stm, action).index()][action.captured_index()].get()
    }

    /// The quiet move that last refuted the previous one.
    #[inline]
    pub fn counter_move(&self, previous: Previous) -> PackedMove {
        previous[0].map_or(PackedMove::NONE, |p| self.counter_moves.0[p.index()])
    }

    /// Rewards (or, with a negative bonus, punishes) a quiet move.
    pub fn update_quiet(&mut self, stm: Color, previous: Previous, action: Action, bonus: i32) {
        let after = action.arrival();
        self.quiet.0[stm as usize][action.packed().squares()].update(bonus);
        for p in previous.into_iter().flatten() {
            self.continuation.0[p.index()][stm as usize][after].update(bonus);
        }
    }

    /// Rewards a quiet move of the past, played by `color` after `previous`: half the bonus for the move
    /// itself, for it was the situation that proved it right.
    pub fn credit(&mut self, color: Color, previous: Previous, (mv, to): (PackedMove, PieceTo), bonus: i32) {
        self.quiet.0[color as usize][mv.squares()].update(bonus / 2);
        for p in previous.into_iter().flatten() {
            self.continuation.0[p.index()][color as usize][to.arrival()].update(bonus);
        }
    }

    /// Rewards (or, with a negative bonus, punishes) a noisy move.
    pub fn update_noisy(&mut self, stm: Color, action: Action, bonus: i32) {
        self.noisy.0[PieceTo::new(stm, action).index()][action.captured_index()].update(bonus);
    }

    /// Remembers what refuted the previous move.
    pub fn set_counter_move(&mut self, previous: Previous, mv: PackedMove) {
        if let Some(p) = previous[0] {
            self.counter_moves.0[p.index()] = mv;
        }
    }
}

/// An array on the heap that never was on the stack, where it may not have room.
fn boxed<T: Clone, const N: usize>(element: T) -> Box<[T; N]> {
    let array = vec![element; N].try_into();
    array.unwrap_or_else(|_| unreachable!("the vector has as many elements as the array"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{File, Move, Piece, Position, Rank, Square};

    #[test]
    fn counters_approach_their_bound_and_never_pass_it() {
        let mut counter = Counter(0);
        for _ in 0..1000 {
            counter.update(HISTORY_CAP);
        }
        assert!(counter.get() > HISTORY_MAX * 9 / 10 && counter.get() <= HISTORY_MAX);
        for _ in 0..1000 {
            counter.update(-HISTORY_CAP);
        }
        assert!(counter.get() < -HISTORY_MAX * 9 / 10 && counter.get() >= -HISTORY_MAX);
    }

    #[test]
    fn a_reward_after_one_move_does_not_count_fully_after_another() {
        let mut histories = Histories::default();
        let action = Position::startpos().action("g1f3".parse().unwrap());
        let after = |to| {
            let pushed = Move {
                from: Square::new(to, Rank::Seventh),
                to: Square::new(to, Rank::Fifth),
                promotion: None,
            };
            let action = Action::new(pushed, Piece::Pawn, None);
            [Some(PieceTo::new(Color::Black, action)), None]
        };
        histories.update_quiet(Color::White, after(File::E), action, 500);
        let score = |to| histories.quiets(Color::White, after(to)).get(action);
        let (node, elsewhere) = (score(File::E), score(File::D));
        assert_eq!((node, elsewhere), (1000, 500));
    }
}
