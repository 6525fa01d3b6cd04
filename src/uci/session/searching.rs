//! Searches: how they begin, how they end, and how one begins anew with another profile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Session;
use crate::board::{Color, Game, notation};
use crate::engine::Limits;
use crate::uci::go::{self, Ending, UNREAD_LIMIT};
use crate::uci::output::{self, Style};

/// A search that goes on until the GUI ends it.
pub(super) struct Analysis {
    game: Game,
    limits: Limits,
    /// Whether what it still says is to be kept from the GUI.
    muted: Arc<AtomicBool>,
}

impl Session {
    pub(super) fn go(&mut self, mut limits: Limits, ending: Ending, search_moves: &[String]) {
        self.halt();
        self.settle();
        self.repeat_refusals();
        let root = self.game.position().clone();
        for text in search_moves {
            match notation::parse_uci(&root, text) {
                Some(mv) if limits.search_moves.contains(&mv) => {}
                Some(mv) => limits.search_moves.push(mv),
                None => self
                    .output
                    .note(format!("go: searchmoves: `{text}` is not a legal move")),
            }
        }
        limits.multi_pv = self.settings.multi_pv;
        limits.move_overhead = self.settings.move_overhead;
        let is_bounded = self.settle_end(&mut limits, ending, root.stm());
        self.open_ended = limits.infinite || !is_bounded;
        self.launch(self.game.clone(), limits);
    }

    /// Decides how a search ends for which the side to move has no limit. Returns whether it ends by itself, whatever it
    /// finds.
    fn settle_end(&self, limits: &mut Limits, ending: Ending, stm: Color) -> bool {
        if go::is_bounded(limits, stm) {
            return true;
        }
        if limits.mate.is_some() || limits.infinite {
            return false;
        }
        if ending == Ending::Unread {
            let ms = UNREAD_LIMIT.as_millis();
            self.output
                .note(format!("no limit that can be read: searching for {ms} ms"));
            limits.movetime = Some(UNREAD_LIMIT);
            return true;
        }
        if ending == Ending::ByLimits {
            self.output
                .note("no limit for the side to move: searching until stop");
        }
        limits.infinite = true;
        false
    }

    /// Starts a search of a game's present position.
    fn launch(&mut self, game: Game, limits: Limits) {
        let style = Style {
            chess960: self.settings.chess960,
            wdl: self.settings.wdl,
        };
        let muted = Arc::new(AtomicBool::new(false));
        self.analysis = (limits.infinite || limits.ponder).then(|| Analysis {
            game: game.clone(),
            limits: limits.clone(),
            muted: Arc::clone(&muted),
        });
        let root = game.position().clone();
        let output = self.output.clone();
        self.engine.go(&game, limits, move |report| {
            if !muted.load(Ordering::Relaxed) {
                output::tell(&output, &root, style, &report);
            }
        });
    }

    /// Begins the analysis under way anew, if there is one, with what has been set since. The GUI sees one search.
    pub(super) fn restart_analysis(&mut self) {
        if let Some(Analysis { game, limits, .. }) = self.analysis.take() {
            self.settle();
            self.launch(game, limits);
        }
    }

    /// Ends the analysis under way so that nothing more is heard of it, not even its move. Returns whether there is one.
    pub(super) fn hush_analysis(&mut self) -> bool {
        let Some(analysis) = &self.analysis else {
            return false;
        };
        analysis.muted.store(true, Ordering::Relaxed);
        self.engine.stop();
        self.engine.wait();
        true
    }

    pub(super) fn ponderhit(&mut self) {
        self.engine.ponderhit();
        self.analysis = self.analysis.take().filter(|analysis| analysis.limits.infinite);
        if let Some(analysis) = &mut self.analysis {
            analysis.limits.ponder = false;
        }
    }

    pub(super) fn stop(&mut self) {
        self.analysis = None;
        self.engine.stop();
        if let Some(task) = self.task.take() {
            task.stop();
        }
    }

    /// Ends whatever runs, and waits for its answer.
    pub(super) fn halt(&mut self) {
        self.stop();
        self.engine.wait();
    }
}
