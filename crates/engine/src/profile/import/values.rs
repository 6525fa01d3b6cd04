//! Piece values and phase weights, from lists and from constants.

use std::collections::BTreeMap;

use crate::board::{PIECES, Piece, piece_name};
use crate::profile::Stage;

use super::boards::{Ignored, Numbers, Pair, path};
use super::expression::{Item, Value};
use super::names::{Meaning, meaning};

/// Smallest and largest value of knight, bishop, rook and queen in pawns; numbers of pieces (pawn 1, knight 2, ...) are
/// outside.
const IN_PAWNS: [(f64, f64); 4] = [(2.2, 8.0), (2.2, 8.0), (3.2, 12.0), (5.5, 26.0)];
/// Largest value: the bound of scores in a profile.
const LARGEST: f64 = 30_000.0;
/// Largest phase weight that is taken as such.
const MAX_WEIGHT: f64 = 10_000.0;

/// Piece values of one or both stages.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// Pawn to queen.
    pub values: [Pair; 5],
    /// Where they come from: name and line of each stage.
    pub origin: [(String, u32); 2],
}

/// Everything about values in a file.
#[derive(Debug, Default)]
pub struct FoundValues {
    pub values: Option<Values>,
    /// Phase weights of pawn to queen, with their line.
    pub phase: Option<([f64; 5], u32)>,
    pub notes: Vec<String>,
    pub ignored: Vec<Ignored>,
}

/// A set of values under one name.
struct Set {
    name: String,
    line: u32,
    stage: Option<Stage>,
    values: [Pair; 5],
    /// True if it gives a stage of its own to each number.
    is_pair: bool,
}

/// Finds values in lists and constants.
pub fn find(lists: &[Numbers], constants: &[Item]) -> FoundValues {
    let mut found = FoundValues::default();
    let mut sets: Vec<Set> = Vec::new();
    for list in lists {
        found.sort_list(list, &mut sets);
    }
    sets.extend(of_constants(constants));
    sets.sort_by_key(|set| set.line);
    found.choose(&sets);
    found
}

impl FoundValues {
    fn sort_list(&mut self, list: &Numbers, sets: &mut Vec<Set>) {
        let name = path(&list.steps);
        let said = meaning_of(list);
        let Some((values, note)) = by_piece(list) else {
            self.ignore(list, "its numbers do not belong to the pieces".to_owned());
            return;
        };
        let weights = values.map(|pair| pair[0]);
        if said.is_phase && weights.iter().all(|n| (0.0..=MAX_WEIGHT).contains(n) && n.fract() == 0.0) {
            if self.phase.is_none() && weights[4] > 0.0 {
                self.phase = Some((weights, list.line));
            }
            return;
        }
        if let Some(other) = &said.other {
            self.ignore(list, format!("`{other}` in its name: not piece values"));
        } else if !is_plausible(&values) {
            self.ignore(list, "not the values of pawn, knight, bishop, rook and queen".to_owned());
        } else {
            self.notes.extend(note.map(|note| format!("line {}, `{name}`: {note}", list.line)));
            sets.push(Set { name, line: list.line, stage: said.stage, values, is_pair: list.is_pair });
        }
    }

    /// Reports a list that is named like piece values.
    fn ignore(&mut self, list: &Numbers, reason: String) {
        if meaning_of(list).is_value {
            self.ignored.push(Ignored { name: path(&list.steps), line: list.line, reason });
        }
    }

    /// Chooses the first set of each stage.
    fn choose(&mut self, sets: &[Set]) {
        let of_stage = |stage: Stage| {
            let own = sets.iter().find(|set| set.is_pair || set.stage == Some(stage));
            // A set without a stage counts for the middlegame if there is another one for the endgame.
            own.or_else(|| sets.iter().find(|set| set.stage.is_none())).or_else(|| sets.first())
        };
        let [Some(mg), Some(eg)] = Stage::ALL.map(of_stage) else { return };
        for set in sets {
            let is_used = std::ptr::eq(set, mg) || std::ptr::eq(set, eg);
            if !is_used {
                let reason = format!("piece values were already read from line {}", mg.line);
                self.ignored.push(Ignored { name: set.name.clone(), line: set.line, reason });
            }
        }
        let values = std::array::from_fn(|piece| [mg.values[piece][0], eg.values[piece][1]]);
        let origin = [mg, eg].map(|set| (set.name.clone(), set.line));
        self.values = Some(Values { values, origin });
    }
}

/// What the names around a list say; of two unnamed lists, the first is for the middlegame.
fn meaning_of(list: &Numbers) -> Meaning {
    let mut said = meaning(&path(&list.steps));
    if said.stage.is_none()
        && let Some(step) = list.steps.iter().rev().find(|step| step.of == 2)
    {
        said.stage = Some(Stage::ALL[step.index]);
    }
    said
}

/// Returns the values of pawn to queen, by the keys of a list or by their order, and what was assumed.
fn by_piece(list: &Numbers) -> Option<([Pair; 5], Option<String>)> {
    let said: Vec<Option<Piece>> = list.entries.iter().map(|(name, _)| meaning(name).piece).collect();
    if said.iter().any(Option::is_some) {
        let of = |piece: Piece| {
            let at = said.iter().position(|said| *said == Some(piece))?;
            list.entries.get(at).map(|(_, pair)| *pair)
        };
        let [p, n, b, r, q, _] = PIECES.map(of);
        return Some(([p?, n?, b?, r?, q?], None));
    }
    let entries: Vec<Pair> = list.entries.iter().map(|(_, pair)| *pair).collect();
    let [first, rest @ ..] = &entries[..] else { return None };
    // An entry for an empty square may come first, or last; a pawn without a phase weight is none.
    let has_empty_first = *first == [0.0; 2]
        && match entries.len() {
            6 => in_order(rest).is_some_and(|values| is_plausible(&values)),
            7 | 13 => entries[5] != [0.0; 2],
            _ => false,
        };
    let values = in_order(if has_empty_first { rest } else { &entries })?;
    if entries.len() == 6 && !is_plausible(&values) {
        let reversed: Vec<Pair> = entries.iter().rev().copied().collect();
        let reversed = in_order(&reversed)?;
        if is_plausible(&reversed) {
            let note = "read in the order king, queen, rook, bishop, knight, pawn".to_owned();
            return Some((reversed, Some(note)));
        }
    }
    Some((values, None))
}

/// The first five entries, or every second one where each stands twice, once for each side.
fn in_order(entries: &[Pair]) -> Option<[Pair; 5]> {
    let is_doubled = entries.len() == 12 && (0..6).all(|i| entries[2 * i] == entries[2 * i + 1]);
    let step = if is_doubled { 2 } else { 1 };
    let values: Vec<Pair> = (0..5).map(|i| entries.get(i * step).copied()).collect::<Option<_>>()?;
    values.try_into().ok()
}

/// Returns `true` if numbers can be the values of pawn to queen.
pub fn is_plausible(values: &[Pair; 5]) -> bool {
    (0..2).all(|stage| {
        let [pawn, knight, bishop, rook, queen] = values.map(|pair| pair[stage]);
        let others = [knight, bishop, rook, queen];
        pawn > 0.0
            && others.iter().zip(IN_PAWNS).all(|(n, (low, high))| (low * pawn..=high * pawn).contains(n))
            && knight.max(bishop) < rook
            && rook < queen
            && queen <= LARGEST
    })
}

/// Collects constants such as `PAWN_VALUE = 100` by what their names have in common.
fn of_constants(constants: &[Item]) -> Vec<Set> {
    let mut sets: BTreeMap<String, Partial> = BTreeMap::new();
    for constant in constants {
        let Value::Number(n) = constant.value else { continue };
        let said = meaning(&constant.name);
        let Some(piece) = said.piece.filter(|piece| *piece != Piece::King && said.other.is_none()) else {
            continue;
        };
        let name = constant.name.to_lowercase();
        let pattern = if name.len() == 1 { String::new() } else { name.replacen(piece_name(piece), "*", 1) };
        let new = Partial { values: [None; 5], line: constant.line, stage: said.stage };
        sets.entry(pattern).or_insert(new).values[piece as usize].get_or_insert(n);
    }
    sets.into_iter().filter_map(|(pattern, set)| set.complete(&pattern)).collect()
}

/// Constants whose names have a pattern in common.
struct Partial {
    values: [Option<f64>; 5],
    /// Line of the first.
    line: u32,
    stage: Option<Stage>,
}

impl Partial {
    fn complete(self, pattern: &str) -> Option<Set> {
        let [Some(p), Some(n), Some(b), Some(r), Some(q)] = self.values else { return None };
        let values = [p, n, b, r, q].map(|n| [n, n]);
        let name = if pattern.is_empty() { "P".to_owned() } else { pattern.replace('*', "pawn") };
        let set = Set { name, line: self.line, stage: self.stage, values, is_pair: false };
        is_plausible(&values).then_some(set)
    }
}
