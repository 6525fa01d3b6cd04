//! The move picker: moves one at a time, the most promising first, doing no work before it is needed, except that the
//! memory is asked for what the table knows about the positions that come next.

use arrayvec::ArrayVec;

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{Action, CheckSquares, MAX_MOVES, PackedMove, Piece, Position};

use super::history::{Histories, Previous};
use super::move_list::MoveList;
use super::prefetch::Prefetch;
use super::threat_bonus::ThreatBonus;

/// Quiet moves that cut in sister nodes, or after the same previous move.
pub type Refutations = [PackedMove; 3];

/// What the order of moves depends on.
#[derive(Debug, Clone, Copy)]
pub struct Ordering<'a> {
    /// The position.
    pub position: &'a Position,
    /// The histories of the search.
    pub histories: &'a Histories,
    /// From where moves give check, if checks are to come early.
    pub checks: Option<&'a CheckSquares>,
    /// What the pieces are worth.
    pub values: &'a PieceValues,
    /// Who is told which moves will probably be made soon.
    pub prefetch: Prefetch<'a>,
}

impl Ordering<'_> {
    #[inline(always)]
    fn prefetch(&self, action: Option<Action>) {
        if let Some(action) = action {
            self.prefetch.prefetch(self.position, action);
        }
    }
}

/// Which quiet moves are wanted.
#[derive(Debug, Clone, Copy)]
enum Quiets {
    All,
    Checks(CheckSquares),
    None,
}

/// A move that the picker yields, in one number for the same reason as an [`Action`]: lowest its bits, then whether it
/// is safe, in the upper half its history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picked(u64);

impl Picked {
    const SAFE: u64 = 1 << Action::BITS;

    #[inline(always)]
    fn noisy(action: Action, is_safe: bool) -> Self {
        Self(u64::from(action.bits()) | if is_safe { Self::SAFE } else { 0 })
    }

    #[inline(always)]
    fn quiet(action: Action, history: i32) -> Self {
        Self(u64::from(action.bits()) | u64::from(history as u32) << 32)
    }

    /// The move and what it does.
    #[inline(always)]
    pub fn action(self) -> Action {
        Action::from_bits(self.0 as u32)
    }

    /// Its quiet history and first impression when it was generated; 0 for a noisy move.
    #[inline(always)]
    pub const fn history(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// Whether it is known to lose nothing by SEE.
    #[inline(always)]
    pub const fn is_safe(self) -> bool {
        self.0 & Self::SAFE != 0
    }

    /// Any legal move, after these previous ones.
    fn new(by: &Ordering, previous: Previous, action: Action) -> Self {
        if action.is_noisy() {
            return Self::noisy(action, false);
        }
        let histories = by.histories.quiets(by.position.stm(), previous);
        Self::quiet(action, histories.get(action))
    }
}

/// Where the picker is. Each stage goes on to the next when it has no more moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The move of the transposition table, before anything is generated.
    TtMove,
    /// Generate and score the noisy moves.
    GenerateNoisy,
    /// Noisy moves, the best victim first; those that lose by SEE are put off.
    GoodNoisy,
    /// Killers and the counter move.
    Refutations,
    /// Generate and score the quiet moves.
    GenerateQuiets,
    /// Quiet moves by history and first impression.
    Quiets,
    /// Noisy moves that lose material, and promotions to less than a queen.
    BadNoisy,
}

/// The most that a capture counts when moves are ordered; only a profile with most unusual values has it.
const MAX_GAIN: i32 = MoveList::SCORE_BOUND / 2;

/// Yields the legal moves of one node.
#[derive(Debug)]
pub struct Picker {
    stage: Stage,
    /// The move of the transposition table; legal, and if all moves are wanted not among those generated.
    tt_move: PackedMove,
    refutations: Refutations,
    /// The moves that led here.
    previous: Previous,
    /// Number of the refutation to be tried next.
    next_refutation: usize,
    /// Only noisy moves are wanted, whatever they lose.
    is_quiescent: bool,
    quiets: Quiets,
    moves: MoveList,
    /// Noisy moves put off, by index.
    bad: ArrayVec<u16, MAX_MOVES>,
    /// Number of the bad move to be yielded next.
    next_bad: usize,
}

impl Picker {
    /// All moves after the previous ones. The refutations need not be legal here.
    #[inline(always)]
    pub fn all(refutations: Refutations, previous: Previous) -> Self {
        Self {
            stage: Stage::TtMove,
            tt_move: PackedMove::NONE,
            refutations,
            previous,
            next_refutation: 0,
            is_quiescent: false,
            quiets: Quiets::All,
            moves: MoveList::default(),
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// Only captures and promotions to queens, and the table's move if it is noisy. Whether they lose material is left
    /// for the caller to see: it may not want to know.
    #[inline(always)]
    pub fn noisy() -> Self {
        Self {
            stage: Stage::GenerateNoisy,
            is_quiescent: true,
            quiets: Quiets::None,
            ..Self::all([PackedMove::NONE; 3], [None; 2])
        }
    }

    /// For a picker of noisy moves: generates them now instead of when the first is asked for.
    #[inline(always)]
    pub fn prepare(&mut self, by: &Ordering) {
        self.generate_noisy(by);
        self.stage = Stage::GoodNoisy;
    }

    /// The move of the table comes first, if it is legal here and wanted. To be called once, before the first move is
    /// asked for; for noisy moves after [`Picker::prepare`].
    #[inline(always)]
    pub fn begin_with(&mut self, tt_move: PackedMove, by: &Ordering) {
        if self.stage == Stage::TtMove {
            self.tt_move = tt_move.filter(|mv| by.position.is_legal(mv));
        } else if tt_move.is_some() && self.moves.put_first(tt_move) {
            self.tt_move = tt_move;
            by.prefetch(self.moves.best());
        }
    }

    /// No more quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// No more quiet moves from now on but those that give check. For pickers whose [`Ordering`] knows the checks.
    pub fn skip_all_but_checks(&mut self, checks: &CheckSquares) {
        self.quiets = Quiets::Checks(*checks);
        if self.stage == Stage::Quiets {
            self.moves.retain_marked();
        }
    }

    /// The next move.
    pub fn next(&mut self, by: &Ordering) -> Option<Picked> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::GenerateNoisy;
            if let Some(mv) = self.tt_move.unpack() {
                let action = by.position.action(mv);
                by.prefetch(Some(action));
                return Some(Picked::new(by, self.previous, action));
            }
        }
        if self.stage == Stage::GenerateNoisy {
            self.generate_noisy(by);
            self.stage = Stage::GoodNoisy;
        }
        if self.stage == Stage::GoodNoisy {
            if let Some(action) = self.next_good_noisy(by) {
                return Some(Picked::noisy(action, !self.is_quiescent));
            }
            if self.is_quiescent {
                return None;
            }
            self.stage = Stage::Refutations;
        }
        if self.stage == Stage::Refutations {
            if let Some(action) = self.next_refutation(by) {
                by.prefetch(Some(action));
                return Some(Picked::new(by, self.previous, action));
            }
            self.stage = Stage::GenerateQuiets;
        }
        if self.stage == Stage::GenerateQuiets {
            self.generate_quiets(by);
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            if let Some((action, history)) = self.next_quiet(by) {
                return Some(Picked::quiet(action, history));
            }
            self.stage = Stage::BadNoisy;
            by.prefetch(self.bad(0));
        }
        let action = self.bad(self.next_bad)?;
        self.next_bad += 1;
        by.prefetch(self.bad(self.next_bad));
        Some(Picked::noisy(action, false))
    }

    fn next_good_noisy(&mut self, by: &Ordering) -> Option<Action> {
        while let Some((index, _)) = self.moves.take_best() {
            by.prefetch(self.moves.best());
            let action = self.moves.actions[index];
            let is_underpromotion = action.promotion().is_some_and(|p| p != Piece::Queen);
            let is_last = is_underpromotion && self.tt_move != action.packed();
            if !is_last && (self.is_quiescent || see_at_least(by.position, action, 0, by.values)) {
                return Some(action);
            }
            self.bad.push(index as u16);
        }
        None
    }

    /// A move that was put off, by number.
    #[inline(always)]
    fn bad(&self, number: usize) -> Option<Action> {
        self.bad
            .get(number)
            .map(|&index| self.moves.actions[usize::from(index)])
    }

    fn next_refutation(&mut self, by: &Ordering) -> Option<Action> {
        if !matches!(self.quiets, Quiets::All) {
            // Those not yielded yet are quiet moves like any others.
            self.refutations[self.next_refutation..].fill(PackedMove::NONE);
            return None;
        }
        while let Some(&refutation) = self.refutations.get(self.next_refutation) {
            let number = self.next_refutation;
            self.next_refutation += 1;
            let Some(mv) = refutation.unpack() else {
                continue;
            };
            let is_new = !self.refutations[..number].contains(&refutation) && self.tt_move != refutation;
            if is_new && by.position.is_legal(mv) {
                let action = by.position.action(mv);
                if !action.is_noisy() {
                    return Some(action);
                }
            }
            self.refutations[number] = PackedMove::NONE;
        }
        None
    }

    /// The next quiet move that is legal and was not yielded in an earlier stage, with its history.
    fn next_quiet(&mut self, by: &Ordering) -> Option<(Action, i32)> {
        while !matches!(self.quiets, Quiets::None) {
            let (index, history) = self.moves.take_best()?;
            by.prefetch(self.moves.best());
            let action = self.moves.actions[index];
            let mv = action.packed();
            let is_new = self.tt_move != mv && !self.refutations.contains(&mv);
            if is_new && (action.piece() != Piece::King || by.position.is_legal(action.mv())) {
                return Some((action, history));
            }
        }
        None
    }

    /// Apart from [`Picker::next`], like the quiet moves: one function with both loops runs out of registers.
    #[inline(never)]
    fn generate_noisy(&mut self, by: &Ordering) {
        let stm = by.position.stm();
        by.position.noisy_moves(|action| self.moves.actions.push(action));
        let value = |piece: Option<Piece>| piece.map_or(0, |p| by.values[p as usize]);
        self.moves.score(|action| {
            // The victim counts most; history decides between captures of like victims.
            let gain = 16 * (value(action.captured()) + value(action.promotion()));
            let score = gain.min(MAX_GAIN) + by.histories.noisy(stm, action) / 4;
            (self.tt_move != action.packed()).then_some((score, false))
        });
        by.prefetch(self.moves.best());
    }

    #[inline(never)]
    fn generate_quiets(&mut self, by: &Ordering) {
        self.moves.begin_stage();
        if matches!(self.quiets, Quiets::None) {
            return;
        }
        let histories = by.histories.quiets(by.position.stm(), self.previous);
        if let Quiets::Checks(checks) = &self.quiets {
            by.position
                .quiet_checks(checks, |action| self.moves.actions.push(action));
            self.moves.score(|action| Some((histories.get(action), true)));
        } else {
            by.position.quiet_moves(|action| self.moves.actions.push(action));
            let impression = ThreatBonus::new(by.position, by.checks);
            self.moves.score(|action| {
                let (first, gives_check) = impression.of(by.position, action, by.values);
                Some((histories.get(action) + first, gives_check))
            });
        }
        by.prefetch(self.moves.best());
    }
}

#[cfg(test)]
#[path = "picker_tests.rs"]
mod tests;
