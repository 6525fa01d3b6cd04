//! Number of positions in which each value and each variable occurs: once per position, for either side and any
//! number of entries and stages.

use super::model::Model;
use super::samples::Block;
use super::variables::Variables;

/// Number of positions by value and by variable.
#[derive(Debug, Clone)]
pub struct Occurrences {
    /// For each value of the key table.
    pub values: Vec<u32>,
    /// For each variable.
    pub variables: Vec<u32>,
}

impl Occurrences {
    /// Counts the occurrences in some positions.
    pub fn new<'a>(
        blocks: impl IntoIterator<Item = &'a Block>,
        model: &Model,
        variables: &Variables,
    ) -> Self {
        let variables_of = variables.by_value();
        let mut values = PositionCounter::new(variables_of.len());
        let mut of_variables = PositionCounter::new(variables.all.len());
        for block in blocks {
            for at in 0..block.len() {
                values.next();
                of_variables.next();
                block.each_value(at, model, |value| {
                    if values.add(value) {
                        for variable in &variables_of[value] {
                            of_variables.add(*variable);
                        }
                    }
                });
            }
        }
        Self { values: values.counts, variables: of_variables.counts }
    }
}

/// Counts things once per position.
struct PositionCounter {
    counts: Vec<u32>,
    /// The last position in which each was counted.
    last: Vec<usize>,
    /// The current position, from 1.
    now: usize,
}

impl PositionCounter {
    fn new(things: usize) -> Self {
        Self { counts: vec![0; things], last: vec![0; things], now: 0 }
    }

    fn next(&mut self) {
        self.now += 1;
    }

    /// Counts a thing; returns `true` if it is the first time in this position.
    fn add(&mut self, thing: usize) -> bool {
        let is_new = self.last[thing] != self.now;
        if is_new {
            self.last[thing] = self.now;
            self.counts[thing] = self.counts[thing].saturating_add(1);
        }
        is_new
    }
}
