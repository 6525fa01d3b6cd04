//! Files and texts from strangers: what is no file, names that are no UTF-8, and control characters.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::TEMPER;

/// A folder of a test, empty.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the binary in a folder, for a minute at most.
fn temper_in<S: AsRef<OsStr>>(folder: &PathBuf, args: &[S]) -> Output {
    let mut command = Command::new(TEMPER);
    let command = command.args(args).current_dir(folder);
    let mut child = command
        .env_remove("TEMPERAMENT_PROFILES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it hangs");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Every way to name a file that is read.
#[test]
fn what_is_no_regular_file_is_refused_by_every_reader() {
    let folder = folder("cli-special");
    fs::write(
        folder.join("child.toml"),
        "name = \"x\"\nextends = \"pipe.toml\"\n",
    )
    .unwrap();
    fs::write(folder.join("far.toml"), "name = \"x\"\nextends = \"/dev/zero\"\n").unwrap();
    for pipe in ["pipe.toml", "pipe"] {
        let made = Command::new("mkfifo").arg(folder.join(pipe)).status();
        assert!(made.unwrap().success());
    }
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.toml")).unwrap();
    let nodes = ["--nodes", "10", "--games", "2"];
    for (args, message) in [
        (
            &["profile", "check", "pipe.toml"][..],
            "this is a pipe, not a file",
        ),
        (&["profile", "check", "zero.toml"], "this is a device, not a file"),
        (&["profile", "check", "child.toml"], "this is a pipe, not a file"),
        (&["profile", "check", "far.toml"], "cannot be extended"),
        (&["profile", "fmt", "pipe.toml"], "this is a pipe, not a file"),
        (
            &["eval", "--profile", "zero.toml"],
            "this is a device, not a file",
        ),
        (&["eval", "--fens", "pipe"], "this is a pipe, not a file"),
        (&["eval", "--fens", "/dev/zero"], "this is a device, not a file"),
        (&["eval", "--fens", "."], "this is a folder, not a file"),
        (
            &[
                &["match", "otter", "rustic", "--openings", "/dev/zero"],
                &nodes[..],
            ]
            .concat(),
            "this is a device, not a file",
        ),
        (
            &[&["match", "otter", "rustic", "--openings", "pipe"], &nodes[..]].concat(),
            "this is a pipe, not a file",
        ),
        (&["match", "--resume", "pipe"], "this is a pipe, not a file"),
        (
            &["match", "--resume", "/dev/zero", "--show"],
            "this is a device, not a file",
        ),
        (
            &["selfplay", "--resume", "pipe", "--out", "out"],
            "this is a pipe, not a file",
        ),
        (
            &["tune", "child.toml", "--data", "/dev/zero", "--out", "out.toml"],
            "not a file",
        ),
        (
            &["tune", "otter", "--data", "/dev/zero", "--out", "out.toml"],
            "this is a device, not a file",
        ),
        (
            &["tune", "otter", "--data", "pipe", "--out", "out.toml"],
            "this is a pipe, not a file",
        ),
        (
            &["label", "/dev/zero", "--by", "uci:x", "--out", "out"],
            "this is a device, not a file",
        ),
        (
            &["bench", "--eval", "--fens", "pipe"],
            "this is a pipe, not a file",
        ),
        (
            &["profile", "diff", "otter", "rustic", "--fens", "pipe"],
            "this is a pipe, not a file",
        ),
    ] {
        let output = temper_in(&folder, args);
        let told = text(&output.stderr);
        assert!(
            !output.status.success() && told.contains(message),
            "{args:?}: {told}"
        );
    }
}

/// Lines without an end cannot fill the memory.
#[test]
fn a_line_of_a_position_is_bounded() {
    let folder = folder("cli-long-line");
    fs::write(folder.join("long.epd"), "x".repeat(3 << 20)).unwrap();
    for args in [
        &["eval", "--fens", "long.epd"][..],
        &["tune", "otter", "--data", "long.epd", "--out", "out.toml"],
    ] {
        let output = temper_in(&folder, args);
        let told = text(&output.stderr);
        assert!(
            told.contains("a line has more than 1048576 bytes"),
            "{args:?}: {told}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_of_the_kernel_is_empty() {
    let folder = folder("cli-kernel");
    // The log of the kernel is for administrators alone; any file without a length shows the same.
    for file in ["/proc/self/status", "/proc/kmsg"] {
        let link = folder.join("log.toml");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(file, &link).unwrap();
        let output = temper_in(&folder, &["profile", "check", "log.toml"]);
        let told = text(&output.stderr);
        let is_told = ["the file is empty", "Permission denied"]
            .iter()
            .any(|part| told.contains(part));
        assert!(is_told, "{file}: {told}");
    }
}
