//! Lowers scheduled steps to Cranelift's intermediate form: one side after the other, so that loops end with the squares
//! of that side, and the values of terms are constants.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, SigRef, Signature};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};

use super::super::expr::{Each, Op};
use super::Part;
use super::graph::{Graph, KINDS, Node, NodeId, VariableId};
use super::helpers::Helper;
use super::range::Range;
use super::schedule::Step;

/// A value and its bounds.
pub type Known = (ir::Value, Range);

/// Lowers the steps of a part of the terms for one side.
pub struct Lowering<'a, 'f> {
    pub build: FunctionBuilder<'f>,
    /// Address of the [`super::inputs::Inputs`].
    pub inputs: ir::Value,
    /// 0 for White, 1 for Black.
    pub side: usize,
    /// White's sum less Black's.
    pub sum: Variable,
    /// What each value adds to the sum for this side.
    pub values: &'a [i64],
    pub graph: &'a Graph,
    /// The current value of each node that has been computed.
    known: Vec<Option<Known>>,
    /// The current square of each loop.
    squares: Vec<Option<ir::Value>>,
    signatures: HashMap<usize, SigRef>,
    call_conv: CallConv,
}

/// Fills in the body of a function that takes the address of inputs and returns the sum of all terms. `values` are what
/// each value adds to the sum for White and for Black; they have to stay where they are.
pub fn lower(mut build: FunctionBuilder, call_conv: CallConv, parts: &[Part], values: [&[i64]; 2]) {
    let entry = build.create_block();
    build.append_block_params_for_function_params(entry);
    build.switch_to_block(entry);
    build.seal_block(entry);
    let inputs = build.block_params(entry)[0];
    let sum = build.declare_var(I64);
    let zero = build.ins().iconst(I64, 0);
    build.def_var(sum, zero);
    for part in parts {
        for side in [0, 1] {
            let mut lowering = Lowering {
                build,
                inputs,
                side,
                sum,
                values: values[side],
                graph: &part.graph,
                known: vec![None; part.graph.nodes.len()],
                squares: vec![None; part.graph.variables.len()],
                signatures: HashMap::new(),
                call_conv,
            };
            lowering.steps(&part.steps);
            build = lowering.build;
        }
    }
    let sum = build.use_var(sum);
    build.ins().return_(&[sum]);
    build.finalize();
}

impl Lowering<'_, '_> {
    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Compute(node) => self.compute(*node),
                Step::Loop(variable, steps) => self.each_of(*variable, |this| this.steps(steps)),
                Step::Gather(node, steps) => self.gather(*node, steps),
                Step::If(condition, steps) => self.if_true(*condition, steps),
                Step::Count(root) => self.count(root),
            }
        }
    }

    fn compute(&mut self, node: NodeId) {
        let graph = self.graph;
        if let Node::Apply(op, parts) = &graph.nodes[node] {
            let known = self.operation(*op, parts);
            self.known[node] = Some(known);
        }
    }

    fn operation(&mut self, op: Op, parts: &[NodeId]) -> Known {
        if op == Op::Attacks && self.graph.has_piece_on(parts[0], &KINDS) {
            let square = self.read(parts[0]).0;
            return self.attacks_by_square(square);
        }
        let operands: Vec<Known> = parts.iter().map(|&part| self.read(part)).collect();
        if let Some(helper) = Helper::of(op) {
            return (self.call(helper, &operands), Range::NUMBER);
        }
        self.number(op, &operands)
            .unwrap_or_else(|| (self.set(op, &operands), Range::NUMBER))
    }

    /// Returns the value of a node that is constant, an input, or computed before.
    pub fn read(&mut self, node: NodeId) -> Known {
        match self.graph.nodes[node] {
            Node::Constant(constant) => {
                let constant = constant as i64;
                (self.constant(constant), Range::new(constant, constant))
            }
            Node::Input(input) => self.input(input),
            Node::Variable(variable) => (self.square(variable), Range::new(0, 63)),
            Node::Apply(..) | Node::Loop { .. } => match self.known[node] {
                Some(known) => known,
                None => unreachable!("the schedule computes a node before it is used"),
            },
        }
    }

    /// The current square of a loop.
    pub fn square(&mut self, variable: VariableId) -> ir::Value {
        match self.squares[variable] {
            Some(square) => square,
            None => unreachable!("the schedule uses a variable only within its loop"),
        }
    }

    /// A loop over the squares of a variable's set.
    fn each_of(&mut self, variable: VariableId, body: impl FnOnce(&mut Self)) {
        let set = self.read(self.graph.variables[variable].0).0;
        self.each_square(set, |this, square| {
            this.squares[variable] = Some(square);
            body(this);
        });
    }

    /// Does something with each square of a set.
    pub fn each_square(&mut self, set: ir::Value, body: impl FnOnce(&mut Self, ir::Value)) {
        let (inside, after) = (self.build.create_block(), self.build.create_block());
        let rest = self.build.append_block_param(inside, I64);
        self.build.ins().brif(set, inside, &[set.into()], after, &[]);
        self.build.switch_to_block(inside);
        let square = self.build.ins().ctz(rest);
        body(self, square);
        let less = self.build.ins().iadd_imm(rest, -1);
        let rest = self.build.ins().band(rest, less);
        self.build.ins().brif(rest, inside, &[rest.into()], after, &[]);
        self.build.seal_block(inside);
        self.build.switch_to_block(after);
        self.build.seal_block(after);
    }

    fn if_true(&mut self, condition: NodeId, steps: &[Step]) {
        let condition = self.read(condition).0;
        let (inside, after) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(condition, inside, &[], after, &[]);
        self.build.switch_to_block(inside);
        self.build.seal_block(inside);
        self.steps(steps);
        self.build.ins().jump(after, &[]);
        self.build.switch_to_block(after);
        self.build.seal_block(after);
    }

    /// A loop that makes one value of those of its body.
    fn gather(&mut self, node: NodeId, steps: &[Step]) {
        let Node::Loop {
            each,
            variable,
            set,
            body,
        } = self.graph.nodes[node]
        else {
            return;
        };
        let gathered = self.build.declare_var(I64);
        // The smallest and the largest of no numbers are outside of all numbers, to be told from any.
        let start = match each {
            Each::Least => i64::MAX,
            Each::Most => i64::MIN,
            Each::All => 1,
            Each::Where | Each::Sum | Each::Join | Each::Any => 0,
        };
        let first = self.constant(start);
        self.build.def_var(gathered, first);
        let mut range = Range::NUMBER;
        self.each_of(variable, |this| {
            this.steps(steps);
            let before = this.build.use_var(gathered);
            let value = this.read(body);
            range = value.1;
            let now = match each {
                Each::Where => {
                    let square = this.square(variable);
                    let bit = this.build.ins().ishl(value.0, square);
                    this.build.ins().bor(before, bit)
                }
                Each::Join | Each::Any => this.build.ins().bor(before, value.0),
                Each::All => this.build.ins().band(before, value.0),
                Each::Least => this.build.ins().smin(before, value.0),
                Each::Most => this.build.ins().smax(before, value.0),
                Each::Sum => {
                    let sum = this.build.ins().iadd(before, value.0);
                    range = range.sum(Range::SIZE.high);
                    let clamped = this.clamp((sum, range), Range::NUMBER);
                    range = clamped.1;
                    clamped.0
                }
            };
            this.build.def_var(gathered, now);
        });
        let mut result = self.build.use_var(gathered);
        match each {
            Each::Least | Each::Most => {
                let set = self.read(set).0;
                let zero = self.constant(0);
                result = self.build.ins().select(set, result, zero);
                range = range.or(Range::new(0, 0));
            }
            Each::Any | Each::All => range = Range::TRUTH,
            Each::Where | Each::Join => range = Range::NUMBER,
            Each::Sum => {}
        }
        self.known[node] = Some((result, range));
    }

    pub fn constant(&mut self, value: i64) -> ir::Value {
        self.build.ins().iconst(I64, value)
    }

    /// 1 or 0 for a comparison.
    pub fn truth(&mut self, condition: IntCC, a: ir::Value, b: ir::Value) -> ir::Value {
        let truth = self.build.ins().icmp(condition, a, b);
        self.build.ins().uextend(I64, truth)
    }

    fn call(&mut self, helper: Helper, operands: &[Known]) -> ir::Value {
        let mut arguments: Vec<ir::Value> = operands.iter().map(|known| known.0).collect();
        if let Helper::Position(_) = helper {
            let side = self.constant(self.side as i64);
            arguments.splice(0..0, [self.inputs, side]);
            arguments.resize(4, side);
        }
        let (build, call_conv) = (&mut self.build, self.call_conv);
        let signature = *self.signatures.entry(arguments.len()).or_insert_with(|| {
            let mut signature = Signature::new(call_conv);
            signature.params = vec![AbiParam::new(I64); arguments.len()];
            signature.returns = vec![AbiParam::new(I64)];
            build.import_signature(signature)
        });
        let address = build.ins().iconst(I64, helper.address() as i64);
        let call = build.ins().call_indirect(signature, address, &arguments);
        build.inst_results(call)[0]
    }
}
