//! Errors as exceptions of Python.

use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use temperament_engine::profile::Diagnostic;
use temperament_engine::{HashError, LoadError};

create_exception!(temperament, TemperamentError, PyValueError, "An input that the engine cannot use.");
create_exception!(
    temperament,
    ProfileError,
    TemperamentError,
    "A profile with errors, or none of this name. `diagnostics` has all errors, and `file`, `line`, `column`, `key` and \
     `hint` are those of the first."
);
create_exception!(
    temperament,
    PositionError,
    TemperamentError,
    "A text that is not a legal position, or not a legal move."
);

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for class in ["file", "line", "column", "key", "hint"] {
        py.get_type::<ProfileError>().setattr(class, py.None())?;
    }
    py.get_type::<ProfileError>().setattr("diagnostics", pyo3::types::PyTuple::empty(py))?;
    module.add("TemperamentError", py.get_type::<TemperamentError>())?;
    module.add("ProfileError", py.get_type::<ProfileError>())?;
    module.add("PositionError", py.get_type::<PositionError>())
}

/// A profile that could not be loaded.
pub fn profile(py: Python<'_>, error: LoadError) -> PyErr {
    diagnostics(py, &error.to_string(), &error.into_diagnostics())
}

/// Errors in a profile. `message` is what is printed.
pub fn diagnostics(py: Python<'_>, message: &str, faults: &[Diagnostic]) -> PyErr {
    let error = ProfileError::new_err(message.to_owned());
    // An exception without attributes is better than another exception.
    let _ = set_attributes(error.value(py), faults);
    error
}

fn set_attributes(error: &Bound<'_, PyAny>, faults: &[Diagnostic]) -> PyResult<()> {
    let Some(first) = faults.first() else { return Ok(()) };
    error.setattr("file", first.file())?;
    error.setattr("line", first.line())?;
    error.setattr("column", first.column())?;
    error.setattr("key", first.key.as_deref())?;
    error.setattr("hint", first.hint.as_deref())?;
    error.setattr("diagnostics", faults.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// An error without a place.
pub fn other(message: impl ToString) -> PyErr {
    TemperamentError::new_err(message.to_string())
}

/// No memory for a hash table.
pub fn memory(error: &HashError) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}
