//! Tests of `cli::matches::progress`.

use temperament::cli::matches::progress::*;
use temperament_matches::stats::Model;
use temperament_matches::stats::Sprt;

#[test]
fn the_ratio_is_shown_between_its_bounds() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
    let bar = |llr| llr_bar(&sprt, llr);
    assert_eq!(bar(-0.0), "LLR -2.94 [---------------|---------------] 2.94: 0.00");
    assert_eq!(bar(1.0), "LLR -2.94 [---------------|====>----------] 2.94: 1.00");
    assert_eq!(bar(-9.0), "LLR -2.94 [<==============|---------------] 2.94: -9.00");
    assert_eq!(bar(9.0), "LLR -2.94 [---------------|==============>] 2.94: 9.00");
}
