//! The engine as the opponent: its moves, hints, level and profile.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::GameSession;
use crate::cli;
use temperament_coaching::position::verdict::lead;
use temperament_engine::board::{Color, Move, notation};
use temperament_engine::engine::{Level, Limits, Outcome};
use temperament_engine::escape;
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_engine::profile::reload::Look;
use temperament_matches::arena::casual::Conclusion;
use temperament_matches::setup::FileArg;
use temperament_uci::paths;

/// Time of a hint in a game on a clock.
const HINT_TIME: Duration = Duration::from_secs(1);

impl<W: Write> GameSession<'_, W> {
    /// Plays the engine's move if it is its turn.
    pub(super) fn answer(&mut self) -> io::Result<()> {
        if self.is_players_turn() || self.is_over() {
            return Ok(());
        }
        self.save_on_interrupt.set(self.pgn());
        if let Some(mv) = self.engine.book_move(&self.game) {
            return self.play_reply(mv, "(book)");
        }
        let limits = self.clocks.as_ref().map_or_else(|| self.limits.clone(), |clocks| clocks.limits());
        let begun = Instant::now();
        let outcome = self.search(limits)?;
        if !self.spend(!self.player, begun.elapsed()) {
            return self.show_board();
        }
        if !self.plays_on && self.engine.resigns(&self.game, outcome.score) {
            self.conclusion = Some(Conclusion::Resigned(!self.player));
            writeln!(self.out, "\nTemperament resigns; after `undo` it plays on.\n")?;
            return self.show_result();
        }
        let Some(best) = outcome.best else { return Ok(()) };
        let about = match self.elo() {
            // Its score has random errors on purpose.
            Some(elo) => format!("(level {elo})"),
            None => format!("{}, depth {}", self.lead_text(&outcome), outcome.depth),
        };
        self.play_reply(best, &about)
    }

    fn play_reply(&mut self, mv: Move, about: &str) -> io::Result<()> {
        let san = notation::san(self.game.position(), mv);
        if !self.game.play(mv) {
            return writeln!(self.out, "The engine proposes {san}, which is not legal.");
        }
        self.end_turn(!self.player);
        writeln!(self.out, "\nTemperament plays {san}  {about}\n")?;
        self.show_board()
    }

    fn search(&mut self, limits: Limits) -> io::Result<Outcome> {
        self.out.flush()?;
        self.indicator.start();
        let outcome = self.engine.search(&self.game, limits, |_| {});
        self.indicator.stop();
        Ok(outcome)
    }

    /// Subtracts time that a side has used from its clock, if there are clocks. Returns `false` if its flag has fallen.
    pub(super) fn spend(&mut self, side: Color, used: Duration) -> bool {
        let has_time = self.clocks.as_mut().is_none_or(|clocks| clocks.spend(side, used));
        if !has_time {
            self.conclusion = Some(Conclusion::FlagFell(side));
        }
        has_time
    }

    pub(super) fn end_turn(&mut self, side: Color) {
        if let Some(clocks) = &mut self.clocks {
            clocks.end_turn(side);
        }
    }

    /// Who is ahead by a search of the position on the board.
    fn lead_text(&self, outcome: &Outcome) -> String {
        lead(self.game.position(), outcome.score)
    }

    /// Shows the engine's move at full strength.
    pub(super) fn hint(&mut self) -> io::Result<()> {
        if self.refuse_if_over()? {
            return Ok(());
        }
        let limits = if self.clocks.is_some() { Limits::movetime(HINT_TIME) } else { self.limits.clone() };
        // TT entries of a limited search contain its errors; those of this search would make it stronger.
        let is_limited = self.elo().is_some();
        if is_limited {
            self.engine.clear();
        }
        self.engine.set_level(Level::Full);
        self.engine.set_own_book(false);
        let outcome = self.search(limits)?;
        self.engine.set_level(self.level);
        self.engine.set_own_book(true);
        if is_limited {
            self.engine.clear();
        }
        let Some(best) = outcome.best else { return Ok(()) };
        let san = notation::san(self.game.position(), best);
        writeln!(self.out, "Hint: {san}  {}, depth {}", self.lead_text(&outcome), outcome.depth)
    }

    /// The rating of the engine's level; `None` for full strength.
    fn elo(&self) -> Option<u32> {
        self.level.elo(self.live.compiled().of(!self.player))
    }

    /// The engine's name in a PGN: profile and level.
    pub(super) fn engine_name(&self) -> String {
        let profile = &self.live.profile().name;
        self.elo().map_or_else(|| profile.clone(), |elo| format!("{profile} ({elo})"))
    }

    /// The engine's level in a sentence.
    pub(super) fn level_text(&self) -> String {
        self.elo().map_or_else(|| "full strength".to_owned(), |elo| format!("level {elo}"))
    }

    /// Sets the level from the engine's next move on; shows it if none is typed.
    pub(super) fn change_level(&mut self, typed: &str) -> io::Result<()> {
        let elo = typed.parse().ok().filter(|&elo: &u32| (MIN_ELO..=MAX_ELO).contains(&f64::from(elo)));
        self.level = match elo {
            Some(elo) => Level::Elo(elo),
            None if typed.eq_ignore_ascii_case("full") => Level::Full,
            None if typed.is_empty() => self.level,
            None => return writeln!(self.out, "A level is a number from {MIN_ELO} to {MAX_ELO}, or `full`."),
        };
        self.engine.set_level(self.level);
        writeln!(self.out, "Temperament plays at {}.", self.level_text())
    }

    /// Changes the profile from the engine's next move on; shows its name if none is typed.
    pub(super) fn change_profile(&mut self, typed: &str) -> io::Result<()> {
        if !typed.is_empty() {
            match cli::load::live(self.library, &FileArg::from(paths::typed(typed).as_str())) {
                Ok(live) => self.live = live,
                Err(error) => return writeln!(self.out, "{}", escape::lines(&format!("{error:#}"))),
            }
            self.engine.set_profile(self.live.compiled().clone());
        }
        writeln!(
            self.out,
            "Temperament plays with profile {} at {}.",
            self.live.profile().name,
            self.level_text()
        )
    }

    /// Reloads the profile if it has changed since the last command.
    pub(super) fn follow_profile(&mut self) -> io::Result<()> {
        match self.live.look_and_wait(self.library) {
            // Files that keep changing are read again with the next command.
            Look::Same | Look::Again(_) => Ok(()),
            Look::Reloaded(reload) => {
                self.engine.set_profile(self.live.compiled().clone());
                writeln!(self.out, "Profile {reload}")?;
                reload.warnings.iter().try_for_each(|warning| writeln!(self.out, "{warning}"))
            }
            Look::Invalid(faults) => {
                faults.iter().try_for_each(|fault| writeln!(self.out, "{fault}"))?;
                writeln!(self.out, "Profile {} stays active.", self.live.profile().name)
            }
        }
    }
}
