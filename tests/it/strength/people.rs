//! Levels that err like people.

use std::collections::HashSet;

use temperament_engine::board::{Game, Move, Position, notation};
use temperament_engine::book::BookLine;
use temperament_engine::engine::{Level, Limits, Score};

use super::{MIDDLEGAME, engine, engine_with, game, search};

/// White's rook on d8 is unprotected, and Black's queen can take it.
const HANGING: &str = "3Rr1k1/pp2qppp/2p5/8/8/2P2N2/PP3PPP/6K1 b - - 0 1";
/// Only 1.Nf7 wins: a fork of king, queen and rook.
const FORK: &str = "3q2kr/ppp3pp/8/6N1/8/8/PPP3PP/3Q2K1 w - - 0 1";

fn after(moves: &str) -> Game {
    let mut game = Game::new(Position::startpos());
    for san in moves.split(' ') {
        assert!(game.play(notation::parse_any(game.position(), san).unwrap()), "{san}");
    }
    game
}

/// Number of games whose moves are counted.
const SEEDS: u64 = 50;

/// The moves of a level with different seeds.
fn moves(tweaks: &[&str], elo: u32, game: &Game) -> Vec<Move> {
    let mut engine = engine_with(tweaks, Level::Elo(elo), 0);
    let mut best = |seed| {
        engine.clear();
        engine.set_seed(seed);
        search(&mut engine, game, &Limits::default()).best
    };
    (0..SEEDS).filter_map(&mut best).collect()
}

fn count(moves: &[Move], game: &Game, wanted: impl Fn(&str) -> bool) -> usize {
    moves.iter().filter(|&&mv| wanted(&notation::san(game.position(), mv))).count()
}

#[test]
fn the_seed_of_the_game_decides_the_move() {
    let game = game(MIDDLEGAME);
    for elo in [600, 1200, 1900] {
        assert_eq!(moves(&[], elo, &game), moves(&[], elo, &game), "{elo}");
    }
    let distinct: HashSet<String> = moves(&[], 800, &game).iter().map(Move::to_string).collect();
    assert!((5..40).contains(&distinct.len()), "{distinct:?}");
}

#[test]
fn weak_levels_take_what_hangs_and_take_back() {
    let hanging = game(HANGING);
    let exchange = after("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6");
    for elo in [800, 1100, 1400] {
        let taken = count(&moves(&[], elo, &hanging), &hanging, |san| {
            san.starts_with("Qxd8") || san.starts_with("Rxd8")
        });
        assert!(taken >= 42, "{elo}: {taken}");
        let taken = count(&moves(&[], elo, &exchange), &exchange, |san| san.ends_with("xc6"));
        assert!(taken >= 42, "{elo}: {taken}");
    }
}

/// Of games at level 800 in which a reader called a move absurd: a queen or rook given with check, and a pawn that became a
/// rook. Before, that happened in 15, 2, 5, 20 and 23 of 50 games.
#[test]
fn weak_levels_give_no_queen_for_a_check_and_promote_to_queens() {
    let gifts = [
        ("3k2r1/4bp1p/3n4/p2p1q2/5P2/4QK1N/Pr2P2P/R4R2 w - - 2 21", "Qxe7"),
        ("1rq3nr/1p2pk2/3p1b1p/2p2P2/P7/2PP4/1P2Q1PP/R1B2R1K w - - 0 23", "Qxe7"),
        ("rnb1k2r/1ppqbpp1/7p/p7/4Q3/2P1PN2/PP1P1PPP/R1B2RK1 w kq - 1 11", "Qxe7"),
        ("r7/p1pk2p1/2R5/1p1n2P1/1P1P1P2/8/8/2K5 w - - 2 30", "Rxc7"),
    ];
    for (fen, gift) in gifts {
        let game = game(fen);
        let given = count(&moves(&[], 800, &game), &game, |san| san.starts_with(gift));
        assert!(given <= 8, "{gift}: {given} in {fen}");
    }
    let game = game("3r4/2k3P1/p7/1p4P1/1P6/8/8/2K5 w - - 1 37");
    let promoted = |to: &'static str| count(&moves(&[], 800, &game), &game, move |san| san.contains(to));
    assert_eq!(promoted("=") - promoted("=Q"), 0);
}

/// Of games in which a reader called such moves absurd: a king walks away from the only pawn it can win, and from its own
/// passed pawn. Before, that happened in 28 of 100 games.
#[test]
fn weak_levels_do_not_stroll_with_the_king() {
    let endings = [
        (800, "8/p7/p1k5/P7/8/8/6K1/8 b - - 4 74", &["Kd6", "Kd7", "Kc7", "Kd5"][..]),
        (1100, "B4b2/8/7p/p3k3/2p3P1/6K1/P7/8 w - - 6 54", &["Kf2", "Kg2", "Kh2"][..]),
    ];
    let strolls = endings.map(|(elo, fen, away)| {
        let game = game(fen);
        count(&moves(&[], elo, &game), &game, |san| away.contains(&san))
    });
    assert!(strolls.iter().sum::<usize>() <= 16, "{strolls:?}");
}

#[test]
fn stronger_levels_see_more() {
    let fork = game(FORK);
    let seen = [700, 1100, 1500, 1900]
        .map(|elo| count(&moves(&[], elo, &fork), &fork, |san| san.starts_with("Qxd8")));
    assert!(seen.is_sorted(), "{seen:?}");
}

#[test]
fn a_profile_has_its_own_attention_and_habits() {
    let game = after("e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6");
    let checks = |tweaks: &[&str]| count(&moves(tweaks, 1100, &game), &game, |san| san.ends_with('+'));
    let usual = checks(&[]);
    assert!(checks(&["strength.checks=20"]) > usual);
    assert!(checks(&["strength.checks=0.05"]) <= usual);
    assert_ne!(moves(&["strength.attention=1000"], 1100, &game), moves(&[], 1100, &game));
}

#[test]
fn a_limit_of_the_search_ends_the_look_at_the_board() {
    let game = game(MIDDLEGAME);
    for limits in [Limits::nodes(1), Limits::depth(1)] {
        let outcome = search(&mut engine(Level::Elo(1900), 1), &game, &limits);
        assert!(outcome.best.is_some_and(|mv| game.position().is_legal(mv)));
        assert!(outcome.nodes < 200, "{}", outcome.nodes);
    }
    let only = notation::parse_any(game.position(), "a4").unwrap();
    let limits = Limits { search_moves: vec![only], ..Limits::default() };
    assert_eq!(search(&mut engine(Level::Elo(900), 1), &game, &limits).best, Some(only));
}

#[test]
fn levels_see_what_the_last_move_attacks() {
    let game = after("e4 d5 exd5 Qxd5 Nc3");
    for elo in [600, 800, 1100, 1400] {
        let moved = count(&moves(&[], elo, &game), &game, |san| san.starts_with('Q'));
        assert!(moved >= 45, "{elo}: {moved}");
    }
}

/// A book with one line, of this many moves of White.
const LINE: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7";
const LINE_MOVES: usize = 11;
/// Number of games whose known moves are counted.
const BOOK_SEEDS: u64 = 400;

/// The moves of White that a level knows of the line, for each seed. It never returns to its book.
fn known_moves(tweaks: &[&str], level: Level) -> Vec<usize> {
    let book = format!("book.white=[\"{LINE}\"]");
    let mut engine = engine_with(&[&[book.as_str()], tweaks].concat(), level, 0);
    engine.set_own_book(true);
    let count = |seed| {
        engine.set_seed(seed);
        let mut game = Game::new(Position::startpos());
        let mut knows = Vec::new();
        for san in LINE.split(' ') {
            let mv = notation::parse_any(game.position(), san).unwrap();
            if game.moves().len().is_multiple_of(2) {
                knows.push(engine.book_move(&game) == Some(mv));
            }
            assert!(game.play(mv));
        }
        assert!(knows.is_sorted_by(|before, after| before >= after), "{knows:?}");
        knows.into_iter().filter(|&knows| knows).count()
    };
    (0..BOOK_SEEDS).map(count).collect()
}

#[test]
fn weak_levels_know_as_much_theory_as_people() {
    for (elo, mean) in [(600, 2.3), (900, 2.7), (1100, 3.0), (1500, 3.5)] {
        let known = known_moves(&[], Level::Elo(elo));
        let found = known.iter().sum::<usize>() as f64 / known.len() as f64;
        assert!((found - mean).abs() < 0.25, "{elo}: {found}");
        assert!(known.contains(&1) && known.iter().all(|&moves| moves < 7), "{elo}: {known:?}");
    }
    assert!(known_moves(&["strength.theory=0"], Level::Elo(1100)).iter().all(|&moves| moves == 0));
    for (tweaks, level) in [
        (["strength.theory=\"whole book\""], Level::Elo(1100)),
        (["strength.scale=\"engines\""], Level::Elo(1100)),
        (["strength.elo=2000"], Level::OfProfile),
        (["strength.elo=full"], Level::OfProfile),
    ] {
        let known = known_moves(&tweaks, level);
        assert!(known.iter().all(|&moves| moves == LINE_MOVES), "{tweaks:?}: {known:?}");
    }
}

#[test]
fn without_a_book_levels_play_openings_of_people() {
    let start = Game::new(Position::startpos());
    let first_moves = |tweaks: &[&str], level: Level| -> Vec<Move> {
        let mut engine = engine_with(tweaks, level, 0);
        engine.set_own_book(true);
        let choose = |seed| {
            engine.set_seed(seed);
            engine.book_move(&start)
        };
        (0..BOOK_SEEDS).filter_map(choose).collect()
    };
    for elo in [600, 1100, 1900] {
        let moves = first_moves(&[], Level::Elo(elo));
        assert_eq!(moves.len() as u64, BOOK_SEEDS, "{elo}");
        let share = |wanted| count(&moves, &start, |san| san == wanted) as f64 / moves.len() as f64;
        assert!((0.52..0.72).contains(&share("e4")) && (0.2..0.4).contains(&share("d4")), "{elo}: {moves:?}");
    }
    let only_e3 = first_moves(&["book.white=[\"e3\"]"], Level::Elo(1100));
    assert_eq!(count(&only_e3, &start, |san| san == "e3") as u64, BOOK_SEEDS);
    // A GUI may send each position without the moves before.
    let late = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9");
    let mut engine = engine(Level::Elo(1100), 1);
    engine.set_own_book(true);
    assert!(engine.book_move(&start).is_some() && engine.book_move(&late).is_none());
    assert!(first_moves(&["strength.theory=0"], Level::Elo(1100)).is_empty());
    assert!(first_moves(&["strength.scale=\"engines\""], Level::Elo(1100)).is_empty());
    assert!(first_moves(&[], Level::Elo(2000)).is_empty());
}

#[test]
fn openings_of_people_are_legal() {
    let text = include_str!("../../../crates/engine/src/engine/person/openings.txt");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 50);
    for line in lines {
        BookLine::parse(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
    }
}

/// Number of games in which a level may resign.
const RESIGN_SEEDS: u64 = 2000;

#[test]
fn levels_resign_as_often_as_people() {
    let game = game(MIDDLEGAME);
    let share = |tweaks: &[&str], level: Level, score: Score| {
        let mut engine = engine_with(tweaks, level, 0);
        let resigns = |&seed: &u64| {
            engine.set_seed(seed);
            engine.resigns(&game, score)
        };
        (0..RESIGN_SEEDS).filter(resigns).count() as f64 / RESIGN_SEEDS as f64
    };
    let lost = Score::Centipawns(-2000);
    for (elo, people) in [(650, 0.0), (900, 0.03), (1200, 0.07), (1500, 0.11)] {
        let found = share(&[], Level::Elo(elo), lost);
        assert!((found - people).abs() < 0.015, "{elo}: {found}");
    }
    assert!(share(&[], Level::Elo(1500), Score::Mate(-2)) > 0.09);
    for score in [Score::Centipawns(-500), Score::Centipawns(300), Score::Mate(3)] {
        assert_eq!(share(&[], Level::Elo(1900), score), 0.0, "{score:?}");
    }
    for level in [Level::Full, Level::OfProfile, Level::Elo(2000)] {
        assert_eq!(share(&[], level, lost), 0.0, "{level:?}");
    }
    assert_eq!(share(&["strength.scale=\"engines\""], Level::Elo(1500), lost), 0.0);
}
