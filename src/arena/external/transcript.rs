//! The last things that were said between this program and an engine: what one wants to see when it fails.

use std::collections::VecDeque;
use std::time::Instant;

use crate::escape;

/// How many lines are kept of the dialogue, and as many of standard error.
const KEPT: usize = 50;
/// The longest that is kept of a line; characters.
const WIDTH: usize = 500;

/// Where a line went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// From us to the engine.
    Sent,
    /// From the engine to us.
    Received,
    /// From the engine to its standard error.
    Error,
}

/// The last lines.
#[derive(Debug)]
pub struct Transcript {
    begun: Instant,
    dialogue: VecDeque<String>,
    errors: VecDeque<String>,
}

impl Transcript {
    /// With nothing said yet; times count from now.
    pub fn new() -> Self {
        Self {
            begun: Instant::now(),
            dialogue: VecDeque::with_capacity(KEPT),
            errors: VecDeque::with_capacity(KEPT),
        }
    }

    /// Notes a line.
    pub fn add(&mut self, way: Way, line: &str) {
        let (lines, mark) = match way {
            Way::Sent => (&mut self.dialogue, '>'),
            Way::Received => (&mut self.dialogue, '<'),
            Way::Error => (&mut self.errors, '!'),
        };
        if lines.len() == KEPT {
            lines.pop_front();
        }
        // Whoever reads this in a terminal is not to be at the mercy of the engine.
        let clean = escape::bounded(line, WIDTH);
        let seconds = self.begun.elapsed().as_secs_f64();
        lines.push_back(format!("{seconds:10.3} {mark} {clean}"));
    }

    /// All that is kept: the dialogue (`>` to the engine, `<` from it; seconds since its start), then what it wrote to
    /// standard error (`!`).
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
        transcript.add(Way::Error, "\u{1b}[2Jboom");
        for number in 0..3 * KEPT {
            transcript.add(
                Way::Received,
                &format!("info depth {number} {}", "x".repeat(9999)),
            );
        }
        transcript.add(Way::Sent, "stop");
        let lines = transcript.lines();
        assert_eq!(lines.len(), KEPT + 1);
        assert!(lines[0].contains("< info depth 101 ") && lines[0].len() < WIDTH + 20);
        assert!(lines[KEPT - 1].ends_with(" > stop"));
        assert!(lines[KEPT].ends_with(r" ! \u{1b}[2Jboom"));
    }
}
