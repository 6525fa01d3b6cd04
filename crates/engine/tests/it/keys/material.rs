//! Keys of material: imbalances, winning chances, drawish endings, mates of a lone king.

use temperament_engine::board::Position;
use temperament_engine::eval::keys::slot;
use temperament_engine::eval::{self, Values, Weights};

use super::{B, NONE, ONCE, W, check};

#[test]
fn imbalances_are_products_of_counts() {
    check(&[(
        temperament_engine::board::START_FEN,
        W,
        &[
            ("imbalance.beside.pawn_pawn", &[(0, 28)]),
            ("imbalance.beside.knight_pawn", &[(0, 16)]),
            ("imbalance.beside.bishop_knight", &[(0, 4)]),
            ("imbalance.beside.rook_rook", ONCE),
            ("imbalance.beside.queen_queen", NONE),
            ("imbalance.against.queen_pawn", &[(0, 8)]),
            ("imbalance.against.rook_knight", &[(0, 4)]),
        ],
    )]);
}

#[test]
fn winning_chances_are_those_of_the_position() {
    let keys: &[(&str, &[(usize, i32)])] = &[
        ("winnable.always", ONCE),
        ("winnable.passed_pawn", &[(0, 2)]),
        ("winnable.pawn", &[(0, 2)]),
        ("winnable.both_flanks", ONCE),
        ("winnable.outflanking", &[(0, -5)]),
        ("winnable.infiltration", NONE),
        ("winnable.pawn_ending", ONCE),
        ("winnable.fortress", NONE),
    ];
    let fen = "8/5k2/8/4P3/8/8/p7/4K3 w - - 0 1";
    check(&[
        (fen, W, keys),
        (fen, B, keys),
        ("8/4k3/4p3/4P3/8/8/8/4K3 w - - 0 1", W, &[("winnable.fortress", ONCE)]),
        ("8/8/3k4/4pK2/4P3/8/8/8 w - - 0 1", W, &[("winnable.infiltration", ONCE)]),
    ]);
}

#[test]
fn drawish_material_is_counted_for_each_side() {
    check(&[
        (
            "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
            W,
            &[("drawish.opposite_bishops", ONCE), ("drawish.cannot_mate", ONCE)],
        ),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", W, &[("drawish.opposite_bishops", NONE)]),
        (
            "r3kb2/8/8/8/8/8/8/R3KB2 w - - 0 1",
            B,
            &[("drawish.opposite_bishops", NONE), ("drawish.opposite_bishops_with_pieces", ONCE)],
        ),
        ("4kb2/8/8/8/8/8/8/R3K3 w - - 0 1", W, &[("drawish.no_pawns", ONCE)]),
        ("4kb2/8/8/8/8/8/8/R3K3 w - - 0 1", B, &[("drawish.no_pawns", NONE), ("drawish.cannot_mate", ONCE)]),
        (
            "1k6/8/8/P7/8/8/8/2B1K3 w - - 0 1",
            W,
            &[("drawish.wrong_rook_pawn", ONCE), ("drawish.by_pawn_count", &[(1, 1)])],
        ),
        ("1k6/8/8/P7/8/8/8/4KB2 w - - 0 1", W, &[("drawish.wrong_rook_pawn", NONE)]),
        ("2k5/8/8/P7/8/8/8/2B1K3 w - - 0 1", W, &[("drawish.wrong_rook_pawn", NONE)]),
        ("4k1r1/5ppp/8/8/8/8/5PPP/4K1R1 w - - 0 1", W, &[("drawish.rook_ending_one_flank", ONCE)]),
        ("4k1r1/5ppp/8/8/8/8/P4PPP/4K1R1 w - - 0 1", W, &[("drawish.rook_ending_one_flank", NONE)]),
    ]);
}

#[test]
fn the_side_ahead_pays_for_drawish_material() {
    let mut values = Values::default();
    values.scores[slot("material.pawn").offset] = [100, 100];
    let position = Position::from_fen("1k6/8/8/P7/8/8/8/2B1K3 w - - 0 1").unwrap();
    assert_eq!(eval::evaluate(&Weights::new("plain", &values), &position), 100);
    values.scores[slot("drawish.wrong_rook_pawn").offset] = [60, 60];
    assert_eq!(eval::evaluate(&Weights::new("drawish", &values), &position), 40);
    values.scores[slot("winnable.always").offset] = [50, 50];
    assert_eq!(eval::evaluate(&Weights::new("both", &values), &position), 60);
    values.scores[slot("winnable.always").offset] = [-150, -150];
    assert_eq!(eval::evaluate(&Weights::new("nothing left", &values), &position), 0);
}

#[test]
fn a_lone_king_is_driven_to_where_it_can_be_mated() {
    let mop_up = ["king.mop_up.edge", "king.mop_up.corner", "king.mop_up.kings"];
    for pieces in ["Q7", "R7", "BB6", "QB6"] {
        let fen = format!("{pieces}/8/8/8/8/3K4/8/3k4 w - - 0 1");
        let edge: &[(&str, &[(usize, i32)])] =
            &[(mop_up[0], &[(3, 1)]), (mop_up[1], NONE), (mop_up[2], &[(2, 1)])];
        check(&[(&fen, W, edge), (&fen, B, &mop_up.map(|key| (key, NONE)))]);
    }
    // Bishop and knight: a8 and h1 for a bishop on light squares, a1 and h8 for one on dark squares.
    for (bishop, right, wrong) in [("5B2", "k7", "7k"), ("2B5", "7k", "k7")] {
        let fens = [right, wrong].map(|king| format!("{king}/8/8/8/4K3/4N3/8/{bishop} w - - 0 1"));
        check(&[
            (&fens[0], W, &[(mop_up[0], NONE), (mop_up[1], &[(7, 1)])]),
            (&fens[1], W, &[(mop_up[0], NONE), (mop_up[1], &[(0, 1)])]),
        ]);
    }
    for fen in [
        "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        check(&[(fen, W, &mop_up.map(|key| (key, NONE)))]);
    }
}
