//! Tests of `session::profile_options`.

use temperament_uci::session::profile_options::*;

#[test]
fn the_exact_name_comes_before_one_in_another_case() {
    let known = ["Cheops", "cheops", "otter"].map(str::to_owned);
    let found = |text| find_ignoring_case(text, &known);
    assert_eq!(found("cheops").as_deref(), Some("cheops"));
    assert_eq!(found("Cheops").as_deref(), Some("Cheops"));
    assert_eq!(found("OTTER").as_deref(), Some("otter"));
    assert_eq!(found("rustic"), None);
}
