//! A program behind pipes: lines to it and from it, each with the time at which it came.
//!
//! Nothing that the program does or leaves undone can make us wait longer than we want: a thread of its own reads
//! each of its outputs and writes its input. What it says faster than it is heard fills a queue, then its pipe, and then
//! it waits itself.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::launch::Launch;
use super::transcript::{Transcript, Way};
use crate::arena::dropping::Dropping;
use crate::lines;

/// The longest line that is read; bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be heard.
const QUEUE: usize = 256;
/// How often it is looked whether the game still matters and the program still runs.
const LOOK: Duration = Duration::from_millis(50);
/// How long a program may take to end after `quit`, or to be seen to have ended after its output has.
const GRACE: Duration = Duration::from_millis(500);

/// A line that the program has said.
#[derive(Debug)]
pub struct Line {
    /// When it came.
    pub at: Instant,
    /// Without its end.
    pub text: String,
}

/// What comes of waiting for a line.
#[derive(Debug)]
pub enum Heard {
    /// One.
    Line(Line),
    /// None before the deadline.
    Nothing,
    /// None ever again.
    End,
    /// None: the game was dropped.
    Dropped,
}

/// A running program, which ends with this value.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// To the thread that writes.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    /// One that came after the deadline of the last waiting.
    late: Option<Line>,
    transcript: Arc<Mutex<Transcript>>,
    /// Closed when all that it wrote to standard error has been noted.
    errors: Receiver<()>,
    /// How it has ended, once that is known.
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        set_apart(&mut command);
        let mut child = command.spawn()?;
        let transcript = Arc::new(Mutex::new(Transcript::new()));
        let (sender, output) = mpsc::sync_channel(QUEUE);
        let (all_noted, errors) = mpsc::channel::<()>();
        if let Some(stdout) = child.stdout.take() {
            let transcript = Arc::clone(&transcript);
            spawn("engine output", move || listen(stdout, &transcript, &sender))?;
        }
        if let Some(stderr) = child.stderr.take() {
            let transcript = Arc::clone(&transcript);
            spawn("engine errors", move || {
                let _until_the_end = all_noted;
                note_errors(stderr, &transcript);
            })?;
        }
        let (input, lines) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            spawn("engine input", move || pass_on(&lines, stdin))?;
        }
        Ok(Self {
            child,
            input: Some(input),
            output,
            late: None,
            transcript,
            errors,
            ended: None,
        })
    }

    /// Sends a line. That nobody reads it shows when no answer comes.
    pub fn send(&self, line: &str) {
        locked(&self.transcript).add(Way::Sent, line);
        if let Some(input) = &self.input {
            // The thread that writes has ended with the program.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for the next line.
    pub fn hear(&mut self, deadline: Instant, dropping: &Dropping) -> Heard {
        loop {
            if dropping.is_set() {
                return Heard::Dropped;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let received = match self.late.take() {
                Some(line) => Ok(line),
                None => self.output.recv_timeout(left.min(LOOK)),
            };
            match received {
                Ok(line) if line.at > deadline => {
                    self.late = Some(line);
                    return Heard::Nothing;
                }
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                // A child of it may hold its output open.
                Err(RecvTimeoutError::Timeout) if self.ended.is_some() => return Heard::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => self.ended = self.child.try_wait().ok().flatten(),
            }
        }
    }

    /// How it has ended, or that it does not listen: for one that says nothing any more.
    pub fn ending(&mut self) -> String {
        // What it said last may tell why.
        let _ = self.errors.recv_timeout(GRACE);
        match self.wait_a_little() {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        }
    }

    /// The last things that were said.
    pub fn last_words(&self) -> Vec<String> {
        locked(&self.transcript).lines()
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        if self.ended.is_some() {
            return;
        }
        kill_group(&mut self.child);
        self.ended = self.child.wait().ok();
    }

    fn wait_a_little(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while self.ended.is_none() && begun.elapsed() < GRACE {
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_none() {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.ended
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_none() {
            self.send("stop");
            self.send("quit");
            self.input = None;
            self.wait_a_little();
        }
        self.kill();
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

/// Hands on what a program says until it ends or nobody wants to hear it.
fn listen(stdout: impl Read, transcript: &Mutex<Transcript>, to: &SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    // An output that fails says no more than one that has ended.
    while let Ok(Some(text)) = lines::next_line(&mut reader, LONGEST_LINE) {
        let at = Instant::now();
        locked(transcript).add(Way::Received, &text);
        if to.send(Line { at, text }).is_err() {
            return;
        }
    }
}

fn note_errors(stderr: impl Read, transcript: &Mutex<Transcript>) {
    let mut reader = BufReader::new(stderr);
    while let Ok(Some(text)) = lines::next_line(&mut reader, LONGEST_LINE) {
        locked(transcript).add(Way::Error, &text);
    }
}

fn pass_on(lines: &Receiver<String>, mut stdin: ChildStdin) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

fn locked(transcript: &Mutex<Transcript>) -> MutexGuard<'_, Transcript> {
    transcript.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An interrupt from the keyboard is for us: the engines are ended when their games are.
#[cfg(unix)]
fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(windows)]
fn set_apart(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// A script that has started the engine as its child does not take it along when it is killed; its group does.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // One that has ended by now needs no more.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
