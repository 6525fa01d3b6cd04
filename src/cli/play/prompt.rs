//! Input of `temper play`: a line editor on a terminal, plain lines from a pipe.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{io, process};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::flag_alarm::FlagAlarm;
use super::indicator::Indicator;
use crate::cli::interrupt::INTERRUPTED;
use temperament_matches::lines;

pub enum Input {
    Line(String),
    End,
    Interrupted,
}

/// Reads lines from the player.
pub struct Prompt {
    /// `None` unless standard input and standard output are a terminal.
    editor: Option<DefaultEditor>,
    terminal: Terminal,
}

impl Drop for Prompt {
    fn drop(&mut self) {
        self.terminal.restore();
    }
}

impl Prompt {
    /// A prompt on standard input and output.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub fn new() -> io::Result<Self> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        // Pasted lines are entered one by one.
        let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
        let editor = is_terminal.then(|| DefaultEditor::with_config(config));
        let editor = editor.transpose().map_err(io::Error::other)?;
        let terminal = Terminal::new(is_terminal);
        terminal.hide_input();
        Ok(Self { editor, terminal })
    }

    /// The terminal, for restoring its mode at an early exit.
    pub fn terminal(&self) -> &Terminal {
        &self.terminal
    }

    /// Returns `true` if there is a person at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// Waits for the next line after a prompt. On a terminal, an alarm sounds after `remaining`.
    ///
    /// # Errors
    /// When standard input or output fails.
    pub fn next(
        &mut self,
        out: &mut impl Write,
        prompt: &str,
        remaining: Option<Duration>,
    ) -> io::Result<Input> {
        if let Some(editor) = &mut self.editor {
            out.flush()?;
            self.terminal.restore();
            let alarm = remaining.map(FlagAlarm::after);
            let read = editor.readline(prompt);
            drop(alarm);
            self.terminal.hide_input();
            return match read {
                Ok(line) => Ok(Input::Line(line)),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                // Invalid UTF-8, from a terminal with another encoding: an invalid command.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Input::Line(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(error) => Err(io::Error::other(error)),
            };
        }
        write!(out, "{prompt}")?;
        out.flush()?;
        let line = lines::next_line(&mut io::stdin().lock(), lines::MAX_LINE)?;
        if line.is_none() {
            writeln!(out)?;
        }
        Ok(line.map_or(Input::End, Input::Line))
    }
}

/// The terminal of standard input and its original mode. Does nothing for other input, and on systems whose terminals
/// echo only while reading.
#[derive(Debug, Clone)]
pub struct Terminal {
    #[cfg(unix)]
    original: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
impl Terminal {
    /// Saves the mode of standard input, if it is a terminal.
    pub fn new(is_terminal: bool) -> Self {
        let mode = || rustix::termios::tcgetattr(std::io::stdin()).ok();
        Self { original: is_terminal.then(mode).flatten() }
    }

    /// Stops echoing input until the next prompt. Ctrl-C keeps working.
    pub fn hide_input(&self) {
        use rustix::termios::LocalModes;
        if let Some(mut mode) = self.original.clone() {
            mode.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON);
            set(&mode);
        }
    }

    pub fn restore(&self) {
        if let Some(mode) = &self.original {
            set(mode);
        }
    }
}

#[cfg(unix)]
fn set(mode: &rustix::termios::Termios) {
    use rustix::termios::{OptionalActions, tcsetattr};
    // Errors do not matter: the terminal is gone.
    let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, mode);
}

#[cfg(not(unix))]
impl Terminal {
    pub fn new(_is_terminal: bool) -> Self {
        Self {}
    }

    pub fn hide_input(&self) {}

    pub fn restore(&self) {}
}

/// Prints the current game if the program is interrupted.
#[derive(Debug, Clone)]
pub struct SaveOnInterrupt {
    pgn: Arc<Mutex<String>>,
    terminal: Terminal,
    indicator: Indicator,
}

impl SaveOnInterrupt {
    /// Installs a Ctrl-C handler that prints the game to standard error and exits.
    pub fn on_interrupt(terminal: Terminal, indicator: Indicator) -> Self {
        let words = Self { pgn: Arc::default(), terminal, indicator };
        let in_handler = words.clone();
        // Without a handler, Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(move || in_handler.end());
        words
    }

    pub fn set(&self, pgn: String) {
        *self.pgn.lock().unwrap_or_else(PoisonError::into_inner) = pgn;
    }

    /// Prints the game and exits, after restoring the terminal.
    pub fn end(&self) -> ! {
        self.indicator.stop();
        self.terminal.restore();
        let pgn = self.pgn.lock().unwrap_or_else(PoisonError::into_inner);
        complain!("\nInterrupted. The game so far:\n\n{pgn}");
        process::exit(INTERRUPTED.into());
    }
}
