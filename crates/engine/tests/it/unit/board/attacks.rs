//! Tests of `board::attacks`.

use temperament_engine::board::attacks::*;
use temperament_engine::board::{Bitboard, Color, File, Square};

#[test]
fn squares_of_a_set_come_in_order() {
    for set in [Bitboard::EMPTY, Bitboard::FULL, Bitboard::EDGES] {
        assert!(squares(set).eq(set), "{set:?}");
    }
}

#[test]
fn spans_stop_at_the_edge() {
    let e4 = Square::E4.bitboard();
    assert_eq!(front_span(e4, Color::White).len(), 4);
    assert_eq!(rear_span(e4, Color::White).len(), 3);
    assert_eq!(front_span(Square::E8.bitboard(), Color::White), Bitboard::EMPTY);
    assert_eq!(file_fill(e4), File::E.bitboard());
}

#[test]
fn ranks_and_colours_of_squares_are_those_of_the_board() {
    assert_eq!(relative_ranks(0, 7, Color::Black), Bitboard::FULL);
    assert_eq!(relative_ranks(1, 1, Color::Black), relative_rank_set(1, Color::Black));
    assert!(same_coloured(Square::A1).has(Square::H8));
    assert!(same_coloured(Square::H1).has(Square::A8));
    assert!(!same_coloured(Square::A1).has(Square::A8));
}

#[test]
fn nothing_wraps_around_the_edge_files() {
    assert_eq!(pawn_attacks(Square::A4.bitboard(), Color::White), Square::B5.bitboard());
    assert_eq!(pawn_attacks(Square::H4.bitboard(), Color::Black), Square::G3.bitboard());
    assert_eq!(widen(File::A.bitboard()).len(), 16);
}

#[test]
fn distances_have_their_known_extremes() {
    assert_eq!(distance(Metric::Chebyshev, Square::A1, Square::H8), 7);
    assert_eq!(distance(Metric::Manhattan, Square::A1, Square::H8), 14);
    assert_eq!(centre_distance(Metric::Chebyshev, Square::A1), 3);
    assert_eq!(centre_distance(Metric::Manhattan, Square::A1), 6);
    assert_eq!(centre_distance(Metric::Chebyshev, Square::E5), 0);
}
