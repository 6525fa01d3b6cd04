//! Search limits, time controls, and the clocks of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::counts;
use temperament_engine::board::Color;
use temperament_engine::engine::Limits;

/// Maximum time: ten days, so that sums of times do not overflow.
const MAX_TIME: Duration = Duration::from_secs(864_000);

/// Minimum time above zero: UCI counts in milliseconds.
const MIN_TIME: Duration = Duration::from_millis(1);

pub(super) const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// Minimum margin for a fixed time per move, because no engine stops to the millisecond.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(100);

/// Start of the text of [`Limit::Level`].
const LEVEL: &str = "level=";

/// The limit of a side, per move or per game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Limit {
    /// Nodes per move; reproducible on every machine.
    Nodes(u64),
    /// Depth per move in plies; reproducible on every machine.
    Depth(u32),
    /// Time per move.
    MoveTime(Duration),
    Clock(TimeControl),
    /// None but that of the level, a rating, which the profile has; no option takes it.
    Level(u32),
}

/// Time control of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Base time; added again after each `moves` moves.
    pub base: Duration,
    /// Increment after each move.
    pub increment: Duration,
    /// Moves per time control; `None` for the whole game.
    pub moves: Option<u32>,
    /// Counts this many nodes as a millisecond, as in [`Limits::nodestime`]; for profiles only.
    pub nodestime: Option<u64>,
}

/// Error: a string is not a valid limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LimitError(pub(super) String);

impl FromStr for TimeControl {
    type Err = LimitError;

    /// Parses a time control as match programs write it: a number without a unit is in seconds.
    fn from_str(text: &str) -> Result<Self, LimitError> {
        Self::parse(text, SECOND).ok_or_else(|| {
            LimitError(format!(
                "expected a time control such as 8+0.08, 40/60, 1:30+1 or 5m+3s (or 8+0.08@1500, where 1500 nodes are a \
                 millisecond), found `{text}`"
            ))
        })
    }
}

impl TimeControl {
    /// Parses `8+0.08`, `60`, `1:30+1`, `5m+3s`, `40/60` or `40/60+0.5`: moves, time, increment; then `@1500` for a clock
    /// that counts 1500 nodes as a millisecond. A time is minutes and seconds, or has a unit (`h`, `m`, `s`), or is counted
    /// in `unit`; an increment without a unit is in seconds. `None` for anything else, for times below 1 ms or above ten
    /// days, and for 60 or more seconds after minutes.
    pub(super) fn parse(text: &str, unit: Duration) -> Option<Self> {
        let (control, nodestime) = match text.split_once('@') {
            Some((control, nodes)) => (control, Some(nodes.trim().parse().ok().filter(|&nodes| nodes > 0)?)),
            None => (text, None),
        };
        let (moves, times) = match control.split_once('/') {
            Some((moves, times)) => (Some(moves.trim().parse().ok().filter(|&moves| moves > 0)?), times),
            None => (None, control),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let base = base_time(base, unit).filter(|time| !time.is_zero())?;
        Some(Self { base, increment: time(increment, SECOND)?, moves, nodestime })
    }
}

impl TryFrom<String> for TimeControl {
    type Error = LimitError;

    fn try_from(text: String) -> Result<Self, LimitError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        if let Some(nodes) = self.nodestime {
            write!(f, "@{nodes}")?;
        }
        Ok(())
    }
}

/// Parses minutes and seconds, or a time in `unit`.
fn base_time(text: &str, unit: Duration) -> Option<Duration> {
    let Some((minutes, seconds)) = text.split_once(':') else { return time(text, unit) };
    let seconds = number_of(seconds, SECOND).filter(|seconds| *seconds < MINUTE)?;
    Some(number_of(minutes, MINUTE)? + seconds).filter(|time| *time <= MAX_TIME)
}

/// Parses a time with a unit, or else in `unit`.
fn time(text: &str, unit: Duration) -> Option<Duration> {
    let text = text.trim();
    let units = [('h', 60 * MINUTE), ('m', MINUTE), ('s', SECOND)];
    let with_unit = units.into_iter().find_map(|(suffix, unit)| Some((text.strip_suffix(suffix)?, unit)));
    let (number, unit) = with_unit.unwrap_or((text, unit));
    number_of(number, unit)
}

/// Parses a number of units: zero or at least 1 ms.
fn number_of(text: &str, unit: Duration) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    let time = Duration::try_from_secs_f64(number * unit.as_secs_f64()).ok()?;
    (time.is_zero() || (MIN_TIME..=MAX_TIME).contains(&time)).then_some(time)
}

impl FromStr for Limit {
    type Err = LimitError;

    /// Parses `nodes=N`, `depth=N`, `movetime=MS` or `tc=CONTROL`.
    fn from_str(text: &str) -> Result<Self, LimitError> {
        let fault = || {
            let message = format!("expected nodes=N, depth=N, movetime=MS or tc=CONTROL, found `{text}`");
            LimitError(message)
        };
        let (name, value) = text.split_once('=').ok_or_else(fault)?;
        let number = counts::parse(value.trim());
        match name.trim() {
            "nodes" => number.map(Self::Nodes).ok_or_else(fault),
            "depth" => {
                let depth = number.and_then(|depth| u32::try_from(depth).ok());
                depth.map(Self::Depth).ok_or_else(fault)
            }
            "movetime" => {
                let time = number.map(Duration::from_millis).filter(|&time| time <= MAX_TIME);
                time.map(Self::MoveTime).ok_or_else(fault)
            }
            "tc" => value.parse().map(Self::Clock),
            _ => Err(fault()),
        }
    }
}

impl TryFrom<String> for Limit {
    type Error = LimitError;

    fn try_from(text: String) -> Result<Self, LimitError> {
        text.parse()
    }
}

impl From<Limit> for String {
    fn from(limit: Limit) -> Self {
        limit.to_string()
    }
}

impl fmt::Display for Limit {
    /// Writes the text that parses as this limit; of a level, that of [`Self::recorded`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Self::Clock(control) => write!(f, "tc={control}"),
            Self::Level(elo) => write!(f, "{LEVEL}{elo}"),
        }
    }
}

impl Limit {
    /// Parses the text of a limit in a journal, which may be that of a level.
    ///
    /// # Errors
    /// [`LimitError`] if it is the text of no limit.
    pub fn recorded(text: &str) -> Result<Self, LimitError> {
        let elo = text.strip_prefix(LEVEL).and_then(|elo| elo.parse().ok());
        elo.map_or_else(|| text.parse(), |elo| Ok(Self::Level(elo)))
    }

    /// Returns `true` if games depend on the speed of the machine.
    pub fn is_timed(self) -> bool {
        match self {
            Self::MoveTime(_) => true,
            Self::Clock(control) => control.nodestime.is_none(),
            Self::Nodes(_) | Self::Depth(_) | Self::Level(_) => false,
        }
    }

    /// Returns the PGN tag `TimeControl`; `None` for limits that it cannot express.
    pub fn pgn(self) -> Option<String> {
        match self {
            Self::Clock(control) => control.nodestime.is_none().then(|| control.to_string()),
            Self::Nodes(_) | Self::Depth(_) | Self::MoveTime(_) | Self::Level(_) => None,
        }
    }
}

/// The clocks of one game.
#[derive(Debug)]
pub struct Clocks {
    limits: [Limit; 2],
    left: [Duration; 2],
    /// Time margin.
    margin: Duration,
    /// Number of moves of each side.
    made: [u32; 2],
}

impl Clocks {
    /// Creates the clocks for the limits of White and Black, with a time margin.
    pub fn new(limits: [Limit; 2], margin: Duration) -> Self {
        Self {
            limits,
            margin,
            left: limits.map(|limit| match limit {
                Limit::Clock(control) => control.base,
                _ => Duration::ZERO,
            }),
            made: [0; 2],
        }
    }

    /// Returns the search limits for the next move of a side.
    pub fn limits(&self, side: Color) -> Limits {
        match self.limits[side as usize] {
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::MoveTime(time) => Limits::movetime(time),
            Limit::Level(_) => Limits::default(),
            Limit::Clock(own) => Limits {
                clock: self.clock_times(),
                increment: self.limits.map(|limit| match limit {
                    Limit::Clock(control) => control.increment,
                    _ => Duration::ZERO,
                }),
                moves_to_go: own.moves.map(|moves| moves - self.made[side as usize] % moves),
                nodestime: own.nodestime,
                ..Limits::default()
            },
        }
    }

    fn clock_times(&self) -> [Option<Duration>; 2] {
        let mut times = [None; 2];
        for (time, (limit, left)) in times.iter_mut().zip(self.limits.iter().zip(self.left)) {
            *time = matches!(limit, Limit::Clock(_)).then_some(left);
        }
        times
    }

    /// Returns the maximum time for the next move without losing on time; `None` without a time limit.
    pub fn allowed(&self, side: Color) -> Option<Duration> {
        match self.limits[side as usize] {
            Limit::Clock(_) => Some(self.left[side as usize] + self.margin),
            Limit::MoveTime(time) => Some(time + self.margin.max(MOVE_TIME_MARGIN)),
            Limit::Nodes(_) | Limit::Depth(_) | Limit::Level(_) => None,
        }
    }

    /// Subtracts the time of a move. Returns `false` if the side has exceeded its time.
    #[must_use]
    pub fn take(&mut self, side: Color, time: Duration) -> bool {
        if self.allowed(side).is_some_and(|allowed| time > allowed) {
            return false;
        }
        let Limit::Clock(control) = self.limits[side as usize] else {
            return true;
        };
        let (left, made) = (&mut self.left[side as usize], &mut self.made[side as usize]);
        *made += 1;
        *left = left.saturating_sub(time) + control.increment;
        if control.moves.is_some_and(|moves| made.is_multiple_of(moves)) {
            *left += control.base;
        }
        true
    }
}
