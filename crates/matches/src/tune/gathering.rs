//! Distributes positions to blocks: removes duplicates, splits off held-out positions.

use std::collections::HashSet;

use super::data::{Counts, Data, Found, Settings};
use super::labels::Label;
use super::samples::{BLOCK, Block, FOLDS, fold};
use temperament_engine::random::{mix, unit};

/// Number of open blocks of each fold; positions are distributed at random, so that those of one game are spread out.
const OPEN_BLOCKS: usize = 256 / FOLDS;
/// Minimum number of neighbouring positions that are held out together; whole games where move numbers distinguish
/// them, since positions of one game are correlated.
const GROUP: usize = 32;

/// Distributes positions to blocks.
pub struct Gathering<'a> {
    settings: &'a Settings,
    data: Data,
    seen: HashSet<u64>,
    open: Vec<Block>,
    open_held_out: Block,
    group: Group,
    spare: Option<Spare>,
}

/// Fallback group if none is held out by chance: the one that came nearest so far.
struct Spare {
    group: u32,
    chance: f64,
    found: Vec<Found>,
}

/// Neighbouring positions that are held out or used for training together.
#[derive(Debug, Default)]
struct Group {
    number: u32,
    size: usize,
    /// Full-move number of the last position.
    fullmove: u16,
    games: usize,
}

impl Group {
    /// Returns the group number of the next position. A new game begins where the move number decreases; positions
    /// without numbers all have the first one.
    fn next(&mut self, fullmove: u16) -> u32 {
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
    /// Creates an empty distribution.
    pub fn new(settings: &'a Settings) -> Self {
        Self {
            settings,
            data: Data::default(),
            seen: HashSet::new(),
            open: (0..OPEN_BLOCKS * FOLDS).map(|_| Block::default()).collect(),
            open_held_out: Block::default(),
            group: Group::default(),
            spare: None,
        }
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> &Counts {
        &self.data.counts
    }

    /// Returns `true` if the maximum number of positions is reached.
    pub fn is_full(&self) -> bool {
        self.data.counts.taken >= self.settings.most
    }

    /// Adds the new positions of a chunk.
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
            let chance = unit(mix(mix(self.settings.seed) ^ u64::from(group)));
            self.fingerprint(&found, chance < self.settings.held_out);
            if chance < self.settings.held_out {
                let spare = self.spare.take();
                spare.into_iter().for_each(|spare| self.learn_all(&spare));
                self.hold_out(found, group);
            } else if self.data.counts.held_out == 0 && self.settings.held_out > 0.0 {
                self.keep_back(group, chance, found);
            } else {
                self.learn(&found, group);
            }
        }
    }

    /// Updates the hash of all used positions.
    fn fingerprint(&mut self, found: &Found, is_held_out: bool) {
        let bits = |number: Option<f32>| number.map_or(u64::MAX, |number| number.to_bits().into());
        let Label { result, score } = found.label;
        for part in [found.position.key(), bits(result), bits(score), is_held_out.into()] {
            self.data.fingerprint = mix(self.data.fingerprint ^ part);
        }
    }

    /// Keeps the group that came nearest to being held out.
    fn keep_back(&mut self, group: u32, chance: f64, found: Found) {
        match &mut self.spare {
            Some(spare) if spare.group == group => spare.found.push(found),
            Some(spare) if spare.chance <= chance => self.learn(&found, group),
            _ => {
                let found = vec![found];
                let other = self.spare.replace(Spare { group, chance, found });
                other.into_iter().for_each(|spare| self.learn_all(&spare));
            }
        }
    }

    fn learn_all(&mut self, spare: &Spare) {
        spare.found.iter().for_each(|found| self.learn(found, spare.group));
    }

    fn learn(&mut self, found: &Found, group: u32) {
        let open = mix(found.position.key()) % OPEN_BLOCKS as u64;
        let open = &mut self.open[fold(group) * OPEN_BLOCKS + open as usize];
        push(open, &mut self.data.train, found, group);
    }

    fn hold_out(&mut self, found: Found, group: u32) {
        self.data.counts.held_out += 1;
        push(&mut self.open_held_out, &mut self.data.held_out, &found, group);
        self.data.held_out_positions.push((found.position, found.label));
    }

    pub fn finish(mut self) -> Data {
        if let Some(spare) = self.spare.take() {
            // If (nearly) all positions are one group, it is used for training.
            let is_small = spare.found.len() * 2 <= self.data.counts.taken;
            if is_small {
                spare.found.into_iter().for_each(|found| self.hold_out(found, spare.group));
            } else {
                self.learn_all(&spare);
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

/// Adds a position to an open block; moves it to `full` when complete.
fn push(open: &mut Block, full: &mut Vec<Block>, found: &Found, group: u32) {
    open.push(&found.sample, found.label, group);
    if open.len() >= BLOCK {
        let mut block = std::mem::take(open);
        block.finish();
        full.push(block);
    }
}
