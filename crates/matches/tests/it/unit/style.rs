//! Hand-made games with known counts.

mod likeness;
mod own;
mod variety;

use std::time::Duration;

use temperament_engine::board::{Color, Game, Move, Position, START_FEN, notation};
use temperament_engine::engine::Score;
use temperament_matches::arena::{GameResult, MoveData, Played, Reason, Record, ScheduledGame, Termination};
use temperament_matches::style::StyleGame;
use temperament_matches::style::counts::{self, Castling, Counts};
use temperament_matches::style::eval_features::FeatureSums;
use temperament_matches::style::fingerprint::{Comparison, StyleComparer};
use temperament_matches::style::sacrifices::sacrifices;

/// Anderssen against Kieseritzky, London 1851: the Immortal Game.
const IMMORTAL: &str = "e4 e5 f4 exf4 Bc4 Qh4 Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 \
                        Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1 Ke2 Na6 Nxg7 Kd8 Qf6 Nxf6 Be7";
/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5 Nbd7 O-O-O Rd8 \
                     Rxd7 Rxd7 Rd1 Qe6 Bxd7 Nxd7 Qb8 Nxb8 Rd8";

/// A game whose first plies are the opening; all moves have the score `cp`.
fn record(fen: &str, moves: &str, opening: usize, cp: i32) -> Record {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for text in moves.split_whitespace() {
        let mv = notation::parse_any(game.position(), text);
        assert!(mv.is_some_and(|mv| game.play(mv)), "{text} in {}", game.position());
    }
    let data = MoveData {
        score: Some(Score::Centipawns(cp)),
        wdl: None,
        depth: 1,
        nodes: 1,
        time: Duration::ZERO,
        is_book: false,
    };
    let termination =
        game.ending().map_or(Termination { result: GameResult::Draw, reason: Reason::MaxMoves }, |ending| {
            Termination::by_rules(ending, game.position().stm())
        });
    Record {
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        move_data: vec![data; game.moves().len() - opening],
        termination,
        failure: None,
    }
}

fn counts(record: &Record) -> [Counts; 2] {
    counts::counts(&record.into())
}

fn counted(fen: &str, moves: &str) -> [Counts; 2] {
    counts(&record(fen, moves, 0, 0))
}

#[test]
fn checks_captures_threats_and_pieces_in_the_enemy_half() {
    let [white, black] = counted(START_FEN, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7");
    assert_eq!((white.plies, white.moves, black.moves), (7, 4, 3));
    assert_eq!((white.checks, white.captures), (1, 1));
    assert_eq!((black.checks, black.captures), (0, 0));
    // Qh5 threatens Qxf7 mate, which wins the pawn; Nf6 threatens the queen.
    assert_eq!((white.threats, black.threats), (1, 1));
    assert_eq!((white.pieces_across, white.pawns_across), (1, 0));
    assert!(white.is_decisive && black.is_decisive);
    assert_eq!((white.half_points, black.half_points), (2, 0));
}

#[test]
fn a_threat_counts_once_and_only_if_it_wins_something() {
    let [white, _] = counted("4k3/8/8/1n6/8/8/8/R3K3 w - - 0 1", "Rb1 Ke7 Kd1");
    assert_eq!(white.threats, 1, "Kd1 threatens what Rb1 did");
    let [white, _] = counted("4k3/8/2p5/1n6/8/8/8/R3K3 w - - 0 1", "Rb1");
    assert_eq!(white.threats, 0, "a guarded knight is worth no rook");
}

#[test]
fn the_opening_does_not_count() {
    let moves = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7";
    let [white, black] = counts(&record(START_FEN, moves, 4, 0));
    assert_eq!((white.moves, black.moves, white.plies), (2, 1, 3));
    assert_eq!((white.first_moves.len(), black.first_moves.len()), (2, 1));
    let [white, black] = counts(&record(START_FEN, moves, 6, 0));
    assert_eq!((white.threats, white.captures), (0, 1));
    assert_eq!(black, {
        // Nothing but what both share.
        Counts {
            plies: 1,
            is_decisive: true,
            queens_off: Some(false),
            castling: Castling::Never,
            ..Counts::default()
        }
    });
}

#[test]
fn castling_and_when() {
    let [white, black] = counted(START_FEN, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6");
    assert_eq!((white.castling, black.castling), (Castling::Short(4), Castling::Never));
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9";
    let [white, black] = counted(both, "O-O-O O-O");
    assert_eq!((white.castling, black.castling), (Castling::Long(9), Castling::Short(9)));
    assert_eq!(white.captures + white.pieces_across, 0);
    let [white, black] = counts(&record(both, "O-O Ke7 Kg2", 1, 0));
    assert_eq!((white.castling, black.castling), (Castling::Settled, Castling::Never));
}

#[test]
fn pawns_around_the_kings() {
    let moves = "h4 g6 h5 Kg7";
    let [white, black] = counted("1q4k1/5ppp/8/8/8/8/5PPP/2Q3K1 w - - 0 1", moves);
    assert_eq!((white.shield_moves, white.storm_moves, white.pawns_across), (2, 2, 1));
    assert_eq!((black.shield_moves, black.storm_moves, black.pawns_across), (1, 0, 0));
    // Without queens it is an endgame, and a king on the e-file has not castled.
    for (fen, mv) in
        [("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "h4"), ("1q2k3/8/8/8/8/8/5P2/Q3K3 w - - 0 1", "f4")]
    {
        let [white, _] = counted(fen, mv);
        assert_eq!((white.shield_moves, white.storm_moves), (0, 0), "{fen}");
    }
}

#[test]
fn exchanges_offered_made_and_avoided() {
    let [white, black] = counted("3rk3/5ppp/8/8/8/8/5PPP/R3K3 w - - 0 1", "Rd1 h6 Rxd8 Kxd8");
    assert_eq!((white.offers, white.chances, white.avoided), (1, 1, 0));
    assert_eq!((black.offers, black.chances, black.avoided), (0, 1, 1));
    let [white, black] = counted("3rk3/3r1ppp/8/8/8/8/3R1PPP/3RK3 w - - 0 1", "Rxd7 Rxd7 Rxd7 Kxd7");
    assert_eq!((white.chances, white.avoided), (1, 0), "taking back is no second chance");
    assert_eq!((black.chances, black.avoided), (0, 0));
    // A rook that can be taken for nothing is not offered for exchange.
    let [white, _] = counted("3rk3/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Rd1");
    assert_eq!(white.offers, 0);
}

#[test]
fn queens_off_by_move_20() {
    let fen = |number: u32| format!("3qk3/8/8/8/8/8/8/3QK3 w - - 0 {number}");
    let off = |number, moves: &str| counted(&fen(number), moves)[0].queens_off;
    assert_eq!(off(19, "Qxd8 Kxd8"), Some(true));
    assert_eq!(off(20, "Kf2 Ke7 Qxd8 Kxd8"), Some(false), "at move 21");
    assert_eq!(off(21, "Qxd8 Kxd8"), None);
    assert_eq!(off(1, "Kf2"), Some(false));
    let none = counted("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "");
    assert_eq!(none[0].queens_off, None);
}

#[test]
fn features_are_what_the_evaluator_counts() {
    let features = |position: &Position, side| {
        let mut sums = FeatureSums::default();
        sums.add(position, side);
        sums
    };
    let opened = record(START_FEN, "e4", 0, 0).game();
    let expected = FeatureSums {
        positions: 1,
        // Nb1 2, Ng1 3, Bf1 5, Qd1 4; the rest cannot move.
        squares_a_piece: 14.0 / 7.0,
        with_pieces: 1,
        ..FeatureSums::default()
    };
    assert_eq!(features(opened.position(), Color::White), expected);
    let position = Position::from_fen("4k3/R7/8/8/8/2P1P3/2p1P3/6K1 b - - 0 1").unwrap();
    let white = FeatureSums {
        positions: 1,
        // Ra7 has seven squares along the rank and seven along the file, and is next to the king.
        squares_a_piece: 14.0,
        with_pieces: 1,
        king_attackers: 1,
        passed: 3,
        isolated: 3,
        doubled: 1,
        backward: 0,
    };
    assert_eq!(features(&position, Color::White), white);
    let black = FeatureSums { positions: 1, passed: 1, isolated: 1, ..FeatureSums::default() };
    assert_eq!(features(&position, Color::Black), black);
}

/// Move number and pawns of the sacrifices of a side.
fn given(record: &Record, side: Color) -> Vec<(usize, i32)> {
    let game = StyleGame::from(record);
    let own = sacrifices(&game, &game.positions()).into_iter().filter(|s| s.side == side);
    own.map(|s| (s.ply / 2 + 1, s.pawns)).collect()
}

#[test]
fn the_sacrifices_of_the_immortal_game() {
    let game = record(START_FEN, IMMORTAL, 0, 0);
    // 2.f4 a pawn; 11.Rg1 leaves a bishop, where another move would have lost a pawn; 18.Bd6 one rook, 19.e5 the other,
    // less the pawn that comes with 21.Nxg7+; 22.Qf6+ mates at once.
    assert_eq!(given(&game, Color::White), [(2, 1), (11, 3), (18, 5), (19, 4)]);
    let [white, _] = counts(&game);
    assert_eq!((white.pawn_sacrifices, white.piece_sacrifices), (1, 3));
    // The opening is not his own.
    let later = counts(&record(START_FEN, IMMORTAL, 4, 0));
    assert_eq!((later[0].pawn_sacrifices, later[0].piece_sacrifices), (0, 3));
}

#[test]
fn the_sacrifices_of_the_opera_game() {
    let game = record(START_FEN, OPERA, 0, 0);
    // 10.Nxb5 is a knight for two pawns; 13.Rxd7 wins the rook back, 16.Qb8+ mates.
    assert_eq!(given(&game, Color::White), [(10, 1)]);
}

#[test]
fn what_is_no_sacrifice() {
    // Légal's mate: it is over three plies after the queen was taken.
    let legal = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7 Ke7 Nd5";
    assert_eq!(given(&record(START_FEN, legal, 0, 0), Color::White), []);
    // An exchange, with a move in between.
    let exchange = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5";
    let game = record(START_FEN, exchange, 0, 0);
    assert_eq!((given(&game, Color::White), given(&game, Color::Black)), (vec![], vec![]));
    // A fork: whatever moves, a piece is lost.
    let fork = "4k3/8/2n1b3/8/2PP4/8/8/R3K3 w - - 0 1";
    let moves = "d5 Bd7 dxc6 Bxc6 Kd2 Kd7 Kc3 Kc7 Kb4";
    assert_eq!(given(&record(fork, moves, 0, 0), Color::Black), []);
    // A knight sacrificed for nothing, unless the side's score was losing. It had won a pawn, which does not count.
    let (fen, moves) = ("4k3/8/8/8/2n5/8/1P1P4/R3K3 b - - 0 1", "Nxb2 Ke2 Nc4 d3 Na3 Rxa3 Kd7 Kd2 Kc7 Kd1");
    assert_eq!(given(&record(fen, moves, 0, -100), Color::Black), [(3, 2)]);
    assert_eq!(given(&record(fen, moves, 0, -101), Color::Black), []);
}

/// The same game with colours exchanged.
fn mirrored(record: &Record) -> Record {
    let flipped =
        |mv: &Move| Move { from: mv.from.flip_rank(), to: mv.to.flip_rank(), promotion: mv.promotion };
    let result = match record.termination.result {
        GameResult::WhiteWins => GameResult::BlackWins,
        GameResult::BlackWins => GameResult::WhiteWins,
        GameResult::Draw => GameResult::Draw,
    };
    Record {
        start: record.start.mirrored(),
        moves: record.moves.iter().map(flipped).collect(),
        termination: Termination { result, ..record.termination },
        ..record.clone()
    }
}

#[test]
fn colours_do_not_matter() {
    for moves in [IMMORTAL, OPERA] {
        let game = record(START_FEN, moves, 3, 0);
        let [white, black] = counts(&game);
        let [was_black, was_white] = counts(&mirrored(&game));
        assert_eq!((white, black), (was_white, was_black));
    }
}

/// A comparison after some pairs of games with colours reversed.
fn compared(pairs: &[[Record; 2]]) -> Comparison {
    let mut survey = StyleComparer::new([0, 1], [None; 2]);
    for (number, [first, second]) in pairs.iter().enumerate() {
        let played = |game: usize, record: &Record| Played {
            slot: ScheduledGame {
                game: 2 * number + game,
                players: if game == 0 { [0, 1] } else { [1, 0] },
                opening: 0,
            },
            record: record.clone(),
        };
        survey.add(&[played(0, first), played(1, second)]);
    }
    survey.comparison(["a", "b"])
}

#[test]
fn who_plays_the_same_games_does_not_differ() {
    let games = [IMMORTAL, OPERA].map(|moves| record(START_FEN, moves, 3, 0));
    let comparison = compared(&games.clone().map(|game| [game.clone(), game]));
    assert_eq!(comparison.pairs, 2);
    assert_eq!(comparison.a.measures, comparison.b.measures);
    assert_eq!(comparison.a.sacrifices, comparison.b.sacrifices);
    for difference in &comparison.differences {
        assert!(!difference.differs, "{difference:?}");
        assert!(difference.measured.value.is_none_or(|value| value == 0.0));
    }
}

#[test]
fn a_difference_is_b_less_a_and_is_marked() {
    // A walks with its king, B gives check with each move; in one pair both play a move more, so that there is spread.
    let fen = "6k1/8/8/8/8/8/8/RK6 w - - 0 1";
    let (checks, walks) = ("Ra8 Kg7 Ra7 Kg8", "Kb2 Kg7 Kb3 Kg8");
    let pair = |more: &str| {
        let [a, b] = [walks, checks].map(|moves| record(fen, &format!("{moves}{more}"), 0, 0));
        [a, b]
    };
    let mut pairs = vec![pair(""); 9];
    pairs.push(pair(" Ka2 Kh8"));
    let comparison = compared(&pairs);
    let of = |key: &str| {
        let found = comparison.differences.iter().find(|d| d.measured.key == key);
        found.unwrap_or_else(|| panic!("no {key}"))
    };
    let checks = of("checks");
    assert!(checks.differs && checks.measured.value.unwrap() > 45.0, "{checks:?}");
    assert!(checks.p_corrected.unwrap() >= checks.p.unwrap());
    assert!(!of("captures").differs);
    assert_eq!(of("castling_move").measured.value, None);
    assert_eq!(of("castling_move").p, None);
    assert!(comparison.differences.iter().all(|d| d.measured.key != "game_length"));
    let json = serde_json::to_value(&comparison).unwrap();
    assert_eq!(json["differences"][0]["key"], "pawn_sacrifices");
    assert_eq!(json["differences"][0]["title"], "pawn sacrifices a game");
    assert!(json["differences"].as_array().unwrap().iter().any(|d| d["p"].is_null()));
    assert_eq!(json["a"]["measures"][0]["value"], 2.1);
}

#[test]
fn an_empty_survey_has_no_numbers() {
    let comparison = StyleComparer::new([0, 1], [None; 2]).comparison(["a", "b"]);
    assert_eq!(comparison.pairs, 0);
    assert!(comparison.a.measures.iter().all(|m| m.value.is_none() && m.note.is_some()));
    assert!(comparison.differences.iter().all(|d| d.p.is_none() && !d.differs));
}
