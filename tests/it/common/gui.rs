//! Drives the binary over pipes, as a GUI does. A missing answer panics after [`PATIENCE`].

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::common::TEMPER;

/// Timeout for an answer; far more than needed, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine process.
pub struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    pub fn start() -> Self {
        Self::with_args(&[])
    }

    pub fn with_args(args: &[&str]) -> Self {
        let mut command = Command::new(TEMPER);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Returns all lines up to and including the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    let found = line.starts_with(start);
                    seen.push(line);
                    if found {
                        return seen;
                    }
                }
                Err(error) => panic!("waiting for `{start}`: {error}; output so far: {seen:#?}"),
            }
        }
    }

    /// Sends lines and returns the output before `readyok`.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.send("isready");
        let mut seen = self.until("readyok");
        seen.pop();
        seen
    }

    /// Sends lines and returns the move of the next `bestmove`.
    pub fn best_move(&mut self, lines: &str) -> String {
        self.send(lines);
        best_move_of(&self.until("bestmove"))
    }

    /// Process ID.
    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the input and returns the remaining output and the exit status.
    pub fn close(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.input.take());
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("the program does not exit; output so far: {seen:#?}")
                }
            }
        }
        (seen, self.child.wait().unwrap())
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn best_move_of(lines: &[String]) -> String {
    let line = lines.last().unwrap();
    line.split(' ').nth(1).unwrap().to_owned()
}

pub fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|l| l.starts_with(start)).count()
}

pub fn fen_of(lines: &[String]) -> &str {
    lines.iter().find_map(|l| l.strip_prefix("Fen: ")).unwrap()
}
