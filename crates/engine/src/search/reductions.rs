//! Late-move reductions (LMR): moves late in the ordering are searched at reduced depth.

use super::params::{LMR_DEPTH, LMR_SIZE};
use super::tunables::{lmr_base, lmr_divisor, lmr_history_divisor, lmr_noisy_base, lmr_noisy_divisor};

/// Reductions by remaining depth and move number, growing with the logarithm of both.
#[derive(Debug)]
pub struct Reductions {
    quiet: Box<[[u8; LMR_SIZE]; LMR_SIZE]>,
    noisy: Box<[[u8; LMR_SIZE]; LMR_SIZE]>,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { quiet: table(lmr_base(), lmr_divisor()), noisy: table(lmr_noisy_base(), lmr_noisy_divisor()) }
    }
}

/// Both numbers are in hundredths.
fn table(base: i32, divisor: i32) -> Box<[[u8; LMR_SIZE]; LMR_SIZE]> {
    let (base, divisor) = (f64::from(base) / 100.0, f64::from(divisor) / 100.0);
    let mut table = Box::new([[0; LMR_SIZE]; LMR_SIZE]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            *entry = (base + (depth as f64).ln() * (number as f64).ln() / divisor) as u8;
        }
    }
    table
}

impl Reductions {
    /// Returns the reduction by depth (plies) and move number (from 1) alone, in plies.
    #[inline(always)]
    pub fn base(&self, is_quiet: bool, depth: i32, number: i32) -> i32 {
        let table = if is_quiet { &self.quiet } else { &self.noisy };
        let index = |n: i32| (n.max(0) as usize).min(LMR_SIZE - 1);
        i32::from(table[index(depth)][index(number)])
    }
}

/// The inputs of a move's reduction.
#[derive(Debug, Clone, Copy)]
pub struct LateMove {
    /// Remaining depth of the node, in plies.
    pub depth: i32,
    /// Move number in search order, from 1.
    pub number: i32,
    /// True for a quiet move.
    pub is_quiet: bool,
    /// True if it gives check.
    pub gives_check: bool,
    /// True for a killer or counter move.
    pub is_refutation: bool,
    /// Its history (0 for a noisy move).
    pub history: i32,
    /// True for a PV node.
    pub is_pv: bool,
    /// True if the node is expected to fail high.
    pub is_cut_node: bool,
    /// True if the static evaluation has improved since two plies before.
    pub is_improving: bool,
    /// True if the TT move has been extended because it is singular.
    pub is_tt_move_singular: bool,
    /// True if the TT move is noisy.
    pub is_tt_move_noisy: bool,
}

impl LateMove {
    /// Returns the reduction of this move in plies; at least one ply of depth remains.
    #[inline]
    pub fn reduction(&self, reductions: &Reductions) -> i32 {
        if self.depth < LMR_DEPTH || self.number <= 1 + i32::from(self.is_pv) {
            return 0;
        }
        let mut r = reductions.base(self.is_quiet, self.depth, self.number);
        r -= i32::from(self.is_pv) + i32::from(self.is_refutation) + i32::from(self.gives_check);
        r -= i32::from(self.is_tt_move_singular);
        r += i32::from(self.is_cut_node);
        if self.is_quiet {
            r += i32::from(!self.is_improving) + i32::from(self.is_tt_move_noisy);
        }
        r -= self.history / lmr_history_divisor();
        r.clamp(0, self.depth - LMR_DEPTH)
    }
}
