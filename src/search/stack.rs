//! What a search keeps for each ply of the line it is on.

use arrayvec::ArrayVec;

use crate::board::{Action, Move, PackedMove, Position};
use crate::eval::{SquareSums, Weights};

use super::history::{PieceTo, Previous};
use super::score::{MAX_PLY, Value};

/// A position on the line, with what is kept beside it.
#[derive(Debug, Clone)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// Its incremental sums of values and squares.
    pub sums: SquareSums,
    /// Its distance from the root.
    pub ply: usize,
    /// Number of earlier positions that it cannot repeat, for a null move lies between.
    null_barrier: usize,
}

impl Node {
    /// The root.
    pub fn root(weights: &Weights, position: &Position) -> Self {
        Self {
            position: position.clone(),
            sums: SquareSums::new(weights, position),
            ply: 0,
            null_barrier: 0,
        }
    }

    /// Goes to the spot after a legal move. Whoever wants to keep the one before goes with a copy: what has just been
    /// written must not be copied again, or the processor waits until all of it has reached the cache.
    #[inline(never)]
    pub fn play(&mut self, weights: &Weights, action: Action) {
        debug_assert_eq!(action, self.position.action(action.mv()), "{}", self.position);
        self.sums.play(weights, &self.position, action);
        self.position.play(action.mv());
        self.ply += 1;
        debug_assert_eq!(
            self.sums,
            SquareSums::new(weights, &self.position),
            "{} to {}",
            action.mv(),
            self.position
        );
        debug_assert!(
            self.position.is_consistent(),
            "{} to {}",
            action.mv(),
            self.position
        );
    }

    /// The spot after passing; `None` in check.
    #[inline]
    pub fn after_null(&self, earlier: &KeyHistory) -> Option<Self> {
        let position = self.position.after_null()?;
        debug_assert!(position.is_consistent(), "{} passed", self.position);
        Some(Self {
            position,
            sums: self.sums,
            ply: self.ply + 1,
            // The position passed in is about to become an earlier one as well.
            null_barrier: earlier.0.len() + 1,
        })
    }
}

/// The fewest plies after which a position can come again: both sides go somewhere and back.
pub const SHORTEST_REPETITION: usize = 4;

/// Keys of all positions before the present one, oldest first, the game's included.
#[derive(Debug, Default)]
pub struct KeyHistory(Vec<u64>);

impl KeyHistory {
    /// The positions of the game before the root that can still repeat.
    pub fn new(mut keys: Vec<u64>) -> Self {
        keys.reserve(MAX_PLY);
        Self(keys)
    }

    /// A move is made in a position with this key.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.0.push(key);
    }

    /// It is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Whether a position counts as repeated: for the second time since the root, which either side
    /// could do again, or for the third time in the game.
    pub fn repeats(&self, spot: &Node) -> bool {
        let clock = usize::from(spot.position.halfmove_clock());
        let reach = clock.min(self.0.len() - spot.null_barrier.min(self.0.len()));
        let mut in_game = 0;
        for back in (SHORTEST_REPETITION..reach + 1).step_by(2) {
            if self.0[self.0.len() - back] == spot.position.key() {
                in_game += 1;
                if back <= spot.ply || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// What is known about a node while its children are searched.
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame {
    /// Static evaluation; `None` in check.
    pub static_eval: Option<Value>,
    /// The move being searched; `None` for a null move.
    pub moved: Option<PieceTo>,
    /// The same move, if it is a quiet one.
    pub quiet: PackedMove,
    /// Quiet moves that last cut at this ply.
    pub killers: [PackedMove; 2],
    /// A move left out while it is asked whether others are nearly as good.
    pub excluded: PackedMove,
}

/// One frame a ply.
#[derive(Debug)]
pub struct Stack(Box<[Frame]>);

/// Empty frames before the root, so that looking back needs no special case.
const BEFORE_ROOT: usize = 2;

impl Default for Stack {
    fn default() -> Self {
        Self(vec![Frame::default(); BEFORE_ROOT + MAX_PLY + 2].into())
    }
}

impl Stack {
    /// The frame of a ply.
    #[inline(always)]
    pub fn at(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEFORE_ROOT + ply]
    }

    /// The moves that led to a ply.
    #[inline(always)]
    pub fn previous(&self, ply: usize) -> Previous {
        [
            self.0[BEFORE_ROOT + ply - 1].moved,
            self.0[BEFORE_ROOT + ply - 2].moved,
        ]
    }

    /// The move that led to a ply, if it was quiet.
    pub fn last_quiet(&self, ply: usize) -> Option<(PackedMove, PieceTo)> {
        let frame = &self.0[BEFORE_ROOT + ply - 1];
        let moved = frame.moved.filter(|_| frame.quiet.is_some());
        moved.map(|moved| (frame.quiet, moved))
    }

    /// Whether the side to move stands better than at its last move, by the static evaluation. In doubt no.
    #[inline(always)]
    pub fn is_improving(&self, ply: usize) -> bool {
        let now = self.0[BEFORE_ROOT + ply].static_eval;
        let before = self.0[BEFORE_ROOT + ply - 2].static_eval;
        now.zip(before).is_some_and(|(now, before)| now > before)
    }

    /// Remembers a quiet move that cut.
    pub fn add_killer(&mut self, ply: usize, mv: PackedMove) {
        let killers = &mut self.at(ply).killers;
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}

/// A line of play.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The best line from each ply on (triangular table).
#[derive(Debug)]
pub struct PvTable(Box<[Line]>);

impl Default for PvTable {
    fn default() -> Self {
        Self(vec![Line::new(); MAX_PLY + 1].into())
    }
}

impl PvTable {
    /// The best line from a ply on.
    pub fn line(&self, ply: usize) -> &Line {
        &self.0[ply]
    }

    /// No line is known from this ply on.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line from this ply on is the move followed by the child's best line.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let [node, child] = &mut self.0[ply..=ply + 1] else {
            return;
        };
        node.clear();
        node.push(mv);
        let room = node.remaining_capacity();
        node.extend(child.iter().copied().take(room));
    }

    /// Whether the best line from a spot on consists of legal moves. Slow: for assertions.
    pub fn is_legal(&self, spot: &Node) -> bool {
        let mut position = spot.position.clone();
        self.line(spot.ply).iter().all(|&mv| {
            let is_legal = position.is_legal(mv);
            if is_legal {
                position.play(mv);
            }
            is_legal
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Values;

    /// Plays moves from a FEN, the first `before_root` of them in the game, and asks about the last position.
    fn repeats(fen: &str, moves: &str, before_root: usize) -> bool {
        let weights = Weights::new("nothing", &Values::default());
        let mut spot = Node::root(&weights, &Position::from_fen(fen).unwrap());
        let mut earlier = KeyHistory::default();
        for (number, mv) in moves.split_whitespace().enumerate() {
            if number == before_root {
                spot.ply = 0;
            }
            earlier.push(spot.position.key());
            spot = match mv {
                "pass" => {
                    earlier.pop();
                    let after = spot.after_null(&earlier).unwrap();
                    earlier.push(spot.position.key());
                    after
                }
                _ => {
                    let mut after = spot.clone();
                    after.play(&weights, spot.position.action(mv.parse().unwrap()));
                    after
                }
            };
        }
        if before_root == moves.split_whitespace().count() {
            spot.ply = 0;
        }
        earlier.repeats(&spot)
    }

    const ROOKS: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn once_in_the_tree_or_twice_in_the_game() {
        let dance = "a1b1 a8b8 b1a1 b8a8";
        assert!(repeats(ROOKS, dance, 0), "the root again");
        assert!(!repeats(ROOKS, dance, 1), "first seen before the root");
        let twice = format!("{dance} {dance}");
        assert!(repeats(ROOKS, &twice, 8), "for the third time in the game");
    }

    #[test]
    fn a_line_with_an_illegal_move_is_noticed() {
        let weights = Weights::new("nothing", &Values::default());
        let spot = Node::root(&weights, &Position::from_fen(ROOKS).unwrap());
        let mut lines = PvTable::default();
        assert!(lines.is_legal(&spot), "an empty line");
        lines.update(1, "a8a1".parse().unwrap());
        lines.update(0, "e1e2".parse().unwrap());
        assert!(lines.is_legal(&spot));
        lines.update(0, "a1a8".parse().unwrap());
        assert!(!lines.is_legal(&spot), "there is no rook left on a8");
    }

    #[test]
    fn nothing_repeats_across_a_null_move_or_a_capture() {
        assert!(!repeats(ROOKS, "a1b1 pass b1a1 pass", 0));
        assert!(!repeats(ROOKS, "a1a8 e8e7 a8a1 e7e8", 0));
    }
}
