//! Parses the `info` lines of an engine.

use std::time::Duration;

use temperament_engine::engine::Score;

/// Larger scores are clamped; centipawns.
pub const MAX_CP: i32 = 1_000_000;
/// Longer mates are clamped; moves.
const MAX_MATE: i32 = 10_000;

/// Latest search data of the best line. Malformed numbers and other lines of MultiPV are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchInfo {
    /// Score for the side to move. A bound does not replace an exact score.
    pub score: Option<Score>,
    /// Win, draw and loss probabilities for the side to move, in permille, sent with the score.
    pub wdl: Option<[u16; 3]>,
    /// Depth in plies.
    pub depth: u32,
    pub nodes: u64,
    /// Search time as reported by the engine.
    pub time: Option<Duration>,
    is_exact: bool,
}

impl SearchInfo {
    /// Applies one line; `words` is the text after `info`.
    pub fn update(&mut self, words: &str) {
        let mut words = words.split_ascii_whitespace();
        let mut line = Self::default();
        let mut is_bound = false;
        let mut is_best = true;
        while let Some(word) = words.next() {
            match word {
                "depth" => line.depth = number(words.next()).unwrap_or(0),
                "nodes" => line.nodes = number(words.next()).unwrap_or(0),
                "time" => line.time = number(words.next()).map(Duration::from_millis),
                "multipv" => is_best = words.next() == Some("1"),
                "score" => line.score = score(words.next(), words.next()),
                "wdl" => line.wdl = wdl([words.next(), words.next(), words.next()]),
                "lowerbound" | "upperbound" => is_bound = true,
                // Free text or moves up to the end of the line.
                "pv" | "string" | "refutation" | "currline" => break,
                _ => {}
            }
        }
        self.nodes = self.nodes.max(line.nodes);
        self.time = line.time.or(self.time);
        if is_best && line.score.is_some() && !(is_bound && self.is_exact) {
            self.score = line.score;
            self.wdl = line.wdl;
            self.depth = line.depth;
            self.is_exact = !is_bound;
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = number(value)?;
    match kind? {
        "cp" => Some(clamped(Score::Centipawns(value))),
        "mate" => Some(clamped(Score::Mate(value))),
        _ => None,
    }
}

/// Clamps a score that comes from elsewhere, so that calculations with it cannot overflow.
pub fn clamped(score: Score) -> Score {
    match score {
        Score::Centipawns(cp) => Score::Centipawns(cp.clamp(-MAX_CP, MAX_CP)),
        Score::Mate(moves) => Score::Mate(moves.clamp(-MAX_MATE, MAX_MATE)),
    }
}

/// Three numbers with the sum 1000.
fn wdl(words: [Option<&str>; 3]) -> Option<[u16; 3]> {
    let [win, draw, loss] = words.map(number);
    let wdl: [u16; 3] = [win?, draw?, loss?];
    let sum: u32 = wdl.iter().copied().map(u32::from).sum();
    (sum == 1000).then_some(wdl)
}
