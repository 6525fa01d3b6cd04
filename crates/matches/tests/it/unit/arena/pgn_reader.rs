//! Tests of `arena::pgn_reader`.

use temperament_engine::board::{Color, notation};
use temperament_engine::input::Text;
use temperament_matches::arena::GameResult;
use temperament_matches::arena::pgn_reader::*;

use proptest::prelude::*;

/// Reads the only game of a text.
fn read_one(text: &str) -> PgnGame {
    let mut games: Vec<_> = PgnReader::new(text, 1, None).collect();
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.remove(0).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

fn moves(game: &PgnGame) -> String {
    notation::san_line(game.game.start(), game.game.moves())
}

fn notes(game: &PgnGame) -> Vec<String> {
    game.notes.iter().map(|note| format!("{}: {note}", note.line)).collect()
}

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
        (GAME, "Nf3", "Sf3", "not a legal move"),
        (GAME, "[Result", "[FEN 8/8]\n[Result", "the tag FEN has no value"),
        (
            GAME,
            "1. e4 {+0.31/12} e5 {a\n[White} (1. d4)\n2. Nf3 {0.2/1}",
            "1. P-K4 P-K4",
            "`P-K4` is not a move",
        ),
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

/// Words that mean nothing to the moves after which they stand, glued to the move or apart.
const AFTER_A_MOVE: [&str; 54] = [
    "!",
    "?",
    "!!",
    "??",
    "!?",
    "?!",
    "\u{203c}",
    "\u{2047}",
    "\u{2048}",
    "\u{2049}",
    "=",
    "+=",
    "=+",
    "+/=",
    "+-",
    "-+",
    "+/-",
    "-/+",
    "+\u{2212}",
    "\u{2212}+",
    "\u{b1}",
    "\u{2213}",
    "\u{2a72}",
    "\u{2a71}",
    "\u{221e}",
    "\u{25a1}",
    "\u{2192}",
    "N",
    "D",
    "+",
    "++",
    "#",
    "+!",
    "+?!",
    "!+-",
    "!N",
    "e.p.",
    "ep",
    "ch",
    "ch.",
    "mate",
    "\u{200b}",
    "\u{ad}",
    "\u{feff}",
    "$14",
    "\\$14",
    "{a}",
    "{ a {b} c }",
    "}",
    "]",
    ")",
    "(1. d4 {)} d5)",
    ";a\n",
    ",",
];
/// Words that stand apart from moves.
const APART: [&str; 11] = [
    "TN",
    "dbl ch",
    "dis ch",
    "x",
    "Diagram",
    "diagram 1",
    "[diagram 1]",
    "---",
    "<br>",
    "\u{2026}",
    "% off",
];

/// Sixteen plies.
const PLAIN: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd4 6. c3 Qxe4 7. Re1 Bg4 8. Rxe4+ Ke7 1-0";

proptest! {
    #[test]
    fn words_that_are_not_moves_do_not_change_the_moves(
        junk in prop::collection::vec((0..AFTER_A_MOVE.len() + APART.len(), any::<bool>()), 25),
    ) {
        let mut text = String::new();
        for (word, (index, is_apart)) in PLAIN.split(' ').zip(junk) {
            text += word;
            if word.starts_with(char::is_alphabetic) {
                match AFTER_A_MOVE.get(index) {
                    Some(junk) if is_apart => text += &format!(" {junk}"),
                    Some(junk) => text += junk,
                    None => text += &format!(" {}", APART[index - AFTER_A_MOVE.len()]),
                }
            }
            text += " ";
        }
        let game = read_one(&text);
        prop_assert_eq!(moves(&game), moves(&read_one(PLAIN)), "{}", text);
        prop_assert_eq!(game.result, Some(GameResult::WhiteWins), "{}", text);
    }
}

#[test]
fn words_after_a_move_are_its_annotations() {
    let text = "1. e4 e5\u{203c} 2. Nf3 ?! {book} \u{b1} 2... Nc6+-N 3. Bb5 a6e.p. $2 4. O-O \u{2049} 1-0";
    let game = read_one(text);
    assert_eq!(moves(&game), "e4 e5 Nf3 Nc6 Bb5 a6 O-O");
    let marks: Vec<_> = (0..7).map(|index| game.mark(text, index)).collect();
    assert_eq!(marks, [None, Some("!!"), Some("?!"), None, None, Some("?"), Some("!?")]);
    let symbol = |text: &str| Annotation::Comment(text.to_owned());
    assert_eq!(game.annotations(text, 4), [symbol("+\u{2212}"), symbol("N")]);
    assert_eq!(game.annotations(text, 6), [Annotation::Mark("?")]);
    let written: Vec<_> =
        game.moves.iter().map(|mv| (&text[mv.start..mv.end], &text[mv.end..mv.annotated])).collect();
    assert_eq!(written[1..4], [("e5\u{203c}", ""), ("Nf3", " ?! {book} \u{b1}"), ("Nc6+-N", "")]);
    assert!(game.moves[2].is_opening && game.moves[2].has_mark && game.notes.is_empty());
}

#[test]
fn results_are_read_in_other_spellings() {
    use GameResult::{BlackWins, Draw, WhiteWins};
    for (text, result) in [
        ("1:0", WhiteWins),
        ("1\u{2013}0", WhiteWins),
        ("0:1", BlackWins),
        ("0\u{2212}1", BlackWins),
        ("1/2", Draw),
        ("\u{bd}-\u{bd}", Draw),
        ("\u{bd}", Draw),
        ("1/2:1/2", Draw),
    ] {
        assert_eq!(read_one(&format!("1. e4 e5 {text}\n")).result, Some(result), "{text}");
        assert_eq!(read_one(&format!("[Result \"{text}\"]\n\n1. e4 *\n")).result, Some(result), "{text}");
    }
    let games: Vec<_> =
        PgnReader::new("1. e4 e5# 1-0 1-0\n*\n1. d4 d5*1. c4 Nf6#0-1", 1, None).map(Result::unwrap).collect();
    let read: Vec<_> = games.iter().map(|game| (game.number, moves(game), game.result)).collect();
    let expected = [("e4 e5", Some(WhiteWins)), ("d4 d5", None), ("c4 Nf6", Some(BlackWins))];
    let expected: Vec<_> =
        (1..).zip(expected).map(|(at, (moves, result))| (at, moves.to_owned(), result)).collect();
    assert_eq!(read, expected);
}

#[test]
fn a_word_that_may_have_been_a_move_is_an_error() {
    for (text, part) in [
        ("1. e4 e5 2. Nf Nc6 3. Bb5 a6 *", "`Nc6` is not a legal move"),
        ("1. e4 e5 2. Nf3 Nc 3. Bb5 a6 *", "`Nc` is not a move"),
        ("1. e4 c5 2. xx yy 3. d4 cxd4 *", "`xx` is not a move"),
        ("1. e4 e5 2. B c4 *", "`B` is not a move"),
        ("1. e4 e5 2. N c3 *", "`N` is not a move"),
        ("1. e4 e5 2. Sf3 *", "`Sf3` is not a legal move"),
        ("1. e4 d5 2. S:d5 *", "`S:d5` is not a legal move"),
        ("1. e4 e5 2. Nf36 *", "`Nf36` is not a legal move"),
    ] {
        let fault = PgnReader::new(text, 1, None).next().unwrap().unwrap_err();
        assert!(fault.message.contains(part), "{text}: {fault:?}");
    }
    let fault = PgnReader::new("1. e4 e5 2. Nf\nNc6 *", 1, None).next().unwrap().unwrap_err();
    assert!(fault.line == 2 && fault.message.contains("the word `Nf` before it"), "{fault:?}");
}

#[test]
fn tags_with_mistakes_are_read_or_left_out() {
    for (tag, value, part) in [
        (
            "[Event \"the \"big\" one\"]",
            Some("the \"big\" one"),
            "the tag Event is read up to the last quote",
        ),
        ("[Event \"C:\\\"]", Some("C:\\"), "up to the last quote"),
        ("[Event \"x\"", Some("x"), "up to the last quote"),
        ("[Event \"x]", None, "`[Event \"x]` is not a tag"),
        ("[Event x]", None, "`[Event x]` is not a tag"),
        ("[Event ]", None, "is not a tag"),
        ("  [ Event\t\"x\" ]", Some("x"), ""),
        ("[Event \"a\"]\n[Event2 \"b\"]\n[Event2 \"c\"]", Some("a"), "the tag Event2 is repeated"),
    ] {
        for text in [
            format!("{tag}\n[White \"Ann\"]\n\n1. e4 1-0\n"),
            format!("[White \"Ann\"]\n{tag}\n\n1. e4 1-0\n"),
        ] {
            let game = read_one(&text);
            assert_eq!(
                (game.tag("White"), game.tag("Event"), moves(&game).as_str()),
                (Some("Ann"), value, "e4"),
                "{text}"
            );
            let notes = notes(&game);
            assert_eq!(notes.len(), usize::from(!part.is_empty()), "{text}: {notes:?}");
            assert!(notes.iter().all(|note| note.contains(part)), "{text}: {notes:?}");
        }
    }
}

#[test]
fn tags_without_moves_are_a_game_of_their_own() {
    let names = |text: &str| -> Vec<String> {
        let games = PgnReader::new(text, 1, None).map(Result::unwrap);
        let name = |game: PgnGame| {
            let tag = |name| game.tag(name).unwrap_or("-").to_owned();
            format!("{}: {} {} {} {}", game.number, tag("White"), tag("Black"), tag("Site"), moves(&game))
        };
        games.map(name).collect()
    };
    for (text, expected) in [
        // Another list of tags.
        (
            "[White \"Ann\"]\n[Result \"1-0\"]\n\n[White \"Bob\"]\n[Result \"0-1\"]\n\n1. e4 *",
            &["1: Ann - - ", "2: Bob - - e4"][..],
        ),
        (
            "[White \"Ann\"]\n[Result \"1-0\"]\n\n[Site \"x\"]\n[White \"Bob\"]\n\n1. e4 *",
            &["1: Ann - - ", "2: Bob - x e4"],
        ),
        (
            "[White \"Ann\"]\n[Result \"1-0\"]\n\n[Black \"Bob\"]\n\n1. e4 *",
            &["1: Ann - - ", "2: - Bob - e4"],
        ),
        ("[White \"Ann\"]\n[Site \"x\"]\n\n[White \"Ann\"]\n\n1. e4 *", &["1: Ann - x ", "2: Ann - - e4"]),
        (
            "[Site \"x\"]\n[White \"Ann\"]\n[Site \"y\"]\n[White \"Bob\"]\n1. e4 *",
            &["1: Ann - x ", "2: Bob - y e4"],
        ),
        ("[Site \"x\"]\n[White \"Ann\"]\n[White \"Bob\"]\n1. e4 *", &["1: Ann - x ", "2: Bob - - e4"]),
        // The same list.
        ("[White \"Ann\"]\n\n[Black \"Bob\"]\n\n[Site \"x\"]\n\n1. e4 *", &["1: Ann Bob x e4"]),
        ("[White \"Ann\"]\n[Black \"Bob\"]\n\n[Site \"x\"]\n\n1. e4 *", &["1: Ann Bob x e4"]),
        ("[White \"Ann\"]\n[Site \"x\"]\n[Site \"y\"]\n\n1. e4 *", &["1: Ann - y e4"]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn a_game_is_read_up_to_a_null_move() {
    for null in ["--", "Z0", "0000"] {
        let text = format!("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3\n{null} 3. Ke7 {{x}} 1-0\n\n1. d4 *");
        let games: Vec<_> = PgnReader::new(&text, 1, None).map(Result::unwrap).collect();
        assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3", "d4"]);
        assert_eq!(games[0].result, None, "what happened then is not known");
        assert_eq!(notes(&games[0]), [format!("4: the game is read up to the null move `{null}`")]);
    }
    assert_eq!(
        notes(&PgnReader::new("1. e4 e5 -- *", 1, Some(2)).next().unwrap().unwrap()),
        Vec::<String>::new()
    );
}

#[test]
fn text_around_games_is_no_part_of_them() {
    let text = "% a\nSome games of 2024, by e-mail!\n\n[White \"Ann\"]\n\n1. e4 *\nThe end (of the first).\n\n[White \"Bob\"]\n\n1. d4 *\n";
    let games: Vec<_> = PgnReader::new(text, 1, None).map(Result::unwrap).collect();
    let found: Vec<_> =
        games.iter().map(|game| (game.number, game.player(Color::White), moves(game))).collect();
    assert_eq!(found, [(1, Some("Ann"), "e4".to_owned()), (2, Some("Bob"), "d4".to_owned())]);
    assert!(games.iter().all(|game| game.notes.is_empty()));
}

#[test]
fn a_byte_order_mark_may_precede_latin_1() {
    for text in
        [&b"e4 e5 *"[..], b"[White \"M\xfcller\"]\n\ne4 e5 *", b"[White \"M\xc3\xbcller\"]\n\ne4 e5 *"]
    {
        let text = Text::decode([b"\xef\xbb\xbf", text].concat()).unwrap().text;
        let game = read_one(&text);
        assert_eq!(moves(&game), "e4 e5");
        assert!(game.player(Color::White).is_none_or(|name| name == "M\u{fc}ller"), "{text}");
    }
}

#[test]
fn each_assumption_is_reported_once() {
    let text = "1. e4 foo e5 bar *\n\n1. d4 } d5 baz *\n";
    let mut all = Notes::default();
    for game in PgnReader::new(text, 1, None) {
        all.extend(&game.unwrap().notes);
    }
    let expected = [
        "g.pgn:1: note: `foo` is not a move and is ignored (1 more of this kind)",
        "g.pgn:3: note: `}` closes nothing and is ignored",
    ];
    assert_eq!(all.messages("g.pgn"), expected);
}

/// A reader that looks at the same text again and again would take hours.
#[test]
fn the_time_grows_with_the_length_of_the_text() {
    const LENGTH: usize = 100_000;
    let read = |text: &str| {
        for game in PgnReader::new(text, 1, None) {
            match game {
                Ok(game) => assert!(game.notes.len() < 10),
                Err(fault) => assert!(fault.message.len() < 1000, "{fault:?}"),
            }
        }
    };
    read(&(0..LENGTH / 10).map(|number| format!("[a{number} \"\"]\n")).collect::<String>());
    for unit in [
        "{",
        "}",
        "{}",
        "{{}",
        "{ {} ",
        "(",
        ")",
        "()",
        "({",
        "[",
        "[]",
        "[a \"",
        "[a \"]",
        "[\\\"]",
        "[a \"\\",
        "\"",
        "\\",
        "$",
        ";",
        "%",
        "a",
        "x ",
        "e4",
        "e4 ",
        "1.",
        "1",
        "--",
        "+",
        "\u{ad}",
        "e\u{ad}",
        "N\u{200b}",
        "*",
        "1-0 ",
        "O-",
        "a-",
        "\n",
        " ",
        " [a",
        "[White \"a\"]\n\n",
        "[White \"a\"] ",
        "[a \"\"\n",
        "1. e4 foo 1-0 ",
    ] {
        for (before, after) in [("", ""), ("[White \"a\"]\n\n1. e4 ", ""), ("1. e4 (", ")"), ("1. e4 {", "}")]
        {
            read(&[before, &unit.repeat(LENGTH / unit.len()), after].concat());
        }
    }
}
