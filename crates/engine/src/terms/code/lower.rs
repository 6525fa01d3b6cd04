//! Lowers the graph to instructions without registers, in an order that computes each value once, and outside of
//! loops where possible.

use std::collections::HashMap;

use super::super::expr::Input;
use super::super::ops::{Each, NOTHING_YET, Op};
use super::graph::{Graph, Node, NodeId, VariableId};
use super::instruction::Opcode;
use super::roots::Root;

/// A value before it has a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    Input(Input),
    Constant(usize),
    /// One that is computed ahead, by number.
    Ahead(usize),
    /// Any other, by its number.
    Computed(usize),
}

/// An instruction before its values have registers. Jumps are relative.
#[derive(Debug, Clone, Copy)]
pub struct Draft {
    pub opcode: Opcode,
    /// The value that it writes.
    pub to: Option<Value>,
    pub a: Option<Value>,
    pub b: Option<Value>,
    pub c: Option<Value>,
    /// The count that it is for.
    pub root: Option<Root>,
    /// Number of instructions to jump forward, or back for [`Opcode::Next`].
    pub jump: usize,
    /// For [`Opcode::Enter`], the maximum number of iterations.
    pub times: u64,
}

impl Draft {
    pub fn new(opcode: Opcode, to: Value, reads: &[Value]) -> Self {
        let read = |i: usize| reads.get(i).copied();
        Self { opcode, to: Some(to), a: read(0), b: read(1), c: read(2), root: None, jump: 0, times: 0 }
    }

    /// All values that it reads or writes.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        [self.to, self.a, self.b, self.c].into_iter().flatten()
    }
}

/// The instructions of a program, its constants, and the number of computed values.
#[derive(Debug, Clone, Default)]
pub struct Drafts {
    pub code: Vec<Draft>,
    pub constants: Vec<u64>,
    pub computed: usize,
}

impl Drafts {
    /// Maximum number of operations of one run.
    pub fn cost(&self) -> u64 {
        let mut cost: u64 = 0;
        // Maximum number of iterations of each enclosing loop.
        let mut times = vec![1_u64];
        for draft in &self.code {
            let now = times.last().copied().unwrap_or(1);
            cost = cost.saturating_add(draft.opcode.cost().saturating_mul(now));
            match draft.opcode {
                Opcode::Enter => times.push(draft.times.saturating_mul(now)),
                Opcode::Next => times.truncate(times.len() - 1),
                _ => {}
            }
        }
        cost
    }
}

/// A block of instructions: the whole program, a conditional block, or a loop body.
#[derive(Debug, Default)]
struct Scope {
    parent: Option<usize>,
    variable: Option<VariableId>,
    /// The square of the loop.
    square: Option<Value>,
    guard: Option<NodeId>,
    values: HashMap<NodeId, Value>,
    code: Vec<Draft>,
}

const WHOLE: usize = 0;

struct Lowering<'g> {
    graph: &'g Graph<'g>,
    /// For each node, the only condition under which it is used, if any.
    guards: Vec<Use>,
    /// Number of uses of each node by nodes and counts.
    uses: Vec<usize>,
    scopes: Vec<Scope>,
    constants: Vec<u64>,
    computed: usize,
}

/// The conditions under which a node is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Never,
    Under(NodeId),
    Anywhere,
}

/// The instructions that count.
pub fn lower<'g>(graph: &'g Graph<'g>, roots: &[Root]) -> Drafts {
    let mut lowering = Lowering::new(graph);
    lowering.note_uses(roots);
    lowering.lower_guarded(roots);
    lowering.lower_loops(roots);
    lowering.finish()
}

/// The instructions that compute the values of some nodes ahead.
pub fn lower_ahead<'g>(graph: &'g Graph<'g>, nodes: &[NodeId]) -> Drafts {
    let mut lowering = Lowering::new(graph);
    nodes.iter().for_each(|&node| lowering.note_use(node, Use::Anywhere));
    for (number, &node) in nodes.iter().enumerate() {
        let value = lowering.value(node, WHOLE);
        let copy = Draft::new(Opcode::Copy, Value::Ahead(number), &[value]);
        lowering.scopes[WHOLE].code.push(copy);
    }
    lowering.finish()
}

impl<'g> Lowering<'g> {
    fn new(graph: &'g Graph<'g>) -> Self {
        Self {
            graph,
            guards: vec![Use::Never; graph.nodes.len()],
            uses: vec![0; graph.nodes.len()],
            scopes: vec![Scope::default()],
            constants: Vec::new(),
            computed: 0,
        }
    }

    fn finish(mut self) -> Drafts {
        Drafts {
            code: std::mem::take(&mut self.scopes[WHOLE].code),
            constants: self.constants,
            computed: self.computed,
        }
    }

    fn note_uses(&mut self, roots: &[Root]) {
        for root in roots {
            let set = root.variable.map(|variable| self.graph.variables[variable].0);
            let under = root.guard.map_or(Use::Anywhere, Use::Under);
            for node in [Some(root.a), root.b, set].into_iter().flatten() {
                self.note_use(node, under);
            }
            if let Some(guard) = root.guard {
                self.note_use(guard, Use::Anywhere);
            }
        }
    }

    fn note_use(&mut self, node: NodeId, under: Use) {
        let before = self.guards[node];
        if before == Use::Never {
            self.uses[node] = 0;
        }
        self.uses[node] += 1;
        let now = match before {
            Use::Never => under,
            same if same == under => return,
            _ => Use::Anywhere,
        };
        if now == before {
            return;
        }
        self.guards[node] = now;
        let graph = self.graph;
        match &graph.nodes[node] {
            Node::Apply(_, parts) => parts.iter().for_each(|&part| self.note_use(part, now)),
            Node::Loop { set, body, .. } => {
                self.note_use(*set, now);
                self.note_use(*body, now);
            }
            _ => {}
        }
    }

    /// Lowers counts outside of loops: unconditional ones, then those under each condition.
    fn lower_guarded(&mut self, roots: &[Root]) {
        let outside = || roots.iter().filter(|root| root.variable.is_none());
        for root in outside().filter(|root| root.guard.is_none()) {
            self.count(root, WHOLE);
        }
        let mut done = Vec::new();
        for guard in outside().filter_map(|root| root.guard) {
            if done.contains(&guard) {
                continue;
            }
            done.push(guard);
            let condition = self.value(guard, WHOLE);
            let scope = self.open(Scope { parent: Some(WHOLE), guard: Some(guard), ..Scope::default() });
            for root in outside().filter(|root| root.guard == Some(guard)) {
                self.count(root, scope);
            }
            let body = std::mem::take(&mut self.scopes[scope].code);
            let skip = Draft {
                to: None,
                jump: body.len() + 1,
                ..Draft::new(Opcode::SkipUnless, condition, &[condition])
            };
            let whole = &mut self.scopes[WHOLE].code;
            whole.push(skip);
            whole.extend(body);
        }
    }

    /// Lowers counts within loops, with one loop per set.
    fn lower_loops(&mut self, roots: &[Root]) {
        let mut done = Vec::new();
        for variable in roots.iter().filter_map(|root| root.variable) {
            if done.contains(&variable) {
                continue;
            }
            done.push(variable);
            let (set, _) = self.graph.variables[variable];
            let set = self.value(set, WHOLE);
            let scope = self.open_loop(WHOLE, variable);
            for root in roots.iter().filter(|root| root.variable == Some(variable)) {
                self.count(root, scope);
            }
            self.close_loop(scope, set);
        }
    }

    fn open(&mut self, scope: Scope) -> usize {
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    fn open_loop(&mut self, parent: usize, variable: VariableId) -> usize {
        let square = self.computed();
        let scope = self.open(Scope {
            parent: Some(parent),
            variable: Some(variable),
            square: Some(square),
            ..Scope::default()
        });
        let node = Node::Variable(variable);
        if let Some(node) = self.graph.nodes.iter().position(|known| *known == node) {
            self.scopes[scope].values.insert(node, square);
        }
        scope
    }

    /// Inserts a loop, with its head and end, into its scope.
    fn close_loop(&mut self, scope: usize, set: Value) {
        let rest = self.computed();
        let square = self.scopes[scope].square;
        let body = std::mem::take(&mut self.scopes[scope].code);
        let parent = self.scopes[scope].parent.unwrap_or(WHOLE);
        let goes_over = self.scopes[scope].variable.map(|it| self.graph.variables[it].0);
        let enter = Draft {
            c: square,
            jump: body.len() + 2,
            times: goes_over.map_or(1, |set| self.graph.max_squares[set]),
            ..Draft::new(Opcode::Enter, rest, &[set])
        };
        let next = Draft { c: square, jump: body.len(), ..Draft::new(Opcode::Next, rest, &[]) };
        let code = &mut self.scopes[parent].code;
        code.push(enter);
        code.extend(body);
        code.push(next);
    }

    fn computed(&mut self) -> Value {
        self.computed += 1;
        Value::Computed(self.computed - 1)
    }

    fn constant(&mut self, value: u64) -> Value {
        let known = self.constants.iter().position(|&known| known == value);
        Value::Constant(known.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        }))
    }

    /// Adds an operation to a scope.
    fn apply(&mut self, op: Op, operands: &[Value], scope: usize) -> Value {
        let to = self.computed();
        self.scopes[scope].code.push(Draft::new(op.into(), to, operands));
        to
    }

    /// Returns the value of a node, computed before it is needed in a scope.
    fn value(&mut self, node: NodeId, scope: usize) -> Value {
        let mut outer = Some(scope);
        while let Some(at) = outer {
            if let Some(&value) = self.scopes[at].values.get(&node) {
                return value;
            }
            outer = self.scopes[at].parent;
        }
        let graph = self.graph;
        let home = self.home(node, scope);
        let value = match &graph.nodes[node] {
            Node::Constant(constant) => return self.constant(*constant),
            Node::Input(input) => return Value::Input(*input),
            Node::Ahead(number) => return Value::Ahead(*number),
            // Without a loop around there is nothing to be computed; the graph has no such node.
            Node::Variable(_) => return self.constant(0),
            Node::Apply(op, parts) => {
                let (op, parts) = self.joined(node, home).unwrap_or_else(|| (*op, parts.clone()));
                let parts: Vec<Value> = parts.iter().map(|&part| self.value(part, home)).collect();
                self.apply(op, &parts, home)
            }
            Node::Loop { each, variable, set, body } => self.gather(*each, *variable, *set, *body, home),
        };
        self.scopes[home].values.insert(node, value);
        value
    }

    /// Returns the innermost scope in which a node must be computed.
    fn home(&self, node: NodeId, scope: usize) -> usize {
        let mut at = scope;
        while let Some(parent) = self.scopes[at].parent {
            let here = &self.scopes[at];
            let varies = here.variable.is_some_and(|variable| self.graph.free[node] >> variable & 1 == 1);
            let guarded = here.guard.is_some_and(|guard| self.guards[node] == Use::Under(guard));
            if varies || guarded {
                return at;
            }
            at = parent;
        }
        at
    }

    /// Fuses a set operation with its operand, if that has no other use and is in the same scope.
    fn joined(&self, node: NodeId, home: usize) -> Option<(Op, Vec<NodeId>)> {
        let parts = |node: NodeId, op: Op| match &self.graph.nodes[node] {
            Node::Apply(its, parts) if *its == op => Some([parts[0], parts[1]]),
            _ => None,
        };
        let inner = |part: NodeId, op: Op| {
            let is_free = self.uses[part] == 1 && self.home(part, home) == home;
            parts(part, op).filter(|_| is_free)
        };
        if let Some([x, y]) = parts(node, Op::Without) {
            let kept = inner(x, Op::Intersection).map(|[a, b]| (Op::IntersectionWithout, vec![a, b, y]));
            let twice = || inner(x, Op::Without).map(|[a, b]| (Op::WithoutBoth, vec![a, b, y]));
            let union = || inner(y, Op::Union).map(|[a, b]| (Op::WithoutBoth, vec![x, a, b]));
            return kept.or_else(twice).or_else(union);
        }
        let either_way = |op: Op| parts(node, op).map(|[x, y]| [(x, y), (y, x)]);
        let all = either_way(Op::Intersection).and_then(|ways| {
            ways.into_iter().find_map(|(x, y)| {
                let all = inner(x, Op::Intersection).map(|[a, b]| (Op::Intersection3, vec![a, b, y]));
                all.or_else(|| inner(x, Op::Without).map(|[a, b]| (Op::IntersectionWithout, vec![a, y, b])))
            })
        });
        all.or_else(|| {
            let mut ways = either_way(Op::Union)?.into_iter();
            ways.find_map(|(x, y)| inner(x, Op::Union).map(|[a, b]| (Op::Union3, vec![a, b, y])))
        })
    }

    fn gather(&mut self, each: Each, variable: VariableId, set: NodeId, body: NodeId, home: usize) -> Value {
        let set = self.value(set, home);
        let (start, gather) = each.gather();
        let first = self.constant(start);
        let gathered = self.apply(Op::Copy, &[first], home);
        let scope = self.open_loop(home, variable);
        let body = self.value(body, scope);
        if let Some(square) = self.scopes[scope].square {
            let operands = [gathered, body, square];
            let add = Draft::new(gather.into(), gathered, &operands);
            self.scopes[scope].code.push(add);
        }
        self.close_loop(scope, set);
        if start == NOTHING_YET { self.apply(Op::OrZero, &[gathered], home) } else { gathered }
    }

    /// Adds the count of a term to a scope.
    fn count(&mut self, root: &Root, scope: usize) {
        let (opcode, a, b) = self.fused(root);
        let a = self.value(a, scope);
        let b = b.map(|b| self.value(b, scope));
        let square = match self.scopes[scope].square {
            Some(square) => square,
            None => self.constant(0),
        };
        let draft =
            Draft { opcode, to: None, a: Some(a), b, c: Some(square), root: Some(*root), jump: 0, times: 0 };
        self.scopes[scope].code.push(draft);
    }

    /// Returns the counted value, fused with its last operation if that has no other use.
    fn fused(&self, root: &Root) -> (Opcode, NodeId, Option<NodeId>) {
        if root.opcode == Opcode::CountSize
            && self.uses[root.a] == 1
            && let Node::Apply(op, parts) = &self.graph.nodes[root.a]
        {
            match op {
                Op::Intersection => return (Opcode::CountIntersection, parts[0], Some(parts[1])),
                Op::Without => return (Opcode::CountWithout, parts[0], Some(parts[1])),
                _ => {}
            }
        }
        (root.opcode, root.a, root.b)
    }
}
