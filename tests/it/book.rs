//! Opening books: Polyglot's format, `temper book`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use temperament_engine::board::{Color, Game, Position, notation};
use temperament_engine::book::polyglot::{self, Entry};
use temperament_engine::book::{Book, BookBuilder, BookLine};
use temperament_engine::random::mix;

use crate::common::{TEMPER, write_file};

/// The example positions of the specification, and 1,000 of random games with the keys that python-chess computes.
#[test]
fn keys_are_those_of_polyglot() {
    let specified = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ];
    for (fen, key) in specified {
        assert_eq!(polyglot::key(&Position::from_fen(fen).unwrap()), key, "{fen}");
    }
    for line in include_str!("../data/book/polyglot-keys.csv").lines() {
        let (fen, key) = line.split_once(';').unwrap();
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(format!("{:016x}", polyglot::key(&position)), key, "{fen}");
        for mv in position.legal_moves() {
            assert_eq!(polyglot::decode(polyglot::encode(mv), &position), Some(mv), "{fen}");
        }
    }
}

#[test]
fn castling_may_be_written_as_a_move_of_the_king() {
    let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let code = |from: u16, to: u16| from << 6 | to;
    for (to, san) in [(7, "O-O"), (6, "O-O"), (0, "O-O-O"), (2, "O-O-O")] {
        let mv = polyglot::decode(code(4, to), &position).unwrap();
        assert_eq!(notation::san(&position, mv), san);
    }
    // Without the right it is not legal.
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").unwrap();
    assert_eq!(polyglot::decode(code(4, 6), &position), None);
}

#[test]
fn a_book_survives_its_format_and_rejects_other_files() {
    let mut builder = BookBuilder::default();
    for line in ["3 * 1. e4 e5 2. Nf3", "1.d4 d5 2.c4", "e4 c5"] {
        BookLine::parse(line).unwrap().add_to(&mut builder, Color::White);
    }
    let book = builder.build(1);
    let start = Position::startpos();
    let moves: Vec<_> = book.moves(&start).iter().map(|m| (notation::san(&start, m.mv), m.weight)).collect();
    assert_eq!(moves, [("e4".to_owned(), 4), ("d4".to_owned(), 1)]);
    let bytes = book.to_bytes();
    assert_eq!(Book::from_bytes(&bytes), Ok(book.clone()));
    assert!(Book::from_bytes(&bytes[1..]).is_err());

    // Entries in another order are found too, and moves that are not legal, or never played, are left out.
    let mut entries: Vec<Entry> = book.entries().to_vec();
    entries.reverse();
    entries.push(Entry { mv: 0o1234, weight: 9, ..entries[0] });
    entries.push(Entry { weight: 0, ..entries[0] });
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    assert_eq!(Book::from_bytes(&bytes).unwrap().moves(&start).len(), 2);
}

#[test]
fn moves_are_chosen_in_proportion_to_their_weights() {
    let mut builder = BookBuilder::default();
    for line in ["3 * e4", "d4"] {
        BookLine::parse(line).unwrap().add_to(&mut builder, Color::White);
    }
    let book = builder.build(1);
    let start = Position::startpos();
    let games = 1000;
    let e4 = notation::parse_uci(&start, "e2e4");
    let chosen = (0..games).filter(|n| book.choose(&start, n * (u64::MAX / games)) == e4).count();
    assert!((749..=751).contains(&chosen), "{chosen}");
    assert_eq!(book.choose(&start, u64::MAX).map(|mv| notation::san(&start, mv)).as_deref(), Some("d4"));
    let mut game = Game::new(start);
    assert!(game.play(notation::parse_uci(game.position(), "e2e4").unwrap()));
    assert_eq!(book.choose(game.position(), 0), None);
}

#[test]
fn mistakes_of_a_line_are_described() {
    for (line, part) in [
        ("e4 e5 Ke3", "`Ke3` is not a legal move after e4 e5"),
        ("e5", "`e5` is not a legal first move"),
        ("x * e4", "found `x`"),
        ("0 * e4", "found `0`"),
        ("1. ", "at least one move"),
    ] {
        let fault = BookLine::parse(line).unwrap_err().to_string();
        assert!(fault.contains(part), "{line}: {fault}");
    }
}

const GAMES: &str = r#"[Event "a"]
[White "Tal, M"]
[Black "Fischer"]

1. e4 c5 2. Nf3 d6 (2... e6) 3. d4 1-0

[Event "b"]
[White "Tal, M"]
[Black "Smyslov"]

1. e4 c6 2. d3 1-0

[Event "c"]
[White "Botvinnik"]
[Black "Tal, M"]

1. d4 Nf6 2. c4 g6 0-1

[Event "broken"]
[White "Tal, M"]
[Black "?"]

1. e4 e4 *
"#;

/// Runs the program in a folder. Returns standard output and standard error.
fn temper(folder: &Path, args: &[&str]) -> [String; 2] {
    let output = Command::new(TEMPER).args(args).current_dir(folder).output().unwrap();
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn a_book_of_a_players_games_has_the_players_moves() {
    let games = write_file("book", "games.pgn", GAMES);
    let folder = games.parent().unwrap();
    for old in ["tal.bin", "tal.toml"] {
        let _ = fs::remove_file(folder.join(old));
    }
    let make = |out: &str, plies: &str| {
        let player = ["--player", "tal, m", "--out", out, "--plies", plies];
        temper(folder, &[&["book", "make", "games.pgn"], &player[..]].concat())
    };
    let [stdout, stderr] = make("tal.bin", "16");
    assert!(stderr.contains("games.pgn:23"), "{stderr}");
    assert!(stdout.contains("from 3 games"), "{stdout}");
    let [shown, _] = temper(folder, &["book", "show", "tal.bin", "--moves", "1. e4 c5"]);
    assert!(shown.contains("Nf3           1 100.0 %"), "{shown}");
    // Moves of opponents are not in it.
    let [shown, _] = temper(folder, &["book", "show", "tal.bin", "--moves", "e4"]);
    assert!(shown.contains("not in the book"), "{shown}");

    make("tal.toml", "3");
    let text = fs::read_to_string(folder.join("tal.toml")).unwrap();
    assert!(text.contains("\"e4 c5 Nf3\"") && text.contains("\"d4 Nf6 c4\""), "{text}");
    // An existing file is kept.
    let [_, stderr] = make("tal.toml", "4");
    assert!(stderr.contains("tal.toml"), "{stderr}");
    assert_eq!(fs::read_to_string(folder.join("tal.toml")).unwrap(), text);
}

/// Random games in few openings, so that positions recur, with a player who has White in every third one.
fn random_games() -> Vec<(Color, Game)> {
    let game = |number: u64| {
        let mut game = Game::new(Position::startpos());
        for ply in 0..20 {
            let moves = game.position().legal_moves();
            let choice = mix(number << 8 | ply) as usize % 3;
            assert!(game.play(moves[choice.min(moves.len() - 1)]));
        }
        (if number.is_multiple_of(3) { Color::White } else { Color::Black }, game)
    };
    (0..400).map(game).collect()
}

/// Names are in Latin-1 in many old files, and some editors begin a file with a byte order mark.
#[test]
fn a_player_is_found_by_a_name_in_latin_1() {
    let game =
        b"[White \"M\xfcller\"]\n[Black \"Caf\xe9\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n".to_vec();
    let games = write_file("book-latin-1", "games.pgn", "");
    let folder = games.parent().unwrap();
    for bytes in [game.clone(), [&b"\xef\xbb\xbf"[..], &game].concat()] {
        fs::write(&games, bytes).unwrap();
        let make = ["book", "make", "games.pgn", "--player", "M\u{fc}ller", "--out", "one.bin", "--force"];
        let [stdout, stderr] = temper(folder, &make);
        assert!(stdout.contains("from 1 games"), "{stdout}{stderr}");
        let [stdout, stderr] = temper(folder, &["style", "games.pgn", "--player", "M\u{fc}ller"]);
        assert!(stdout.contains("M\u{fc}ller"), "{stdout}{stderr}");
    }
}

#[test]
fn the_weights_are_the_counts_of_the_players_moves() {
    const PLIES: usize = 16;
    let mut pgn = String::new();
    let mut counts: BTreeMap<(u64, u16), u16> = BTreeMap::new();
    for (side, game) in random_games() {
        let mut players = ["Smyslov", "Tal"];
        if side == Color::White {
            players.reverse();
        }
        let [white, black] = players;
        let moves = notation::san_line(game.start(), game.moves());
        pgn += &format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} *\n\n");
        for (position, mv) in game.played().take(PLIES).filter(|(position, _)| position.stm() == side) {
            *counts.entry((polyglot::key(position), polyglot::encode(mv))).or_default() += 1;
        }
    }
    let file = write_file("book-counts", "games.pgn", &pgn);
    let folder = file.parent().unwrap();
    let options = ["--player", "Tal", "--plies", "16", "--out", "tal.bin", "--force"];
    let [stdout, _] = temper(folder, &[&["book", "make", "games.pgn"], &options[..]].concat());
    assert!(stdout.contains("from 400 games"), "{stdout}");
    let book = Book::from_bytes(&fs::read(folder.join("tal.bin")).unwrap()).unwrap();
    let weights = book.entries().iter().map(|entry| ((entry.key, entry.mv), entry.weight)).collect();
    assert_eq!(counts, weights);
    assert!(counts.values().any(|&count| count > 9), "positions recur");
}
