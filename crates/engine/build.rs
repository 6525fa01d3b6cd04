//! Sets `cfg(syzygy)` where endgame tables can be built in, and embeds profiles: writes the list of all files in
//! `profiles`, and of the file in the environment variable `EVALFILE`, with their text as Rust code.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Name of the profile of `EVALFILE` in the program, without extension.
const EVALFILE: &str = "evalfile";

fn main() -> io::Result<()> {
    println!("cargo::rustc-check-cfg=cfg(syzygy)");
    if env::var_os("CARGO_FEATURE_SYZYGY").is_some() && has_signed_char() {
        println!("cargo::rustc-cfg=syzygy");
        // Build scripts of the crates above read this as `DEP_TEMPERAMENT_ENGINE_SYZYGY`.
        println!("cargo::metadata=syzygy=1");
    }
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = package.join("../..");
    // `profiles` in the package is a symbolic link in a checkout, which git may have written as a file on Windows.
    let folder = [package.join("profiles"), root.join("profiles")];
    let folder =
        folder.iter().find(|folder| folder.is_dir()).ok_or(io::Error::other("no folder `profiles`"))?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|e| e == "toml" || e == "ron"));
    files.sort();
    let mut code = String::from("[\n");
    for path in files {
        let name = path.file_name().unwrap_or_default();
        code += &format!("    ({name:?}, include_str!({path:?})),\n");
    }
    if let Some(path) = env::var_os("EVALFILE").filter(|path| !path.is_empty()) {
        // Relative to the root of the workspace, where cargo is called.
        let path = root.join(path);
        println!("cargo::rerun-if-changed={}", path.display());
        let text =
            read(&path).map_err(|error| io::Error::other(format!("EVALFILE {}: {error}", path.display())))?;
        let name = format!("{EVALFILE}.{}", extension(&path, &text));
        code += &format!("    ({name:?}, include_str!({path:?})),\n");
    }
    code += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("embedded.rs"), code)
}

/// Returns `true` if the crate pyrrhic-rs compiles for the target: it takes `c_char` for `i8`, as on x86-64, and on ARM under
/// macOS and Windows. The dependency in `Cargo.toml` has the same condition.
fn has_signed_char() -> bool {
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    match target("ARCH").as_str() {
        "x86_64" => true,
        "aarch64" => matches!(target("OS").as_str(), "macos" | "windows"),
        _ => false,
    }
}

/// Reads a regular file of limited size. `src/input.rs`, which does this in the program, is not available here.
fn read(path: &Path) -> io::Result<String> {
    const MAX_BYTES: u64 = 1 << 20;
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("this is not a file"));
    }
    // Kernel files that could be read without end have length 0.
    if !(1..=MAX_BYTES).contains(&metadata.len()) {
        return Err(io::Error::other(format!("a profile has 1 to {MAX_BYTES} bytes")));
    }
    fs::read_to_string(path)
}

/// Returns the file extension that matches the format of a profile. If the file has another extension or none, as
/// files named after their checksum have, the text decides: RON begins with a parenthesis, an attribute or one of its
/// own comments, and none of these begins TOML.
pub fn extension(path: &Path, text: &str) -> &'static str {
    let is_ron = match path.extension().and_then(|e| e.to_str()) {
        Some("ron") => true,
        Some("toml") => false,
        _ => ["(", "//", "/*", "#!["].iter().any(|start| text.trim_start().starts_with(start)),
    };
    if is_ron { "ron" } else { "toml" }
}
