//! Sets `cfg(syzygy)` where endgame tables can be built in: pyrrhic-rs compiles only on x86-64.

use std::env;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(syzygy)");
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_SYZYGY").is_some()
        && env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|a| a == "x86_64")
    {
        println!("cargo::rustc-cfg=syzygy");
    }
}
