//! The styles of all players of a match or tournament.

use std::collections::BTreeMap;

use super::fingerprint::{Comparison, StyleComparer};
use crate::arena::{Match, Played};

/// Style of play, by pairing.
#[derive(Debug)]
pub struct Styles {
    is_wanted: bool,
    /// By player numbers, in the order of the pairing.
    comparers: BTreeMap<[usize; 2], StyleComparer>,
}

impl Styles {
    /// Creates an empty collection, which collects nothing unless `is_wanted`.
    pub fn new(is_wanted: bool) -> Self {
        let comparers = BTreeMap::new();
        Self { is_wanted, comparers }
    }

    /// Adds a pair of games.
    pub fn add(&mut self, plan: &Match, pair: &[Played; 2]) {
        if self.is_wanted {
            let players = pair[0].slot.players;
            let comparer = self.comparers.entry(players);
            comparer.or_insert_with(|| empty(plan, players)).add(pair);
        }
    }

    /// The comparison of a pairing, from its pairs of games so far.
    pub fn comparison(&self, plan: &Match, players: [usize; 2]) -> Comparison {
        let names = players.map(|player| plan.participants[player].name.as_str());
        let comparer = self.comparers.get(&players);
        comparer.map_or_else(|| empty(plan, players).comparison(names), |comparer| comparer.comparison(names))
    }

    /// The pairings that have games, in order.
    pub fn pairings(&self) -> impl Iterator<Item = [usize; 2]> {
        self.comparers.keys().copied()
    }
}

fn empty(plan: &Match, players: [usize; 2]) -> StyleComparer {
    let terms = players.map(|player| plan.participants[player].source.custom_terms());
    StyleComparer::new(players, terms)
}
