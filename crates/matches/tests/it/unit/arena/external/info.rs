//! Tests of `arena::external::info`.

use std::time::Duration;
use temperament_engine::engine::Score;
use temperament_matches::arena::external::info::*;

fn info(lines: &[&str]) -> SearchInfo {
    let mut info = SearchInfo::default();
    lines.iter().for_each(|line| info.update(line));
    info
}

#[test]
fn the_last_exact_score_of_the_best_line_counts() {
    let info = info(&[
        "depth 8 seldepth 12 multipv 1 score cp 31 wdl 90 880 30 nodes 900 nps 1 time 12 pv e2e4 nodes 7",
        "depth 8 multipv 2 score cp -5 nodes 950",
        "depth 9 score cp 60 lowerbound wdl 190 800 10 nodes 1000",
        "depth 9 currmove e2e4 currmovenumber 1",
        "string score mate 1 depth 99",
    ]);
    assert_eq!((info.score, info.depth, info.nodes), (Some(Score::Centipawns(31)), 8, 1000));
    assert_eq!(info.wdl, Some([90, 880, 30]));
    assert_eq!(info.time, Some(Duration::from_millis(12)));
}

#[test]
fn a_bound_is_better_than_nothing_and_nonsense_is_nothing() {
    let bound = info(&["depth 3 score mate -2 upperbound"]);
    assert_eq!((bound.score, bound.depth), (Some(Score::Mate(-2)), 3));
    let nonsense =
        info(&["", "depth", "score", "score cp", "score cp x", "wdl 0 1000 0", "nodes -3 time 1.5 depth 7"]);
    assert_eq!(nonsense, SearchInfo::default());
    for words in ["wdl 1 2", "wdl 500 500 1", "wdl -1 1001 0", "wdl a b c"] {
        assert_eq!(info(&[&format!("score cp 1 {words}")]).wdl, None, "{words}");
    }
    let huge = info(&["score cp -2147483648 nodes 99999999999999999999"]);
    assert_eq!((huge.score, huge.nodes), (Some(Score::Centipawns(-MAX_CP)), 0));
}
