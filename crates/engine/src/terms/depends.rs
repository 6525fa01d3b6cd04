//! What an expression depends on: its value is cached by that.

use crate::board::Piece;

use super::expr::{Expr, ExprKind, Input};
use super::ops::Op;
use super::source::Role;
use super::term::{Depends, Term};

/// Everything that determines the value of an expression. It may be cached by any one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Causes {
    pub pawns: bool,
    pub pawns_and_kings: bool,
    pub material: bool,
}

impl Causes {
    /// Those of a constant: any.
    pub const CONSTANT: Self = Self { pawns: true, pawns_and_kings: true, material: true };
    /// Not to be cached.
    pub const NONE: Self = Self { pawns: false, pawns_and_kings: false, material: false };

    /// Those of an expression with parts.
    pub fn and(self, other: Self) -> Self {
        Self {
            pawns: self.pawns && other.pawns,
            pawns_and_kings: self.pawns_and_kings && other.pawns_and_kings,
            material: self.material && other.material,
        }
    }

    /// Those of an input.
    pub fn of_input(input: Input) -> Self {
        let structure = Self { material: false, ..Self::CONSTANT };
        match input {
            Input::Pieces(_, piece) | Input::AttacksBy(_, piece) => match piece {
                Piece::Pawn => structure,
                Piece::King => Self { pawns: false, ..structure },
                _ => Self::NONE,
            },
            Input::Phase => Self { material: true, ..Self::NONE },
            Input::IsWhite(_) => Self::CONSTANT,
            _ => Self::NONE,
        }
    }

    /// Those of an operation on parts with these causes. `are_pieces` returns `true` if all parts are sets of all pieces of
    /// some kinds.
    pub fn of_operation(op: Op, parts: impl Iterator<Item = Self>, are_pieces: impl Fn() -> bool) -> Self {
        if let Op::Attacks | Op::OfficerAttacks | Op::AttacksThrough | Op::AttackedBy = op {
            return Self::NONE;
        }
        let of_parts = parts.fold(Self::CONSTANT, Self::and);
        let counts = matches!(op, Op::Size | Op::IsAny | Op::Within);
        Self { material: of_parts.material || counts && are_pieces(), ..of_parts }
    }

    /// The cheapest of them.
    pub fn cheapest(self) -> Depends {
        if self.pawns {
            Depends::Pawns
        } else if self.material {
            Depends::Material
        } else if self.pawns_and_kings {
            Depends::PawnsAndKings
        } else {
            Depends::Position
        }
    }
}

/// Returns `true` for set operations whose size on sets of all pieces of some kinds follows from the numbers of pieces.
pub fn keeps_pieces(op: Op) -> bool {
    matches!(op, Op::Complement | Op::Intersection | Op::Union | Op::Difference | Op::Without)
}

/// The dependencies of a term. Factors and rules of draws are cached by material only.
pub fn of(term: &Term) -> Depends {
    let causes = term.expressions().map(causes).fold(Causes::CONSTANT, Causes::and);
    match term.role {
        Role::Factor | Role::Drawn if causes.material => Depends::Material,
        Role::Factor | Role::Drawn => Depends::Position,
        Role::Term | Role::Table => causes.cheapest(),
    }
}

fn causes(expr: &Expr) -> Causes {
    match &expr.kind {
        ExprKind::Input(input) => Causes::of_input(*input),
        ExprKind::Apply(op, parts) => {
            Causes::of_operation(*op, parts.iter().map(causes), || parts.iter().all(are_pieces))
        }
        ExprKind::Loop(_, parts) => parts.iter().map(causes).fold(Causes::CONSTANT, Causes::and),
        _ => Causes::CONSTANT,
    }
}

/// Returns `true` if a set consists of all pieces of some kinds, or of all squares without them.
fn are_pieces(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Input(Input::Pieces(..) | Input::All(_)) | ExprKind::Squares(0 | u64::MAX) => true,
        ExprKind::Apply(op, parts) => keeps_pieces(*op) && parts.iter().all(are_pieces),
        _ => false,
    }
}
