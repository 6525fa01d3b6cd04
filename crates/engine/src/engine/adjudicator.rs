//! Adjudication by Syzygy tablebases.

use std::path::PathBuf;

use thiserror::Error;

use crate::board::{Color, Position};
#[cfg(syzygy)]
use crate::search::{TablebaseError, Tablebases, Wdl};

#[cfg(not(syzygy))]
type Tablebases = std::convert::Infallible;

/// Tablebases for adjudication. A process can open only one set at a time: with an adjudicator, its engines have no
/// tablebases.
#[derive(Debug)]
pub struct TablebaseAdjudicator {
    base: Tablebases,
}

/// Result of a position with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TbResult {
    /// A draw, including those by the fifty-move rule.
    Drawn,
    /// A win for this side.
    WonBy(Color),
}

/// Error: tablebases cannot be used for adjudication.
#[derive(Debug, Error)]
pub enum AdjudicatorError {
    /// The program was built without the feature.
    #[error(
        "this build has no support for Syzygy tables: it needs the feature `syzygy`, and x86-64, macOS or Windows"
    )]
    NotBuilt,
    /// The tablebases cannot be opened.
    #[cfg(syzygy)]
    #[error(transparent)]
    Tables(#[from] TablebaseError),
}

#[cfg(syzygy)]
impl TablebaseAdjudicator {
    /// Opens the tablebases of some folders.
    ///
    /// # Errors
    /// See [`AdjudicatorError`].
    pub fn open(folders: &[PathBuf]) -> Result<Self, AdjudicatorError> {
        let base = Tablebases::open(folders)?;
        Ok(Self { base })
    }

    /// Describes the tablebases found.
    pub fn summary(&self) -> String {
        self.base.summary()
    }

    /// Returns the result of a position, if the tables know it. Wins are certain only if the fifty-move counter is 0,
    /// as after a capture or pawn move; draws are certain in any case.
    pub fn ending(&self, position: &Position) -> Option<TbResult> {
        let stm = position.stm();
        match self.base.wdl(position)? {
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Some(TbResult::Drawn),
            _ if position.halfmove_clock() > 0 => None,
            Wdl::Win => Some(TbResult::WonBy(stm)),
            Wdl::Loss => Some(TbResult::WonBy(!stm)),
        }
    }
}

/// Stand-in for builds without tablebases; cannot be constructed.
#[cfg(not(syzygy))]
impl TablebaseAdjudicator {
    /// Fails.
    ///
    /// # Errors
    /// [`AdjudicatorError::NotBuilt`]
    pub fn open(_: &[PathBuf]) -> Result<Self, AdjudicatorError> {
        Err(AdjudicatorError::NotBuilt)
    }

    /// Describes the tablebases found.
    pub fn summary(&self) -> String {
        match self.base {}
    }

    pub fn ending(&self, _: &Position) -> Option<TbResult> {
        match self.base {}
    }
}
