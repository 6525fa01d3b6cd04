//! Tests of `arena::pgn`.

use super::game;
use temperament_engine::board::Game;
use temperament_matches::arena::casual::GameOver;
use temperament_matches::arena::pgn::*;

fn tags(game: &Game) -> Tags {
    Tags {
        event: "Casual game".to_owned(),
        round: "-".to_owned(),
        white: "A \"quoted\" name".to_owned(),
        black: "B".to_owned(),
        date: "2024.02.29".to_owned(),
        result: GameOver::of(game, None).map_or("*", |over| over.result.pgn()),
        chess960: false,
        more: Vec::new(),
    }
}

#[test]
fn a_game_from_the_start_needs_no_fen() {
    let game = game(temperament_engine::board::START_FEN, "f3 e5 g4 Qh4");
    let text = pgn(&game, &tags(&game), &[]);
    assert!(text.contains(r#"[White "A \"quoted\" name"]"#));
    assert!(!text.contains("FEN"));
    assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
}

#[test]
fn black_may_begin_and_lines_stay_short() {
    let dance = "Kd8 Kd1 Ke8 Ke1 ".repeat(12);
    let game = game("4k3/8/8/8/8/8/4P3/4K3 b - - 0 40", &dance);
    let text = pgn(&game, &tags(&game), &[]);
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n\n40... Kd8 41. Kd1"));
    assert!(text.lines().all(|line| line.len() <= LINE_WIDTH));
    assert!(text.ends_with(" 1/2-1/2\n"));
}

#[test]
fn the_number_of_a_move_is_on_its_line() {
    // Different lengths before the numbers.
    for comment in 0..12 {
        let game = game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &"Kd1 Kd8 Ke1 Ke8 ".repeat(10));
        let comments = vec!["x".repeat(comment); game.moves().len()];
        let text = pgn(&game, &tags(&game), &comments);
        assert!(text.lines().all(|line| !line.ends_with('.')), "{text}");
    }
}

#[test]
fn moves_have_their_comments_and_numbers_after_them() {
    let game = game(temperament_engine::board::START_FEN, "e4 e5 Nf3");
    let comments = ["+0.31/12 0.050s".to_owned(), String::new(), "book".to_owned()];
    let text = pgn(&game, &tags(&game), &comments);
    assert!(text.ends_with("\n\n1. e4 {+0.31/12 0.050s} 1... e5 2. Nf3 {book} *\n"), "{text}");
}

#[test]
fn days_become_dates() {
    assert_eq!(date_of_day(0), "1970.01.01");
    assert_eq!(date_of_day(19_782), "2024.02.29");
    assert_eq!(date_of_day(20_088), "2024.12.31");
}
