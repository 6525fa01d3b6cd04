//! The graph into steps, in an order in which each value is computed once, and outside of loops where it can be.

use std::collections::HashMap;

use super::super::expr::{Each, Op};
use super::draft::{Draft, Drafts, Value};
use super::graph::{Act, Graph, Node, NodeId, VariableId};
use super::instruction::{Does, NOTHING_YET};
use super::roots::Root;

/// A stretch of steps: the whole, what is done under a condition, or the body of a loop.
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

struct Emitter<'g> {
    graph: &'g Graph,
    /// For each node, the only condition under which it is used.
    guards: Vec<Use>,
    /// How many nodes and counts use a node.
    uses: Vec<usize>,
    scopes: Vec<Scope>,
    constants: Vec<u64>,
    computed: usize,
}

/// Under which conditions a node is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Never,
    Under(NodeId),
    Anywhere,
}

/// The steps that compute and count all roots.
pub fn emit(graph: &Graph, roots: &[Root]) -> Drafts {
    let mut emitter = Emitter {
        graph,
        guards: vec![Use::Never; graph.nodes.len()],
        uses: vec![0; graph.nodes.len()],
        scopes: vec![Scope::default()],
        constants: Vec::new(),
        computed: 0,
    };
    emitter.note_uses(roots);
    emitter.emit_guarded(roots);
    emitter.emit_loops(roots);
    Drafts {
        code: std::mem::take(&mut emitter.scopes[WHOLE].code),
        constants: emitter.constants,
        computed: emitter.computed,
    }
}

impl Emitter<'_> {
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

    /// Counts outside of loops: those without a condition, then those under each.
    fn emit_guarded(&mut self, roots: &[Root]) {
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
            let scope = self.open(Scope {
                parent: Some(WHOLE),
                guard: Some(guard),
                ..Scope::default()
            });
            for root in outside().filter(|root| root.guard == Some(guard)) {
                self.count(root, scope);
            }
            let body = std::mem::take(&mut self.scopes[scope].code);
            let skip = Draft {
                to: None,
                jump: body.len() + 1,
                ..Draft::new(Does::SkipUnless, condition, &[condition])
            };
            let whole = &mut self.scopes[WHOLE].code;
            whole.push(skip);
            whole.extend(body);
        }
    }

    /// Counts within loops: one loop for all over the same set.
    fn emit_loops(&mut self, roots: &[Root]) {
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

    /// Puts a loop, with its head and end, where it belongs.
    fn close_loop(&mut self, scope: usize, set: Value) {
        let rest = self.computed();
        let square = self.scopes[scope].square;
        let body = std::mem::take(&mut self.scopes[scope].code);
        let parent = self.scopes[scope].parent.unwrap_or(WHOLE);
        let goes_over = self.scopes[scope].variable.map(|it| self.graph.variables[it].0);
        let enter = Draft {
            c: square,
            jump: body.len() + 2,
            times: goes_over.map_or(1, |set| self.graph.most[set]),
            ..Draft::new(Does::Enter, rest, &[set])
        };
        let next = Draft {
            c: square,
            jump: body.len(),
            ..Draft::new(Does::Next, rest, &[])
        };
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

    /// The value of a node, computed before it is needed in a scope.
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
            // Without a loop around there is nothing to be computed; the graph has no such node.
            Node::Variable(_) => return self.constant(0),
            Node::Apply(act, parts) => {
                let (does, parts) = self
                    .joined(node, home)
                    .unwrap_or_else(|| (Does::of(*act), parts.clone()));
                let parts: Vec<Value> = parts.iter().map(|&part| self.value(part, home)).collect();
                let to = self.computed();
                self.scopes[home].code.push(Draft::new(does, to, &parts));
                to
            }
            Node::Loop {
                each,
                variable,
                set,
                body,
            } => self.gather(*each, *variable, *set, *body, home),
        };
        self.scopes[home].values.insert(node, value);
        value
    }

    /// The innermost scope in which a node has to be computed.
    fn home(&self, node: NodeId, scope: usize) -> usize {
        let mut at = scope;
        while let Some(parent) = self.scopes[at].parent {
            let here = &self.scopes[at];
            let varies = here
                .variable
                .is_some_and(|variable| self.graph.free[node] >> variable & 1 == 1);
            let guarded = here
                .guard
                .is_some_and(|guard| self.guards[node] == Use::Under(guard));
            if varies || guarded {
                return at;
            }
            at = parent;
        }
        at
    }

    /// An operation on sets together with another, of whose result it alone makes something, and in the same scope.
    fn joined(&self, node: NodeId, home: usize) -> Option<(Does, Vec<NodeId>)> {
        let parts = |node: NodeId, op: Op| match &self.graph.nodes[node] {
            Node::Apply(Act::Plain(its), parts) if *its == op => Some([parts[0], parts[1]]),
            _ => None,
        };
        let inner = |part: NodeId, op: Op| {
            let is_free = self.uses[part] == 1 && self.home(part, home) == home;
            parts(part, op).filter(|_| is_free)
        };
        if let Some([x, y]) = parts(node, Op::Without) {
            let kept = inner(x, Op::Intersection).map(|[a, b]| (Does::BothWithout, vec![a, b, y]));
            let twice = || inner(x, Op::Without).map(|[a, b]| (Does::WithoutBoth, vec![a, b, y]));
            let union = || inner(y, Op::Union).map(|[a, b]| (Does::WithoutBoth, vec![x, a, b]));
            return kept.or_else(twice).or_else(union);
        }
        let either_way = |op: Op| parts(node, op).map(|[x, y]| [(x, y), (y, x)]);
        let all = either_way(Op::Intersection).and_then(|ways| {
            ways.into_iter().find_map(|(x, y)| {
                let all = inner(x, Op::Intersection).map(|[a, b]| (Does::AllThree, vec![a, b, y]));
                all.or_else(|| inner(x, Op::Without).map(|[a, b]| (Does::BothWithout, vec![a, y, b])))
            })
        });
        all.or_else(|| {
            let mut ways = either_way(Op::Union)?.into_iter();
            ways.find_map(|(x, y)| inner(x, Op::Union).map(|[a, b]| (Does::AnyOfThree, vec![a, b, y])))
        })
    }

    fn gather(&mut self, each: Each, variable: VariableId, set: NodeId, body: NodeId, home: usize) -> Value {
        let set = self.value(set, home);
        let (does, start) = match each {
            Each::Where => (Does::GatherWhere, 0),
            Each::Sum => (Does::GatherSum, 0),
            Each::Join => (Does::GatherJoin, 0),
            Each::Any => (Does::GatherAny, 0),
            Each::All => (Does::GatherAll, 1),
            Each::Least => (Does::GatherLeast, NOTHING_YET),
            Each::Most => (Does::GatherMost, NOTHING_YET),
        };
        let start = self.constant(start);
        let gathered = self.computed();
        self.scopes[home]
            .code
            .push(Draft::new(Does::Copy, gathered, &[start]));
        let scope = self.open_loop(home, variable);
        let body = self.value(body, scope);
        let square = self.scopes[scope].square;
        self.scopes[scope].code.push(Draft {
            c: square,
            ..Draft::new(does, gathered, &[body])
        });
        self.close_loop(scope, set);
        if start == self.constant(NOTHING_YET) {
            let result = self.computed();
            let step = Draft::new(Does::Gathered, result, &[gathered]);
            self.scopes[home].code.push(step);
            return result;
        }
        gathered
    }

    /// Adds the count of a term to a scope.
    fn count(&mut self, root: &Root, scope: usize) {
        let (does, a, b) = self.fused(root);
        let a = self.value(a, scope);
        let b = b.map(|b| self.value(b, scope));
        let draft = Draft {
            does,
            to: None,
            a: Some(a),
            b,
            c: self.scopes[scope].square,
            root: Some(*root),
            jump: 0,
            times: 0,
        };
        self.scopes[scope].code.push(draft);
    }

    /// What is counted, with the last operation before it if nothing else needs that.
    fn fused(&self, root: &Root) -> (Does, NodeId, Option<NodeId>) {
        if root.does == Does::CountSize
            && self.uses[root.a] == 1
            && let Node::Apply(Act::Plain(op), parts) = &self.graph.nodes[root.a]
        {
            match op {
                Op::Intersection => return (Does::CountBoth, parts[0], Some(parts[1])),
                Op::Without => return (Does::CountWithout, parts[0], Some(parts[1])),
                _ => {}
            }
        }
        (root.does, root.a, root.b)
    }
}
