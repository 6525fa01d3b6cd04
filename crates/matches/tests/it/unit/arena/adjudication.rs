//! Tests of `arena::adjudication`.

use temperament_engine::engine::Score;
use temperament_matches::arena::adjudication::*;
use temperament_matches::arena::{GameResult, Reason};

fn scores(white: &[i32], black: &[i32]) -> [Vec<Option<Score>>; 2] {
    [white, black].map(|own| own.iter().map(|&cp| Some(Score::Centipawns(cp))).collect())
}

fn termination(
    rules: &Adjudication,
    number: u16,
    scores: &[Vec<Option<Score>>; 2],
) -> Option<(GameResult, Reason)> {
    let plies = scores[0].len() + scores[1].len();
    let termination = rules.by_scores(plies, number, scores)?;
    Some((termination.result, termination.reason))
}

#[test]
fn draws_need_age_length_and_even_scores_of_both() {
    let rules = Adjudication {
        draw: Some("movenumber=10,movecount=2,score=8".parse().unwrap()),
        ..Adjudication::default()
    };
    let even = scores(&[90, 8, -8], &[-90, 0, 3]);
    let drawn = Some((GameResult::Draw, Reason::DrawByScores));
    assert_eq!(termination(&rules, 10, &even), drawn);
    assert_eq!(termination(&rules, 9, &even), None);
    assert_eq!(termination(&rules, 10, &scores(&[8, 9], &[0, 3])), None);
    assert_eq!(termination(&rules, 10, &scores(&[8], &[0, 3])), None);
    let mut mates = even;
    mates[1][2] = Some(Score::Mate(1));
    assert_eq!(termination(&rules, 10, &mates), None);
    mates[1][2] = None;
    assert_eq!(termination(&rules, 10, &mates), None, "without a score there is no agreement");
}

#[test]
fn one_side_resigns_alone_or_both_must_agree() {
    let rules = |text: &str| Adjudication { resign: Some(text.parse().unwrap()), ..Adjudication::default() };
    let (one, both) = (rules("movecount=2,score=400"), rules("score=400 movecount=2 twosided=true"));
    let black_gives_up = scores(&[300, 300], &[10, -400, -900]);
    let white_wins = Some((GameResult::WhiteWins, Reason::Resignation));
    assert_eq!(termination(&one, 5, &black_gives_up), white_wins);
    assert_eq!(termination(&both, 5, &black_gives_up), None);
    assert_eq!(termination(&both, 5, &scores(&[400, 400], &[-400, -900])), white_wins);
    let mut mated = scores(&[-500, -500], &[0, 0]);
    mated[0][1] = Some(Score::Mate(-4));
    assert_eq!(termination(&one, 5, &mated), Some((GameResult::BlackWins, Reason::Resignation)));
    mated[0][1] = Some(Score::Mate(4));
    assert_eq!(termination(&one, 5, &mated), None);
    assert_eq!(termination(&one, 5, &scores(&[-400], &[0])), None);
}

#[test]
fn long_games_are_drawn() {
    let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
    let none = scores(&[], &[]);
    assert_eq!(rules.by_scores(5, 90, &none), None);
    let reason = rules.by_scores(6, 1, &none).map(|termination| termination.reason);
    assert_eq!(reason, Some(Reason::MaxMoves));
}

#[test]
fn rules_that_are_none_are_refused() {
    for text in ["", "movecount=3", "score=5,movecount=x", "score=5,score=5", "5", "twosided=true"] {
        assert!(text.parse::<DrawRule>().is_err(), "{text}");
    }
    assert!("movecount=3,score=5,twosided=yes".parse::<ResignRule>().is_err());
    assert!("movecount=3,score=-5".parse::<ResignRule>().is_err());
}
