//! Loss and gradient over many positions on several threads. Sums are added in the order of the blocks, so the result
//! does not depend on the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::loss::{Loss, expected};
use super::model::Model;
use super::samples::Block;
use super::score_pairs::ScorePairs;

/// The model and values to compute the loss with.
#[derive(Debug, Clone, Copy)]
pub struct ParallelLoss<'a> {
    /// Evaluation model.
    pub model: &'a Model,
    /// Values of the model.
    pub values: &'a ScorePairs,
    /// Scale from evaluations to expected points, per unit of the profile.
    pub k: f64,
    /// Loss function.
    pub loss: Loss,
    pub threads: usize,
}

impl ParallelLoss<'_> {
    /// Returns the mean loss; 0 without positions.
    pub fn loss(&self, blocks: &[&Block]) -> f64 {
        let sums = self.each(blocks, |block| {
            let costs = (0..block.len()).map(|at| {
                let evaluation = block.view(at).evaluate(self.model, self.values).score;
                f64::from(self.loss.of(self.k as f32, evaluation, block.targets[at]))
            });
            costs.sum::<f64>()
        });
        sums.iter().sum::<f64>() / positions(blocks).max(1) as f64
    }

    /// Returns the loss of each position, by block.
    pub fn losses(&self, blocks: &[&Block]) -> Vec<Vec<f32>> {
        self.each(blocks, |block| {
            let loss = |at| {
                let evaluation = block.view(at).evaluate(self.model, self.values).score;
                self.loss.of(self.k as f32, evaluation, block.targets[at])
            };
            (0..block.len()).map(loss).collect()
        })
    }

    /// Returns the evaluation of each position, by block.
    pub fn evaluations(&self, blocks: &[&Block]) -> Vec<Vec<f32>> {
        self.each(blocks, |block| {
            let evaluate = |at| block.view(at).evaluate(self.model, self.values).score;
            (0..block.len()).map(evaluate).collect()
        })
    }

    /// Returns the mean loss and its gradient by value.
    pub fn gradient(&self, blocks: &[&Block]) -> (f64, Vec<[f64; 2]>) {
        let parts = self.each(blocks, |block| self.gradient_of(block));
        let share = 1.0 / positions(blocks).max(1) as f64;
        let mut gradient = vec![[0.0; 2]; self.values.as_slice().len()];
        let mut cost = 0.0;
        for (part_cost, part) in &parts {
            cost += part_cost;
            for (sum, n) in gradient.iter_mut().zip(part.as_slice()) {
                sum[0] += f64::from(n[0]) * share;
                sum[1] += f64::from(n[1]) * share;
            }
        }
        (cost * share, gradient)
    }

    fn gradient_of(&self, block: &Block) -> (f64, ScorePairs) {
        let mut gradient = ScorePairs::zero(self.values.as_slice().len());
        let mut cost = 0.0;
        let k = self.k as f32;
        for at in 0..block.len() {
            let (view, target) = (block.view(at), block.targets[at]);
            let evaluation = view.evaluate(self.model, self.values);
            let p = expected(k, evaluation.score);
            cost += f64::from(self.loss.of_expected(k * evaluation.score, p, target));
            let slope = self.loss.slope(k, p, target);
            view.add_gradient(self.model, self.values, &evaluation, slope, &mut gradient);
        }
        (cost, gradient)
    }

    /// Maps a function over all blocks in parallel; the results are in order.
    fn each<T: Send>(&self, blocks: &[&Block], of: impl Fn(&Block) -> T + Sync) -> Vec<T> {
        let threads = self.threads.clamp(1, blocks.len().max(1));
        if threads == 1 {
            return blocks.iter().map(|block| of(block)).collect();
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Relaxed);
                match blocks.get(at) {
                    Some(block) => done.push((at, of(block))),
                    None => return done,
                }
            }
        };
        // Starting a thread takes as long as some hundred positions, so this one works too.
        let mut all: Vec<(usize, T)> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for helper in helpers {
                all.extend(helper.join().expect("a walk does not panic"));
            }
            all
        });
        all.sort_by_key(|(at, _)| *at);
        all.into_iter().map(|(_, part)| part).collect()
    }
}

pub fn positions(blocks: &[&Block]) -> usize {
    blocks.iter().map(|block| block.len()).sum()
}
