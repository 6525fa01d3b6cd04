//! The threads that play a match, and the order in which its games count.
//!
//! Each thread takes the next game that no other has taken. Its players are its own and forget everything before each
//! game, so what happens in a game depends on the game alone. Finished games are told at once, but counted in pairs and
//! in the order of the schedule: with fixed nodes or depth the outcome is the same with any number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::dropping::Dropping;
use super::openings::Suite;
use super::play::{Record, play};
use super::player::{Contender, Player};
use super::schedule::{Schedule, Slot};
use crate::engine::{HashError, STACK_BYTES};

/// How often a match looks whether it is to be stopped.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// All that the games of a match depend on.
#[derive(Debug)]
pub struct Match {
    /// Those who play; the schedule knows them by number.
    pub contenders: Vec<Contender>,
    /// The openings; the schedule knows them by number.
    pub suite: Suite,
    /// The games.
    pub schedule: Schedule,
    /// When games end early.
    pub rules: Adjudication,
}

/// A finished game of a match.
#[derive(Debug, Clone)]
pub struct Played {
    /// Which one.
    pub slot: Slot,
    /// What happened.
    pub record: Record,
}

impl Played {
    /// Whether another is the same game with the same moves and result, whatever the times of the moves.
    pub fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.record, &other.record);
        let is_same_play = one.start == two.start && one.moves == two.moves;
        is_same_play && self.slot == other.slot && one.verdict == two.verdict
    }

    /// The half points that a contender who takes part got: 0, 1 or 2.
    pub fn half_points(&self, contender: usize) -> usize {
        let color = match self.slot.players[0] == contender {
            true => crate::board::Color::White,
            false => crate::board::Color::Black,
        };
        self.record.verdict.result.half_points(color)
    }
}

/// What a running match tells.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game has just ended. Games come in any order.
    Finished(&'a Played),
    /// A pair counts. Pairs come in the order of the schedule.
    Pair(Box<[Played; 2]>),
}

/// The players of one thread, by number of the contender.
type Crew = Vec<Box<dyn Player>>;

impl Match {
    /// Plays all games but those that were played `earlier`, so many at a time, until the end, until `is_stopped` says
    /// so or `observe` breaks off. Games under way are dropped then.
    ///
    /// Of the games that ended after one that did not, none counts: what a match comes to must not depend on which games
    /// are short.
    ///
    /// # Errors
    /// The first error of `observe`, or that there is no memory for the players.
    ///
    /// # Panics
    /// If the operating system refuses a thread, or a search panics.
    pub fn run<E: From<HashError>>(
        &self,
        earlier: Vec<Played>,
        concurrency: usize,
        is_stopped: &dyn Fn() -> bool,
        observe: &mut dyn FnMut(Event<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut counter = Counter::new(earlier);
        let todo: Vec<Slot> = (0..self.schedule.games())
            .filter(|game| !counter.waiting.contains_key(game))
            .map(|game| self.schedule.slot(game))
            .collect();
        let chess960 = self.suite.is_chess960();
        let player = |contender: &Contender| contender.player(chess960);
        let crews = (0..concurrency.clamp(1, todo.len().max(1)))
            .map(|_| self.contenders.iter().map(player).collect())
            .collect::<Result<Vec<Crew>, _>>()?;
        let (next, dropping) = (AtomicUsize::new(0), Dropping::default());
        thread::scope(|scope| {
            // Whatever ends the counting, a panic included, ends the games.
            let _ending = DropAtEnd(&dropping);
            let (sender, games) = mpsc::channel();
            for mut crew in crews {
                let (sender, todo, next) = (sender.clone(), &todo, &next);
                let dropping = &dropping;
                thread::Builder::new()
                    .name("games".to_owned())
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || {
                        let _panic = DropOnPanic(dropping);
                        self.play_some(&mut crew, todo, next, dropping, &sender);
                    })
                    .expect("a thread to play games on");
            }
            drop(sender);
            counter.count(&games, is_stopped, observe)
        })
    }

    /// Tells the pairs of games that were played `earlier` as [`Self::run`] does, and plays none.
    ///
    /// # Errors
    /// The first error of `observe`.
    pub fn recount<E>(
        earlier: Vec<Played>,
        observe: &mut dyn FnMut(Event<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        Counter::new(earlier).count_in_order(observe).map(drop)
    }

    /// Plays games that no other thread has taken until there are none.
    fn play_some(
        &self,
        crew: &mut Crew,
        todo: &[Slot],
        next: &AtomicUsize,
        dropping: &Dropping,
        sender: &Sender<Played>,
    ) {
        while let Some(&slot) = todo.get(next.fetch_add(1, Relaxed)) {
            let limits = slot.players.map(|player| self.contenders[player].limit);
            let players = crew.get_disjoint_mut(slot.players).expect("two contenders");
            let players = players.map(|player| player.as_mut() as &mut dyn Player);
            let opening = &self.suite.openings()[slot.opening];
            let Some(record) = play(opening, players, limits, &self.rules, dropping) else {
                return;
            };
            if sender.send(Played { slot, record }).is_err() {
                return;
            }
        }
    }
}

struct DropAtEnd<'a>(&'a Dropping);

impl Drop for DropAtEnd<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}

struct DropOnPanic<'a>(&'a Dropping);

impl Drop for DropOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.set();
        }
    }
}

/// Puts finished games in order.
struct Counter {
    /// Games that do not count yet, by their number.
    waiting: BTreeMap<usize, Played>,
    /// The pair to be counted next.
    next_pair: usize,
}

impl Counter {
    fn new(earlier: Vec<Played>) -> Self {
        let waiting = earlier.into_iter().map(|played| (played.slot.game, played));
        Self {
            waiting: waiting.collect(),
            next_pair: 0,
        }
    }

    fn count<E>(
        &mut self,
        games: &Receiver<Played>,
        is_stopped: &dyn Fn() -> bool,
        observe: &mut dyn FnMut(Event<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        if self.count_in_order(observe)?.is_break() {
            return Ok(());
        }
        loop {
            let played = match games.recv_timeout(STOP_INTERVAL) {
                Ok(played) => played,
                Err(RecvTimeoutError::Timeout) if !is_stopped() => continue,
                Err(_) => return Ok(()),
            };
            let is_over = observe(Event::Finished(&played))?.is_break();
            self.waiting.insert(played.slot.game, played);
            if is_over || self.count_in_order(observe)?.is_break() || is_stopped() {
                return Ok(());
            }
        }
    }

    fn count_in_order<E>(
        &mut self,
        observe: &mut dyn FnMut(Event<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<ControlFlow<()>, E> {
        while let Some(pair) = self.take_pair(self.next_pair) {
            self.next_pair += 1;
            if observe(Event::Pair(Box::new(pair)))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn take_pair(&mut self, pair: usize) -> Option<[Played; 2]> {
        let games = [2 * pair, 2 * pair + 1];
        if !games.iter().all(|game| self.waiting.contains_key(game)) {
            return None;
        }
        let [first, second] = games.map(|game| self.waiting.remove(&game));
        Some([first?, second?])
    }
}
