//! Finds table files and checks that they are complete.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::header::{self, TableType};
use super::material::Material;
use super::prober;
use crate::input;

/// The tables found.
#[derive(Debug, Default)]
pub struct Found {
    /// Material of the tables of each type, with the sides as in the file name.
    pub wdl: HashSet<Material>,
    /// See `wdl`.
    pub dtz: HashSet<Material>,
    /// Their folders, in the prober's notation.
    pub folders: Vec<String>,
    /// Reasons why other folders are left out, one sentence each.
    pub faults: Vec<String>,
}

/// Bytes read from a file for its header, in increasing steps.
const HEADER_SIZES: [u64; 3] = [1 << 14, 1 << 18, 1 << 24];
/// Maximum number of broken files listed.
const NAMED: usize = 3;

/// Looks for tables in some folders. A folder that cannot be read, or has a broken table, is left out as a whole: the
/// prober would use that table, or write to standard output about it.
pub fn find(folders: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for folder in folders {
        match tables_in(folder) {
            Ok((spelled, tables)) => {
                found.folders.push(spelled);
                for (material, table_type) in tables {
                    match table_type {
                        TableType::Wdl => found.wdl.insert(material),
                        TableType::Dtz => found.dtz.insert(material),
                    };
                }
            }
            Err(fault) => found.faults.push(format!("{} is left out: {fault}", folder.display())),
        }
    }
    found
}

/// Returns a folder in the prober's notation with its tables, or the reason why it cannot be used.
fn tables_in(folder: &Path) -> Result<(String, Vec<(Material, TableType)>), String> {
    let spelled = prober::spelled(folder)
        .ok_or("its path must be UTF-8 without `:`, but for the drive of the current folder")?;
    let mut tables = Vec::new();
    let mut broken = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let Some((material, table_type)) = table_of(&path) else {
            continue;
        };
        if is_whole(&path, material, table_type).unwrap_or(false) {
            tables.push((material, table_type));
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
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(format!("not a whole table: {}{more}", broken.join(", ")))
}

fn table_of(path: &Path) -> Option<(Material, TableType)> {
    let table_type = match path.extension()?.to_str()? {
        "rtbw" => TableType::Wdl,
        "rtbz" => TableType::Dtz,
        _ => return None,
    };
    Some((Material::from_name(path.file_stem()?.to_str()?)?, table_type))
}

/// Checks that a file has a valid header and the length it states.
fn is_whole(path: &Path, material: Material, table_type: TableType) -> io::Result<bool> {
    let mut file = input::open(path)?;
    let length = file.get_ref().metadata()?.len();
    let mut start = Vec::new();
    for size in HEADER_SIZES {
        let missing = size - start.len() as u64;
        file.by_ref().take(missing).read_to_end(&mut start)?;
        if let Some(wanted) = header::wanted_length(&start, material, table_type) {
            return Ok(length == wanted);
        }
        if start.len() as u64 == length {
            break;
        }
    }
    Ok(false)
}
