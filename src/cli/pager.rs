//! A pager for long texts on a terminal.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// Pager without the environment variable `PAGER`: it exits at once if the text fits on the screen.
const DEFAULT: &str = if cfg!(windows) { "" } else { "less -FRX" };

/// Prints a text, on a terminal through the pager of the environment variable `PAGER`. An empty variable means none.
///
/// # Errors
/// If standard output cannot be written.
pub fn print(text: &str) -> io::Result<()> {
    if !io::stdout().is_terminal() || !page(text) {
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Shows a text in the pager; `false` if there is none.
fn page(text: &str) -> bool {
    let pager = env::var("PAGER").unwrap_or_else(|_| DEFAULT.to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let Ok(mut child) = Command::new(program).args(words).stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // The reader may quit before the end.
        let _ = input.write_all(text.as_bytes());
    }
    let _ = child.wait();
    true
}
