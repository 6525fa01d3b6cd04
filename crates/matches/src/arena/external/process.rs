//! A child process that is controlled by lines through pipes. Each received line has a timestamp.
//!
//! One thread each reads stdout and stderr and writes stdin, so the process cannot block us. Output that arrives faster
//! than it is read fills a bounded queue, then the pipe; then the process blocks.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::engine_config::EngineConfig;
use super::transcript::{Direction, Transcript};
use crate::arena::cancel_token::CancelToken;
use crate::lines;

/// Longer lines are cut; bytes.
const MAX_LINE_BYTES: u64 = 1 << 16;
/// Capacity of the queue of received lines.
const QUEUE: usize = 256;
/// Interval of the checks for cancellation and for the end of the process.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Time that a process gets to exit after `quit` or after closing its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A received line.
#[derive(Debug)]
pub struct Line {
    /// Time of arrival.
    pub at: Instant,
    /// Text without the line end.
    pub text: String,
}

/// Result of waiting for a line.
#[derive(Debug)]
pub enum Received {
    Line(Line),
    /// The deadline has passed.
    Timeout,
    /// The output is closed.
    Eof,
    Cancelled,
}

/// A running process; dropping it ends the process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Channel to the thread that writes stdin.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    /// A line that arrived after the deadline of the last wait.
    late: Option<Line>,
    transcript: Arc<Mutex<Transcript>>,
    /// Disconnected when all of stderr has been recorded.
    errors: Receiver<()>,
    /// Exit status, once known.
    exit_status: Option<ExitStatus>,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// Errors of the operating system.
    pub fn start(config: &EngineConfig) -> io::Result<Self> {
        let mut command = Command::new(&config.program);
        command.args(&config.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &config.folder {
            command.current_dir(folder);
        }
        detach_from_terminal(&mut command);
        let mut child = command.spawn()?;
        let transcript = Arc::new(Mutex::new(Transcript::default()));
        let (sender, output) = mpsc::sync_channel(QUEUE);
        let (all_recorded, errors) = mpsc::channel::<()>();
        if let Some(stdout) = child.stdout.take() {
            let transcript = Arc::clone(&transcript);
            spawn("engine output", move || read_output(stdout, &transcript, &sender))?;
        }
        if let Some(stderr) = child.stderr.take() {
            let transcript = Arc::clone(&transcript);
            spawn("engine errors", move || {
                let _until_the_end = all_recorded;
                record_errors(stderr, &transcript);
            })?;
        }
        let (input, lines) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            spawn("engine input", move || write_input(&lines, stdin))?;
        }
        Ok(Self { child, input: Some(input), output, late: None, transcript, errors, exit_status: None })
    }

    /// Sends a line. A closed stdin is noticed by the missing answer.
    pub fn send(&self, line: &str) {
        locked(&self.transcript).add(Direction::Sent, line);
        if let Some(input) = &self.input {
            // Fails if the process, and with it the writing thread, has ended.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for the next line.
    pub fn recv(&mut self, deadline: Instant, cancel: &CancelToken) -> Received {
        loop {
            if cancel.is_cancelled() {
                return Received::Cancelled;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let received = match self.late.take() {
                Some(line) => Ok(line),
                None => self.output.recv_timeout(left.min(POLL_INTERVAL)),
            };
            match received {
                Ok(line) if line.at > deadline => {
                    self.late = Some(line);
                    return Received::Timeout;
                }
                Ok(line) => return Received::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Received::Eof,
                // A child of it may hold its output open.
                Err(RecvTimeoutError::Timeout) if self.exit_status.is_some() => return Received::Eof,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Received::Timeout,
                Err(RecvTimeoutError::Timeout) => self.exit_status = self.child.try_wait().ok().flatten(),
            }
        }
    }

    /// Describes how a process ended that has closed its output.
    pub fn exit_message(&mut self) -> String {
        // The last lines of stderr may contain the reason.
        let _ = self.errors.recv_timeout(EXIT_TIMEOUT);
        match self.wait_for_exit() {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        }
    }

    /// Returns the last lines of the dialogue.
    pub fn last_lines(&self) -> Vec<String> {
        locked(&self.transcript).lines()
    }

    pub fn kill(&mut self) {
        if self.exit_status.is_some() {
            return;
        }
        kill_group(&mut self.child);
        self.exit_status = self.child.wait().ok();
    }

    fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let started = Instant::now();
        while self.exit_status.is_none() && started.elapsed() < EXIT_TIMEOUT {
            self.exit_status = self.child.try_wait().ok().flatten();
            if self.exit_status.is_none() {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.exit_status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.exit_status.is_none() {
            self.send("stop");
            self.send("quit");
            self.input = None;
            self.wait_for_exit();
        }
        self.kill();
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

/// Forwards the lines of stdout until it ends or the receiver is dropped.
fn read_output(stdout: impl Read, transcript: &Mutex<Transcript>, to: &SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    // A read error is treated like the end of the output.
    while let Ok(Some(text)) = lines::next_line(&mut reader, MAX_LINE_BYTES) {
        let at = Instant::now();
        locked(transcript).add(Direction::Received, &text);
        if to.send(Line { at, text }).is_err() {
            return;
        }
    }
}

fn record_errors(stderr: impl Read, transcript: &Mutex<Transcript>) {
    let mut reader = BufReader::new(stderr);
    while let Ok(Some(text)) = lines::next_line(&mut reader, MAX_LINE_BYTES) {
        locked(transcript).add(Direction::Error, &text);
    }
}

fn write_input(lines: &Receiver<String>, mut stdin: ChildStdin) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

fn locked(transcript: &Mutex<Transcript>) -> MutexGuard<'_, Transcript> {
    transcript.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ctrl-C must reach this process only: engines are stopped when their games end.
#[cfg(unix)]
fn detach_from_terminal(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// There are no processes.
#[cfg(target_family = "wasm")]
fn detach_from_terminal(_: &mut Command) {}

#[cfg(windows)]
fn detach_from_terminal(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// Kills the whole process group: a wrapper script does not take its child along when it is killed.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Fails if the process has ended by now.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
