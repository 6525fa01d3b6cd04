//! The schedule of a match: opponents, colours and opening of each game.
//!
//! Games come in pairs: the same two participants play the same opening with colours reversed, or one opening each if
//! that would give the same game twice. Everything follows from the number of a game, so that any part of a match can
//! be played at any time, in any order.

/// A game of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Number of the game, from 0. Games `2n` and `2n + 1` are a pair.
    pub game: usize,
    /// Indices of the participants with White and Black.
    pub players: [usize; 2],
    /// Index of the opening in the suite.
    pub opening: usize,
}

impl ScheduledGame {
    /// Returns the number of its pair, from 0.
    pub fn pair(self) -> usize {
        self.game / 2
    }

    /// Returns the PGN tag `Round`: number of the pair and of the game in it, from 1.
    pub fn round(self) -> String {
        format!("{}.{}", self.pair() + 1, self.game % 2 + 1)
    }
}

/// The schedule of a match.
#[derive(Debug, Clone)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: Vec<usize>,
    rounds: usize,
    /// True if the two games of a pair have the same opening.
    is_shared: bool,
}

impl Schedule {
    /// Creates a schedule. In each round each pairing plays one pair of games from the same opening, the next one of
    /// `openings`, which must not be empty. After the last opening the first follows again.
    pub fn new(pairings: Vec<[usize; 2]>, openings: Vec<usize>, rounds: usize) -> Self {
        Self { pairings, openings, rounds, is_shared: true }
    }

    /// Creates a schedule in which two equal participants play one game from each opening; `openings` must be even.
    pub fn of_equals(openings: usize) -> Self {
        Self {
            pairings: vec![[0, 1]],
            openings: (0..openings).collect(),
            rounds: openings / 2,
            is_shared: false,
        }
    }

    pub fn games(&self) -> usize {
        2 * self.rounds * self.pairings.len()
    }

    /// Returns the pairings in the order of a round.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the index of the pairing that plays a pair.
    pub fn pairing(&self, pair: usize) -> usize {
        pair % self.pairings.len()
    }

    /// Returns the first pair whose opening was played in an earlier round. It may be beyond the end of the schedule.
    pub fn first_repeated_pair(&self) -> usize {
        self.openings.len() * self.pairings.len()
    }

    /// Returns the number of rounds with a repeated opening.
    pub fn repeated_rounds(&self) -> usize {
        self.rounds.saturating_sub(self.openings.len())
    }

    /// Returns a game by its number, from 0.
    pub fn slot(&self, game: usize) -> ScheduledGame {
        let pair = game / 2;
        let [first, second] = self.pairings[self.pairing(pair)];
        let round = pair / self.pairings.len();
        ScheduledGame {
            game,
            players: match game % 2 {
                0 => [first, second],
                _ => [second, first],
            },
            opening: if self.is_shared {
                self.openings[round % self.openings.len()]
            } else {
                self.openings[game % self.openings.len()]
            },
        }
    }
}

/// Gauntlet: the first participant against each of the others.
pub fn gauntlet(participants: usize) -> Vec<[usize; 2]> {
    (1..participants).map(|other| [0, other]).collect()
}

/// Round robin, ordered by the circle method: one participant keeps its place, the others rotate by one each turn,
/// and opposite participants meet. At any time the numbers of pairings played differ by at most two.
pub fn round_robin(participants: usize) -> Vec<[usize; 2]> {
    // With an odd number, the participant paired with the dummy has a bye.
    let places = participants + participants % 2;
    let turns = places.saturating_sub(1);
    let met_in = |turn: usize| {
        (0..places / 2).map(move |place| match place {
            0 => [turn, turns],
            _ => [(turn + place) % turns, (turn + turns - place) % turns],
        })
    };
    (0..turns)
        .flat_map(met_in)
        .map(|[one, other]| [one.min(other), one.max(other)])
        .filter(|[_, last]| *last < participants)
        .collect()
}
