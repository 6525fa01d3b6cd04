//! Files that a command writes for a person: never half, and over another only if that is clearly meant.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Writes a file, over one that exists only if forced.
///
/// # Errors
/// When it exists and `force` is not set, or cannot be written; then nothing has changed.
pub(super) fn save(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    if force && path.exists() {
        return replace(path, text);
    }
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    match opened.and_then(|mut file| file.write_all(text.as_bytes())) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists; --force overwrites it", path.display())
        }
        written => written.with_context(|| cannot_write(path)),
    }
}

/// A file that is to be written when a long piece of work is done, and of which it is known now that it can be.
#[derive(Debug)]
pub(super) struct Later {
    path: PathBuf,
    force: bool,
}

impl Later {
    /// Looks whether a file can be written, over one that exists only if forced.
    ///
    /// # Errors
    /// When it exists and `force` is not set, or its folder cannot be written to.
    pub fn new(path: &Path, force: bool) -> anyhow::Result<Self> {
        if !is_special(path) {
            check_free(path, force)?;
            let beside = beside(path);
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(&beside)
                .and_then(|_| fs::remove_file(&beside))
                .with_context(|| cannot_write(path))?;
        }
        Ok(Self {
            path: path.to_owned(),
            force,
        })
    }

    /// Writes it: whole, or not at all.
    ///
    /// # Errors
    /// When it has come to exist and is not to be overwritten, or cannot be written.
    pub fn write(&self, text: &str) -> anyhow::Result<()> {
        let path = &self.path;
        if path.exists() && (self.force || is_special(path)) {
            return replace(path, text);
        }
        check_free(path, self.force)?;
        let beside = beside(path);
        let mut how = OpenOptions::new();
        let file = how.write(true).create_new(true).open(&beside);
        finish(file, &beside, path, text).with_context(|| cannot_write(path))
    }
}

/// Refuses a folder, and a file that exists unless forced. What is neither, such as a device, is free.
///
/// # Errors
/// See above.
pub(super) fn check_free(path: &Path, force: bool) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{} is a folder", path.display());
    }
    if path.exists() && !force && !is_special(path) {
        bail!("{} exists; --force overwrites it", path.display());
    }
    Ok(())
}

/// Whether two paths lead to one file, which need not be there yet. To devices and pipes several may write.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        path.canonicalize()
            .or_else(|_| Ok::<_, io::Error>(folder?.join(path.file_name().unwrap_or_default())))
            .unwrap_or_else(|_| path.to_owned())
    };
    !is_special(a) && whole(a) == whole(b)
}

/// Whether there is something that is neither file nor folder, such as a pipe or a device: it cannot be overwritten, and
/// to put a file in its place would be wrong.
pub(super) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// Puts a new text in the place of a file: written beside it and renamed, so that whoever reads it sees the old
/// text or the new. What a symbolic link points to is replaced, not the link.
///
/// # Errors
/// When it cannot be written; the file is as it was then.
pub(super) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    if is_special(path) {
        let mut how = OpenOptions::new();
        let written = how.write(true).open(path);
        let written = written.and_then(|mut file| file.write_all(text.as_bytes()));
        return written.with_context(|| cannot_write(path));
    }
    let target = path.canonicalize().with_context(|| cannot_write(path))?;
    let beside = beside(&target);
    let file = create_like(&target, &beside);
    finish(file, &beside, &target, text).with_context(|| cannot_write(path))
}

/// A new file with the permissions of one that it is to replace.
fn create_like(target: &Path, beside: &Path) -> io::Result<File> {
    let permissions = fs::metadata(target)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    fs::set_permissions(beside, permissions).map(|()| file)
}

/// Writes the text to the file beside the target, and gives it the name of the target.
fn finish(file: io::Result<File>, beside: &Path, target: &Path, text: &str) -> io::Result<()> {
    let written = file.and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(beside, target)
    });
    if written.is_err() {
        // Nothing more can be done about a file that cannot be removed either.
        let _ = fs::remove_file(beside);
    }
    written
}

/// A name in the same folder that nobody else uses.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// What is said of a file when writing it fails.
pub(super) fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
