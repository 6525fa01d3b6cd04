//! Rows of reports: keys that mean little to a player one by one are shown together.

/// The row of a report in which a key is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayRow {
    /// A row of its own.
    Single,
    /// A row of its own after all others: it counts in all positions, or what is nearly always there.
    SingleLast,
    PieceValues,
    Imbalance,
    /// Where the pieces of a kind stand, one row for each kind.
    Placement,
    /// Pawns that are doubled, isolated or backward.
    WeakPawns,
    /// Pawns that support each other.
    SupportedPawns,
    /// Passed pawns and the squares ahead of them.
    PassedPawns,
    /// The distances of the kings to passed pawns.
    KingsAndPassedPawns,
    /// The pawns before the kings, own and opposing.
    KingShelter,
    /// What is attacked and not guarded.
    Hanging,
}
