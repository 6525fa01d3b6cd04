//! The counts of terms as nodes of the graph.

use super::super::expr::{ExprKind, Op};
use super::super::source::By;
use super::super::term::Term;
use super::graph::{Graph, NOT_COUNTED, NodeId, TooMany, VariableId};

/// The count of one term.
#[derive(Debug, Clone, Copy)]
pub struct Root {
    /// The condition of a term without a loop.
    pub guard: Option<NodeId>,
    /// The loop over the squares of `each`.
    pub variable: Option<VariableId>,
    pub count: Count,
    /// Index of the term's first value among the values of all terms.
    pub first: usize,
}

/// Which values count, and how often.
#[derive(Debug, Clone, Copy)]
pub enum Count {
    /// The only value, a number of times.
    Number(NodeId),
    /// The only value, once for each square of a set.
    Size(NodeId),
    /// An entry of a table, once, unless the entry is [`NOT_COUNTED`].
    Entry { index: NodeId, last: usize },
    /// An entry of a table, a number of times.
    Indexed {
        index: NodeId,
        last: usize,
        times: NodeId,
    },
    /// The value of each square of a set.
    EachSquare(By, NodeId),
    /// The value of the square of the loop, a number of times.
    LoopSquare(By, NodeId),
}

impl Count {
    /// The nodes that have to be computed.
    pub fn nodes(self) -> impl Iterator<Item = NodeId> {
        let (first, second) = match self {
            Self::Number(node) | Self::Size(node) => (node, None),
            Self::EachSquare(_, node) | Self::LoopSquare(_, node) => (node, None),
            Self::Entry { index, .. } => (index, None),
            Self::Indexed { index, times, .. } => (index, Some(times)),
        };
        std::iter::once(first).chain(second)
    }
}

impl Root {
    /// A number outside of all loops.
    pub fn number(node: NodeId) -> Self {
        Self {
            guard: None,
            variable: None,
            count: Count::Number(node),
            first: 0,
        }
    }

    /// Index of the last value that may count.
    pub fn last(&self) -> usize {
        self.first
            + match self.count {
                Count::Number(_) | Count::Size(_) => 0,
                Count::Entry { last, .. } | Count::Indexed { last, .. } => last,
                Count::EachSquare(by, _) | Count::LoopSquare(by, _) => by.len() - 1,
            }
    }

    /// Adds a term, whose values begin at `first`, to the graph. Returns `None` if it never counts.
    pub fn new(graph: &mut Graph, term: &Term, first: usize) -> Result<Option<Self>, TooMany> {
        let mut variables = Vec::new();
        let mut variable = None;
        let mut when = None;
        if let Some(each) = &term.each {
            let mut set = graph.add(each, &mut variables)?;
            variables.push(graph.variable(set, 0)?);
            if let Some(condition) = &term.when {
                let condition = graph.add(condition, &mut variables)?;
                if graph.free[condition] == 0 {
                    // A condition about the position: no square counts where it does not hold.
                    set = graph.value_if(condition, set, 0);
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
            let condition = graph.add(condition, &mut variables)?;
            match graph.as_constant(condition) {
                Some(0) => return Ok(None),
                Some(_) => {}
                None => when = Some(condition),
            }
        }
        Ok(Some(Self {
            guard: when.filter(|_| variable.is_none()),
            variable,
            count: count(graph, term, when.filter(|_| variable.is_some()), &mut variables)?,
            first,
        }))
    }
}

/// Adds what a term counts under a condition about the square of its loop.
fn count(
    graph: &mut Graph,
    term: &Term,
    when: Option<NodeId>,
    variables: &mut Vec<VariableId>,
) -> Result<Count, TooMany> {
    let last = term.by.len() - 1;
    let value_if = |graph: &mut Graph, value, otherwise| match when {
        Some(when) => graph.value_if(when, value, otherwise),
        None => value,
    };
    if let (By::Table(_), None) = (term.by, &term.index) {
        let entry = graph.add(&term.count, variables)?;
        let index = value_if(graph, entry, NOT_COUNTED);
        return Ok(Count::Entry { index, last });
    }
    if let (By::One, ExprKind::Apply(Op::Size, parts)) = (term.by, &term.count.kind) {
        let set = graph.add(&parts[0], variables)?;
        return Ok(Count::Size(value_if(graph, set, 0)));
    }
    let node = graph.add(&term.count, variables)?;
    let node = value_if(graph, node, 0);
    Ok(match (term.by, &term.index) {
        (By::Table(_), Some(index)) => Count::Indexed {
            index: graph.add(index, variables)?,
            last,
            times: node,
        },
        (By::One | By::Table(_), _) => Count::Number(node),
        (by, _) if term.each.is_some() => Count::LoopSquare(by, node),
        (by, _) => Count::EachSquare(by, node),
    })
}
