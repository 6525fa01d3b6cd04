//! What differs between systems and is needed everywhere: the clock, chance, and whether there are threads.

use std::hash::{BuildHasher, Hasher, RandomState};

// For a page in a browser, the standard library has no clock: JavaScript has one.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time as clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time as clock;

pub use clock::Instant;

/// True if a program can start threads. Where it cannot, starting one is an error.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Returns a seed for [`Engine::set_seed`](crate::Engine::set_seed), different each time.
pub fn random_seed() -> u64 {
    // The system seeds the hasher of the standard library, but for a page in a browser.
    let mut hasher = RandomState::new().build_hasher();
    let now = clock::SystemTime::now().duration_since(clock::UNIX_EPOCH);
    hasher.write_u128(now.unwrap_or_default().as_nanos());
    hasher.finish()
}
