//! The binary `temper`: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    temperament::cli::main()
}
