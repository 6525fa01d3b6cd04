//! The clocks of a game, and time controls as people say them.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use temperament_engine::board::Color;
use temperament_engine::engine::Limits;

const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Time for a game and increment after each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start, a second to a day.
    pub base: Duration,
    /// Increment after each move.
    pub increment: Duration,
}

/// Error: a string is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected minutes and seconds such as 5+3, or seconds such as 300s+3s, up to a day, found `{0}`")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses `5+3` (minutes and seconds of increment), `15`, `300s+3s` or `90s`.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let fault = || TimeControlError(text.to_owned());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = match base.trim().strip_suffix('s') {
            Some(seconds) => time(seconds, 1.0),
            None => time(base, 60.0),
        };
        let increment = increment.trim();
        let increment = time(increment.strip_suffix('s').unwrap_or(increment), 1.0).ok_or_else(fault)?;
        let base = base.filter(|&base| base >= SHORTEST).ok_or_else(fault)?;
        Ok(Self { base, increment })
    }
}

impl TimeControl {
    /// The value of the PGN tag `TimeControl`, in seconds.
    pub fn pgn_tag(self) -> String {
        let (base, increment) = (self.base.as_secs_f64(), self.increment.as_secs_f64());
        if increment > 0.0 { format!("{base}+{increment}") } else { base.to_string() }
    }
}

/// Parses a number of units of so many seconds.
fn time(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok().filter(|&time| time <= LONGEST)
}

/// The clocks of both sides.
#[derive(Debug)]
pub struct Clocks {
    /// The time control.
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

    /// The remaining time of a side.
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
