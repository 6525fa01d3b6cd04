//! Tests of `arena::casual`.

use super::game;
use std::time::Duration;

use temperament_engine::board::{Color, Game, notation};
use temperament_matches::arena::casual::clock::{Clocks, in_words, shown, time_control};
use temperament_matches::arena::casual::{Conclusion, GameOver, claimable_draw, pgn};

const MINUTES: Option<Duration> = Some(Duration::from_secs(60));

#[test]
fn time_controls_have_units() {
    for (text, base, increment) in [
        ("5:00+3", 300.0, 3.0),
        ("5m+3s", 300.0, 3.0),
        ("15m", 900.0, 0.0),
        ("0.5m+0.5", 30.0, 0.5),
        ("300s+3s", 300.0, 3.0),
        ("90s+1", 90.0, 1.0),
        (" 3m + 2 ", 180.0, 2.0),
        ("1.5h", 5400.0, 0.0),
    ] {
        let control = time_control(text, None).unwrap();
        let found = (control.base.as_secs_f64(), control.increment.as_secs_f64());
        assert_eq!(found, (base, increment), "{text}");
    }
    let [long, short] = ["5m+3", "90s"].map(|text| time_control(text, None).unwrap());
    assert_eq!((long.to_string(), in_words(long)), ("300+3".to_owned(), "5:00 + 3 s each".to_owned()));
    assert_eq!((short.to_string(), in_words(short)), ("90".to_owned(), "1:30 each".to_owned()));
    for text in [
        "", "+", "5m+", "+3", "0", "0.9s", "-5m", "5m+-1", "nan", "inf", "1e99m", "1441m", "40/5m", "5m@20",
        "5x",
    ] {
        assert!(time_control(text, None).is_err(), "{text}");
        assert!(time_control(text, MINUTES).is_err(), "{text}");
    }
}

#[test]
fn numbers_without_a_unit_are_minutes_or_refused() {
    for (text, minutes, seconds) in
        [("5+3", "5m+3", "5s+3"), ("15", "15m", "15s"), ("0.5+0.5", "0.5m+0.5", "0.5s+0.5")]
    {
        let error = time_control(text, None).unwrap_err().to_string();
        let hint = format!("write {minutes} for minutes, {seconds} for seconds");
        assert!(error.contains(&hint), "{error}");
        assert_eq!(time_control(text, MINUTES).unwrap(), time_control(minutes, None).unwrap());
    }
}

#[test]
fn clocks_run_down_and_gain_the_increment() {
    let mut clocks = Clocks::new("60+2".parse().unwrap());
    assert!(clocks.spend(Color::White, Duration::from_millis(5500)));
    clocks.end_turn(Color::White);
    assert_eq!(clocks.text(), "White 0:56  Black 1:00 ");
    assert!(clocks.spend(Color::Black, Duration::from_millis(55_700)));
    assert_eq!(clocks.text(), "White 0:56  Black 0:04.3 ");
    assert!(!clocks.spend(Color::Black, Duration::from_secs(5)));
    assert_eq!(shown(Duration::from_secs(3723)), "1:02:03");
}

/// Taking moves back neither costs nor gains time.
#[test]
fn moves_taken_back_set_the_clocks_back() {
    let mut clocks = Clocks::new("60+2".parse().unwrap());
    let mut turn = |side, used| {
        assert!(clocks.spend(side, Duration::from_secs(used)));
        clocks.end_turn(side);
        clocks.text()
    };
    assert_eq!(turn(Color::White, 10), "White 0:52  Black 1:00 ");
    assert_eq!(turn(Color::Black, 20), "White 0:52  Black 0:42 ");
    assert_eq!(turn(Color::White, 5), "White 0:49  Black 0:42 ");
    clocks.take_back();
    assert_eq!(clocks.text(), "White 0:52  Black 0:42 ");
    clocks.take_back();
    clocks.take_back();
    assert_eq!(clocks.text(), "White 1:00  Black 1:00 ");
    clocks.take_back();
    assert_eq!(clocks.text(), "White 1:00  Black 1:00 ", "there is nothing left to take back");
}

#[test]
fn a_game_ends_by_rule_resignation_or_time() {
    let over = |game: &Game, conclusion| {
        GameOver::of(game, conclusion).map(|over| format!("{} ({})", over.result.pgn(), over.reason))
    };
    let mated = game(temperament_engine::board::START_FEN, "f3 e5 g4 Qh4");
    assert_eq!(over(&mated, None).unwrap(), "0-1 (checkmate)");
    let open = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra7");
    assert_eq!(over(&open, None), None);
    let resigned = Some(Conclusion::Resigned(Color::Black));
    assert_eq!(over(&open, resigned).unwrap(), "1-0 (Black resigned)");
    let fell = |side| over(&open, Some(Conclusion::FlagFell(side))).unwrap();
    assert_eq!(fell(Color::Black), "1-0 (Black ran out of time)");
    assert_eq!(fell(Color::White), "1/2-1/2 (White ran out of time, but Black cannot mate)");
    let names = || ["A".to_owned(), "B".to_owned()];
    let text = pgn(&open, names(), Some(Conclusion::FlagFell(Color::Black)), Some("5:00+3".parse().unwrap()));
    for tag in ["[Result \"1-0\"]", "[FEN \"4k3", "[TimeControl \"300+3\"]", "[Termination \"time forfeit\"]"]
    {
        assert!(text.contains(tag), "{tag}: {text}");
    }
}

#[test]
fn a_draw_is_claimed_with_the_move_that_repeats() {
    let once = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2 Kd8 Ra1 Ke8 Ra2 Kd8 Ra1");
    let claim = claimable_draw(&once).unwrap();
    assert_eq!(notation::san(once.position(), claim), "Ke8");
    assert_eq!(claimable_draw(&game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2")), None);
}
