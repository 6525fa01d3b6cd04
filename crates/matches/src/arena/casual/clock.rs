//! The clocks of a game with a person.

use std::time::Duration;

use crate::arena::time_control::{LimitError, SECOND, TimeControl};
use temperament_engine::board::Color;
use temperament_engine::engine::Limits;

/// Limits of the time at the start of a game.
const MIN_BASE: Duration = Duration::from_secs(1);
const MAX_BASE: Duration = Duration::from_secs(24 * 60 * 60);

/// Parses the time control of a game with a person, in which there is one time for all moves: `5:00+3`, `5m+3s`, `90s`. A
/// number without a unit is counted in `unit`, or refused if there is none.
///
/// # Errors
/// If it is something else, or the time is not from a second to a day.
pub fn time_control(text: &str, unit: Option<Duration>) -> Result<TimeControl, LimitError> {
    let fault = || {
        LimitError(format!(
            "expected one time for all moves, a second to a day, and an increment, such as 5:00+3, 5m+3s or 90s, found \
             `{text}`"
        ))
    };
    let control = TimeControl::parse(text, unit.unwrap_or(SECOND)).ok_or_else(fault)?;
    let (base, increment) = text.find('+').map_or((text, ""), |plus| text.split_at(plus));
    if unit.is_none() && base.trim().parse::<f64>().is_ok() {
        let base = base.trim();
        return Err(LimitError(format!(
            "`{text}` could be minutes or seconds: write {base}m{increment} for minutes, {base}s{increment} for seconds"
        )));
    }
    let is_in_range = (MIN_BASE..=MAX_BASE).contains(&control.base) && control.increment <= MAX_BASE;
    let is_simple = control.moves.is_none() && control.nodestime.is_none();
    if is_simple && is_in_range { Ok(control) } else { Err(fault()) }
}

/// Describes a time control: `5:00 + 3 s each`.
pub fn in_words(control: TimeControl) -> String {
    let base = shown(control.base);
    match control.increment.as_secs_f64() {
        0.0 => format!("{base} each"),
        increment => format!("{base} + {increment} s each"),
    }
}

/// The clocks of both sides.
#[derive(Debug)]
pub struct Clocks {
    pub control: TimeControl,
    /// Remaining times of White and Black.
    remaining: [Duration; 2],
    /// The same at the start of each earlier turn, to take moves back.
    earlier: Vec<[Duration; 2]>,
    /// The same at the start of this turn.
    at_turn: [Duration; 2],
}

impl Clocks {
    /// The clocks at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        Self::at(control, [control.base; 2])
    }

    /// The clocks in a game, with the remaining times of White and Black.
    pub fn at(control: TimeControl, remaining: [Duration; 2]) -> Self {
        Self { control, remaining, earlier: Vec::new(), at_turn: remaining }
    }

    pub fn remaining(&self, side: Color) -> Duration {
        self.remaining[side as usize]
    }

    /// Subtracts the time that a side has used. Returns `false` if its flag has fallen.
    #[must_use]
    pub fn spend(&mut self, side: Color, used: Duration) -> bool {
        let remaining = &mut self.remaining[side as usize];
        *remaining = remaining.saturating_sub(used);
        !remaining.is_zero()
    }

    /// Adds the increment after a move of a side: the other side's turn begins.
    pub fn end_turn(&mut self, side: Color) {
        self.remaining[side as usize] += self.control.increment;
        self.earlier.push(self.at_turn);
        self.at_turn = self.remaining;
    }

    /// Sets the clocks back to the start of the turn of the last move.
    pub fn take_back(&mut self) {
        self.at_turn = self.earlier.pop().unwrap_or(self.at_turn);
        self.remaining = self.at_turn;
    }

    /// Limits of a search on these clocks.
    pub fn limits(&self) -> Limits {
        Limits {
            clock: self.remaining.map(Some),
            increment: [self.control.increment; 2],
            ..Limits::default()
        }
    }

    /// Both clocks, for the prompt.
    pub fn text(&self) -> String {
        let [white, black] = self.remaining.map(shown);
        format!("White {white}  Black {black} ")
    }
}

/// Formats a remaining time: hours, minutes and seconds; tenths in the last ten seconds.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else if seconds < 10 {
        format!("0:{rest:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{rest:02}")
    }
}
