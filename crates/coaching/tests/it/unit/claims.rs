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
    assert_eq!(
        fork,
        "After 10.Bf4 Qc6, 11.Nc7+ forks the king and the rook on a8 and wins a rook for a pawn."
    );
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
