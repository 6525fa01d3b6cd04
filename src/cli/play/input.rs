//! What the player types: with a line editor on a terminal, line by line from anything else, so that a script can play
//! as well.

use std::io::{self, IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::terminal::Terminal;
use crate::lines;

const PROMPT: &str = "> ";

/// What the player did at the prompt.
pub enum Input {
    /// Entered a line.
    Line(String),
    /// Closed the input (Ctrl-D).
    End,
    /// Pressed Ctrl-C.
    Interrupted,
}

/// Asks the player for lines.
pub struct Prompt {
    /// None if standard input or standard output is not a terminal.
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
        let config = Config::builder()
            .auto_add_history(true)
            .bracketed_paste(false)
            .build();
        let editor = is_terminal.then(|| DefaultEditor::with_config(config));
        let editor = editor.transpose().map_err(io::Error::other)?;
        let terminal = Terminal::new(is_terminal);
        terminal.hide_input();
        Ok(Self { editor, terminal })
    }

    /// The terminal, to restore its mode where the program ends early.
    pub fn terminal(&self) -> &Terminal {
        &self.terminal
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// When standard input or output fails.
    pub fn next(&mut self, out: &mut impl Write) -> io::Result<Input> {
        if let Some(editor) = &mut self.editor {
            out.flush()?;
            self.terminal.restore();
            let read = editor.readline(PROMPT);
            self.terminal.hide_input();
            return match read {
                Ok(line) => Ok(Input::Line(line)),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                // Bytes that are not UTF-8, from a terminal with another encoding: a line that means nothing.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Input::Line(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(error) => Err(io::Error::other(error)),
            };
        }
        write!(out, "{PROMPT}")?;
        out.flush()?;
        let line = lines::next_line(&mut io::stdin().lock(), lines::MAX_LINE)?;
        if line.is_none() {
            writeln!(out)?;
        }
        Ok(line.map_or(Input::End, Input::Line))
    }
}
