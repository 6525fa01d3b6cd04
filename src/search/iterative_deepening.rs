//! Iterative deepening: one search after another, each a ply deeper, with what the last one learnt.

use std::io;

use crate::board::Move;

use super::info::{Bound, Info, Outcome, Report, Score};
use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_LIMIT, ASPIRATION_WINDOW, CHATTER_AFTER, FORCED_MOVE_DEPTH, MATE_CERTAINTY,
};
use super::root::{RootMove, RootMoves};
use super::score::{INFINITE, MATE, MAX_PLY, Value, is_decisive, is_mate, mated_in};
use super::time::Stability;
use super::worker::{Root, Worker};

impl Worker<'_> {
    /// Whether there is anything to search.
    pub(super) fn has_moves(&self) -> bool {
        self.root_moves.best().is_some()
    }

    /// Searches the root deeper and deeper until a limit is reached.
    pub(super) fn deepen(&mut self) {
        let deepest = self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut stability = Stability::default();
        let mut whole = None;
        let mut settled = None;
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.root_moves.begin_iteration();
            self.search_lines();
            if self.stopped {
                // Scores of different depths cannot be compared: of several lines only whole iterations count.
                if let Some(whole) = whole {
                    self.root_moves = whole;
                } else if let Some(settled) = settled {
                    self.root_moves.settle(settled);
                }
                break;
            }
            self.report_lines();
            if self.limits.multi_pv > 1 {
                whole = Some(self.root_moves.clone());
            } else {
                settled = self.root_moves.best().cloned();
            }
            if self.is_main() && self.is_enough(&mut stability) {
                break;
            }
        }
    }

    /// What a thread other than the main one does: it searches until it is told to end, for what it leaves in
    /// the table. Returns what it has found at the root.
    pub(super) fn help(mut self) -> RootMoves {
        self.deepen();
        self.nodes_of_all();
        self.root_moves
    }

    /// Takes over what another thread has found, if that is the better guess.
    pub(super) fn consider(&mut self, found: RootMoves) {
        if self.limits.multi_pv <= 1 && found.is_better_than(&self.root_moves) {
            self.root_moves = found;
            // The last lines told are not these.
            self.reported_nodes = None;
        }
    }

    /// Makes the last report, once the other threads have ended.
    pub(super) fn finish(mut self) -> Outcome {
        // The last message before the end is exact, whether an iteration was finished or not.
        let nodes = self.nodes_of_all();
        if self.reported_nodes != Some(nodes) {
            self.report_lines();
        }
        self.outcome()
    }

    /// The outcome of the search so far.
    pub(super) fn outcome(&mut self) -> Outcome {
        let node = self.root;
        let best = self.root_moves.best().cloned();
        let score = match &best {
            Some(best) => match best.known_score() {
                Some(score) => self.told(best, score).0,
                None => self.evaluate(node),
            },
            None if node.position.in_check() => mated_in(0),
            None => self.draw_at(0),
        };
        Outcome {
            ponder: best.as_ref().and_then(|m| m.pv.get(1).copied()),
            depth: best.as_ref().map_or(0, |m| m.depth),
            best: best.map(|m| m.mv),
            score: Score::from_value(score),
            nodes: self.nodes_of_all(),
            time: self.signals.elapsed(),
        }
    }

    /// Says that not all threads could be started.
    pub(super) fn tell_missing_threads(&mut self, started: usize, error: &io::Error) {
        self.tell(Report::MissingThreads {
            started,
            reason: error.to_string(),
        });
    }

    /// One iteration: the best line, then the best of the other moves, and so on.
    fn search_lines(&mut self) {
        let lines = self.limits.multi_pv.clamp(1, self.root_moves.as_slice().len());
        for line in 0..lines {
            self.root_moves.begin_line(line);
            self.seldepth = 0;
            self.aspirate();
            if self.stopped {
                return;
            }
            self.root_moves.sort_lines();
        }
    }

    /// Searches one line with a window around the score of the last iteration, and again with a wider one
    /// as long as the score falls outside.
    fn aspirate(&mut self) {
        let node = self.root;
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= ASPIRATION_DEPTH
            && let Some(score) = self.root_moves.current().and_then(RootMove::known_score)
            && !is_decisive(score)
        {
            alpha = score - width;
            beta = score + width;
        }
        loop {
            let score = self.negamax::<Root>(node, alpha, beta, self.root_depth as i32, false);
            self.root_moves.sort_open();
            if self.stopped {
                return;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => return,
            };
            self.tell_failed_window();
            width *= 2;
            if bound == Bound::Upper {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else {
                beta = (score + width).min(INFINITE);
            }
            if width > ASPIRATION_LIMIT {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether a finished iteration is good enough to stop.
    fn is_enough(&self, stability: &mut Stability) -> bool {
        let Some((best, score)) = self.root_moves.best().and_then(|m| Some((m, m.known_score()?))) else {
            return false;
        };
        let factor = stability.update(best.mv, score);
        let is_forced = self.root_moves.as_slice().len() == 1
            && self.root_depth >= FORCED_MOVE_DEPTH
            && self.budget.is_clock_running(self.signals);
        is_forced
            || self.has_wanted_mate(score)
            || self.is_mate_certain(score)
            || self.budget.is_soft_passed(self.signals, factor)
    }

    /// Whether `go mate` has found what it was sent for, for one side or the other.
    fn has_wanted_mate(&self, score: Value) -> bool {
        let plies = MATE - score.abs();
        self.limits
            .mate
            .is_some_and(|moves| is_mate(score) && i64::from(plies) <= 2 * i64::from(moves))
    }

    /// Whether a mate has been found that deeper iterations cannot be expected to shorten. An infinite search goes on
    /// all the same, and so does one that ponders, or is for a mate of given length or for several lines.
    fn is_mate_certain(&self, score: Value) -> bool {
        let goes_on = self.limits.infinite
            || self.limits.mate.is_some()
            || self.limits.multi_pv > 1
            || !self.signals.is_clock_running();
        let plies = (MATE - score.abs()).max(1);
        is_mate(score) && !goes_on && self.root_depth as Value >= MATE_CERTAINTY * plies
    }

    /// Takes note of a searched root move, its number in the order of searching (from 1) and the window it was
    /// searched with. Of a later move that is not better than the best one no score is known.
    pub(super) fn record_root_move(
        &mut self,
        mv: Move,
        score: Value,
        number: i32,
        [alpha, beta]: [Value; 2],
    ) {
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        if number == 1 || bound != Bound::Upper {
            self.root_moves.record(
                mv,
                (score, bound),
                self.root_depth,
                self.seldepth,
                self.pv.line(1),
            );
        } else {
            self.root_moves.record_worse(mv);
        }
    }

    /// Says which root move is about to be searched, in long searches.
    pub(super) fn tell_current_move(&mut self, mv: Move, number: i32) {
        if self.is_main() && self.signals.elapsed() >= CHATTER_AFTER {
            self.tell(Report::CurrentMove {
                depth: self.root_depth,
                mv,
                number: self.root_moves.line() + number as usize,
            });
        }
    }

    /// Says that the score of the present line is only a bound as yet, in long searches.
    fn tell_failed_window(&mut self) {
        if self.is_main() && self.limits.multi_pv == 1 && self.signals.elapsed() >= CHATTER_AFTER {
            self.report_line(0);
        }
    }

    /// The score of a line as it is told: that of endgame tables, unless there is a mate.
    fn told(&self, line: &RootMove, score: Value) -> (Value, Bound) {
        match self.score_of_rank(line.rank) {
            Some(tabled) if !is_mate(score) => (tabled, Bound::Exact),
            _ => (score, line.bound),
        }
    }

    fn report_lines(&mut self) {
        if !self.is_main() {
            return;
        }
        self.reported_nodes = Some(self.nodes_of_all());
        let lines = self.limits.multi_pv.clamp(1, self.root_moves.as_slice().len());
        for number in 0..lines {
            self.report_line(number);
        }
    }

    /// Reports one line; not if nothing is known of it yet.
    fn report_line(&mut self, number: usize) {
        let nodes = self.nodes_of_all();
        let Some((line, score)) = self
            .root_moves
            .as_slice()
            .get(number)
            .and_then(|m| Some((m, m.known_score()?)))
        else {
            return;
        };
        let (score, bound) = self.told(line, score);
        let info = Info {
            depth: line.depth,
            seldepth: line.seldepth as u32,
            multipv: number + 1,
            score: Score::from_value(score),
            bound,
            nodes,
            table_hits: self.tb.hits(),
            time: self.signals.elapsed(),
            hashfull: self.tt.hashfull(),
            pv: line.pv.to_vec(),
        };
        self.tell(Report::Info(info));
    }
}
