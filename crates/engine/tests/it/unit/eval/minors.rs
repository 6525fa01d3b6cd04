//! Tests of `eval::minors`.

use temperament_engine::board::Square;
use temperament_engine::board::attacks::{CENTRE, bishop_rays};
use temperament_engine::eval::minors::*;

#[test]
fn two_squares_of_the_centre_are_seen_from_a_long_diagonal_alone() {
    for square in Square::ALL {
        let seen = bishop_rays(square) & CENTRE;
        assert!(seen.len() < 2 || LONG_DIAGONALS.has(square), "{square}");
    }
}
