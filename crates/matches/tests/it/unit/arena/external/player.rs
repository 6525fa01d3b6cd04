//! Tests of `arena::external::player`.

use std::time::Duration;
use temperament_engine::board::{Color, Position};
use temperament_matches::arena::external::player::*;
use temperament_matches::arena::time_control::{Clocks, Limit};

#[test]
fn limits_are_sent_for_both_sides() {
    let limits = |texts: [&str; 2]| texts.map(|text| text.parse::<Limit>().unwrap());
    let clocks = Clocks::new(limits(["tc=40/60+0.5", "nodes=5"]), Duration::ZERO);
    assert_eq!(
        go_command(&clocks.limits(Color::White), Color::White),
        "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40"
    );
    assert_eq!(go_command(&clocks.limits(Color::Black), Color::Black), "go nodes 5");
    let mut clocks = Clocks::new(limits(["tc=1+0.1", "tc=2"]), Duration::ZERO);
    assert!(clocks.take(Color::White, Duration::from_micros(999_999)));
    assert_eq!(
        go_command(&clocks.limits(Color::Black), Color::Black),
        "go wtime 100 btime 2000 winc 100 binc 0"
    );
    let clocks = Clocks::new(limits(["movetime=50", "depth=7"]), Duration::ZERO);
    assert_eq!(go_command(&clocks.limits(Color::White), Color::White), "go movetime 50");
    assert_eq!(go_command(&clocks.limits(Color::Black), Color::Black), "go depth 7");
}

#[test]
fn moves_that_are_none_are_refused() {
    let position = Position::startpos();
    for text in ["", "0000", "(none)", "e2e5", "e7e5", "é2e4", "e2e4e2e4e2e4", "NULL"] {
        assert_eq!(read_move(&position, text), None, "{text}");
    }
    assert!(read_move(&position, "e2e4").is_some());
}
