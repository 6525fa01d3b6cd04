//! Wraps the crate pyrrhic-rs.
//!
//! The crate is C translated to Rust: pointers, `static mut` and an `mmap` of each file behind safe functions. Its
//! unchecked requirements are ensured by [`super::Tablebases`]: there is one instance in the process, files are
//! complete (otherwise it would write to standard output, or crash), and no probe needs a missing file (it assumes
//! that every table is present, and if one is not, writes to data that other threads read). A table is mapped under a
//! lock when it is first needed; from then on threads only read.

use std::env;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TBError, TableBases, WdlProbeResult};

use crate::board::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks_east, pawn_attacks_west, rook_attacks,
};
use crate::board::{Bitboard, Color, Move, Piece, Position, Square};

use super::{RootProbe, TablebaseError, Wdl};

/// Piece attacks for the crate.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::index(index as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        let pawn = square(from).bitboard();
        (pawn_attacks_west(pawn, color) | pawn_attacks_east(pawn, color)).0
    }

    fn knight_attacks(from: u64) -> u64 {
        knight_attacks(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        bishop_attacks(square(from), Bitboard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        rook_attacks(square(from), Bitboard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }

    fn king_attacks(from: u64) -> u64 {
        king_attacks(square(from)).0
    }
}

/// The tables of some folders.
pub struct Prober {
    tables: TableBases<Attacks>,
    /// Set after a panic in the crate; disables all further probes.
    is_broken: AtomicBool,
}

impl fmt::Debug for Prober {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prober").finish_non_exhaustive()
    }
}

impl Prober {
    /// Opens the tables of some folders in the notation of [`spelled`].
    pub fn open(folders: &[String]) -> Result<Self, TablebaseError> {
        match TableBases::new(folders.join(":")) {
            Ok(tables) => Ok(Self { tables, is_broken: AtomicBool::new(false) }),
            Err(TBError::AlreadyInitialized) => Err(TablebaseError::InUse),
            Err(_) => Err(TablebaseError::NoTables(String::new())),
        }
    }

    /// Probes the result with a fifty-move counter of 0.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(position);
        let turn = position.stm() == Color::White;
        let ep = en_passant(position);
        let found = self.guarded(|tables| {
            tables.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn)
        })?;
        Some(wdl(found))
    }

    /// Probes the result of each legal move. Must not run while another thread probes.
    pub fn root(&self, position: &Position) -> Option<Vec<RootProbe>> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(position);
        let turn = position.stm() == Color::White;
        let ep = en_passant(position);
        let clock = u32::from(position.halfmove_clock());
        let found = self.guarded(|tables| {
            tables.probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, ep, turn)
        })?;
        let moves = found.moves[..found.num_moves].iter().filter_map(root_move);
        Some(moves.collect())
    }

    /// Calls the crate, which has assertions about the contents of files.
    fn guarded<T>(&self, ask: impl Fn(&TableBases<Attacks>) -> Result<T, TBError>) -> Option<T> {
        if self.is_broken.load(Relaxed) {
            return None;
        }
        let answer = panic::catch_unwind(AssertUnwindSafe(|| ask(&self.tables)));
        if answer.is_err() {
            self.is_broken.store(true, Relaxed);
        }
        answer.ok()?.ok()
    }
}

/// Converts a folder to the crate's notation, if possible: the crate splits its list at colons, so a path must not
/// contain any. The drive of the current folder is left out.
pub fn spelled(folder: &Path) -> Option<String> {
    let current = env::current_dir().unwrap_or_default();
    let text = without_drive(folder.to_str()?, &current.to_string_lossy());
    (!text.contains([':', '\0'])).then(|| text.to_owned())
}

/// Removes the drive of a path if the current folder is on the same one.
pub fn without_drive<'a>(path: &'a str, current: &str) -> &'a str {
    match (path.split_at_checked(2), current.get(..2)) {
        (Some((drive, rest)), Some(here)) if drive.ends_with(':') && drive.eq_ignore_ascii_case(here) => rest,
        _ => path,
    }
}

fn root_move(value: &DtzProbeValue) -> Option<RootProbe> {
    let DtzProbeValue::DtzResult(result) = value else {
        return None;
    };
    Some(RootProbe {
        mv: Move {
            from: square(result.from_square.into()),
            to: square(result.to_square.into()),
            promotion: promotion(result.promotion),
        },
        wdl: wdl(result.wdl),
        dtz: result.dtz.into(),
    })
}

fn sets(position: &Position) -> [u64; 8] {
    [
        position.color(Color::White),
        position.color(Color::Black),
        position.pieces(Piece::King),
        position.pieces(Piece::Queen),
        position.pieces(Piece::Rook),
        position.pieces(Piece::Bishop),
        position.pieces(Piece::Knight),
        position.pieces(Piece::Pawn),
    ]
    .map(|set| set.0)
}

/// The en-passant square as in the crate: 0 for none, which a1 never is.
fn en_passant(position: &Position) -> u32 {
    position.en_passant_square().map_or(0, |square| square as u32)
}

fn wdl(result: WdlProbeResult) -> Wdl {
    match result {
        WdlProbeResult::Loss => Wdl::Loss,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Win => Wdl::Win,
    }
}

fn promotion(piece: pyrrhic_rs::Piece) -> Option<Piece> {
    match piece {
        pyrrhic_rs::Piece::Queen => Some(Piece::Queen),
        pyrrhic_rs::Piece::Rook => Some(Piece::Rook),
        pyrrhic_rs::Piece::Bishop => Some(Piece::Bishop),
        pyrrhic_rs::Piece::Knight => Some(Piece::Knight),
        pyrrhic_rs::Piece::Pawn | pyrrhic_rs::Piece::King => None,
    }
}
