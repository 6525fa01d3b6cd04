//! Own terms as machine code, by the crates of cranelift (feature `native`): the steps of a program, whose values are known
//! here, become one function that returns what all its terms are worth.
//!
//! The machine stays the meaning of the steps and what runs where there is no such code: on a processor that cranelift does
//! not know, for more than [`MAX_STEPS`], or if the system does not let a program make code. A test makes random programs
//! and compares the two.
//!
//! [`translate`] puts steps into the compiler's form ([`values`], [`numbers`], [`counts`], [`maps`]), [`helpers`] is what
//! they call, [`facts`] what they read, and [`function`] what comes out.

mod counts;
mod facts;
mod function;
mod helpers;
mod maps;
mod numbers;
mod range;
mod translate;
mod values;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Function as Form};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use crate::board::{Bitboard, Position, Square};

use super::draft::Drafts;
use super::{Code, Machine, Part, inputs};

use facts::{Facts, Needs};
use function::Function;

/// The most steps that are compiled: what takes a hundredth of a second or two.
const MAX_STEPS: usize = 4_000;

/// Terms as machine code, with their values. It can be run by many threads at once.
#[derive(Debug)]
pub struct Native {
    function: Function,
    needs: Needs,
}

impl Code {
    /// The same as machine code; `values` are those of all terms, for White and for Black, as numbers that can be added.
    /// None if that cannot be made.
    pub fn native(&self, values: &[[i64; 2]]) -> Option<Native> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Steps { drafts, .. } => Some(drafts),
            Part::Plain(..) => None,
        });
        let parts: Vec<&Drafts> = parts.collect::<Option<_>>()?;
        if parts.is_empty() || self.steps() > MAX_STEPS {
            return None;
        }
        let needs = Needs::of(parts.iter().flat_map(|drafts| &drafts.code));
        let worth = [
            values.iter().map(|[white, _]| *white).collect::<Box<[i64]>>(),
            values.iter().map(|[_, black]| black.wrapping_neg()).collect(),
        ];
        let mut module = module()?;
        let Some(made) = define(&mut module, &parts, needs, [&worth[0], &worth[1]]) else {
            function::free(module);
            return None;
        };
        Some(Native {
            // SAFETY: the function was made by `translate` with this worth, which stays where it is in its boxes.
            function: unsafe { Function::new(module, made, worth) },
            needs,
        })
    }
}

impl Native {
    /// What all terms are worth, White's less Black's: the sum of the values that count. `by_square` and `through_king`
    /// are as for [`Code::count`].
    #[inline]
    pub fn sum(
        &self,
        machine: &mut Machine,
        position: &Position,
        through_king: bool,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> i64 {
        if self.needs.by_square && by_square.is_none() {
            inputs::fill_squares(&mut machine.by_square, position, through_king);
        }
        let by_square = by_square.unwrap_or(&machine.by_square);
        self.function.call(&Facts::new(position, by_square, self.needs))
    }
}

/// A module for the processor at hand.
fn module() -> Option<JITModule> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("unwind_info", "false"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) { "true" } else { "false" },
        ),
    ] {
        flags.set(name, value).ok()?;
    }
    let isa = cranelift_native::builder().ok()?;
    let isa = isa.finish(settings::Flags::new(flags)).ok()?;
    Some(JITModule::new(JITBuilder::with_isa(isa, default_libcall_names())))
}

fn define(module: &mut JITModule, parts: &[&Drafts], needs: Needs, worth: [&[i64]; 2]) -> Option<FuncId> {
    let mut signature = module.make_signature();
    signature.params.push(AbiParam::new(I64));
    signature.returns.push(AbiParam::new(I64));
    let name = module
        .declare_function("terms", Linkage::Local, &signature)
        .ok()?;
    let mut context = module.make_context();
    context.func = Form::with_name_signature(context.func.name.clone(), signature);
    let mut builder = FunctionBuilderContext::new();
    let build = FunctionBuilder::new(&mut context.func, &mut builder);
    translate::translate(build, module.isa().default_call_conv(), parts, needs, worth);
    module.define_function(name, &mut context).ok()?;
    if std::env::var("DUMP").is_ok() {
        eprintln!("{}", context.compiled_code().unwrap().vcode.as_ref().unwrap());
    }
    module.finalize_definitions().ok()?;
    Some(name)
}
