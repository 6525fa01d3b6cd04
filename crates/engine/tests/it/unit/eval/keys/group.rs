//! Tests of `eval::keys::group`.

use temperament_engine::eval::keys::group::*;

#[test]
fn all_groups_are_listed_in_order() {
    for (i, group) in ALL.into_iter().enumerate() {
        assert_eq!(group as usize, i);
    }
    assert_eq!(ALL.len(), Group::Drawish as usize + 1);
}
