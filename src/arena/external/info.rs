//! What an engine tells of its search in `info` lines.

use std::time::Duration;

use crate::engine::Score;

/// Scores beyond this many centipawns say no more than that.
const LARGEST_CP: i32 = 1_000_000;
/// And so do mates in more moves.
const LARGEST_MATE: i32 = 10_000;

/// The last that was told. Whatever is no number, or of a line that is not the best, is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Told {
    /// For the mover. An exact score is not replaced by a bound.
    pub score: Option<Score>,
    /// Told with the score: the chances of the mover, of a draw and of the opponent, in thousandths.
    pub chances: Option<[u16; 3]>,
    /// In plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// How long it has searched, by its own account.
    pub time: Option<Duration>,
    is_exact: bool,
}

impl Told {
    /// Takes in the words after `info`.
    pub fn hear(&mut self, words: &str) {
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
                "wdl" => line.chances = chances([words.next(), words.next(), words.next()]),
                "lowerbound" | "upperbound" => is_bound = true,
                // Whatever stands in them is not for us.
                "pv" | "string" | "refutation" | "currline" => break,
                _ => {}
            }
        }
        self.nodes = self.nodes.max(line.nodes);
        self.time = line.time.or(self.time);
        if is_best && line.score.is_some() && !(is_bound && self.is_exact) {
            self.score = line.score;
            self.chances = line.chances;
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
        "cp" => Some(Score::Centipawns(value.clamp(-LARGEST_CP, LARGEST_CP))),
        "mate" => Some(Score::Mate(value.clamp(-LARGEST_MATE, LARGEST_MATE))),
        _ => None,
    }
}

/// Three numbers that make up a whole.
fn chances(words: [Option<&str>; 3]) -> Option<[u16; 3]> {
    let [win, draw, loss] = words.map(number);
    let chances: [u16; 3] = [win?, draw?, loss?];
    let sum: u32 = chances.iter().copied().map(u32::from).sum();
    (sum == 1000).then_some(chances)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Told {
        let mut told = Told::default();
        lines.iter().for_each(|line| told.hear(line));
        told
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let told = told(&[
            "depth 8 seldepth 12 multipv 1 score cp 31 wdl 90 880 30 nodes 900 nps 1 time 12 pv e2e4 nodes 7",
            "depth 8 multipv 2 score cp -5 nodes 950",
            "depth 9 score cp 60 lowerbound wdl 190 800 10 nodes 1000",
            "depth 9 currmove e2e4 currmovenumber 1",
            "string score mate 1 depth 99",
        ]);
        assert_eq!(
            (told.score, told.depth, told.nodes),
            (Some(Score::Centipawns(31)), 8, 1000)
        );
        assert_eq!(told.chances, Some([90, 880, 30]));
        assert_eq!(told.time, Some(Duration::from_millis(12)));
    }

    #[test]
    fn a_bound_is_better_than_nothing_and_nonsense_is_nothing() {
        let bound = told(&["depth 3 score mate -2 upperbound"]);
        assert_eq!((bound.score, bound.depth), (Some(Score::Mate(-2)), 3));
        let nonsense = told(&[
            "",
            "depth",
            "score",
            "score cp",
            "score cp x",
            "wdl 0 1000 0",
            "nodes -3 time 1.5 depth 7",
        ]);
        assert_eq!(nonsense, Told::default());
        for words in ["wdl 1 2", "wdl 500 500 1", "wdl -1 1001 0", "wdl a b c"] {
            assert_eq!(told(&[&format!("score cp 1 {words}")]).chances, None, "{words}");
        }
        let huge = told(&["score cp -2147483648 nodes 99999999999999999999"]);
        assert_eq!(
            (huge.score, huge.nodes),
            (Some(Score::Centipawns(-LARGEST_CP)), 0)
        );
    }
}
