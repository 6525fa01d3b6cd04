//! Tests of `arena::time_control`.

use std::time::Duration;
use temperament_engine::board::Color;
use temperament_engine::engine::Limits;
use temperament_matches::arena::time_control::*;

#[test]
fn limits_are_read_as_they_are_written() {
    for text in
        ["nodes=20000", "depth=7", "movetime=50", "tc=8+0.08", "tc=40/60", "tc=40/90+0.5", "tc=8+0.08@150"]
    {
        assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
    }
    let control: TimeControl = "1:30+1".parse().unwrap();
    assert_eq!(control.base, Duration::from_secs(90));
    for (text, same) in
        [("5m+3s", "300+3"), ("40/1.5m", "40/90"), ("1h", "3600"), ("8s+0.08@150", "8+0.08@150")]
    {
        assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), same);
    }
    for text in [
        "",
        "nodes",
        "nodes=0",
        "nodes=-1",
        "depth=9999999999",
        "time=3",
        "tc=",
        "tc=0",
        "tc=-1",
        "tc=0/5",
        "tc=x/5",
        "tc=nan",
        "tc=inf",
        "tc=1e300",
        "tc=8+x",
        "tc=8+-1",
        "tc=1:2:3",
        "tc=1:60",
        "tc=1:99+1",
        "tc=99999999:00",
        "tc=5x",
        "tc=40/1e-9",
        "tc=8+0.0001",
        "tc=8+0.08@0",
        "tc=8+0.08@x",
        "tc=@150",
        "movetime=99999999999999",
    ] {
        assert!(text.parse::<Limit>().is_err(), "{text}");
    }
}

#[test]
fn a_clock_runs_down_and_is_filled_again() {
    let control: TimeControl = "2/10+1".parse().unwrap();
    let mut clocks = Clocks::new([Limit::Clock(control), Limit::Nodes(5)], Duration::ZERO);
    let white = |clocks: &Clocks| {
        let limits = clocks.limits(Color::White);
        (limits.clock[0].unwrap().as_secs(), limits.moves_to_go)
    };
    assert_eq!(white(&clocks), (10, Some(2)));
    assert!(clocks.take(Color::White, Duration::from_secs(4)));
    assert_eq!(white(&clocks), (7, Some(1)));
    assert!(clocks.take(Color::White, Duration::from_secs(7)));
    assert_eq!(white(&clocks), (11, Some(2)));
    assert!(!clocks.take(Color::White, Duration::from_secs(12)));
    assert!(clocks.take(Color::Black, Duration::from_secs(99)));
    assert_eq!(clocks.limits(Color::Black), Limits::nodes(5));
    assert_eq!(clocks.limits(Color::White).clock[1], None);
}

#[test]
fn a_margin_forgives_but_gives_no_time() {
    let limits = ["tc=10+1", "nodes=5"].map(|text| text.parse().unwrap());
    let mut clocks = Clocks::new(limits, Duration::from_secs(2));
    let [white, black] = [Color::White, Color::Black];
    assert_eq!((clocks.allowed(white), clocks.allowed(black)), (Some(Duration::from_secs(12)), None));
    assert!(clocks.take(white, Duration::from_secs(12)));
    assert_eq!(clocks.allowed(white), Some(Duration::from_secs(3)));
    assert!(!clocks.take(white, Duration::from_millis(3001)));
}
