//! A function that was made while the program runs: the one place where such code is called, and its memory freed.

use std::fmt;

use cranelift_jit::JITModule;
use cranelift_module::FuncId;

use super::facts::Facts;

/// What [`super::translate::translate`] makes: it takes facts, and returns White's sum less Black's.
type Entry = extern "C" fn(&Facts) -> i64;

/// A compiled function with its memory.
pub struct Function {
    entry: Entry,
    /// Taken out when it is freed.
    module: Option<JITModule>,
    /// What each value adds to the sum, for White and for Black. The code knows its address.
    _worth: [Box<[i64]>; 2],
}

impl Function {
    /// The function of a module whose definitions are final.
    ///
    /// # Safety
    /// The function must have been made by [`super::translate::translate`] with this worth.
    pub unsafe fn new(module: JITModule, function: FuncId, worth: [Box<[i64]>; 2]) -> Self {
        let address = module.get_finalized_function(function);
        // SAFETY: such code takes the address of facts and returns an i64, in the calling convention of the host, which
        // is that of `extern "C"`. It is valid as long as the module's memory, which goes with this very struct.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        Self {
            entry,
            module: Some(module),
            _worth: worth,
        }
    }

    /// Runs it.
    #[inline(always)]
    pub fn call(&self, facts: &Facts) -> i64 {
        // What the code reads: the facts and the table by squares that they refer to, each index within 0 to 63; and
        // `_worth`, each index held within the values of its term. What it calls takes any numbers.
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

/// Gives back the memory of a module that goes: the crate keeps it otherwise.
pub fn free(module: JITModule) {
    // SAFETY: whoever is in the code borrows its `Function`, so no one is when that goes, or before there is one; and the
    // address of the code is nowhere else.
    unsafe { module.free_memory() }
}

// SAFETY: once made, nothing changes the code, the module or the table, and running the code writes to the stack alone. The
// module is touched again only when the last owner drops it, and its memory belongs to no thread.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Function").finish_non_exhaustive()
    }
}
