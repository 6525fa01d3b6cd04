//! One game: asking the players in turn until the rules, a clock or an adjudication ends it.

use super::adjudication::Adjudication;
use super::dropping::Dropping;
use super::limit::{Clocks, Limit};
use super::player::{Answer, Fault, Player, Thought};
use super::verdict::{GameResult, Reason, Verdict};
use crate::board::{COLORS, Color, Game, Move, Position};
use crate::engine::Score;

/// A finished game.
#[derive(Debug, Clone)]
pub struct Record {
    /// Where the opening begins.
    pub start: Position,
    /// All moves, those of the opening included.
    pub moves: Vec<Move>,
    /// What was thought of each move after the opening.
    pub thoughts: Vec<Thought>,
    /// How it ended.
    pub verdict: Verdict,
    /// Who has failed, if that is how it ended, and in what way.
    pub failure: Option<Failure>,
}

/// A player has failed in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Which one.
    pub side: Color,
    /// What happened, in a few words.
    pub what: String,
    /// The last that was heard of it, line by line; a journal does not keep that.
    pub last_words: Vec<String>,
}

impl Record {
    /// How many moves came from the opening.
    pub fn opening_plies(&self) -> usize {
        self.moves.len() - self.thoughts.len()
    }

    /// The game with all its positions, made anew: a record without them takes a tenth of the memory.
    ///
    /// # Panics
    /// If a move is not legal.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        let are_legal = self.moves.iter().all(|&mv| game.play(mv));
        assert!(are_legal, "a record has legal moves");
        game
    }
}

/// Plays a game from an opening that is not over. `players` and `limits` are those of White and Black. `None` if it was
/// dropped before its end.
pub fn play(
    opening: &Game,
    mut players: [&mut dyn Player; 2],
    limits: [Limit; 2],
    rules: &Adjudication,
    dropping: &Dropping,
) -> Option<Record> {
    let mut game = opening.clone();
    let mut clocks = Clocks::new(limits, rules.time_margin);
    let mut thoughts = Vec::new();
    let mut scores: [Vec<Option<Score>>; 2] = [Vec::new(), Vec::new()];
    for side in COLORS {
        if let Err(fault) = players[side as usize].begin(dropping) {
            return (!dropping.is_set()).then(|| failed(&game, thoughts, side, fault));
        }
    }
    let verdict = loop {
        if dropping.is_set() {
            return None;
        }
        let stm = game.position().stm();
        let player = &mut players[stm as usize];
        let answer = player.answer(&game, clocks.limits(stm), clocks.allowed(stm), dropping);
        let (mv, thought) = match answer {
            Answer::Move(mv, thought) => (mv, thought),
            Answer::Failed(fault) => return Some(failed(&game, thoughts, stm, fault)),
            Answer::Dropped => return None,
        };
        if !clocks.take(stm, thought.time) {
            break loss(&game, stm, Reason::Time);
        }
        assert!(game.play(mv), "{mv} is not legal in {}", game.position());
        thoughts.push(thought);
        scores[stm as usize].push(thought.score);
        let by_rules = game
            .ending()
            .map(|ending| Verdict::by_rules(ending, game.position().stm()));
        let move_number = game.position().fullmove_number();
        let verdict = by_rules
            .or_else(|| rules.by_tables(game.position()))
            .or_else(|| rules.by_scores(game.moves().len(), move_number, &scores));
        if let Some(verdict) = verdict {
            break verdict;
        }
    };
    Some(Record {
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        thoughts,
        verdict,
        failure: None,
    })
}

/// The record of a game that has ended because a player has failed.
fn failed(game: &Game, thoughts: Vec<Thought>, side: Color, fault: Fault) -> Record {
    Record {
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        thoughts,
        verdict: loss(game, side, fault.reason),
        failure: Some(Failure {
            side,
            what: fault.what,
            last_words: fault.last_words,
        }),
    }
}

/// A side loses; on time it does not, if the other one has nothing left to mate with.
fn loss(game: &Game, loser: Color, reason: Reason) -> Verdict {
    let winner = !loser;
    let has_bare_king = game.position().color(winner).len() == 1;
    let result = match reason {
        Reason::Time if has_bare_king => GameResult::Draw,
        _ => GameResult::won_by(winner),
    };
    Verdict { result, reason }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::notation;
    use crate::engine::Limits;

    /// Plays what it is told, and takes the same time for each move.
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
        fn begin(&mut self, _: &Dropping) -> Result<(), Fault> {
            match self.time.is_zero() {
                true => Err(fault(Reason::NoAnswer)),
                false => Ok(()),
            }
        }

        fn answer(&mut self, game: &Game, _: Limits, _: Option<Duration>, _: &Dropping) -> Answer {
            let text = self.moves.next().unwrap();
            let Some(mv) = notation::parse_any(game.position(), text) else {
                return Answer::Failed(fault(Reason::IllegalMove));
            };
            let thought = Thought {
                score: Some(Score::Centipawns(self.score)),
                chances: None,
                depth: 1,
                nodes: 1,
                time: self.time,
            };
            Answer::Move(mv, thought)
        }
    }

    fn fault(reason: Reason) -> Fault {
        Fault {
            reason,
            what: "just so".to_owned(),
            last_words: Vec::new(),
        }
    }

    fn played(fen: &str, mut white: Scripted, mut black: Scripted, rules: &Adjudication) -> Record {
        let limit: Limit = "tc=1".parse().unwrap();
        let opening = Game::new(Position::from_fen(fen).unwrap());
        play(
            &opening,
            [&mut white, &mut black],
            [limit; 2],
            rules,
            &Dropping::default(),
        )
        .unwrap()
    }

    fn verdict(record: &Record) -> (GameResult, Reason) {
        (record.verdict.result, record.verdict.reason)
    }

    #[test]
    fn the_rules_end_a_game_before_any_adjudication() {
        let rules = Adjudication {
            max_moves: Some(2),
            resign: Some("movecount=1,score=100".parse().unwrap()),
            ..Adjudication::default()
        };
        let white = Scripted::new("f3 g4", 1, 0);
        let record = played(
            crate::board::START_FEN,
            white,
            Scripted::new("e5 Qh4", 1, 0),
            &rules,
        );
        assert_eq!(verdict(&record), (GameResult::BlackWins, Reason::Checkmate));
        assert_eq!((record.thoughts.len(), record.opening_plies()), (4, 0));
        let white = Scripted::new("f3 g4", 1, -100);
        let record = played(
            crate::board::START_FEN,
            white,
            Scripted::new("e5 Qh4", 1, 0),
            &rules,
        );
        assert_eq!(verdict(&record), (GameResult::BlackWins, Reason::Resignation));
        assert_eq!(record.thoughts.len(), 1);
    }

    #[test]
    fn who_oversteps_the_time_loses_and_the_late_move_is_not_played() {
        let none = Adjudication::default();
        let white = Scripted::new("e4 d4 c4 b4", 400, 0);
        let record = played(
            crate::board::START_FEN,
            white,
            Scripted::new("e5 d5 c5", 1, 0),
            &none,
        );
        assert_eq!(verdict(&record), (GameResult::BlackWins, Reason::Time));
        assert_eq!(record.moves.len(), 4);
        let fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
        let record = played(
            fen,
            Scripted::new("a3", 2000, 0),
            Scripted::new("Kd7", 1, 0),
            &none,
        );
        assert_eq!(
            verdict(&record),
            (GameResult::Draw, Reason::Time),
            "a bare king cannot win"
        );
    }

    #[test]
    fn who_fails_loses() {
        let none = Adjudication::default();
        let record = played(
            crate::board::START_FEN,
            Scripted::new("e4 d4", 1, 0),
            Scripted::new("e5 nonsense", 1, 0),
            &none,
        );
        assert_eq!(verdict(&record), (GameResult::WhiteWins, Reason::IllegalMove));
        assert_eq!(record.failure.map(|failure| failure.side), Some(Color::Black));
        assert_eq!((record.moves.len(), record.thoughts.len()), (3, 3));
        let record = played(
            crate::board::START_FEN,
            Scripted::new("e4", 0, 0),
            Scripted::new("e5", 1, 0),
            &none,
        );
        assert_eq!(verdict(&record), (GameResult::BlackWins, Reason::NoAnswer));
        assert!(record.moves.is_empty());
    }

    #[test]
    fn a_dropped_game_has_no_record() {
        let opening = Game::new(Position::startpos());
        let (mut white, mut black) = (Scripted::new("e4", 1, 0), Scripted::new("e5", 1, 0));
        let limits = [Limit::Nodes(1); 2];
        let dropping = Dropping::default();
        dropping.set();
        let record = play(
            &opening,
            [&mut white, &mut black],
            limits,
            &Adjudication::default(),
            &dropping,
        );
        assert!(record.is_none());
    }
}
