//! The positions on which profiles disagree most.

use std::collections::HashSet;
use std::sync::Arc;

use crate::hello;
use crate::look;
use crate::profiles::Loaded;
use crate::protocol::compare::{Disagreement, Disagreements};
use temperament_coaching::position::disagreement::Ranking;
use temperament_coaching::review::annotate::numbered_line;
use temperament_engine::board::{Position, notation};
use temperament_engine::escape::one_line;
use temperament_engine::input::without_marks;
use temperament_matches::arena::PgnReader;

/// Maximum number of positions that are evaluated.
const MOST_EVALUATED: usize = 10_000;
/// Maximum number of positions that are returned.
const MOST_LISTED: usize = 50;
/// Maximum number of errors that are returned.
const MOST_ERRORS: usize = 20;

/// FEN and name.
type Name = (String, String);

/// Compares profiles on different positions of a text.
struct Search<'a> {
    ranking: Ranking<'a, Name>,
    seen: HashSet<u64>,
    errors: Vec<String>,
}

/// The positions of a text, or of the test positions, with the largest differences.
pub fn disagreements(profiles: &[Arc<Loaded>], text: Option<&str>) -> Disagreements {
    let mut search = Search {
        ranking: Ranking::new(profiles.iter().map(|loaded| &loaded.sides).collect(), MOST_LISTED),
        seen: HashSet::new(),
        errors: Vec::new(),
    };
    match text {
        None => search.add_test_positions(),
        Some(text) if is_list(text) => search.add_list(text),
        Some(text) => search.add_games(text),
    }
    let has_more = search.is_full();
    let found = search.ranking.into_list().into_iter().map(|((fen, name), found)| Disagreement {
        fen,
        name,
        pawns: found.centipawns.iter().map(|&cp| f64::from(cp) / 100.0).collect(),
        difference: f64::from(found.difference().abs()) / 100.0,
        between: found.between,
        terms: found.terms.into_iter().map(|(key, centipawns)| (key, centipawns / 100.0)).collect(),
    });
    Disagreements {
        positions: found.collect(),
        evaluated: search.seen.len(),
        errors: search.errors,
        has_more,
    }
}

/// The lines of a list that are not empty or comments, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = without_marks(text).lines().map(str::trim);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Returns `true` for a list of positions, `false` for games.
fn is_list(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, line)| look::position(line).is_ok())
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.seen.len() >= MOST_EVALUATED || self.errors.len() >= MOST_ERRORS
    }

    fn add(&mut self, position: &Position, name: impl FnOnce() -> String) {
        if self.seen.insert(position.key()) {
            self.ranking.add(position, || (position.fen(notation::is_chess960(position)), name()));
        }
    }

    fn add_test_positions(&mut self) {
        for listed in hello::positions() {
            if let Ok(position) = look::position(&listed.fen) {
                self.add(&position, || listed.name);
            }
        }
    }

    fn add_list(&mut self, text: &str) {
        for (number, line) in lines(text) {
            if self.is_full() {
                return;
            }
            match look::position(line) {
                Ok(position) => self.add(&position, String::new),
                Err(failure) => self.errors.push(format!("line {number}: {}", failure.message)),
            }
        }
    }

    fn add_games(&mut self, text: &str) {
        let games = PgnReader::new(without_marks(text), 1, Some(look::MOST_MOVES));
        for (number, read) in (1..).zip(games) {
            match read {
                Ok(read) => {
                    for (position, mv) in read.game.played() {
                        if self.is_full() {
                            return;
                        }
                        let name = || format!("game {number}, after {}", numbered_line(position, &[mv], 1));
                        self.add(&position.after(mv), name);
                    }
                }
                Err(error) => self.errors.push(format!("line {}: {}", error.line, one_line(&error.message))),
            }
            if self.is_full() {
                return;
            }
        }
    }
}
