//! The opening repertoires of the characters.

use std::collections::HashSet;

use temperament_engine::board::{Game, Position, notation};
use temperament_engine::engine::{Engine, Limits};
use temperament_engine::profile::Library;
use temperament_engine::random::mix;

use super::characters;

/// Maximum size of all repertoires together, in bytes.
const MAX_BYTES: usize = 50_000;
/// First moves of the opponent that every character answers from its book.
const FIRST_MOVES: [&str; 4] = ["e4", "d4", "c4", "Nf3"];
/// Replies to a first move of the character that its book answers.
const REPLIES: [(&str, &[&str]); 2] =
    [("e4", &["e5", "c5", "e6", "c6", "d5", "d6", "Nf6"]), ("d4", &["d5", "Nf6"])];

/// Games of each character against itself, and how many of their openings have to differ (docs/characters.md: 90 of 100).
const GAMES: usize = 30;
const DISTINCT: usize = 26;
/// Length of the openings that are compared, in plies.
const PLIES: usize = 10;
/// Nodes of a move outside the book.
const NODES: u64 = 200;

/// Returns an engine that plays a character with its book.
fn engine(name: &str) -> Engine {
    let (profile, _) = Library::of(Vec::new()).load(name).unwrap();
    let mut engine = Engine::new(profile.compile_both(), 1);
    engine.set_own_book(true);
    engine
}

/// Returns the game after moves in SAN.
fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(Position::startpos());
    for mv in moves {
        assert!(game.play(notation::parse_any(game.position(), mv).unwrap()), "{mv}");
    }
    game
}

#[test]
fn every_character_has_a_book_for_both_colours() {
    let characters = characters();
    let sections = characters.iter().map(|(name, text)| {
        let at = text.find("\n[book]\n").unwrap_or_else(|| panic!("{name} has no book"));
        text.len() - at
    });
    let bytes: usize = sections.sum();
    assert!(bytes <= MAX_BYTES, "{bytes}");
    for (name, _) in &characters {
        let engine = engine(name);
        let weights = engine.profile().neutral();
        let book = weights.book().unwrap();
        let knows = |moves: &[&str]| !book.moves(game(moves).position()).is_empty();
        for first in FIRST_MOVES {
            assert!(knows(&[first]), "{name}: no reply to {first}");
        }
        let start = Position::startpos();
        let first: Vec<String> =
            book.moves(&start).iter().map(|known| notation::san(&start, known.mv)).collect();
        assert!(first.len() >= 2, "{name}: {first:?}");
        for (first, replies) in REPLIES.into_iter().filter(|(mv, _)| first.iter().any(|first| first == mv)) {
            for reply in replies {
                assert!(knows(&[first, reply]), "{name}: nothing after {first} {reply}");
            }
        }
    }
}

/// Plays games of a character against itself and returns how many of their openings differ. A game ends where no other one has
/// the same moves: it stays different.
fn distinct_openings(name: &str) -> usize {
    // One for each side, as in matches: their evaluations differ.
    let mut engines = [engine(name), engine(name)];
    let mut games = vec![Game::new(Position::startpos()); GAMES];
    for ply in 0..PLIES {
        let engine = &mut engines[ply % 2];
        let before = games.clone();
        for (number, game) in games.iter_mut().enumerate() {
            if before.iter().filter(|other| other.moves() == before[number].moves()).count() > 1 {
                engine.set_seed(mix(number as u64));
                let mv = engine.choose_move(game, Limits::nodes(NODES));
                assert!(game.play(mv.unwrap()));
            }
        }
    }
    games.iter().map(Game::moves).collect::<HashSet<_>>().len()
}

#[test]
fn every_game_of_a_character_opens_differently() {
    for (name, _) in characters() {
        let distinct = distinct_openings(&name);
        assert!(distinct >= DISTINCT, "{name}: {distinct} of {GAMES} openings");
    }
}
