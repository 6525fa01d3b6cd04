//! Tests of `cli::bench`.

use temperament::cli::bench::*;
use temperament::cli::fens;
use temperament_engine::eval::Values;
use temperament_engine::eval::Weights;

#[test]
fn the_built_in_positions_are_many_and_legal() {
    let weights = Weights::new("zero", &Values::default());
    assert!(built_in_samples(&weights).len() > 500);
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        assert!(fens::read(line).is_ok(), "{line}");
    }
}
