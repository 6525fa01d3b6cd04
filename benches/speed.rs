//! `cargo bench --bench speed`: time of evaluation by profile, move generation, making moves, exchanges,
//! the table, the gradient that tuning needs, making an evaluator, and whole searches.
//!
//! Times are for comparing two builds on one idle machine, never for a test.

mod work;

use divan::Bencher;
use divan::counter::ItemsCount;

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
    "tune simplified",
    "tune fabchess",
    "tune temperament",
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
    bencher
        .counter(ItemsCount::new(work.items))
        .bench_local(|| (work.run)());
}

#[divan::bench(args = PARTS)]
fn part(bencher: Bencher, name: &str) {
    measure(bencher, name);
}

/// Items are nodes: the figure is nodes a second.
#[divan::bench(args = ["search fabchess", "search simplified", "search temperament"], sample_count = 3, sample_size = 1)]
fn whole(bencher: Bencher, name: &str) {
    measure(bencher, name);
}
