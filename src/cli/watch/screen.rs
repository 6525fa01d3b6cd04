//! Where the view is drawn: a terminal that is given back as it was, or any other output, line after line.

use std::io::{self, IsTerminal, Stdout, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::{Attribute, ResetColor, SetAttribute};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};

/// Size of a terminal that does not tell it: columns, rows.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// Standard output.
pub struct Screen {
    out: Stdout,
    is_terminal: bool,
}

impl Screen {
    /// Takes the terminal over, if there is one, until this is dropped.
    ///
    /// # Errors
    /// Those of writing to it.
    pub fn open() -> io::Result<Self> {
        let mut out = io::stdout();
        let is_terminal = out.is_terminal();
        if is_terminal {
            execute!(out, EnterAlternateScreen, Hide)?;
        }
        Ok(Self { out, is_terminal })
    }

    /// Whether it shows one view at a time, in place of the one before.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// How many columns and rows there are; without a terminal as many as one likes.
    pub fn size(&self) -> (usize, usize) {
        match self.is_terminal {
            true => {
                let size = terminal::size().ok().filter(|(columns, rows)| columns * rows > 0);
                let (columns, rows) = size.unwrap_or(USUAL_SIZE);
                (columns.into(), rows.into())
            }
            false => (usize::MAX, usize::MAX),
        }
    }

    /// Shows lines: in place of those before, as far as the terminal has room for them, the first one standing out;
    /// or below them.
    ///
    /// # Errors
    /// Those of writing.
    pub fn show(&mut self, lines: &[String]) -> io::Result<()> {
        let (columns, rows) = self.size();
        if !self.is_terminal {
            for line in lines {
                writeln!(self.out, "{line}")?;
            }
            return self.out.flush();
        }
        for (row, line) in lines.iter().take(rows).enumerate() {
            let line: String = line.chars().take(columns).collect();
            let row = u16::try_from(row).unwrap_or(u16::MAX);
            queue!(self.out, MoveTo(0, row), Clear(ClearType::CurrentLine))?;
            if row == 0 {
                queue!(self.out, SetAttribute(Attribute::Bold))?;
            }
            write!(self.out, "{line}")?;
            queue!(self.out, SetAttribute(Attribute::Reset))?;
        }
        queue!(self.out, Clear(ClearType::FromCursorDown))?;
        self.out.flush()
    }
}

/// A line in parts that fit into so many columns.
pub fn folded(line: &str, columns: usize) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    match letters.is_empty() {
        true => vec![String::new()],
        false => letters
            .chunks(columns)
            .map(|part| part.iter().collect())
            .collect(),
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.is_terminal {
            // A terminal that is gone needs nothing.
            let _ = execute!(self.out, ResetColor, Show, LeaveAlternateScreen);
        }
    }
}
