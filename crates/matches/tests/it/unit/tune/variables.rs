//! Tests of `tune::variables`.

use temperament_matches::tune::variables::*;

#[test]
fn a_table_that_falls_is_pooled() {
    let table = [(1.0, 1.0), (5.0, 3.0), (1.0, 1.0), (4.5, 1.0), (3.0, 2.0), (9.0, 1.0)];
    let rising = rising(&table);
    assert_eq!((rising[0], rising[5]), (1.0, 9.0));
    for pooled in &rising[1..5] {
        assert!((pooled - 26.5 / 7.0).abs() < 1e-12, "{rising:?}");
    }
}
