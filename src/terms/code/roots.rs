//! What a program is for: the counts of its terms, as nodes of the graph.

use super::super::expr::{ExprKind, Op};
use super::super::source::By;
use super::super::term::Term;
use super::graph::{Act, Graph, NodeId, TooMany, VariableId};
use super::instruction::Does;

/// The count of one term.
#[derive(Debug, Clone, Copy)]
pub struct Root {
    /// Without this truth for either side, nothing need be computed.
    pub guard: Option<NodeId>,
    /// The loop it is within.
    pub variable: Option<VariableId>,
    pub does: Does,
    pub a: NodeId,
    pub b: Option<NodeId>,
    pub term: u8,
    /// The last entry of its table.
    pub last: u8,
    /// Where its values begin.
    pub place: u16,
}

impl Root {
    /// The count of a number outside of all loops, by the first term's only value.
    pub fn number(node: NodeId) -> Self {
        Self {
            guard: None,
            variable: None,
            does: Does::CountNumber,
            a: node,
            b: None,
            term: 0,
            last: 0,
            place: 0,
        }
    }
}

/// Adds a term to the graph: its count, if it can ever count.
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
                // A condition about the position: there is nothing to go over where it does not hold.
                set = graph.apply(Act::Mask, vec![condition, set]);
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
    counted(graph, term, root, when, &mut variables).map(Some)
}

/// Adds what is counted.
fn counted(
    graph: &mut Graph,
    term: &Term,
    mut root: Root,
    when: Option<NodeId>,
    variables: &mut Vec<VariableId>,
) -> Result<Root, TooMany> {
    let in_loop = root.variable.is_some();
    let masked = |graph: &mut Graph, node| match when {
        Some(when) => graph.apply(Act::Mask, vec![when, node]),
        None => node,
    };
    if let (By::Table(_), None) = (term.by, &term.index) {
        let entry = graph.lower(&term.count, variables)?;
        root.a = match when {
            Some(when) => graph.apply(Act::OrNotCounted, vec![when, entry]),
            None => entry,
        };
        root.does = if in_loop {
            Does::EachEntry
        } else {
            Does::CountEntry
        };
        return Ok(root);
    }
    let by_size = match &term.count.kind {
        ExprKind::Apply(Op::Size, parts) if matches!(term.by, By::One) => Some(&parts[0]),
        _ => None,
    };
    let count = graph.lower(by_size.unwrap_or(&term.count), variables)?;
    root.a = masked(graph, count);
    root.does = match (term.by, in_loop) {
        (By::One, false) if by_size.is_some() => Does::CountSize,
        (By::One, true) if by_size.is_some() => Does::EachSize,
        (By::One, false) => Does::CountNumber,
        (By::One, true) => Does::EachNumber,
        (By::Rank, false) => Does::CountRanks,
        (By::Rank, true) => Does::EachRank,
        (By::File, false) => Does::CountFiles,
        (By::File, true) => Does::EachFile,
        (By::Square, false) => Does::CountSquares,
        (By::Square, true) => Does::EachSquare,
        (By::Table(_), _) => {
            root.b = Some(root.a);
            root.a = match &term.index {
                Some(index) => graph.lower(index, variables)?,
                None => root.a,
            };
            if in_loop {
                Does::EachIndexed
            } else {
                Does::CountIndexed
            }
        }
    };
    Ok(root)
}
