//! Time controls and clocks of `temper play`.

use std::time::Duration;

use temperament::board::Color;
use temperament::cli::play::clock::{Clocks, TimeControl, shown};

#[test]
fn time_controls_are_minutes_and_seconds() {
    for (text, base, increment) in [
        ("5+3", 300.0, 3.0),
        ("15", 900.0, 0.0),
        ("0.5+0.5", 30.0, 0.5),
        ("300s+3s", 300.0, 3.0),
        ("90s+1", 90.0, 1.0),
        (" 3 + 2 ", 180.0, 2.0),
    ] {
        let control: TimeControl = text.parse().unwrap();
        let found = (control.base.as_secs_f64(), control.increment.as_secs_f64());
        assert_eq!(found, (base, increment), "{text}");
    }
    assert_eq!("5+3".parse::<TimeControl>().unwrap().pgn_tag(), "300+3");
    assert_eq!("90s".parse::<TimeControl>().unwrap().pgn_tag(), "90");
    for text in ["", "+", "5+", "+3", "0", "0.9s", "-5", "5+-1", "nan", "inf", "1e99", "1441", "5m", "40/5"] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
}

#[test]
fn clocks_run_down_and_gain_the_increment() {
    let mut clocks = Clocks::new("1+2".parse().unwrap());
    assert!(clocks.spend(Color::White, Duration::from_millis(5500)));
    clocks.add_increment(Color::White);
    assert_eq!(clocks.text(), "White 0:56  Black 1:00 ");
    assert!(clocks.spend(Color::Black, Duration::from_millis(55_700)));
    assert_eq!(clocks.text(), "White 0:56  Black 0:04.3 ");
    assert!(!clocks.spend(Color::Black, Duration::from_secs(5)));
    assert_eq!(shown(Duration::from_secs(3723)), "1:02:03");
}
