//! The opening book of a profile: its lines, and the file next to it.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::check::book::FILE;
use super::dependencies::Dependencies;
use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::library::Origin;
use super::source::Source;
use super::trusted_folders::{canonical, folder_of};
use super::{Profile, Provenance};
use crate::board::COLORS;
use crate::book::{Book, BookBuilder, BookLine};

/// Compiles the book of a profile. If its file is missing, there is a warning, and the profile plays without it. `origins`
/// are the files that the profile and its ancestors were read from.
pub(super) fn compile(
    profile: &mut Profile,
    origins: &[(Arc<Source>, Origin)],
    seen: &mut Dependencies,
    warnings: &mut Diagnostics,
) {
    let mut builder = BookBuilder::default();
    for side in COLORS {
        // Checked when they were read.
        let lines = profile.book.lines[side as usize].iter().filter_map(|line| BookLine::parse(line).ok());
        lines.for_each(|line| line.add_to(&mut builder, side));
    }
    let mut book = builder.build(1);
    if let (Some(file), Some(given)) = (&profile.book.file, profile.given(FILE)) {
        match read_file(file, given, origins, seen) {
            Ok(read) => book = book.and(read),
            Err(message) => {
                warnings.add(|| Diagnostic::warning(given.location.clone(), message).key(FILE));
            }
        }
    }
    profile.values.set_book(book);
}

fn read_file(
    file: &str,
    given: &Provenance,
    origins: &[(Arc<Source>, Origin)],
    seen: &mut Dependencies,
) -> Result<Book, String> {
    let path = path_of(file, given, origins)?;
    seen.read_book(&path).map_err(|error| format!("{}: {error}", quoted(file)))
}

/// The path of a book. Profiles of strangers must be safe to load, so it cannot leave the folder of its profile, not even
/// through a link.
fn path_of(file: &str, given: &Provenance, origins: &[(Arc<Source>, Origin)]) -> Result<PathBuf, String> {
    let is_inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || file.is_empty() {
        return Err(format!("{} is not a path inside the folder of the profile", quoted(file)));
    }
    let origin = origins.iter().find(|(source, _)| Arc::ptr_eq(source, &given.location.source));
    let Some((_, Origin::File(profile))) = origin else {
        return Err("a book needs a profile that is a file, with a folder to find it in".to_owned());
    };
    let path = profile.with_file_name("").join(file);
    // The profile may be a link itself, to a folder with its book.
    let folders = [canonical(folder_of(profile)), folder_of(&canonical(profile)).to_owned()];
    let target = canonical(&path);
    if path.exists() && !folders.iter().any(|folder| target.starts_with(folder)) {
        return Err(format!("{} is a link to a file outside the folder of the profile", quoted(file)));
    }
    Ok(path)
}
