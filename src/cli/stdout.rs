//! Standard output: escaping of untrusted text, columns, and closed pipes.
//!
//! A standard output that is closed at the start (`>&-`) cannot be distinguished from `/dev/null`, which the Rust runtime opens in
//! its place: commands then succeed silently.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use temperament_engine::escape;

/// The type of [`text_out`].
pub type TextOut = escape::Writer<io::Stdout>;

/// Standard output for text that contains untrusted names: control characters are escaped.
pub fn text_out() -> TextOut {
    escape::Writer(io::stdout())
}

/// Lays out rows in columns without borders. Columns are right-aligned, except those whose numbers are in `left`.
pub fn columns(rows: Vec<Vec<String>>, left: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if !left.contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt() + "\n"
}

/// Returns `true` if the reader of the output has closed it, as `head` does.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes until the reader closes the pipe, then discards everything.
#[derive(Debug)]
pub struct IgnoreBrokenPipe<W> {
    out: W,
    is_closed: bool,
}

impl<W> IgnoreBrokenPipe<W> {
    pub fn new(out: W) -> Self {
        Self { out, is_closed: false }
    }

    /// Does `act`; returns `nothing` once the pipe is closed.
    fn unless_closed<T>(&mut self, nothing: T, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.is_closed {
            return Ok(nothing);
        }
        match act(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(nothing)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for IgnoreBrokenPipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), W::flush)
    }
}
