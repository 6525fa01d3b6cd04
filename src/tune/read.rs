//! From files to counted positions: which are left out, which are set aside, and how many of each.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use super::chunks::{Chunk, Chunks};
use super::labels::{self, Label, Views};
use super::loss::Mix;
use super::quiet::Quiet;
use super::samples::{BLOCK, Block, Counter, Sample};
use crate::arena::{LineFault, PgnGame, PgnReader};
use crate::board::{Color, Position};
use crate::eval::Weights;
use crate::profile::diagnostic::one_line;

/// Positions are spread over so many open blocks by chance, so that those of one game do not stay together.
const OPEN_BLOCKS: usize = 256;
/// Positions are set aside at least so many at a time, and whole games where the numbers of their moves tell games apart:
/// what was learnt from one position of a game would be known of the others.
const GROUP: usize = 32;
/// So many of the positions that are set aside are kept as they are, for the evaluator itself to look at.
const MOST_CHECKED: usize = 20_000;

/// Why positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// It is no text.
    #[error("{0}: this looks compressed or binary, not like text; a compressed file must be unpacked first")]
    Binary(String),
    /// It ended before what was its end when it was opened.
    #[error("{0}: the file has become shorter while it was read")]
    Shrunk(String),
    /// A line of it says nothing that can be used.
    #[error("{file}:{line}: {message} (--skip-faulty leaves such lines and games out)")]
    Fault {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It was broken off.
    #[error("interrupted while reading")]
    Interrupted,
}

/// Which positions are taken.
#[derive(Debug, Clone)]
pub struct Settings {
    /// For whom labels count.
    pub views: Views,
    /// So many half-moves of each game are left out, counted by the number of the move.
    pub skip_plies: u32,
    /// Whether a score is enough where there is no result.
    pub score_is_enough: bool,
    /// Whether captures are played out first.
    pub resolve: bool,
    /// Whether a position may count more than once.
    pub keep_duplicates: bool,
    /// Whether faulty lines and games are left out.
    pub skip_faulty: bool,
    /// So many positions are enough.
    pub most: usize,
    /// The part of the positions that is set aside: 0 to 1.
    pub held_out: f64,
    /// What chance depends on.
    pub seed: u64,
    /// How many threads count.
    pub threads: usize,
}

/// How many positions there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Met in the files.
    pub read: usize,
    /// Games they come from, where they do.
    pub games: usize,
    /// Left out: within the first half-moves of a game.
    pub book: usize,
    /// Left out: without a result, or with neither result nor score where scores alone are enough.
    pub unlabelled: usize,
    /// Left out: in check, or the game is over.
    pub in_check: usize,
    /// Left out: captures lead to a check, so nothing is quiet.
    pub unquiet: usize,
    /// Left out: met before.
    pub duplicates: usize,
    /// Lines and games that could not be read.
    pub faulty: usize,
    /// Taken, those that are set aside among them.
    pub taken: usize,
    /// Set aside.
    pub held_out: usize,
}

impl Counts {
    /// How many were left out, and why.
    pub fn left_out(&self) -> [(usize, &'static str); 5] {
        [
            (self.book, "at the beginning of a game"),
            (self.unlabelled, "without a result"),
            (self.in_check, "in check or over"),
            (self.unquiet, "not to be calmed down"),
            (self.duplicates, "met before"),
        ]
    }

    fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.games += other.games;
        self.book += other.book;
        self.unlabelled += other.unlabelled;
        self.in_check += other.in_check;
        self.unquiet += other.unquiet;
        self.faulty += other.faulty;
    }
}

/// Counted positions.
#[derive(Debug, Default)]
pub struct Data {
    /// To learn from.
    pub train: Vec<Block>,
    /// Set aside.
    pub held_out: Vec<Block>,
    /// Some of those set aside, as they are.
    pub checked: Vec<(Position, Label)>,
    /// How many there were of each kind.
    pub counts: Counts,
    /// Depends on all positions that were taken, their labels and their order.
    pub fingerprint: u64,
}

impl Data {
    /// Memory of the counted positions; bytes.
    pub fn bytes(&self) -> usize {
        self.train.iter().chain(&self.held_out).map(Block::bytes).sum()
    }

    /// What is known of the positions to learn from; at most so many of them.
    pub fn labels(&self, most: usize) -> Vec<Label> {
        self.train
            .iter()
            .flat_map(Block::labels)
            .copied()
            .take(most)
            .collect()
    }

    /// Turns all that is known of positions into what the model is to say.
    pub fn set_targets(&mut self, mix: &Mix) {
        for block in self.train.iter_mut().chain(&mut self.held_out) {
            block.set_targets(|label| mix.target(label));
        }
    }
}

/// A position that may be taken.
struct Found {
    position: Position,
    /// The number of the move at which it was met.
    fullmove: u16,
    label: Label,
    sample: Sample,
}

/// What a piece of a file has come to.
#[derive(Default)]
struct Counted {
    found: Vec<Found>,
    counts: Counts,
    faults: Vec<LineFault>,
}

/// Reads and counts. `tell` hears of the progress now and then; `is_stopped` may end it.
///
/// # Errors
/// See [`DataError`].
///
/// # Panics
/// If the operating system refuses a thread.
pub fn read(
    files: &[PathBuf],
    settings: &Settings,
    counter: &Counter,
    weights: &Arc<Weights>,
    tell: &mut dyn FnMut(&Counts),
    is_stopped: &dyn Fn() -> bool,
) -> Result<Data, DataError> {
    let mut chunks = Chunks::new(files.to_vec())?;
    let mut quiet: Vec<Quiet> = (0..settings.threads.max(1))
        .map(|_| Quiet::new(Arc::clone(weights)))
        .collect();
    let mut gathering = Gathering::new(settings);
    loop {
        let some: Vec<Chunk> = chunks.by_ref().take(quiet.len()).collect::<Result<_, _>>()?;
        if some.is_empty() || gathering.is_full() {
            break;
        }
        let counted: Vec<Counted> = thread::scope(|scope| {
            let workers: Vec<_> = some
                .iter()
                .zip(&mut quiet)
                .map(|(chunk, quiet)| scope.spawn(|| count(chunk, settings, counter, quiet)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("counting does not panic"))
                .collect()
        });
        for (chunk, counted) in some.iter().zip(counted) {
            if let (Some(fault), false) = (counted.faults.first(), settings.skip_faulty) {
                return Err(DataError::Fault {
                    file: chunk.file.display().to_string(),
                    line: fault.line,
                    message: printable(&fault.message),
                });
            }
            gathering.take(counted);
        }
        tell(&gathering.data.counts);
        if is_stopped() {
            return Err(DataError::Interrupted);
        }
    }
    Ok(gathering.finish())
}

/// A message that may have anything of a file in it, as a terminal can show it, and no longer than a person would read.
fn printable(message: &str) -> String {
    const LONGEST: usize = 300;
    let line = one_line(message);
    match line.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}...", &line[..cut]),
        None => line,
    }
}

fn count(chunk: &Chunk, settings: &Settings, counter: &Counter, quiet: &mut Quiet) -> Counted {
    let mut counted = Counted::default();
    if chunk.is_pgn {
        for game in PgnReader::new(&chunk.text, chunk.line, None) {
            match game {
                Ok(game) if game.has_two_results => counted.faults.push(LineFault {
                    line: game.line,
                    message: "the tags of this game tell another result than its end".to_owned(),
                }),
                Ok(game) => count_game(&game, settings, counter, quiet, &mut counted),
                Err(fault) => counted.faults.push(fault),
            }
        }
    } else {
        for (line, text) in (chunk.line..).zip(chunk.text.lines()) {
            match labels::read(text, settings.views) {
                Ok(None) => {}
                Ok(Some((position, label))) => {
                    counted.add(position, label, settings, counter, quiet);
                }
                Err(message) => counted.faults.push(LineFault { line, message }),
            }
        }
    }
    counted.counts.faulty = counted.faults.len();
    counted
}

fn count_game(
    game: &PgnGame,
    settings: &Settings,
    counter: &Counter,
    quiet: &mut Quiet,
    counted: &mut Counted,
) {
    counted.counts.games += 1;
    let result = game.result.map(labels::result_value);
    for ((position, _), score) in game.game.played().zip(&game.scores) {
        let is_black = position.stm() == Color::Black;
        let ply = 2 * (u32::from(position.fullmove_number()).max(1) - 1) + u32::from(is_black);
        if ply < settings.skip_plies {
            counted.counts.read += 1;
            counted.counts.book += 1;
            continue;
        }
        let score = score.map(|score| if is_black { -score as f32 } else { score as f32 });
        counted.add(
            position.clone(),
            Label { result, score },
            settings,
            counter,
            quiet,
        );
    }
}

impl Counted {
    fn add(
        &mut self,
        position: Position,
        label: Label,
        settings: &Settings,
        counter: &Counter,
        quiet: &mut Quiet,
    ) {
        self.counts.read += 1;
        if label.result.is_none() && !(settings.score_is_enough && label.score.is_some()) {
            self.counts.unlabelled += 1;
            return;
        }
        if position.in_check() || !position.has_legal_move() {
            self.counts.in_check += 1;
            return;
        }
        let fullmove = position.fullmove_number();
        let position = if settings.resolve {
            quiet.leaf(&position)
        } else {
            position
        };
        if position.in_check() || !position.has_legal_move() {
            self.counts.unquiet += 1;
            return;
        }
        let sample = counter.count(&position);
        self.found.push(Found {
            position,
            fullmove,
            label,
            sample,
        });
    }
}

/// Positions on their way into blocks.
struct Gathering<'a> {
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
}

impl Group {
    /// The number of the group that the next position belongs to. A new game begins where moves are numbered from an
    /// earlier one; positions without numbers all stand at the first.
    fn next(&mut self, fullmove: u16) -> u64 {
        let is_new_game = fullmove < self.fullmove || fullmove <= 1;
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
    fn new(settings: &'a Settings) -> Self {
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

    fn is_full(&self) -> bool {
        self.data.counts.taken >= self.settings.most
    }

    fn take(&mut self, counted: Counted) {
        self.data.counts.add(&counted.counts);
        for found in counted.found {
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

    fn finish(mut self) -> Data {
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
