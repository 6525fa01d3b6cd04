//! The Makefile, used by OpenBench and similar tools to build the engine.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::write_file;

#[test]
fn the_makefile_builds_what_it_is_asked_for() {
    let make = |args: &[&str]| {
        let output = Command::new("make").arg("-n").args(args).env_remove("EVALFILE").output();
        output.ok().map(|output| String::from_utf8(output.stdout).unwrap())
    };
    // `make` may be missing.
    let Some(plain) = make(&["EXE=engine-1"]) else {
        return;
    };
    assert!(plain.contains("cargo rustc --release --locked --bin temper"), "{plain}");
    assert!(plain.contains("--emit link=\"engine-1\"") && !plain.contains("evalfile"), "{plain}");
    let with_profile = make(&["-j", "EXE=engine-1", "EVALFILE=mine.toml", "TUNE=material pawns"]).unwrap();
    let at = |part: &str| with_profile.find(part).unwrap_or_else(|| panic!("{with_profile}"));
    assert!(
        at("check/debug/temper\" profile check evalfile") < at("cargo rustc --release"),
        "{with_profile}"
    );
}

/// Runs make with stubs for cargo and the unoptimised program.
#[test]
fn a_faulty_profile_is_found_before_the_long_build() {
    let log = write_file("make-evalfile", "log", "");
    let at = |name: &str| log.with_file_name(name).to_str().unwrap().to_owned();
    let program = |name: &str, text: &str| {
        let path = write_file("make-evalfile", name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    program("cargo", r#"echo "cargo $1" >> "$LOG""#);
    for (status, expected) in [
        (0, "cargo build\nprofile check evalfile\ncargo rustc\n"),
        (1, "cargo build\nprofile check evalfile\n"),
    ] {
        program("target/check/debug/temper", &format!("echo \"$*\" >> \"$LOG\"; exit {status}"));
        fs::write(&log, "").unwrap();
        let output = Command::new("make")
            .args(["EVALFILE=mine.toml", "EXE=engine-1"])
            .arg(format!("CARGO={}", at("cargo")))
            .env("CARGO_TARGET_DIR", at("target"))
            .env("LOG", &log)
            .output();
        // `make` may be missing.
        let Ok(output) = output else {
            return;
        };
        assert_eq!(output.status.success(), status == 0, "{output:?}");
        assert_eq!(fs::read_to_string(&log).unwrap(), expected);
    }
}

/// Runs `make pgo` with stubs for cargo and `llvm-profdata` that log their arguments, in a folder with spaces in its
/// path, and checks the compiler flags.
#[test]
fn make_pgo_uses_the_collected_profile() {
    let folder = "make two words";
    let log = write_file(folder, "log", "");
    // Remove the result of an earlier run.
    let _ = fs::remove_file(log.with_file_name("result"));
    let at = |name: &str| log.with_file_name(name).to_str().unwrap().to_owned();
    let program = |name: &str, text: &str| {
        let path = write_file(folder, name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    program(
        "engine",
        r#"echo "engine $*" >> "$LOG"; mkdir -p "${LLVM_PROFILE_FILE%/*}"; touch "$LLVM_PROFILE_FILE""#,
    );
    // The cargo stub copies the engine stub above.
    program(
        "cargo",
        r#"printf 'cargo %s\n' "$CARGO_ENCODED_RUSTFLAGS" | tr '\037' '|' >> "$LOG"
        for word in "$@"; do case $word in link=*) cp "$ENGINE" "${word#link=}";; esac; done"#,
    );
    program("merge", r#"[ $1 = --version ] || echo merge >> "$LOG""#);
    let output = Command::new("make")
        .args(["pgo", "RUSTFLAGS=-C  opt-level=2"])
        .arg(format!("CARGO=\"{}\"", at("cargo")))
        .arg(format!("PROFDATA={}", at("merge")))
        .arg(format!("EXE={}", at("result")))
        .env_remove("EVALFILE")
        .env("CARGO_TARGET_DIR", at("target"))
        .env("ENGINE", at("engine"))
        .env("LOG", &log)
        .output();
    // `make` may be missing.
    let Ok(output) = output else {
        return;
    };
    assert!(output.status.success(), "{output:?}");
    assert!(Path::new(&at("result")).exists());
    let counts = at("target/pgo/counts");
    let logged = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = logged.lines().collect();
    let flags = "cargo -C|opt-level=2|";
    assert_eq!(lines[0], format!("{flags}-Cprofile-generate={counts}/of-build-scripts"));
    assert!(lines[1..4].iter().all(|line| line.starts_with("engine bench --depth")), "{logged}");
    assert_eq!(lines[4..], ["merge".to_owned(), format!("{flags}-Cprofile-use={counts}/all.profdata")]);
}
