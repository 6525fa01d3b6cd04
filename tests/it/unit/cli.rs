//! Tests of `cli`.

mod bench;
mod labelled;
mod matches;
mod play;

use clap::CommandFactory;
use temperament::cli::command_line::with_negative_numbers;
use temperament::cli::*;

#[test]
fn the_command_line_is_consistent() {
    with_negative_numbers(Cli::command()).debug_assert();
}
