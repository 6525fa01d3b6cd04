//! Tests of `report::page::style`.

use temperament_coaching::report::page::style::*;
use temperament_matches::style::Difference;
use temperament_matches::style::Measured;

#[test]
fn differences_are_shares_of_the_mean_of_both() {
    let difference = Difference {
        measured: Measured {
            key: "checks".into(),
            title: "checks".into(),
            value: Some(2.0),
            error: Some(100.0),
            pairs: 9,
            note: None,
        },
        p: None,
        p_corrected: None,
        differs: true,
    };
    let drawn = row("checks", [3.0, 5.0], &difference).unwrap();
    assert_eq!((drawn.value, drawn.ends), (50.0, Some((-200.0, 200.0))));
    assert_eq!(drawn.value_label, "3.00 \u{2192} 5.00 (+2.00)");
    assert!(row("checks", [0.0; 2], &difference).is_none());
}
