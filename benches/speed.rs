//! `cargo bench`: evaluation by profile, move generation, making moves, exchanges, whole searches.
//!
//! Times are for comparing two builds on one idle machine, never for a test.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use temperament::board::{Position, perft, see};
use temperament::eval::{self, Evaluator, SquareSums, Weights};
use temperament::profile::Library;
use temperament::search::bench;

const PROFILES: [&str; 6] = ["simplified", "cheops", "fabchess", "otter", "rustic", "rustic4"];

fn main() {
    divan::main();
}

fn weights(name: &str) -> Arc<Weights> {
    let (profile, _) = Library::of(Vec::new())
        .load(name)
        .unwrap_or_else(|e| panic!("{e}"));
    Arc::new(profile.compile())
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

#[divan::bench(args = PROFILES)]
fn evaluate_from_scratch(bencher: Bencher, profile: &str) {
    let (weights, positions) = (weights(profile), positions());
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions
            .iter()
            .map(|p| eval::evaluate(&weights, black_box(p)))
            .sum::<i32>()
    });
}

#[divan::bench(args = PROFILES)]
fn evaluate_as_in_search(bencher: Bencher, profile: &str) {
    let (weights, positions) = (weights(profile), positions());
    let sums: Vec<SquareSums> = positions.iter().map(|p| SquareSums::new(&weights, p)).collect();
    let mut evaluator = Evaluator::new(weights);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions
            .iter()
            .zip(&sums)
            .map(|(p, s)| evaluator.evaluate(black_box(p), s))
            .sum::<i32>()
    });
}

#[divan::bench]
fn generate_moves(bencher: Bencher) {
    let positions = positions();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions
            .iter()
            .map(|p| black_box(p).legal_moves().len())
            .sum::<usize>()
    });
}

#[divan::bench]
fn make_moves(bencher: Bencher) {
    let position = Position::startpos();
    let nodes = perft::perft(&position, 4);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft::perft(black_box(&position), 4));
}

#[divan::bench]
fn exchanges(bencher: Bencher) {
    const VALUES: see::PieceValues = [100, 300, 300, 500, 900, 0];
    let captures: Vec<_> = positions()
        .into_iter()
        .flat_map(|p| {
            let noisy: Vec<_> = p.legal_moves().into_iter().filter(|&mv| p.is_noisy(mv)).collect();
            noisy.into_iter().map(move |mv| (p.clone(), mv))
        })
        .collect();
    bencher.counter(ItemsCount::new(captures.len())).bench_local(|| {
        captures
            .iter()
            .filter(|(p, mv)| see::see_at_least(black_box(p), &p.action(*mv), 0, &VALUES))
            .count()
    });
}

/// Items are nodes: the figure is nodes a second.
#[divan::bench(args = ["fabchess", "simplified"], sample_count = 3, sample_size = 1)]
fn search(bencher: Bencher, profile: &str) {
    const DEPTH: u32 = 9;
    let weights = weights(profile);
    let nodes = bench::bench(Arc::clone(&weights), DEPTH).nodes;
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| bench::bench(Arc::clone(&weights), DEPTH).nodes);
}
