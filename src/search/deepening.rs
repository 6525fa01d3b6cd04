//! Iterative deepening: one search after another, each a ply deeper, with what the last one learnt.

use crate::board::{Game, Move};

use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_LIMIT, ASPIRATION_WINDOW, CHATTER_AFTER, FORCED_MOVE_DEPTH,
};
use super::report::{Bound, Info, Outcome, Report, Score};
use super::root::RootMove;
use super::score::{INFINITE, MATE, MAX_PLY, Value, is_mate, mated_in};
use super::stack::Spot;
use super::time::Stability;
use super::worker::{Root, Worker};

impl Worker<'_> {
    /// Searches the game's position until a limit is reached.
    pub fn run(mut self, game: &Game) -> Outcome {
        let here = Spot::root(self.memory.weights(), game.position());
        if self.root_moves.best().is_none() {
            let score = match here.position.in_check() {
                true => mated_in(0),
                false => self.draw_at(0),
            };
            return self.outcome(Score::from_value(score));
        }
        // Stands in for the score should the search be stopped before there is one.
        let static_eval = Score::from_value(self.evaluate(&here));
        self.deepen(&here);
        let score = self.root_moves.best().and_then(RootMove::known_score);
        self.outcome(score.map_or(static_eval, Score::from_value))
    }

    fn outcome(&self, score: Score) -> Outcome {
        let best = self.root_moves.best();
        Outcome {
            best: best.map(|m| m.mv),
            ponder: best.and_then(|m| m.pv.get(1).copied()),
            score,
            depth: best.map_or(0, |m| m.depth),
            nodes: self.nodes,
            time: self.signals.elapsed(),
        }
    }

    fn deepen(&mut self, here: &Spot) {
        let deepest = self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut stability = Stability::default();
        let mut reported_at = None;
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.root_moves.begin_iteration();
            self.search_lines(here);
            if self.stopped {
                break;
            }
            self.report_lines();
            reported_at = Some(self.nodes);
            if self.is_enough(&mut stability) {
                break;
            }
        }
        // The last message before the end is exact, whether an iteration was finished or not.
        if reported_at != Some(self.nodes) {
            self.report_lines();
        }
    }

    /// One iteration: the best line, then the best of the other moves, and so on.
    fn search_lines(&mut self, here: &Spot) {
        let lines = self.limits.multi_pv.clamp(1, self.root_moves.as_slice().len());
        for line in 0..lines {
            self.root_moves.begin_line(line);
            self.seldepth = 0;
            self.aspirate(here);
            if self.stopped {
                return;
            }
            self.root_moves.sort_lines();
        }
    }

    /// Searches one line with a window around the score of the last iteration, and again with a wider one
    /// as long as the score falls outside.
    fn aspirate(&mut self, here: &Spot) {
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= ASPIRATION_DEPTH
            && let Some(score) = self.root_moves.current().and_then(RootMove::known_score)
            && !is_mate(score)
        {
            alpha = score - width;
            beta = score + width;
        }
        loop {
            let score = self.negamax::<Root>(here, alpha, beta, self.root_depth as i32, false);
            self.root_moves.sort_open();
            if self.stopped {
                return;
            }
            let bound = match score {
                _ if score <= alpha => Bound::Upper,
                _ if score >= beta => Bound::Lower,
                _ => return,
            };
            self.tell_failed_window(bound);
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
        is_forced || self.has_wanted_mate(score) || self.budget.is_soft_passed(self.signals, factor)
    }

    /// Whether `go mate` has found what it was sent for, for one side or the other.
    fn has_wanted_mate(&self, score: Value) -> bool {
        let plies = MATE - score.abs();
        self.limits
            .mate
            .is_some_and(|moves| is_mate(score) && i64::from(plies) <= 2 * i64::from(moves))
    }

    /// Takes note of a searched root move. `is_known` says that its score is one, not just a bound.
    pub(super) fn record_root_move(&mut self, mv: Move, score: Value, is_known: bool) {
        if is_known {
            self.root_moves
                .record(mv, score, self.root_depth, self.seldepth, self.pv.line(1));
        } else {
            self.root_moves.record_worse(mv);
        }
    }

    /// Says which root move is about to be searched, in long searches.
    pub(super) fn tell_current_move(&mut self, mv: Move, number: i32) {
        if self.signals.elapsed() >= CHATTER_AFTER {
            (self.report)(Report::CurrentMove {
                depth: self.root_depth,
                mv,
                number: self.root_moves.line() + number as usize,
            });
        }
    }

    /// Says that the score of the present line is only a bound as yet, in long searches.
    fn tell_failed_window(&mut self, bound: Bound) {
        if self.signals.elapsed() >= CHATTER_AFTER && self.limits.multi_pv == 1 {
            self.report_line(0, bound);
        }
    }

    fn report_lines(&mut self) {
        let lines = self.limits.multi_pv.clamp(1, self.root_moves.as_slice().len());
        for number in 0..lines {
            self.report_line(number, Bound::Exact);
        }
    }

    /// Reports one line; not if nothing is known of it yet.
    fn report_line(&mut self, number: usize, bound: Bound) {
        let Some((line, score)) = self
            .root_moves
            .as_slice()
            .get(number)
            .and_then(|m| Some((m, m.known_score()?)))
        else {
            return;
        };
        let info = Info {
            depth: line.depth,
            seldepth: line.seldepth as u32,
            multipv: number + 1,
            score: Score::from_value(score),
            bound,
            nodes: self.nodes,
            time: self.signals.elapsed(),
            hashfull: self.tt.hashfull(),
            pv: line.pv.to_vec(),
        };
        (self.report)(Report::Info(info));
    }
}
