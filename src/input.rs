//! Opens and reads user-named files: regular files only, without blocking, and never more than a limit.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, BufRead, Read, Take};
use std::path::Path;

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
    let file = open(path)?;
    let length = file.get_ref().metadata()?.len();
    if length > limit {
        return Err(too_large(length, limit));
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > limit => Err(too_large(length, limit)),
        _ => Ok(bytes),
    }
}

/// Reads a whole file of text.
///
/// # Errors
/// Those of [`read`], and if it is not UTF-8.
pub fn read_to_string(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
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
pub fn readable(metadata: &Metadata) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("temperament-input-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_over_the_limit_is_refused_by_its_size() {
        let folder = folder("limit");
        let path = folder.join("sparse");
        File::create(&path).unwrap().set_len(50 << 30).unwrap();
        let error = read(&path, 1 << 20).unwrap_err().to_string();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(error.contains("53687091200 bytes"), "{error}");
    }

    #[test]
    fn a_line_over_the_limit_is_refused() {
        let mut bytes = Vec::new();
        let mut input = io::repeat(b'x').take(1 << 30);
        let error = read_line(&mut io::BufReader::new(&mut input), &mut bytes, 100).unwrap_err();
        assert!(error.to_string().contains("more than 100 bytes"), "{error}");
        assert_eq!(bytes.len(), 101);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_opened() {
        let folder = folder("kinds");
        let pipe = folder.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let socket = folder.join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, part) in [
            (folder.as_path(), "a folder"),
            (&pipe, "a pipe"),
            (&socket, "a socket"),
            (Path::new("/dev/zero"), "a device"),
        ] {
            let error = open(path).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Any file of `/proc` will do: none states its length.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_length_is_empty() {
        assert!(read(Path::new("/proc/self/status"), 1 << 20).unwrap().is_empty());
    }
}
