//! Late-move reductions (LMR): moves late in the ordering are searched at reduced depth.

use super::node_state::{Candidate, NodeState};
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

    /// Returns the reduction of a move in plies; at least one ply of depth remains.
    #[inline]
    pub fn of(&self, state: &NodeState, candidate: &Candidate) -> i32 {
        if state.depth < LMR_DEPTH || candidate.number <= 1 + i32::from(state.is_pv) {
            return 0;
        }
        let mut r = self.base(candidate.is_quiet, state.depth, candidate.number);
        r -= i32::from(state.is_pv);
        r -= i32::from(candidate.is_refutation) + i32::from(candidate.gives_check);
        r -= i32::from(state.singular > 0);
        r += i32::from(state.cut_node);
        if candidate.is_quiet {
            let tt_move_is_noisy = state.tt_move.is_some() && !state.tt_move_is_quiet;
            r += i32::from(!state.improving) + i32::from(tt_move_is_noisy);
        }
        r -= candidate.history / lmr_history_divisor();
        r.clamp(0, state.depth - LMR_DEPTH)
    }
}
