//! Loads positions from files, filters and counts them.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use super::chunks::{Chunk, Chunks};
use super::data::{Counts, Data, DataError, Found, Settings};
use super::gathering::Gathering;
use super::labels::{self, Label};
use super::samples::Counter;
use crate::arena::{LineError, PgnGame, PgnReader};
use temperament_engine::board::{Color, Position};
use temperament_engine::escape;
use temperament_engine::eval::Weights;
use temperament_engine::search::qsearch_leaf::LeafSearch;

/// Maximum length of a message about file contents, in characters.
const LONGEST_MESSAGE: usize = 300;

/// Result of a chunk.
#[derive(Default)]
struct Counted {
    found: Vec<Found>,
    counts: Counts,
    faults: Vec<LineError>,
}

/// Loads and counts all positions. Calls `on_progress` from time to time with the progress; stops when `is_stopped` returns
/// `true`.
///
/// # Errors
/// See [`DataError`].
///
/// # Panics
/// If the operating system refuses a thread.
pub fn load(
    files: &[PathBuf],
    settings: &Settings,
    counter: &Counter,
    weights: &Arc<Weights>,
    on_progress: &mut dyn FnMut(&Counts),
    is_stopped: &dyn Fn() -> bool,
) -> Result<Data, DataError> {
    let mut chunks = Chunks::new(files.to_vec())?;
    let mut quiet: Vec<LeafSearch> =
        (0..settings.threads.max(1)).map(|_| LeafSearch::new(Arc::clone(weights))).collect();
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
            workers.into_iter().map(|worker| worker.join().expect("counting does not panic")).collect()
        });
        for (chunk, counted) in some.iter().zip(counted) {
            if let (Some(fault), false) = (counted.faults.first(), settings.skip_faulty) {
                return Err(DataError::Fault {
                    file: chunk.file.display().to_string(),
                    line: fault.line,
                    message: escape::bounded(&fault.message, LONGEST_MESSAGE),
                });
            }
            gathering.take(&counted.counts, counted.found);
        }
        on_progress(gathering.counts());
        if is_stopped() {
            return Err(DataError::Interrupted);
        }
    }
    Ok(gathering.finish())
}

fn count(chunk: &Chunk, settings: &Settings, counter: &Counter, quiet: &mut LeafSearch) -> Counted {
    let mut counted = Counted::default();
    if chunk.is_pgn {
        for game in PgnReader::new(&chunk.text, chunk.line, None) {
            match game {
                Ok(game) if game.has_two_results => counted.faults.push(LineError {
                    line: game.line,
                    message: "the tag Result of this game contradicts its end".to_owned(),
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
                Err(message) => counted.faults.push(LineError { line, message }),
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
    quiet: &mut LeafSearch,
    counted: &mut Counted,
) {
    counted.counts.games += 1;
    let result = game.result.map(labels::result_value);
    for ((position, _), text) in game.game.played().zip(&game.moves) {
        let is_black = position.stm() == Color::Black;
        let ply = 2 * (u32::from(position.fullmove_number()).max(1) - 1) + u32::from(is_black);
        if ply < settings.skip_plies {
            counted.counts.read += 1;
            counted.counts.book += 1;
            continue;
        }
        let score = text.score.map(|score| if is_black { -score as f32 } else { score as f32 });
        counted.add(position.clone(), Label { result, score }, settings, counter, quiet);
    }
}

impl Counted {
    fn add(
        &mut self,
        position: Position,
        label: Label,
        settings: &Settings,
        counter: &Counter,
        quiet: &mut LeafSearch,
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
        let position = if settings.resolve { quiet.leaf(&position) } else { position };
        if position.in_check() || !position.has_legal_move() {
            self.counts.unquiet += 1;
            return;
        }
        let sample = counter.count(&position);
        self.found.push(Found { position, fullmove, label, sample });
    }
}
