//! Tests of `cli::play::parse_move`.

use temperament::cli::play::parse_move::*;
use temperament_engine::board::Position;
use temperament_engine::board::notation;

fn meant(fen: &str, text: &str) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap();
    let mut found: Vec<String> =
        candidates(&position, text).into_iter().map(|mv| notation::san(&position, mv)).collect();
    found.sort_unstable();
    found
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn one_move_has_many_spellings() {
    for (text, san) in [
        ("Ne5xg6", "Nxg6"),
        ("Ng6", "Nxg6"),
        ("nxg6!", "Nxg6"),
        ("N5g6", "Nxg6"),
        ("Ne5-g6", "Nxg6"),
        ("E5G6", "Nxg6"),
        ("de6", "dxe6"),
        ("d5:e6", "dxe6"),
        ("O-O!", "O-O"),
        ("0-0?!", "O-O"),
        ("oo", "O-O"),
        ("o-o-o", "O-O-O"),
        ("E1G1", "O-O"),
        ("e1h1", "O-O"),
        (" A2-A4 ", "a4"),
        ("1. a4", "a4"),
        ("1.a4!", "a4"),
        (" 12... A4", "a4"),
        ("1.0-0", "O-O"),
    ] {
        assert_eq!(meant(KIWIPETE, text), [san], "{text}");
    }
    let promotes = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(meant(promotes, "a7xb8=n"), ["axb8=N"]);
    assert_eq!(meant(promotes, "A8Q"), ["a8=Q"]);
}

#[test]
fn what_is_open_stays_open_and_nonsense_means_nothing() {
    let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    assert_eq!(meant(knights, "nd2"), ["Nbd2", "Nfd2"]);
    assert_eq!(meant(knights, "nbd2"), ["Nbd2"]);
    let promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["a8", "A7a8", "1. a8!"] {
        assert_eq!(meant(promotes, text), ["a8=B", "a8=N", "a8=Q+", "a8=R+"], "{text}");
    }
    for text in ["", "x", "!", "1.", "1", ".", "e", "Ke3", "Kh1", "O-O", "é", "Nb1b1"] {
        assert!(meant(knights, text).is_empty(), "{text}");
    }
}

#[test]
fn the_case_distinguishes_a_pawn_from_a_bishop() {
    let fen = "4k3/8/8/8/2n5/1P1B4/8/4K3 w - - 0 1";
    assert_eq!(meant(fen, "bc4"), ["bxc4"]);
    assert_eq!(meant(fen, "Bc4"), ["Bxc4"]);
    assert_eq!(meant(fen, "BC4"), ["Bxc4", "bxc4"]);
    assert_eq!(meant(fen, "bf5"), ["Bf5"]);
}
