//! Iterative deepening with aspiration windows.

use std::io;

use crate::board::Move;

use super::info::{Bound, Info, Outcome, Report, Score};
use super::params::{ASPIRATION_DEPTH, ASPIRATION_LIMIT, FORCED_MOVE_DEPTH, MATE_CERTAINTY, VERBOSE_AFTER};
use super::root::{RootMove, RootMoves};
use super::score::{EVAL_BOUND, INFINITE, MATE, MAX_PLY, Value, is_decisive, is_mate, mated_in};
use super::time::Stability;
use super::tunables::aspiration_window;
use super::worker::{Root, Worker};

impl Worker<'_> {
    /// Returns `true` if there is a root move to search.
    pub(super) fn has_moves(&self) -> bool {
        self.root_moves.best().is_some()
    }

    /// Searches the root with increasing depth until a limit is reached.
    pub(super) fn iterative_deepening(&mut self) {
        let deepest = self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut stability = Stability::default();
        let mut whole = None;
        let mut last_exact = None;
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.root_moves.begin_iteration();
            self.search_multi_pv();
            if self.stopped {
                // Scores of different depths are not comparable: in MultiPV only complete iterations count.
                if let Some(whole) = whole {
                    self.root_moves = whole;
                } else if let Some(last_exact) = last_exact {
                    self.root_moves.restore_exact(last_exact);
                }
                break;
            }
            self.update_neutral_score(false);
            self.report_lines();
            if self.limits.multi_pv > 1 {
                whole = Some(self.root_moves.clone());
            } else {
                last_exact = self.root_moves.best().cloned();
            }
            if self.is_main() && self.is_done(&mut stability) {
                break;
            }
        }
    }

    /// Runs a helper thread until it is stopped. Returns its root moves.
    pub(super) fn help(mut self) -> RootMoves {
        self.iterative_deepening();
        self.nodes_of_all();
        self.root_moves
    }

    /// Adopts the root moves of a helper if they are better.
    pub(super) fn merge_helper(&mut self, found: RootMoves) {
        if self.limits.multi_pv <= 1 && found.is_better_than(&self.root_moves) {
            self.root_moves = found;
            // The reported lines are outdated.
            self.reported_nodes = None;
        }
    }

    /// Sends the final report after the helpers have ended.
    pub(super) fn finish(mut self) -> Outcome {
        // The final message has exact counts, also after an incomplete iteration.
        let nodes = self.nodes_of_all();
        self.update_neutral_score(true);
        if self.reported_nodes != Some(nodes) || self.neutral.is_some() {
            self.report_lines();
        }
        self.outcome()
    }

    /// Returns the outcome of the search so far.
    pub(super) fn outcome(&mut self) -> Outcome {
        let node = self.root;
        let best = self.root_moves.best().cloned();
        let score = match &best {
            Some(best) => match best.known_score() {
                Some(score) => self.reported_score(best, score).0,
                None => self.evaluate(node),
            },
            None if node.position.in_check() => mated_in(0),
            None => self.draw_at(0),
        };
        Outcome {
            ponder: best.as_ref().and_then(|m| m.pv.get(1).copied()),
            depth: best.as_ref().map_or(0, |m| m.depth),
            best: best.as_ref().map(|m| m.mv),
            pv: best.map_or_else(Vec::new, |m| m.pv.to_vec()),
            score: Score::shown(score, self.display),
            nodes: self.nodes_of_all(),
            time: self.signals.elapsed(),
        }
    }

    /// Reports that not all threads could be started.
    pub(super) fn report_missing_threads(&mut self, started: usize, error: &io::Error) {
        self.send(Report::MissingThreads { started, reason: error.to_string() });
    }

    /// Searches one iteration: the best line, then the other lines of MultiPV.
    fn search_multi_pv(&mut self) {
        let lines = self.limits.multi_pv.clamp(1, self.root_moves.as_slice().len());
        for line in 0..lines {
            self.root_moves.begin_line(line);
            self.seldepth = 0;
            self.aspiration_search();
            if self.stopped {
                return;
            }
            self.root_moves.sort_lines();
        }
    }

    /// Searches one line with an aspiration window around the last score; widens it on fail high or fail low.
    fn aspiration_search(&mut self) {
        let node = self.root;
        let mut width = aspiration_window();
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
            self.report_fail_bound();
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

    /// Returns `true` if no further iteration is needed.
    fn is_done(&mut self, stability: &mut Stability) -> bool {
        let nodes = self.nodes_of_all();
        let Some((best, score)) = self.root_moves.best().and_then(|m| Some((m, m.known_score()?))) else {
            return false;
        };
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let factor = stability.update(best.mv, score, effort);
        let is_forced = self.root_moves.as_slice().len() == 1
            && self.root_depth >= FORCED_MOVE_DEPTH
            && self.budget.is_clock_running(self.signals);
        is_forced
            || self.found_requested_mate(score)
            || self.is_mate_shortest(score)
            || self.budget.is_soft_passed(self.signals, nodes, factor)
    }

    /// Returns `true` if `go mate` has found a mate of the requested length, for either side.
    fn found_requested_mate(&self, score: Value) -> bool {
        let plies = MATE - score.abs();
        self.limits.mate.is_some_and(|moves| is_mate(score) && i64::from(plies) <= 2 * i64::from(moves))
    }

    /// Returns `true` if a mate has been found that deeper iterations are not expected to shorten. Never in
    /// infinite, pondering, `go mate` and MultiPV searches.
    fn is_mate_shortest(&self, score: Value) -> bool {
        let goes_on = self.limits.infinite
            || self.limits.mate.is_some()
            || self.limits.multi_pv > 1
            || !self.signals.is_clock_running();
        let plies = (MATE - score.abs()).max(1);
        is_mate(score) && !goes_on && self.root_depth as Value >= MATE_CERTAINTY * plies
    }

    /// Records a searched root move, its number in search order (from 1) and its window. Later moves that fail low
    /// have no score.
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
            self.root_moves.record(mv, (score, bound), self.root_depth, self.seldepth, self.pv.line(1));
        } else {
            self.root_moves.record_worse(mv);
        }
    }

    /// Reports the current root move, in long searches.
    pub(super) fn report_current_move(&mut self, mv: Move, number: i32) {
        if self.is_main() && self.signals.elapsed() >= VERBOSE_AFTER {
            self.send(Report::CurrentMove {
                depth: self.root_depth,
                mv,
                number: self.root_moves.line() + number as usize,
            });
        }
    }

    /// Reports a fail high or fail low, in long searches.
    fn report_fail_bound(&mut self) {
        if self.is_main() && self.limits.multi_pv == 1 && self.signals.elapsed() >= VERBOSE_AFTER {
            self.report_line(0);
        }
    }

    /// Searches the neutral score again if that is worthwhile after the nodes so far. Only the main thread has one.
    fn update_neutral_score(&mut self, is_last: bool) {
        let nodes = self.nodes_of_all();
        if self.best_score().is_some()
            && let Some(best) = self.root_moves.best().map(|best| best.mv)
            && let Some(search) = &mut self.neutral
        {
            self.neutral_score = search(nodes, best, is_last);
        }
    }

    /// Returns the score of the best line, unless it is decisive.
    fn best_score(&self) -> Option<Value> {
        self.root_moves.best().and_then(RootMove::known_score).filter(|&score| !is_decisive(score))
    }

    /// Returns the reported score of a line: that of the tablebases, unless it is a mate, and on the scale of the neutral
    /// search, unless it is decisive or a draw. The neutral score is that of the best line; the others keep their
    /// distance from it.
    fn reported_score(&self, line: &RootMove, score: Value) -> (Value, Bound) {
        if let Some(tabled) = self.score_of_rank(line.rank).filter(|_| !is_mate(score)) {
            return (tabled, Bound::Exact);
        }
        let is_static = !is_decisive(score) && score != self.draw_at(0);
        match (self.neutral_score.filter(|_| is_static), self.best_score()) {
            (Some(neutral), Some(best)) => {
                ((score - best + neutral).clamp(-EVAL_BOUND, EVAL_BOUND), Bound::Exact)
            }
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

    /// Reports one line, if it has a score.
    fn report_line(&mut self, number: usize) {
        let nodes = self.nodes_of_all();
        let Some((score, line)) =
            self.root_moves.as_slice().get(number).cloned().and_then(|m| Some((m.known_score()?, m)))
        else {
            return;
        };
        let (score, bound) = self.reported_score(&line, score);
        let info = Info {
            depth: line.depth,
            seldepth: line.seldepth as u32,
            multipv: number + 1,
            score: Score::shown(score, self.display),
            bound,
            nodes,
            table_hits: self.tb.hits(),
            time: self.signals.elapsed(),
            hashfull: self.tt.hashfull(),
            pv: line.pv.to_vec(),
        };
        self.send(Report::Info(info));
    }
}
