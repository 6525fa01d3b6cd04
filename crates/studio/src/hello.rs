//! What the page needs at its start.

use super::Studio;
use super::protocol::studio::{Hello, TestPosition};

/// One position per line: FEN, semicolon, name.
const POSITIONS: &str = include_str!("positions.txt");

impl Studio {
    /// What the page needs at its start.
    pub(super) fn hello(&self) -> Hello {
        Hello {
            version: env!("CARGO_PKG_VERSION"),
            first: self.first.clone(),
            profiles: self.profiles.list(),
            positions: positions(),
        }
    }
}

pub(super) fn positions() -> Vec<TestPosition> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let position = |line: &str| {
        let (fen, name) = line.split_once(';')?;
        Some(TestPosition { name: name.trim().to_owned(), fen: fen.to_owned() })
    };
    lines.filter_map(position).collect()
}
