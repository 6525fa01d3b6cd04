//! UCI in WebAssembly: a session whose lines come from and go to a worker (`npm/worker.js`).

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use temperament_engine::engine::Signals;
use temperament_engine::profile::Library;
use temperament_uci::output::Output;
use temperament_uci::{Session, Setup, UciError};

use super::{FOLDER, request};

#[link(wasm_import_module = "uci")]
unsafe extern "C" {
    /// Takes one line, or several.
    fn line(text: *const u8, length: usize);
    /// Returns the signals to the running search: the sum of [`STOP`] and [`PONDERHIT`].
    fn signals() -> u32;
}

const STOP: u32 = 1;
const PONDERHIT: u32 = 2;

thread_local! {
    /// The session; `None` before its first line and after its end.
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Sends lines to the worker, at each flush.
#[derive(Default)]
struct Lines(Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // SAFETY: the worker copies the text before it returns.
        unsafe { line(self.0.as_ptr(), self.0.len()) };
        self.0.clear();
        Ok(())
    }
}

fn poll(to: &Signals) {
    // SAFETY: the worker only returns a number.
    let sent = unsafe { signals() };
    if sent & PONDERHIT != 0 {
        to.ponderhit();
    }
    if sent & STOP != 0 {
        to.stop();
    }
}

/// Executes a line of UCI, and frees its memory. Returns `true` if the session has ended.
///
/// # Safety
/// The memory is from [`allocate`](super::allocate), with the same length, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uci_line(text: *mut u8, length: usize) -> bool {
    // SAFETY: see above.
    let text = unsafe { request(text, length) };
    SESSION.with_borrow_mut(|slot| {
        let output = Output::new(Lines::default());
        let executed = execute(slot, &String::from_utf8_lossy(&text), &output);
        executed.unwrap_or_else(|error| {
            output.note(error.to_string());
            true
        })
    })
}

fn execute(slot: &mut Option<Session>, text: &str, output: &Output) -> Result<bool, UciError> {
    let mut session = match slot.take() {
        Some(session) => session,
        None => {
            let library = Library::of(vec![PathBuf::from(FOLDER)]);
            let setup = Setup { poll: Some(poll), ..Setup::default() };
            Session::new(library, &setup, output.clone(), || false)?
        }
    };
    let flow = session.line(text);
    if let Some(reason) = session.fatal_refusal() {
        session.quit();
        return Err(UciError::Refused(reason));
    }
    if flow == ControlFlow::Break(()) {
        session.quit();
        return Ok(true);
    }
    *slot = Some(session);
    Ok(false)
}
