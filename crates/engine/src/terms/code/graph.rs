//! All expressions of a program as one graph: common subexpressions share a node, constants are folded, and
//! operations are simplified.

use std::collections::HashMap;

use crate::board::{COLORS, Piece};

use super::super::expr::{Expr, ExprKind, Input, Side};
use super::super::ops::{Each, NOT_COUNTED, Op};
use super::super::tables::{TableRef, Tables};

pub type NodeId = usize;
/// Index of a variable: a square of the loop over a set, at one nesting depth.
pub type VariableId = usize;

/// The pieces whose attacks are stored by square.
pub const OFFICERS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Maximum number of variables of a graph: bits of a word.
const MAX_VARIABLES: usize = 64;

/// A part of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(u64),
    Input(Input),
    Variable(VariableId),
    Apply(Op, Vec<NodeId>),
    Loop {
        each: Each,
        variable: VariableId,
        set: NodeId,
        body: NodeId,
    },
    /// A value that other code has computed, by number.
    Ahead(usize),
}

/// Error: there are more variables than a graph can have.
#[derive(Debug)]
pub struct TooMany;

/// Nodes in topological order, operands first.
#[derive(Debug, Default)]
pub struct Graph<'t> {
    pub nodes: Vec<Node>,
    /// For each node, the variables that its value depends on.
    pub free: Vec<u64>,
    /// For each node that is a set, its maximum number of squares.
    pub max_squares: Vec<u64>,
    /// For each variable, the set of its loop and the number of enclosing loops.
    pub variables: Vec<(NodeId, usize)>,
    known: HashMap<Node, NodeId>,
    /// The numbers of tables, if they are known.
    tables: Option<&'t Tables>,
    /// What the words of tables differ by: 0 for middlegame numbers.
    stage: u64,
}

impl<'t> Graph<'t> {
    /// An empty graph. With the numbers of `tables`, entries that all positions look up are constants.
    pub fn new(tables: Option<&'t Tables>) -> Self {
        Self { tables, ..Self::default() }
    }

    /// From now on tables have their numbers of the middlegame (0) or of the endgame (1).
    pub fn set_stage(&mut self, stage: usize) {
        let first = stage * self.tables.map_or(0, Tables::stage_len);
        self.stage = TableRef { first, len: 0 }.word();
    }

    /// Returns the node of an expression within loops with these variables, outermost first.
    pub fn lower(&mut self, expr: &Expr, variables: &mut Vec<VariableId>) -> Result<NodeId, TooMany> {
        Ok(match &expr.kind {
            ExprKind::Input(input) => self.node(Node::Input(*input)),
            ExprKind::Variable(loops) => self.node(Node::Variable(variables[*loops])),
            ExprKind::Table(table) => self.constant(table.word() + self.stage),
            ExprKind::Apply(op, parts) => {
                let parts = parts.iter().map(|part| self.lower(part, variables));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.apply(*op, parts)
            }
            ExprKind::Loop(each, parts) => {
                let [set, body] = &**parts;
                let set = self.lower(set, variables)?;
                let variable = self.variable(set, variables.len())?;
                variables.push(variable);
                let body = self.lower(body, variables);
                variables.pop();
                let body = body?;
                self.node(Node::Loop { each: *each, variable, set, body })
            }
            constant => self.constant(constant.as_constant().unwrap_or_default()),
        })
    }

    /// Returns the variable of a loop over a set; loops over the same set at the same depth share it.
    pub fn variable(&mut self, set: NodeId, depth: usize) -> Result<VariableId, TooMany> {
        let known = self.variables.iter().position(|known| *known == (set, depth));
        if known.is_none() && self.variables.len() == MAX_VARIABLES {
            return Err(TooMany);
        }
        Ok(known.unwrap_or_else(|| {
            self.variables.push((set, depth));
            self.variables.len() - 1
        }))
    }

    pub fn constant(&mut self, value: u64) -> NodeId {
        self.node(Node::Constant(value))
    }

    /// The value of a node that is constant.
    pub fn as_constant(&self, node: NodeId) -> Option<u64> {
        match self.nodes[node] {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn node(&mut self, node: Node) -> NodeId {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let free = match &node {
            Node::Constant(_) | Node::Input(_) | Node::Ahead(_) => 0,
            Node::Variable(variable) => 1 << variable,
            Node::Apply(_, parts) => parts.iter().fold(0, |free, &part| free | self.free[part]),
            Node::Loop { variable, set, body, .. } => self.free[*set] | self.free[*body] & !(1 << variable),
        };
        self.max_squares.push(self.max_squares_of(&node));
        self.known.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.free.push(free);
        self.nodes.len() - 1
    }

    /// Maximum number of squares of a set.
    fn max_squares_of(&self, node: &Node) -> u64 {
        match node {
            Node::Constant(set) => u64::from(set.count_ones()),
            Node::Input(input) => input.max_squares(),
            Node::Apply(op, parts) => op.max_squares(|part| self.max_squares[parts[part]]),
            Node::Loop { each, set, .. } if *each == Each::Where => self.max_squares[*set],
            _ => 64,
        }
    }

    /// Returns the simplified node of an operation.
    pub fn apply(&mut self, op: Op, mut parts: Vec<NodeId>) -> NodeId {
        if let Some(value) = self.fold(op, &parts) {
            return self.constant(value);
        }
        if let Op::Intersection | Op::Union | Op::Difference | Op::Both | Op::Either = op {
            // Canonical order of commutative operands; constants last.
            parts.sort_unstable_by_key(|&part| (self.as_constant(part).is_some(), part));
        }
        let (first, second) = (parts[0], parts.get(1).copied().unwrap_or(parts[0]));
        let constant = self.as_constant(second);
        match op {
            Op::Copy => return first,
            Op::Intersection if first == second => return first,
            Op::Union if first == second => return first,
            Op::Intersection if constant == Some(u64::MAX) => return first,
            Op::Intersection if constant == Some(0) => return second,
            Op::Union | Op::Difference if constant == Some(0) => return first,
            Op::Union if constant == Some(u64::MAX) => return second,
            Op::Intersection => {
                // a & ~b and ~a & b are a single operation.
                for (kept, out) in [(first, second), (second, first)] {
                    if let Some(out) = self.operand_of(out, Op::Complement) {
                        return self.apply(Op::Without, vec![kept, out]);
                    }
                }
            }
            Op::Without => {
                if let Some(constant) = constant {
                    let rest = self.constant(!constant);
                    return self.apply(Op::Intersection, vec![first, rest]);
                }
                if let Some(kept) = self.operand_of(second, Op::Complement) {
                    return self.apply(Op::Intersection, vec![first, kept]);
                }
                if self.as_constant(first) == Some(u64::MAX) {
                    return self.apply(Op::Complement, vec![second]);
                }
            }
            Op::Complement | Op::Not => {
                if let Some(inner) = self.operand_of(first, op) {
                    return inner;
                }
            }
            Op::Bit => {
                if let Some(king) = self.operand_of(first, Op::Only) {
                    return king;
                }
            }
            Op::Both if constant == Some(1) => return first,
            Op::Both if constant == Some(0) => return second,
            Op::Either if constant == Some(0) => return first,
            Op::Either if constant == Some(1) => return second,
            Op::Add if constant == Some(0) => return first,
            Op::Add if self.as_constant(first) == Some(0) => return second,
            Op::Multiply if constant == Some(1) => return first,
            Op::Multiply if self.as_constant(first) == Some(1) => return second,
            Op::Multiply if parts.iter().any(|&part| self.as_constant(part) == Some(0)) => {
                return self.constant(0);
            }
            Op::Mask | Op::OrNotCounted => match self.as_constant(first) {
                Some(0) if op == Op::Mask => return self.constant(0),
                Some(0) => return self.constant(NOT_COUNTED),
                Some(_) => return second,
                None => {}
            },
            Op::If => return self.choice(&parts),
            _ => {}
        }
        let joined = self.joined_pieces(op, first, second).or_else(|| self.joined(op, first, second));
        joined.unwrap_or_else(|| self.node(Node::Apply(op, parts)))
    }

    /// The value of an operation on constants.
    fn fold(&self, op: Op, parts: &[NodeId]) -> Option<u64> {
        let mut operands = [0; 3];
        for (operand, &part) in operands.iter_mut().zip(parts) {
            *operand = self.as_constant(part)?;
        }
        match op {
            Op::Lookup => self.constant_lookup(operands[0], operands[1]),
            _ => op.compute_constant(operands),
        }
    }

    /// An entry of a table that is the same for both sides.
    fn constant_lookup(&self, table: u64, index: u64) -> Option<u64> {
        let tables = self.tables?;
        let [white, black] = COLORS.map(|color| tables.get(color, table, index));
        (white == black).then_some(white)
    }

    fn choice(&mut self, parts: &[NodeId]) -> NodeId {
        let [condition, yes, no] = [parts[0], parts[1], parts[2]];
        match self.as_constant(condition) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no => yes,
            None if self.as_constant(no) == Some(0) => self.apply(Op::Mask, vec![condition, yes]),
            None => self.node(Node::Apply(Op::If, parts.to_vec())),
        }
    }

    /// Fuses two operations into one, or replaces them by an input.
    fn joined(&mut self, op: Op, first: NodeId, second: NodeId) -> Option<NodeId> {
        match op {
            Op::Union => {
                for (a, b) in [(first, second), (second, first)] {
                    let sides = (self.operand_of(a, Op::East), self.operand_of(b, Op::West));
                    if let (Some(east), Some(west)) = sides
                        && east == west
                    {
                        return Some(self.apply(Op::Beside, vec![east]));
                    }
                    if self.operand_of(b, Op::Beside) == Some(a) {
                        return Some(self.apply(Op::Widen, vec![a]));
                    }
                }
                None
            }
            Op::North | Op::South => {
                let pawns = self.operand_of(first, Op::Beside)?;
                let (attacks, side) =
                    if op == Op::North { (Op::PawnsNorth, Side::Own) } else { (Op::PawnsSouth, Side::Their) };
                if self.nodes[pawns] == Node::Input(Input::Pieces(side, Piece::Pawn)) {
                    return Some(self.node(Node::Input(Input::AttacksBy(side, Piece::Pawn))));
                }
                Some(self.apply(attacks, vec![pawns]))
            }
            Op::AttackedBy => match self.nodes[first] {
                Node::Input(Input::Pieces(side, piece)) => {
                    Some(self.node(Node::Input(Input::AttacksBy(side, piece))))
                }
                Node::Input(Input::All(side)) => Some(self.node(Node::Input(Input::Attacked(side)))),
                _ => None,
            },
            Op::Attacks => match self.nodes[first] {
                Node::Variable(variable) if self.holds_only(self.variables[variable].0, &OFFICERS) => {
                    Some(self.node(Node::Apply(Op::OfficerAttacks, vec![first])))
                }
                _ => None,
            },
            Op::AttacksThrough => match self.nodes[first] {
                Node::Variable(variable) => self.attacks_through(variable, first, second),
                _ => None,
            },
            Op::KingMoves => match self.nodes[first] {
                Node::Input(Input::Pieces(side, Piece::King)) => {
                    Some(self.node(Node::Input(Input::AttacksBy(side, Piece::King))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The attacks of the piece on a loop's square with other blockers, if all pieces there are of one kind.
    fn attacks_through(&mut self, variable: VariableId, square: NodeId, blockers: NodeId) -> Option<NodeId> {
        let set = self.variables[variable].0;
        let kind = OFFICERS.into_iter().find(|&kind| self.holds_only(set, &[kind]))?;
        let moves = vec![square, blockers];
        Some(match kind {
            Piece::Knight => self.apply(Op::OfficerAttacks, vec![square]),
            Piece::Bishop => self.apply(Op::BishopMoves, moves),
            Piece::Rook => self.apply(Op::RookMoves, moves),
            _ => {
                let lines = [Op::BishopMoves, Op::RookMoves].map(|op| self.apply(op, moves.clone()));
                self.apply(Op::Union, lines.to_vec())
            }
        })
    }

    /// The first operand of a node that is this operation.
    fn operand_of(&self, node: NodeId, op: Op) -> Option<NodeId> {
        match &self.nodes[node] {
            Node::Apply(its, parts) if *its == op => Some(parts[0]),
            _ => None,
        }
    }

    /// Returns `true` if there is a piece of one of these kinds on every square of a set.
    fn holds_only(&self, set: NodeId, kinds: &[Piece]) -> bool {
        match &self.nodes[set] {
            Node::Input(Input::Pieces(_, piece)) => kinds.contains(piece),
            Node::Apply(Op::Intersection, parts) => parts.iter().any(|&part| self.holds_only(part, kinds)),
            Node::Apply(Op::Union, parts) => parts.iter().all(|&part| self.holds_only(part, kinds)),
            Node::Apply(Op::Without, parts) => self.holds_only(parts[0], kinds),
            Node::Apply(Op::Mask, parts) => self.holds_only(parts[1], kinds),
            Node::Loop { each, set, .. } => *each == Each::Where && self.holds_only(*set, kinds),
            _ => false,
        }
    }
}
