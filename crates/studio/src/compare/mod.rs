//! The view Compare: several profiles on a position, and where they disagree most.

mod positions;

use std::sync::Arc;

use temperament_coaching::position::verdict::verdict;
use temperament_coaching::position::{Explained, KeyWorth};
use temperament_engine::board::Position;

use super::look;
use super::profiles::Loaded;
use super::protocol::compare::{Compared, Group, Request, Response, Row};
use super::protocol::{Failure, ProfileRef};
use super::session::Session;

/// Maximum number of profiles.
const MOST_PROFILES: usize = 6;

/// Answers a request of the view.
pub(super) fn handle(session: &Session, request: Request) -> Result<Response, Failure> {
    Ok(match request {
        Request::Position { profiles, fen } => {
            Response::Compared(compare(&load(session, &profiles)?, &look::position(&fen)?))
        }
        Request::Positions { profiles, text } => {
            let loaded = load(session, &profiles)?;
            Response::Disagreements(positions::disagreements(&loaded, text.as_deref()))
        }
    })
}

fn load(session: &Session, profiles: &[ProfileRef]) -> Result<Vec<Arc<Loaded>>, Failure> {
    if !(2..=MOST_PROFILES).contains(&profiles.len()) {
        return Err(Failure::new(format!("2 to {MOST_PROFILES} profiles can be compared")));
    }
    let load = |profile: &ProfileRef| {
        let loaded = session.studio().profiles.load(profile);
        loaded.map_err(|failure| Failure {
            message: format!("{}: {}", profile.name, failure.message),
            ..failure
        })
    };
    profiles.iter().map(load).collect()
}

fn compare(profiles: &[Arc<Loaded>], position: &Position) -> Compared {
    let mut compared =
        Compared { pawns: Vec::new(), verdicts: Vec::new(), versions: Vec::new(), groups: Vec::new() };
    let zeros = || vec![0.0; profiles.len()];
    let weights = profiles.iter().map(|loaded| loaded.sides.of(position.stm()));
    let mut all: Vec<_> = weights.map(|weights| Explained::new(weights, position)).collect();
    if !all.iter().all(Explained::takes_over_corrections) {
        // The same key has to mean the same in each column.
        all = all.into_iter().map(Explained::for_comparison).collect();
    }
    for (index, (loaded, explained)) in profiles.iter().zip(all).enumerate() {
        compared.pawns.push(explained.pawns());
        compared.verdicts.push(verdict(position, explained.pawns()));
        compared.versions.push(loaded.version.clone());
        for group in explained.topics() {
            let title = group.topic.title();
            let new = || Group { title, values: zeros(), rows: Vec::new() };
            let merged = find_or_add(&mut compared.groups, |other| other.title == title, new);
            merged.values[index] = group.sum.difference();
            for KeyWorth { entry, pawns, .. } in group.keys {
                let (key, meaning) = (entry.key(), entry.decl.meaning);
                let new = || Row { key: key.clone(), meaning, values: zeros() };
                let row = find_or_add(&mut merged.rows, |other| other.key == key, new);
                row.values[index] = pawns.difference();
            }
        }
    }
    for group in &mut compared.groups {
        group.rows.sort_by(|a, b| spread(&b.values).total_cmp(&spread(&a.values)));
    }
    compared.groups.sort_by(|a, b| spread(&b.values).total_cmp(&spread(&a.values)));
    compared
}

/// The matching element, or a new one at the end.
fn find_or_add<T>(list: &mut Vec<T>, matches: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let found = list.iter().position(matches);
    let index = found.unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[index]
}

/// Largest value minus smallest.
fn spread(values: &[f64]) -> f64 {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    largest - smallest
}
