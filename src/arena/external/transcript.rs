//! The last lines of the dialogue with an engine, for error reports.

use std::collections::VecDeque;
use std::time::Instant;

use crate::escape;

/// Number of lines kept of the dialogue, and of stderr.
const CAPACITY: usize = 50;
/// Longer lines are cut; characters.
const MAX_CHARS: usize = 500;

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

impl Transcript {
    /// Creates an empty transcript; timestamps are relative to now.
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            dialogue: VecDeque::with_capacity(CAPACITY),
            errors: VecDeque::with_capacity(CAPACITY),
        }
    }

    /// Records a line.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_harmless() {
        let mut transcript = Transcript::new();
        transcript.add(Direction::Error, "\u{1b}[2Jboom");
        for number in 0..3 * CAPACITY {
            transcript.add(Direction::Received, &format!("info depth {number} {}", "x".repeat(9999)));
        }
        transcript.add(Direction::Sent, "stop");
        let lines = transcript.lines();
        assert_eq!(lines.len(), CAPACITY + 1);
        assert!(lines[0].contains("< info depth 101 ") && lines[0].len() < MAX_CHARS + 20);
        assert!(lines[CAPACITY - 1].ends_with(" > stop"));
        assert!(lines[CAPACITY].ends_with(r" ! \u{1b}[2Jboom"));
    }
}
