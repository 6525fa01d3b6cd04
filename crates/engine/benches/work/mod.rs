//! Workloads shared by `speed.rs` (wall time) and `instructions.rs` (instruction counts).

#[path = "../../tests/it/common/everything.rs"]
mod everything;

use std::hint::black_box;
use std::sync::Arc;

use temperament_engine::board::{Move16, Position, perft, see};
use temperament_engine::eval::{self, Evaluator, PsqtAccumulator, Weights};
use temperament_engine::profile::{Format, Library, Origin, Profile, Source};
use temperament_engine::search::tt::TtEntry;
use temperament_engine::search::{Bound, TranspositionTable, bench};

/// A repeatable workload.
pub struct Work {
    /// Number of nodes, evaluations, positions or probes per run.
    pub items: u64,
    /// Runs the workload. The returned checksum only prevents dead-code elimination.
    pub run: Box<dyn FnMut() -> u64>,
}

impl Work {
    fn new(items: usize, run: impl FnMut() -> u64 + 'static) -> Self {
        Self { items: items as u64, run: Box::new(run) }
    }
}

/// Returns the workload `"KIND"` or `"KIND PROFILE"`.
///
/// # Panics
/// On an unknown kind.
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
        _ => panic!("unknown workload {name}"),
    }
}

fn weights(name: &str) -> Arc<Weights> {
    Arc::new(load(name).compile())
}

fn load(name: &str) -> Profile {
    let path = |path: &str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if name == "everything" {
        let source = Source::new("everything.toml", Format::Toml, everything::text());
        let (profile, _) =
            Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap_or_else(|e| panic!("{e:?}"));
        return profile;
    }
    let name = match name {
        "typical" => path(&format!("tests/data/profiles/{name}.toml")),
        "cheops-terms" => path("../../profiles/library/whole/cheops-terms.toml"),
        shipped => shipped.to_owned(),
    };
    let (profile, _) = Library::of(Vec::new()).load(&name).unwrap_or_else(|e| panic!("{e}"));
    profile
}

/// All positions reached by one legal move from the positions of `temper bench`.
fn positions() -> Vec<Position> {
    bench::positions()
        .flat_map(|p| p.legal_moves().into_iter().map(move |mv| p.after(mv)).collect::<Vec<_>>())
        .collect()
}

/// Whole searches with cleared tables; items are nodes. The depth makes clearing the table, which valgrind counts byte
/// by byte, about one percent of the total.
fn search(profile: &str) -> Work {
    const DEPTH: u32 = 9;
    let weights = weights(profile);
    let nodes = bench::bench(Arc::clone(&weights), DEPTH).nodes;
    Work::new(nodes as usize, move || bench::bench(Arc::clone(&weights), DEPTH).nodes)
}

/// Evaluation as in the search, with PSQT accumulators at hand. The first run starts with an empty pawn cache.
fn evaluate(profile: &str) -> Work {
    let (weights, positions) = (weights(profile), positions());
    let sums: Vec<PsqtAccumulator> = positions.iter().map(|p| PsqtAccumulator::new(&weights, p)).collect();
    let mut evaluator = Evaluator::new(weights);
    Work::new(positions.len(), move || {
        let all = positions.iter().zip(&sums);
        all.map(|(p, s)| evaluator.evaluate(black_box(p), s) as u64).fold(0, u64::wrapping_add)
    })
}

/// Compiles a parsed profile and constructs an evaluator.
fn begin(profile: &str) -> Work {
    let profile = load(profile);
    Work::new(1, move || {
        let evaluator = Evaluator::new(Arc::new(profile.compile()));
        black_box(&evaluator).weights().id()
    })
}

fn evaluate_from_scratch(profile: &str) -> Work {
    let (weights, positions) = (weights(profile), positions());
    Work::new(positions.len(), move || {
        let all = positions.iter();
        all.map(|p| eval::evaluate(&weights, black_box(p)) as u64).fold(0, u64::wrapping_add)
    })
}

fn generate() -> Work {
    let positions = positions();
    Work::new(positions.len(), move || {
        positions.iter().map(|p| black_box(p).legal_moves().len() as u64).sum()
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
                .map(|mv| p.move_info(mv))
                .filter(|action| action.is_noisy())
                .collect();
            noisy.into_iter().map(move |mv| (p.clone(), mv))
        })
        .collect();
    Work::new(captures.len(), move || {
        captures.iter().filter(|(p, action)| see::see_at_least(black_box(p), *action, 0, &VALUES)).count()
            as u64
    })
}

/// Size of the probed transposition table; larger than CPU caches.
const TABLE_MIB: usize = 64;
/// Number of keys probed and stored, spread over the whole table.
const KEYS: u64 = 100_000;

fn keys() -> impl Iterator<Item = u64> {
    // Fibonacci hashing: multiples of 2^64 / golden ratio are evenly distributed.
    (0..KEYS).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn entry(key: u64) -> TtEntry {
    let (score, depth) = ((key % 100) as i32, (key % 16) as i32);
    TtEntry::new(Move16::NONE, score, Some(0), depth, Bound::Lower)
}

/// Half of the keys are in the table.
fn probe() -> Work {
    let table = TranspositionTable::new(TABLE_MIB).expect("memory for the table");
    keys().step_by(2).for_each(|key| table.store(key, entry(key)));
    Work::new(KEYS as usize, move || {
        keys().filter(|&key| table.probe(black_box(key)).is_some()).count() as u64
    })
}

fn store() -> Work {
    let table = TranspositionTable::new(TABLE_MIB).expect("memory for the table");
    Work::new(KEYS as usize, move || {
        keys().for_each(|key| table.store(black_box(key), entry(key)));
        KEYS
    })
}
