//! A `temper match` in a process of its own.

use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::profiles::lock;
use crate::protocol::Failure;
use temperament_engine::input::read_line;

use super::log::Log;

/// Maximum length of an event in bytes.
const MOST_BYTES: u64 = 4 << 20;
/// Maximum length of the messages of a process that are kept, in bytes.
const MOST_MESSAGES: u64 = 16 << 10;
/// Exit status of `temper match` if it could not be played.
const FAILURE: i32 = 2;

/// A running match; dropping it ends the process.
#[derive(Debug)]
pub(super) struct Process {
    /// Its events.
    pub log: Arc<Log>,
    child: Arc<Mutex<Child>>,
}

impl Process {
    /// Starts `temper match --events --style` with more arguments.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(program: &Path, arguments: &[String]) -> Result<Self, Failure> {
        let mut command = Command::new(program);
        command.arg("match").args(arguments).args(["--events", "--style"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cannot = |error: std::io::Error| Failure::new(format!("cannot start the match: {error}"));
        let mut child = command.spawn().map_err(cannot)?;
        let pipes = child.stdout.take().zip(child.stderr.take());
        let process = Self { log: Arc::default(), child: Arc::new(Mutex::new(child)) };
        if let Some((out, messages)) = pipes {
            let (child, log) = (Arc::clone(&process.child), Arc::clone(&process.log));
            let thread = thread::Builder::new().name("match".to_owned());
            thread.spawn(move || follow(out, messages, &child, &log)).map_err(cannot)?;
        }
        Ok(process)
    }

    /// Ends the process and waits until it has ended: another one can resume the match then.
    ///
    /// # Errors
    /// If it had failed before.
    pub fn stop(self) -> Result<(), Failure> {
        let log = Arc::clone(&self.log);
        drop(self);
        log.wait_for_end()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Ending a process that has ended does nothing. Its journal has all finished games.
        drop(lock(&self.child).kill());
    }
}

/// Reads the events of a process until it ends.
fn follow(out: ChildStdout, messages: ChildStderr, child: &Mutex<Child>, log: &Log) {
    thread::scope(|scope| {
        let messages = scope.spawn(|| text(messages));
        let mut out = BufReader::new(out);
        let mut line = Vec::new();
        while read_line(&mut out, &mut line, MOST_BYTES).is_ok_and(|length| length > 0) {
            log.add(String::from_utf8_lossy(&line).into_owned());
            line.clear();
        }
        let messages = messages.join().unwrap_or_default();
        let status = lock(child).wait();
        let has_failed = status.is_ok_and(|status| status.code() == Some(FAILURE));
        log.end(has_failed.then(|| failure(&messages)));
    });
}

/// The first messages of a process. All others are read, so that it does not wait, and dropped.
fn text(mut messages: ChildStderr) -> String {
    let mut kept = Vec::new();
    // What cannot be read is missing in a message.
    drop(messages.by_ref().take(MOST_MESSAGES).read_to_end(&mut kept));
    drop(std::io::copy(&mut messages, &mut std::io::sink()));
    String::from_utf8_lossy(&kept).into_owned()
}

fn failure(messages: &str) -> Failure {
    let lines: Vec<&str> = messages.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let error = lines.iter().find_map(|line| line.strip_prefix("error: ")).or(lines.first().copied());
    Failure::new(error.unwrap_or("the match has failed"))
}
