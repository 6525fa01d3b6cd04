//! Loads the profiles that a command line names. Warnings go to standard error.

use temperament_engine::eval::SidedWeights;
use temperament_engine::profile::Library;
use temperament_engine::profile::reload::Reloader;
use temperament_matches::setup::{FileArg, load_error};

/// Loads a profile for reloading on changes.
pub fn live(library: &Library, name_or_path: &FileArg) -> anyhow::Result<Reloader> {
    let (live, warnings) =
        Reloader::new(library, name_or_path).map_err(|error| load_error(name_or_path, &error))?;
    for warning in warnings {
        complain!("{warning}");
    }
    Ok(live)
}

/// Loads and compiles a profile.
pub fn compiled(library: &Library, name_or_path: &FileArg) -> anyhow::Result<SidedWeights> {
    Ok(live(library, name_or_path)?.compiled().clone())
}
