//! Slopes of the counts of a term by the numbers that it looks up in tables, for tuning.
//!
//! Numbers enter counts through any expression: sums that are divided later, or indices of other tables. A central
//! difference with the interpreter is the slope near their values.

use std::cell::RefCell;

use crate::board::{COLORS, Color, Position};

use super::Program;
use super::interpreter;
use super::tables::Tables;
use super::view::View;

/// A number is changed by this part of it, at least by 1.
const PART: i32 = 8;

/// Change of the count of a value with a number of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountSlope {
    /// The side for which the term counts.
    pub color: Color,
    /// Stage of the count and of the number: 0 (middlegame) or 1.
    pub stage: usize,
    /// Index of the number among those of a stage.
    pub place: usize,
    /// Index of the value.
    pub index: usize,
    /// Change of the count if the number is one larger.
    pub slope: f32,
}

impl Program {
    /// Calls `add` with the slopes of the counts of a term by each number that it looks up in a position, possibly in
    /// parts; both stages have the same if none of its tables differs by stage. `is_meant` selects numbers by their
    /// index among those of a stage.
    pub fn count_slopes(
        &self,
        position: &Position,
        tables: &Tables,
        through_king: bool,
        number: usize,
        is_meant: impl Fn(usize) -> bool,
        mut add: impl FnMut(CountSlope),
    ) {
        let Some(term) = self.terms.get(number) else {
            return;
        };
        let by_stage = term.looks_up_stages(tables);
        let stages: &[usize] = if by_stage { &[0, 1] } else { &[0] };
        let mut changed = tables.clone();
        for color in COLORS {
            for &stage in stages {
                let log = RefCell::new(Vec::new());
                let view = at_stage(View::new(position, tables, color, through_king), stage);
                interpreter::count(term, &view.logging(&log), |_, _| {});
                let mut numbers = log.into_inner();
                numbers.sort_unstable();
                numbers.dedup();
                for at in numbers {
                    let place = at - stage * tables.stage_len();
                    if !is_meant(place) {
                        continue;
                    }
                    let present = tables.number(color, at);
                    let step = (present.abs() / PART).max(1);
                    for step in [-step, step] {
                        changed.set_number(color, at, present + step);
                        let view = at_stage(View::new(position, &changed, color, through_king), stage);
                        interpreter::count(term, &view, |index, n| {
                            let slope = n as f32 / (2 * step) as f32;
                            let same: &[usize] = if by_stage { &[stage] } else { &[0, 1] };
                            same.iter().for_each(|&stage| {
                                add(CountSlope { color, stage, place, index, slope });
                            });
                        });
                    }
                    changed.set_number(color, at, present);
                }
            }
        }
    }
}

fn at_stage(view: View<'_>, stage: usize) -> View<'_> {
    if stage == 0 { view } else { view.in_endgame() }
}
