//! The studio in WebAssembly: a session whose messages go to the page (`page/worker.js`) instead of a server.
//!
//! The page writes a request in JSON into memory that it gets from [`allocate`], and calls [`handle`]. The answer and events
//! go to functions of the page. Long work that a request has started runs in [`work`], after its answer.
//!
//! Profiles are files in the folder `/profiles` of the file system that the page provides (`page/wasi.js`), and those of
//! matches in `/matches`.

#![cfg(target_family = "wasm")]

mod uci;

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use temperament_engine::profile::{CHAMPION, Library};
use temperament_studio::{Session, Studio};

/// The folder of the user's profiles.
const FOLDER: &str = "/profiles";
/// The folder of matches.
const MATCHES: &str = "/matches";

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes the answer to a request.
    fn answer(text: *const u8, length: usize);
    /// Takes an event.
    fn event(text: *const u8, length: usize);
}

static SESSION: LazyLock<Session> = LazyLock::new(|| {
    let library = Library::of(vec![PathBuf::from(FOLDER)]);
    let sink = |happened| {
        // Messages have string keys and finite numbers, so they are always JSON.
        let text = serde_json::to_string(&happened).unwrap_or_default();
        // SAFETY: the page copies the text before it returns.
        unsafe { event(text.as_ptr(), text.len()) };
        true
    };
    let studio = Studio::new(library, CHAMPION).with_match_folder(PathBuf::from(MATCHES));
    Session::new(Arc::new(studio), Arc::new(sink))
});

unsafe extern "C" {
    fn __wasm_call_ctors();
}

/// Initialises the C library. The page calls it once, before all others. Without it, the linker would do so in each
/// function of the module.
#[unsafe(no_mangle)]
pub extern "C" fn _initialize() {
    // SAFETY: nothing has run before.
    unsafe { __wasm_call_ctors() };
}

/// Allocates memory for a request of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0; length].into_boxed_slice()).cast()
}

/// Returns the text that the page has written into memory from [`allocate`].
///
/// # Safety
/// The memory has this length and is not used again.
unsafe fn request(text: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: see above.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, length)) }
}

/// Answers a request, and frees its memory.
///
/// # Safety
/// The memory is from [`allocate`], with the same length, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn handle(request: *mut u8, length: usize) {
    // SAFETY: see above.
    let request = unsafe { self::request(request, length) };
    let text = SESSION.answer(&request).to_string();
    // SAFETY: the page copies the text before it returns.
    unsafe { answer(text.as_ptr(), text.len()) };
}

/// Does the long work that requests have started.
#[unsafe(no_mangle)]
pub extern "C" fn work() {
    SESSION.run_waiting();
}
