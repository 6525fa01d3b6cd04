//! Positions on their way into blocks: which are new, which are set aside.

use std::collections::HashSet;

use super::labels::Label;
use super::read::{Counts, Data, Found, Settings};
use super::samples::{BLOCK, Block};

/// Positions are spread over so many open blocks by chance, so that those of one game do not stay together.
const OPEN_BLOCKS: usize = 256;
/// Positions are set aside at least so many at a time, and whole games where the numbers of their moves tell games apart:
/// what was learnt from one position of a game would be known of the others.
const GROUP: usize = 32;
/// So many of the positions that are set aside are kept as they are, for the evaluator itself to look at.
const MOST_CHECKED: usize = 20_000;

/// Positions on their way into blocks.
pub struct Gathering<'a> {
    settings: &'a Settings,
    data: Data,
    seen: HashSet<u64>,
    open: Vec<Block>,
    open_held_out: Block,
    group: Group,
    spare: Option<Spare>,
}

/// What is set aside if chance sets nothing aside: the group that came nearest to it so far.
struct Spare {
    group: u64,
    chance: f64,
    found: Vec<Found>,
}

/// Neighbours that are set aside or learnt from together.
#[derive(Debug, Default)]
struct Group {
    number: u64,
    size: usize,
    /// The number of the move of the last position.
    fullmove: u16,
    /// How many games have begun.
    games: usize,
}

impl Group {
    /// The number of the group that the next position belongs to. A new game begins where moves are numbered from an
    /// earlier one; positions without numbers all stand at the first.
    fn next(&mut self, fullmove: u16) -> u64 {
        let is_new_game = fullmove < self.fullmove || fullmove <= 1;
        self.games += usize::from(is_new_game || self.games == 0);
        if self.size >= GROUP && is_new_game {
            self.number += 1;
            self.size = 0;
        }
        self.size += 1;
        self.fullmove = fullmove;
        self.number
    }
}

impl<'a> Gathering<'a> {
    /// Of nothing yet.
    pub fn new(settings: &'a Settings) -> Self {
        Self {
            settings,
            data: Data::default(),
            seen: HashSet::new(),
            open: (0..OPEN_BLOCKS).map(|_| Block::default()).collect(),
            open_held_out: Block::default(),
            group: Group::default(),
            spare: None,
        }
    }

    /// What was met so far.
    pub fn counts(&self) -> &Counts {
        &self.data.counts
    }

    /// Whether there are as many as are wanted.
    pub fn is_full(&self) -> bool {
        self.data.counts.taken >= self.settings.most
    }

    /// Takes those positions of a piece of a file that are new.
    pub fn take(&mut self, counts: &Counts, found: Vec<Found>) {
        self.data.counts.add(counts);
        for found in found {
            if self.is_full() {
                return;
            }
            let key = found.position.key();
            if !self.settings.keep_duplicates && !self.seen.insert(key) {
                self.data.counts.duplicates += 1;
                continue;
            }
            let group = self.group.next(found.fullmove);
            self.data.counts.taken += 1;
            self.data.counts.taken_games = self.group.games;
            let chance = mixed(mixed(self.settings.seed) ^ group);
            // 53 bits are what a double holds.
            let chance = (chance >> 11) as f64 / (1_u64 << 53) as f64;
            self.fingerprint(&found, chance < self.settings.held_out);
            if chance < self.settings.held_out {
                let spare = self.spare.take();
                spare
                    .into_iter()
                    .flat_map(|spare| spare.found)
                    .for_each(|found| self.learn(&found));
                self.set_aside(found);
            } else if self.data.counts.held_out == 0 && self.settings.held_out > 0.0 {
                self.keep_back(group, chance, found);
            } else {
                self.learn(&found);
            }
        }
    }

    /// What is read is the same again if this is.
    fn fingerprint(&mut self, found: &Found, is_held_out: bool) {
        let bits = |number: Option<f32>| number.map_or(u64::MAX, |number| number.to_bits().into());
        let Label { result, score } = found.label;
        for part in [
            found.position.key(),
            bits(result),
            bits(score),
            is_held_out.into(),
        ] {
            self.data.fingerprint = mixed(self.data.fingerprint ^ part);
        }
    }

    /// Keeps the group that came nearest to being set aside.
    fn keep_back(&mut self, group: u64, chance: f64, found: Found) {
        match &mut self.spare {
            Some(spare) if spare.group == group => spare.found.push(found),
            Some(spare) if spare.chance <= chance => self.learn(&found),
            _ => {
                let found = vec![found];
                let other = self.spare.replace(Spare { group, chance, found });
                other
                    .into_iter()
                    .flat_map(|spare| spare.found)
                    .for_each(|found| self.learn(&found));
            }
        }
    }

    fn learn(&mut self, found: &Found) {
        let open = mixed(found.position.key()) % OPEN_BLOCKS as u64;
        push(&mut self.open[open as usize], &mut self.data.train, found);
    }

    fn set_aside(&mut self, found: Found) {
        self.data.counts.held_out += 1;
        push(&mut self.open_held_out, &mut self.data.held_out, &found);
        if self.data.checked.len() < MOST_CHECKED {
            self.data.checked.push((found.position, found.label));
        }
    }

    /// All of them.
    pub fn finish(mut self) -> Data {
        if let Some(spare) = self.spare.take() {
            // Where all is one group, or nearly, it is to be learnt from.
            let is_small = spare.found.len() * 2 <= self.data.counts.taken;
            for found in spare.found {
                match is_small {
                    true => self.set_aside(found),
                    false => self.learn(&found),
                }
            }
        }
        for mut block in self.open.into_iter().filter(|block| !block.is_empty()) {
            block.finish();
            self.data.train.push(block);
        }
        if !self.open_held_out.is_empty() {
            self.open_held_out.finish();
            self.data.held_out.push(self.open_held_out);
        }
        self.data
    }
}

/// Adds a position to an open block, which is put away when it is full.
fn push(open: &mut Block, full: &mut Vec<Block>, found: &Found) {
    open.push(&found.sample, found.label);
    if open.len() >= BLOCK {
        let mut block = std::mem::take(open);
        block.finish();
        full.push(block);
    }
}

/// A well mixed number of a number (the last steps of SplitMix64, Steele, Lea and Flood 2014).
pub fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
