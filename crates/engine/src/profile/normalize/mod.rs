//! Puts a profile into one convention without changing its decisions.
//!
//! - 100 units are a pawn, in both stages: `phase.endgame_divisor` becomes part of the endgame numbers. Scaled numbers
//!   have a decimal, since whole ones would change evaluations by several units.
//! - Constants that may stand in several keys ([`REDUNDANCIES`]) go to the piece values, and those that are equal for both
//!   sides vanish: tables and counts are deviations from their mean over given positions. The weight of a position is
//!   its share of the stage, so middlegame means are those of middlegames.
//! - Imbalances count from an average army.

mod rounding;

use crate::board::{PIECES, Piece, Position};
use crate::eval::keys::imbalance::{self, FROM_AVERAGE};
use crate::eval::keys::redundancy::{OncePer, REDUNDANCIES, Redundancy, ZeroAt};
use crate::eval::keys::{self, Choice, Entry, Group, Kind, Slot, Unit, entries, material, phase, units};
use crate::eval::{CENTIPAWNS, Split, Values, evaluate};
use crate::terms::{TableRef, Term};

use super::decimal::Number;
use super::{NAME, Profile, Provenance, is_read};
use rounding::Counts;

/// Decimals of scaled scores.
const DECIMALS: f64 = 1.0;
/// Tolerated difference of a pawn from [`CENTIPAWNS`], in units.
const TOLERANCE: f64 = 0.01;
/// Weight of an entry that occurs in no position: then all entries count alike.
const UNSEEN: f64 = 1e-9;

/// Maximum error of an entry of a linear table, in steps: that of rounding one number.
const MOST_ERROR: f64 = 0.5;

const WORTHLESS: Choice = material::LONE_MINOR.option("worthless");
const BY_MATERIAL: Choice = phase::MODEL.option("material");
const ONE_STAGE: Choice = phase::MODEL.option("none");

/// A normalised profile.
#[derive(Debug, Clone)]
pub struct Normalized {
    pub profile: Profile,
    /// Units of the new profile per unit of the old one.
    pub factor: f64,
    /// Keys whose constants must stay where they are, each with the reason.
    pub kept: Vec<(String, &'static str)>,
}

/// Differences of evaluations over positions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Differences {
    /// The largest, in units of the new profile.
    pub largest: f64,
    pub mean: f64,
}

/// Normalises a profile. The means of tables are those over the positions.
///
/// # Errors
/// A message: the key whose numbers become too large, or that the unit cannot change, since expressions compare piece
/// values with numbers.
pub fn normalize(profile: &Profile, positions: &[Position]) -> Result<Normalized, String> {
    let weights = profile.compile();
    let pawn = weights.pawn() / f64::from(weights.resolution());
    let divisor = weights.phase().endgame_divisor();
    let factor = f64::from(CENTIPAWNS) / pawn;
    let is_scaled = (pawn - f64::from(CENTIPAWNS)).abs() > TOLERANCE || divisor != 1.0;
    let scores: Vec<_> = profile.values.scores.iter().map(|pair| pair.map(f64::from)).collect();
    let mut normalizer = Normalizer {
        values: profile.values.clone(),
        counts: Counts::new(&weights, positions, &scores),
        scores,
        kept: Vec::new(),
    };
    if is_scaled && compares_piece_values(&profile.values) {
        return Err("custom terms compare the piece values with numbers, so the unit must stay".to_owned());
    }
    if is_scaled {
        normalizer.scale(factor, divisor);
    }
    normalizer.centre_imbalances();
    for redundancy in REDUNDANCIES {
        normalizer.fix(redundancy);
    }
    let kept = std::mem::take(&mut normalizer.kept);
    let values = normalizer.rounded()?;
    let mut result = Profile { values, ..profile.clone() };
    note_changes(&profile.values, &mut result);
    Ok(Normalized { profile: result, factor: if is_scaled { factor } else { 1.0 }, kept })
}

impl Normalized {
    /// Compares the evaluations of positions before and after.
    pub fn differences(&self, before: &Profile, positions: &[Position]) -> Differences {
        let (old, new) = (before.compile_both(), self.profile.compile_both());
        let difference = |position: &Position| {
            let [old, new] = [&old, &new].map(|profile| {
                let weights = profile.of(position.stm());
                weights.units(evaluate(weights, position))
            });
            (old * self.factor - new).abs()
        };
        let all: Vec<f64> = positions.iter().map(difference).collect();
        Differences {
            largest: all.iter().copied().fold(0.0, f64::max),
            mean: all.iter().sum::<f64>() / all.len().max(1) as f64,
        }
    }
}

/// Returns `true` if expressions of the profile read its piece values.
fn compares_piece_values(values: &Values) -> bool {
    let terms = values.terms().map_or(&[][..], |terms| terms.program().terms());
    terms.iter().flat_map(Term::tables).any(TableRef::is_piece_value)
}

struct Normalizer {
    values: Values,
    /// The scores, in steps of the new profile.
    scores: Vec<[f64; 2]>,
    /// What counts in the positions.
    counts: Counts,
    kept: Vec<(String, &'static str)>,
}

impl Normalizer {
    /// Changes the unit: each pawn becomes [`CENTIPAWNS`], and endgame numbers are divided by `divisor`.
    fn scale(&mut self, factor: f64, divisor: f64) {
        let before = f64::from(self.values.resolution());
        let numbers = &mut self.values.numbers;
        numbers[units::DECIMALS] = DECIMALS;
        numbers[units::PAWN] = f64::from(CENTIPAWNS);
        numbers[units::DISPLAY] = (numbers[units::DISPLAY] * factor * 10.0).round() / 10.0;
        numbers[phase::ENDGAME_DIVISOR] = 1.0;
        numbers[keys::draw::VALUE] = (numbers[keys::draw::VALUE] * factor).round() + 0.0;
        for at in [keys::king::EDGE_BELOW, phase::ENDGAME_BELOW] {
            // Sums were whole steps: the middle between two of them is the limit that rounding affects least.
            if numbers[at] == 0.0 {
                continue;
            }
            let limit = ((numbers[at] * before).ceil() - 0.5) / before;
            numbers[at] = (limit * factor * 10.0).round() / 10.0;
        }
        let steps = factor * f64::from(self.values.resolution()) / before;
        let own = self.values.custom_entries().to_vec();
        for entry in entries().chain(own).filter(is_score) {
            for at in entry.slot().into_iter().flat_map(range) {
                let [mg, eg] = self.scores[at];
                self.scores[at] = [mg * steps, eg * steps / divisor];
            }
        }
    }

    /// Counts imbalances from an average army.
    fn centre_imbalances(&mut self) {
        let shares = PIECES.map(|piece| (piece, crate::eval::imbalance::average_shares(piece)));
        let is_unused = |(slot, _): &(Slot, i32)| self.scores[slot.offset] == [0.0; 2];
        if self.values.is(FROM_AVERAGE) || shares.iter().all(|(_, of)| of.iter().all(is_unused)) {
            return;
        }
        for (piece, shares) in &shares {
            let slots = shares.iter().map(|(slot, _)| *slot).chain(self.holders(*piece, None));
            if let Some(reason) = self.obstacle(slots, &[]) {
                self.kept.push((format!("{}.*", imbalance::SECTION.name), reason));
                return;
            }
        }
        for (piece, shares) in shares {
            let of_stage = |stage| {
                let parts = shares.iter().map(|(slot, n)| self.scores[slot.offset][stage] * f64::from(*n));
                parts.sum::<f64>()
            };
            let constant = [of_stage(0), of_stage(1)];
            for slot in self.holders(piece, None) {
                self.add(slot, constant);
            }
        }
        self.values.choices[FROM_AVERAGE.ordinal] = FROM_AVERAGE.option;
    }

    /// Fixes the constant of a redundancy.
    fn fix(&mut self, redundancy: &Redundancy) {
        let constant = match redundancy.zero_at {
            ZeroAt::Mean => self.mean(redundancy.keys),
            ZeroAt::Key(slot) => self.scores[slot.offset],
        };
        if constant == [0.0; 2] {
            return;
        }
        let holders = match redundancy.once_per {
            OncePer::Piece(piece) => self.holders(piece, redundancy.keys.first().copied()),
            OncePer::PassedPawn => vec![keys::passed_pawns::BY_RANK],
            OncePer::Side => Vec::new(),
        };
        let slots = redundancy.keys.iter().copied().chain(holders.iter().copied());
        if let Some(reason) = self.obstacle(slots, redundancy.keys) {
            self.kept.extend(redundancy.keys.iter().map(|slot| (entry(*slot).key(), reason)));
            return;
        }
        for slot in redundancy.keys {
            self.add(*slot, constant.map(|n| -n));
        }
        for slot in holders {
            self.add(slot, constant);
        }
    }

    /// The keys that hold the value of a piece: a table of `from` moves its constant to them.
    fn holders(&self, piece: Piece, from: Option<Slot>) -> Vec<Slot> {
        let mut holders = vec![material::BY_PIECE[piece as usize]];
        // A worthless lone piece loses its value, but not what its tables give it.
        if self.values.is(WORTHLESS) && from != Some(material::KNIGHT_BY_PAWN_COUNT) {
            match piece {
                Piece::Knight => holders.push(material::LONE_KNIGHT),
                Piece::Bishop => holders.push(material::LONE_BISHOP),
                _ => {}
            }
        }
        holders
    }

    /// Returns why no constant can move between these keys, if so; the first ones are those it moves from.
    fn obstacle(&self, slots: impl Iterator<Item = Slot>, from: &[Slot]) -> Option<&'static str> {
        let factors = |slot: Slot| {
            let split = self.values.splits.iter().find(|split| split.slot == slot);
            split.map_or([[1.0; 2]; 2], |Split { own, their, .. }| [*own, *their])
        };
        let slots: Vec<Slot> = slots.collect();
        if slots.iter().any(|slot| factors(*slot) != factors(slots[0])) {
            return Some("it and the piece value have different factors for the two sides");
        }
        let is_value = |slot: &Slot| material::BY_PIECE.contains(slot);
        let is_summed = |slot: &Slot| entry(*slot).decl.groups == [Group::Psqt];
        let is_edge = range(keys::king::EDGE).any(|at| self.scores[at] != [0.0; 2]);
        // From the squares of a piece to its value.
        let keeps_sums =
            !from.is_empty() && from.iter().all(is_summed) && slots[from.len()..].iter().any(is_value);
        if slots.iter().any(is_value) && compares_piece_values(&self.values) {
            Some("custom terms compare the piece values")
        } else if self.values.is(BY_MATERIAL) && slots.iter().any(is_value) {
            Some("`phase.model` reads the piece values")
        } else if is_edge && slots.iter().any(is_summed) && !keeps_sums {
            Some("`king.edge` reads the piece values")
        } else {
            None
        }
    }

    /// The mean of all entries of some keys, in whole steps.
    fn mean(&self, keys: &[Slot]) -> [f64; 2] {
        let entries = || keys.iter().flat_map(|slot| read_entries(*slot));
        [0, 1].map(|stage| {
            let weight = |at: usize| self.counts.occurrences(at)[self.stage_of_mean(stage)] + UNSEEN;
            let weights: f64 = entries().map(weight).sum();
            let mean = entries().map(|at| weight(at) * self.scores[at][stage]).sum::<f64>() / weights;
            // Rounding moves a mean a little: a normalised table stays as it is.
            if mean.abs() <= 1.0 { 0.0 } else { mean.round() }
        })
    }

    /// The stage whose positions count for a mean. The endgame numbers of a profile with one stage mean nothing: they
    /// stay equal to the others.
    fn stage_of_mean(&self, stage: usize) -> usize {
        if self.values.is(ONE_STAGE) { 0 } else { stage }
    }

    fn add(&mut self, slot: Slot, constant: [f64; 2]) {
        for at in read_entries(slot) {
            self.scores[at] = [0, 1].map(|stage| self.scores[at][stage] + constant[stage]);
        }
    }

    /// Returns the values with rounded scores.
    fn rounded(mut self) -> Result<Values, String> {
        let own = self.values.custom_entries().to_vec();
        let scores: Vec<Entry> = entries().chain(own).filter(is_score).collect();
        for entry in &scores {
            self.round_linear(entry);
        }
        let ranges: Vec<_> = scores.iter().filter_map(Entry::slot).map(range).collect();
        rounding::round(&mut self.scores, &ranges, &self.counts);
        let most = f64::from(Unit::Score.bounds_in_steps(self.values.resolution()).1);
        for (entry, range) in scores.iter().zip(ranges) {
            let all = self.scores[range].iter().flatten();
            if let Some(n) = all.copied().find(|n| n.abs() > most) {
                let [n, most] = [n, most].map(|n| Number::new(n as i32, self.values.resolution()));
                return Err(format!("`{}` becomes {n}; allowed are -{most} to {most}", entry.key()));
            }
        }
        check_numbers(&self.values)?;
        self.values.scores = self.scores.iter().map(|pair| pair.map(|n| n as i32)).collect();
        Ok(self.values)
    }

    /// Rounds a linear table so that it remains linear, if no entry moves by more than rounding it alone would.
    fn round_linear(&mut self, entry: &Entry) {
        let (Kind::Values(shape, _), Some(slot)) = (entry.decl.kind, entry.slot()) else {
            return;
        };
        if !shape.is_linear() {
            return;
        }
        for stage in 0..2 {
            let table: Vec<f64> = range(slot).map(|at| self.scores[at][stage]).collect();
            // The table of a custom term may have one entry, and then has no step.
            let &[first, second, ..] = &table[..] else { return };
            let (step, middle) = (second - first, (table.len() - 1) as f64 / 2.0);
            let is_linear = table.windows(2).all(|w| (w[1] - w[0] - step).abs() < TOLERANCE);
            let error = step - step.round();
            let start = (first + error * middle).round();
            let rounded = |i: usize| start + step.round() * i as f64;
            if is_linear && (0..table.len()).all(|i| (rounded(i) - table[i]).abs() <= MOST_ERROR) {
                for (i, at) in range(slot).enumerate() {
                    self.scores[at][stage] = rounded(i);
                }
            }
        }
    }
}

/// Refuses scaled settings that are out of bounds.
fn check_numbers(values: &Values) -> Result<(), String> {
    for entry in entries() {
        let Kind::Number { default, min, max, words, .. } = entry.decl.kind else { continue };
        let n = values.numbers[entry.offset];
        let is_allowed =
            n == default || (min..=max).contains(&n) || words.iter().any(|(_, value)| *value == n);
        if !is_allowed {
            return Err(format!("`{}` becomes {n}; allowed are {min} to {max}", entry.key()));
        }
    }
    Ok(())
}

fn is_score(entry: &Entry) -> bool {
    matches!(entry.decl.kind, Kind::Values(_, Unit::Score))
}

fn range(slot: Slot) -> std::ops::Range<usize> {
    slot.offset..slot.offset + slot.len
}

/// The indices of the values of a key that are ever read.
fn read_entries(slot: Slot) -> impl Iterator<Item = usize> {
    let key = entry(slot).key();
    range(slot).filter(move |at| is_read(&key, at - slot.offset))
}

/// The declaration of a key.
fn entry(slot: Slot) -> Entry {
    entries().find(|entry| entry.slot() == Some(slot)).expect("slots are those of keys")
}

/// Updates which keys the profile sets: those that have changed, unless they have their default now.
fn note_changes(before: &Values, profile: &mut Profile) {
    let default = Values::default();
    let (values, given) = (&profile.values, &mut profile.given);
    let Some(location) = given.iter().find(|g| g.key == NAME).map(|g| g.location.clone()) else {
        return;
    };
    for entry in entries() {
        let at = entry.offset;
        let same = |a: &Values, b: &Values| match entry.decl.kind {
            Kind::Values(shape, _) => a.scores[at..at + shape.len()] == b.scores[at..at + shape.len()],
            Kind::Choice(_) => a.choices[at] == b.choices[at],
            Kind::Number { .. } => a.numbers[at] == b.numbers[at],
            Kind::Text | Kind::Lines => true,
        };
        if same(before, values) {
            continue;
        }
        given.retain(|given| given.entry.key() != entry.key());
        if !same(&default, values) {
            let (key, location) = (entry.key(), location.clone());
            given.push(Provenance { entry, key, location, scaled: Vec::new(), kept: None });
        }
    }
    given.sort_by_cached_key(|given| super::keys::rank(&given.key));
}
