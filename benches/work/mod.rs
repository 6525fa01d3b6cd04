//! The work that is measured, by time in `speed.rs` and by instructions in `instructions.rs`.

#[path = "../../tests/it/common/everything.rs"]
mod everything;

use std::hint::black_box;
use std::sync::Arc;

use temperament::board::{PackedMove, Position, perft, see};
use temperament::eval::{self, Evaluator, SquareSums, Weights};
use temperament::profile::numbers::numbers;
use temperament::profile::{Format, Library, Origin, Profile, Source};
use temperament::search::tt::TtEntry;
use temperament::search::{Bound, TranspositionTable, bench};
use temperament::tune::{Block, Counter, ELO, Label, Loss, Model, Pass, Variables, Wishes};

/// What a position is told to be worth; points.
const DRAW: f32 = 0.5;

/// A piece of work that can be done again and again.
pub struct Work {
    /// How many nodes, evaluations, positions or probes it is.
    pub items: u64,
    /// Does it. The sum returned means nothing, but keeps the work from being optimised away.
    pub run: Box<dyn FnMut() -> u64>,
}

impl Work {
    fn new(items: usize, run: impl FnMut() -> u64 + 'static) -> Self {
        Self {
            items: items as u64,
            run: Box::new(run),
        }
    }
}

/// The work of a name: what is done, and by which profile if that matters.
///
/// # Panics
/// If there is no such work.
pub fn work(name: &str) -> Work {
    match name.split_once(' ').unwrap_or((name, "")) {
        ("search", profile) => search(profile),
        ("evaluate", profile) => evaluate(profile),
        ("begin", profile) => begin(profile),
        ("evaluate-from-scratch", profile) => evaluate_from_scratch(profile),
        ("generate", _) => generate(),
        ("make", _) => make(),
        ("exchange", _) => exchange(),
        ("probe", _) => probe(),
        ("store", _) => store(),
        ("tune", profile) => tune(profile),
        _ => panic!("there is no work called {name}"),
    }
}

fn weights(name: &str) -> Arc<Weights> {
    Arc::new(loaded(name).compile())
}

fn loaded(name: &str) -> Profile {
    let path = |path: &str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if name == "everything" {
        let source = Source::new("everything.toml", Format::Toml, everything::text());
        let (profile, _) = Library::of(Vec::new())
            .parse(&source, &Origin::Text)
            .unwrap_or_else(|e| panic!("{e:?}"));
        return profile;
    }
    let name = match name {
        "typical" => path(&format!("tests/data/profiles/{name}.toml")),
        "cheops-terms" => path("profiles/library/whole/cheops-terms.toml"),
        shipped => shipped.to_owned(),
    };
    let (profile, _) = Library::of(Vec::new())
        .load(&name)
        .unwrap_or_else(|e| panic!("{e}"));
    profile
}

/// The positions of `temper bench` and what each legal move leads to.
fn positions() -> Vec<Position> {
    bench::positions()
        .flat_map(|p| {
            p.legal_moves()
                .into_iter()
                .map(move |mv| p.after(mv))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whole searches from a fresh start; items are nodes. Deep enough that clearing the table, which valgrind counts
/// byte by byte, is a hundredth of it.
fn search(profile: &str) -> Work {
    const DEPTH: u32 = 9;
    let weights = weights(profile);
    let nodes = bench::bench(Arc::clone(&weights), DEPTH).nodes;
    Work::new(nodes as usize, move || {
        bench::bench(Arc::clone(&weights), DEPTH).nodes
    })
}

/// Evaluation as the search does it: sums of squares are kept, the pawn cache is there but was never asked
/// about these positions if the work is done for the first time.
fn evaluate(profile: &str) -> Work {
    let (weights, positions) = (weights(profile), positions());
    let sums: Vec<SquareSums> = positions.iter().map(|p| SquareSums::new(&weights, p)).collect();
    let mut evaluator = Evaluator::new(weights);
    Work::new(positions.len(), move || {
        let all = positions.iter().zip(&sums);
        all.map(|(p, s)| evaluator.evaluate(black_box(p), s) as u64)
            .fold(0, u64::wrapping_add)
    })
}

/// What it takes to have an evaluator for a profile that has been read.
fn begin(profile: &str) -> Work {
    let profile = loaded(profile);
    Work::new(1, move || {
        let evaluator = Evaluator::new(Arc::new(profile.compile()));
        black_box(&evaluator).weights().id()
    })
}

fn evaluate_from_scratch(profile: &str) -> Work {
    let (weights, positions) = (weights(profile), positions());
    Work::new(positions.len(), move || {
        let all = positions.iter();
        all.map(|p| eval::evaluate(&weights, black_box(p)) as u64)
            .fold(0, u64::wrapping_add)
    })
}

/// Evaluation, loss and gradient of counted positions, as one epoch of `temper tune` has them on one thread.
fn tune(name: &str) -> Work {
    let library = Library::of(Vec::new());
    let (source, origin) = library.source(name).unwrap_or_else(|e| panic!("{e}"));
    let (profile, _) = library
        .parse(&source, &origin)
        .unwrap_or_else(|e| panic!("{e:?}"));
    let numbers = numbers(&source, &profile).expect("the numbers of a shipped profile can be found");
    let variables = Variables::new(&numbers, &profile.values, &Wishes::default())
        .expect("the numbers of a shipped profile can be tuned");
    let weights = Arc::new(profile.compile());
    let model = Model::new(&weights, &variables.touched());
    let counter = Counter::new(weights, &model, variables.touched());
    let mut block = Block::default();
    let positions = positions();
    for position in &positions {
        block.push(&counter.count(position), Label::default());
    }
    block.finish();
    block.set_targets(|_| DRAW);
    let values = variables.values(&variables.start());
    Work::new(positions.len(), move || {
        let pass = Pass {
            model: &model,
            values: &values,
            k: ELO,
            loss: Loss::default(),
            threads: 1,
        };
        pass.gradient(black_box(&[&block])).0.to_bits()
    })
}

fn generate() -> Work {
    let positions = positions();
    Work::new(positions.len(), move || {
        positions
            .iter()
            .map(|p| black_box(p).legal_moves().len() as u64)
            .sum()
    })
}

/// Items are moves made.
fn make() -> Work {
    const DEPTH: u32 = 4;
    let position = Position::startpos();
    let nodes = perft::perft(&position, DEPTH);
    Work::new(nodes as usize, move || perft::perft(black_box(&position), DEPTH))
}

/// Static exchange evaluation of captures and promotions.
fn exchange() -> Work {
    const VALUES: see::PieceValues = [100, 300, 300, 500, 900, 0];
    let captures: Vec<_> = positions()
        .into_iter()
        .flat_map(|p| {
            let noisy: Vec<_> = p
                .legal_moves()
                .into_iter()
                .map(|mv| p.action(mv))
                .filter(|action| action.is_noisy())
                .collect();
            noisy.into_iter().map(move |mv| (p.clone(), mv))
        })
        .collect();
    Work::new(captures.len(), move || {
        captures
            .iter()
            .filter(|(p, action)| see::see_at_least(black_box(p), *action, 0, &VALUES))
            .count() as u64
    })
}

/// Size of the table that is probed and stored to; more than the caches of a processor hold.
const TABLE_MIB: usize = 64;
/// Keys probed and stored. The buckets they fall into are all over the table.
const KEYS: u64 = 100_000;

fn keys() -> impl Iterator<Item = u64> {
    // Multiples of an odd constant near the golden section of 2^64 are spread evenly.
    (0..KEYS).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn entry(key: u64) -> TtEntry {
    let (score, depth) = ((key % 100) as i32, (key % 16) as i32);
    TtEntry::new(PackedMove::NONE, score, Some(0), depth, Bound::Lower)
}

/// Half of the keys are in the table.
fn probe() -> Work {
    let table = TranspositionTable::new(TABLE_MIB).expect("memory for a table");
    keys().step_by(2).for_each(|key| table.store(key, entry(key)));
    Work::new(KEYS as usize, move || {
        keys()
            .filter(|&key| table.probe(black_box(key)).is_some())
            .count() as u64
    })
}

fn store() -> Work {
    let table = TranspositionTable::new(TABLE_MIB).expect("memory for a table");
    Work::new(KEYS as usize, move || {
        keys().for_each(|key| table.store(black_box(key), entry(key)));
        KEYS
    })
}
