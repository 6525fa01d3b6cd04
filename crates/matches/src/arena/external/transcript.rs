//! The last lines of the dialogue with an engine, for error reports.

use std::collections::VecDeque;
use std::time::Instant;

use temperament_engine::escape;

/// Number of lines kept of the dialogue, and of stderr.
pub const CAPACITY: usize = 50;
/// Longer lines are cut; characters.
pub const MAX_CHARS: usize = 500;

/// Direction of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the engine.
    Sent,
    /// From its stdout.
    Received,
    /// From its stderr.
    Error,
}

/// The last lines of the dialogue.
#[derive(Debug)]
pub struct Transcript {
    started: Instant,
    dialogue: VecDeque<String>,
    errors: VecDeque<String>,
}

impl Default for Transcript {
    /// Creates an empty transcript; timestamps are relative to now.
    fn default() -> Self {
        Self {
            started: Instant::now(),
            dialogue: VecDeque::with_capacity(CAPACITY),
            errors: VecDeque::with_capacity(CAPACITY),
        }
    }
}

impl Transcript {
    pub fn add(&mut self, direction: Direction, line: &str) {
        let (lines, mark) = match direction {
            Direction::Sent => (&mut self.dialogue, '>'),
            Direction::Received => (&mut self.dialogue, '<'),
            Direction::Error => (&mut self.errors, '!'),
        };
        if lines.len() == CAPACITY {
            lines.pop_front();
        }
        // The output of an engine must not control the terminal.
        let clean = escape::bounded(line, MAX_CHARS);
        let seconds = self.started.elapsed().as_secs_f64();
        lines.push_back(format!("{seconds:10.3} {mark} {clean}"));
    }

    /// Returns the lines: first the dialogue (`>` to the engine, `<` from it, with seconds since the start), then stderr
    /// (`!`).
    pub fn lines(&self) -> Vec<String> {
        self.dialogue.iter().chain(&self.errors).cloned().collect()
    }
}
