//! Tests of `chart::heat`.

use temperament_coaching::chart::heat::*;
use temperament_coaching::chart::{Chart, Width};

#[test]
fn a_cell_is_as_strong_as_its_number_and_none_is_left_out() {
    let cell = |strength, is_marked| Some(Cell { label: "7".to_owned(), strength, is_marked });
    let map = HeatMap {
        rows: vec!["1".to_owned()],
        columns: ["a", "b", "c"].map(str::to_owned).to_vec(),
        cells: vec![cell(-3.0, false), None, cell(0.5, true)],
        ..HeatMap::default()
    };
    let mut out = String::new();
    map.draw(Width::Wide, &mut out);
    let grounds: Vec<&str> = out.lines().filter(|line| line.starts_with("<rect")).collect();
    assert!(grounds[0].contains("cell low\" fill-opacity=\"0.8\""), "{out}");
    assert!(grounds[1].contains("cell none"), "{out}");
    assert!(grounds[2].contains("cell high\" fill-opacity=\"0.4\""), "{out}");
    assert_eq!(out.matches("class=\"few\"").count(), 1);
    assert_eq!(out.matches(">7</text>").count(), 2);
}
