//! Tests of `arena::pgn_reader`.

use temperament::arena::GameResult;
use temperament::arena::pgn_reader::*;
use temperament::board::Color;

#[test]
fn results_and_scores_are_kept() {
    let text = "[Result \"0-1\"]\n\n1. e4 {+0.31/12 0.050s n=20000} e5 2. Nf3 {book} {-1.00/3} Nc6 {-M4/9} 3. d4 *\n\n\
                    1. d4 {best} (1. e4 {+9.99/1}) d5 {1/2} 1-0\n[White \"x\"]\n1. c4 *";
    let games: Vec<PgnGame> = PgnReader::new(text, 5, None).map(Result::unwrap).collect();
    let found: Vec<_> = games.iter().map(|game| (game.line, game.result)).collect();
    let expected = [(5, Some(GameResult::BlackWins)), (9, Some(GameResult::WhiteWins)), (10, None)];
    assert_eq!(found, expected);
    let scores = |game: &PgnGame| game.moves.iter().map(|mv| mv.score).collect::<Vec<_>>();
    assert_eq!(scores(&games[0]), [Some(31), None, None, Some(-30_000), None]);
    assert_eq!(scores(&games[1]), [None, None]);
}

#[test]
fn a_faulty_game_takes_no_other_with_it() {
    const GAME: &str =
        "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.31/12} e5 {a\n[White} (1. d4)\n2. Nf3 {0.2/1} 1-0\n\n";
    const NO_EVENT: &str = "[White \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
    for (game, good, bad, part) in [
        (GAME, "Nf3", "Ke3 Nc6", "not a legal move"),
        (NO_EVENT, "Nf3", "Ke3 Nc6 3.Ke8)", "not a legal move"),
        (GAME, "0.2/1}", "0.2/1", "comment is never closed"),
        (GAME, "d4)", "d4", "variation is never closed"),
        (GAME, "(1. d4)", "(1. {d4)", "variation is never closed"),
        (GAME, "(1. d4)", ")", "closes nothing"),
        (GAME, "1-0\"]", "1-0]", "a tag is"),
        (GAME, "x\"]", "x", "a tag is"),
        (NO_EVENT, "x\"]", "x", "a tag is"),
        (GAME, "[Result", "[FEN \"8/8\"]\n[Result", "piece placement"),
        (GAME, "[Result", "[Variant \"Atomic\"]\n[Result", "`Atomic` is neither"),
    ] {
        for k in 0..4 {
            let text: String =
                (0..4).map(|at| if at == k { game.replace(good, bad) } else { game.to_owned() }).collect();
            let read: Vec<_> = PgnReader::new(&text, 1, None).collect();
            let faults: Vec<&LineError> = read.iter().filter_map(|game| game.as_ref().err()).collect();
            assert_eq!(faults.len(), 1, "{bad} in {k}: {read:?}");
            assert!(faults[0].message.contains(part), "{bad}: {faults:?}");
            let lines = game.lines().count() * k + 1..game.lines().count() * (k + 1) + 1;
            assert!(lines.contains(&faults[0].line), "{bad} in {k}: {faults:?}");
            let games: Vec<&PgnGame> = read.iter().filter_map(|game| game.as_ref().ok()).collect();
            assert_eq!(games.len(), 3, "{bad} in {k}: {read:?}");
            for game in games {
                assert_eq!((game.game.moves().len(), game.result), (3, Some(GameResult::WhiteWins)));
            }
        }
    }
}

#[test]
fn variants_that_are_chess_are_read() {
    for (variant, is_read) in [("Chess 960", true), ("fischerandom", true), ("Crazyhouse", false)] {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 *\n");
        let read: Vec<_> = PgnReader::new(&text, 1, None).collect();
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [is_read], "{variant}");
    }
}

#[test]
fn two_results_are_noticed() {
    for (tag, end, has_two) in
        [("1-0", "0-1", true), ("1-0", "1-0", false), ("*", "0-1", false), ("1-0", "*", false)]
    {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 {end}\n");
        let game = PgnReader::new(&text, 1, None).next().unwrap().unwrap();
        assert_eq!(game.has_two_results, has_two, "{tag} {end}");
    }
}

#[test]
fn the_place_of_each_move_is_known() {
    let text = "\u{feff}[White \"A\"]\n[Black \"B \\\"b\\\"\"]\n\n{x} 1.e4! $14 {a} {b} (1. d4 {c}) {d} e5$2 ;e\n2. Nf3 Nc6 *";
    let game = PgnReader::new(text, 1, None).next().unwrap().unwrap();
    assert_eq!((game.tag("white"), game.tag("Round")), (Some("A"), None));
    assert_eq!([Color::White, Color::Black].map(|side| game.player(side)), [Some("A"), Some("B \"b\"")]);
    assert!(text[..game.tags_end].ends_with("\\\"\"]"));
    let found: Vec<_> = game
        .moves
        .iter()
        .map(|mv| (&text[mv.start..mv.end], &text[mv.end..mv.annotated], mv.has_number, mv.has_mark))
        .collect();
    let expected = [
        ("e4!", " $14 {a} {b}", true, true),
        ("e5", "$2 ;e\n", false, true),
        ("Nf3", "", true, false),
        ("Nc6", "", false, false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_opening_ends_with_the_first_other_comment() {
    let text = "1. e4 {book} e5 {book, checkmate} 2. Nf3 {own book} Nc6 {book} *";
    let game = PgnReader::new(text, 1, None).next().unwrap().unwrap();
    assert_eq!(game.opening_plies(), 2);
}
