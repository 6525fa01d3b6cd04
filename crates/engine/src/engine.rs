//! The engine as UCI, the terminal and matches see it: a profile, a hash table and at most one search.
//!
//! A search runs on its own threads with the profile active at its start, as it is for the side to move at the root;
//! a new profile takes effect with the next search.

mod adjudicator;
mod curve;
mod person;
mod strength;
#[cfg(syzygy)]
mod tables;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use crate::board::{Game, Move};
use crate::eval::{SidedWeights, Weights, keys};
use crate::random::mix;
use crate::search::{self, NeutralData, Tables, Threads, TranspositionTable};

use strength::{Plan, Strength};

pub use adjudicator::{AdjudicatorError, TablebaseAdjudicator, TbResult};
pub use strength::Level;

pub use crate::platform::random_seed;
pub use crate::search::time::node_time;
pub use crate::search::tunables::{Tunable, Tunables};
pub use crate::search::{
    Bound, Chances, HashError, Info, Limits, MAX_THREADS, Outcome, Report, STACK_BYTES, Score, Signals,
    winning_chances,
};
#[cfg(syzygy)]
pub use crate::search::{MAX_PIECES, TableRules, TablebaseError};

/// Default size of the hash table in MiB.
pub const DEFAULT_HASH_MIB: usize = 16;

/// Hash tables above this size in MiB are worth a thread that takes their memory.
const LARGE_MIB: usize = 64;

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
            tt: Arc::new(TranspositionTable::new(hash_mib)?),
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

    /// Creates an engine with one thread, the level of the profile and no book. The hash table has 1 MiB if there is not enough
    /// memory for the requested one.
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
    #[doc(hidden)]
    pub fn set_tunables(&mut self, tunables: Tunables) {
        self.tunables = tunables;
        self.clear();
    }

    /// Chooses a move from the opening book, if the current position is in it and the level knows it: the book of the profile,
    /// or, at levels that err like people, the openings that people play. The same game with the same seed gives the same move.
    pub fn book_move(&self, game: &Game) -> Option<Move> {
        let weights = self.profile.of(game.position().stm());
        let strength = Strength::of(weights, self.level);
        let person = strength.person();
        // By the number of the move, also if a GUI sends each position without the moves before.
        let number = usize::from(game.position().fullmove_number());
        let own_moves = number.saturating_sub(1).max(game.moves().len() / 2);
        let is_known = person.is_none_or(|person| own_moves < person.book_moves(self.seed));
        if !is_known || !self.is_opening(game, weights) {
            return None;
        }
        let book = weights.book().or_else(|| person.map(|_| &*person::OPENINGS))?;
        book.choose(game.position(), mix(self.seed ^ game.position().key()))
    }

    /// Chooses the move to play: from the opening book, if that is switched on and the position is in it, else the best of
    /// [`Engine::search`] at the level of the engine. `None` if there is no legal move.
    pub fn choose_move(&mut self, game: &Game, limits: Limits) -> Option<Move> {
        self.book_move(game).or_else(|| self.search(game, limits, |_| {}).best)
    }

    /// Returns `true` if the level resigns rather than play on after a search with this score of the side to move. Only levels that
    /// err like people resign, and weak ones rarely. The same game with the same seed gives the same answer.
    pub fn resigns(&self, game: &Game, score: Score) -> bool {
        let weights = self.profile.of(game.position().stm());
        let strength = Strength::of(weights, self.level);
        strength.person().is_some_and(|person| person.resigns(game, score, self.seed))
    }

    /// Returns `true` if the book and the variety are switched on and have not ended.
    fn is_opening(&self, game: &Game, weights: &Weights) -> bool {
        self.own_book && (game.moves().len() as f64) < weights.number(keys::book::PLIES)
    }

    /// Returns `true` if a search is an analysis: at full strength, and without taking a side.
    fn is_analysis(&self, limits: &Limits) -> bool {
        self.level == Level::Full || limits.infinite && !limits.ponder
    }

    /// Returns how the level of the engine finds a move, with the number of threads: a limited search is too short for more than
    /// one, and its strength must not depend on them.
    fn plan(&self, game: &Game, limits: Limits) -> (Plan, usize) {
        if self.is_analysis(&limits) {
            return (Plan::Search(limits), self.threads);
        }
        let weights = self.profile.of(game.position().stm());
        let variety = if self.is_opening(game, weights) { weights.number(keys::book::VARIETY) } else { 0.0 };
        let nodes = limits.nodes;
        match Strength::of(weights, self.level).with_noise(variety).plan(limits, game, self.seed) {
            Plan::Search(limits) if limits.nodes == nodes => (Plan::Search(limits), self.threads),
            plan => (plan, 1),
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
        if let Ok(tt) = TranspositionTable::new(mib) {
            self.set_table(tt);
            return Ok(());
        }
        if freed == 0 {
            return Err(HashError { mib });
        }
        self.wait();
        self.set_table(TranspositionTable::new(1)?);
        let (tt, result) = match TranspositionTable::new(mib) {
            Ok(tt) => (tt, Ok(())),
            Err(error) => (TranspositionTable::new(old_mib)?, Err(error)),
        };
        self.set_table(tt);
        result
    }

    fn set_table(&mut self, tt: TranspositionTable) {
        self.tt = Arc::new(tt);
        self.is_tt_used = false;
    }

    /// Takes the memory of a large hash table from the system, on a thread that ends with the table. Otherwise the first
    /// search waits for each new page. Does nothing if no thread can be started.
    pub fn prefault_hash(&self) {
        if self.tt.mib() > LARGE_MIB {
            let table = Arc::downgrade(&self.tt);
            let run = move || (0..).all(|part| table.upgrade().is_some_and(|tt| tt.take_memory(part)));
            // Without this thread the first search is slower.
            let _ = thread::Builder::new().name("hash".to_owned()).spawn(run);
        }
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

    /// Searches the current position of a game on the calling thread until a limit is reached, and returns the outcome.
    /// Lines are reported meanwhile, then [`Report::Done`].
    ///
    /// Starts no thread unless [`Engine::set_threads`] asked for helpers. Needs 1 MB of stack at most. Nothing can
    /// end an infinite search, or one that ponders: these are for [`Engine::search_until`] and [`Engine::go`].
    pub fn search(&mut self, game: &Game, limits: Limits, mut report: impl FnMut(Report)) -> Outcome {
        let signals = Signals::new(limits.ponder);
        let outcome = self.search_until(game, &limits, &signals, &mut report);
        report(Report::Done(outcome.clone()));
        outcome
    }

    /// Searches like [`Engine::search`] until a limit is reached or [`Signals::stop`] is called, by another thread or by
    /// `report`. The signals must be new: their clock runs from their creation. [`Report::Done`] is not reported.
    pub fn search_until(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        mut report: impl FnMut(Report),
    ) -> Outcome {
        self.tunables.install();
        let (plan, threads) = self.plan(game, limits.clone());
        let mut pool = self.pool_for(game, limits, threads);
        let tables = self.tables.clone();
        let search = Search { game, signals, tt: &self.tt, tables, seed: self.seed };
        let outcome = search.run(plan, &mut pool, &mut report);
        self.pool = Some(pool);
        outcome
    }

    /// Starts to search the current position of a game in the background. A search already running is stopped and
    /// awaited first. [`Report::Done`] is reported exactly once, as the last message; in an infinite search, or one
    /// that ponders, not before [`Engine::stop`] or [`Engine::ponderhit`].
    ///
    /// # Errors
    /// If no thread can be started; then nothing is reported.
    pub fn go(
        &mut self,
        game: &Game,
        limits: Limits,
        mut report: impl FnMut(Report) + Send + 'static,
    ) -> io::Result<()> {
        let (plan, threads) = self.plan(game, limits.clone());
        let mut pool = self.pool_for(game, &limits, threads);
        let game = game.clone();
        let tt = Arc::clone(&self.tt);
        let tables = self.tables.clone();
        let signals = Arc::new(Signals::new(limits.ponder));
        let watched = Arc::clone(&signals);
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let (tunables, seed) = (self.tunables, self.seed);
        let run = move || {
            tunables.install();
            let search = Search { game: &game, signals: &watched, tt: &tt, tables, seed };
            let outcome = search.run(plan, &mut pool, &mut report);
            ends.store(true, Ordering::Release);
            report(Report::Done(outcome));
            pool
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(run)?;
        self.running = Some(Running { signals, is_over, thread });
        Ok(())
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
}

/// What the searches for one move share.
struct Search<'a> {
    game: &'a Game,
    signals: &'a Signals,
    tt: &'a TranspositionTable,
    tables: Option<Tables>,
    /// Seed of the game.
    seed: u64,
}

impl Search<'_> {
    /// Finds a move as planned.
    fn run(&self, plan: Plan, pool: &mut Threads, report: &mut dyn FnMut(Report)) -> Outcome {
        let limits = match plan {
            Plan::Search(limits) => limits,
            Plan::Person(person, limits) => {
                let look = |limits: &Limits| {
                    search::search_quietly(
                        self.game,
                        limits,
                        self.signals,
                        self.tt,
                        self.tables.clone(),
                        pool,
                    )
                };
                person.choose(self.game, &limits, self.signals, self.seed, look).unwrap_or(limits)
            }
        };
        search::search(self.game, &limits, self.signals, self.tt, self.tables.clone(), pool, report)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
