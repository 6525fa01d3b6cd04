//! `cargo bench -p temperament-engine --bench speed`: wall time of evaluation per profile, move generation, making moves,
//! static exchange evaluation, the transposition table, evaluator construction and whole searches.
//!
//! Compare times only between two builds on one idle machine; tests never depend on them.

mod work;

use divan::Bencher;
use divan::counter::ItemsCount;

const PARTS: [&str; 24] = [
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
];

fn main() {
    divan::main();
}

fn measure(bencher: Bencher, name: &str) {
    let mut work = work::work(name);
    bencher.counter(ItemsCount::new(work.items)).bench_local(|| (work.run)());
}

#[divan::bench(args = PARTS)]
fn part(bencher: Bencher, name: &str) {
    measure(bencher, name);
}

/// Items are nodes, so the throughput is in nodes per second.
#[divan::bench(args = ["search fabchess", "search simplified", "search temperament"], sample_count = 3, sample_size = 1)]
fn whole(bencher: Bencher, name: &str) {
    measure(bencher, name);
}
