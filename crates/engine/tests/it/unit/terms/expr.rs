//! Tests of `terms::expr`.

use temperament_engine::terms::expr::*;

#[test]
fn the_older_name_of_booleans_still_works() {
    assert_eq!(Type::named("boolean"), Some(Type::Boolean));
    assert_eq!(Type::named("truth"), Some(Type::Boolean));
}
