//! Tests of `eval::keys::sets`.

use temperament_engine::eval::keys::Slot;
use temperament_engine::eval::keys::entries;
use temperament_engine::eval::keys::sets::*;

#[test]
fn every_key_is_a_set_of_its_own() {
    let slots: Vec<Slot> = entries().filter_map(|e| e.slot()).collect();
    let all = Terms::of(&slots);
    for (i, slot) in slots.iter().enumerate() {
        assert!(all.meets(slot.bit()));
        assert!(!all.without(slot.bit()).meets(slot.bit()));
        assert!(!Terms::all_but(slot.bit()).meets(slot.bit()));
        assert!(slots.iter().enumerate().all(|(j, other)| (i == j) == slot.bit().meets(other.bit())));
    }
    assert_eq!(Terms::union(&slots.iter().map(|s| s.bit()).collect::<Vec<_>>()), all);
    assert!(!Terms::NONE.meets(all));
}
