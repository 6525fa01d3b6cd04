//! Sentences about two moves whose lines and scores are given, from games of people.

use std::sync::Arc;

use temperament_coaching::why::{SearchedLine, compare};
use temperament_engine::board::{Game, Move, Position};
use temperament_engine::engine::Score;
use temperament_engine::eval::Weights;
use temperament_engine::profile::Library;
use temperament_engine::profile::reload::Reloader;

fn weights() -> Arc<Weights> {
    let library = Library::of(Vec::new());
    let (live, _) = Reloader::new(&library, "temperament").unwrap_or_else(|_| panic!("the shipped profile"));
    Arc::clone(live.compiled().neutral())
}

fn searched(score: i32, moves: &str) -> SearchedLine {
    let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    SearchedLine { score: Score::Centipawns(score), moves }
}

/// The sentences about the first move of `worse`, after `before`. Scores are for the side to move.
fn after(fen: &str, before: &str, worse: (i32, &str), better: (i32, &str)) -> String {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for mv in before.split_whitespace() {
        assert!(game.play(mv.parse().unwrap()), "{fen} {mv}");
    }
    compare(&weights(), &game, &searched(worse.0, worse.1), &searched(better.0, better.1)).comment()
}

fn claims(fen: &str, worse: (i32, &str), better: (i32, &str)) -> String {
    after(fen, "", worse, better)
}

#[test]
fn what_the_better_move_loses_much_later_is_lost_by_the_worse_one() {
    let pawn = claims(
        "rnbqk2r/pp2ppbp/3p1np1/2pP2B1/3QP3/8/PPP2PPP/RN2KBNR w KQkq c6 0 6",
        (-365, "d4d1 f6e4 g5c1 g7d4 f1b5 b8d7 g1h3 d8a5 b1d2 a5b5 d2e4 d7b6"),
        (-276, "d4c3 e8h8 g5f6 e7f6 c3b3 f6f5 b1d2 f5e4 e1a1 f7f5 g1e2 b8d7"),
    );
    assert_eq!(pawn, "6.Qd1 gives up the protection of the pawn on e4: 6...Nxe4 wins it.");
}

#[test]
fn what_is_won_may_be_given_for_an_attack() {
    let knight = claims(
        "r1bqk2r/3n1p2/2p1pn1p/1p4p1/p2PP3/P1P2NB1/2B2PPP/R2Q1RK1 b kq - 1 14",
        (-666, "f6e4 c2e4 c8b7 f3e5 d7e5 g3e5 f7f6 d1h5 e8e7 e5f6 e7f6 f2f4"),
        (-206, "c8a6 f3d2 b5b4 a3b4 a6f1 d2f1 a4a3 d1f3 h6h5 g3d6 a3a2 f1e3"),
    );
    assert_eq!(knight, "On e4 the knight can be taken: 15.Bxe4 wins a knight for a pawn.");
}

#[test]
fn a_tempo_leads_to_the_motif() {
    let fork = claims(
        "rn2kbnr/pp1qp1pp/4N1b1/3p4/6B1/8/PPP2PPP/RNBQK2R b KQkq - 2 9",
        (-745, "d7d6 c1f4 d6c6 e6c7 e8d8 c7a8 b8a6 e1h1 g8f6 f1e1 g6c2 d1e2"),
        (-384, "d7c6 e1h1 g8f6 b1c3 g6f7 f1e1 b8d7 e6d4 c6c8 g4e6 f7e6 e1e6"),
    );
    assert_eq!(fork, "After 10.Bf4 Qc6, 11.Nc7+ forks the king and the rook on a8 and wins a rook.");
}

#[test]
fn what_the_worse_move_meets_as_well_is_no_merit() {
    // 33.Re5 protects the pawn on d4 like 33.Qc5.
    let protects = claims(
        "3r3q/3k1p2/2b1p3/1p6/p2P4/P7/5PPP/2Q1R1K1 w - - 0 33",
        (-500, "e1e5 c6d5 c1c5 h8f8 c5c2 d7d6 c2c5 d6d7"),
        (-290, "c1c5 h8f8 c5a7 d7e8 a7b6 f8d6 e1c1 d8c8"),
    );
    assert_eq!(protects, "");
    // 5...h6 attacks the bishop after 5.c4, too.
    let allows = claims(
        "r1bqkbnr/ppp1nppp/3p4/3Pp1B1/4P3/8/PPP2PPP/RN1QKBNR w KQkq - 0 5",
        (-2, "h2h3 h7h6 g5h4 g7g5 h4g3 f8g7"),
        (73, "c2c4 f7f6 g5e3 e7g6 b1c3 f8e7"),
    );
    assert_eq!(allows, "");
}

#[test]
fn recaptures_and_threats_of_mate() {
    let back = after(
        "r2q1rk1/p5b1/1p4p1/2pp1n1p/4NP2/2P3P1/PP2Q3/3RK1NR b K - 0 24",
        "f5g3",
        (-1497, "d1d5 d8d5 e4g3 a8e8 h1h3 e8e2 g1e2 d5a2"),
        (-293, "e4g3 f8e8 g3e4 e8e4 e2e4 d5e4 d1d8 a8d8"),
    );
    assert!(back.ends_with("25.Nxg3 takes the knight back."), "{back}");
    let mate = claims(
        "r4r2/ppk5/1q1p3p/8/2R2PpP/1PP5/P3Q3/1K4R1 b - - 2 33",
        (-1629, "c7d8 g1e1 b6c7 c4c7 d8c7 e2b5 f8f7 b5c4 c7b6 c4f7 a8c8 f7g7"),
        (-219, "c7b8 c4g4 a7a5 g4g6 b8a7 e2d1 a8c8 c4c8"),
    );
    assert_eq!(mate, "34.Re1 threatens mate (Qe7#); 34...Qc7 35.Rxc7 wins a queen for a rook.");
}

#[test]
fn a_pawn_that_is_taken_back_is_not_won() {
    let regained = claims(
        "r2qr1k1/p2nbppp/1pp2n2/3Pp3/2P5/1PNBPP1P/P7/R1BQ1RK1 w - - 0 14",
        (-41, "c1b2 c6d5 c4d5 e7c5 d1d2 e5e4 c3e4 f6d5 a1e1 c5b4 d2g2 d7e5 e1e2 d8h4"),
        (59, "d5c6 d7f8 c3d5 d8d6 d3e4 a8c8 g1h2 f6e4 f3e4 d6c6 c1b2 c6g6 d1f3 e7g5"),
    );
    assert_eq!(regained, "14.dxc6 takes the pawn before it can take on d5.");
}

#[test]
fn a_pawn_is_won_where_its_protector_is_taken_first() {
    let removed = claims(
        "rn1q1rk1/ppp2pbp/3p1np1/4p3/3PP1b1/2NB1N2/PPP2PPP/R1BQR1K1 w - - 0 8",
        (-35, "h2h3 g4f3 d1f3 e5d4 c3e2 b8c6 c2c3 d4c3 b2c3 c6e5 f3g3 e5d3 g3d3 f6d7"),
        (73, "d4d5 b8d7 h2h3 g4f3 d1f3 c7c6 d3c4 d8c7"),
    );
    assert_eq!(removed, "8...Bxf3 takes the knight on f3, which protects the pawn on d4, and wins a pawn.");
}

#[test]
fn what_can_be_met_draws_nobody_away() {
    // 25...h5 26.Qh4 protects the pawn on d4 as before.
    let met = claims(
        "4rrk1/1pp2pp1/p6p/4N3/3P2Q1/P7/1P1q1P2/2R1R1K1 w - - 6 25",
        (117, "g1h1 h6h5 g4g3 d2d4 c1c7 d4b2 f2f4 e8e6 g3f3 g7g6 f3e3 b7b5 f4f5 e6e8"),
        (291, "e1d1 d2b2 e5d7 f7f5 g4g6 e8e4 f2f3 e4e1 d1e1 b2d4 g1g2 d4d2 g2h3 d2d7"),
    );
    assert_eq!(met, "");
}

#[test]
fn only_a_certain_count_is_stated() {
    let knight = claims(
        "8/ppr2ppk/4p2p/2q1n3/4PP1P/1P4P1/P2R3K/3Q4 b - - 0 32",
        (28, "e5f3 d1f3 c5c1 f3e2 b7b5 h4h5 c7c3 d2d1 c3c2 d1c1 c2e2 h2h3 e2a2 c1c7"),
        (473, "e5c6 d1e2 c6b4 h2h3 g7g6 h3h2 h6h5 h2h3 c5c1 d2d1 c1c2 d1d2 c2b1 h3h2"),
    );
    assert_eq!(knight, "On f3 the knight can be taken: 33.Qxf3 wins it.", "the pawn on a2 falls much later");
    // The queen can also take the knight on b3.
    let queen = claims(
        "r4rk1/pb1n1p1p/1p2p1p1/2pqP3/3P4/1N1B1P2/PPQ3PP/3R1RK1 w - - 2 17",
        (-13, "d4c5 d5e5 c5c6 a8c8 f1e1 c8c6 c2d2 e5h5 d3b5 h5b5 d2d7 b7c8 d7a7 b5g5"),
        (942, "d3e4 f8c8 e4d5 b7d5 c2d2 a7a5 d2f4 h7h5 d4c5 d7c5 b3c5 c8c5 b2b3 c5c2"),
    );
    assert_eq!(queen, "17.Be4 traps the queen on d5.");
    // The queen has taken the rook.
    let offered = claims(
        "r7/3k3p/8/1N6/1R6/3q2P1/P4PKP/8 b - - 0 34",
        (4, "a8a2 b4d4 d3d4 b5d4 d7d6 g2f3 d6e5 d4c6 e5f6 c6d4 a2a6 f3e3 f6g5 h2h3"),
        (509, "d3d5 g2g1 a8a2 b5c3 a2a1 c3b1 d5d1 g1g2 a1b1 b4b1 d1b1 g3g4 b1e4 g2g3"),
    );
    assert!(offered.contains("36.Nxd4 wins a queen for a rook."), "{offered}");
    // Now the pawn attacks the bishop on b7.
    let counted = claims(
        "1N3r1k/1b6/4p1p1/P2n1p1p/2pPpP2/4P2R/1P2K1P1/7R w - - 1 34",
        (-104, "a5a6 f8b8 a6a7 b8c8 h1a1 b7a8 a1a6 h8g8 a6e6 g8f7 e6a6 c8c7 e2d2 c7b7"),
        (355, "b8d7 f8a8 h3g3 h8h7 d7e5 a8g8 e2d1 d5b4 d1d2 b7a6 e5d7 g8d8 d7c5 d8d6"),
    );
    assert_eq!(counted, "34.Nd7 brings the knight to safety.");
    // Black need not take the knight on g5 with the queen.
    let given = claims(
        "r1bqnrk1/pp3pb1/2npp2Q/2p5/4P2P/2NP1NR1/PPP1BPP1/R3K3 w Q - 5 13",
        (71, "h4h5 f7f6 e1a1 b7b5 h6f4 b5b4 h5h6 b4c3 b2c3 f8f7 h6g7 f7g7 d1h1 d8a5"),
        (726, "g3g7 e8g7 f3g5 d8g5 h6g5 c8d7 g5g3 c6d4 g3d6 d4c2 e1d2 c2a1 d6d7 b7b6"),
    );
    assert!(!given.contains("wins a queen"), "{given}");
}

#[test]
fn captures_that_matter() {
    let first = claims(
        "r2qk2r/2p2ppp/p1p1pn2/5b2/1b1Pp3/2N1BP2/PPP1Q1PP/2KR2NR w kq - 2 10",
        (-230, "c3a4 e4f3 g1f3 d8d5 c1b1 d5b5 e2b5 a6b5 a4c5 f6d5 e3d2 f7f6 f3h4 f5g4"),
        (-72, "c3e4 f6e4 f3e4 f5e4 e3d2 b4d2 d1d2 e4g6 g1f3 d8d5 c1b1 d5e4 f3e5 e8h8"),
    );
    assert_eq!(first, "10.Nxe4 takes the pawn before it can take on f3.");
    let bishop = claims(
        "r4rk1/pp2qppp/4b3/8/3np2N/3BQ2P/PPP2PP1/R4RK1 b - - 1 16",
        (-38, "d4f5 h4f5 e6f5 d3c4 f5g6 a1d1 g8h8 d1d5 f7f5 f1d1 f5f4 e3d4 e4e3 d5e5"),
        (306, "e4d3 e3d4 d3c2 h4f3 a8c8 d4a7 f8d8 f1c1 e7b4 b2b3 e6d5 f3e1 b4d2 a7e3"),
    );
    assert_eq!(bishop, "16...exd3 takes the bishop.");
    let exchange = claims(
        "8/pp3k1p/2p2pp1/8/8/P1Br3P/1P2K1P1/8 b - - 3 33",
        (360, "d3c3 b2c3 f7e6 e2d3 e6e5 g2g3 f6f5 a3a4 f5f4 g3f4 e5f4 d3d4 b7b6 h3h4"),
        (471, "d3d5 a3a4 b7b6 g2g3 h7h5 e2e3 c6c5 e3e4 d5d1 a4a5 b6a5 c3a5 f7e6 a5c3"),
    );
    assert_eq!(exchange, "33...Rxc3 gives the rook for a bishop.");
}

#[test]
fn a_pawn_takes_and_opens_a_file() {
    let king = claims(
        "r2qr1k1/p1pnbppp/1p1p1n2/4P3/2PP4/1PNBPb1P/P5P1/R1BQ1RK1 w - - 0 12",
        (-51, "g2f3 d6e5 d4d5 g7g6 f1f2 f6h5 f2g2 e7h4 g1h2 d8e7 d3e2 d7f6 h2g1 a7a6"),
        (134, "d1f3 d6e5 c1b2 e5d4 e3d4 c7c5 d4d5 e7d6 c3e4 d6e5 b2e5 d7e5 e4f6 d8f6"),
    );
    assert_eq!(king, "12.gxf3 opens the g-file in front of White's king.");
    let rook = claims(
        "r2q4/p2r2bk/1p3npp/3nBp2/3PP3/1Q2P2P/PP1N2P1/R3NRK1 b - - 0 25",
        (-203, "f5e4 a1c1 d8e7 g2g4 f6e8 d2c4 a8c8 e1g2 d7d8 g2f4 d5f4 e5f4 e8f6 c4e5"),
        (-108, "f6e4 d2e4 f5e4 e1c2 d8g5 e5f4 g5e7 f4h2 a8c8 f1f2 a7a6 a2a3 e7g5 a1e1"),
    );
    assert_eq!(rook, "25...fxe4 opens the f-file for the rook on f1.");
}

#[test]
fn a_place_for_a_piece_is_no_reason_where_a_move_has_a_fault() {
    // 10...Nf5 uncovers the attack on the knight; the rook on h8 looks at the king's side.
    let castling = claims(
        "r2qk2r/pp1nnpp1/2p1p1p1/3pP3/3P4/2N2N2/PPP2PPP/R2QK2R w KQkq - 2 10",
        (-60, "f3g5 c6c5 d4c5 d7e5 d1d4 e7c6 d4f4 d8e7 c3b5 e7c5 b5c7 e8e7 c7a8 h8a8"),
        (2, "e1h1 d8b6 c3a4 b6a5 c2c3 b7b5 a4c5 d7c5 d4c5 b5b4 d1d4 b4c3 b2c3 a5a6"),
    );
    assert_eq!(castling, "");
    // 26...Bxf6 is the answer to 26.Bxf6.
    let file = claims(
        "r2q4/p2r2bk/1p3npp/3nB3/3Pp3/1Q2P2P/PP1N2P1/R3NRK1 w - - 0 26",
        (104, "e5f6 g7f6 d2e4 f6g7 e1f3 a8c8"),
        (203, "a1c1 d8e7 g2g4 f6e8 d2c4 a8c8 e1g2 d7d8"),
    );
    assert_eq!(file, "");
}

#[test]
fn a_count_keeps_forced_captures_late_recaptures_and_trades() {
    let late = claims(
        "r1bqr1k1/pppp1ppp/2n2n2/4P1B1/1b2P3/2N2N2/PPP2PPP/R2QKB1R w KQ - 1 7",
        (72, "f1d3 d7d5 e1h1 b4c3 e5f6 d5e4 d3e4 c3f6 d1d8 f6d8 f1e1 c8g4 e4c6 e8e1 a1e1 b7c6"),
        (422, "e5f6 b4c3 b2c3 h7h6 g5e3 d8f6 d1d2 e8e4 f1e2 b7b6 e1h1 a7a6 d2d3 e4e8 a1b1 d7d6"),
    );
    assert_eq!(late, "The knight on f6 is attacked by a pawn: 7.exf6 wins a knight for a pawn.");
    let before = claims(
        "r1bqk2r/ppp2ppp/2n1pn2/3p2B1/2PP4/2R2N2/PP2PPPP/3QKB1R b Kkq - 0 7",
        (-1048, "f6e4 g5d8 e4c3 b2c3 c6d8 e2e3 f7f6 f1d3 e8h8 d1b3 c7c6 e1h1 c8d7 c4d5 c6d5 c3c4"),
        (-82, "h7h6 g5f6 d8f6 e2e3 e8h8 f1e2 d5c4 c3c4 e6e5 e1h1 e5d4 f3d4 c6d4 c4d4 c7c5 d4d5"),
    );
    assert_eq!(before, "The queen on d8 is attacked by a bishop: 8.Bxd8 wins a queen for a rook.");
    let forced = claims(
        "4R3/pq3k2/1p4p1/3p1nP1/3r4/P4P1Q/5P2/6K1 w - - 2 34",
        (0, "h3h8 d4d1 g1g2 f5h4 h8h4 f7e8 h4h8 e8d7 h8g7 d7c6 g7c3 c6d7 c3g7"),
        (326, "h3h7 f7e8 h7b7 d4d1 g1g2 d1d3 b7a8 e8d7 a8a7 d7c6 a7a6 f5h4 g2h3 d3f3 h3h4 f3f2"),
    );
    let skewer = "34.Qh7+ is a skewer: the king must move, and the queen on b7 behind it falls, which wins \
                  a queen for a rook.";
    assert_eq!(forced, skewer);
    let elsewhere = claims(
        "5rk1/pp4pp/4N1p1/3nP3/8/P7/1P3qPP/3QR2K b - - 1 22",
        (-28, "f8e8 e1g1 f2f5 e6g7 g8g7 d1d5 e8e7 d5c4 f5e5 g1f1 e5e2 c4d4 e7e5"),
        (1427, "d5e3 e1g1 e3d1 e6f8 f2e2 h2h3 g8f8 e5e6 f8e7 b2b3 d1f2 h1h2 f2d3 b3b4 e7e6 b4b5"),
    );
    let wins =
        "22...Ne3 threatens mate (Qxg2#), attacks the queen on d1 and wins a queen and a knight for a rook.";
    assert_eq!(elsewhere, wins);
}

#[test]
fn a_queen_that_is_traded_is_attacked_but_not_won() {
    let threat = claims(
        "r2q1r1k/pQ4p1/5n1p/6b1/4b3/1P1P4/PBP2P2/1K1R1BNR w - - 1 20",
        (-425, "b7b5 e4h1 f2f4 g5h4 f1e2 d8d5 b5d5 h1d5 g1f3 h4g3 f3e5 f8e8 d1f1 h8g8 e2f3 g3f4"),
        (8, "b2f6 e4b7 f6d8 b7h1 d8g5 h6g5 f2f3 a8e8 f1e2 h8h7 d3d4 e8e2 g1e2 h1f3 d1f1 g5g4 d4d5 h7h6 d5d6"),
    );
    assert!(threat.ends_with("20.Bxf6 threatens mate (Qxg7#) and attacks the queen on d8."), "{threat}");
}

#[test]
fn what_the_capture_attacks_itself_had_no_defender_to_remove() {
    let rook = claims(
        "rn3rk1/1p1q1pp1/p1p2n1p/2bPp3/P1B1P3/2N1BQ1P/1P3P1P/R4R1K b - - 1 14",
        (-152, "c6d5 e3c5 d5c4 c5f8 g8f8 a1d1 d7e7 c3d5 f6d5 e4d5 e7c5 d1c1 b8d7 d5d6 d7b6 f1d1"),
        (20, "c5e3 f3e3 c6d5 c3d5 f6d5 c4d5 b8c6 f1g1 g8h8 e3g3 f7f6 g3g4 f6f5 d5c6 b7c6 a1d1"),
    );
    assert!(!rook.contains("which protects"), "{rook}");
}

#[test]
fn a_piece_that_is_lost_where_it_goes_is_not_driven_away() {
    let knight = claims(
        "r2qr1k1/pp3ppp/1bp5/4p3/2NnP1P1/1P3P1N/PQ1P3P/R2K3R b - - 0 20",
        (408, "d4f3 b2c3 b6d4 c3f3 d4a1 h1f1 d8e7 h3f2 a1d4 f2d3 f7f6 h2h3 a8d8 d1c2 d8d7 c2b1"),
        (816, "d8h4 h3g5 h4g5 b2c3 g5f4 a1c1 b6c5 c3e3 f4f3 e3f3 d4f3 c1c3 f3g5 h1e1 c5d4 c3d3"),
    );
    assert!(knight.ends_with("20...Qh4 attacks the knight on h3."), "{knight}");
}

#[test]
fn pawns_are_named_where_the_pieces_alone_are_no_gain() {
    let rook = claims(
        "2r2rk1/p2b1ppp/1pn1p3/q2pP3/3P4/P1P2N1P/4BPP1/1RQ2RK1 w - - 0 17",
        (
            -65,
            "b1b5 c6d4 f3d4 d7b5 e2b5 c8c3 c1b1 a5a3 b5e2 a3a4 d4b5 c3c8 e2d3 g7g6 b1b2 c8c5 b5d6 h7h6 b2d2",
        ),
        (199, "e2d3 g8h8 f3g5 a5a4 g5h7"),
    );
    let wins = "17...Nxd4 uncovers the attack of the bishop on d7 on the rook on b5 and wins a rook and three \
                pawns for a bishop and a knight.";
    assert_eq!(rook, wins);
}

#[test]
fn a_queen_that_can_be_taken_back_is_not_won() {
    // 24...exf3 takes back, though White is then winning for other reasons.
    let text = claims(
        "r4rk1/pp3pp1/2p4p/8/2P1pPqB/P3Q3/1PP5/2K3RR b - - 1 23",
        (-2110, "g4f3 e3f3 f7f6 f3g2 f8f7 g2e4 b7b6 e4c6 a8d8 c6e6"),
        (-449, "g4f5 h4e1 g8h8 g1g5 f5d7 e1c3 f7f6 g5g2 d7f5 c1b1"),
    );
    assert_eq!(text, "");
}

#[test]
fn a_count_leaves_out_no_piece_of_the_line() {
    let queen = claims(
        "r1b2rk1/1pR3b1/3q2p1/1Q1Pp2p/4P2P/5p2/B4PP1/R4NK1 w - - 0 25",
        (-360, "g2g3 d6c7 d5d6 a8a2 d6c7 a2a1 b5b2 a1a6 b2b3 g8h8 f1d2 a6c6 d2f3 c8g4 f3h2 c6c1"),
        (-25, "b5c5 d6c5 c7c5 f3g2 f1e3 g8h8 g1g2 f8f4 d5d6 c8g4 e3g4 f4g4 g2h3 a8a3 h3h2 g4h4"),
    );
    let wins = "25.g3 does not save the rook on c7: 25...Qxc7 wins two rooks and a bishop for a queen.";
    assert!(queen.starts_with(wins), "{queen}");
    let rook = claims(
        "6k1/2Nb2p1/3p2pp/p7/3q1P1P/1P2r3/P1P2QPK/5R2 w - - 0 31",
        (-1362, "f1e1 e3h3 h2g1 h3h1 g1h1 d4f2 e1d1 f2c2 d1d4 c2c7 d4c4 c7b6 f4f5 g6f5 c4c2 b6d4"),
        (123, "c7d5 e3e4 c2c4 d4d3 f1e1 d7f5 e1e3 d3d4 f2e2 g8h7 h2g3 a5a4 b3a4 e4e3 d5e3 f5e4"),
    );
    assert!(rook.contains(" for a rook."), "{rook}");
    // The queen takes the bishop, and a pawn the other one.
    let trapped = claims(
        "r2qkb1r/pp3ppp/4bn2/2p1Q3/3pPP2/3P4/PPP1N1PP/RNB2RK1 w kq - 1 12",
        (-524, "f4f5 f8d6 e5d6 d8d6 c1f4 d6b6 f5e6 b6b2 e6f7 e8f7 b1d2 b2c2 e4e5 f6g4 f4g5 f7e8 h2h3"),
        (126, "e5g5 g7g6 g5g3 h7h5 h2h3 h5h4 g3e1 f6h5 b1d2 f8e7 e4e5 e8g8 d2e4 d8c7"),
    );
    assert_eq!(trapped, "12...Bd6 traps the queen on e5.");
}

#[test]
fn what_a_line_wins_at_its_far_end_is_not_its_point() {
    let queen = claims(
        "r2qr1k1/p3nppp/2p3b1/3p1pN1/3P2P1/2N4P/PPPQ4/R3K2R w KQ - 0 15",
        (-653, "g4f5 e7f5 e1f2 d8d6 a1g1 a8b8 b2b3 g6h5 g5f3 h5f3 f2f3 e8e3 d2e3 f5e3 f3e3"),
        (-129, "e1a1 a8b8 d1e1 h7h6 g5f3 d8c7 b2b3 c7g3 f3e5 f5f4 e5d7 b8d8 d7c5"),
    );
    assert!(!queen.contains("wins a queen"), "{queen}");
}

#[test]
fn a_piece_that_was_attacked_before_is_not_attacked_by_the_move() {
    let bishop = claims(
        "2kr3r/pppq1p2/2n2p1p/3p3b/2B5/P1Q2N1P/1PP3P1/2KRR3 w - - 0 16",
        (142, "c4d5 d7f5 d5c6 b7c6 c3c6 h5f3 g2f3 c8b8 d1d8 h8d8 e1e7 f5f4 c1b1 f4d6 c6d6 d8d6"),
        (342, "d1d5 d7d5 c4d5 d8d5 c3f6 h8d8 f6f4 h5f3 g2f3 a7a6 f4f7 c6d4 e1e7 c8b8 e7c7 d4e2"),
    );
    assert_eq!(bishop, "16.Bxd5 allows 16...Qf5, which threatens to take the bishop on d5.");
    // On g6 the rook takes what has come there.
    let rook = claims(
        "r4k2/p1pb1r1p/2pp1pP1/4q2N/4PRR1/3P2QP/6P1/7K b - - 0 28",
        (-245, "h7g6 g4g6 e5h5 g6g8 f8e7 g8a8 h5d1 h1h2 d1a1 f4f3 a1d4 g3g8 d4e5 f3g3 a7a5"),
        (18, "d7g4 g6f7 e5h5 d3d4 a8b8 f4g4 h5f7 g3a3 f8e7 a3a7 b8b1 h1h2 e7d7 a7a5 b1b3 a5f5"),
    );
    assert!(!rook.contains("before it can take"), "{rook}");
}

#[test]
fn the_line_beside_a_claim_shows_its_moves() {
    let game = Game::new(Position::from_fen("8/p4pp1/7p/2k1P2P/r1p2P2/2K1P3/P1R2P2/8 w - - 0 37").unwrap());
    let worse = searched(-4, "c2d2 a4a3 c3c2 a3a2 c2c1 a2d2 c1d2 a7a5 d2c3 a5a4 e3e4 a4a3 f4f5 c5c6");
    let better = searched(101, "c3b2 a4b4 b2c1 b4a4 f4f5 c5d5 f2f4 a4a6 c2g2 d5e4 g2g7 e4f5 g7f7 f5e4");
    let why = compare(&weights(), &game, &worse, &better);
    let text = why.comment();
    assert!(
        text.starts_with("After 37...Ra3+ 38.Kc2, the pawn on a2 is not protected: 38...Rxa2+"),
        "{text}"
    );
    assert_eq!(why.line[..4], worse.moves[..4]);
}
