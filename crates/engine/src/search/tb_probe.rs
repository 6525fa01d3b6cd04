//! Tablebase probes of a search: results of positions in the tree, and a ranking of the root moves that wins won
//! endings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::{Game, Move, Position};

use super::params::TABLE_FREE_PLIES;
use super::tablebase::{MAX_PIECES, RootProbe, Tablebases, Wdl};

/// Rules for probing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRules {
    /// Minimum remaining depth in plies to probe positions with as many pieces as the largest tables. Smaller ones
    /// are always probed.
    pub depth: i32,
    /// Maximum number of pieces of probed positions.
    pub pieces: u32,
    /// True if the fifty-move rule counts.
    pub fifty_moves: bool,
}

impl Default for TableRules {
    fn default() -> Self {
        Self { depth: 1, pieces: MAX_PIECES, fifty_moves: true }
    }
}

/// Tables and the rules for probing them.
#[derive(Debug, Clone)]
pub struct Tables {
    pub base: Arc<Tablebases>,
    pub rules: TableRules,
}

/// Tablebase rank of a root move. Moves of a higher rank are better whatever the search returns; the search chooses
/// among those of the highest rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// Rank; also 0 if unknown.
    pub order: i32,
    /// The result for the side to move, if known.
    pub result: Option<Wdl>,
}

/// Rank of a win that is not at risk for now.
const SURE_WIN: i32 = 10_000;
/// Rank of a win that the fifty-move rule prevents, unless the opponent errs.
const CURSED_WIN: i32 = 5_000;
/// Maximum distance that ranks distinguish; less than the differences between the ranks above.
const FARTHEST: i32 = 4_500;
/// Value of the fifty-move counter at which a game is drawn; plies.
const DRAWN_CLOCK: i32 = 100;

/// Tablebase data of one search.
#[derive(Debug)]
pub struct TbProbe {
    /// Ranks of the legal root moves; empty if nothing is known.
    ranks: Vec<(Move, Rank)>,
    /// The tables to probe in the tree; `None` if distances have ranked the root moves, since results alone make no
    /// progress.
    in_tree: Option<Tables>,
    hits: Hits,
}

/// Number of tablebase hits of all threads; on its own cache lines, because threads constantly read its neighbours.
#[derive(Debug)]
#[repr(align(128))]
struct Hits(AtomicU64);

impl TbProbe {
    /// Probes the moves in the current position of a game.
    pub fn new(tables: Option<Tables>, game: &Game) -> Self {
        let (ranks, is_distance) = tables.as_ref().map_or_else(Default::default, |t| t.ranks(game));
        Self {
            hits: Hits(AtomicU64::new(ranks.len() as u64)),
            ranks,
            in_tree: tables.filter(|_| !is_distance),
        }
    }

    /// Probes a position in the tree.
    #[cold]
    pub(super) fn probe(&self, position: &Position, depth: i32) -> Option<Wdl> {
        let wdl = self.in_tree.as_ref()?.result_in_tree(position, depth)?;
        self.hits.0.fetch_add(1, Relaxed);
        Some(wdl)
    }

    /// Returns `true` if positions in the tree can be probed.
    #[inline(always)]
    pub(super) fn is_active_in_tree(&self) -> bool {
        self.in_tree.is_some()
    }

    /// The rank of a root move.
    pub fn rank_of(&self, mv: Move) -> Rank {
        let found = self.ranks.iter().find(|(ranked, _)| *ranked == mv);
        found.map_or(Rank::default(), |(_, rank)| *rank)
    }

    /// Number of tablebase hits since `go`, by all threads.
    pub fn hits(&self) -> u64 {
        self.hits.0.load(Relaxed)
    }
}

impl Rank {
    fn by_result(wdl: Wdl, rules: TableRules) -> Self {
        let wdl = result(wdl, rules.fifty_moves);
        let order = match wdl {
            Wdl::Loss => -SURE_WIN,
            Wdl::BlessedLoss => -CURSED_WIN,
            Wdl::Draw => 0,
            Wdl::CursedWin => CURSED_WIN,
            Wdl::Win => SURE_WIN,
        };
        Self { order, result: Some(wdl) }
    }

    /// Ranks a move by distance. A won ending is left to the search while it `is_free` and the fifty-move rule is
    /// far; afterwards the shortest way to a capture or pawn move is taken. Lost endings are prolonged once that may
    /// save them.
    pub fn by_distance(m: &RootProbe, clock: i32, is_free: bool, fifty_moves: bool) -> Self {
        let wdl = result(m.wdl, fifty_moves);
        let plies = (m.dtz + clock).min(FARTHEST);
        let order = match wdl {
            Wdl::Win if is_free && plies < DRAWN_CLOCK => SURE_WIN,
            Wdl::Win => SURE_WIN - plies,
            Wdl::CursedWin => CURSED_WIN - plies,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => plies - CURSED_WIN,
            Wdl::Loss if plies + m.dtz < DRAWN_CLOCK => -SURE_WIN,
            Wdl::Loss => plies - SURE_WIN,
        };
        Self { order, result: Some(wdl) }
    }
}

/// Returns `true` if a position has been repeated since the last capture or pawn move.
pub fn has_repeated(game: &Game) -> bool {
    let mut keys = game.reversible_keys();
    keys.push(game.position().key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

fn result(wdl: Wdl, fifty_moves: bool) -> Wdl {
    if fifty_moves { wdl } else { wdl.without_fifty_move_rule() }
}

impl Tables {
    /// Ranks the legal moves in the current position of a game, and returns whether ranks are by distance; empty if
    /// unknown.
    fn ranks(&self, game: &Game) -> (Vec<(Move, Rank)>, bool) {
        let Self { base, rules } = self;
        let root = game.position();
        if root.occupied().len() > rules.pieces {
            return (Vec::new(), false);
        }
        if let Some(moves) = base.root(root) {
            let clock = i32::from(root.halfmove_clock());
            let is_free = clock < TABLE_FREE_PLIES && !has_repeated(game);
            let rank = |m: &RootProbe| (m.mv, Rank::by_distance(m, clock, is_free, rules.fifty_moves));
            return (moves.iter().map(rank).collect(), true);
        }
        let rank = |mv| Some((mv, Rank::by_result(base.wdl(&root.after(mv))?.reversed(), *rules)));
        let ranks = root.legal_moves().into_iter().map(rank).collect::<Option<_>>();
        (ranks.unwrap_or_default(), false)
    }

    /// Probes a position in the tree, if the rules allow it. Results are certain only if the fifty-move counter is 0.
    fn result_in_tree(&self, position: &Position, depth: i32) -> Option<Wdl> {
        let pieces = position.occupied().len();
        let largest = self.rules.pieces.min(self.base.largest());
        let is_wanted = position.halfmove_clock() == 0
            && pieces <= largest
            && (pieces < largest || depth >= self.rules.depth);
        let wdl = is_wanted.then(|| self.base.wdl(position))??;
        Some(result(wdl, self.rules.fifty_moves))
    }
}
