//! Opens and reads user-named files: regular files only, without blocking, and never more than a limit.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::Path;

/// Byte order mark in UTF-8.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Size of the pieces of a large file, in bytes.
pub const PIECE: usize = 1 << 16;

/// Opens a file for reading.
///
/// A file whose stated length is 0 reads as empty: kernel interfaces such as `/proc/kmsg` are regular files of length
/// 0, and reading them can block for ever.
///
/// # Errors
/// If it does not exist, is not a regular file (a folder, pipe, socket or device), or cannot be opened.
pub fn open(path: &Path) -> io::Result<Take<File>> {
    let file = open_with(path, OpenOptions::new().read(true))?;
    let limit = readable(&file.metadata()?);
    Ok(file.take(limit))
}

/// Opens a regular file with other options. See [`open`] for reading.
///
/// # Errors
/// See [`open`].
pub fn open_with(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    // Checked before opening, since opening a device may have effects, and again after, since another file may have
    // taken its place.
    check_regular(&std::fs::metadata(path)?)?;
    let file = without_blocking(how).open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a whole file.
///
/// # Errors
/// Those of [`open`], and if it has more than `limit` bytes; then no more than that is read.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_all(open(path)?.get_ref(), limit)
}

/// Returns a reader of the rest of an open file, which is empty if its stated length is 0: see [`open`].
///
/// # Errors
/// Those of the file.
pub fn reader(file: &File) -> io::Result<BufReader<Take<&File>>> {
    Ok(BufReader::new(file.take(readable(&file.metadata()?))))
}

/// Reads the rest of an open file, up to its end.
///
/// # Errors
/// Those of the file, and if it has more than `limit` bytes; then no more than that is read.
pub fn read_all(file: &File, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = file.metadata()?;
    let length = metadata.len();
    if length > limit {
        return Err(too_large(length, limit));
    }
    let mut bytes = Vec::new();
    file.take((limit + 1).min(readable(&metadata))).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > limit => Err(too_large(length, limit)),
        _ => Ok(bytes),
    }
}

/// Reads a whole file in pieces of [`PIECE`] bytes; the last one may be shorter.
///
/// # Errors
/// Those of [`read`].
pub fn read_pieces(path: &Path, limit: u64, mut use_piece: impl FnMut(&[u8])) -> io::Result<()> {
    let file = open(path)?;
    let length = file.get_ref().metadata()?.len();
    if length > limit {
        return Err(too_large(length, limit));
    }
    let (mut file, mut length) = (file.take(limit + 1), 0);
    let mut piece = Vec::with_capacity(PIECE);
    loop {
        piece.clear();
        length += file.by_ref().take(PIECE as u64).read_to_end(&mut piece)? as u64;
        if length > limit {
            return Err(too_large(length, limit));
        }
        if piece.is_empty() {
            return Ok(());
        }
        use_piece(&piece);
    }
}

/// A text of people, in UTF-8 or else in Latin-1, as old PGN files are.
#[derive(Debug)]
pub struct Text {
    /// Without byte order marks.
    pub text: String,
    /// Number of byte order marks at its start: some programs add another one.
    marks: usize,
    is_latin1: bool,
}

impl Text {
    /// Reads a whole file.
    ///
    /// # Errors
    /// Those of [`read`], and of [`Self::decode`].
    pub fn read(path: &Path, limit: u64) -> io::Result<Self> {
        Self::decode(read(path, limit)?)
    }

    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// If they are UTF-16.
    pub fn decode(bytes: Vec<u8>) -> io::Result<Self> {
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let message = "this is UTF-16; save it as UTF-8";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Self::decode_8_bit(bytes))
    }

    fn decode_8_bit(mut bytes: Vec<u8>) -> Self {
        let marks = bytes.chunks_exact(MARK.len()).take_while(|chunk| *chunk == MARK).count();
        bytes.drain(..marks * MARK.len());
        match String::from_utf8(bytes) {
            Ok(text) => Self { text, marks, is_latin1: false },
            Err(error) => {
                let text = error.as_bytes().iter().copied().map(char::from).collect();
                Self { text, marks, is_latin1: true }
            }
        }
    }

    /// Encodes a text that was made from this one like the file. What Latin-1 does not have becomes `?`.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        let mut bytes = MARK.repeat(self.marks);
        if self.is_latin1 {
            bytes.extend(text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')));
        } else {
            bytes.extend(text.as_bytes());
        }
        bytes
    }
}

/// Removes the byte order marks at the start of a text.
pub fn without_marks(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Reads a text line by line. Each line is decoded like a [`Text`]: files that were joined have byte order marks between
/// lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    /// Maximum length of a line in bytes.
    limit: u64,
}

/// A line of a file.
#[derive(Debug)]
pub struct Line {
    /// With its end, without byte order marks.
    pub text: String,
    /// Number of bytes in the file.
    pub length: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of at most `limit` bytes.
    pub fn new(reader: R, limit: u64) -> Self {
        Self { reader, limit }
    }

    /// Returns bytes that have not been read yet, none at the end of input.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// Returns the next line, `None` at the end of input.
    ///
    /// # Errors
    /// Those of [`read_line`].
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let length = read_line(&mut self.reader, &mut bytes, self.limit)? as u64;
        if length == 0 {
            return Ok(None);
        }
        Ok(Some(Line { text: Text::decode_8_bit(bytes).text, length }))
    }
}

/// Appends the next line, with its end, to `bytes`. Returns its length, 0 at the end of input.
///
/// # Errors
/// Those of the reader, and if the line has more than `limit` bytes; then no more than that is read.
pub fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>, limit: u64) -> io::Result<usize> {
    let length = input.take(limit + 1).read_until(b'\n', bytes)?;
    if length as u64 > limit {
        let message = format!("a line has more than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(length)
}

/// Number of bytes that may be read from an open file: all, or none if its stated length is 0.
fn readable(metadata: &Metadata) -> u64 {
    match metadata.len() {
        0 => 0,
        _ => u64::MAX,
    }
}

fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let message = format!("this is {}, not a file", kind(metadata.file_type()));
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

fn kind(file_type: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if file_type.is_fifo() {
            return "a pipe";
        }
        if file_type.is_socket() {
            return "a socket";
        }
    }
    if file_type.is_dir() { "a folder" } else { "a device" }
}

fn too_large(length: u64, limit: u64) -> io::Error {
    let message = format!("the file is too large ({length} bytes): at most {limit} bytes are read");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// Makes opening a pipe without a writer return at once.
fn without_blocking(how: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        how.custom_flags(flags.bits() as i32);
    }
    how
}
