//! Tests of `profile::diff`.

use temperament_engine::eval::Values;
use temperament_engine::eval::keys::choice;
use temperament_engine::eval::keys::number;
use temperament_engine::eval::keys::slot;
use temperament_engine::profile::diff::*;

#[test]
fn equal_ids_have_no_changes_and_every_kind_of_value_is_seen() {
    let a = Values::default();
    assert!(changes(&a, &a.clone()).is_empty());
    let mut b = a.clone();
    b.scores[slot("passed_pawns.by_rank").offset + 5] = [7, 0];
    b.choices[choice("phase.model", "material").ordinal] = choice("phase.model", "material").option;
    b.numbers[number("draw.value")] = f64::INFINITY;
    b.numbers[number("phase.scale")] = 24.0;
    let found: Vec<_> = changes(&a, &b).into_iter().map(|c| (c.entry.key(), c.what)).collect();
    let cell = Cell { index: 5, name: "rank 6".to_owned(), values: [[0, 0], [7, 0]], resolution: 1 };
    let scale = a.numbers[number("phase.scale")];
    assert_eq!(
        found,
        [
            ("phase.model".to_owned(), What::Scalars([Scalar::Word("none"), Scalar::Word("material")])),
            ("phase.scale".to_owned(), What::Scalars([Scalar::Number(scale), Scalar::Number(24.0)])),
            ("passed_pawns.by_rank".to_owned(), What::Table(vec![cell])),
            ("draw.value".to_owned(), What::Scalars([Scalar::Number(0.0), Scalar::Word("win")])),
        ]
    );
}
