//! Tests of `arena::openings::order`.

use temperament_matches::arena::openings::order::*;

#[test]
fn every_order_has_each_opening_once() {
    let random = |seed| Order::Random { seed }.of(100);
    assert_eq!(Order::Sequential.of(4), [0, 1, 2, 3]);
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
    let mut sorted = random(3);
    assert_ne!(sorted, Order::Sequential.of(100));
    sorted.sort_unstable();
    assert_eq!(sorted, Order::Sequential.of(100));
    assert!(Order::Random { seed: 1 }.of(0).is_empty());
}
