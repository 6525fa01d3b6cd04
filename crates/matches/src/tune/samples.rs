//! Stores how often each value counts in a position, three bytes each, from the evaluator's own trace.

use std::sync::Arc;

use super::adjustments::{Adjusted, Adjustment};
use super::custom::{Collection, Custom, CustomCounter};
use super::labels::Label;
use super::model::Model;
use super::score_pairs::ScorePairs;
use temperament_engine::board::{Color, Position};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::phase::Blend;
use temperament_engine::eval::sink::Trace;
use temperament_engine::eval::{PsqtAccumulator, S, Weights, trace};

/// Number of folds of games for cross-validation. A block has positions of one of them.
pub const FOLDS: usize = 4;

/// Returns the fold of a group of games.
pub fn fold(group: u32) -> usize {
    group as usize % FOLDS
}

/// Positions per block; a block is also the unit of work of a thread.
pub const BLOCK: usize = 2_048;

/// Maximum count per entry; a larger one is split.
const MAX_COUNT: i32 = i8::MAX as i32;

/// A counted position.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// Index of a value and its count for White minus Black.
    counts: Vec<(u16, i8)>,
    /// King attacks, in bytes.
    attacks: Vec<u8>,
    /// Adjustments of the sums, by index.
    adjustments: Vec<Adjustment>,
    /// Phase: 1 in the middlegame to 0 in the endgame.
    middlegame: f32,
    /// Sum of the values that are not tuned, by stage.
    rest: [f32; 2],
    /// Present if the profile has any of it.
    custom: Option<Custom>,
}

/// Counts positions.
#[derive(Debug)]
pub struct Counter {
    weights: Arc<Weights>,
    /// For each value, true if it is tuned.
    is_tuned: Vec<bool>,
    /// True if any value of the king attack is tuned.
    tunes_attack: bool,
    model: Model,
    custom: Option<CustomCounter>,
}

impl Counter {
    /// Creates a counter for one model. `weights` decide what depends on values other than by sums (a side with
    /// almost no material, endgames by material).
    pub fn new(weights: Arc<Weights>, model: &Model, is_tuned: Vec<bool>) -> Self {
        Self {
            tunes_attack: model.attack_values().any(|index| is_tuned[index]),
            model: model.clone(),
            custom: CustomCounter::new(&weights, &is_tuned),
            is_tuned,
            weights,
        }
    }

    pub fn count(&self, position: &Position) -> Sample {
        let Trace { events } = trace(&self.weights, position);
        let mut counts: Vec<(u16, i32)> = Vec::with_capacity(events.len());
        let mut rest = S::ZERO;
        let mut attacks: Vec<u8> = Vec::new();
        let mut adjustments: Vec<Adjustment> = Vec::new();
        let mut units = [(); 2].map(|()| vec![0_u8; self.model.kinds_of_units()]);
        let mut custom = self.custom.as_ref().map(|counter| (counter, Collection::default()));
        for (color, slot, event) in events {
            if let Some((counter, found)) = &mut custom
                && counter.take(found, color, slot, event)
            {
                continue;
            }
            let sign = if color == Color::White { 1 } else { -1 };
            match event {
                Event::Count { index, n } if self.is_tuned[slot.offset + index] => {
                    // The key table has far fewer values than 65,536.
                    counts.push(((slot.offset + index) as u16, sign * n));
                }
                Event::Count { index, n } => rest += self.weights.value(color, slot, index) * (sign * n),
                Event::Units(n) => {
                    if let Some(at) = self.model.place_of_units(slot) {
                        let sum = &mut units[color as usize][at];
                        *sum = sum.saturating_add(n.clamp(0, 255) as u8);
                    }
                }
                Event::Attack { attackers, .. } if self.tunes_attack => {
                    attacks.extend(self.model.attack_bytes(color, attackers, &units[color as usize]));
                }
                Event::Attack { value, .. } => rest += value * sign,
                // Those that are not tuned count as well: their effect depends on the sum.
                Event::Adjust { index, n } if self.model.adjusts() => adjustments.push(Adjustment {
                    index: (slot.offset + index) as u16,
                    n: n.clamp(-MAX_COUNT, MAX_COUNT) as i8,
                    sign: sign as i8,
                }),
                // Profiles with the others have a counter for them.
                Event::Adjust { .. } | Event::Factor { .. } | Event::Drawn | Event::StageCount { .. } => {}
            }
        }
        let mut rest = [rest.mg() as f32, rest.eg() as f32];
        let custom = custom.map(|(counter, mut found)| {
            counter.add_slopes(&mut found, position);
            rest = [rest[0] + found.rest[0], rest[1] + found.rest[1]];
            found
        });
        if custom.as_ref().is_some_and(|found| found.is_drawn) {
            // Its score is 0, whatever the values.
            return Sample { custom: Some(Custom::default()), ..Sample::default() };
        }
        counts.sort_unstable_by_key(|(index, _)| *index);
        adjustments.sort_unstable_by_key(|adjustment| adjustment.index);
        let blend = blend(&self.weights, position);
        Sample {
            counts: merged(&counts),
            attacks,
            adjustments,
            middlegame: (blend.phase / blend.scale) as f32,
            rest,
            custom: custom.map(Collection::finish),
        }
    }
}

/// Returns the phase of a position; the blended sums do not matter for it.
fn blend(w: &Weights, position: &Position) -> Blend {
    w.phase().explain(position, PsqtAccumulator::default().difference())
}

/// Adds up adjacent counts of equal indices and drops zeros.
fn merged(counts: &[(u16, i32)]) -> Vec<(u16, i8)> {
    let mut merged = Vec::with_capacity(counts.len());
    for same in counts.chunk_by(|a, b| a.0 == b.0) {
        let mut sum: i32 = same.iter().map(|(_, n)| n).sum();
        while sum != 0 {
            let part = sum.clamp(-MAX_COUNT, MAX_COUNT);
            merged.push((same[0].0, part as i8));
            sum -= part;
        }
    }
    merged
}

/// Up to [`BLOCK`] positions, as a structure of arrays.
#[derive(Debug, Default)]
pub struct Block {
    /// Start of the counts of each position, and the end of the last.
    first: Vec<u32>,
    indices: Vec<u16>,
    counts: Vec<i8>,
    /// The same for king attacks.
    first_attack: Vec<u32>,
    attacks: Vec<u8>,
    /// The same for adjustments.
    first_adjustment: Vec<u32>,
    adjustments: Vec<Adjustment>,
    middlegame: Vec<f32>,
    rest: Vec<[f32; 2]>,
    /// One for each position, or none.
    custom: Vec<Custom>,
    /// Group of games of each position: its positions are held out or used for training together.
    pub groups: Vec<u32>,
    labels: Vec<Label>,
    /// Target of each position: the expected points of White, 0 to 1.
    pub targets: Vec<f32>,
}

/// A position of a block.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    indices: &'a [u16],
    counts: &'a [i8],
    attacks: &'a [u8],
    adjustments: &'a [Adjustment],
    middlegame: f32,
    rest: [f32; 2],
    custom: Option<&'a Custom>,
}

/// Evaluation of a position by the model.
#[derive(Debug, Clone, Copy)]
pub struct Evaluation {
    /// The evaluation from White's point of view in the profile's units, unrounded.
    pub score: f32,
    stages: [Adjusted; 2],
}

impl Block {
    /// Adds a position of a group of games.
    pub fn push(&mut self, sample: &Sample, label: Label, group: u32) {
        if self.first.is_empty() {
            self.first.push(0);
            self.first_attack.push(0);
            self.first_adjustment.push(0);
        }
        self.indices.extend(sample.counts.iter().map(|(index, _)| index));
        self.counts.extend(sample.counts.iter().map(|(_, n)| n));
        self.attacks.extend(&sample.attacks);
        self.adjustments.extend(&sample.adjustments);
        // A block has far fewer counts than four thousand million.
        self.first.push(self.indices.len() as u32);
        self.first_attack.push(self.attacks.len() as u32);
        self.first_adjustment.push(self.adjustments.len() as u32);
        self.middlegame.push(sample.middlegame);
        self.rest.push(sample.rest);
        self.custom.extend(sample.custom.clone());
        self.groups.push(group);
        self.labels.push(label);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.middlegame.len()
    }

    /// Returns `true` if it has no positions.
    pub fn is_empty(&self) -> bool {
        self.middlegame.is_empty()
    }

    /// Frees unused capacity.
    pub fn finish(&mut self) {
        self.first.shrink_to_fit();
        self.indices.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.first_attack.shrink_to_fit();
        self.attacks.shrink_to_fit();
        self.first_adjustment.shrink_to_fit();
        self.adjustments.shrink_to_fit();
        self.middlegame.shrink_to_fit();
        self.rest.shrink_to_fit();
        self.custom.shrink_to_fit();
        self.groups.shrink_to_fit();
        self.labels.shrink_to_fit();
    }

    /// Memory of the positions in bytes.
    pub fn bytes(&self) -> usize {
        let each = size_of::<u32>() * 4 + size_of::<f32>() * 4;
        let adjustments = self.adjustments.len() * size_of::<Adjustment>();
        let custom: usize = self.custom.iter().map(Custom::bytes).sum();
        self.len() * each + self.indices.len() * 3 + self.attacks.len() + adjustments + custom
    }

    /// Labels of the positions, until [`Block::set_targets`].
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Converts labels to targets.
    pub fn set_targets(&mut self, target: impl Fn(Label) -> f32) {
        self.targets = std::mem::take(&mut self.labels).into_iter().map(target).collect();
    }

    /// Returns one position.
    #[inline(always)]
    pub fn view(&self, at: usize) -> View<'_> {
        let counts = self.first[at] as usize..self.first[at + 1] as usize;
        let attacks = self.first_attack[at] as usize..self.first_attack[at + 1] as usize;
        let adjustments = self.first_adjustment[at] as usize..self.first_adjustment[at + 1] as usize;
        View {
            indices: &self.indices[counts.clone()],
            counts: &self.counts[counts],
            attacks: &self.attacks[attacks],
            adjustments: &self.adjustments[adjustments],
            middlegame: self.middlegame[at],
            rest: self.rest[at],
            custom: self.custom.get(at),
        }
    }

    /// Calls `met` with each value that counts in a position, possibly more than once.
    pub fn each_value(&self, at: usize, model: &Model, mut met: impl FnMut(usize)) {
        let view = self.view(at);
        view.indices.iter().for_each(|index| met(usize::from(*index)));
        for attack in model.attacks(view.attacks) {
            model.each_value(attack, &mut met);
        }
        for adjustment in view.adjustments {
            met(usize::from(adjustment.index));
        }
        if let Some(custom) = view.custom {
            custom.each_value(met);
        }
    }
}

impl View<'_> {
    /// Evaluates the position.
    #[inline(always)]
    pub fn evaluate(&self, model: &Model, values: &ScorePairs) -> Evaluation {
        let [mut mg, mut eg] = self.rest;
        for (index, n) in self.indices.iter().zip(self.counts) {
            let value = values.get(*index);
            let n = f32::from(*n);
            mg += n * value[0];
            eg += n * value[1];
        }
        for attack in model.attacks(self.attacks) {
            let value = model.attack(attack, values);
            mg += value[0];
            eg += value[1];
        }
        if let Some(custom) = self.custom {
            let sums = custom.sums(values, model.table_start());
            mg += sums[0];
            eg += sums[1];
        }
        let stages = [
            model.adjusted(mg, 0, self.adjustments, values),
            model.adjusted(eg, 1, self.adjustments, values),
        ];
        let shares = self.shares(model);
        let sums = stages.map(|stage| stage.sum);
        let score = match self.custom {
            Some(custom) => custom.score(sums, shares, values, model.table_start()),
            None => sums[0] * shares[0] + sums[1] * shares[1],
        };
        Evaluation { score, stages }
    }

    /// Value of a point of each stage here.
    #[inline(always)]
    fn shares(&self, model: &Model) -> [f32; 2] {
        [self.middlegame, (1.0 - self.middlegame) * model.endgame_share()]
    }

    /// Adds the derivative of the evaluation by each value, times `slope`, to `gradient`.
    #[inline(always)]
    pub fn add_gradient(
        &self,
        model: &Model,
        values: &ScorePairs,
        evaluation: &Evaluation,
        slope: f32,
        gradient: &mut ScorePairs,
    ) {
        let shares = self.shares(model);
        let slopes = match self.custom {
            Some(custom) => {
                let sums = evaluation.stages.map(|stage| stage.sum);
                custom.add_gradient(sums, shares, values, model.table_start(), slope, gradient)
            }
            None => shares.map(|share| slope * share),
        };
        for (stage, adjusted) in evaluation.stages.iter().enumerate() {
            let is_share = |index| model.is_share(index);
            adjusted.add_gradient(stage, self.adjustments, slopes[stage], is_share, gradient);
        }
        let [mg, eg] = [0, 1].map(|stage| slopes[stage] * evaluation.stages[stage].slope);
        for (index, n) in self.indices.iter().zip(self.counts) {
            let n = f32::from(*n);
            let sum = gradient.get_mut(*index);
            sum[0] += n * mg;
            sum[1] += n * eg;
        }
        for attack in model.attacks(self.attacks) {
            model.add_attack_gradient(attack, values, [mg, eg], gradient);
        }
        if let Some(custom) = self.custom {
            custom.add_slope_gradient([mg, eg], gradient);
        }
    }
}
