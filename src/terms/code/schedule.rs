//! The order of computation: each node once, outside of the loops that do not change it, and one loop for all terms
//! over the same set. Cranelift moves pure operations by itself, but neither loops nor calls.

use std::collections::HashSet;

use super::super::expr::{ATTACKERS, Each, Op};
use super::graph::{Graph, Node, NodeId, VariableId};
use super::roots::Root;

/// What is done one after the other.
pub type Steps = Vec<Step>;

/// One step of a computation.
#[derive(Debug, Clone)]
pub enum Step {
    /// Computes the operation of a node.
    Compute(NodeId),
    /// Goes over the squares of a variable's set.
    Loop(VariableId, Steps),
    /// Computes a node: goes over the squares of a variable's set, does the steps, and gathers a value from each.
    Gather(NodeId, Steps),
    /// Does the steps if a node is true.
    If(NodeId, Steps),
    /// Counts a term.
    Count(Root),
}

/// Operations of a smallest or largest number beside those of its loop.
const GATHER_END: u64 = 1;

/// Orders the computation of all roots.
pub fn schedule(graph: &Graph, roots: &[Root]) -> Steps {
    let mut scheduler = Scheduler {
        graph,
        scopes: vec![Scope::default()],
    };
    let is_alone = |root: &&Root| root.variable.is_none() && root.guard.is_none();
    for root in roots.iter().filter(is_alone) {
        scheduler.count(root);
    }
    for variable in distinct(roots.iter().filter_map(|root| root.variable)) {
        scheduler.value(graph.variables[variable].0);
        scheduler.open(Some(variable));
        for root in roots.iter().filter(|root| root.variable == Some(variable)) {
            scheduler.count(root);
        }
        let steps = scheduler.close();
        scheduler.push(Step::Loop(variable, steps));
    }
    // Last, so that what other terms need as well is computed outside of the conditions.
    for guard in distinct(roots.iter().filter_map(|root| root.guard)) {
        scheduler.value(guard);
        scheduler.open(None);
        for root in roots.iter().filter(|root| root.guard == Some(guard)) {
            scheduler.count(root);
        }
        let steps = scheduler.close();
        scheduler.push(Step::If(guard, steps));
    }
    scheduler.close()
}

/// Returns an upper bound of the operations of all steps, those of loops as often as they are done.
pub fn cost(graph: &Graph, steps: &[Step]) -> u64 {
    let loop_cost = |variable: VariableId, body: &[Step], more: u64| {
        let times = graph.most[graph.variables[variable].0];
        cost(graph, body)
            .saturating_add(1 + more)
            .saturating_mul(times)
            .saturating_add(1)
    };
    let costs = steps.iter().map(|step| match step {
        Step::Compute(node) => match &graph.nodes[*node] {
            Node::Apply(Op::AttackedBy, _) => 1 + ATTACKERS,
            _ => 1,
        },
        Step::Loop(variable, body) => loop_cost(*variable, body, 0),
        Step::Gather(node, body) => match graph.nodes[*node] {
            Node::Loop { each, variable, .. } => {
                let end = matches!(each, Each::Least | Each::Most).then_some(GATHER_END);
                loop_cost(variable, body, 1).saturating_add(1 + end.unwrap_or(0))
            }
            _ => 0,
        },
        Step::If(_, body) => cost(graph, body).saturating_add(1),
        Step::Count(_) => 1,
    });
    costs.fold(0, u64::saturating_add)
}

fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// The steps of the whole, of a condition or of a loop, while they are made.
#[derive(Debug, Default)]
struct Scope {
    /// The variable of a loop.
    variable: Option<VariableId>,
    /// Nodes whose values are known.
    known: HashSet<NodeId>,
    steps: Steps,
}

struct Scheduler<'g> {
    graph: &'g Graph,
    /// The innermost scope last.
    scopes: Vec<Scope>,
}

impl Scheduler<'_> {
    fn open(&mut self, variable: Option<VariableId>) {
        self.scopes.push(Scope {
            variable,
            ..Scope::default()
        });
    }

    fn close(&mut self) -> Steps {
        self.scopes.pop().map_or_else(Steps::new, |scope| scope.steps)
    }

    fn push(&mut self, step: Step) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.steps.push(step);
        }
    }

    fn count(&mut self, root: &Root) {
        root.count.nodes().for_each(|node| self.value(node));
        self.push(Step::Count(*root));
    }

    /// Sees to it that the value of a node is known from here on.
    fn value(&mut self, node: NodeId) {
        if self.scopes.iter().any(|scope| scope.known.contains(&node)) {
            return;
        }
        let graph = self.graph;
        match &graph.nodes[node] {
            Node::Constant(_) | Node::Input(_) | Node::Variable(_) => {}
            Node::Apply(_, parts) => self.at_home(node, |this| {
                parts.iter().for_each(|&part| this.value(part));
                this.push(Step::Compute(node));
            }),
            Node::Loop {
                variable, set, body, ..
            } => self.at_home(node, |this| {
                this.value(*set);
                this.open(Some(*variable));
                this.value(*body);
                let steps = this.close();
                this.push(Step::Gather(node, steps));
            }),
        }
    }

    /// Does something in the innermost scope where a node has to be computed: in the loop of one of its variables, or
    /// under the condition outside of all loops.
    fn at_home(&mut self, node: NodeId, compute: impl FnOnce(&mut Self)) {
        let is_home = |scope: &Scope| match scope.variable {
            Some(variable) => self.graph.free[node] >> variable & 1 == 1,
            None => true,
        };
        let home = self.scopes.iter().rposition(is_home).unwrap_or(0);
        let inner = self.scopes.split_off(home + 1);
        compute(self);
        self.scopes[home].known.insert(node);
        self.scopes.extend(inner);
    }
}
