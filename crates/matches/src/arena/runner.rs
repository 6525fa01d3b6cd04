//! The threads that play a match, and the order in which its games count.
//!
//! Each thread takes the next unplayed game. It has its own players, which are reset before each game, so the course of
//! a game does not depend on other games. Finished games are reported at once, but counted as pairs in the order of the
//! schedule: with fixed nodes or depth the result is the same for any number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::adjudication::Adjudication;
use super::cancel_token::CancelToken;
use super::openings::Suite;
use super::participant::Participant;
use super::play::{Record, play};
use super::player::{MoveData, Player};
use super::pool;
use super::schedule::{Schedule, ScheduledGame};
use temperament_engine::board::{COLORS, Color, Game};
use temperament_engine::engine::{HashError, Score};
use temperament_engine::random::mix;

/// Default of [`Match::seed`].
pub const DEFAULT_SEED: u64 = 1;

/// Minimum interval between two positions of a thread that are reported: often enough to follow, and no load.
const POSITION_INTERVAL: Duration = Duration::from_millis(200);

/// Everything that the games of a match depend on.
#[derive(Debug)]
pub struct Match {
    /// Participants; the schedule refers to them by index.
    pub participants: Vec<Participant>,
    /// Openings; the schedule refers to them by index.
    pub suite: Suite,
    /// Pairings and openings of all games.
    pub schedule: Schedule,
    /// Adjudication rules and time margin.
    pub rules: Adjudication,
    /// Seed of all that is left to chance in the games: the errors of players with a level.
    pub seed: u64,
}

/// A finished game of a match.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its place in the schedule.
    pub slot: ScheduledGame,
    /// Moves and result.
    pub record: Record,
}

impl Played {
    /// Returns `true` if both are the same game with the same moves and result; move times may differ.
    pub fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.record, &other.record);
        let is_same_play = one.start == two.start && one.moves == two.moves;
        is_same_play && self.slot == other.slot && one.termination == two.termination
    }

    /// Returns the half points of one of its two participants: 0, 1 or 2.
    pub fn half_points(&self, participant: usize) -> usize {
        let color = if self.slot.players[0] == participant { Color::White } else { Color::Black };
        self.record.termination.result.half_points(color)
    }
}

/// A game in progress, after a move.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The thread that plays it, from 0.
    pub thread: usize,
    /// Its place in the schedule.
    pub slot: ScheduledGame,
    /// The game up to now, with at least one move.
    pub game: Game,
    /// The score of the last move for the side that made it, if reported.
    pub score: Option<Score>,
}

/// An event of a running match.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game has gone on: from each thread at most every 200 ms.
    Position(&'a Snapshot),
    /// A game has ended. Games come in any order.
    Finished(&'a Played),
    /// A pair is complete. Pairs come in the order of the schedule.
    Pair(Box<[Played; 2]>),
}

/// What the threads report.
enum Message {
    Position(Box<Snapshot>),
    Finished(Box<Played>),
}

impl Match {
    /// Plays all games except those in `earlier` on `concurrency` threads, until all are played, `is_stopped` returns
    /// true, or `observe` breaks. Running games are cancelled then.
    ///
    /// Games that ended after an unfinished one do not count: the result must not depend on which games are short.
    ///
    /// # Errors
    /// The first error of `observe`, or [`HashError`] if there is no memory for the players.
    ///
    /// # Panics
    /// If a thread cannot be created or a search panics.
    pub fn run<E: From<HashError>>(
        &self,
        earlier: Vec<Played>,
        concurrency: usize,
        is_stopped: &dyn Fn() -> bool,
        observe: &mut dyn FnMut(Event<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let played: BTreeSet<usize> = earlier.iter().map(|played| played.slot.game).collect();
        let mut order = PairOrder::new(earlier);
        let unplayed = self.schedule.games() - played.len();
        // One at a time: a match may have more games than there is memory for.
        let todo = (0..self.schedule.games()).filter(|game| !played.contains(game));
        let todo = Mutex::new(todo.map(|game| self.schedule.slot(game)));
        let threads = 0..concurrency.clamp(1, unplayed.max(1));
        let runners = threads.map(|thread| GameRunner::new(self, thread)).collect::<Result<Vec<_>, _>>()?;
        if order.count(|pair| observe(Event::Pair(pair)))?.is_break() {
            return Ok(());
        }
        pool::run(
            runners,
            |runner, cancel, sender| self.play_some(runner, &todo, cancel, sender),
            is_stopped,
            &mut |message| match message {
                Message::Position(snapshot) => observe(Event::Position(&snapshot)),
                Message::Finished(played) => {
                    if observe(Event::Finished(&played))?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    order.add(*played);
                    order.count(|pair| observe(Event::Pair(pair)))
                }
            },
        )
    }

    /// Reports the pairs of `earlier` games like [`Self::run`], without playing any.
    ///
    /// # Errors
    /// The first error of `observe`.
    pub fn recount<E>(
        earlier: Vec<Played>,
        observe: &mut dyn FnMut(Event<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        PairOrder::new(earlier).count(|pair| observe(Event::Pair(pair))).map(drop)
    }

    /// The seeds of White and Black in a game.
    fn seeds(&self, game: usize) -> [u64; 2] {
        // Those of the default seed depend on the game alone.
        let salt = mix(self.seed) ^ mix(DEFAULT_SEED);
        COLORS.map(|side| mix((2 * game as u64 + side as u64) ^ salt))
    }

    /// Plays unplayed games until there are none left.
    fn play_some(
        &self,
        mut runner: GameRunner,
        todo: &Mutex<impl Iterator<Item = ScheduledGame>>,
        cancel: &CancelToken,
        sender: &Sender<Message>,
    ) {
        let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
        // Without a receiver, the match is over, and the game is cancelled.
        let mut on_position = |snapshot| drop(sender.send(Message::Position(Box::new(snapshot))));
        while let Some(slot) = next() {
            let Some(played) = runner.play(self, slot, cancel, &mut on_position) else {
                return;
            };
            if sender.send(Message::Finished(Box::new(played))).is_err() {
                return;
            }
        }
    }
}

/// Plays games of a match, one at a time.
pub struct GameRunner {
    thread: usize,
    /// By index of the participant.
    players: Vec<Box<dyn Player>>,
    /// When a position was reported last.
    reported: Option<Instant>,
}

impl std::fmt::Debug for GameRunner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRunner").field("thread", &self.thread).finish_non_exhaustive()
    }
}

impl GameRunner {
    /// Creates the players of a match for a thread, which only [`Snapshot`]s name.
    ///
    /// # Errors
    /// [`HashError`] if there is no memory for them.
    pub fn new(plan: &Match, thread: usize) -> Result<Self, HashError> {
        let chess960 = plan.suite.is_chess960();
        let players = plan.participants.iter().map(|participant| participant.player(chess960));
        Ok(Self { thread, players: players.collect::<Result<_, _>>()?, reported: None })
    }

    /// Plays a game of the same match; passes its position to `on_position` at most every 200 ms. Returns `None` if the
    /// game was cancelled.
    ///
    /// # Panics
    /// If a search does.
    pub fn play(
        &mut self,
        plan: &Match,
        slot: ScheduledGame,
        cancel: &CancelToken,
        on_position: &mut dyn FnMut(Snapshot),
    ) -> Option<Played> {
        let Self { thread, players, reported } = self;
        let limits = slot.players.map(|player| plan.participants[player].limit);
        let pair = players.get_disjoint_mut(slot.players).expect("two different participants");
        let pair = pair.map(|player| player.as_mut() as &mut dyn Player);
        let opening = &plan.suite.openings()[slot.opening];
        let mut on_move = |game: &Game, data: &MoveData| {
            if reported.is_some_and(|at| at.elapsed() < POSITION_INTERVAL) {
                return;
            }
            *reported = Some(Instant::now());
            on_position(Snapshot { thread: *thread, slot, game: game.clone(), score: data.score });
        };
        let seeds = plan.seeds(slot.game);
        let record = play(opening, pair, limits, &plan.rules, seeds, cancel, &mut on_move)?;
        Some(Played { slot, record })
    }
}

/// Puts finished games into the order of the schedule.
///
/// Games that ended after an unfinished one do not count: the result must not depend on which games are short.
#[derive(Debug)]
pub struct PairOrder {
    /// Games that are not counted yet, by number.
    waiting: BTreeMap<usize, Played>,
    /// The next pair to count.
    next_pair: usize,
}

impl PairOrder {
    /// Starts with the games of a journal.
    pub fn new(earlier: Vec<Played>) -> Self {
        let waiting = earlier.into_iter().map(|played| (played.slot.game, played));
        Self { waiting: waiting.collect(), next_pair: 0 }
    }

    /// Adds a finished game.
    pub fn add(&mut self, played: Played) {
        self.waiting.insert(played.slot.game, played);
    }

    /// Passes the pairs whose turn it is to `observe`, until it breaks.
    ///
    /// # Errors
    /// The first error of `observe`.
    pub fn count<E>(
        &mut self,
        mut observe: impl FnMut(Box<[Played; 2]>) -> Result<ControlFlow<()>, E>,
    ) -> Result<ControlFlow<()>, E> {
        while let Some(pair) = self.take_pair(self.next_pair) {
            self.next_pair += 1;
            if observe(Box::new(pair))?.is_break() {
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
