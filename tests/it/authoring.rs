//! The `temper profile` commands, each test in its own folder.

mod against;
mod diff;
mod fmt;
mod new;
mod show;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Path of the binary.
const TEMPER: &str = env!("CARGO_BIN_EXE_temper");

/// A working folder, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("authoring-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let folder = Self(path);
        for (file, text) in files {
            folder.write(file, text);
        }
        folder
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    /// Runs `temper profile` in the folder.
    fn profile(&self, args: &[&str]) -> Done {
        let mut command = Command::new(TEMPER);
        command
            .arg("profile")
            .args(args)
            .current_dir(&self.0)
            .env_remove("TEMPERAMENT_PROFILES")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        Done::of(&command.output().unwrap())
    }

    /// Returns the active values of a profile as TOML, without name and description.
    fn flat(&self, profile: &str) -> String {
        let toml = self.ok(&["convert", profile, "--to", "toml"]);
        let start = toml.find("\n[").expect(&toml);
        toml[start..].to_owned()
    }

    /// Runs `temper profile`, which must succeed, and returns its standard output.
    fn ok(&self, args: &[&str]) -> String {
        let done = self.profile(args);
        assert_eq!(done.code, 0, "{args:?}: {}{}", done.stdout, done.stderr);
        done.stdout
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Exit code and output of a command.
#[derive(Debug)]
struct Done {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Done {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }
}
