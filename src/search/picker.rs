//! The move picker: moves one at a time, the most promising first, doing no work before it is needed.

use arrayvec::ArrayVec;

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{Action, CheckSquares, MAX_MOVES, Move, Piece, Position};

use super::history::{Histories, Previous};
use super::impression::Impression;

/// Quiet moves that cut in sister nodes, or after the same previous move.
pub type Refutations = [Option<Move>; 3];

/// What the order of moves depends on.
#[derive(Debug, Clone, Copy)]
pub struct Ordering<'a> {
    /// The position.
    pub position: &'a Position,
    /// The histories of the search.
    pub histories: &'a Histories,
    /// The moves that led here.
    pub previous: Previous,
    /// From where moves give check, if checks are to come early.
    pub checks: Option<&'a CheckSquares>,
    /// What the pieces are worth.
    pub values: &'a PieceValues,
}

/// Which quiet moves are wanted.
#[derive(Debug, Clone, Copy)]
enum Quiets {
    All,
    Checks(CheckSquares),
    None,
}

/// A move that the picker yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picked {
    /// The move and what it does.
    pub action: Action,
    /// Its quiet history and first impression when it was generated; 0 for a noisy move.
    pub history: i32,
}

impl Picked {
    const fn noisy(action: Action) -> Self {
        Self { action, history: 0 }
    }

    fn quiet(by: &Ordering, action: Action) -> Self {
        let history = by.histories.quiets(by.position.stm(), by.previous).get(&action);
        Self { action, history }
    }

    /// Any legal move.
    fn new(by: &Ordering, mv: Move) -> Self {
        let action = by.position.action(mv);
        if action.is_noisy() {
            Self::noisy(action)
        } else {
            Self::quiet(by, action)
        }
    }
}

/// Where the picker is. Each stage goes on to the next when it has no more moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The move of the transposition table, before anything is generated.
    TtMove,
    /// Generate and score the noisy moves.
    GenerateNoisy,
    /// Noisy moves, the best victim first; those that lose by SEE are put off.
    GoodNoisy,
    /// Killers and the counter move, by their number.
    Refutations(usize),
    /// Generate and score the quiet moves.
    GenerateQuiets,
    /// Quiet moves by history and first impression.
    Quiets,
    /// Noisy moves that lose material, and promotions to less than a queen.
    BadNoisy(usize),
    /// No more moves.
    Done,
}

#[derive(Debug, Clone, Copy)]
struct Scored {
    action: Action,
    score: i32,
}

/// Yields the legal moves of one node.
#[derive(Debug)]
pub struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    refutations: Refutations,
    /// Only noisy moves are wanted, whatever they lose.
    is_quiescent: bool,
    quiets: Quiets,
    /// Bad noisy moves up to `bad`; then moves already yielded; from `cursor` on those of the stage.
    moves: ArrayVec<Scored, MAX_MOVES>,
    bad: usize,
    cursor: usize,
}

impl Picker {
    /// All moves. The table's move and the refutations need not be legal here.
    pub fn all(position: &Position, tt_move: Option<Move>, refutations: Refutations) -> Self {
        Self {
            stage: Stage::TtMove,
            tt_move: tt_move.filter(|&mv| position.is_legal(mv)),
            refutations,
            is_quiescent: false,
            quiets: Quiets::All,
            moves: ArrayVec::new(),
            bad: 0,
            cursor: 0,
        }
    }

    /// Only captures and promotions to queens, and the table's move if it is one. Whether they lose
    /// material is left for the caller to see: it may not want to know.
    pub fn noisy(position: &Position, tt_move: Option<Move>) -> Self {
        let tt_move = tt_move.filter(|&mv| position.is_legal(mv) && position.is_noisy(mv));
        Self {
            stage: Stage::TtMove,
            tt_move,
            refutations: [None; 3],
            is_quiescent: true,
            quiets: Quiets::None,
            moves: ArrayVec::new(),
            bad: 0,
            cursor: 0,
        }
    }

    /// No more quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// No more quiet moves from now on but those that give check.
    pub fn skip_all_but_checks(&mut self, position: &Position, checks: &CheckSquares) {
        self.quiets = Quiets::Checks(*checks);
        if self.stage == Stage::Quiets {
            let mut kept = self.cursor;
            for i in self.cursor..self.moves.len() {
                if checks.is_check(position, &self.moves[i].action) {
                    self.moves[kept] = self.moves[i];
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
        }
    }

    /// The next move.
    pub fn next(&mut self, by: &Ordering) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.tt_move {
                        return Some(Picked::new(by, mv));
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(by);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_good_noisy(by) {
                    Some(action) => return Some(Picked::noisy(action)),
                    None if self.is_quiescent => self.stage = Stage::Done,
                    None => self.stage = Stage::Refutations(0),
                },
                Stage::Refutations(number) => match self.next_refutation(by, number) {
                    Some(action) => return Some(Picked::quiet(by, action)),
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    match self.quiets {
                        Quiets::All => self.generate_quiets(by, |_| true),
                        Quiets::Checks(checks) => {
                            self.generate_quiets(by, |action| checks.is_check(by.position, action));
                        }
                        Quiets::None => {}
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.next_quiet(by) {
                    Some(picked) => return Some(picked),
                    None => self.stage = Stage::BadNoisy(0),
                },
                Stage::BadNoisy(number) if number < self.bad => {
                    self.stage = Stage::BadNoisy(number + 1);
                    return Some(Picked::noisy(self.moves[number].action));
                }
                Stage::BadNoisy(_) => self.stage = Stage::Done,
                Stage::Done => return None,
            }
        }
    }

    /// Takes the best move from `cursor` on.
    #[inline]
    fn best_left(&mut self) -> Option<Scored> {
        let left = self.moves.get_mut(self.cursor..)?;
        let (mut best, mut score) = (0, left.first()?.score);
        for (i, scored) in left.iter().enumerate().skip(1) {
            if scored.score > score {
                (best, score) = (i, scored.score);
            }
        }
        left.swap(0, best);
        self.cursor += 1;
        Some(left[0])
    }

    fn next_good_noisy(&mut self, by: &Ordering) -> Option<Action> {
        while let Some(best) = self.best_left() {
            let Scored { action, .. } = best;
            let is_underpromotion = action.mv.promotion.is_some_and(|p| p != Piece::Queen);
            if !is_underpromotion && (self.is_quiescent || see_at_least(by.position, &action, 0, by.values)) {
                return Some(action);
            }
            self.moves[self.bad] = best;
            self.bad += 1;
        }
        None
    }

    fn next_refutation(&mut self, by: &Ordering, from: usize) -> Option<Action> {
        if !matches!(self.quiets, Quiets::All) {
            // Those not yielded yet are quiet moves like any others.
            self.refutations[from..].fill(None);
            return None;
        }
        for number in from..self.refutations.len() {
            let Some(mv) = self.refutations[number] else {
                continue;
            };
            let is_new = !self.refutations[..number].contains(&Some(mv)) && self.tt_move != Some(mv);
            if is_new && by.position.is_legal(mv) {
                let action = by.position.action(mv);
                if !action.is_noisy() {
                    self.stage = Stage::Refutations(number + 1);
                    return Some(action);
                }
            }
            self.refutations[number] = None;
        }
        None
    }

    /// The next quiet move that is legal and was not yielded in an earlier stage.
    fn next_quiet(&mut self, by: &Ordering) -> Option<Picked> {
        while !matches!(self.quiets, Quiets::None) {
            let Scored { action, score } = self.best_left()?;
            let mv = Some(action.mv);
            let is_new = self.tt_move != mv && !self.refutations.contains(&mv);
            if is_new && (action.piece != Piece::King || by.position.is_legal(action.mv)) {
                return Some(Picked {
                    action,
                    history: score,
                });
            }
        }
        None
    }

    fn generate_noisy(&mut self, by: &Ordering) {
        let stm = by.position.stm();
        let Self { moves, tt_move, .. } = self;
        by.position.noisy_moves(|action| {
            if *tt_move == Some(action.mv) {
                return;
            }
            let value = |piece: Option<Piece>| piece.map_or(0, |p| by.values[p as usize]);
            // The victim counts most; history decides between captures of like victims.
            let score = 16 * (value(action.captured) + value(action.mv.promotion))
                + by.histories.noisy(stm, &action) / 4;
            moves.push(Scored { action, score });
        });
    }

    #[inline(always)]
    fn generate_quiets(&mut self, by: &Ordering, is_wanted: impl Fn(&Action) -> bool) {
        let histories = by.histories.quiets(by.position.stm(), by.previous);
        let impression = Impression::new(by.position, by.checks);
        let moves = &mut self.moves;
        by.position.quiet_moves(|action| {
            if !is_wanted(&action) {
                return;
            }
            let score = histories.get(&action) + impression.bonus(by.position, &action, by.values);
            moves.push(Scored { action, score });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;
    use std::collections::HashSet;

    const VALUES: PieceValues = [100, 300, 300, 500, 900, 0];

    fn picked(position: &Position, mut picker: Picker) -> Vec<Move> {
        let histories = Histories::default();
        let by = Ordering {
            position,
            histories: &histories,
            previous: [None; 2],
            checks: None,
            values: &VALUES,
        };
        std::iter::from_fn(|| picker.next(&by).map(|p| p.action.mv)).collect()
    }

    /// Positions with castling, en passant, promotions and check.
    const POSITIONS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "4k3/8/8/8/1b6/8/3P1PPP/RN2K2R w KQ - 0 1",
        "1r6/P1P3k1/8/8/8/8/6K1/8 w - - 0 1",
    ];

    #[test]
    fn each_legal_move_comes_exactly_once_whatever_the_hints() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let legal: MoveList = position.legal_moves();
            let nonsense = "a1h8".parse().ok();
            for &hint in &legal {
                let refutations = [Some(hint), legal.last().copied(), nonsense];
                for tt_move in [None, nonsense, legal.first().copied(), Some(hint)] {
                    let moves = picked(&position, Picker::all(&position, tt_move, refutations));
                    assert_eq!(moves.len(), legal.len(), "{fen}");
                    let set: HashSet<Move> = moves.iter().copied().collect();
                    assert_eq!(set, legal.iter().copied().collect(), "{fen}");
                    if tt_move.is_some() && tt_move != nonsense {
                        assert_eq!(moves.first().copied(), tt_move);
                    }
                }
            }
        }
    }

    #[test]
    fn quiescence_gets_captures_and_queens() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let moves: HashSet<Move> = picked(&position, Picker::noisy(&position, None))
                .into_iter()
                .collect();
            for mv in position.legal_moves() {
                let wanted = position.is_noisy(mv) && mv.promotion.is_none_or(|p| p == Piece::Queen);
                assert_eq!(moves.contains(&mv), wanted, "{fen} {mv}");
            }
        }
    }

    #[test]
    fn the_order_is_winning_captures_refutations_quiets_losing_captures() {
        let position = Position::from_fen("4k3/2p1p3/3p1q2/4r3/3P4/2N2Q2/8/6K1 w - - 0 1").unwrap();
        let killer: Move = "g1h1".parse().unwrap();
        let moves = picked(
            &position,
            Picker::all(&position, None, [Some(killer), None, None]),
        );
        let index = |mv: &str| moves.iter().position(|m| m.to_string() == mv).unwrap();
        assert_eq!(index("f3f6"), 0, "the queen, taken for a queen");
        assert!(index("d4e5") < index("g1h1"));
        assert_eq!(index("g1h1"), 2);
        assert_eq!(moves.len(), position.legal_moves().len());
    }
}
