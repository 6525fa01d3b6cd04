//! All expressions of a program as one graph: what is written twice is there once, what is constant is computed, and
//! what has a shorter form takes it.

use std::collections::HashMap;

use crate::board::Piece;

use super::super::expr::{Each, Expr, ExprKind, Input, Op, Side};
use super::super::plain;

/// The number of a node.
pub type NodeId = usize;
/// The number of a variable: a square of the loop over a set, at one depth of loops.
pub type VariableId = usize;

/// The kinds whose attacks are known by their squares.
const KINDS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The most variables of a graph: bits of a word.
const MAX_VARIABLES: usize = 64;

/// What a node does with the nodes that it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// An operation of the language.
    Plain(Op),
    /// The neighbours on both sides.
    Beside,
    /// The squares with their neighbours on both sides.
    Widen,
    /// What pawns that go north attack.
    PawnsNorth,
    /// What pawns that go south attack.
    PawnsSouth,
    /// What a knight, bishop, rook or queen on the square attacks: one is there.
    AttacksOfPiece,
    /// The second if the first is true, else 0.
    Mask,
    /// The second if the first is true, else [`NOT_COUNTED`].
    OrNotCounted,
}

/// Stands for an entry of a table that is not counted: outside of all numbers.
pub const NOT_COUNTED: u64 = 1 << 63;

/// A part of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(u64),
    Input(Input),
    Variable(VariableId),
    Apply(Act, Vec<NodeId>),
    Loop {
        each: Each,
        variable: VariableId,
        set: NodeId,
        body: NodeId,
    },
}

/// Something has more variables than a graph can have.
#[derive(Debug)]
pub struct TooMany;

/// Nodes, each after those that it is made of.
#[derive(Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// For each node, the variables that its value depends on.
    pub free: Vec<u64>,
    /// For each node that is a set, the most squares that it can have.
    pub most: Vec<u64>,
    /// For each variable, what it goes over and how many loops there are around.
    pub variables: Vec<(NodeId, usize)>,
    known: HashMap<Node, NodeId>,
}

impl Graph {
    /// The node of an expression within loops with these variables, outermost first.
    pub fn lower(&mut self, expr: &Expr, variables: &mut Vec<VariableId>) -> Result<NodeId, TooMany> {
        Ok(match &expr.kind {
            ExprKind::Squares(set) => self.constant(*set),
            ExprKind::Square(square) => self.constant(u64::from(*square)),
            ExprKind::Number(number) => self.constant(i64::from(*number) as u64),
            ExprKind::Truth(truth) => self.constant(u64::from(*truth)),
            ExprKind::Input(input) => self.node(Node::Input(*input)),
            ExprKind::Variable(loops) => self.node(Node::Variable(variables[*loops])),
            ExprKind::Apply(op, parts) => {
                let parts = parts.iter().map(|part| self.lower(part, variables));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.apply(Act::Plain(*op), parts)
            }
            ExprKind::Loop(each, parts) => {
                let [set, body] = &**parts;
                let set = self.lower(set, variables)?;
                let variable = self.variable(set, variables.len())?;
                variables.push(variable);
                let body = self.lower(body, variables);
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

    /// The variable of a loop over a set; loops over the same set at the same depth have the same.
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

    /// The most squares of a set that is made of nodes.
    fn most_squares(&self, node: &Node) -> u64 {
        match node {
            Node::Constant(set) => u64::from(set.count_ones()),
            Node::Input(input) => input.most_squares(),
            Node::Apply(Act::Plain(op), parts) => op.most_squares(|part| self.most[parts[part]]),
            Node::Apply(Act::Mask, parts) => self.most[parts[1]],
            Node::Loop { each, set, .. } if *each == Each::Where => self.most[*set],
            _ => 64,
        }
    }

    /// The node of an operation, in its shortest form.
    pub fn apply(&mut self, act: Act, mut parts: Vec<NodeId>) -> NodeId {
        if let Some(value) = self.folded(act, &parts) {
            return self.constant(value);
        }
        if let Act::Plain(Op::Intersection | Op::Union | Op::Difference | Op::Both | Op::Either) = act {
            // Alike whichever comes first; constants last.
            parts.sort_unstable_by_key(|&part| (self.as_constant(part).is_some(), part));
        }
        match act {
            Act::Plain(op) => self.shortened(op, parts),
            Act::Mask => match self.as_constant(parts[0]) {
                Some(0) => self.constant(0),
                Some(_) => parts[1],
                None => self.node(Node::Apply(act, parts)),
            },
            Act::OrNotCounted => match self.as_constant(parts[0]) {
                Some(0) => self.constant(NOT_COUNTED),
                Some(_) => parts[1],
                None => self.node(Node::Apply(act, parts)),
            },
            _ => self.node(Node::Apply(act, parts)),
        }
    }

    /// The value of an operation on constants.
    fn folded(&self, act: Act, parts: &[NodeId]) -> Option<u64> {
        let Act::Plain(op) = act else {
            return None;
        };
        let parts: Option<Vec<i64>> = parts
            .iter()
            .map(|&part| self.as_constant(part).map(|value| value as i64))
            .collect();
        plain::apply(op, &parts?, None).map(|value| value as u64)
    }

    fn shortened(&mut self, op: Op, parts: Vec<NodeId>) -> NodeId {
        let plain = |op| Act::Plain(op);
        let (first, second) = (parts[0], parts.get(1).copied().unwrap_or(parts[0]));
        let constant = self.as_constant(second);
        match op {
            Op::Intersection if first == second => return first,
            Op::Union if first == second => return first,
            Op::Intersection if constant == Some(u64::MAX) => return first,
            Op::Intersection if constant == Some(0) => return second,
            Op::Union | Op::Difference if constant == Some(0) => return first,
            Op::Union if constant == Some(u64::MAX) => return second,
            Op::Intersection => {
                // a & ~b and ~a & b are one step.
                for (kept, out) in [(first, second), (second, first)] {
                    if let Some(out) = self.part_of(out, Op::Complement) {
                        return self.apply(plain(Op::Without), vec![kept, out]);
                    }
                }
            }
            Op::Without => {
                if let Some(constant) = constant {
                    let rest = self.constant(!constant);
                    return self.apply(plain(Op::Intersection), vec![first, rest]);
                }
                if let Some(kept) = self.part_of(second, Op::Complement) {
                    return self.apply(plain(Op::Intersection), vec![first, kept]);
                }
                if self.as_constant(first) == Some(u64::MAX) {
                    return self.apply(plain(Op::Complement), vec![second]);
                }
            }
            Op::Complement => {
                if let Some(inner) = self.part_of(first, Op::Complement) {
                    return inner;
                }
            }
            Op::Bit => {
                if let Some(king) = self.part_of(first, Op::Only) {
                    return king;
                }
            }
            Op::Not => {
                if let Some(inner) = self.part_of(first, Op::Not) {
                    return inner;
                }
            }
            Op::Both if constant == Some(1) => return first,
            Op::Both if constant == Some(0) => return second,
            Op::Either if constant == Some(0) => return first,
            Op::Either if constant == Some(1) => return second,
            Op::If => return self.choice(&parts),
            _ => {}
        }
        if let Some(other) = self.joined(op, first, second) {
            return other;
        }
        self.node(Node::Apply(plain(op), parts))
    }

    fn choice(&mut self, parts: &[NodeId]) -> NodeId {
        let [condition, yes, no] = [parts[0], parts[1], parts[2]];
        match self.as_constant(condition) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no => yes,
            None if self.as_constant(no) == Some(0) => self.apply(Act::Mask, vec![condition, yes]),
            None => self.node(Node::Apply(Act::Plain(Op::If), parts.to_vec())),
        }
    }

    /// Two operations that are one, and operations whose result is known as an input.
    fn joined(&mut self, op: Op, first: NodeId, second: NodeId) -> Option<NodeId> {
        match op {
            Op::Union => {
                for (a, b) in [(first, second), (second, first)] {
                    let sides = (self.part_of(a, Op::East), self.part_of(b, Op::West));
                    if let (Some(east), Some(west)) = sides
                        && east == west
                    {
                        return Some(self.apply(Act::Beside, vec![east]));
                    }
                    if self.act_of(b) == Some((Act::Beside, a)) {
                        return Some(self.apply(Act::Widen, vec![a]));
                    }
                }
                None
            }
            Op::North | Op::South => {
                let (Act::Beside, pawns) = self.act_of(first)? else {
                    return None;
                };
                let (act, side) = match op {
                    Op::North => (Act::PawnsNorth, Side::Own),
                    _ => (Act::PawnsSouth, Side::Their),
                };
                if self.nodes[pawns] == Node::Input(Input::Pieces(side, Piece::Pawn)) {
                    return Some(self.node(Node::Input(Input::AttacksBy(side, Piece::Pawn))));
                }
                Some(self.apply(act, vec![pawns]))
            }
            Op::AttackedBy => match self.nodes[first] {
                Node::Input(Input::Pieces(side, piece)) => {
                    Some(self.node(Node::Input(Input::AttacksBy(side, piece))))
                }
                Node::Input(Input::All(side)) => Some(self.node(Node::Input(Input::Attacked(side)))),
                _ => None,
            },
            Op::Attacks => match self.nodes[first] {
                Node::Variable(variable) if self.has_alone(self.variables[variable].0, &KINDS) => {
                    Some(self.node(Node::Apply(Act::AttacksOfPiece, vec![first])))
                }
                _ => None,
            },
            Op::AttacksThrough => match self.nodes[first] {
                Node::Variable(variable) => self.attacks_through(variable, first, second),
                _ => None,
            },
            Op::Around => match self.nodes[first] {
                Node::Input(Input::Pieces(side, Piece::King)) => {
                    Some(self.node(Node::Input(Input::AttacksBy(side, Piece::King))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What the piece on a loop's square attacks through others, if all pieces there are of one kind.
    fn attacks_through(&mut self, variable: VariableId, square: NodeId, stoppers: NodeId) -> Option<NodeId> {
        let set = self.variables[variable].0;
        let moves = |op| (Act::Plain(op), vec![square, stoppers]);
        let kind = KINDS.into_iter().find(|&kind| self.has_alone(set, &[kind]))?;
        let (act, parts) = match kind {
            Piece::Knight => (Act::AttacksOfPiece, vec![square]),
            Piece::Bishop => moves(Op::BishopMoves),
            Piece::Rook => moves(Op::RookMoves),
            _ => {
                let lines = [Op::BishopMoves, Op::RookMoves].map(|op| {
                    let (act, parts) = moves(op);
                    self.apply(act, parts)
                });
                (Act::Plain(Op::Union), lines.to_vec())
            }
        };
        Some(self.apply(act, parts))
    }

    /// The operand of a node that is this operation.
    fn part_of(&self, node: NodeId, op: Op) -> Option<NodeId> {
        self.act_of(node)
            .filter(|(act, _)| *act == Act::Plain(op))
            .map(|(_, part)| part)
    }

    /// An operation with its first operand.
    fn act_of(&self, node: NodeId) -> Option<(Act, NodeId)> {
        match &self.nodes[node] {
            Node::Apply(act, parts) => Some((*act, parts[0])),
            _ => None,
        }
    }

    /// Whether there is a piece of one of these kinds on every square of a set.
    fn has_alone(&self, set: NodeId, kinds: &[Piece]) -> bool {
        match &self.nodes[set] {
            Node::Input(Input::Pieces(_, piece)) => kinds.contains(piece),
            Node::Apply(Act::Plain(Op::Intersection), parts) => {
                parts.iter().any(|&part| self.has_alone(part, kinds))
            }
            Node::Apply(Act::Plain(Op::Union), parts) => {
                parts.iter().all(|&part| self.has_alone(part, kinds))
            }
            Node::Apply(Act::Plain(Op::Without), parts) => self.has_alone(parts[0], kinds),
            Node::Apply(Act::Mask, parts) => self.has_alone(parts[1], kinds),
            Node::Loop { each, set, .. } => *each == Each::Where && self.has_alone(*set, kinds),
            _ => false,
        }
    }
}
