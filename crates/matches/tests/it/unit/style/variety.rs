//! Tests of `style::variety`.

use temperament_matches::style::variety::*;

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn always_the_same_move_is_one_kind() {
    assert_eq!(varieties(&vec![vec![7, 7]; 10]), [1.0; 10]);
}

#[test]
fn many_alike_are_as_many_as_there_are() {
    // Four moves, each equally often; a pair of games has one of each.
    let pairs = vec![vec![1, 2, 3, 4]; 50];
    assert!(varieties(&pairs).iter().all(|value| (value - 4.0).abs() < 1e-9));
    // A rare fifth adds little.
    let mut more = pairs;
    more.push(vec![5]);
    let some = mean(&varieties(&more));
    assert!(some > 4.0 && some < 4.2, "{some}");
}

#[test]
fn one_pair_says_nothing_about_others() {
    assert!(varieties(&[vec![1, 2], Vec::new()]).is_empty());
}
