//! Groups of keys: the function that counts a key, and the dependencies of those counts.
//!
//! The evaluator skips work and caches results by these dependencies. Each key names its group in its row of the
//! table; every set below follows from the table.

/// Dependencies of the counts of a group, and where they are cached, as bits.
pub mod inputs {
    /// One piece and its square: folded into the piece-square tables and updated incrementally.
    pub const PSQT: u32 = 1;
    /// Pawns alone: kept in the pawn cache.
    pub const PAWNS: u32 = 1 << 1;
    /// Pawns and the squares of the kings: kept in the king cache.
    pub const KINGS: u32 = 1 << 2;
    /// The number of pieces of each kind: kept in the material cache.
    pub const MATERIAL: u32 = 1 << 3;
    /// The side to move or the kings, without a look at other pieces.
    pub const CHEAP: u32 = 1 << 4;
    /// The whole board.
    pub const BOARD: u32 = 1 << 5;
    /// The attacks of all pieces.
    pub const ATTACKS: u32 = 1 << 6;
    /// An attack map: attacks by kind of piece, squares attacked twice, pins.
    pub const MAP: u32 = 1 << 7;
    /// Applied to the sum of all other terms.
    pub const SCALING: u32 = 1 << 8;
    /// Reads a pawn entry, whatever else it depends on.
    pub const PAWN_ENTRY: u32 = 1 << 9;
    /// Counted only in the full evaluator: simple profiles run a smaller one without these keys.
    pub const FULL: u32 = 1 << 10;
}

use inputs::{ATTACKS, BOARD, CHEAP, FULL, KINGS, MAP, MATERIAL, PAWN_ENTRY, PAWNS, PSQT, SCALING};

/// The function that counts a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Piece values, piece-square tables and other functions of a single piece and its square.
    Psqt,
    PawnStructure,
    /// Phalanx, support and opposition of pawns.
    PawnConnections,
    /// Pawn terms that depend on the squares ahead of pawns.
    PawnAdvances,
    PassedPawns,
    /// Passed pawns by file, connected passed pawns, candidates.
    PassedRelations,
    /// Passed pawns and kings.
    PassedKings,
    /// Heavy pieces behind passed pawns.
    PassedPieces,
    /// Control of the path of passed pawns.
    PassedControl,
    /// The path of passed pawns in detail.
    PassedPaths,
    Tempo,
    /// Target squares for kings of nearly bare sides.
    KingEdge,
    Castled,
    /// The pawn shield of the king.
    Shield,
    /// Shelter and storm by file.
    Shelter,
    /// Attacks on the flank of the king.
    KingFlank,
    /// Piece values by the number of pawns.
    Material,
    BishopPair,
    Imbalance,
    /// Supported knights and outposts.
    Knights,
    /// Own pawns beside bishops.
    Bishops,
    /// Minor pieces behind pawns.
    Minors,
    /// Outposts of bishops, and outposts within reach.
    Outposts,
    BishopQuality,
    /// Rooks and queens on files and on the seventh rank.
    Files,
    /// Rooks on the file of a queen, trapped rooks.
    Rooks,
    /// Queens under an x-ray.
    ExposedQueen,
    Pins,
    /// X-rays on the king.
    XRays,
    /// Distances to the kings.
    KingTropism,
    Mobility,
    /// Mobility towards targets and through pieces.
    MobilityTargets,
    Threats,
    ThreatsOnQueen,
    Space,
    /// The score of the king attack.
    KingAttack,
    /// Units and weights of the king attack, counted with its score.
    KingAttackUnits,
    /// More units of the king attack.
    KingUnits,
    /// Winning chances (initiative).
    Winnable,
    /// Scale factors of drawish material.
    Drawish,
}

impl Group {
    pub(super) const fn is_in(self, groups: &[Self]) -> bool {
        let mut i = 0;
        while i < groups.len() {
            if groups[i] as u8 == self as u8 {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The dependencies of its counts: bits of [`inputs`].
    pub const fn inputs(self) -> u32 {
        use Group as G;
        match self {
            G::Psqt => PSQT,
            G::PawnStructure | G::PassedPawns => PAWNS | PAWN_ENTRY,
            G::PawnConnections | G::PassedRelations => PAWNS | PAWN_ENTRY | FULL,
            G::PassedKings | G::Shield => KINGS | PAWN_ENTRY,
            G::Shelter => KINGS | PAWN_ENTRY | FULL,
            G::Winnable => KINGS | PAWN_ENTRY | SCALING | FULL,
            G::Drawish => SCALING | FULL,
            G::Material => MATERIAL,
            G::Imbalance => MATERIAL | FULL,
            G::Tempo | G::KingEdge => CHEAP,
            G::PassedPieces | G::Knights | G::Files => BOARD | PAWN_ENTRY,
            G::PassedControl => ATTACKS | PAWN_ENTRY,
            G::KingAttack => ATTACKS,
            G::PawnAdvances
            | G::Castled
            | G::BishopPair
            | G::Bishops
            | G::XRays
            | G::KingTropism
            | G::Mobility
            | G::MobilityTargets
            | G::KingAttackUnits => BOARD,
            G::PassedPaths | G::Outposts | G::Rooks => MAP | PAWN_ENTRY | FULL,
            G::KingFlank
            | G::Minors
            | G::BishopQuality
            | G::ExposedQueen
            | G::Pins
            | G::Threats
            | G::ThreatsOnQueen
            | G::Space
            | G::KingUnits => MAP | FULL,
        }
    }
}

/// Returns `true` if the counts of any of some groups depend on any of these inputs.
pub(super) const fn depend_on(groups: &[Group], inputs: u32) -> bool {
    let mut i = 0;
    while i < groups.len() {
        if groups[i].inputs() & inputs != 0 {
            return true;
        }
        i += 1;
    }
    false
}
