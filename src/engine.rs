//! Stand-in of the engine façade: one-ply greedy, to be replaced when the search lands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::board::Game;
use crate::eval::{self, Weights};

pub use crate::search::{Bound, Info, Limits, Outcome, Report, Score};

/// Table size without a wish.
pub const DEFAULT_HASH_MIB: usize = 16;

/// Too much.
#[derive(Debug, thiserror::Error)]
#[error("cannot allocate {0} MiB")]
pub struct HashError(usize);

/// The engine.
pub struct Engine {
    weights: Arc<Weights>,
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// New.
    pub fn new(weights: Arc<Weights>, _hash_mib: usize) -> Self {
        Self {
            weights,
            stop: Arc::default(),
            pondering: Arc::default(),
            thread: None,
        }
    }
    /// The profile.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }
    /// Another profile.
    pub fn set_weights(&mut self, weights: Arc<Weights>) {
        self.weights = weights;
    }
    /// Another size.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        if mib > 1 << 20 {
            Err(HashError(mib))
        } else {
            Ok(())
        }
    }
    /// Forget.
    pub fn clear(&mut self) {}
    /// Search in the background.
    pub fn go(&mut self, game: &Game, limits: Limits, report: impl FnMut(Report) + Send + 'static) {
        self.stop();
        self.wait();
        self.stop.store(false, Ordering::SeqCst);
        self.pondering.store(limits.ponder, Ordering::SeqCst);
        let (game, w) = (game.clone(), self.weights.clone());
        let (stop, ponder) = (self.stop.clone(), self.pondering.clone());
        self.thread = Some(std::thread::spawn(move || {
            run(&game, &limits, &w, &stop, &ponder, report);
        }));
    }
    /// Stop.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
    /// The expected move was played.
    pub fn ponderhit(&mut self) {
        self.pondering.store(false, Ordering::SeqCst);
    }
    /// Whether a search runs.
    pub fn is_searching(&self) -> bool {
        self.thread.as_ref().is_some_and(|t| !t.is_finished())
    }
    /// Wait for the end.
    pub fn wait(&mut self) {
        if let Some(t) = self.thread.take() {
            let _ = t.join();
        }
    }
    /// Search and wait.
    pub fn search(&mut self, game: &Game, limits: Limits, report: impl FnMut(Report)) -> Outcome {
        run(
            game,
            &limits,
            &self.weights,
            &AtomicBool::new(false),
            &AtomicBool::new(false),
            report,
        )
    }
}

fn run(
    game: &Game,
    limits: &Limits,
    w: &Weights,
    stop: &AtomicBool,
    ponder: &AtomicBool,
    mut report: impl FnMut(Report),
) -> Outcome {
    let start = Instant::now();
    let position = game.position();
    let mut moves = position.legal_moves();
    if !limits.search_moves.is_empty() {
        moves.retain(|m| limits.search_moves.contains(m));
    }
    moves.sort_by_key(|&m| {
        let after = position.after(m);
        let e = eval::evaluate(w, &after);
        if after.in_check() && !after.has_legal_move() {
            return (i32::MIN, 0);
        }
        (if position.stm() as usize == 0 { -e } else { e }, (e ^ 7) % 5)
    });
    let until = limits
        .movetime
        .or(limits.clock[position.stm() as usize].map(|c| c / 30))
        .unwrap_or(Duration::MAX);
    let mut depth = 0;
    while !moves.is_empty() {
        depth += 1;
        for (i, &m) in moves.iter().take(limits.multi_pv.max(1)).enumerate() {
            report(Report::Info(Info {
                depth,
                seldepth: depth,
                multipv: i + 1,
                score: Score::Centipawns(12),
                bound: Bound::Exact,
                nodes: u64::from(depth) * 100,
                time: start.elapsed(),
                hashfull: 0,
                pv: vec![m],
            }));
        }
        let open = limits.infinite || ponder.load(Ordering::SeqCst);
        if stop.load(Ordering::SeqCst)
            || !open
                && (start.elapsed() >= until
                    || limits.depth.is_some_and(|d| depth >= d)
                    || limits.mate.is_some()
                    || limits.nodes.is_some_and(|n| u64::from(depth) * 100 >= n))
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    while moves.is_empty()
        && (limits.infinite || ponder.load(Ordering::SeqCst))
        && !stop.load(Ordering::SeqCst)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    let outcome = Outcome {
        best: moves.first().copied(),
        ponder: None,
        score: if moves.is_empty() && position.in_check() {
            Score::Mate(0)
        } else {
            Score::Centipawns(0)
        },
        depth,
        nodes: 100,
        time: start.elapsed(),
    };
    report(Report::Done(outcome.clone()));
    outcome
}
