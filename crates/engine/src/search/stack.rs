//! Search nodes, and the data that the search keeps for each ply of the current line.

use arrayvec::ArrayVec;

use crate::board::{Move, Move16, MoveInfo, Position};
use crate::eval::{PsqtAccumulator, Weights};

use super::history::{PieceTo, Previous};
use super::score::{MAX_PLY, Value};

/// A position of the current line with its incremental data.
#[derive(Debug, Clone)]
pub struct Node {
    pub position: Position,
    /// Incremental material and piece-square sums.
    pub sums: PsqtAccumulator,
    /// Distance from the root in plies.
    pub ply: usize,
    /// Number of earlier positions before the last null move, which cannot be repeated.
    null_barrier: usize,
}

impl Node {
    pub fn root(weights: &Weights, position: &Position) -> Self {
        Self {
            position: position.clone(),
            sums: PsqtAccumulator::new(weights, position),
            ply: 0,
            null_barrier: 0,
        }
    }

    /// Plays a legal move in place; copy the node first to keep it. Copying the node after it was written would stall
    /// on store forwarding.
    #[inline(never)]
    pub fn play(&mut self, weights: &Weights, move_info: MoveInfo) {
        debug_assert_eq!(move_info, self.position.move_info(move_info.mv()), "{}", self.position);
        self.sums.play(weights, &self.position, move_info);
        self.position.play(move_info.mv());
        self.ply += 1;
        if cfg!(debug_assertions) && self.is_checked() {
            let sums = PsqtAccumulator::new(weights, &self.position);
            assert_eq!(self.sums, sums, "{} to {}", move_info.mv(), self.position);
            assert!(self.position.is_consistent(), "{} to {}", move_info.mv(), self.position);
        }
    }

    /// Returns `true` for one of eight positions: computing everything anew takes longer than the rest of a node, and what
    /// is updated wrongly stays wrong in the positions that follow.
    fn is_checked(&self) -> bool {
        self.position.key() & 7 == 0
    }

    /// Returns the node after a null move; `None` in check.
    #[inline]
    pub fn after_null(&self, earlier: &KeyHistory) -> Option<Self> {
        let position = self.position.after_null()?;
        debug_assert!(position.is_consistent(), "{} passed", self.position);
        Some(Self {
            position,
            sums: self.sums,
            ply: self.ply + 1,
            // The current position is about to be pushed to the history as well.
            null_barrier: earlier.0.len() + 1,
        })
    }
}

/// Fewest plies after which a position can repeat.
pub const SHORTEST_REPETITION: usize = 4;

/// Keys of all earlier positions of the game and the current line, oldest first.
#[derive(Debug, Default)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// Creates the history from the reversible positions before the root.
    pub fn new(mut keys: Vec<u64>) -> Self {
        keys.reserve(MAX_PLY);
        Self(keys)
    }

    /// Appends the key of a position in which a move is made.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Removes the last key.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns `true` if a position counts as repeated: a second occurrence since the root, or a third in the
    /// game.
    pub fn repeats(&self, node: &Node) -> bool {
        let clock = usize::from(node.position.halfmove_clock());
        let reach = clock.min(self.0.len() - node.null_barrier.min(self.0.len()));
        let mut in_game = 0;
        for back in (SHORTEST_REPETITION..reach + 1).step_by(2) {
            if self.0[self.0.len() - back] == node.position.key() {
                in_game += 1;
                if back <= node.ply || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// Data of a node while its children are searched (Stockfish's `Stack`).
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame {
    /// Static evaluation; `None` in check.
    pub static_eval: Option<Value>,
    /// Moving piece and target square of the move being searched; `None` for a null move.
    pub moved: Option<PieceTo>,
    /// The move being searched, if quiet.
    pub quiet: Move16,
    /// Killer moves: the last quiet moves that caused a beta cutoff at this ply.
    pub killers: [Move16; 2],
    /// Move excluded by a singular extension search.
    pub excluded: Move16,
    /// Reduction of the move being searched, in plies; 0 in a search at full depth.
    pub reduction: i32,
}

/// One frame per ply.
#[derive(Debug)]
pub struct Stack(Box<[Frame]>);

/// Empty frames before the root, so that looking back needs no bounds check.
const BEFORE_ROOT: usize = 2;

impl Default for Stack {
    fn default() -> Self {
        Self(vec![Frame::default(); BEFORE_ROOT + MAX_PLY + 2].into())
    }
}

impl Stack {
    #[inline(always)]
    pub fn at(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEFORE_ROOT + ply]
    }

    /// Returns the moves that led to a ply.
    #[inline(always)]
    pub fn previous(&self, ply: usize) -> Previous {
        [self.0[BEFORE_ROOT + ply - 1].moved, self.0[BEFORE_ROOT + ply - 2].moved]
    }

    /// Returns the move that led to a ply, if it was quiet.
    pub fn last_quiet(&self, ply: usize) -> Option<(Move16, PieceTo)> {
        let frame = &self.0[BEFORE_ROOT + ply - 1];
        let moved = frame.moved.filter(|_| frame.quiet.is_some());
        moved.map(|moved| (frame.quiet, moved))
    }

    /// Returns `true` if the static evaluation has improved since the last move of the side to move; `false`
    /// if unknown.
    #[inline(always)]
    pub fn is_improving(&self, ply: usize) -> bool {
        let now = self.0[BEFORE_ROOT + ply].static_eval;
        let before = self.0[BEFORE_ROOT + ply - 2].static_eval;
        now.zip(before).is_some_and(|(now, before)| now > before)
    }

    /// Stores a killer move.
    pub fn add_killer(&mut self, ply: usize, mv: Move16) {
        let killers = &mut self.at(ply).killers;
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}

/// A line of play.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The principal variation from each ply on (triangular table).
#[derive(Debug)]
pub struct PvTable(Box<[Line]>);

impl Default for PvTable {
    fn default() -> Self {
        Self(vec![Line::new(); MAX_PLY + 1].into())
    }
}

impl PvTable {
    /// Returns the principal variation from a ply on.
    pub fn line(&self, ply: usize) -> &Line {
        &self.0[ply]
    }

    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line of a ply to a move followed by the line of the child.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let [node, child] = &mut self.0[ply..=ply + 1] else {
            return;
        };
        node.clear();
        node.push(mv);
        let room = node.remaining_capacity();
        node.extend(child.iter().copied().take(room));
    }

    /// Returns `true` if the line of a node consists of legal moves. Slow; for assertions.
    pub fn is_legal(&self, node: &Node) -> bool {
        let mut position = node.position.clone();
        self.line(node.ply).iter().all(|&mv| {
            let is_legal = position.is_legal(mv);
            if is_legal {
                position.play(mv);
            }
            is_legal
        })
    }
}
