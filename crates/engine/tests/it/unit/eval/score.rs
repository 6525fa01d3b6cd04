//! Tests of `eval::score`.

use proptest::prelude::*;
use temperament_engine::eval::score::*;

const LIMIT: i32 = 100_000_000;

proptest! {
    #[test]
    fn halves_never_disturb_each_other(
        a in -LIMIT..LIMIT, b in -LIMIT..LIMIT, c in -LIMIT..LIMIT, d in -LIMIT..LIMIT, n in -9..9,
    ) {
        prop_assert_eq!((S::new(a, b) + S::new(c, d)).pair(), [a + c, b + d]);
        prop_assert_eq!((S::new(a, b) - S::new(c, d)).pair(), [a - c, b - d]);
        prop_assert_eq!((S::new(a, b) * n).pair(), [a * n, b * n]);
        prop_assert_eq!((-S::new(a, b)).pair(), [-a, -b]);
    }
}
