//! Which games a match has: who plays whom with which colour from which opening.
//!
//! Games come in pairs: the same two play the same opening with colours reversed, or one each if that would give the
//! same game twice. All of it follows from the number of a game, so that any part of a match can be played at any time, in
//! any order.

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Its number in the match, from 0. Games `2n` and `2n + 1` are a pair.
    pub game: usize,
    /// Who has White and who Black: numbers of contenders.
    pub players: [usize; 2],
    /// The number of its opening in the suite.
    pub opening: usize,
}

impl Slot {
    /// The number of its pair, from 0.
    pub fn pair(self) -> usize {
        self.game / 2
    }

    /// As the PGN tag `Round` has it: number of the pair, and of the game in it, from 1.
    pub fn round(self) -> String {
        format!("{}.{}", self.pair() + 1, self.game % 2 + 1)
    }
}

/// The games of a match.
#[derive(Debug, Clone)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: Vec<usize>,
    rounds: usize,
    /// Whether the two games of a pair have the same opening.
    is_shared: bool,
}

impl Schedule {
    /// In each round each pairing plays one pair of games, all from the same opening: the next in the order of
    /// `openings`, of which there is at least one. After the last comes the first again.
    pub fn new(pairings: Vec<[usize; 2]>, openings: Vec<usize>, rounds: usize) -> Self {
        Self {
            pairings,
            openings,
            rounds,
            is_shared: true,
        }
    }

    /// Two equal contenders play one game from each of so many openings, an even number.
    pub fn of_equals(openings: usize) -> Self {
        Self {
            pairings: vec![[0, 1]],
            openings: (0..openings).collect(),
            rounds: openings / 2,
            is_shared: false,
        }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        2 * self.rounds * self.pairings.len()
    }

    /// Who meets whom, in the order of a round.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Which of the pairings plays a pair of games, both counted from 0.
    pub fn pairing(&self, pair: usize) -> usize {
        pair % self.pairings.len()
    }

    /// The first pair, from 0, whose opening has been played in an earlier round; it need not be in the schedule.
    pub fn first_repeated_pair(&self) -> usize {
        self.openings.len() * self.pairings.len()
    }

    /// How many rounds have an opening that has been played before.
    pub fn repeated_rounds(&self) -> usize {
        self.rounds.saturating_sub(self.openings.len())
    }

    /// A game by its number, from 0.
    pub fn slot(&self, game: usize) -> Slot {
        let pair = game / 2;
        let [first, second] = self.pairings[self.pairing(pair)];
        let round = pair / self.pairings.len();
        Slot {
            game,
            players: match game % 2 {
                0 => [first, second],
                _ => [second, first],
            },
            opening: match self.is_shared {
                true => self.openings[round % self.openings.len()],
                false => self.openings[game % self.openings.len()],
            },
        }
    }
}

/// The first of some contenders against each of the others.
pub fn gauntlet(contenders: usize) -> Vec<[usize; 2]> {
    (1..contenders).map(|other| [0, other]).collect()
}

/// Each contender against each other, ordered by the circle method: one of them keeps its place, the others move round
/// by one from turn to turn, and in each turn all meet who are opposite each other. So whoever has played most has
/// played at most two pairings more than any other, wherever the round breaks off.
pub fn round_robin(contenders: usize) -> Vec<[usize; 2]> {
    // Without an opponent for all, who meets the one too many pauses.
    let places = contenders + contenders % 2;
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
        .filter(|[_, last]| *last < contenders)
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
        let openings: Vec<_> = (0..schedule.games())
            .map(|game| schedule.slot(game).opening)
            .collect();
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
        for contenders in 2..12 {
            let pairings = round_robin(contenders);
            let mut sorted = pairings.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), contenders * (contenders - 1) / 2);
            assert!(sorted.iter().all(|[a, b]| a < b && *b < contenders));
            let mut played = vec![0; contenders];
            for pairing in pairings.into_iter().flatten().collect::<Vec<_>>().chunks(2) {
                pairing.iter().for_each(|&player| played[player] += 1);
                let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
                assert!(most - least <= 2, "{contenders}: {played:?}");
            }
        }
    }
}
