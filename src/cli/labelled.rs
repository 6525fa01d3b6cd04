//! Training data as lines of text, `FEN | centipawns | result` (both for White) or EPD, and the rate it is written at.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use temperament_engine::board::{Color, Position};
use temperament_engine::engine::Score;
use temperament_matches::arena::GameResult;

/// Score of a mate in centipawns.
const MATE: i32 = 30_000;

/// A line of text: `score` is for the side to move, `points` is the (expected) result for White, 0 to 1, written with
/// four digits.
pub fn line(position: &Position, score: Score, points: f64) -> String {
    let score = centipawns(score);
    let white = match position.stm() {
        Color::White => score,
        Color::Black => -score,
    };
    format!("{} | {white} | {:?}\n", position.fen(false), (points * 1e4).round() / 1e4)
}

/// A line of EPD: the result as comment `c9`, the score for the side to move as `ce`, and the move counters.
pub fn epd(position: &Position, score: Score, result: GameResult) -> String {
    let fen = position.fen(false);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    format!(
        "{} c9 \"{}\"; ce {}; fmvn {}; hmvc {};\n",
        fields.join(" "),
        result.pgn(),
        centipawns(score),
        position.fullmove_number(),
        position.halfmove_clock()
    )
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => MATE * moves.signum(),
    }
}

/// Minimum time between two progress lines.
const INTERVAL: Duration = Duration::from_secs(2);

/// Measures throughput and limits progress output.
#[derive(Debug)]
pub struct RateMeter {
    begun: Instant,
    last: Instant,
}

impl RateMeter {
    pub fn begin() -> Self {
        let now = Instant::now();
        Self { begun: now, last: now }
    }

    /// Prints `before`, the total number of positions and the rate, if it is time for the next line.
    pub fn report(&mut self, positions: usize, before: &str) -> io::Result<()> {
        if self.last.elapsed() < INTERVAL {
            return Ok(());
        }
        self.last = Instant::now();
        let speed = positions as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let mut out = io::stdout().lock();
        writeln!(out, "{before}{positions} positions, {speed:.0} a second")?;
        out.flush()
    }
}
