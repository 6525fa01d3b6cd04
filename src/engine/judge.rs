//! Endgame tables that say how games end, for those who play no further once that is known.

use std::path::PathBuf;

use thiserror::Error;

use crate::board::{Color, Position};
#[cfg(feature = "syzygy")]
use crate::search::{TablebaseError, Tablebases, Wdl};

#[cfg(not(feature = "syzygy"))]
type Tablebases = std::convert::Infallible;

/// Endgame tables. A process has one set at a time: with a judge, no engine of it can have tables.
#[derive(Debug)]
pub struct TableJudge {
    base: Tablebases,
}

/// How a game ends if nobody errs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foregone {
    /// In a draw, be it by the fifty-move rule.
    Drawn,
    /// With a win for this side.
    WonBy(Color),
}

/// Why there is no judge.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The program was built without the feature.
    #[error(
        "this build knows no endgame tables; `cargo build --release --features syzygy` makes one that does, on x86-64"
    )]
    NotBuilt,
    /// There are no tables.
    #[cfg(feature = "syzygy")]
    #[error(transparent)]
    Tables(#[from] TablebaseError),
}

#[cfg(feature = "syzygy")]
impl TableJudge {
    /// Takes the tables of some folders.
    ///
    /// # Errors
    /// See [`JudgeError`].
    pub fn open(folders: &[PathBuf]) -> Result<Self, JudgeError> {
        let base = Tablebases::open(folders)?;
        Ok(Self { base })
    }

    /// What was found, as a sentence for the user.
    pub fn summary(&self) -> String {
        self.base.summary()
    }

    /// How the game ends from a position, as far as the tables know. Their wins are certain only where the clock of the
    /// fifty-move rule stands at 0, which it does when a capture or pawn move has led to the position; that neither
    /// side wins is certain in any case.
    pub fn ending(&self, position: &Position) -> Option<Foregone> {
        let stm = position.stm();
        match self.base.wdl(position)? {
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Some(Foregone::Drawn),
            _ if position.halfmove_clock() > 0 => None,
            Wdl::Win => Some(Foregone::WonBy(stm)),
            Wdl::Loss => Some(Foregone::WonBy(!stm)),
        }
    }
}

/// There is no such judge, which the compiler can see.
#[cfg(not(feature = "syzygy"))]
impl TableJudge {
    /// Fails.
    ///
    /// # Errors
    /// [`JudgeError::NotBuilt`]
    pub fn open(_: &[PathBuf]) -> Result<Self, JudgeError> {
        Err(JudgeError::NotBuilt)
    }

    /// What was found.
    pub fn summary(&self) -> String {
        match self.base {}
    }

    /// How the game ends from a position.
    pub fn ending(&self, _: &Position) -> Option<Foregone> {
        match self.base {}
    }
}
