//! The grammar of score values: numbers, pairs, lists, `{ mg, eg }` and `{ start, step }`. A number in quotes with a
//! sign, such as `"+10"`, is an offset: it is added to the inherited number in its place.

mod number;

use crate::eval::keys::{Shape, Unit};

use super::Previous;
use super::decimal::Number;
use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::keys;
use super::node::{Field, Node, Table, Value, is_of_lists};
use super::number_mistakes::{corrected_sign, factor_hint};
use super::shape::{entry_words, list_words};
use super::source::Location;

/// Maximum absolute value of start and step of a linear table; its entries have the bounds of their unit.
pub(super) const MAX_LINEAR: i32 = 1_000_000;
/// Keys of the two numbers of a pair.
const STAGES: [&str; 2] = super::Stage::NAMES;
/// Keys of a linear table.
const LINEAR: [&str; 2] = ["start", "step"];

/// The values that a file gives to a key.
pub(super) struct Reading {
    /// One pair [mg, eg] per entry of the shape, in steps.
    pub pairs: Vec<Pair>,
    /// What becomes of the previous numbers, by stage.
    pub previous: [Previous; 2],
}

/// Reads the value of a key with scores: one pair [mg, eg] per entry of its shape. `before` are the previous values, to
/// which offsets are added, and which stay if only one of `mg` and `eg` is given; `None` if there are none. Scores are
/// returned in steps of 1 / `resolution`. Adds diagnostics, the first few of each key in full.
pub(super) fn read(
    key: &str,
    (shape, unit): (Shape, Unit),
    node: &Node,
    resolution: i32,
    before: Option<&[Pair]>,
    diagnostics: &mut Diagnostics,
) -> Option<Reading> {
    let resolution = if unit == Unit::Score { resolution } else { 1 };
    let mut reader = Reader { key, shape, unit, resolution, diagnostics, found: 0, last: None };
    let changes = reader.value(node);
    let reading =
        changes.filter(|_| reader.found == 0).and_then(|changes| reader.apply(node, &changes, before));
    if let Some(location) = reader.last.take() {
        let more = reader.found - Reader::LISTED;
        let message = format!("{more} more entries of `{key}` are wrong");
        reader.diagnostics.add(|| Diagnostic::error(location, message).key(key));
    }
    reading
}

/// Returns `true` for a number or an offset.
pub(super) fn is_number(node: &Node) -> bool {
    node.number().is_some() || offset(node).is_some()
}

/// Returns the number of an offset: a number with a sign, in quotes.
pub(super) fn offset(node: &Node) -> Option<f64> {
    let Value::Text(text) = &node.value else {
        return None;
    };
    let digits = text.strip_prefix(['+', '-'])?;
    let is_decimal = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse().ok().filter(|n: &f64| is_decimal && n.is_finite())
}

/// What a number of a file does with the number in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Replaces it.
    To(i32),
    /// Is added to it.
    By(i32),
    /// It stays.
    Kept,
}

type Changes = [Change; 2];

/// The numbers of a pair that are being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Pairs, or single numbers for both stages.
    Both,
    /// Single numbers: inside `mg = ...` or `eg = ...`.
    Single,
}

struct Reader<'a> {
    key: &'a str,
    shape: Shape,
    unit: Unit,
    /// Steps per unit.
    resolution: i32,
    diagnostics: &'a mut Diagnostics,
    /// Number of errors found.
    found: usize,
    /// Location of the last unlisted error.
    last: Option<Location>,
}

type Pair = [i32; 2];

impl Reader<'_> {
    /// Maximum number of errors listed per key: a wrong table often has sixty-four.
    const LISTED: usize = 4;

    fn error(&mut self, location: &Location, message: String, hint: Option<String>) {
        self.found += 1;
        if self.found > Self::LISTED {
            self.last = Some(location.clone());
            return;
        }
        let key = self.key;
        self.diagnostics.add(|| {
            let diagnostic = Diagnostic::error(location.clone(), message).key(key);
            match hint {
                Some(hint) => diagnostic.hint(hint),
                None => diagnostic,
            }
        });
    }

    fn value(&mut self, node: &Node) -> Option<Vec<Changes>> {
        match &node.value {
            Value::Table(table) if table.0.iter().any(|f| STAGES.contains(&f.key.as_str())) => {
                self.stages(table)
            }
            _ => self.table(node, Stage::Both),
        }
    }

    /// Reads `{ mg = ..., eg = ... }`, each a whole table; an omitted one stays as it was.
    fn stages(&mut self, table: &Table) -> Option<Vec<Changes>> {
        for field in &table.0 {
            if STAGES.contains(&field.key.as_str()) {
                continue;
            }
            if keys::nearest_part(&field.key, &STAGES).is_some() {
                self.unknown_part(field, Stage::Both);
            } else {
                let message = format!("{} cannot stand beside `mg` and `eg`", quoted(&field.key));
                let hint = "inside `mg` and `eg` a list or { start = ..., step = ... } may stand";
                self.error(&field.location, message, Some(hint.to_owned()));
            }
        }
        let kept = vec![[Change::Kept; 2]; self.shape.len()];
        let mut side = |name| match table.get(name) {
            Some(node) => self.table(node, Stage::Single),
            None => Some(kept.clone()),
        };
        let (mg, eg) = (side("mg"), side("eg"));
        // A single number was read into both halves.
        Some(mg?.iter().zip(&eg?).map(|(mg, eg)| [mg[0], eg[1]]).collect())
    }

    fn table(&mut self, node: &Node, stage: Stage) -> Option<Vec<Changes>> {
        match &node.value {
            _ if is_number(node) => {
                let n = self.number(node, self.unit.bounds_in_steps(self.resolution))?;
                Some(vec![[n, n]; self.shape.len()])
            }
            Value::Table(table) => self.linear(node, table, stage),
            Value::List(list) => self.list(node, list, stage),
            _ => self.wrong_type(node, stage),
        }
    }

    fn wrong_type<T>(&mut self, node: &Node, stage: Stage) -> Option<T> {
        let message = format!("`{}` takes {}, found {}", self.key, self.wanted(stage), node.found());
        let hint = self.string_hint(node);
        self.error(&node.location, message, hint);
        None
    }

    /// Suggestion for a string that is not an offset.
    fn string_hint(&self, node: &Node) -> Option<String> {
        let Value::Text(text) = &node.value else {
            return None;
        };
        let sign = corrected_sign(text).map(|(_, number)| format!("write {number}"));
        sign.or_else(|| factor_hint(self.key, text)).or_else(|| node.unquote_hint())
    }

    /// Describes the allowed values of a key.
    fn wanted(&self, stage: Stage) -> String {
        match (self.shape, stage) {
            (Shape::One, Stage::Both) => list_words(self.shape),
            (Shape::One, Stage::Single) => "one number in each of `mg` and `eg`".to_owned(),
            (shape, Stage::Both) => {
                format!("a number, a pair [middlegame, endgame] or {}", list_words(shape))
            }
            (shape, Stage::Single) => format!("a number or {} in each of `mg` and `eg`", list_words(shape)),
        }
    }

    fn list(&mut self, node: &Node, list: &[Node], stage: Stage) -> Option<Vec<Changes>> {
        let is_pair = list.len() == 2
            && match self.shape {
                Shape::One => !is_of_lists(list),
                _ => list.iter().all(is_number),
            };
        match self.shape {
            _ if is_pair && stage == Stage::Both => {
                let pair = self.entry(node, stage)?;
                Some(vec![pair; self.shape.len()])
            }
            Shape::One => self.wrong_type(node, stage),
            Shape::BySquare => self.squares(node, list, stage),
            shape => {
                let mirrored = shape == Shape::ByFile && list.len() == 4;
                if !mirrored && !(shape.least_len()..=shape.len()).contains(&list.len()) {
                    return self.wrong_length(node, stage);
                }
                let mut entries = self.entries(list, stage)?;
                if mirrored {
                    entries.extend_from_within(..);
                    entries[4..].reverse();
                }
                entries.resize(shape.len(), *entries.last()?);
                Some(entries)
            }
        }
    }

    fn wrong_length<T>(&mut self, node: &Node, stage: Stage) -> Option<T> {
        let Value::List(list) = &node.value else {
            return self.wrong_type(node, stage);
        };
        let message = format!("`{}` takes {}, found {}", self.key, list_words(self.shape), list.len());
        let hint = match stage {
            Stage::Both => "a single number or pair stands for all",
            Stage::Single => "a single number stands for all",
        };
        self.error(&node.location, message, Some(hint.to_owned()));
        None
    }

    fn entries(&mut self, list: &[Node], stage: Stage) -> Option<Vec<Changes>> {
        // Reads all entries before failing, so that all errors are found.
        let entries: Vec<_> = list.iter().map(|n| self.entry(n, stage)).collect();
        entries.into_iter().collect()
    }

    /// Reads eight rows of eight with rank 8 on top, or 64 entries in that order; returns a1 to h8.
    fn squares(&mut self, node: &Node, list: &[Node], stage: Stage) -> Option<Vec<Changes>> {
        let from_top = if list.len() == 64 {
            self.entries(list, stage)?
        } else if list.len() == 8 {
            let rows: Vec<_> =
                (1..=8).rev().zip(list).map(|(rank, row)| self.row(rank, row, stage)).collect();
            rows.into_iter().collect::<Option<Vec<_>>>()?.concat()
        } else {
            return self.wrong_length(node, stage);
        };
        Some((0..64).map(|square| from_top[square ^ 56]).collect())
    }

    fn row(&mut self, rank: usize, node: &Node, stage: Stage) -> Option<Vec<Changes>> {
        match &node.value {
            Value::List(row) if row.len() == 8 => self.entries(row, stage),
            _ => {
                let found = match &node.value {
                    Value::List(row) => row.len().to_string(),
                    _ => node.found(),
                };
                let message =
                    format!("the row of rank {rank} of `{}` has 8 entries, found {found}", self.key);
                self.error(&node.location, message, None);
                None
            }
        }
    }

    /// Reads one number or pair.
    fn entry(&mut self, node: &Node, stage: Stage) -> Option<Changes> {
        self.bounded_entry(node, stage, self.unit.bounds_in_steps(self.resolution))
    }

    fn bounded_entry(&mut self, node: &Node, stage: Stage, bounds: (i32, i32)) -> Option<Changes> {
        match &node.value {
            _ if is_number(node) => self.number(node, bounds).map(|n| [n, n]),
            Value::List(pair) if pair.len() == 2 && stage == Stage::Both => {
                let (mg, eg) = (self.number(&pair[0], bounds), self.number(&pair[1], bounds));
                Some([mg?, eg?])
            }
            _ => {
                let wanted = match stage {
                    Stage::Both => "a number or a pair [middlegame, endgame]",
                    Stage::Single => "a number, inside `mg` and `eg`",
                };
                let message = format!("an entry of `{}` is {wanted}, found {}", self.key, node.found());
                let hint = self.string_hint(node);
                self.error(&node.location, message, hint);
                None
            }
        }
    }

    /// Reads `{ start = X, step = Y }`: start + step * index.
    fn linear(&mut self, node: &Node, table: &Table, stage: Stage) -> Option<Vec<Changes>> {
        if table.0.is_empty() {
            return self.wrong_type(node, stage);
        }
        let before = self.found;
        for field in &table.0 {
            if !LINEAR.contains(&field.key.as_str()) {
                self.unknown_part(field, stage);
            }
        }
        if self.found > before {
            return None;
        }
        if !self.shape.is_linear() {
            let message = format!("`{}` cannot grow by steps; it takes {}", self.key, self.wanted(stage));
            self.error(&node.location, message, None);
            return None;
        }
        let bounds = (-MAX_LINEAR, MAX_LINEAR);
        let start = table.get("start").map(|start| self.bounded_entry(start, stage, bounds));
        let Some(step) = table.get("step") else {
            let message = format!("`step` is missing from the value of `{}`", self.key);
            self.error(&node.location, message, Some("write { start = ..., step = ... }".to_owned()));
            return None;
        };
        let step = self.bounded_entry(step, stage, bounds);
        self.grow(node, start.unwrap_or_else(|| step.map(|step| step.map(Change::zero)))?, step?)
    }

    fn grow(&mut self, node: &Node, start: Changes, step: Changes) -> Option<Vec<Changes>> {
        let mut entries = Vec::with_capacity(self.shape.len());
        for i in 0..self.shape.len() {
            let index = self.shape.first_index() + i as i32;
            // No overflow: at most 1,000,000 * 100.
            let changes = [0, 1].map(|s| match (start[s], step[s]) {
                (Change::To(start), Change::To(step)) => Some(Change::To(start + step * index)),
                (Change::By(start), Change::By(step)) => Some(Change::By(start + step * index)),
                _ => None,
            });
            let [Some(mg), Some(eg)] = changes else {
                let message =
                    format!("`start` and `step` of `{}` are both numbers or both offsets", self.key);
                self.error(&node.location, message, None);
                return None;
            };
            entries.push([mg, eg]);
        }
        Some(entries)
    }

    /// Applies changes to the previous values, and checks the results.
    fn apply(&mut self, node: &Node, changes: &[Changes], before: Option<&[Pair]>) -> Option<Reading> {
        let has_offset = changes.iter().flatten().any(|change| matches!(change, Change::By(_)));
        if before.is_none() && has_offset {
            let message = format!("`{}` has no inherited value that an offset could be added to", self.key);
            let hint =
                offset(node).map_or("write numbers without quotes".to_owned(), |n| format!("write {n}"));
            self.error(&node.location, message, Some(hint));
            return None;
        }
        let (min, max) = self.unit.bounds_in_steps(self.resolution);
        let mut pairs = Vec::with_capacity(changes.len());
        for (i, changes) in changes.iter().enumerate() {
            let before = before.map_or([0, 0], |before| before[i]);
            let pair = [0, 1].map(|s| match changes[s] {
                Change::To(n) => n,
                // No overflow: both are far below the limits of the type.
                Change::By(n) => before[s] + n,
                Change::Kept => before[s],
            });
            if let Some(n) = pair.into_iter().find(|n| !(min..=max).contains(n)) {
                let entry = entry_words(self.shape, i);
                let [n, min, max] = [n, min, max].map(|n| Number::new(n, self.resolution));
                let message = format!("`{}` becomes {n} for {entry}; allowed are {min} to {max}", self.key);
                self.error(&node.location, message, None);
                return None;
            }
            pairs.push(pair);
        }
        let previous = [0, 1].map(|s| self.previous(changes.iter().map(|changes| changes[s])));
        Some(Reading { pairs, previous })
    }

    /// Summarises the changes of one stage.
    fn previous(&self, mut changes: impl Iterator<Item = Change> + Clone) -> Previous {
        let first = changes.clone().next();
        let is_uniform = changes.clone().all(|change| Some(change) == first);
        match first {
            Some(Change::Kept) => Previous::Kept,
            Some(Change::By(n)) if is_uniform => Previous::AddedTo(Some(Number::new(n, self.resolution))),
            _ if changes.any(|change| matches!(change, Change::By(_))) => Previous::AddedTo(None),
            _ => Previous::Replaced,
        }
    }

    fn unknown_part(&mut self, field: &Field, stage: Stage) {
        let known: &[&str] = match (self.shape.is_linear(), stage) {
            (true, Stage::Both) => &[STAGES, LINEAR].concat(),
            (true, Stage::Single) => &LINEAR,
            (false, Stage::Both) => &STAGES,
            (false, Stage::Single) => &[],
        };
        let message = format!("a value of `{}` has no part {}", self.key, quoted(&field.key));
        let parts = self.parts(stage);
        let hint = match keys::nearest_part(&field.key, known) {
            Some(nearest) => {
                format!("did you mean `{nearest}`? As in {}", parts.trim_start_matches("write "))
            }
            None => parts,
        };
        self.error(&field.location, message, Some(hint));
    }

    /// Describes the allowed fields in braces.
    fn parts(&self, stage: Stage) -> String {
        let stages = "{ mg = ..., eg = ... }";
        let linear = "{ start = ..., step = ... }";
        match (self.shape.is_linear(), stage) {
            (false, Stage::Both) => format!("write {stages}"),
            (false, Stage::Single) => "write a number or a list".to_owned(),
            (true, Stage::Both) => format!("write {stages} or {linear}"),
            (true, Stage::Single) => format!("write {linear}"),
        }
    }
}

impl Change {
    /// No change of the same kind.
    fn zero(self) -> Self {
        match self {
            Self::To(_) => Self::To(0),
            Self::By(_) | Self::Kept => Self::By(0),
        }
    }
}
