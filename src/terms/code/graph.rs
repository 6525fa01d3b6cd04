//! All expressions of a program as one graph: common subexpressions are merged and constants folded.

use std::collections::HashMap;

use crate::board::Piece;

use super::super::expr::{Each, Expr, ExprKind, Input, Op};
use super::super::interpreter;

/// Index of a node.
pub type NodeId = usize;
/// Index of a variable: the current square of a loop.
pub type VariableId = usize;

/// The kinds whose attacks the evaluator keeps by square.
pub const KINDS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Most variables of a graph: the bits of [`Graph::free`].
const MAX_VARIABLES: usize = 64;

/// Stands for a table entry that is not counted: outside of the range of numbers.
pub const NOT_COUNTED: u64 = 1 << 63;

/// A constant, an input, or an operation on other nodes.
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
}

/// There are more than [`MAX_VARIABLES`] variables.
#[derive(Debug)]
pub struct TooMany;

/// Nodes in topological order: each after its operands.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// For each node, the variables that its value depends on, one bit each.
    pub free: Vec<u64>,
    /// For each node that is a set, an upper bound of the number of its squares.
    pub most: Vec<u64>,
    /// For each variable, the set of its loop and the number of loops around that loop.
    pub variables: Vec<(NodeId, usize)>,
    known: HashMap<Node, NodeId>,
}

impl Graph {
    /// Adds an expression within loops with these variables, outermost first.
    pub fn add(&mut self, expr: &Expr, variables: &mut Vec<VariableId>) -> Result<NodeId, TooMany> {
        Ok(match &expr.kind {
            ExprKind::Squares(set) => self.constant(*set),
            ExprKind::Square(square) => self.constant(u64::from(*square)),
            ExprKind::Number(number) => self.constant(i64::from(*number) as u64),
            ExprKind::Truth(truth) => self.constant(u64::from(*truth)),
            ExprKind::Input(input) => self.node(Node::Input(*input)),
            ExprKind::Variable(loops) => self.node(Node::Variable(variables[*loops])),
            ExprKind::Apply(op, parts) => {
                let parts = parts.iter().map(|part| self.add(part, variables));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.apply(*op, parts)
            }
            ExprKind::Loop(each, parts) => {
                let [set, body] = &**parts;
                let set = self.add(set, variables)?;
                let variable = self.variable(set, variables.len())?;
                variables.push(variable);
                let body = self.add(body, variables);
                variables.pop();
                let body = body?;
                self.node(Node::Loop {
                    each: *each,
                    variable,
                    set,
                    body,
                })
            }
        })
    }

    /// The variable of a loop over a set; loops over the same set at the same depth share it.
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

    /// Returns the value of a constant.
    pub fn as_constant(&self, node: NodeId) -> Option<u64> {
        match self.nodes[node] {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn node(&mut self, node: Node) -> NodeId {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let free = match &node {
            Node::Constant(_) | Node::Input(_) => 0,
            Node::Variable(variable) => 1 << variable,
            Node::Apply(_, parts) => parts.iter().fold(0, |free, &part| free | self.free[part]),
            Node::Loop {
                variable, set, body, ..
            } => self.free[*set] | self.free[*body] & !(1 << variable),
        };
        self.most.push(self.most_squares(&node));
        self.known.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.free.push(free);
        self.nodes.len() - 1
    }

    /// Upper bound of the number of squares of a set.
    fn most_squares(&self, node: &Node) -> u64 {
        match node {
            Node::Constant(set) => u64::from(set.count_ones()),
            Node::Input(input) => input.most_squares(),
            Node::Apply(op, parts) => op.most_squares(|part| self.most[parts[part]]),
            Node::Loop { each, set, .. } if *each == Each::Where => self.most[*set],
            _ => 64,
        }
    }

    /// Returns the node of an operation, simplified where that saves more than Cranelift's optimiser can see.
    pub fn apply(&mut self, op: Op, mut parts: Vec<NodeId>) -> NodeId {
        if let Some(value) = self.folded(op, &parts) {
            return self.constant(value);
        }
        if let Op::Intersection | Op::Union | Op::Difference | Op::Both | Op::Either = op {
            // These commute: one order for both, constants last.
            parts.sort_unstable_by_key(|&part| (self.as_constant(part).is_some(), part));
        }
        self.simplified(op, &parts)
            .unwrap_or_else(|| self.node(Node::Apply(op, parts)))
    }

    /// `value` where `condition` is true, otherwise the constant.
    pub fn value_if(&mut self, condition: NodeId, value: NodeId, otherwise: u64) -> NodeId {
        let otherwise = self.constant(otherwise);
        self.apply(Op::If, vec![condition, value, otherwise])
    }

    /// Returns the value of an operation on constants.
    fn folded(&self, op: Op, parts: &[NodeId]) -> Option<u64> {
        let parts = parts.iter().map(|&part| self.as_constant(part));
        let parts: Vec<i64> = parts
            .map(|value| value.map(|value| value as i64))
            .collect::<Option<_>>()?;
        interpreter::apply(op, &parts, None).map(|value| value as u64)
    }

    fn simplified(&mut self, op: Op, parts: &[NodeId]) -> Option<NodeId> {
        let (first, second) = (parts[0], parts.get(1).copied().unwrap_or(parts[0]));
        let constant = self.as_constant(second);
        let input = match self.nodes[first] {
            Node::Input(input) => Some(input),
            _ => None,
        };
        let known = match (op, input) {
            (Op::AttackedBy, Some(Input::Pieces(side, piece))) => Input::AttacksBy(side, piece),
            (Op::AttackedBy, Some(Input::All(side))) => Input::Attacked(side),
            (Op::Around, Some(Input::Pieces(side, Piece::King))) => Input::AttacksBy(side, Piece::King),
            _ => {
                return match op {
                    Op::Intersection | Op::Union | Op::Both | Op::Either if first == second => Some(first),
                    Op::Intersection if constant == Some(u64::MAX) => Some(first),
                    Op::Intersection | Op::Both if constant == Some(0) => Some(second),
                    Op::Union if constant == Some(u64::MAX) => Some(second),
                    Op::Union | Op::Difference | Op::Without | Op::Either if constant == Some(0) => {
                        Some(first)
                    }
                    Op::Both if constant == Some(1) => Some(first),
                    Op::Either if constant == Some(1) => Some(second),
                    Op::Bit => self.king_of(first),
                    Op::If => match self.as_constant(first) {
                        Some(0) => Some(parts[2]),
                        Some(_) => Some(parts[1]),
                        None => (parts[1] == parts[2]).then_some(parts[1]),
                    },
                    Op::AttacksThrough => self.moves_through(first, second),
                    _ => None,
                };
            }
        };
        Some(self.node(Node::Input(known)))
    }

    /// The set of the king whose square a node is.
    fn king_of(&self, square: NodeId) -> Option<NodeId> {
        match &self.nodes[square] {
            Node::Apply(Op::Only, parts) => Some(parts[0]),
            _ => None,
        }
    }

    /// Attacks of the piece on a loop's square through other blockers, if all pieces there are of one kind.
    fn moves_through(&mut self, square: NodeId, blockers: NodeId) -> Option<NodeId> {
        let kind = KINDS
            .into_iter()
            .find(|&kind| self.has_piece_on(square, &[kind]))?;
        let mut moves = |op| self.apply(op, vec![square, blockers]);
        Some(match kind {
            Piece::Knight => self.apply(Op::Attacks, vec![square]),
            Piece::Bishop => moves(Op::BishopMoves),
            Piece::Rook => moves(Op::RookMoves),
            _ => {
                let lines = [Op::BishopMoves, Op::RookMoves].map(moves);
                self.apply(Op::Union, lines.to_vec())
            }
        })
    }

    /// Whether a node is the square of a loop over nothing but pieces of these kinds.
    pub fn has_piece_on(&self, square: NodeId, kinds: &[Piece]) -> bool {
        match self.nodes[square] {
            Node::Variable(variable) => self.has_alone(self.variables[variable].0, kinds),
            _ => false,
        }
    }

    /// Whether there is a piece of one of these kinds on every square of a set.
    fn has_alone(&self, set: NodeId, kinds: &[Piece]) -> bool {
        match &self.nodes[set] {
            Node::Input(Input::Pieces(_, piece)) => kinds.contains(piece),
            Node::Apply(Op::Intersection, parts) => parts.iter().any(|&part| self.has_alone(part, kinds)),
            Node::Apply(Op::Union, parts) => parts.iter().all(|&part| self.has_alone(part, kinds)),
            Node::Apply(Op::Without, parts) => self.has_alone(parts[0], kinds),
            Node::Apply(Op::If, parts) => {
                self.as_constant(parts[2]) == Some(0) && self.has_alone(parts[1], kinds)
            }
            Node::Loop { each, set, .. } => *each == Each::Where && self.has_alone(*set, kinds),
            _ => false,
        }
    }
}
