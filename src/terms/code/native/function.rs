//! A function that is made while the program runs: the one place where such code is called, and its memory freed.

use std::fmt;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Function as Form};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::super::draft::Drafts;
use super::facts::{Facts, Needs};
use super::translate::translate;

/// What [`translate`] makes: it takes facts, and returns White's sum less Black's.
type Entry = extern "C" fn(&Facts) -> i64;

/// What each value adds to the sum, for White and for Black.
type Worth = [Box<[i64]>; 2];

/// A compiled function with its memory.
pub struct Function {
    entry: Entry,
    /// Taken out when it is freed.
    module: Option<JITModule>,
    /// The code knows where it is.
    _worth: Worth,
}

impl Function {
    /// Compiles steps that count with these values, for White and for Black; none if that cannot be done here. There must
    /// be a value at every place that the steps look up.
    pub fn new(parts: &[&Drafts], needs: Needs, values: &[[i64; 2]]) -> Option<Self> {
        let worth: Worth = [
            values.iter().map(|[white, _]| *white).collect(),
            values.iter().map(|[_, black]| black.wrapping_neg()).collect(),
        ];
        let mut module = module()?;
        let Some(made) = define(&mut module, parts, needs, &worth) else {
            free(module);
            return None;
        };
        let address = module.get_finalized_function(made);
        // SAFETY: the code has the signature that `define` gave it, an address in and an i64 out, in the calling convention
        // of the host, which is that of `extern "C"`. It stays where it is until `free`, when this struct has gone.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        Some(Self {
            entry,
            module: Some(module),
            _worth: worth,
        })
    }

    /// Runs it.
    #[inline(always)]
    pub fn call(&self, facts: &Facts) -> i64 {
        // What the code reads: the facts and the table by squares that they refer to, each index masked; and `_worth`, each
        // index a rank, a file, a square or an entry held within its table. What it calls takes any numbers.
        (self.entry)(facts)
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            free(module);
        }
    }
}

// SAFETY: once made, nothing changes the code, the module or the worth, and running the code writes to the stack alone. The
// module is touched again only when the last owner drops it, and its memory belongs to no thread.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Function").finish_non_exhaustive()
    }
}

/// Gives back the memory of a module, which the crate would keep (on Windows it does, a few pages each time).
fn free(module: JITModule) {
    // SAFETY: who is in the code borrows its `Function`, so no one is when that is dropped or before it is made; and no one
    // else has the address.
    unsafe { module.free_memory() }
}

/// A module for the processor at hand.
fn module() -> Option<JITModule> {
    let is_checked = if cfg!(debug_assertions) { "true" } else { "false" };
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("unwind_info", "false"),
        ("enable_verifier", is_checked),
    ] {
        flags.set(name, value).ok()?;
    }
    let isa = cranelift_native::builder().ok()?;
    let isa = isa.finish(settings::Flags::new(flags)).ok()?;
    Some(JITModule::new(JITBuilder::with_isa(isa, default_libcall_names())))
}

fn define(module: &mut JITModule, parts: &[&Drafts], needs: Needs, worth: &Worth) -> Option<FuncId> {
    let mut signature = module.make_signature();
    signature.params.push(AbiParam::new(I64));
    signature.returns.push(AbiParam::new(I64));
    let made = module
        .declare_function("terms", Linkage::Local, &signature)
        .ok()?;
    let mut context = module.make_context();
    context.func = Form::with_name_signature(context.func.name.clone(), signature);
    let mut builder = FunctionBuilderContext::new();
    let build = FunctionBuilder::new(&mut context.func, &mut builder);
    let worth = [&*worth[0], &*worth[1]];
    translate(build, module.isa().default_call_conv(), parts, needs, worth);
    module.define_function(made, &mut context).ok()?;
    module.finalize_definitions().ok()?;
    Some(made)
}
