//! Staged move picker: yields the most promising moves first and does no work before it is needed, except prefetching
//! the TT entries of the next positions.

use arrayvec::ArrayVec;

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{CheckInfo, MAX_MOVES, Move16, MoveInfo, Piece, Position};

use super::history::{Histories, Previous, QuietContext};
use super::move_list::ScoredMoveList;
use super::prefetch::Prefetch;
use super::threat_bonus::ThreatBonus;

/// Killers and counter move.
pub type Refutations = [Move16; 3];

/// Data that move ordering depends on.
#[derive(Debug, Clone, Copy)]
pub struct OrderingContext<'a> {
    pub position: &'a Position,
    pub histories: &'a Histories,
    /// Check data, if checks get a bonus.
    pub checks: Option<&'a CheckInfo>,
    pub values: &'a PieceValues,
    /// Prefetcher for likely moves.
    pub prefetch: Prefetch<'a>,
}

impl OrderingContext<'_> {
    #[inline(always)]
    fn prefetch(&self, move_info: Option<MoveInfo>) {
        if let Some(move_info) = move_info {
            self.prefetch.prefetch(self.position, move_info);
        }
    }
}

/// Which quiet moves to yield.
#[derive(Debug, Clone, Copy)]
enum Quiets {
    All,
    Checks(CheckInfo),
    None,
}

/// A picked move, packed: the bits of its [`MoveInfo`] lowest, then the safe flag, and its history in the upper half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picked(u64);

impl Picked {
    const SAFE: u64 = 1 << MoveInfo::BITS;

    #[inline(always)]
    fn noisy(move_info: MoveInfo, is_safe: bool) -> Self {
        Self(u64::from(move_info.bits()) | if is_safe { Self::SAFE } else { 0 })
    }

    #[inline(always)]
    fn quiet(move_info: MoveInfo, history: i32) -> Self {
        Self(u64::from(move_info.bits()) | u64::from(history as u32) << 32)
    }

    #[inline(always)]
    pub fn move_info(self) -> MoveInfo {
        MoveInfo::from_bits(self.0 as u32)
    }

    /// Returns its quiet history plus threat bonus; 0 for a noisy move.
    #[inline(always)]
    pub const fn history(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// Returns `true` if SEE >= 0 is already known.
    #[inline(always)]
    pub const fn is_safe(self) -> bool {
        self.0 & Self::SAFE != 0
    }

    /// Creates a picked move after these previous moves.
    fn new(by: &OrderingContext, previous: Previous, move_info: MoveInfo) -> Self {
        if move_info.is_noisy() {
            return Self::noisy(move_info, false);
        }
        let histories = by.histories.quiets(QuietContext::new(by.position, previous));
        Self::quiet(move_info, histories.get(move_info))
    }
}

/// Stage of the picker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PickStage {
    /// TT move, before generating any moves.
    TtMove,
    /// Generate and score the noisy moves.
    GenerateNoisy,
    /// Good noisy moves by MVV and history; moves with SEE < 0 are deferred.
    GoodNoisy,
    /// Killers and counter move.
    Refutations,
    /// Generate and score the quiet moves.
    GenerateQuiets,
    /// Quiet moves by history and threat bonus.
    Quiets,
    /// Bad noisy moves (SEE < 0) and underpromotions.
    BadNoisy,
}

/// Maximum ordering score of a capture; reached only with very unusual piece values.
const MAX_GAIN: i32 = ScoredMoveList::SCORE_BOUND / 2;

/// Staged move picker of one node.
#[derive(Debug)]
pub struct Picker {
    stage: PickStage,
    /// TT move; legal, and not yielded again.
    tt_move: Move16,
    refutations: Refutations,
    /// Previous moves.
    previous: Previous,
    /// Index of the next refutation.
    next_refutation: usize,
    /// Yield only noisy moves, regardless of SEE.
    is_quiescent: bool,
    quiets: Quiets,
    moves: ScoredMoveList,
    /// Deferred bad noisy moves, by index.
    bad: ArrayVec<u16, MAX_MOVES>,
    /// Index of the next bad noisy move.
    next_bad: usize,
}

impl Picker {
    /// Creates a picker of all moves. The refutations need not be legal.
    #[inline(always)]
    pub fn all(refutations: Refutations, previous: Previous) -> Self {
        Self {
            stage: PickStage::TtMove,
            tt_move: Move16::NONE,
            refutations,
            previous,
            next_refutation: 0,
            is_quiescent: false,
            quiets: Quiets::All,
            moves: ScoredMoveList::default(),
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// Creates a picker of captures, promotions to queens, and the TT move if it is noisy. The caller checks whether
    /// they lose material, if it needs to know.
    #[inline(always)]
    pub fn noisy() -> Self {
        Self {
            stage: PickStage::GenerateNoisy,
            is_quiescent: true,
            quiets: Quiets::None,
            ..Self::all([Move16::NONE; 3], [None; 2])
        }
    }

    /// Generates the moves of a noisy picker now instead of with the first `next`.
    #[inline(always)]
    pub fn prepare(&mut self, by: &OrderingContext) {
        self.generate_noisy(by);
        self.stage = PickStage::GoodNoisy;
    }

    /// Yields the TT move first, if it is legal and wanted. Call once, before the first `next`; for noisy moves after
    /// [`Picker::prepare`].
    #[inline(always)]
    pub fn set_tt_move(&mut self, tt_move: Move16, by: &OrderingContext) {
        if self.stage == PickStage::TtMove {
            self.tt_move = tt_move.filter(|mv| by.position.is_legal(mv));
        } else if tt_move.is_some() && self.moves.put_first(tt_move) {
            self.tt_move = tt_move;
            by.prefetch(self.moves.best());
        }
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Skips the remaining quiet moves except checks. Only for pickers whose [`OrderingContext`] has check data.
    pub fn skip_quiets_except_checks(&mut self, checks: &CheckInfo) {
        self.quiets = Quiets::Checks(*checks);
        if self.stage == PickStage::Quiets {
            self.moves.retain_marked();
        }
    }

    pub fn next(&mut self, by: &OrderingContext) -> Option<Picked> {
        if self.stage == PickStage::TtMove {
            self.stage = PickStage::GenerateNoisy;
            if let Some(mv) = self.tt_move.unpack() {
                let move_info = by.position.move_info(mv);
                by.prefetch(Some(move_info));
                return Some(Picked::new(by, self.previous, move_info));
            }
        }
        if self.stage == PickStage::GenerateNoisy {
            self.generate_noisy(by);
            self.stage = PickStage::GoodNoisy;
        }
        if self.stage == PickStage::GoodNoisy {
            if let Some(move_info) = self.next_good_noisy(by) {
                return Some(Picked::noisy(move_info, !self.is_quiescent));
            }
            if self.is_quiescent {
                return None;
            }
            self.stage = PickStage::Refutations;
        }
        if self.stage == PickStage::Refutations {
            if let Some(move_info) = self.next_refutation(by) {
                by.prefetch(Some(move_info));
                return Some(Picked::new(by, self.previous, move_info));
            }
            self.stage = PickStage::GenerateQuiets;
        }
        if self.stage == PickStage::GenerateQuiets {
            self.generate_quiets(by);
            self.stage = PickStage::Quiets;
        }
        if self.stage == PickStage::Quiets {
            if let Some((move_info, history)) = self.next_quiet(by) {
                return Some(Picked::quiet(move_info, history));
            }
            self.stage = PickStage::BadNoisy;
            by.prefetch(self.bad(0));
        }
        let move_info = self.bad(self.next_bad)?;
        self.next_bad += 1;
        by.prefetch(self.bad(self.next_bad));
        Some(Picked::noisy(move_info, false))
    }

    fn next_good_noisy(&mut self, by: &OrderingContext) -> Option<MoveInfo> {
        while let Some((index, _)) = self.moves.take_best() {
            by.prefetch(self.moves.best());
            let move_info = self.moves.moves[index];
            let is_underpromotion = move_info.promotion().is_some_and(|p| p != Piece::Queen);
            let is_last = is_underpromotion && self.tt_move != move_info.move16();
            if !is_last && (self.is_quiescent || see_at_least(by.position, move_info, 0, by.values)) {
                return Some(move_info);
            }
            self.bad.push(index as u16);
        }
        None
    }

    /// Returns a deferred move by index.
    #[inline(always)]
    fn bad(&self, number: usize) -> Option<MoveInfo> {
        self.bad.get(number).map(|&index| self.moves.moves[usize::from(index)])
    }

    fn next_refutation(&mut self, by: &OrderingContext) -> Option<MoveInfo> {
        if !matches!(self.quiets, Quiets::All) {
            // Refutations not yielded yet become ordinary quiet moves.
            self.refutations[self.next_refutation..].fill(Move16::NONE);
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
                let move_info = by.position.move_info(mv);
                if !move_info.is_noisy() {
                    return Some(move_info);
                }
            }
            self.refutations[number] = Move16::NONE;
        }
        None
    }

    /// Returns the next legal quiet move that has not been yielded, with its history.
    fn next_quiet(&mut self, by: &OrderingContext) -> Option<(MoveInfo, i32)> {
        while !matches!(self.quiets, Quiets::None) {
            let (index, history) = self.moves.take_best()?;
            by.prefetch(self.moves.best());
            let move_info = self.moves.moves[index];
            let mv = move_info.move16();
            let is_new = self.tt_move != mv && !self.refutations.contains(&mv);
            if is_new && (move_info.piece() != Piece::King || by.position.is_legal(move_info.mv())) {
                return Some((move_info, history));
            }
        }
        None
    }

    /// Separate from [`Picker::next`], like the quiet moves: one function with both loops runs out of registers.
    #[inline(never)]
    fn generate_noisy(&mut self, by: &OrderingContext) {
        let stm = by.position.stm();
        by.position.noisy_moves(|move_info| self.moves.moves.push(move_info));
        let value = |piece: Option<Piece>| piece.map_or(0, |p| by.values[p as usize]);
        self.moves.score(|move_info| {
            // The victim counts most; history decides between captures of equal victims.
            let gain = 16 * (value(move_info.captured()) + value(move_info.promotion()));
            let score = gain.min(MAX_GAIN) + by.histories.noisy(stm, move_info) / 4;
            (self.tt_move != move_info.move16()).then_some((score, false))
        });
        by.prefetch(self.moves.best());
    }

    #[inline(never)]
    fn generate_quiets(&mut self, by: &OrderingContext) {
        self.moves.begin_stage();
        if matches!(self.quiets, Quiets::None) {
            return;
        }
        let histories = by.histories.quiets(QuietContext::new(by.position, self.previous));
        if let Quiets::Checks(checks) = &self.quiets {
            by.position.quiet_checks(checks, |move_info| self.moves.moves.push(move_info));
            self.moves.score(|move_info| Some((histories.get(move_info), true)));
        } else {
            by.position.quiet_moves(|move_info| self.moves.moves.push(move_info));
            let threats = ThreatBonus::new(by.position, by.checks);
            self.moves.score(|move_info| {
                let (bonus, gives_check) = threats.of(by.position, move_info, by.values);
                Some((histories.get(move_info) + bonus, gives_check))
            });
        }
        by.prefetch(self.moves.best());
    }
}
