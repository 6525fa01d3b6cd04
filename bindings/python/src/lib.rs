//! The native part of the Python package `temperament`.
//!
//! It takes and returns plain values: FENs, moves in UCI notation, and JSON for what has a structure. The Python files beside
//! it make classes of them.

mod cancel;
mod error;
mod features;
mod position;
mod profile;
mod review;
mod search;

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Runs the program `temper` with these arguments, the name of the program first. The file `program` starts it: the studio
/// plays matches in a process of their own. Returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>, program: PathBuf) -> u8 {
    py.detach(|| temperament::cli::run_with(arguments, program))
}

/// The names of all profiles in the search path, the strongest first, each with its description.
#[pyfunction]
fn profiles(py: Python<'_>) -> Vec<(String, String)> {
    py.detach(|| {
        let listed = temperament_engine::Library::new(Vec::new()).list();
        listed.into_iter().filter(|one| !one.is_broken).map(|one| (one.name, one.description)).collect()
    })
}

#[pymodule]
fn _temperament(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<profile::Profile>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(profiles, module)?)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(search::play, module)?)?;
    module.add_function(wrap_pyfunction!(search::why, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    error::add(module)
}
