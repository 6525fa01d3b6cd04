//! Starts, stops and restarts searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Session;
use crate::go::{self, FALLBACK_MOVETIME, SearchEnd};
use crate::output::{self, Style};
use temperament_engine::board::{COLORS, Color, Game, notation};
use temperament_engine::engine::{Bound, Limits, Report, Signals};

/// An infinite or pondering search.
pub(super) struct Analysis {
    game: Game,
    limits: Limits,
    /// Suppresses its output.
    muted: Arc<AtomicBool>,
    /// Set by `ponderhit`, until there is a new line: GUIs take the score of their turn from what follows it.
    is_hit: Arc<AtomicBool>,
}

/// Writes the end of a search.
pub(super) type HeldAnswer = Box<dyn FnOnce()>;

impl Session {
    pub(super) fn go(&mut self, mut limits: Limits, end: SearchEnd, search_moves: &[String]) {
        self.halt();
        self.apply_pending();
        self.repeat_refusals();
        let Some(game) = self.current_game().cloned() else {
            return self.answer_without_position(&limits, end);
        };
        let root = game.position().clone();
        for text in search_moves {
            match notation::parse_uci(&root, text) {
                Some(mv) if limits.search_moves.contains(&mv) => {}
                Some(mv) => limits.search_moves.push(mv),
                None => self.output.note(format!("go: searchmoves: `{text}` is not a legal move")),
            }
        }
        limits.multi_pv = self.settings.multi_pv;
        limits.move_overhead = self.settings.move_overhead;
        let is_bounded = self.complete_limits(&mut limits, end, root.stm());
        self.open_ended = limits.infinite || !is_bounded;
        if is_bounded
            && limits.is_for_a_move()
            && let Some(mv) = self.engine.book_move(&game)
        {
            self.output.note("book move");
            let mv = notation::uci(&root, mv, self.settings.chess960);
            // Programs that keep the scores of a game expect one for each move: without a search, the evaluation.
            let w = self.engine.profile().neutral();
            let white = w.display(&root).centipawns(w.evaluate(&root));
            let cp = if root.stm() == Color::White { white } else { -white };
            self.output.line(format!("info depth 1 score cp {cp} nodes 0 time 0 pv {mv}"));
            self.output.line(format!("bestmove {mv}"));
            return;
        }
        self.launch(game, limits);
    }

    /// Answers `go` after a refused position with the null move: at once, or at `stop` where only that ends a search.
    fn answer_without_position(&mut self, limits: &Limits, end: SearchEnd) {
        let is_bounded =
            COLORS.into_iter().any(|stm| go::is_bounded(limits, stm)) || end == SearchEnd::Invalid;
        self.owes_move = true;
        if is_bounded && !limits.infinite && !limits.ponder {
            self.stop_search();
        }
    }

    /// Adds a limit if the side to move has none. Returns `true` if the search ends by itself.
    fn complete_limits(&self, limits: &mut Limits, end: SearchEnd, stm: Color) -> bool {
        if go::is_bounded(limits, stm) {
            return true;
        }
        if limits.mate.is_some() || limits.infinite {
            return false;
        }
        if end == SearchEnd::Invalid {
            let ms = FALLBACK_MOVETIME.as_millis();
            self.output.note(format!("no limit that can be read: searching for {ms} ms"));
            limits.movetime = Some(FALLBACK_MOVETIME);
            return true;
        }
        if end == SearchEnd::ByLimits {
            self.output.note("no limit for the side to move: searching until stop");
        }
        limits.infinite = true;
        false
    }

    /// Starts a search of the current position of a game.
    fn launch(&mut self, game: Game, limits: Limits) {
        let style = Style { chess960: self.settings.chess960, wdl: self.settings.wdl };
        let muted = Arc::new(AtomicBool::new(false));
        let is_hit = Arc::new(AtomicBool::new(false));
        self.analysis = (limits.infinite || limits.ponder).then(|| Analysis {
            game: game.clone(),
            limits: limits.clone(),
            muted: Arc::clone(&muted),
            is_hit: Arc::clone(&is_hit),
        });
        let root = game.position().clone();
        let output = self.output.clone();
        let mut best = None;
        let its_hit = Arc::clone(&is_hit);
        let write = move |report| {
            if muted.load(Ordering::Relaxed) {
                return;
            }
            match &report {
                Report::Info(info) if info.multipv == 1 && info.bound == Bound::Exact => {
                    its_hit.store(false, Ordering::Relaxed);
                    best = Some(report.clone());
                }
                Report::Done(_) if its_hit.load(Ordering::Relaxed) => {
                    best.iter().for_each(|best| output::write_report(&output, &root, style, best));
                }
                _ => {}
            }
            output::write_report(&output, &root, style, &report);
        };
        if let Some(signals) = self.setup.signals(limits.ponder) {
            return self.search_here(&game, &limits, &signals, &is_hit, write);
        }
        if let Err(error) = self.engine.go(&game, limits, write) {
            self.output.note(format!("no thread to search on: {error}"));
            self.owes_move = true;
            if self.analysis.take().is_none() {
                self.stop_search();
            }
        }
    }

    /// Searches on the calling thread.
    fn search_here(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        is_hit: &AtomicBool,
        mut write: impl FnMut(Report) + 'static,
    ) {
        // Whoever is asked for signals does not know `is_hit`.
        let mut is_pondering = limits.ponder;
        let report = |report| {
            if is_pondering && signals.is_clock_running() {
                is_pondering = false;
                is_hit.store(true, Ordering::Relaxed);
            }
            write(report);
        };
        let outcome = self.engine.search_until(game, limits, signals, report);
        if is_pondering && signals.is_clock_running() {
            is_hit.store(true, Ordering::Relaxed);
        }
        let is_over = signals.is_stopped() || !limits.infinite && signals.is_clock_running();
        let answer = move || write(Report::Done(outcome));
        if is_over {
            self.analysis = None;
            answer();
        } else {
            self.held = Some(Box::new(answer));
        }
    }

    /// Writes the end of a search that has nothing left to search.
    fn release_answer(&mut self) {
        if let Some(answer) = self.held.take() {
            answer();
        }
    }

    /// Restarts a running analysis with the current settings. The GUI sees a single search.
    pub(super) fn restart_analysis(&mut self) {
        if let Some(Analysis { game, limits, .. }) = self.analysis.take() {
            self.apply_pending();
            self.launch(game, limits);
        }
    }

    /// Stops a running analysis without any output, not even `bestmove`. Returns `true` if there was one.
    pub(super) fn stop_silently(&mut self) -> bool {
        let Some(analysis) = &self.analysis else {
            return false;
        };
        analysis.muted.store(true, Ordering::Relaxed);
        self.held = None;
        self.engine.stop();
        self.engine.wait();
        true
    }

    pub(super) fn ponderhit(&mut self) {
        if let Some(analysis) = &self.analysis {
            analysis.is_hit.store(true, Ordering::Relaxed);
        }
        self.engine.ponderhit();
        if self.owes_move {
            self.stop_search();
        }
        self.analysis = self.analysis.take().filter(|analysis| analysis.limits.infinite);
        match &mut self.analysis {
            Some(analysis) => analysis.limits.ponder = false,
            None => self.release_answer(),
        }
    }

    /// Stops a running search; answers a refused one.
    pub(super) fn stop_search(&mut self) {
        self.engine.stop();
        self.release_answer();
        if std::mem::take(&mut self.owes_move) {
            self.output.line("bestmove 0000");
        }
    }

    pub(super) fn stop(&mut self) {
        self.analysis = None;
        self.stop_search();
        if let Some(task) = self.task.take() {
            task.stop();
        }
    }

    /// Stops the search or task and waits for its answer.
    pub(super) fn halt(&mut self) {
        self.stop();
        self.engine.wait();
    }
}
