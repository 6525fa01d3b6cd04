//! What a command could not read, or only with assumptions.

use std::path::Path;
use std::process::ExitCode;

use temperament_matches::arena::pgn_reader::Notes;

/// Reports what was assumed to read the games of a file.
pub fn report_notes(path: &Path, notes: &Notes) {
    for message in notes.messages(&path.display().to_string()) {
        complain!("{message}");
    }
}

/// Failure if a position could not be read.
pub fn exit_code(all_read: bool) -> ExitCode {
    if all_read { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
