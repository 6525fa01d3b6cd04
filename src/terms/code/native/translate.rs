//! Steps into the compiler's form: one side after the other, so that loops end with the squares of that side, and
//! numbers that differ between the sides are constants.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlags, SigRef, Signature};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};

use super::super::draft::{Draft, Drafts, Value};
use super::super::instruction::Does;
use super::facts::Needs;
use super::helpers::Helper;
use super::maps::Maps;
use super::range::Range;

/// What a value of the program is in the compiler's form.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// Not met yet.
    Unknown,
    Fixed(ir::Value, Range),
    /// What a loop gathers; the bounds are those of all that it has been set to.
    Gathered(Variable, Range),
}

/// Makes one function of steps.
pub struct Translator<'a, 'f> {
    pub build: FunctionBuilder<'f>,
    /// The address of the [`super::facts::Facts`].
    pub facts: ir::Value,
    /// The address of what pieces attack by their squares.
    pub by_square: ir::Value,
    pub maps: Maps,
    /// 0 for White, 1 for Black.
    pub side: usize,
    /// White's sum less Black's.
    pub sum: Variable,
    /// What each value adds to the sum for the side.
    pub worth: &'a [i64],
    drafts: &'a Drafts,
    forms: Vec<Form>,
    signatures: HashMap<usize, SigRef>,
    call_conv: CallConv,
}

/// Memory that does not change while the function runs, and can be read whenever.
pub fn unchanging() -> MemFlags {
    MemFlags::trusted().with_readonly().with_can_move()
}

/// Fills in the body of a function that takes the address of facts and returns what White's terms are worth less Black's.
/// `worth` says for White and for Black what each value adds to that; it has to stay where it is.
pub fn translate(
    mut build: FunctionBuilder,
    call_conv: CallConv,
    parts: &[&Drafts],
    needs: Needs,
    worth: [&[i64]; 2],
) {
    let entry = build.create_block();
    build.append_block_params_for_function_params(entry);
    build.switch_to_block(entry);
    build.seal_block(entry);
    let facts = build.block_params(entry)[0];
    let sum = build.declare_var(I64);
    let zero = build.ins().iconst(I64, 0);
    build.def_var(sum, zero);
    let by_square = super::maps::by_square(&mut build, facts);
    let maps = Maps::new(&mut build, facts, by_square, needs);
    let mut builder = Some(build);
    for drafts in parts {
        for side in [0, 1] {
            let Some(build) = builder.take() else { break };
            let mut translator = Translator {
                build,
                facts,
                by_square,
                maps,
                side,
                sum,
                worth: worth[side],
                drafts,
                forms: vec![Form::Unknown; drafts.computed],
                signatures: HashMap::new(),
                call_conv,
            };
            translator.declare_gathered();
            translator.steps(0, drafts.code.len());
            builder = Some(translator.build);
        }
    }
    if let Some(mut build) = builder {
        let sum = build.use_var(sum);
        build.ins().return_(&[sum]);
        build.finalize();
    }
}

impl Translator<'_, '_> {
    /// What loops gather changes with each square; all else is set once.
    fn declare_gathered(&mut self) {
        let drafts = self.drafts;
        for draft in &drafts.code {
            let gathers = matches!(
                draft.does,
                Does::GatherWhere
                    | Does::GatherSum
                    | Does::GatherJoin
                    | Does::GatherAny
                    | Does::GatherAll
                    | Does::GatherLeast
                    | Does::GatherMost
            );
            if let Some(Value::Computed(number)) = draft.to.filter(|_| gathers) {
                self.forms[number] = Form::Gathered(self.build.declare_var(I64), Range::new(0, 0));
            }
        }
    }

    /// Translates the steps from one to another.
    fn steps(&mut self, from: usize, to: usize) {
        let drafts = self.drafts;
        let mut at = from;
        while at < to {
            let draft = &drafts.code[at];
            match draft.does {
                Does::Enter => {
                    let end = at + draft.jump - 1;
                    self.enter(draft, at + 1, end);
                    at = end;
                }
                Does::SkipUnless => {
                    let end = at + draft.jump;
                    self.skip_unless(draft, at + 1, end);
                    at = end - 1;
                }
                _ if draft.root.is_some() => self.count(draft),
                _ => self.compute(draft),
            }
            at += 1;
        }
    }

    /// A loop over the squares of a set.
    fn enter(&mut self, draft: &Draft, from: usize, to: usize) {
        let (set, _) = self.read(draft.a);
        self.each_square(set, |this, square| {
            this.fix(draft.c, square, Range::new(0, 63));
            this.steps(from, to);
        });
    }

    /// What is done with each square of a set.
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

    fn skip_unless(&mut self, draft: &Draft, from: usize, to: usize) {
        let (condition, _) = self.read(draft.a);
        let (inside, after) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(condition, inside, &[], after, &[]);
        self.build.switch_to_block(inside);
        self.build.seal_block(inside);
        self.steps(from, to);
        self.build.ins().jump(after, &[]);
        self.build.switch_to_block(after);
        self.build.seal_block(after);
    }

    /// What a step reads, and between which bounds that is.
    pub fn read(&mut self, value: Option<Value>) -> (ir::Value, Range) {
        match value {
            Some(Value::Input(input)) => self.input(input),
            Some(Value::Constant(number)) => {
                let constant = self.drafts.constants[number] as i64;
                (self.constant(constant), Range::new(constant, constant))
            }
            Some(Value::Computed(number)) => match self.forms[number] {
                Form::Fixed(value, range) => (value, range),
                Form::Gathered(variable, range) => (self.build.use_var(variable), range),
                // No step reads what none before has written.
                Form::Unknown => (self.constant(0), Range::NUMBER),
            },
            None => (self.constant(0), Range::NUMBER),
        }
    }

    /// Sets what a step writes.
    pub fn fix(&mut self, to: Option<Value>, value: ir::Value, range: Range) {
        if let Some(Value::Computed(number)) = to {
            match self.forms[number] {
                Form::Gathered(variable, before) => {
                    self.build.def_var(variable, value);
                    self.forms[number] = Form::Gathered(variable, before.or(range));
                }
                _ => self.forms[number] = Form::Fixed(value, range),
            }
        }
    }

    pub fn constant(&mut self, value: i64) -> ir::Value {
        self.build.ins().iconst(I64, value)
    }

    /// 1 or 0 for a comparison.
    pub fn truth(&mut self, condition: IntCC, a: ir::Value, b: ir::Value) -> ir::Value {
        let truth = self.build.ins().icmp(condition, a, b);
        self.build.ins().uextend(I64, truth)
    }

    /// The result of a helper.
    pub fn call(&mut self, helper: Helper, arguments: &[ir::Value]) -> ir::Value {
        debug_assert_eq!(arguments.len(), helper.arguments);
        let (build, call_conv) = (&mut self.build, self.call_conv);
        let signature = *self.signatures.entry(helper.arguments).or_insert_with(|| {
            let mut signature = Signature::new(call_conv);
            signature.params = vec![AbiParam::new(I64); helper.arguments];
            signature.returns = vec![AbiParam::new(I64)];
            build.import_signature(signature)
        });
        let address = build.ins().iconst(I64, helper.address as i64);
        let call = build.ins().call_indirect(signature, address, arguments);
        build.inst_results(call)[0]
    }
}
