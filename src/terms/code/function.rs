//! A generated function: the only place where generated code is called and its memory freed.

use std::fmt;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Function as Form};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::Part;
use super::inputs::Inputs;
use super::lower::lower;

/// The function that [`lower`] fills in: it returns White's sum less Black's.
type Entry = extern "C" fn(&Inputs) -> i64;

/// What each value adds to the sum, for White and for Black.
type Values = [Box<[i64]>; 2];

/// A compiled function with its memory.
pub struct Function {
    entry: Entry,
    /// Taken out when it is freed.
    module: Option<JITModule>,
    /// The code has their addresses.
    _values: Values,
}

impl Function {
    /// Compiles terms with the values of all terms, for White and for Black. Returns `None` if this processor or system
    /// does not allow that.
    pub fn new(parts: &[Part], values: &[[i64; 2]]) -> Option<Self> {
        let values: Values = [
            values.iter().map(|[white, _]| *white).collect(),
            values.iter().map(|[_, black]| black.wrapping_neg()).collect(),
        ];
        let mut module = module()?;
        let Some(made) = define(&mut module, parts, &values) else {
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
            _values: values,
        })
    }

    /// Runs it.
    #[inline(always)]
    pub fn call(&self, inputs: &Inputs) -> i64 {
        // The code reads the inputs and the table by square that they refer to, with masked indices, and `_values`, with
        // indices clamped to the values of a term. The helpers that it calls take any numbers.
        (self.entry)(inputs)
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            free(module);
        }
    }
}

// SAFETY: once made, nothing changes the code, the module or the values, and running the code writes to the stack alone. The
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

fn define(module: &mut JITModule, parts: &[Part], values: &Values) -> Option<FuncId> {
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
    let values = [&*values[0], &*values[1]];
    lower(build, module.isa().default_call_conv(), parts, values);
    module.define_function(made, &mut context).ok()?;
    module.finalize_definitions().ok()?;
    Some(made)
}
