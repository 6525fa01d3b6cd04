//! Embeds the shipped profiles: writes the list of all files in `profiles/` with their text as Rust code.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=profiles");
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("profiles");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|e| e == "toml" || e == "ron"));
    files.sort();
    let mut code = String::from("[\n");
    for path in files {
        let name = path.file_name().unwrap_or_default();
        code += &format!("    ({name:?}, include_str!({path:?})),\n");
    }
    code += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("embedded.rs"), code)
}
