//! The engine as UCI, the terminal and matches see it: a profile, a hash table and at most one search.
//!
//! A search runs on its own threads with the profile active at its start, as it is for the side to move at the root;
//! a new profile takes effect with the next search.

mod adjudicator;
mod strength;
#[cfg(syzygy)]
mod tables;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use crate::board::{Game, Move};
use crate::eval::{SidedWeights, Weights, keys};
use crate::random::mix;
use crate::search::{self, NeutralData, Tables, Threads, TranspositionTable};

use strength::Strength;

pub use adjudicator::{AdjudicatorError, TablebaseAdjudicator, TbResult};
pub use strength::Level;

pub use crate::search::time::node_time;
pub use crate::search::tunables::{Tunable, Tunables};
pub use crate::search::{
    Bound, HashError, Info, Limits, MAX_THREADS, Outcome, Report, STACK_BYTES, Score, Signals,
};
#[cfg(syzygy)]
pub use crate::search::{MAX_PIECES, TableRules, TablebaseError};

/// Default size of the hash table in MiB.
pub const DEFAULT_HASH_MIB: usize = 16;

/// Hash tables above this size in MiB take their memory in the background.
const LARGE_MIB: usize = 64;

/// Returns a seed for [`Engine::set_seed`], different each time.
pub fn random_seed() -> u64 {
    // The hasher of the standard library is seeded by the system.
    RandomState::new().build_hasher().finish()
}

/// A chess engine.
#[derive(Debug)]
pub struct Engine {
    profile: SidedWeights,
    tt: Arc<TranspositionTable>,
    /// True if `tt` has been searched with since it was empty.
    is_tt_used: bool,
    /// Endgame tables; always `None` in a build without `cfg(syzygy)`.
    tables: Option<Tables>,
    /// Thread pool for the weights of one side; `None` before the first search and while a search runs.
    pool: Option<Threads>,
    /// Number of threads of the next search.
    threads: usize,
    running: Option<Running>,
    /// Level of the next search.
    level: Level,
    /// Seed of all that is left to chance in the current game.
    seed: u64,
    /// Whether the opening book and variety of the profile are used.
    own_book: bool,
    /// Constants of the next search.
    tunables: Tunables,
}

#[derive(Debug)]
struct Running {
    signals: Arc<Signals>,
    /// Set before the outcome is reported, although the thread may take a moment longer to end.
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Threads>,
}

impl Running {
    fn stop(&self) {
        self.signals.stop();
        self.thread.thread().unpark();
    }
}

impl Engine {
    /// Creates an engine with a profile and a hash table of `hash_mib` MiB.
    ///
    /// # Errors
    /// [`HashError`] if there is no memory for the table.
    pub fn try_new(profile: impl Into<SidedWeights>, hash_mib: usize) -> Result<Self, HashError> {
        Ok(Self {
            tt: new_table(hash_mib)?,
            is_tt_used: false,
            tables: None,
            pool: None,
            threads: 1,
            profile: profile.into(),
            running: None,
            level: Level::OfProfile,
            seed: 0,
            own_book: false,
            tunables: Tunables::default(),
        })
    }

    /// Creates an engine, with a hash table of 1 MiB if there is not enough memory for the requested one.
    ///
    /// # Panics
    /// If there is not even memory for a table of 1 MiB.
    pub fn new(profile: impl Into<SidedWeights>, hash_mib: usize) -> Self {
        let profile = profile.into();
        Self::try_new(profile.clone(), hash_mib)
            .or_else(|_| Self::try_new(profile, 1))
            .expect("a megabyte of memory")
    }

    /// Returns the profile of the next search.
    pub fn profile(&self) -> &SidedWeights {
        &self.profile
    }

    /// Sets the profile of the next search. All state of the old one is discarded.
    pub fn set_profile(&mut self, profile: impl Into<SidedWeights>) {
        self.profile = profile.into();
    }

    /// Sets the level of the next search.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Sets the seed of the random errors of a limited level; to be changed for each game.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Switches the opening book and the variety of the profile on or off; they are off at first.
    pub fn set_own_book(&mut self, on: bool) {
        self.own_book = on;
    }

    /// Sets the constants of the search; has no effect unless [`Tunables::ARE_TUNABLE`]. Discards the state of the old
    /// ones.
    pub fn set_tunables(&mut self, tunables: Tunables) {
        self.tunables = tunables;
        self.clear();
    }

    /// Chooses a move from the opening book of the profile, if the current position is in it. The same game with the
    /// same seed gives the same move.
    pub fn book_move(&self, game: &Game) -> Option<Move> {
        let weights = self.profile.of(game.position().stm());
        let book = weights.book().filter(|_| self.is_opening(game, weights))?;
        book.choose(game.position(), mix(self.seed ^ game.position().key()))
    }

    /// Returns `true` if the book and the variety are switched on and have not ended.
    fn is_opening(&self, game: &Game, weights: &Weights) -> bool {
        self.own_book && (game.moves().len() as f64) < weights.number(keys::book::PLIES)
    }

    /// Returns `true` if a search is an analysis: at full strength, and without taking a side.
    fn is_analysis(&self, limits: &Limits) -> bool {
        self.level == Level::Full || limits.infinite && !limits.ponder
    }

    /// Adds the limits of the level to those of a search. Returns them with the number of threads: a limited search is
    /// too short for more than one, and its strength must not depend on them.
    fn limited(&self, game: &Game, limits: Limits) -> (Limits, usize) {
        if self.is_analysis(&limits) {
            return (limits, self.threads);
        }
        let weights = self.profile.of(game.position().stm());
        let variety = if self.is_opening(game, weights) { weights.number(keys::book::VARIETY) } else { 0.0 };
        match Strength::of(weights, self.level).with_noise(variety).limit(&limits, game, self.seed) {
            Some(limited) if limited.nodes != limits.nodes => (limited, 1),
            Some(limited) => (limited, self.threads),
            None => (limits, self.threads),
        }
    }

    /// Allocates a new hash table for the next search. Frees the old one first if there is no memory for both.
    ///
    /// # Errors
    /// [`HashError`] if there is no memory for it; a table of the old size stays.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        let old_mib = self.tt.mib();
        let freed = if self.is_searching() { 0 } else { old_mib };
        TranspositionTable::check_size(mib, freed)?;
        if let Ok(tt) = new_table(mib) {
            self.set_table(tt);
            return Ok(());
        }
        if freed == 0 {
            return Err(HashError { mib });
        }
        self.wait();
        self.set_table(new_table(1)?);
        let made = new_table(mib);
        let (tt, result) = match made {
            Ok(tt) => (tt, Ok(())),
            Err(error) => (new_table(old_mib)?, Err(error)),
        };
        self.set_table(tt);
        result
    }

    fn set_table(&mut self, tt: Arc<TranspositionTable>) {
        self.tt = tt;
        self.is_tt_used = false;
    }

    /// Sets the number of threads of the next search, 1 to [`MAX_THREADS`]. The state of removed threads is freed
    /// when no search runs.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        if !self.is_searching() {
            self.wait();
        }
        if let Some(pool) = &mut self.pool {
            pool.resize(threads);
        }
    }

    /// Clears hash table and histories, as for a new game. Stops a running search first.
    pub fn clear(&mut self) {
        self.stop();
        self.wait();
        if std::mem::take(&mut self.is_tt_used) {
            self.tt.clear();
        }
        self.pool = None;
    }

    /// Starts to search the current position of a game in the background. A search already running is stopped and
    /// awaited first. [`Report::Done`] is reported exactly once, as the last message; in an infinite search, or one
    /// that ponders, not before [`Engine::stop`] or [`Engine::ponderhit`].
    ///
    /// # Panics
    /// If the operating system refuses a thread.
    pub fn go(&mut self, game: &Game, limits: Limits, mut report: impl FnMut(Report) + Send + 'static) {
        let (limits, threads) = self.limited(game, limits);
        let mut pool = self.pool_for(game, &limits, threads);
        let game = game.clone();
        let tt = Arc::clone(&self.tt);
        let tables = self.tables.clone();
        let signals = Arc::new(Signals::new(limits.ponder));
        let watched = Arc::clone(&signals);
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let tunables = self.tunables;
        let run = move || {
            tunables.install();
            let outcome = search::search(&game, &limits, &watched, &tt, tables, &mut pool, &mut report);
            ends.store(true, Ordering::Release);
            report(Report::Done(outcome));
            pool
        };
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(run)
            .expect("a thread to search on");
        self.running = Some(Running { signals, is_over, thread });
    }

    /// Stops a running search and takes the pool for a search of this game. Discards the state of other profiles. After
    /// a search for the other side of the same profile, the hash table stays: its keys differ by weights.
    fn pool_for(&mut self, game: &Game, limits: &Limits, threads: usize) -> Threads {
        self.stop();
        self.wait();
        self.is_tt_used = true;
        let stm = game.position().stm();
        let neutral = self.profile.neutral();
        let weights = if self.is_analysis(limits) { neutral } else { self.profile.of(stm) };
        let earlier = self.pool.take_if(|pool| pool.weights().id() != weights.id());
        let other_side =
            earlier.map(Threads::into_neutral).filter(|data| data.weights().id() == neutral.id());
        if self.pool.is_none() && other_side.is_none() {
            self.tt.forget();
        }
        let neutral = other_side.unwrap_or_else(|| NeutralData::new(Arc::clone(neutral)));
        let new = || Threads::new(Arc::clone(weights), threads).with_neutral(neutral);
        let mut pool = self.pool.take().unwrap_or_else(new);
        pool.resize(threads);
        pool
    }

    /// Searches on the calling thread, which needs a stack of [`STACK_BYTES`], and returns the outcome. Avoids
    /// starting a thread, which matters for short searches; `signals` must be new. Not for pondering.
    pub fn search_here(&mut self, game: &Game, limits: &Limits, signals: &Signals) -> Outcome {
        self.search_here_and_report(game, limits, signals, &mut |_| {})
    }

    /// Searches like [`Engine::search_here`] and reports lines meanwhile, but not [`Report::Done`].
    pub fn search_here_and_report(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Report),
    ) -> Outcome {
        self.tunables.install();
        let (limits, threads) = self.limited(game, limits.clone());
        let mut pool = self.pool_for(game, &limits, threads);
        let tables = self.tables.clone();
        let outcome = search::search(game, &limits, signals, &self.tt, tables, &mut pool, report);
        self.pool = Some(pool);
        outcome
    }

    /// Stops a running search; it reports within milliseconds.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Starts the clock of a pondering search (`ponderhit`).
    pub fn ponderhit(&mut self) {
        if let Some(running) = &self.running {
            running.signals.ponderhit();
            running.thread.thread().unpark();
        }
    }

    /// Returns `true` if a search is running that has not found its outcome yet.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|r| !r.is_over.load(Ordering::Acquire) && !r.thread.is_finished())
    }

    /// Waits for the end of a running search. An infinite one must be stopped first.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // The pool is lost if the report callback panicked.
            self.pool = running.thread.join().ok();
        }
    }

    /// Searches like [`Engine::go`], but returns when the search has ended, with its outcome. The reports,
    /// [`Report::Done`] included, come on the calling thread. Not for infinite limits or pondering, which nothing
    /// could end.
    ///
    /// # Panics
    /// If the operating system refuses a thread, or the search itself panics.
    pub fn search(&mut self, game: &Game, limits: Limits, mut report: impl FnMut(Report)) -> Outcome {
        let (sender, receiver) = mpsc::channel();
        // A closed channel is ignored.
        self.go(game, limits, move |r| drop(sender.send(r)));
        let mut outcome = None;
        for r in receiver {
            if let Report::Done(done) = &r {
                outcome = Some(done.clone());
            }
            report(r);
        }
        self.wait();
        outcome.expect("every search ends with Done")
    }
}

/// Creates an empty hash table. Its memory is taken where entries are stored; since a search waits for each new page, a thread
/// of its own takes the memory of a large table at once.
fn new_table(mib: usize) -> Result<Arc<TranspositionTable>, HashError> {
    let tt = Arc::new(TranspositionTable::new(mib)?);
    if mib > LARGE_MIB {
        let table = Arc::downgrade(&tt);
        let run = move || (0..).all(|part| table.upgrade().is_some_and(|tt| tt.take_memory(part)));
        // Without this thread the first search is slower.
        let _ = thread::Builder::new().name("hash".to_owned()).spawn(run);
    }
    Ok(tt)
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
