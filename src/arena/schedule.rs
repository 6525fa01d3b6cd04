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

    /// Returns the number of games.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let schedule = Schedule::new(vec![[0, 1]], vec![7, 3], 3);
        let slots: Vec<_> = (0..schedule.games())
            .map(|game| schedule.slot(game))
            .map(|slot| (slot.players, slot.opening, slot.round()))
            .collect();
        let expected = [
            ([0, 1], 7, "1.1"),
            ([1, 0], 7, "1.2"),
            ([0, 1], 3, "2.1"),
            ([1, 0], 3, "2.2"),
            ([0, 1], 7, "3.1"),
            ([1, 0], 7, "3.2"),
        ];
        assert_eq!(slots, expected.map(|(a, b, c)| (a, b, c.to_owned())));
        assert_eq!(schedule.repeated_rounds(), 1);
    }

    #[test]
    fn equals_play_each_opening_once() {
        let schedule = Schedule::of_equals(4);
        let openings: Vec<_> = (0..schedule.games()).map(|game| schedule.slot(game).opening).collect();
        assert_eq!(openings, [0, 1, 2, 3]);
    }

    #[test]
    fn all_pairings_of_a_round_share_its_opening() {
        let schedule = Schedule::new(vec![[0, 1], [0, 2], [1, 2]], vec![4, 5], 2);
        assert_eq!(schedule.games(), 12);
        let last = schedule.slot(11);
        assert_eq!((last.players, last.opening), ([2, 1], 5));
        assert_eq!(schedule.slot(5).opening, 4);
        assert_eq!(schedule.repeated_rounds(), 0);
    }

    #[test]
    fn each_meets_each_once_and_nobody_plays_far_ahead() {
        assert!(round_robin(0).is_empty() && round_robin(1).is_empty());
        assert_eq!(round_robin(2), [[0, 1]]);
        assert_eq!(gauntlet(3), [[0, 1], [0, 2]]);
        for participants in 2..12 {
            let pairings = round_robin(participants);
            let mut sorted = pairings.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), participants * (participants - 1) / 2);
            assert!(sorted.iter().all(|[a, b]| a < b && *b < participants));
            let mut played = vec![0; participants];
            for pairing in pairings.into_iter().flatten().collect::<Vec<_>>().chunks(2) {
                pairing.iter().for_each(|&player| played[player] += 1);
                let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
                assert!(most - least <= 2, "{participants}: {played:?}");
            }
        }
    }
}
