//! Playing strength: turns a level into a player, or into limits of a search.
//!
//! On the scale of people, weak levels err like people ([`Person`]). Other levels have a number of nodes and a noise of the
//! evaluation. None depends on hardware or time control, and the search itself is the same at every level.

use crate::board::{COLORS, Game};
use crate::eval::Weights;
use crate::eval::keys::strength::{ELO, NODES, NOISE, OF_ENGINES, OFFSET, OFFSET_GROWTH};
use crate::search::{Limits, Noise};

use super::curve::value_at;
use super::person::Person;

/// The level that an engine plays at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// That of the profile: full strength if it gives none.
    OfProfile,
    /// A rating from 600 to 2800, on the scale that the profile chooses.
    Elo(u32),
    /// Full strength, whatever the profile says: for analysis.
    Full,
}

impl Level {
    /// Returns the rating of the level for a profile; `None` for full strength.
    pub fn elo(self, weights: &Weights) -> Option<u32> {
        match self {
            Self::Elo(elo) => Some(elo),
            Self::Full => None,
            Self::OfProfile => {
                let elo = weights.number(ELO);
                elo.is_finite().then_some(elo as u32)
            }
        }
    }

    /// Returns the rating of the level if it errs like people of it; `None` for other levels.
    pub fn people_elo(self, weights: &Weights) -> Option<u32> {
        self.elo(weights).filter(|&elo| f64::from(elo) < PEOPLE_ELO && !weights.is(OF_ENGINES))
    }
}

/// A measured level.
struct Measured {
    /// Rating on the scale of the CCRL Blitz list.
    elo: f64,
    /// Nodes of a move.
    nodes: f64,
    /// Standard deviation of the noise in centipawns.
    noise: f64,
}

const fn level(elo: f64, nodes: f64, noise: f64) -> Measured {
    Measured { elo, nodes, noise }
}

/// Measured as `docs/strength.md` describes. Between them, the logarithm of the nodes and the noise are linear. The first
/// iteration, of about 40 nodes, is always completed.
const LEVELS: [Measured; 14] = [
    level(600.0, 1.0, 1180.0),
    level(800.0, 1.0, 630.0),
    level(1000.0, 1.0, 325.0),
    level(1200.0, 1.0, 175.0),
    level(1400.0, 1.0, 80.0),
    level(1500.0, 60.0, 51.0),
    level(1600.0, 125.0, 43.0),
    level(1800.0, 500.0, 34.0),
    level(2000.0, 1060.0, 27.0),
    level(2200.0, 2050.0, 21.0),
    level(2400.0, 3950.0, 15.0),
    level(2600.0, 8000.0, 9.0),
    level(2800.0, 17400.0, 1.0),
    level(3000.0, 70000.0, 0.0),
];

/// The level at which the offset of a profile is `strength.offset`.
const OFFSET_ELO: f64 = 1200.0;
/// The offset grows by `strength.offset_growth` with each step of the level.
const OFFSET_STEP: f64 = 100.0;

/// A side with only its king has no defence that a player of this level could not overcome.
const BARE_KING_ELO: f64 = 800.0;
/// Nodes of a move against a bare king: enough to mate with a queen or a rook.
const BARE_KING_NODES: f64 = 10_000.0;

/// Divides the noise after the opponent has captured: everybody looks at a capture twice, and takes back.
const CAPTURE_ATTENTION: f64 = 3.0;

/// On the scale of people, levels below this err like people.
const PEOPLE_ELO: f64 = 2000.0;
/// Ratings from [`PEOPLE_ELO`] on with those on the scale of engines that play as well. Set by matches, so that 200 points are the
/// same difference everywhere.
const ENGINE_ELO: [(f64, f64); 5] =
    [(2000.0, 2565.0), (2200.0, 2735.0), (2400.0, 2865.0), (2600.0, 2970.0), (2800.0, 3088.0)];

/// A level of a profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    nodes: f64,
    noise: f64,
    knows_basic_mates: bool,
    person: Option<Person>,
}

/// How a move is found.
#[derive(Debug, Clone)]
pub enum Plan {
    /// By a search.
    Search(Limits),
    /// A person chooses it.
    Person(Person, Limits),
}

impl Strength {
    /// Returns the strength of a profile at a level.
    pub fn of(weights: &Weights, level: Level) -> Self {
        let elo = match level {
            Level::OfProfile => weights.number(ELO),
            Level::Elo(elo) => f64::from(elo),
            Level::Full => f64::INFINITY,
        };
        let people_elo = level.people_elo(weights);
        let of_engines = if weights.is(OF_ENGINES) { elo } else { value_at(&ENGINE_ELO, elo) };
        let (nodes, noise) =
            if people_elo.is_some() { (f64::INFINITY, 0.0) } else { settings(of_engines, weights) };
        let own = |key, none| if level == Level::Full { none } else { weights.number(key) };
        Self {
            nodes: nodes.min(own(NODES, f64::INFINITY)),
            noise: noise.max(own(NOISE, 0.0)),
            knows_basic_mates: elo >= BARE_KING_ELO,
            person: people_elo.map(|elo| Person::new(f64::from(elo), weights)),
        }
    }

    /// Adds noise, if there is less of it at this level.
    pub fn with_noise(self, noise: f64) -> Self {
        Self { noise: self.noise.max(noise), ..self }
    }

    /// Returns the person who plays at this level; `None` if it is no person.
    pub fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// Returns how a move is found within the limits. The seed is that of the game.
    pub fn plan(&self, limits: Limits, game: &Game, seed: u64) -> Plan {
        let is_bare = COLORS.into_iter().any(|side| game.position().color(side).len() == 1);
        let (nodes, noise) = if is_bare && self.knows_basic_mates {
            (if self.person.is_some() { BARE_KING_NODES } else { self.nodes.max(BARE_KING_NODES) }, 0.0)
        } else if game.last_move_was_capture() {
            (self.nodes, self.noise / CAPTURE_ATTENTION)
        } else {
            (self.nodes, self.noise)
        };
        let noise = if noise == 0.0 { Noise::default() } else { Noise { deviation: noise as i32, seed } };
        let nodes = limits.nodes.into_iter().chain(nodes.is_finite().then_some(nodes as u64)).min();
        let limits = Limits { nodes, noise, ..limits };
        match self.person {
            Some(person) if !(is_bare && self.knows_basic_mates) => Plan::Person(person, limits),
            _ => Plan::Search(limits),
        }
    }
}

/// Returns nodes and noise with which a profile plays at a level.
fn settings(elo: f64, weights: &Weights) -> (f64, f64) {
    if elo.is_infinite() {
        return (f64::INFINITY, 0.0);
    }
    let growth = weights.number(OFFSET_GROWTH) * (elo - OFFSET_ELO) / OFFSET_STEP;
    let elo = elo + weights.number(OFFSET) + growth;
    let after = LEVELS.iter().position(|level| level.elo >= elo).unwrap_or(LEVELS.len() - 1).max(1);
    let (low, high) = (&LEVELS[after - 1], &LEVELS[after]);
    let share = (elo - low.elo) / (high.elo - low.elo);
    let between = |low: f64, high: f64| low + share * (high - low);
    let nodes = between(low.nodes.log2(), high.nodes.log2()).exp2();
    (nodes.round().max(1.0), between(low.noise, high.noise).round().max(0.0))
}
