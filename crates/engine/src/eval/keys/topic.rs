//! Topics: what a chess player calls the subject of a key. Every key with values has one in its row.

use super::Entry;

/// The subject of a key, in a player's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Piece values, the bishop pair and imbalances.
    Material,
    /// Pawn structure and the squares of pawns.
    Pawns,
    PassedPawns,
    /// Squares and tasks of knights, bishops, rooks and queens.
    Pieces,
    /// Number of squares that pieces can move to.
    Mobility,
    /// Attacked pieces.
    Threats,
    /// Room behind the pawns.
    Space,
    /// Shelter of the king and attacks on it.
    KingSafety,
    /// The square of the king, and driving a bare king to the edge.
    King,
    /// The right to move.
    Tempo,
    /// What the profile defines itself; settings, which count nothing, have it too.
    Custom,
    /// Corrections of the sum: chances to win, drawish endings.
    Drawishness,
}

/// All topics, in the order of a textbook.
pub const TOPICS: [Topic; 12] = [
    Topic::Material,
    Topic::Pawns,
    Topic::PassedPawns,
    Topic::Pieces,
    Topic::Mobility,
    Topic::Threats,
    Topic::Space,
    Topic::KingSafety,
    Topic::King,
    Topic::Tempo,
    Topic::Custom,
    Topic::Drawishness,
];

impl Topic {
    pub fn of(entry: &Entry) -> Self {
        entry.decl.topic
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Pawns => "pawns",
            Self::PassedPawns => "passed pawns",
            Self::Pieces => "piece placement",
            Self::Mobility => "mobility",
            Self::Threats => "threats",
            Self::Space => "space",
            Self::KingSafety => "king safety",
            Self::King => "king's place",
            Self::Tempo => "right to move",
            Self::Custom => "custom terms",
            Self::Drawishness => "drawishness",
        }
    }

    /// Returns `true` if its rows correct the sum of both sides and are no merit of one side.
    pub const fn corrects_sum(self) -> bool {
        matches!(self, Self::Drawishness)
    }

    /// Returns `true` if a side has earned what its rows come to: not by its turn, nor by a correction of the sum.
    pub const fn is_merit(self) -> bool {
        !self.corrects_sum() && !matches!(self, Self::Tempo)
    }
}
