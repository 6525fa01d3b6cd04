//! Tests of `arena::openings::pgn`.

use temperament_engine::board::Game;
use temperament_engine::board::notation;
use temperament_matches::arena::openings::pgn;
use temperament_matches::arena::pgn_reader::{LineError, Notes};

fn read(text: &str, plies: Option<usize>) -> Result<Vec<Game>, LineError> {
    pgn::read(text, plies, &mut Notes::default())
}

fn moves(text: &str, plies: Option<usize>) -> Vec<String> {
    let games = read(text, plies).unwrap();
    let line = |game: &Game| notation::san_line(game.start(), game.moves());
    games.iter().map(line).collect()
}

#[test]
fn moves_are_found_among_all_that_pgn_has() {
    let text = "[Event \"a \\\"b\\\" ]\"]\n[White \"?\"]\n\n1. e4 {best (by test} e5 $1 (1... c5 (1... e6 {)}) 2. Nf3)\n\
                    2.Nf3!? Nc6 ; to the end )\n3. Bb5 a6 4. Bxc6 1/2-1/2\n\n% passed over\n\
                    [Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. 0-0 Kd7\n\
                    [Event \"y\"]\n1.d4 d5 2.c4 *";
    assert_eq!(moves(text, None), ["e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", "O-O Kd7", "d4 d5 c4"]);
    assert_eq!(moves(text, Some(2)), ["e4 e5", "O-O Kd7", "d4 d5"]);
}

#[test]
fn faults_have_their_line() {
    for (text, line, part) in [
        ("1. e4\ne5 2. Ke3 *", 2, "`Ke3` is not a legal move"),
        ("[FEN x]\n1. e4", 1, "the tag FEN has no value"),
        ("\n[FEN \"8/8\"]", 2, "piece placement"),
        ("1. e4 {open\n\n", 1, "comment is never closed"),
        ("1. e4\n(1. d4 (c4)\n", 2, "variation is never closed"),
        ("[White \"x\"]\n\n*\n", 1, "initial position"),
    ] {
        let fault = read(text, None).unwrap_err();
        assert!(fault.line == line && fault.message.contains(part), "{text}: {fault:?}");
    }
    assert!(read(" \n", None).unwrap().is_empty());
}

#[test]
fn each_position_of_a_file_without_moves_is_an_opening() {
    let fens = [
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1",
    ];
    for (before, after) in
        [("", "\n"), ("", "\n\n"), ("[SetUp \"1\"]\n", "\n\n"), ("[Site \"?\"]\n", "\n"), ("", "\n\n*\n\n")]
    {
        let text: String = fens.iter().map(|fen| format!("{before}[FEN \"{fen}\"]{after}")).collect();
        let found: Vec<String> =
            read(&text, None).unwrap().iter().map(|game| game.start().fen(false)).collect();
        assert_eq!(found, fens, "{text}");
    }
}
