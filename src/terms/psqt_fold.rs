//! Terms that add up piece by piece: what a piece of the owner gives on its square depends on nothing else. Whoever
//! keeps sums of pieces and squares from move to move need not count these terms at all.

use crate::board::{PIECES, Piece, Square};

use super::expr::{Expr, ExprKind, Input, Op, Side};
use super::interpreter;
use super::source::By;
use super::term::{MAX_COUNT, Term};

/// Which value counts, and how often.
type Count = Option<(usize, i32)>;

/// For each kind of piece and each square, as the owner sees it, what counts for a piece that stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed(Box<[[Count; Square::NUM]; 6]>);

impl Placed {
    /// What counts for a piece of the owner on a square, as the owner sees it: which value, and how often.
    pub fn count(&self, piece: Piece, square: Square) -> Option<(usize, i32)> {
        self.0[piece as usize][square as usize]
    }
}

impl Term {
    /// What single pieces count, if the term is nothing but the sum of that.
    pub fn placed(&self) -> Option<Placed> {
        let (set, goes_over_each) = match (&self.each, &self.when) {
            (Some(each), _) => (each, true),
            (None, Some(_)) => return None,
            (None, None) => (self.counted_squares()?, false),
        };
        let has_inputs = |expr: &Expr| {
            let mut has_inputs = false;
            expr.walk(&mut |kind| has_inputs |= matches!(kind, ExprKind::Input(_)));
            has_inputs
        };
        let inner = [Some(&self.count), self.when.as_ref(), self.index.as_ref()];
        if goes_over_each && inner.into_iter().flatten().any(has_inputs) {
            return None;
        }
        if !is_square_by_square(set) || value(set, None, None)? != 0 {
            return None;
        }
        let mut counts = Box::new([[None; Square::NUM]; 6]);
        for piece in PIECES {
            let squares = value(set, Some(piece), None)? as u64;
            for square in Square::ALL.into_iter().filter(|s| squares >> *s as u32 & 1 == 1) {
                let place = interpreter::place(self.by, square as usize);
                counts[piece as usize][square as usize] = match goes_over_each {
                    true => self.count_of(square)?,
                    false => Some((place, 1)),
                };
            }
        }
        Some(Placed(counts))
    }

    /// The squares of which each counts once, if there are such.
    fn counted_squares(&self) -> Option<&Expr> {
        match (&self.count.kind, self.by) {
            _ if self.looks_up_squares() => Some(&self.count),
            (ExprKind::Apply(Op::Size, parts), By::One) => Some(&parts[0]),
            _ => None,
        }
    }

    /// What counts for one square of those that the term goes over; none outside if it cannot be told.
    fn count_of(&self, square: Square) -> Option<Count> {
        let value = |expr: &Expr| value(expr, None, Some(square));
        if let Some(when) = &self.when
            && value(when)? == 0
        {
            return Some(None);
        }
        let counted = value(&self.count)?;
        let n = counted.clamp(-i64::from(MAX_COUNT), i64::from(MAX_COUNT)) as i32;
        Some(match (self.by, &self.index) {
            (By::Table(len), None) => Some((interpreter::entry(counted, len), 1)),
            (By::Table(len), Some(index)) => Some((interpreter::entry(value(index)?, len), n)),
            (by, _) => Some((interpreter::place(by, square as usize), n)),
        })
    }
}

/// Whether a set has a square or not by what stands on that square alone, as far as one can see.
fn is_square_by_square(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Squares(_) | ExprKind::Input(Input::Pieces(Side::Own, _) | Input::All(Side::Own)) => true,
        ExprKind::Apply(
            Op::Complement | Op::Intersection | Op::Union | Op::Difference | Op::Without,
            parts,
        ) => parts.iter().all(is_square_by_square),
        ExprKind::Apply(Op::Bit, parts) => king(&parts[0]).is_some_and(is_square_by_square),
        _ => false,
    }
}

/// The set of the king of whose square an expression is, if it is one.
fn king(square: &Expr) -> Option<&Expr> {
    match &square.kind {
        ExprKind::Apply(Op::Only, kings) => kings.first(),
        _ => None,
    }
}

/// The value of an expression if the owner has this piece on all squares, or none, and nobody has anything else; and if
/// the square of the loop around it is this one. None if it has parts that cannot be told from this.
fn value(expr: &Expr, piece: Option<Piece>, square: Option<Square>) -> Option<i64> {
    let all_if = |is_it: bool| if is_it { -1 } else { 0 };
    match &expr.kind {
        ExprKind::Squares(set) => Some(*set as i64),
        ExprKind::Square(square) => Some(i64::from(*square)),
        ExprKind::Number(number) => Some(i64::from(*number)),
        ExprKind::Truth(truth) => Some(i64::from(*truth)),
        ExprKind::Input(Input::Pieces(Side::Own, its)) => Some(all_if(piece == Some(*its))),
        ExprKind::Input(Input::All(Side::Own)) => Some(all_if(piece.is_some())),
        ExprKind::Variable(0) => square.map(|square| square as i64),
        ExprKind::Apply(op, parts) => match (op, king(&parts[0])) {
            (Op::Bit, Some(king)) => value(king, piece, square),
            _ => {
                let parts: Option<Vec<i64>> = parts.iter().map(|part| value(part, piece, square)).collect();
                interpreter::apply(*op, &parts?, None)
            }
        },
        ExprKind::Input(_) | ExprKind::Variable(_) | ExprKind::Loop(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{By, Program, Sources, TermSource};
    use super::*;

    fn placed(term: TermSource) -> Option<Placed> {
        let sources = Sources {
            definitions: Vec::new(),
            terms: vec![term],
        };
        Program::new(&sources).unwrap().terms()[0].placed()
    }

    fn term(each: Option<&str>, when: Option<&str>, count: Option<&str>, by: By) -> TermSource {
        TermSource {
            each: each.map(str::to_owned),
            when: when.map(str::to_owned),
            count: count.map(str::to_owned),
            ..TermSource::new("x", by)
        }
    }

    #[test]
    fn what_adds_up_piece_by_piece_is_known() {
        let of = |count: &str, by| placed(term(None, None, Some(count), by)).unwrap();
        let rim = of("own.knights & rim", By::One);
        assert_eq!(rim.count(Piece::Knight, Square::A3), Some((0, 1)));
        assert_eq!(rim.count(Piece::Knight, Square::C3), None);
        assert_eq!(rim.count(Piece::Bishop, Square::A3), None);
        let minors = of("own.minors - a1..h2", By::Rank);
        assert_eq!(minors.count(Piece::Bishop, Square::A3), Some((2, 1)));
        assert_eq!(minors.count(Piece::Bishop, Square::A2), None);
        let by_square = of("own.king", By::Square);
        assert_eq!(
            by_square.count(Piece::King, Square::G1),
            Some((Square::G1 as usize, 1))
        );
        let centre = term(
            Some("own.knights"),
            Some("rank(sq) > 1"),
            Some("centre_distance(sq)"),
            By::Table(4),
        );
        let centre = placed(centre).unwrap();
        assert_eq!(centre.count(Piece::Knight, Square::A3), Some((3, 1)));
        assert_eq!(centre.count(Piece::Knight, Square::A1), None);
        let advance = placed(term(Some("own.pawns"), None, Some("rank(sq) - 1"), By::One)).unwrap();
        assert_eq!(advance.count(Piece::Pawn, Square::E4), Some((0, 3)));
    }

    #[test]
    fn what_depends_on_anything_else_is_not() {
        for (each, when, count, by) in [
            (None, Some("phase < 100"), Some("own.knights"), By::One),
            (None, None, Some("own.knights & own.attacked"), By::One),
            (None, None, Some("own.knights & files(own.pawns)"), By::One),
            (None, None, Some("own.knights ^ their.knights"), By::One),
            (None, None, Some("~own.knights"), By::One),
            (None, None, Some("own.knights * 2"), By::One),
            (None, None, Some("own.knights"), By::Table(3)),
            (Some("own.knights"), None, Some("attacks(sq)"), By::One),
            (
                Some("own.knights"),
                None,
                Some("distance(sq, own.king)"),
                By::Table(3),
            ),
            (Some("own.knights"), Some("own.queens >= 1"), None, By::One),
            (Some("north(own.knights)"), None, None, By::One),
        ] {
            let what = format!("{each:?} {when:?} {count:?}");
            assert_eq!(placed(term(each, when, count, by)), None, "{what}");
        }
    }
}
