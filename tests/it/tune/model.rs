//! The tuning model: counts times weights equal the evaluation, and the gradient equals finite differences.

use std::collections::HashSet;
use std::sync::Arc;

use super::{all, positions, shipped};
use temperament_engine::board::{Color, Position};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::Entry;
use temperament_engine::eval::{S, Weights, evaluate, scaling, trace};
use temperament_engine::profile::numbers::Literal;
use temperament_engine::profile::{Format, Library, Origin, Profile, Source};
use temperament_matches::tune::{
    Block, Constraints, Counter, Label, Loss, Model, ParallelLoss, Pattern, Variables,
};

fn block(profile: &Profile, model: &Model, variables: &Variables, positions: &[Position]) -> Block {
    let counter = Counter::new(Arc::new(profile.compile()), model, variables.touched());
    let mut block = Block::default();
    for (at, position) in positions.iter().enumerate() {
        let label = Label { result: Some((at % 3) as f32 / 2.0), score: None };
        block.push(&counter.count(position), label, 0);
    }
    block.set_targets(|label| label.result.unwrap());
    block
}

/// Upper bound of the rounding that only the evaluator does: of the result, of the divided endgame sum, of the weighted
/// king attack of each side, of a scaled lead, which may double it, and after each factor of the profile.
fn max_rounding(profile: &Profile) -> f64 {
    let weights = profile.compile();
    let divided = weights.phase().endgame_divisor() != 1.0;
    let attacks = if has_attacker_weight(profile) { 2.0 } else { 0.0 };
    let sums = if has_scaling(&weights) { 2.0 * attacks + 1.0 } else { attacks };
    let is_factor = |entry: &&Entry| entry.section.name == "factor";
    let factors = profile.values.custom_entries().iter().filter(is_factor).count() as f64;
    1.0 + if divided { 1.0 } else { 0.0 } + sums + factors + 0.01
}

/// Whether a profile has scaling terms.
fn has_scaling(weights: &Weights) -> bool {
    weights.active().meets(scaling::TERMS)
}

fn has_attacker_weight(profile: &Profile) -> bool {
    profile.given("king_attack.attacker_weight").is_some()
}

/// Whether rounding of the king attacks may decide which side is ahead.
fn is_rounding_critical(weights: &Weights, position: &Position) -> bool {
    let mut sum = S::ZERO;
    for (color, slot, event) in trace(weights, position).events {
        let value = match event {
            Event::Count { index, n } => weights.value(color, slot, index) * n,
            Event::Attack { value, .. } => value,
            _ => S::ZERO,
        };
        sum += value * if color == Color::White { 1 } else { -1 };
    }
    sum.mg().abs() < 2 || sum.eg().abs() < 2
}

#[test]
fn counts_times_weights_are_the_evaluation() {
    let positions = positions();
    for (name, profile, numbers) in all() {
        let weights = profile.compile();
        let may_be_critical = has_scaling(&weights) && has_attacker_weight(&profile);
        let positions: Vec<Position> = positions
            .iter()
            .filter(|position| !may_be_critical || !is_rounding_critical(&weights, position))
            .cloned()
            .collect();
        assert!(positions.len() > 500, "{name}: {}", positions.len());
        let exact: Vec<f64> = positions.iter().map(|p| f64::from(evaluate(&weights, p))).collect();
        let max_rounding = max_rounding(&profile);
        // Tune everything, then nothing, then a part.
        let some = Pattern::new("king_attack.*knight", &[]).unwrap();
        for constraints in [
            Constraints::default(),
            Constraints {
                freeze: vec![Pattern::new("*", profile.values.custom_entries()).unwrap()],
                ..Constraints::default()
            },
            Constraints {
                only: vec![some, Pattern::new("material.mg", &[]).unwrap()],
                ..Constraints::default()
            },
        ] {
            let variables = Variables::new(&numbers, &profile.values, &constraints).unwrap();
            let model = Model::new(&weights, &variables.touched());
            let block = block(&profile, &model, &variables, &positions);
            let values = variables.values(&variables.start());
            for (at, position) in positions.iter().enumerate() {
                let modelled = f64::from(block.view(at).evaluate(&model, &values).score);
                let exact = exact[at];
                let distance = (modelled - exact).abs();
                assert!(distance < max_rounding, "{name}: {modelled} {exact} {}", position.fen(false));
            }
        }
    }
}

/// Values moved a little. Units move by an amount that keeps sums of up to eighty of them away from the corners of the
/// safety table.
fn moved(variables: &Variables, numbers: &[Literal]) -> Vec<f64> {
    let part = |at: usize| {
        if is_unit(&numbers[variables.all[at].numbers[0]]) {
            0.011
        } else {
            0.13 + (at * 37 % 101) as f64 / 150.0
        }
    };
    let start = variables.start();
    start.iter().enumerate().map(|(at, x)| x + part(at)).collect()
}

fn is_unit(number: &Literal) -> bool {
    number.key.contains("units")
}

/// A model and the point at which to check its gradient.
struct Near<'a> {
    model: &'a Model,
    variables: &'a Variables,
    x: &'a [f64],
}

/// Evaluations of a block with one variable moved by `step` in both directions.
struct Differences {
    before: Vec<f32>,
    after: Vec<f32>,
    step: f64,
}

const K: f32 = 0.004;

impl Near<'_> {
    fn gradient(&self, block: &Block, loss: Loss) -> Vec<f64> {
        let values = self.variables.values(self.x);
        let pass = ParallelLoss { model: self.model, values: &values, k: K.into(), loss, threads: 1 };
        self.variables.gradient(&pass.gradient(&[block]).1, self.x, 100.0)
    }

    /// Evaluations at a point.
    fn evaluations(&self, block: &Block, x: &[f64]) -> Vec<f32> {
        let values = self.variables.values(x);
        let loss = Loss::Squared;
        let pass = ParallelLoss { model: self.model, values: &values, k: K.into(), loss, threads: 1 };
        pass.evaluations(&[block]).concat()
    }

    fn differences(&self, block: &Block, variable: usize, step: f64) -> Differences {
        let moved = |step: f64| {
            let mut x = self.x.to_vec();
            x[variable] += step;
            self.evaluations(block, &x)
        };
        Differences { before: moved(-step), after: moved(step), step }
    }
}

impl Differences {
    /// Positions whose evaluation has a corner nearby, so that differences do not approximate the derivative.
    fn corners(&self, here: &[f32]) -> Vec<usize> {
        let bend = |at: &usize| (self.before[*at] + self.after[*at] - 2.0 * here[*at]).abs();
        (0..here.len()).filter(|at| bend(at) > 2e-3).collect()
    }

    /// Derivative of the mean loss.
    fn slope(&self, block: &Block, loss: Loss) -> f64 {
        let cost = |evaluations: &[f32]| {
            let each = evaluations.iter().zip(&block.targets);
            each.map(|(score, target)| f64::from(loss.of(K, *score, *target))).sum::<f64>()
        };
        (cost(&self.after) - cost(&self.before)) / (2.0 * self.step * block.len() as f64)
    }
}

/// Compares the gradient of each number of a profile with finite differences. At least `least_keys` keys must have a
/// non-zero gradient.
fn check_gradient(name: &str, least_keys: usize) {
    let positions: Vec<_> = positions().into_iter().step_by(7).collect();
    let (_, profile, numbers) = all().into_iter().find(|(of, ..)| *of == name).unwrap();
    let weights = profile.compile();
    let variables = Variables::new(&numbers, &profile.values, &Constraints::default()).unwrap();
    let model = Model::new(&weights, &variables.touched());
    let whole = block(&profile, &model, &variables, &positions);
    let x = moved(&variables, &numbers);
    let near = Near { model: &model, variables: &variables, x: &x };
    let here = near.evaluations(&whole, &x);
    let losses = [Loss::Squared, Loss::CrossEntropy];
    let gradients = losses.map(|loss| near.gradient(&whole, loss));
    let mut counted = losses.map(|_| HashSet::new());
    for (at, variable) in variables.all.iter().enumerate() {
        let number = &numbers[variable.numbers[0]];
        let key = &number.key;
        let is_unit = is_unit(number);
        let (step, noise) = if is_unit { (0.004, 1e-6) } else { (0.04, 2e-7) };
        let of_all = near.differences(&whole, at, step);
        let corners = of_all.corners(&here);
        assert!(corners.len() * 20 < positions.len(), "{name}: {key}: {corners:?}");
        let without_corners = (!corners.is_empty()).then(|| {
            let others = positions.iter().enumerate();
            let others: Vec<Position> = others
                .filter(|(at, _)| !corners.contains(at))
                .map(|(_, position)| position.clone())
                .collect();
            let others = block(&profile, &model, &variables, &others);
            let differences = near.differences(&others, at, step);
            (others, differences)
        });
        for (which, loss) in losses.into_iter().enumerate() {
            // Units need small steps, for which the cross-entropy in single precision is too coarse. The loss is a factor
            // common to all keys.
            if is_unit && loss == Loss::CrossEntropy {
                continue;
            }
            let (numeric, exact) = match &without_corners {
                Some((others, differences)) => {
                    (differences.slope(others, loss), near.gradient(others, loss)[at])
                }
                None => (of_all.slope(&whole, loss), gradients[which][at]),
            };
            let distance = (exact - numeric).abs();
            assert!(distance < noise + 0.02 * numeric.abs(), "{name}: {key}, number {at}: {exact} {numeric}");
            if exact != 0.0 {
                counted[which].insert(key.clone());
            }
        }
    }
    for counted in counted {
        assert!(counted.len() >= least_keys, "{name}: {} keys", counted.len());
    }
}

#[test]
fn the_gradient_of_every_number_is_that_of_finite_differences() {
    for (name, least_keys) in [("simplified", 6), ("cheops", 20), ("otter", 6), ("rustic", 6), ("rustic4", 6)]
    {
        check_gradient(name, least_keys);
    }
}

#[test]
fn the_gradient_of_every_number_of_fabchess_is_that_of_finite_differences() {
    check_gradient("fabchess", 45);
}

#[test]
fn the_gradient_of_every_number_of_everything_is_that_of_finite_differences() {
    check_gradient("everything", 150);
}

#[test]
fn the_gradient_of_every_number_is_that_of_finite_differences_without_a_cut_off() {
    check_gradient("everything whole", 150);
}

#[test]
fn the_gradient_of_every_table_and_factor_is_that_of_finite_differences() {
    check_gradient("custom steps", 20);
}

/// Numbers, profile and variables of a TOML text.
fn variables_of(text: &str, constraints: &Constraints) -> (Vec<Literal>, Profile, Variables) {
    let library = Library::of(Vec::new());
    let source = Source::new("x.toml", Format::Toml, text);
    let (profile, _) = library.parse(&source, &Origin::Text).unwrap();
    let numbers = temperament_engine::profile::numbers::literals(&source, &profile);
    let variables = Variables::new(&numbers, &profile.values, constraints).unwrap();
    (numbers, profile, variables)
}

const TEXT: &str = "name = \"own\"
[phase]
model = \"linear\"
middlegame_from = 24
weights = { knight = 1, bishop = 1, rook = 2, queen = 4 }
[material]
pawn = [90, 110]
knight = 300
[mobility]
rook = { start = [-10, 5], step = 3 }
knight.eg = [0, 4, 8, 7, 20, 21, 22, 23, 24]
[pawns]
isolated = [-1, -2, -3, -4]
[scale]
mobility = 1.5
material.knight = { eg = 0 }
";

#[test]
fn a_number_affects_all_its_entries() {
    let (numbers, profile, variables) = variables_of(TEXT, &Constraints::default());
    let of = |key: &str| -> Vec<usize> {
        let of_key = numbers.iter().filter(|number| number.key == key);
        of_key.map(|number| number.effects.len()).collect()
    };
    assert_eq!(of("material.pawn"), [1, 1]);
    assert_eq!(of("material.knight"), [1], "the factor of the endgame is 0");
    // Middlegame start, endgame start, and one step for both.
    assert_eq!(of("mobility.rook"), [15, 15, 28]);
    assert_eq!(of("pawns.isolated"), [4; 4], "two files, middlegame and endgame");
    let step = numbers.iter().filter(|n| n.key == "mobility.rook").nth(2).unwrap();
    assert!(step.effects.iter().any(|effect| effect.factor == 14.0 * 1.5));
    let start = variables.values(&variables.start());
    for (modelled, exact) in start.as_slice().iter().zip(&profile.values.scores) {
        assert_eq!(*modelled, exact.map(|n| n as f32));
    }
}

#[test]
fn constraints_are_applied() {
    let pattern = |text: &str| Pattern::new(text, &[]).unwrap();
    let constraints = Constraints {
        freeze: vec![pattern("material.knight")],
        tie: vec![vec![pattern("material.pawn.mg"), pattern("material.pawn.eg")]],
        monotone: vec![pattern("mobility")],
        anchors: vec![(None, 0.5), (Some(pattern("pawns")), 0.0)],
        ..Constraints::default()
    };
    let (numbers, profile, variables) = variables_of(TEXT, &constraints);
    let at = |key: &str| {
        let is_of = |variable: &temperament_matches::tune::Variable| numbers[variable.numbers[0]].key == key;
        variables.all.iter().position(is_of)
    };
    assert_eq!(at("material.knight"), None);
    let pawn = at("material.pawn").unwrap();
    assert_eq!((variables.all[pawn].numbers.len(), variables.all[pawn].start), (2, 100.0));
    assert_eq!(variables.all[pawn].anchor, Some(0.5));
    assert_eq!(variables.all[at("pawns.isolated").unwrap()].anchor, Some(0.0));
    let mut x = variables.start();
    let rook = at("mobility.rook").unwrap();
    x[rook + 2] = -7.0;
    x[pawn] = 1e9;
    let occurrences = vec![1; x.len()];
    variables.project(&mut x, &occurrences);
    assert_eq!(x[rook + 2], 0.0, "monotone: the step must not be negative");
    assert_eq!(x[pawn], 30_000.0);
    let knight = at("mobility.knight").unwrap();
    assert_eq!(x[knight + 2..knight + 4], [7.5, 7.5]);
    let tied = Constraints {
        tie: vec![vec![pattern("material.pawn"), pattern("mobility.rook")]],
        ..Constraints::default()
    };
    let error = Variables::new(&numbers, &profile.values, &tied).unwrap_err();
    assert!(error.contains("2 numbers") && error.contains("and 3 for"), "{error}");
    assert!(Pattern::new("mobility.rok", &[]).unwrap_err().contains("mobility.rook"));
}

#[test]
fn mirrored_tables_stay_mirrored() {
    let (_, profile, numbers) = shipped("fabchess");
    let constraints = Constraints {
        only: vec![Pattern::new("psqt", &[]).unwrap()],
        mirror: vec![Pattern::new("psqt", &[]).unwrap()],
        ..Constraints::default()
    };
    let variables = Variables::new(&numbers, &profile.values, &constraints).unwrap();
    assert_eq!(variables.all.len(), 6 * 2 * 32);
    assert!(variables.all.iter().all(|variable| variable.numbers.len() == 2));
    let values = variables.values(&variables.start());
    let knight = temperament_engine::eval::keys::slot("psqt.knight").offset as u16;
    assert_eq!(values.get(knight + 1), values.get(knight + 6));
}

#[test]
fn king_attack_units_have_a_smaller_learning_rate() {
    let (_, profile, numbers) = shipped("fabchess");
    let variables = Variables::new(&numbers, &profile.values, &Constraints::default()).unwrap();
    let lr_scale = |key: &str| {
        let is_of = |variable: &&temperament_matches::tune::Variable| numbers[variable.numbers[0]].key == key;
        variables.all.iter().find(is_of).unwrap().lr_scale
    };
    // The safety table rises by 500 and 501 over 99 units.
    let unit = lr_scale("king_attack.units_per_square.knight");
    assert!((1.0 / unit - 500.5 / 99.0).abs() < 0.1, "{unit}");
    assert_eq!(lr_scale("king_attack.safety_table"), 1.0);
    assert_eq!(lr_scale("material.pawn"), 1.0);
}
