//! Syzygy tables: the exact result of every position with few pieces.
//!
//! A table is used only if all tables that a capture or promotion can lead to are present, so that no probe ends at a
//! missing file; and a folder only if every table in it is valid, because the prober chooses freely among its files.

pub mod files;
mod header;
pub mod material;
pub mod prober;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use thiserror::Error;

use crate::board::{COLORS, Move, Position};

use files::Found;
use material::Material;
use prober::Prober;

/// Maximum number of pieces of any table, including kings.
pub const MAX_PIECES: u32 = 7;

/// Error: no tables can be used.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// No table is usable. Problems by folder, each preceded by a semicolon.
    #[error("no usable tables{0}")]
    NoTables(String),
    /// Another engine of this process uses the tables.
    #[error("the tables are in use by another engine of this process")]
    InUse,
}

/// Result of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The same without the fifty-move rule.
    pub fn without_fifty_move_rule(self) -> Self {
        match self {
            Self::BlessedLoss => Self::Loss,
            Self::CursedWin => Self::Win,
            other => other,
        }
    }

    /// The same for the other side.
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// A move of a position in the tables.
#[derive(Debug, Clone, Copy)]
pub struct RootProbe {
    pub mv: Move,
    /// Its result for the mover, the fifty-move counter included.
    pub wdl: Wdl,
    /// Plies from before the move to the next capture or pawn move with best play; 0 if drawn. It can be one
    /// too low.
    pub dtz: i32,
}

/// The tables of some folders.
#[derive(Debug)]
pub struct Tablebases {
    prober: Prober,
    /// Material of the usable tables, and the same with sides exchanged.
    wdl: HashSet<Material>,
    /// Those of them with distances (DTZ).
    dtz: HashSet<Material>,
    largest: u32,
    summary: String,
}

impl Tablebases {
    /// Looks for tables in folders. A process can have only one instance; drop the previous one first.
    ///
    /// # Errors
    /// See [`TablebaseError`]. If any table is usable, problems with other folders or files are listed in
    /// [`Tablebases::summary`].
    pub fn open(folders: &[PathBuf]) -> Result<Self, TablebaseError> {
        let found = files::find(folders);
        let faults: String = found.faults.iter().map(|fault| format!("; {fault}")).collect();
        let wdl = closed(&found);
        let Some(largest) = wdl.iter().map(|m| m.pieces()).max() else {
            return Err(TablebaseError::NoTables(faults));
        };
        let dtz: Vec<Material> = found.dtz.into_iter().filter(|m| wdl.contains(m)).collect();
        Ok(Self {
            prober: Prober::open(&found.folders)?,
            largest,
            summary: format!(
                "{} tables of up to {largest} pieces, {} with distances{faults}",
                wdl.len(),
                dtz.len()
            ),
            wdl: both_sides(wdl),
            dtz: both_sides(dtz),
        })
    }

    /// Describes the tables found, in a sentence.
    pub fn summary(&self) -> String {
        self.summary.clone()
    }

    /// Maximum number of pieces of the usable tables, kings included.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Probes the result of a position with a fifty-move counter of 0; `None` if no table has it.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        if !self.may_have(position) {
            return None;
        }
        let material = Material::of(position);
        if material.pieces() == 2 {
            return Some(Wdl::Draw);
        }
        self.wdl.contains(&material).then(|| self.prober.wdl(position))?
    }

    /// Probes the result of each legal move; `None` without a distance table. Must not run while another thread
    /// probes.
    pub fn root(&self, position: &Position) -> Option<Vec<RootProbe>> {
        let has_it = self.may_have(position) && self.dtz.contains(&Material::of(position));
        has_it.then(|| self.prober.root(position))?
    }

    /// Returns `true` if a table may have the position; tables do not cover castling.
    fn may_have(&self, position: &Position) -> bool {
        position.occupied().len() <= self.largest && !COLORS.iter().any(|&c| position.can_ever_castle(c))
    }
}

/// Returns the found tables whose successors are all found, too.
pub fn closed(found: &Found) -> HashSet<Material> {
    let there: HashSet<Material> = both_sides(found.wdl.iter().copied());
    let mut known = HashMap::new();
    found.wdl.iter().copied().filter(|&m| is_closed(m, &there, &mut known)).collect()
}

fn is_closed(material: Material, there: &HashSet<Material>, known: &mut HashMap<Material, bool>) -> bool {
    if material.pieces() == 2 {
        return true;
    }
    if let Some(&answer) = known.get(&material) {
        return answer;
    }
    let answer = there.contains(&material)
        && material.successors().into_iter().all(|after| is_closed(after, there, known));
    known.insert(material, answer);
    answer
}

fn both_sides(all: impl IntoIterator<Item = Material>) -> HashSet<Material> {
    all.into_iter().flat_map(|m| [m, m.mirrored()]).collect()
}
