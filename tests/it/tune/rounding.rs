//! Rounding proceeds in groups, so that the remaining numbers can compensate.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use temperament_engine::eval::evaluate;
use temperament_engine::profile::{Format, Library, Origin, Source};
use temperament_matches::tune::{
    Block, Constraints, Counter, Data, Label, Loss, Model, Occurrences, Search, Settings, Variables, expected,
};

use super::{positions, shipped};

/// Uses a tenth of a pawn as unit, so that rounding is expensive.
const COARSE: &str = "name = \"coarse\"
[phase]
model = \"linear\"
middlegame_from = 24
weights = { knight = 1, bishop = 1, rook = 2, queen = 4 }
[material]
pawn = [10, 10]
knight = [32, 32]
bishop = [33, 33]
rook = [50, 50]
queen = [90, 90]
bishop_pair = [3, 3]
[pawns]
mobility = [1, 1]
isolated = [-1, -1]
[mobility]
knight = { step = 1 }
bishop = { step = 1 }
rook = { step = 1 }
queen = { step = 1 }
";

#[test]
fn rounding_costs_little() {
    let source = Source::new("x.toml", Format::Toml, COARSE);
    let library = Library::of(Vec::new());
    let (profile, _) = library.parse(&source, &Origin::Text).unwrap();
    let numbers = temperament_engine::profile::numbers::literals(&source, &profile);
    let variables = Variables::new(&numbers, &profile.values, &Constraints::default()).unwrap();
    let weights = Arc::new(profile.compile());
    let model = Model::new(&weights, &variables.touched());
    let counter = Counter::new(Arc::clone(&weights), &model, variables.touched());
    let teacher = shipped("fabchess").1.compile();
    let mut data = Data::default();
    for (at, position) in positions().into_iter().enumerate() {
        if at % 100 == 0 {
            data.train.push(Block::default());
        }
        let score = evaluate(&teacher, &position) as f32;
        let label = Label { result: Some(expected(0.004, score)), score: None };
        data.train.last_mut().unwrap().push(&counter.count(&position), label, 0);
    }
    for block in &mut data.train {
        block.set_targets(|label| label.result.unwrap());
    }
    let blocks: Vec<&Block> = data.train.iter().collect();
    let occurrences = Occurrences::new(&data.train, &model, &variables);
    let settings = Settings {
        loss: Loss::Squared,
        rate: 2.0,
        batch: 0,
        epochs: 300,
        patience: 10,
        threads: 1,
        seed: 1,
        pawn: 10.0,
    };
    let search = Search {
        settings: &settings,
        train: &blocks,
        held_out: &[],
        model: &model,
        variables: &variables,
        occurrences: &occurrences.variables,
    };
    let mut state = search.begin(None);
    search.run(&mut state, &|| false, &mut |_| Ok::<_, Infallible>(ControlFlow::Continue(()))).unwrap();
    let loss = |x: &[f64]| search.loss_of(&blocks, x, state.k);
    let simple: Vec<f64> = state.best.iter().map(|x| x.round()).collect();
    let rounded = search.rounded(&state, &|| false);
    assert!(rounded.iter().all(|x| x.fract() == 0.0));
    let (best, simple, grouped) = (loss(&state.best), loss(&simple), loss(&rounded));
    assert!(
        grouped - best < 0.8 * (simple - best),
        "loss: {best} unrounded, {simple} rounded independently, {grouped} rounded in groups"
    );
    let stopped = search.rounded(&state, &|| true);
    assert_eq!(loss(&stopped), simple, "when interrupted, numbers are rounded independently");
    let still = Settings { epochs: 0, ..settings.clone() };
    let search = Search { settings: &still, ..search };
    let untouched = search.rounded(&search.begin(None), &|| false);
    assert_eq!(untouched, variables.start(), "0 epochs change no number");
}
