//! Values of the UCI options, and when they take effect.

use std::ffi::OsString;
use std::time::Duration;

use super::Session;
use super::opponent::Opponent;
use temperament_engine::engine::Level;
use temperament_engine::profile::Overrides;

#[derive(Debug, Default)]
pub struct Settings {
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) move_overhead: Duration,
    pub(super) chess960: bool,
    pub(super) wdl: bool,
    pub(super) own_book: bool,
    /// `UCI_AnalyseMode`.
    pub(super) analyses: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: u32,
    /// `UCI_Opponent` and `Auto Level`.
    pub(super) opponent: Opponent,
    #[cfg(syzygy)]
    pub(super) syzygy: super::syzygy::SyzygySettings,
    /// True if a rejected option ends the program.
    pub(super) strict: bool,
    pub(super) profile: OsString,
    /// Overrides `profile` unless empty.
    pub(super) profile_file: String,
    /// Overrides of the option `Tweak`.
    pub(super) tweaks: Overrides,
}

impl Settings {
    fn level(&self) -> Level {
        if self.analyses {
            return Level::Full;
        }
        let elo = self.opponent.level().or(self.limit_strength.then_some(self.elo));
        elo.map_or(Level::OfProfile, Level::Elo)
    }
}

impl Session {
    /// Applies settings that were changed during a search, unless it is still running.
    pub(super) fn apply_pending(&mut self) {
        if self.engine.is_searching() {
            return;
        }
        if !self.engine.profile().is(self.live.compiled()) {
            self.engine.set_profile(self.live.compiled().clone());
        }
        self.engine.set_threads(self.settings.threads);
        self.engine.set_own_book(self.settings.own_book && !self.settings.analyses);
        self.engine.set_level(self.settings.level());
        if self.settings.hash_mib != self.engine_hash_mib {
            match self.engine.set_hash(self.settings.hash_mib) {
                Ok(()) => {
                    self.engine.prefault_hash();
                    self.engine_hash_mib = self.settings.hash_mib;
                }
                Err(error) => {
                    self.output.note(format!("Hash: {error}; it stays at {} MiB", self.engine_hash_mib));
                    self.settings.hash_mib = self.engine_hash_mib;
                }
            }
        }
        #[cfg(syzygy)]
        self.apply_pending_tables();
        if std::mem::take(&mut self.clear_wanted) {
            self.engine.clear();
        }
    }

    pub(super) fn request_clear(&mut self) {
        self.clear_wanted = true;
    }
}
