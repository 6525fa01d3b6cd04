//! Parts of expressions that depend on pawns, on pawns and kings, or on material alone: `own.passed` in a term that reads
//! other pieces too. Code of their own computes them once for each of these, and the code of the terms reads the values.

use super::super::depends::{self, Causes};
use super::super::expr::Input;
use super::super::term::Depends;
use super::graph::{Graph, Node, NodeId};
use super::inputs::Lanes;
use super::lower;
use super::roots::Root;

/// By what values are computed ahead, by number.
pub const BY: [Depends; 3] = [Depends::Pawns, Depends::PawnsAndKings, Depends::Material];

/// Number of values for each of them, at most: as many are copied for every position.
pub const VALUES: usize = 8;

/// For each of them, the least number of operations that are worth a look into the cache. Kings move more often than
/// pawns.
const WORTH: [u64; 3] = [6, 20, 8];

/// The values of a key of the cache.
pub type Values = [Lanes; VALUES];

/// Chooses the nodes whose values are computed ahead: the largest parts that qualify, and the costliest of these.
pub fn choose(graph: &Graph, roots: &[Root]) -> [Vec<NodeId>; 3] {
    let causes = causes(graph);
    let mut found = [(); 3].map(|()| Vec::new());
    let mut seen = vec![false; graph.nodes.len()];
    let of_root = |root: &Root| {
        let set = root.variable.map(|variable| graph.variables[variable].0);
        [Some(root.a), root.b, root.guard, set]
    };
    let mut left: Vec<NodeId> = roots.iter().flat_map(of_root).flatten().collect();
    while let Some(node) = left.pop() {
        if std::mem::replace(&mut seen[node], true) {
            continue;
        }
        let by = BY.iter().position(|by| *by == causes[node].cheapest());
        match (&graph.nodes[node], by) {
            (Node::Apply(..) | Node::Loop { .. } | Node::Input(Input::AttacksBy(..)), Some(by))
                if graph.free[node] == 0 =>
            {
                found[by].push(node);
            }
            (Node::Apply(_, parts), _) => left.extend(parts),
            (Node::Loop { set, body, .. }, _) => left.extend([set, body]),
            _ => {}
        }
    }
    std::array::from_fn(|by| {
        let mut nodes = std::mem::take(&mut found[by]);
        let cost = |node: &NodeId| lower::lower(graph, &[Root::number(*node)]).cost();
        nodes.sort_by_cached_key(|node| (std::cmp::Reverse(cost(node)), *node));
        nodes.truncate(VALUES);
        // Without the copies of the values.
        let operations = lower::lower_ahead(graph, &nodes).cost() - nodes.len() as u64;
        if operations >= WORTH[by] { nodes } else { Vec::new() }
    })
}

/// For each node, what its value depends on.
fn causes(graph: &Graph) -> Vec<Causes> {
    let mut causes: Vec<Causes> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        causes.push(match node {
            Node::Constant(_) | Node::Variable(_) => Causes::CONSTANT,
            Node::Input(input) => Causes::of_input(*input),
            Node::Apply(op, parts) => {
                let are_pieces = || parts.iter().all(|&part| are_pieces(graph, part));
                Causes::of_operation(*op, parts.iter().map(|&part| causes[part]), are_pieces)
            }
            Node::Loop { set, body, .. } => causes[*set].and(causes[*body]),
            Node::Ahead(_) => Causes::NONE,
        });
    }
    causes
}

/// Returns `true` if a set consists of all pieces of some kinds, or of all squares without them.
fn are_pieces(graph: &Graph, node: NodeId) -> bool {
    match &graph.nodes[node] {
        Node::Input(Input::Pieces(..) | Input::All(_)) | Node::Constant(0 | u64::MAX) => true,
        Node::Apply(op, parts) => {
            depends::keeps_pieces(*op) && parts.iter().all(|&part| are_pieces(graph, part))
        }
        _ => false,
    }
}
