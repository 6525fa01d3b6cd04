//! Tests of `cli::profile::plot::draw`.

use temperament::cli::profile::plot::boards;
use temperament::cli::profile::plot::draw::*;
use temperament_engine::profile::Library;

#[test]
fn colours_are_all_that_a_terminal_adds() {
    let (profile, _) = Library::of(Vec::new()).load("fabchess").unwrap();
    let boards = boards(&profile, false);
    let wide = |is_coloured| terminal_text("x", &boards, usize::MAX, is_coloured);
    let (plain, coloured) = (wide(false), wide(true));
    let mut parts = coloured.split('\x1b');
    let mut stripped = parts.next().unwrap().to_owned();
    for part in parts {
        stripped += part.split_once('m').unwrap().1;
    }
    assert_eq!(stripped, plain);
    // Every square of the five pieces and 48 of the pawn, three times.
    assert_eq!(coloured.matches("\x1b[0m").count(), 3 * (5 * 64 + 48));
}
#[test]
fn boards_that_do_not_fit_beside_each_other_stand_below() {
    let (profile, _) = Library::of(Vec::new()).load("fabchess").unwrap();
    let boards = boards(&profile, false);
    for columns in [60, 80, 100, 200] {
        let longest = terminal_text("x", &boards, columns, false).lines().map(str::len).max();
        assert!(longest.is_some_and(|longest| longest <= columns), "{longest:?} of {columns}");
    }
}

#[test]
fn numbers_are_legible_on_every_colour() {
    for step in -100..=100 {
        let background = colour_of(f64::from(step) / 100.0);
        let (a, b) = (luminance(background), luminance(text_colour(background)));
        let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
        // What WCAG 2 asks of ordinary text.
        assert!(contrast >= 4.5, "{step}: {contrast}");
    }
    assert_eq!((colour_of(-1.0), colour_of(0.0), colour_of(1.0)), (LOW, MIDDLE, HIGH));
}
