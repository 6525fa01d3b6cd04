//! A match that the page starts: its id, the names of its players, and the command line that plays the same.

use temperament_engine::profile::is_name;

use super::protocol::matches::{Limit, Openings, Start};
use super::protocol::{Failure, ProfileRef};

/// Maximum number of matches of the same two profiles.
const MOST_NAMESAKES: usize = 10_000;

/// An id for a match that `is_free`.
///
/// # Errors
/// If there is none.
pub fn free_id(start: &Start, is_free: impl Fn(&str) -> bool) -> Result<String, Failure> {
    let (a, b) = (&start.a.name, &start.b.name);
    let mut ids = (1..=MOST_NAMESAKES).map(|number| format!("{a}-{b}-{number}"));
    let free = ids.find(|id| is_free(id));
    free.filter(|id| is_name(id)).ok_or_else(|| Failure::new("the names of the profiles are too long"))
}

/// The names of the players, if they differ.
pub fn names(start: &Start) -> [Option<String>; 2] {
    let name = |profile: &ProfileRef| match &profile.text {
        Some(_) => format!("{} (edited)", profile.name),
        None => profile.name.clone(),
    };
    let [a, b] = [name(&start.a), name(&start.b)];
    if a == b { [None, None] } else { [Some(a), Some(b)] }
}

/// The limit as an option: its name and value.
pub fn limit(start: &Start) -> (&'static str, String) {
    match &start.limit {
        Limit::Nodes(nodes) => ("nodes", nodes.to_string()),
        Limit::Depth(depth) => ("depth", depth.to_string()),
        Limit::Movetime(milliseconds) => ("movetime", milliseconds.to_string()),
        Limit::Tc(control) => ("tc", control.clone()),
        Limit::Elo(elo) => ("elo", elo.to_string()),
    }
}

/// The name of the openings.
pub fn openings(start: &Start) -> &'static str {
    match start.openings {
        Openings::Balanced => "balanced",
        Openings::Unbalanced => "unbalanced",
    }
}

/// The words of the command line after `temper match`, for copies of the profiles.
pub fn arguments(start: &Start, [a, b]: [String; 2]) -> Vec<String> {
    let mut words = vec![a, b];
    let names = ["a", "b"].into_iter().zip(names(start));
    words.extend(names.filter_map(|(side, name)| Some(format!("--{side}-name={}", name?))));
    words.push(format!("--games={}", start.games));
    let (option, value) = limit(start);
    words.push(format!("--{option}={value}"));
    words.push(format!("--openings={}", openings(start)));
    words.extend(start.own_book.then(|| "--own-book".to_owned()));
    words.extend(start.seed.map(|seed| format!("--seed={seed}")));
    words.extend(
        start.sprt.iter().flat_map(|[elo0, elo1]| [format!("--elo0={elo0}"), format!("--elo1={elo1}")]),
    );
    words
}
