//! What the search makes of endgame tables: results of positions in the tree, and an order of the moves at
//! the root that wins what is won.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::{Game, Move, PackedMove, Position};

use super::info::Bound;
use super::params::{TABLE_DEPTH_BONUS, TABLE_FREE_PLIES};
use super::score::{INFINITE, MAX_PLY, TABLE_WIN, Value, to_table};
use super::stack::Node;
use super::tablebase::{MAX_PIECES, RootMove, Tablebases, Wdl};
use super::tt::TtEntry;
use super::worker::{NodeType, Worker};

/// How tables are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRules {
    /// Positions with as many pieces as the largest tables are looked up only with so much remaining depth;
    /// plies. Smaller ones always.
    pub depth: i32,
    /// Positions with more pieces are not looked up.
    pub pieces: u32,
    /// Whether the fifty-move rule counts.
    pub fifty_moves: bool,
}

impl Default for TableRules {
    fn default() -> Self {
        Self {
            depth: 1,
            pieces: MAX_PIECES,
            fifty_moves: true,
        }
    }
}

/// Tables, and how they are used.
#[derive(Debug, Clone)]
pub struct Tables {
    /// The tables.
    pub base: Arc<Tablebases>,
    /// How they are used.
    pub rules: TableRules,
}

/// What the tables say about a root move. Moves of a higher rank are better whatever the search says; among those
/// of the highest the search chooses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// 0 also if nothing is known.
    order: i32,
    /// The result for the side to move; `None` if nothing is known.
    result: Option<Wdl>,
}

/// Rank of a win that stays one whatever is done about it for now.
const SURE_WIN: i32 = 10_000;
/// Rank of a win that the fifty-move rule takes away, but for mistakes.
const CURSED_WIN: i32 = 5_000;
/// The largest distance that a rank tells apart; less than the differences between the ranks above.
const FARTHEST: i32 = 4_500;
/// The clock of the fifty-move rule at which a game is drawn; plies.
const DRAWN_CLOCK: i32 = 100;

/// What one search has from the tables.
#[derive(Debug)]
pub struct TbProbe {
    /// Ranks of the legal root moves; empty if nothing is known.
    ranks: Vec<(Move, Rank)>,
    /// The tables to be asked inside the tree. Once the distances have shown the way, they are not: the results
    /// alone would not.
    in_tree: Option<Tables>,
    hits: Hits,
}

/// Positions found, by all threads: on cache lines of their own, for threads read what is beside it all the time.
#[derive(Debug)]
#[repr(align(128))]
struct Hits(AtomicU64);

impl TbProbe {
    /// Asks the tables about the moves in the present position of a game.
    pub fn new(tables: Option<Tables>, game: &Game) -> Self {
        let (ranks, is_distance) = tables.as_ref().map_or_else(Default::default, |t| t.ranks(game));
        Self {
            hits: Hits(AtomicU64::new(ranks.len() as u64)),
            ranks,
            in_tree: tables.filter(|_| !is_distance),
        }
    }

    /// The rank of a root move.
    pub fn rank_of(&self, mv: Move) -> Rank {
        let found = self.ranks.iter().find(|(ranked, _)| *ranked == mv);
        found.map_or(Rank::default(), |(_, rank)| *rank)
    }

    /// Positions found in the tables since `go`, by all threads.
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
        Self {
            order,
            result: Some(wdl),
        }
    }

    /// A won ending is the search's to play as long as it `is_free` and the fifty-move rule is far; then the
    /// shortest way to a capture or pawn move is taken. Lost ones are held long once that may save them.
    fn by_distance(m: &RootMove, clock: i32, is_free: bool, fifty_moves: bool) -> Self {
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
        Self {
            order,
            result: Some(wdl),
        }
    }
}

/// Whether a position has been repeated since the last capture or pawn move.
fn has_repeated(game: &Game) -> bool {
    let mut keys = game.reversible_keys();
    keys.push(game.position().key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

fn result(wdl: Wdl, fifty_moves: bool) -> Wdl {
    if fifty_moves {
        wdl
    } else {
        wdl.without_fifty_move_rule()
    }
}

impl Worker<'_> {
    /// Step 3b: asks the tables about a node that a capture or pawn move has led to. Breaks with a score to leave it
    /// with, or says between what bounds its score is, if anything is known.
    #[inline(always)]
    pub(super) fn probe_tb<N: NodeType>(
        &mut self,
        node: &Node,
        window: [Value; 2],
        depth: i32,
        key: u64,
    ) -> ControlFlow<Value, Option<[Value; 2]>> {
        match &self.tb.in_tree {
            Some(tables) if !N::ROOT && self.stack.at(node.ply).excluded.is_none() => {
                self.ask::<N>(tables, node, window, depth, key)
            }
            _ => ControlFlow::Continue(None),
        }
    }

    #[cold]
    fn ask<N: NodeType>(
        &self,
        tables: &Tables,
        node: &Node,
        [alpha, beta]: [Value; 2],
        depth: i32,
        key: u64,
    ) -> ControlFlow<Value, Option<[Value; 2]>> {
        let Some(wdl) = tables.result_in_tree(&node.position, depth) else {
            return ControlFlow::Continue(None);
        };
        self.tb.hits.0.fetch_add(1, Relaxed);
        let score = self.value_of(wdl, node.ply);
        // A win is at least that: there may be a mate that is near.
        let (bound, is_outside, bounds) = match wdl {
            Wdl::Win => (Bound::Lower, score >= beta, [score, INFINITE]),
            Wdl::Loss => (Bound::Upper, score <= alpha, [-INFINITE, score]),
            _ => (Bound::Exact, true, [score, score]),
        };
        if is_outside {
            let depth = (depth + TABLE_DEPTH_BONUS).min(MAX_PLY as i32 - 1);
            let entry = TtEntry::new(PackedMove::NONE, to_table(score, node.ply), None, depth, bound);
            self.tt.store(key, entry);
            return ControlFlow::Break(score);
        }
        ControlFlow::Continue(N::PV.then_some(bounds))
    }

    /// The score of a root move by its rank, if the tables know it.
    pub(super) fn score_of_rank(&self, rank: Rank) -> Option<Value> {
        rank.result.map(|wdl| self.value_of(wdl, 0))
    }

    /// The score of a result for the side to move at a ply.
    fn value_of(&self, wdl: Wdl, ply: usize) -> Value {
        match wdl {
            Wdl::Win => TABLE_WIN - ply as Value,
            Wdl::Loss => ply as Value - TABLE_WIN,
            _ => self.draw_at(ply),
        }
    }
}

impl Tables {
    /// Ranks of the legal moves in the present position of a game, and whether they are by distance; none if nothing
    /// is known.
    fn ranks(&self, game: &Game) -> (Vec<(Move, Rank)>, bool) {
        let Self { base, rules } = self;
        let root = game.position();
        if root.occupied().len() > rules.pieces {
            return (Vec::new(), false);
        }
        if let Some(moves) = base.root(root) {
            let clock = i32::from(root.halfmove_clock());
            let is_free = clock < TABLE_FREE_PLIES && !has_repeated(game);
            let rank = |m: &RootMove| (m.mv, Rank::by_distance(m, clock, is_free, rules.fifty_moves));
            return (moves.iter().map(rank).collect(), true);
        }
        let rank = |mv| Some((mv, Rank::by_result(base.wdl(&root.after(mv))?.reversed(), *rules)));
        let ranks = root.legal_moves().into_iter().map(rank).collect::<Option<_>>();
        (ranks.unwrap_or_default(), false)
    }

    /// The result of a position in the tree, if it is to be looked up there. With the clock of the fifty-move
    /// rule running, the tables' results would not be certain.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(wdl: Wdl, dtz: i32, is_free: bool, fifty_moves: bool) -> Rank {
        let mv = "e2e4".parse().unwrap();
        Rank::by_distance(&RootMove { mv, wdl, dtz }, 0, is_free, fifty_moves)
    }

    fn order(wdl: Wdl, dtz: i32) -> i32 {
        rank(wdl, dtz, true, true).order
    }

    #[test]
    fn results_come_before_distances() {
        let ascending = [
            order(Wdl::Loss, 1),
            order(Wdl::Loss, 80),
            order(Wdl::BlessedLoss, 101),
            order(Wdl::BlessedLoss, 4095),
            order(Wdl::Draw, 0),
            order(Wdl::CursedWin, 4095),
            order(Wdl::CursedWin, 101),
            order(Wdl::Win, 100),
            order(Wdl::Win, 99),
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
    }

    #[test]
    fn a_win_is_free_at_first_and_then_to_make_progress() {
        assert_eq!(order(Wdl::Win, 1), order(Wdl::Win, 60));
        assert!(rank(Wdl::Win, 20, false, true).order > rank(Wdl::Win, 21, false, true).order);
        assert_eq!(rank(Wdl::CursedWin, 120, true, false).result, Some(Wdl::Win));
    }

    #[test]
    fn a_repetition_is_seen() {
        let mut game = Game::new(Position::startpos());
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            assert!(!has_repeated(&game));
            assert!(game.play(mv.parse().unwrap()));
        }
        assert!(has_repeated(&game));
    }
}
