//! `cargo bench -p temperament-engine --bench speed -- PART...`: wall time of evaluation per profile, move generation, making
//! moves, static exchange evaluation, the transposition table, evaluator construction and whole searches; only of those
//! whose names contain one of the arguments, if there are any.
//!
//! Compare times only between two builds on one idle machine; tests never depend on them.

mod work;

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

const PARTS: [&str; 27] = [
    "evaluate simplified",
    "evaluate cheops",
    "evaluate fabchess",
    "evaluate otter",
    "evaluate rustic",
    "evaluate rustic4",
    "evaluate temperament",
    "evaluate typical",
    "evaluate cheops-terms",
    "begin fabchess",
    "begin typical",
    "begin cheops-terms",
    "evaluate-from-scratch simplified",
    "evaluate-from-scratch cheops",
    "evaluate-from-scratch fabchess",
    "evaluate-from-scratch otter",
    "evaluate-from-scratch rustic",
    "evaluate-from-scratch rustic4",
    "evaluate-from-scratch temperament",
    "generate",
    "make",
    "exchange",
    "probe",
    "store",
    "search fabchess",
    "search simplified",
    "search temperament",
];

/// Minimum time to repeat a part for.
const SPAN: Duration = Duration::from_millis(500);
/// Minimum number of runs.
const MIN_RUNS: usize = 3;

fn main() {
    // Cargo adds `--bench`.
    let wanted: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    println!("{:36}{:>12}{:>12}{:>14}", "nanoseconds per item", "fastest", "median", "items/s");
    for name in PARTS {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part)) {
            measure(name);
        }
    }
}

/// Prints the fastest and the median run, and the items per second of the median.
fn measure(name: &str) {
    let mut work = work::work(name);
    black_box((work.run)());
    let mut runs = Vec::new();
    let start = Instant::now();
    while runs.len() < MIN_RUNS || start.elapsed() < SPAN {
        let run = Instant::now();
        black_box((work.run)());
        runs.push(run.elapsed().as_nanos() as f64 / work.items as f64);
    }
    runs.sort_by(f64::total_cmp);
    let (fastest, median) = (runs[0], runs[runs.len() / 2]);
    println!("{name:36}{fastest:>12.1}{median:>12.1}{:>14.0}", 1e9 / median);
}
