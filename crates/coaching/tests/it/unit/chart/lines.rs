//! Tests of `chart::lines`.

use temperament_coaching::chart::lines::*;
use temperament_coaching::chart::{Chart, Width};

#[test]
fn gaps_part_a_line_and_long_ones_are_thinned() {
    let points: Vec<_> = (0..10).map(|n| (f64::from(n), (n != 4).then_some(1.0))).collect();
    let lengths: Vec<_> = runs(&points).iter().map(Vec::len).collect();
    assert_eq!(lengths, [4, 5]);
    let long: Vec<_> = (0..10_000).map(|n| (f64::from(n), Some(0.0))).collect();
    let short = thinned(&long);
    assert!(short.len() <= MOST_POINTS + 1);
    assert_eq!(short.last(), long.last());
}

#[test]
fn an_empty_chart_is_drawn() {
    let mut out = String::new();
    LineChart::default().draw(Width::Wide, &mut out);
    assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
}
