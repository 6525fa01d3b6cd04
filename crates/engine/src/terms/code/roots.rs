//! The roots of the graph: the counts of the terms.

use super::super::expr::ExprKind;
use super::super::ops::Op;
use super::super::source::{By, Role};
use super::super::term::Term;
use super::graph::{Graph, NodeId, TooMany, VariableId};
use super::instruction::Opcode;

/// The count of one term.
#[derive(Debug, Clone, Copy)]
pub struct Root {
    /// If this boolean is false for both sides, the count can be skipped.
    pub guard: Option<NodeId>,
    /// The variable of the enclosing loop.
    pub variable: Option<VariableId>,
    pub opcode: Opcode,
    pub a: NodeId,
    pub b: Option<NodeId>,
    pub term: u8,
    /// The last entry of its table.
    pub last: u8,
    /// Index of its first value.
    pub place: u16,
}

impl Root {
    /// A count of a number outside of all loops, for a term with a single value.
    pub fn number(node: NodeId) -> Self {
        Self {
            guard: None,
            variable: None,
            opcode: Opcode::CountNumber,
            a: node,
            b: None,
            term: 0,
            last: 0,
            place: 0,
        }
    }
}

/// Adds a term to the graph. Returns its root, unless the count is always 0.
pub fn root(graph: &mut Graph, term: &Term, number: u8, place: u16) -> Result<Option<Root>, TooMany> {
    let mut variables = Vec::new();
    let mut variable = None;
    let mut when = None;
    if let Some(each) = &term.each {
        let mut set = graph.lower(each, &mut variables)?;
        let depth_one = graph.variable(set, 0)?;
        variables.push(depth_one);
        if let Some(condition) = &term.when {
            let condition = graph.lower(condition, &mut variables)?;
            if graph.free[condition] == 0 {
                // A condition on the position: the set is empty if it is false.
                set = graph.apply(Op::Mask, vec![condition, set]);
                variables[0] = graph.variable(set, 0)?;
            } else {
                when = Some(condition);
            }
        }
        if graph.as_constant(set) == Some(0) {
            return Ok(None);
        }
        variable = Some(variables[0]);
    } else if let Some(condition) = &term.when {
        let condition = graph.lower(condition, &mut variables)?;
        match graph.as_constant(condition) {
            Some(0) => return Ok(None),
            Some(_) => {}
            None => when = Some(condition),
        }
    }
    let root = Root {
        guard: when.filter(|_| variable.is_none()),
        variable,
        term: number,
        last: match term.by {
            By::Table(len) => len as u8 - 1,
            _ => 0,
        },
        place,
        ..Root::number(0)
    };
    let root = match term.role {
        Role::Factor | Role::Drawn => factor(graph, term, root, when, &mut variables),
        Role::Term | Role::Table => counted(graph, term, root, when, &mut variables),
    };
    root.map(Some)
}

/// Adds the count of a factor, which applies even if it is 0.
fn factor(
    graph: &mut Graph,
    term: &Term,
    mut root: Root,
    when: Option<NodeId>,
    variables: &mut Vec<VariableId>,
) -> Result<Root, TooMany> {
    let first = term.index.as_ref().unwrap_or(&term.count);
    let first = graph.lower(first, variables)?;
    root.a = match when {
        Some(when) => graph.apply(Op::OrNotCounted, vec![when, first]),
        None => first,
    };
    root.opcode = match (term.by, &term.index) {
        (By::Table(_), Some(_)) => {
            root.b = Some(graph.lower(&term.count, variables)?);
            Opcode::CountFactorAt
        }
        (By::Table(_), None) => Opcode::CountEntry,
        _ => Opcode::CountFactor,
    };
    Ok(root)
}

/// Adds the count.
fn counted(
    graph: &mut Graph,
    term: &Term,
    mut root: Root,
    when: Option<NodeId>,
    variables: &mut Vec<VariableId>,
) -> Result<Root, TooMany> {
    let in_loop = root.variable.is_some();
    let masked = |graph: &mut Graph, node| match when {
        Some(when) => graph.apply(Op::Mask, vec![when, node]),
        None => node,
    };
    if let (By::Table(_), None) = (term.by, &term.index) {
        let entry = graph.lower(&term.count, variables)?;
        root.a = match when {
            Some(when) => graph.apply(Op::OrNotCounted, vec![when, entry]),
            None => entry,
        };
        root.opcode = Opcode::CountEntry;
        return Ok(root);
    }
    let by_size = match &term.count.kind {
        ExprKind::Apply(Op::Size, parts) if matches!(term.by, By::One) => Some(&parts[0]),
        _ => None,
    };
    let count = graph.lower(by_size.unwrap_or(&term.count), variables)?;
    root.a = masked(graph, count);
    root.opcode = match (term.by, in_loop) {
        (By::One, false) if by_size.is_some() => Opcode::CountSize,
        (By::One, true) if by_size.is_some() => Opcode::CountSizeAt,
        (By::One, _) => Opcode::CountNumber,
        (By::Rank, false) => Opcode::CountRanks,
        (By::Rank, true) => Opcode::CountAtRank,
        (By::File, false) => Opcode::CountFiles,
        (By::File, true) => Opcode::CountAtFile,
        (By::Square, false) => Opcode::CountSquares,
        (By::Square, true) => Opcode::CountAtSquare,
        // A rule of draws is a factor.
        (By::Nothing, _) => Opcode::CountNumber,
        (By::Table(_), _) => {
            root.b = Some(root.a);
            if let Some(index) = &term.index {
                root.a = graph.lower(index, variables)?;
            }
            Opcode::CountIndexed
        }
    };
    Ok(root)
}
