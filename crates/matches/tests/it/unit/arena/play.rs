//! Tests of `arena::play`.

use std::time::Duration;
use temperament_engine::board::notation;
use temperament_engine::board::{Color, Game, Position};
use temperament_engine::engine::Limits;
use temperament_engine::engine::Score;
use temperament_matches::arena::CancelToken;
use temperament_matches::arena::adjudication::Adjudication;
use temperament_matches::arena::play::*;
use temperament_matches::arena::time_control::Limit;
use temperament_matches::arena::{Answer, EngineError, MoveData, Player};
use temperament_matches::arena::{GameResult, Reason};

/// Plays given moves and takes the same time for each.
struct Scripted {
    moves: std::vec::IntoIter<&'static str>,
    time: Duration,
    score: i32,
}

impl Scripted {
    fn new(moves: &'static str, millis: u64, score: i32) -> Self {
        Self {
            moves: moves.split(' ').collect::<Vec<_>>().into_iter(),
            time: Duration::from_millis(millis),
            score,
        }
    }
}

impl Player for Scripted {
    fn new_game(&mut self, _: u64, _: &CancelToken) -> Result<(), EngineError> {
        if self.time.is_zero() { Err(error(Reason::NoAnswer)) } else { Ok(()) }
    }

    fn choose_move(&mut self, game: &Game, _: Limits, _: Option<Duration>, _: &CancelToken) -> Answer {
        let text = self.moves.next().unwrap();
        let Some(mv) = notation::parse_any(game.position(), text) else {
            return Answer::Failed(error(Reason::IllegalMove));
        };
        let data = MoveData {
            score: Some(Score::Centipawns(self.score)),
            wdl: None,
            depth: 1,
            nodes: 1,
            time: self.time,
            is_book: false,
        };
        Answer::Move(mv, data)
    }
}

fn error(reason: Reason) -> EngineError {
    EngineError { reason, message: "test".to_owned(), last_lines: Vec::new() }
}

fn played(fen: &str, mut white: Scripted, mut black: Scripted, rules: &Adjudication) -> Record {
    let limit: Limit = "tc=1".parse().unwrap();
    let opening = Game::new(Position::from_fen(fen).unwrap());
    play(
        &opening,
        [&mut white, &mut black],
        [limit; 2],
        rules,
        [0; 2],
        &CancelToken::default(),
        &mut |_, _| {},
    )
    .unwrap()
}

fn termination(record: &Record) -> (GameResult, Reason) {
    (record.termination.result, record.termination.reason)
}

#[test]
fn the_rules_end_a_game_before_any_adjudication() {
    let rules = Adjudication {
        max_moves: Some(2),
        resign: Some("movecount=1,score=100".parse().unwrap()),
        ..Adjudication::default()
    };
    let white = Scripted::new("f3 g4", 1, 0);
    let record = played(temperament_engine::board::START_FEN, white, Scripted::new("e5 Qh4", 1, 0), &rules);
    assert_eq!(termination(&record), (GameResult::BlackWins, Reason::Checkmate));
    assert_eq!((record.move_data.len(), record.opening_plies()), (4, 0));
    let white = Scripted::new("f3 g4", 1, -100);
    let record = played(temperament_engine::board::START_FEN, white, Scripted::new("e5 Qh4", 1, 0), &rules);
    assert_eq!(termination(&record), (GameResult::BlackWins, Reason::Resignation));
    assert_eq!(record.move_data.len(), 1);
}

#[test]
fn who_oversteps_the_time_loses_and_the_late_move_is_not_played() {
    let none = Adjudication::default();
    let white = Scripted::new("e4 d4 c4 b4", 400, 0);
    let record = played(temperament_engine::board::START_FEN, white, Scripted::new("e5 d5 c5", 1, 0), &none);
    assert_eq!(termination(&record), (GameResult::BlackWins, Reason::Time));
    assert_eq!(record.moves.len(), 4);
    let fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let record = played(fen, Scripted::new("a3", 2000, 0), Scripted::new("Kd7", 1, 0), &none);
    assert_eq!(termination(&record), (GameResult::Draw, Reason::Time), "a bare king cannot win");
}

#[test]
fn who_fails_loses() {
    let none = Adjudication::default();
    let record = played(
        temperament_engine::board::START_FEN,
        Scripted::new("e4 d4", 1, 0),
        Scripted::new("e5 nonsense", 1, 0),
        &none,
    );
    assert_eq!(termination(&record), (GameResult::WhiteWins, Reason::IllegalMove));
    assert_eq!(record.failure.map(|failure| failure.side), Some(Color::Black));
    assert_eq!((record.moves.len(), record.move_data.len()), (3, 3));
    let record = played(
        temperament_engine::board::START_FEN,
        Scripted::new("e4", 0, 0),
        Scripted::new("e5", 1, 0),
        &none,
    );
    assert_eq!(termination(&record), (GameResult::BlackWins, Reason::NoAnswer));
    assert!(record.moves.is_empty());
}

#[test]
fn a_dropped_game_has_no_record() {
    let opening = Game::new(Position::startpos());
    let (mut white, mut black) = (Scripted::new("e4", 1, 0), Scripted::new("e5", 1, 0));
    let limits = [Limit::Nodes(1); 2];
    let cancel = CancelToken::default();
    cancel.cancel();
    let record = play(
        &opening,
        [&mut white, &mut black],
        limits,
        &Adjudication::default(),
        [0; 2],
        &cancel,
        &mut |_, _| {},
    );
    assert!(record.is_none());
}
