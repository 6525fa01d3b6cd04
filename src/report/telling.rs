//! The most telling games: those that a person would want to see first.
//!
//! Scores are bounded here ([`super::WON`]), so that a game that is won is not more telling for being won by more.

use serde::Serialize;

use super::steps::{Step, movers, steps};
use super::{Letter, bounded};
use crate::arena::{GameResult, Match, Played, Reason, Verdict};

/// How many games are kept for each reason.
const KEPT: usize = 2;
/// A winner who had a score this low has turned the game. Centipawns.
const LOW: i32 = -150;
/// A side with a score this high that did not win has missed something.
const HIGH: i32 = 300;
/// The least loss of score from one own move to the next that is a swing.
const SWING: i32 = 250;
/// Two sides that both have at least this for themselves see the position differently.
const OPPOSED: i32 = 60;

/// What makes a game telling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One of a contender's shortest wins, counted after the opening, by mate or by scores.
    ShortWin,
    /// The winner's own score was among the lowest.
    Upset,
    /// A draw in which a side's own score was among the highest.
    MissedWin,
    /// A side's own score fell most from one of its moves to its next.
    Swing,
    /// In two moves one after the other both sides held themselves for better.
    Disagreement,
}

/// Why a game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The kind of reason.
    pub kind: Kind,
    /// Whom it is about; the side to move first if both.
    pub side: Letter,
    /// Half-moves for a short win, else centipawns: the lowest score of the winner, the highest of a side that did not
    /// win, the loss of a swing, the lower of two opposed scores.
    pub size: i32,
    /// After how many half-moves of the game it shows, those of the opening included.
    pub ply: usize,
}

/// A telling game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Story {
    /// Its number in the match, from 1.
    pub game: usize,
    /// Why it is told; at least one reason.
    pub why: Vec<Why>,
    /// Who had White.
    pub white: Letter,
    /// Result and reason.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The number of its opening in the suite, from 1.
    pub opening: usize,
    /// Half-moves of the opening.
    pub opening_plies: usize,
    /// The position in which it begins.
    pub fen: String,
    /// Its moves.
    pub moves: Vec<Step>,
}

/// The best games so far of one list: a reason, and for short wins a contender.
#[derive(Debug, Clone, Default)]
struct Best(Vec<(Why, Played)>);

/// Chooses among the games of a match.
#[derive(Debug, Clone, Default)]
pub struct Telling {
    short_wins: [Best; 2],
    others: [Best; 4],
}

impl Telling {
    /// Looks at a game. Of two that are equally telling the earlier one stays.
    pub fn add(&mut self, played: &Played) {
        if let Some(why) = short_win(played) {
            self.short_wins[why.side as usize].offer(why, played);
        }
        let found = [
            upset(played),
            missed_win(played),
            swing(played),
            disagreement(played),
        ];
        for (best, why) in self.others.iter_mut().zip(found) {
            if let Some(why) = why {
                best.offer(why, played);
            }
        }
    }

    /// The games that were chosen, each once, in the order of the reasons.
    pub fn stories(&self, plan: &Match) -> Vec<Story> {
        let mut stories: Vec<Story> = Vec::new();
        let lists = self.short_wins.iter().chain(&self.others);
        for (why, played) in lists.flat_map(|best| &best.0) {
            let number = played.slot.game + 1;
            match stories.iter_mut().find(|story| story.game == number) {
                Some(story) => story.why.push(*why),
                None => stories.push(Story::new(played, *why, plan)),
            }
        }
        stories
    }
}

impl Best {
    fn offer(&mut self, why: Why, played: &Played) {
        let rank = self.0.partition_point(|(other, _)| other.worth() >= why.worth());
        if rank < KEPT {
            self.0.truncate(KEPT - 1);
            self.0.insert(rank, (why, played.clone()));
        }
    }
}

impl Why {
    /// Of two games that are told for the same reason the one with more is the more telling.
    fn worth(&self) -> i32 {
        match self.kind {
            Kind::ShortWin => -self.size,
            _ => self.size.abs(),
        }
    }
}

impl Story {
    fn new(played: &Played, why: Why, plan: &Match) -> Self {
        let chess960 = plan.suite.is_chess960();
        let record = &played.record;
        Self {
            game: played.slot.game + 1,
            why: vec![why],
            white: Letter::of(played.slot.players[0]),
            verdict: record.verdict,
            opening: played.slot.opening + 1,
            opening_plies: record.opening_plies(),
            fen: record.start.fen(chess960),
            moves: steps(played, chess960),
        }
    }
}

/// The scores of a game after the opening, each with its mover, bounded; `None` for a move without one.
fn scores(played: &Played) -> Vec<(Letter, Option<i32>)> {
    let scores = played
        .record
        .thoughts
        .iter()
        .map(|thought| thought.score.map(bounded));
    movers(played).zip(scores).collect()
}

fn winner(played: &Played) -> Option<Letter> {
    let [white, black] = played.slot.players.map(Letter::of);
    match played.record.verdict.result {
        GameResult::WhiteWins => Some(white),
        GameResult::BlackWins => Some(black),
        GameResult::Draw => None,
    }
}

fn short_win(played: &Played) -> Option<Why> {
    let record = &played.record;
    let is_by_play = matches!(record.verdict.reason, Reason::Checkmate | Reason::Resignation);
    let side = winner(played).filter(|_| is_by_play)?;
    Some(Why {
        kind: Kind::ShortWin,
        side,
        size: i32::try_from(record.thoughts.len()).unwrap_or(i32::MAX),
        ply: record.moves.len(),
    })
}

fn upset(played: &Played) -> Option<Why> {
    let side = winner(played)?;
    let scores = scores(played);
    let own = scores.iter().enumerate().filter(|(_, (mover, _))| *mover == side);
    let own = own.filter_map(|(index, (_, score))| Some((index, (*score)?)));
    let (index, size) = own.min_by_key(|(_, score)| *score)?;
    (size <= LOW).then(|| Why {
        kind: Kind::Upset,
        side,
        size,
        ply: played.record.opening_plies() + index + 1,
    })
}

fn missed_win(played: &Played) -> Option<Why> {
    if winner(played).is_some() {
        return None;
    }
    let scores = scores(played);
    let last_first = scores.iter().enumerate().rev();
    let last_first = last_first.filter_map(|(index, (side, score))| Some((index, *side, (*score)?)));
    let (index, side, size) = last_first.max_by_key(|(_, _, score)| *score)?;
    (size >= HIGH).then(|| Why {
        kind: Kind::MissedWin,
        side,
        size,
        ply: played.record.opening_plies() + index + 1,
    })
}

/// The position shown is that after the opponent's reply, in which the side saw it.
fn swing(played: &Played) -> Option<Why> {
    let scores = scores(played);
    let falls = scores.windows(3).enumerate();
    let falls = falls.filter_map(|(index, three)| Some((index, three[0].0, three[0].1? - three[2].1?)));
    let (index, side, size) = falls.rev().max_by_key(|(_, _, size)| *size)?;
    (size >= SWING).then(|| Why {
        kind: Kind::Swing,
        side,
        size,
        ply: played.record.opening_plies() + index + 2,
    })
}

fn disagreement(played: &Played) -> Option<Why> {
    let scores = scores(played);
    let pairs = scores.windows(2).enumerate();
    let pairs = pairs.filter_map(|(index, two)| Some((index, two[0].0, two[0].1?.min(two[1].1?))));
    let (index, side, size) = pairs.rev().max_by_key(|(_, _, size)| *size)?;
    (size >= OPPOSED).then(|| Why {
        kind: Kind::Disagreement,
        side,
        size,
        ply: played.record.opening_plies() + index + 2,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::{Record, Slot, Thought};
    use crate::board::Position;
    use crate::engine::Score;

    /// A game with these scores in centipawns; its moves do not matter. A has White.
    fn game(number: usize, scores: &[i32], result: GameResult) -> Played {
        let thoughts = scores.iter().map(|&cp| Thought {
            score: Some(Score::Centipawns(cp)),
            chances: None,
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
        });
        let thoughts: Vec<_> = thoughts.collect();
        let mv = "e2e4".parse().unwrap();
        Played {
            slot: Slot {
                game: number,
                players: [0, 1],
                opening: 0,
            },
            record: Record {
                start: Position::startpos(),
                moves: vec![mv; thoughts.len()],
                thoughts,
                verdict: Verdict {
                    result,
                    reason: Reason::Checkmate,
                },
                failure: None,
            },
        }
    }

    fn told(why: Option<Why>) -> Option<(Letter, i32, usize)> {
        why.map(|why| (why.side, why.size, why.ply))
    }

    #[test]
    fn each_reason_is_seen_where_it_shows() {
        let turned = game(0, &[10, 5, -200, 190, 30, 80, 5000, -900], GameResult::WhiteWins);
        assert_eq!(told(short_win(&turned)), Some((Letter::A, 8, 8)));
        assert_eq!(told(upset(&turned)), Some((Letter::A, -200, 3)));
        assert_eq!(told(missed_win(&turned)), None);
        assert_eq!(told(swing(&turned)), Some((Letter::B, 980, 7)));
        assert_eq!(told(disagreement(&turned)), Some((Letter::B, 80, 7)));
        let drawn = game(0, &[0, 420, -300, 420, 0, 0], GameResult::Draw);
        assert_eq!(told(missed_win(&drawn)), Some((Letter::B, 420, 2)));
        assert_eq!((told(short_win(&drawn)), told(upset(&drawn))), (None, None));
        assert_eq!(told(swing(&game(0, &[], GameResult::Draw))), None);
    }

    #[test]
    fn the_most_telling_stay_and_the_earlier_of_equals() {
        let mut telling = Telling::default();
        for (number, plies) in [9, 4, 6, 4, 8].into_iter().enumerate() {
            telling.add(&game(number, &vec![0; plies], GameResult::BlackWins));
        }
        let kept = telling.short_wins[1].0.iter();
        assert_eq!(
            kept.map(|(_, played)| played.slot.game).collect::<Vec<_>>(),
            [1, 3]
        );
    }
}
