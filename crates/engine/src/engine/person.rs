//! Levels that err like people.
//!
//! A person sees most of what is on the board and overlooks the rest: a quiet answer to a capture, a second check, a mate two
//! moves away. For each move, [`Person`] draws how far it looks (a [`View`]), scores every legal move with a search of that
//! depth, and draws one of them. Better moves are likelier, and so are moves of a kind that people like to play ([`habits`]).
//! The search is that of every profile, without errors, and the profile decides what is better.
//!
//! The draws depend on the position, the number of moves played and the seed of the game. They do not depend on the computer,
//! nor on the clock unless time runs out. `docs/strength.md` has the measurements.

mod habits;
mod openings;
mod resignation;
mod theory;

use crate::board::{Game, Move};
use crate::eval::Weights;
use crate::eval::keys::strength::{ATTENTION, THEORY};
use crate::random::{SplitMix64, mix, unit};
use crate::search::{Limits, Noise, Outcome, Score, Signals, TimeBudget};

use super::curve::value_at;
use habits::{Habits, Scene, is_bare};

pub use openings::OPENINGS;

/// How far a person looks at a move. Shares and temperatures are fitted to games of people; their growth is set by matches, as
/// `docs/strength.md` describes.
struct View {
    /// Depth of the search of a move in plies, the move itself included.
    depth: u32,
    /// Natural logarithm of its share of the moves, up to a constant.
    share: f64,
    /// What this grows by in a step of the rating.
    share_growth: f64,
    /// Natural logarithm of the points that make a move e times as likely as another.
    temperature: f64,
    /// What this grows by in a step of the rating.
    temperature_growth: f64,
}

const fn view(depth: u32, share: [f64; 2], temperature: [f64; 2]) -> View {
    let ([share, share_growth], [temperature, temperature_growth]) = (share, temperature);
    View { depth, share, share_growth, temperature, temperature_growth }
}

/// A glance, which does not see quiet answers; a short look; a careless move, which is merely plausible; and a real search.
const VIEWS: [View; 4] = [
    view(1, [0.00, -0.60], [0.28, -0.55]),
    view(3, [-2.28, 0.30], [0.02, -0.30]),
    view(4, [-1.31, -1.10], [2.97, -0.15]),
    view(8, [-1.35, 1.10], [0.23, -0.50]),
];

/// Ratings with their steps from the players whose games the views were fitted to. Between them, steps are linear. Set by
/// matches, so that 200 points are the same difference everywhere.
const STEPS: [(f64, f64); 8] = [
    (600.0, -3.7),
    (800.0, -2.4),
    (1000.0, -1.28),
    (1200.0, -0.3),
    (1400.0, 0.48),
    (1600.0, 1.08),
    (1800.0, 1.85),
    (2000.0, 2.7),
];

/// Steps by which a player looks further when hardly a piece is left: there are few moves, and their aim is plain.
const BARE_STEPS: f64 = 2.5;

/// Slope per centipawn of the logistic curve that turns a score into points, 0 to 100. Fitted: flatter than the curve of winning
/// chances, because a person who is a rook ahead still prefers winning a knight to losing one.
const POINTS_SLOPE: f64 = 0.0022;
/// Points of each centipawn on top: a person who is winning anyway still takes another piece.
const POINTS_PER_CENTIPAWN: f64 = 0.01;
/// The same beyond [`DECIDED`] centipawns, where the curve is flat: a lead is no reason to throw pieces away.
const POINTS_PER_CENTIPAWN_DECIDED: f64 = 0.01;
const DECIDED: f64 = 500.0;
/// Points of a mate that is seen, above those of the largest score; being mated costs as much.
const MATE_POINTS: f64 = 180.0;
/// Scores beyond this many centipawns are equal.
const MOST_CENTIPAWNS: i32 = 4000;

/// Moves this many points below the best are not searched deeper.
const WIDTH: f64 = 40.0;
/// Up to this depth, all moves are searched.
const FULL_WIDTH_DEPTH: u32 = 2;

/// Nodes of the search of the chosen move, for the reported score.
const SCORE_NODES: u64 = 5000;

/// A player of this rating sees every mate in one.
const MATE_IN_ONE_ELO: f64 = 1200.0;

/// A player of some rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Person {
    elo: f64,
    /// Rating that decides how far it looks.
    attention: f64,
    habits: Habits,
    /// Factor of the number of moves that it knows of the opening book.
    theory: f64,
}

impl Person {
    /// Returns the player of a rating on the scale of rapid games on chess sites, with the habits of a profile.
    pub fn new(elo: f64, weights: &Weights) -> Self {
        let (attention, theory) = (elo + weights.number(ATTENTION), weights.number(THEORY));
        Self { elo, attention, habits: Habits::of(weights), theory }
    }

    /// Returns how many moves of its opening book the player knows in a game with this seed.
    pub fn book_moves(&self, seed: u64) -> usize {
        theory::known_moves(theory::mean(self.elo) * self.theory, seed)
    }

    /// Returns `true` if the player resigns at this turn of a game with this seed.
    pub fn resigns(&self, game: &Game, score: Score, seed: u64) -> bool {
        resignation::is_hopeless(game, score) && resignation::gives_up(self.elo, game, seed)
    }

    /// Chooses a move. Returns the limits of the search that scores it; `None` if there is no legal move. The seed is that of the
    /// game.
    ///
    /// `search` runs a search as the profile sees the position, without reports.
    pub fn choose(
        &self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        seed: u64,
        mut search: impl FnMut(&Limits) -> Outcome,
    ) -> Option<Limits> {
        let key = game.position().key();
        let mut random = SplitMix64::new(mix(seed ^ key).wrapping_add(game.moves().len() as u64));
        let view = self.draw_view(game, &mut random);
        let mut candidates = candidates(game, limits);
        let budget = TimeBudget::new(limits, game.position().stm());
        let mut nodes = 0;
        for depth in 1..=limits.depth.unwrap_or(view.depth).min(view.depth) {
            let best = best_points(&candidates);
            for candidate in &mut candidates {
                let is_wide = depth <= FULL_WIDTH_DEPTH || best - candidate.points <= WIDTH;
                let is_over = signals.is_stopped()
                    || budget.is_soft_passed(signals, nodes, 1.0)
                    || limits.nodes.is_some_and(|most| nodes >= most);
                if depth == 1 || is_wide && !is_over {
                    let outcome = search(&view_limits(limits, candidate.mv, depth));
                    nodes += outcome.nodes;
                    candidate.see(outcome.score);
                }
            }
        }
        let mv = self.draw_move(game, &candidates, view, &mut random)?;
        let nodes = limits.nodes.map_or(SCORE_NODES, |most| most.saturating_sub(nodes).clamp(1, SCORE_NODES));
        let noise = Noise::default();
        Some(Limits { search_moves: vec![mv], nodes: Some(nodes), noise, ..limits.clone() })
    }

    /// Draws how far the player looks at this move.
    fn draw_view(&self, game: &Game, random: &mut SplitMix64) -> &'static View {
        let steps =
            value_at(&STEPS, self.attention) + if is_bare(game.position()) { BARE_STEPS } else { 0.0 };
        let shares = VIEWS.each_ref().map(|view| (view.share + steps * view.share_growth).exp());
        &VIEWS[draw(&shares, random)]
    }

    /// Draws one of the moves.
    fn draw_move(
        &self,
        game: &Game,
        candidates: &[Candidate],
        view: &View,
        random: &mut SplitMix64,
    ) -> Option<Move> {
        if self.elo >= MATE_IN_ONE_ELO
            && let Some(mate) = candidates.iter().find(|candidate| candidate.mates)
        {
            return Some(mate.mv);
        }
        let steps = value_at(&STEPS, self.elo);
        let temperature = (view.temperature + steps * view.temperature_growth).exp();
        let scene = Scene::new(game);
        let best = best_points(candidates);
        let appeal = |c: &Candidate| (c.points - best) / temperature + self.habits.appeal(&scene, c.mv);
        let appeals: Vec<f64> = candidates.iter().map(appeal).collect();
        let most = appeals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let likelihoods: Vec<f64> = appeals.iter().map(|appeal| (appeal - most).exp()).collect();
        candidates.get(draw(&likelihoods, random)).map(|candidate| candidate.mv)
    }
}

/// A legal move as the player sees it so far.
struct Candidate {
    mv: Move,
    /// Expected score of a hundred games, and a little more for large scores.
    points: f64,
    /// True if it mates at once.
    mates: bool,
}

impl Candidate {
    fn see(&mut self, score: Score) {
        self.mates |= score == Score::Mate(1);
        self.points = match score {
            Score::Centipawns(cp) => {
                let cp = f64::from(cp.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS));
                let beyond = cp - cp.clamp(-DECIDED, DECIDED);
                100.0 / (1.0 + (-POINTS_SLOPE * cp).exp())
                    + POINTS_PER_CENTIPAWN * cp
                    + POINTS_PER_CENTIPAWN_DECIDED * beyond
            }
            Score::Mate(moves) if moves > 0 => MATE_POINTS - f64::from(moves),
            Score::Mate(moves) => 100.0 - MATE_POINTS - f64::from(moves),
        };
    }
}

/// The legal moves, or those of them that are to be searched.
fn candidates(game: &Game, limits: &Limits) -> Vec<Candidate> {
    let legal = game.position().legal_moves();
    let is_wanted = |mv: &Move| limits.search_moves.contains(mv);
    let any = legal.iter().any(is_wanted);
    let wanted = legal.iter().copied().filter(|mv| !any || is_wanted(mv));
    wanted.map(|mv| Candidate { mv, points: 0.0, mates: false }).collect()
}

fn best_points(candidates: &[Candidate]) -> f64 {
    candidates.iter().map(|candidate| candidate.points).fold(f64::NEG_INFINITY, f64::max)
}

/// The limits of a search of one move to a depth.
fn view_limits(limits: &Limits, mv: Move, depth: u32) -> Limits {
    Limits { depth: Some(depth), search_moves: vec![mv], noise: limits.noise, ..Limits::default() }
}

/// Draws an index with a probability in proportion to its weight.
fn draw(weights: &[f64], random: &mut SplitMix64) -> usize {
    let sum: f64 = weights.iter().sum();
    let mut rest = unit(random.number()) * sum;
    for (index, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return index;
        }
    }
    weights.len().saturating_sub(1)
}
