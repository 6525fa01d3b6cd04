//! Standard output of a match: whoever reads it may go away, as `head` does, and the match goes on.

use std::io::{self, Write};

/// Writes as long as somebody reads; after that everything is written nowhere.
#[derive(Debug)]
pub struct Listener<W> {
    out: W,
    is_gone: bool,
}

impl<W> Listener<W> {
    /// Nobody has gone yet.
    pub fn new(out: W) -> Self {
        Self { out, is_gone: false }
    }

    /// What has been done, unless nobody listens any more: then `nothing`.
    fn unless_gone<T>(&mut self, nothing: T, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.is_gone {
            return Ok(nothing);
        }
        match act(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_gone = true;
                Ok(nothing)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Listener<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_gone(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_gone((), W::flush)
    }
}
