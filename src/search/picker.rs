//! The move picker: moves one at a time, the most promising first, doing no work before it is needed.

use arrayvec::ArrayVec;

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{Bitboard, MAX_MOVES, Move, Piece, PieceMoves, Position, attacks};

use super::history::{Histories, Previous};

/// Most sets of moves a position has: sixteen pieces and two pawns that take en passant.
const MAX_SOURCES: usize = 18;

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
    /// What the pieces are worth.
    pub values: &'a PieceValues,
}

/// A move that the picker yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// Whether it is quiet.
    pub is_quiet: bool,
    /// Its quiet history; 0 for a noisy move.
    pub history: i32,
}

impl Picked {
    const fn noisy(mv: Move) -> Self {
        Self {
            mv,
            is_quiet: false,
            history: 0,
        }
    }

    fn quiet(by: &Ordering, mv: Move) -> Self {
        // A legal move always starts from a piece.
        let piece = by.position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let history = by.histories.quiets(by.position.stm(), by.previous).get(piece, mv);
        Self {
            mv,
            is_quiet: true,
            history,
        }
    }

    /// Any legal move.
    fn new(by: &Ordering, mv: Move) -> Self {
        if by.position.is_noisy(mv) {
            Self::noisy(mv)
        } else {
            Self::quiet(by, mv)
        }
    }
}

/// Where the picker is. Each stage goes on to the next when it has no more moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The move of the transposition table, before anything is generated.
    TtMove,
    /// Generate all moves as sets and score the noisy ones.
    Generate,
    /// Noisy moves that lose nothing by SEE.
    GoodNoisy,
    /// Killers and the counter move, by their number.
    Refutations(usize),
    /// Score the quiet moves.
    ScoreQuiets,
    /// Quiet moves by history.
    Quiets,
    /// Noisy moves that lose material, and promotions to less than a queen.
    BadNoisy(usize),
    /// No more moves.
    Done,
}

#[derive(Debug, Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Yields the legal moves of one node.
#[derive(Debug)]
pub struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    refutations: Refutations,
    wants_quiets: bool,
    wants_bad_noisy: bool,
    sources: ArrayVec<PieceMoves, MAX_SOURCES>,
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
            wants_quiets: true,
            wants_bad_noisy: true,
            sources: ArrayVec::new(),
            moves: ArrayVec::new(),
            bad: 0,
            cursor: 0,
        }
    }

    /// Only noisy moves that lose nothing by SEE, and the table's move if it is noisy.
    pub fn good_noisy(position: &Position, tt_move: Option<Move>) -> Self {
        let tt_move = tt_move.filter(|&mv| position.is_legal(mv) && position.is_noisy(mv));
        Self {
            wants_quiets: false,
            wants_bad_noisy: false,
            ..Self::all(position, tt_move, [None; 3])
        }
    }

    /// No more quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.wants_quiets = false;
    }

    /// The next move.
    pub fn next(&mut self, by: &Ordering) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Generate;
                    if let Some(mv) = self.tt_move {
                        return Some(Picked::new(by, mv));
                    }
                }
                Stage::Generate => {
                    by.position.generate(|moves| {
                        self.sources.push(moves);
                        false
                    });
                    self.score_noisy(by);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_good_noisy(by) {
                    Some(mv) => return Some(Picked::noisy(mv)),
                    None => self.stage = Stage::Refutations(0),
                },
                Stage::Refutations(number) => match self.next_refutation(by, number) {
                    Some(mv) => return Some(Picked::quiet(by, mv)),
                    None => self.stage = Stage::ScoreQuiets,
                },
                Stage::ScoreQuiets => {
                    if self.wants_quiets {
                        self.score_quiets(by);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best_left().filter(|_| self.wants_quiets) {
                    // Read afresh: what was searched since may have changed it.
                    Some(best) => return Some(Picked::quiet(by, best.mv)),
                    None => self.stage = Stage::BadNoisy(0),
                },
                Stage::BadNoisy(number) => {
                    if !self.wants_bad_noisy || number == self.bad {
                        self.stage = Stage::Done;
                    } else {
                        self.stage = Stage::BadNoisy(number + 1);
                        return Some(Picked::noisy(self.moves[number].mv));
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the best move from `cursor` on.
    #[inline]
    fn best_left(&mut self) -> Option<Scored> {
        let left = self.moves.get_mut(self.cursor..)?;
        let (mut best, mut chosen) = (0, *left.first()?);
        for (i, &scored) in left.iter().enumerate().skip(1) {
            if scored.score > chosen.score {
                (best, chosen) = (i, scored);
            }
        }
        left.swap(0, best);
        self.cursor += 1;
        Some(chosen)
    }

    fn next_good_noisy(&mut self, by: &Ordering) -> Option<Move> {
        while let Some(best) = self.best_left() {
            if is_underpromotion(best.mv) || !see_at_least(by.position, best.mv, 0, by.values) {
                self.moves[self.bad] = best;
                self.bad += 1;
            } else {
                return Some(best.mv);
            }
        }
        None
    }

    fn next_refutation(&mut self, by: &Ordering, from: usize) -> Option<Move> {
        if !self.wants_quiets {
            return None;
        }
        for number in from..self.refutations.len() {
            let Some(mv) = self.refutations[number] else {
                continue;
            };
            let is_new = !self.refutations[..number].contains(&Some(mv)) && self.tt_move != Some(mv);
            if is_new && self.is_quiet_here(by, mv) {
                self.stage = Stage::Refutations(number + 1);
                return Some(mv);
            }
            self.refutations[number] = None;
        }
        None
    }

    /// Whether a move from elsewhere is among the quiet moves generated here.
    fn is_quiet_here(&self, by: &Ordering, mv: Move) -> bool {
        let mut sources = self.sources.iter();
        sources.any(|s| s.has(mv) && !noisy_targets(by.position, s).has(mv.to))
    }

    fn score_noisy(&mut self, by: &Ordering) {
        for source in &self.sources {
            let noisy = PieceMoves {
                to: noisy_targets(by.position, source),
                ..*source
            };
            for mv in noisy {
                let victim = by.position.captured(mv).map_or(0, |p| by.values[p as usize]);
                let promoted = mv.promotion.map_or(0, |p| by.values[p as usize]);
                // The victim counts most; history decides between captures of like victims.
                let score = 16 * (victim + promoted) + by.histories.noisy(by.position, mv) / 4;
                self.moves.push(Scored { mv, score });
            }
        }
        if let Some(tt_move) = self.tt_move {
            self.moves.retain(|scored| scored.mv != tt_move);
        }
    }

    fn score_quiets(&mut self, by: &Ordering) {
        let histories = by.histories.quiets(by.position.stm(), by.previous);
        let [first, second, counter] = self.refutations;
        let known = [self.tt_move, first, second, counter];
        for source in &self.sources {
            let mut targets = source.to & !noisy_targets(by.position, source);
            // Quiet moves do not promote: from and to say all.
            for mv in known.into_iter().flatten().filter(|mv| mv.from == source.from) {
                targets &= !mv.to.bitboard();
            }
            for to in targets {
                let mv = Move {
                    from: source.from,
                    to,
                    promotion: None,
                };
                let score = histories.get(source.piece, mv);
                self.moves.push(Scored { mv, score });
            }
        }
    }
}

fn is_underpromotion(mv: Move) -> bool {
    mv.promotion.is_some_and(|p| p != Piece::Queen)
}

/// The targets of a piece that make its move noisy: captures (for a pawn whatever is beside its file, en
/// passant too) and promotions. Castling, onto the own rook, is none.
#[inline(always)]
fn noisy_targets(position: &Position, moves: &PieceMoves) -> Bitboard {
    let noisy = match moves.piece {
        Piece::Pawn => {
            let last_rank = attacks::relative_rank_set(7, position.stm());
            !moves.from.file().bitboard() | last_rank
        }
        _ => position.color(!position.stm()),
    };
    moves.to & noisy
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
            values: &VALUES,
        };
        std::iter::from_fn(|| picker.next(&by).map(|p| p.mv)).collect()
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
    fn quiescence_gets_what_loses_nothing() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let moves: HashSet<Move> = picked(&position, Picker::good_noisy(&position, None))
                .into_iter()
                .collect();
            for mv in position.legal_moves() {
                let good = position.is_noisy(mv)
                    && !is_underpromotion(mv)
                    && see_at_least(&position, mv, 0, &VALUES);
                assert_eq!(moves.contains(&mv), good, "{fen} {mv}");
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
