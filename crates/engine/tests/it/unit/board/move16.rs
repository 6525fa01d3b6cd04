//! Tests of `board::move16`.

use temperament_engine::board::Move;
use temperament_engine::board::move16::*;

#[test]
fn unpacking_gives_the_move_back() {
    assert_eq!(Move16::from(None), Move16::NONE);
    assert_eq!(Move16::NONE.unpack(), None);
    for text in ["b1a1", "e2e4", "h8h7", "a7a8n", "g2h1q"] {
        let mv: Move = text.parse().unwrap();
        let packed = Move16::from(mv);
        assert_eq!(packed.unpack(), Some(mv));
        assert_eq!(Move16::from_bits(packed.bits()), packed);
    }
}
