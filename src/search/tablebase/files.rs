//! Table files: which there are, and whether they are whole.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::header;
use super::material::Material;
use super::prober;
use crate::input;

/// The two kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Win, draw, loss.
    Wdl,
    /// Distance to the next capture or pawn move.
    Dtz,
}

/// The tables found.
#[derive(Debug, Default)]
pub struct Found {
    /// Material of the tables of each kind, with the sides as in the file's name.
    pub wdl: HashSet<Material>,
    /// See `wdl`.
    pub dtz: HashSet<Material>,
    /// The folders that have them, as the prober wants them.
    pub folders: Vec<String>,
    /// Why other folders are left out, a sentence each.
    pub faults: Vec<String>,
}

/// How much of a file is read for its header; more if that is not enough. Bytes.
const HEADER_SIZES: [u64; 3] = [1 << 14, 1 << 18, 1 << 24];
/// How many broken files are named.
const NAMED: usize = 3;

/// Looks for tables in some folders. A folder that cannot be read, or has a broken table, is left out as a whole:
/// the prober would take that table, or write to standard output about it.
pub fn find(folders: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for folder in folders {
        match tables_in(folder) {
            Ok((spelled, tables)) => {
                found.folders.push(spelled);
                for (material, kind) in tables {
                    match kind {
                        Kind::Wdl => found.wdl.insert(material),
                        Kind::Dtz => found.dtz.insert(material),
                    };
                }
            }
            Err(fault) => found
                .faults
                .push(format!("{} is left out: {fault}", folder.display())),
        }
    }
    found
}

/// A folder as the prober wants it, and what tables are in it; or why it cannot be used.
fn tables_in(folder: &Path) -> Result<(String, Vec<(Material, Kind)>), String> {
    let spelled = prober::spelled(folder)
        .ok_or("its path must be UTF-8 without `:`, but for the drive of the current folder")?;
    let mut tables = Vec::new();
    let mut broken = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let Some((material, kind)) = table_of(&path) else {
            continue;
        };
        if is_whole(&path, material, kind).unwrap_or(false) {
            tables.push((material, kind));
        } else {
            broken.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    if broken.is_empty() {
        return Ok((spelled, tables));
    }
    broken.sort();
    let more = broken.len().saturating_sub(NAMED);
    broken.truncate(NAMED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    Err(format!("not a whole table: {}{more}", broken.join(", ")))
}

fn table_of(path: &Path) -> Option<(Material, Kind)> {
    let kind = match path.extension()?.to_str()? {
        "rtbw" => Kind::Wdl,
        "rtbz" => Kind::Dtz,
        _ => return None,
    };
    Some((Material::from_name(path.file_stem()?.to_str()?)?, kind))
}

/// Whether a file has a sound header and is as long as that says.
fn is_whole(path: &Path, material: Material, kind: Kind) -> io::Result<bool> {
    let mut file = input::open(path)?;
    let length = file.get_ref().metadata()?.len();
    let mut start = Vec::new();
    for size in HEADER_SIZES {
        let missing = size - start.len() as u64;
        file.by_ref().take(missing).read_to_end(&mut start)?;
        if let Some(wanted) = header::wanted_length(&start, material, kind) {
            return Ok(length == wanted);
        }
        if start.len() as u64 == length {
            break;
        }
    }
    Ok(false)
}
