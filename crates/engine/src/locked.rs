//! Files that one process of the program at a time writes.
//!
//! A file that grows for a long time is locked itself until it is closed. A file that is replaced becomes another file, so
//! its folder is locked instead, for the moment in which it is compared and replaced.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::input;

/// Time to wait for another process that replaces a file. That takes it milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);
/// Interval of the attempts.
const RETRY: Duration = Duration::from_millis(5);

/// Creates a file to write, and locks it until it is closed. Replaces an existing file only with `force`, and empties it
/// only after it is locked. Devices and pipes are opened as they are, and need `force`.
///
/// # Errors
/// If it exists and `force` is not set, another process is writing it ([`io::ErrorKind::ResourceBusy`]), or it cannot be
/// created.
pub fn create(path: &Path, force: bool) -> io::Result<File> {
    let file = open_new(path, force)?;
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Does the same as [`create`], but leaves the contents of an existing file to the caller.
///
/// # Errors
/// See [`create`].
pub fn open_new(path: &Path, force: bool) -> io::Result<File> {
    let mut how = OpenOptions::new();
    lock(how.write(true).create(force).create_new(!force).truncate(false).open(path)?, path)
}

/// Opens a regular file to read it and to go on with it, and locks it until it is closed. [`go_on_at`] prepares it for
/// writing.
///
/// # Errors
/// If there is none, another process is writing it ([`io::ErrorKind::ResourceBusy`]), or it cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    lock(input::open_with(path, OpenOptions::new().read(true).write(true))?, path)
}

/// Cuts off the rest of a file, such as an incomplete last line, and goes to the end.
///
/// # Errors
/// Those of the file.
pub fn go_on_at(mut file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::End(0)).map(drop)
}

fn lock(file: File, path: &Path) -> io::Result<File> {
    if !file.metadata()?.is_file() {
        return Ok(file);
    }
    match file.try_lock() {
        Ok(()) => {}
        // File systems without locks are accepted.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(error),
        Err(TryLockError::WouldBlock) => return Err(busy("another temper process is writing this file")),
    }
    // Its last writer may have removed it before its lock ended.
    fs::metadata(path)?;
    Ok(file)
}

/// Keeps other processes from replacing files of a folder until the guard is dropped. Waits for those that do. `None`
/// where folders cannot be locked.
///
/// # Errors
/// If another process holds the lock for seconds.
pub fn lock_folder(folder: &Path) -> io::Result<Option<File>> {
    let end = Instant::now() + PATIENCE;
    loop {
        match try_lock_folder(folder) {
            Ok(guard) => return Ok(Some(guard)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if Instant::now() > end => {
                return Err(busy("another temper process is writing in this folder"));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(RETRY),
        }
    }
}

/// Locks the folder itself, which leaves nothing behind.
#[cfg(not(windows))]
fn try_lock_folder(folder: &Path) -> Result<File, TryLockError> {
    let guard = File::open(folder).map_err(TryLockError::Error)?;
    guard.try_lock()?;
    Ok(guard)
}

/// Windows does not lock folders. It lets one process open this file, and deletes it when that process closes it or ends.
#[cfg(windows)]
fn try_lock_folder(folder: &Path) -> Result<File, TryLockError> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let mut how = OpenOptions::new();
    how.write(true).create(true).truncate(false).share_mode(0).custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    how.open(folder.join(".temper.lock")).map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => TryLockError::WouldBlock,
        _ => TryLockError::Error(error),
    })
}

fn busy(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::ResourceBusy, message)
}
