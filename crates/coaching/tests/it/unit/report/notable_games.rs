//! Tests of `report::notable_games`.

use std::time::Duration;
use temperament_coaching::report::Letter;
use temperament_coaching::report::notable_games::*;
use temperament_engine::board::Position;
use temperament_engine::engine::Score;
use temperament_matches::arena::GameResult;
use temperament_matches::arena::MoveData;
use temperament_matches::arena::Played;
use temperament_matches::arena::Reason;
use temperament_matches::arena::Record;
use temperament_matches::arena::ScheduledGame;
use temperament_matches::arena::Termination;

/// A game with these scores in centipawns; its moves do not matter. A has White.
fn game(number: usize, scores: &[i32], result: GameResult) -> Played {
    let move_data = scores.iter().map(|&cp| MoveData {
        score: Some(Score::Centipawns(cp)),
        wdl: None,
        depth: 1,
        nodes: 1,
        time: Duration::ZERO,
        is_book: false,
    });
    let move_data: Vec<_> = move_data.collect();
    let mv = "e2e4".parse().unwrap();
    Played {
        slot: ScheduledGame { game: number, players: [0, 1], opening: 0 },
        record: Record {
            start: Position::startpos(),
            moves: vec![mv; move_data.len()],
            move_data,
            termination: Termination { result, reason: Reason::Checkmate },
            failure: None,
        },
    }
}

fn summary(why: Option<Highlight>) -> Option<(Letter, i32, usize)> {
    why.map(|why| (why.side, why.size, why.ply))
}

#[test]
fn each_reason_is_seen_where_it_shows() {
    let turned = game(0, &[10, 5, -200, 190, 30, 80, 5000, -900], GameResult::WhiteWins);
    assert_eq!(summary(short_win(&turned)), Some((Letter::A, 8, 8)));
    assert_eq!(summary(upset(&turned)), Some((Letter::A, -200, 3)));
    assert_eq!(summary(missed_win(&turned)), None);
    assert_eq!(summary(swing(&turned)), Some((Letter::B, 980, 7)));
    assert_eq!(summary(disagreement(&turned)), Some((Letter::B, 80, 7)));
    let drawn = game(0, &[0, 420, -300, 420, 0, 0], GameResult::Draw);
    assert_eq!(summary(missed_win(&drawn)), Some((Letter::B, 420, 2)));
    assert_eq!((summary(short_win(&drawn)), summary(upset(&drawn))), (None, None));
    assert_eq!(summary(swing(&game(0, &[], GameResult::Draw))), None);
}

#[test]
fn the_most_notable_stay_and_the_earlier_of_equals() {
    let games = [9, 4, 6, 4, 8].into_iter().enumerate();
    let games: Vec<_> =
        games.map(|(number, plies)| game(number, &vec![0; plies], GameResult::BlackWins)).collect();
    let kept = highlights(&games).into_iter();
    assert_eq!(kept.map(|(_, played)| played.slot.game).collect::<Vec<_>>(), [1, 3]);
}
