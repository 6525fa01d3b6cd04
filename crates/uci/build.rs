//! Sets `cfg(syzygy)` where the crate `temperament-engine` has endgame tables.

use std::env;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(syzygy)");
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("DEP_TEMPERAMENT_ENGINE_SYZYGY").is_some() {
        println!("cargo::rustc-cfg=syzygy");
    }
}
