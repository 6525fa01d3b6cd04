//! The command line of this process: what it says, and what is wrong with it.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, io, process};

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use super::Cli;
use temperament_engine::escape;

/// How another program runs this one.
static HOST: OnceLock<(Vec<OsString>, PathBuf)> = OnceLock::new();

/// Sets the command line, the name of the program first, and the file that starts this program: in Python, the process has
/// those of the interpreter. Has no effect the second time.
pub fn set(arguments: Vec<OsString>, program: PathBuf) {
    let _ = HOST.set((arguments, program));
}

fn arguments() -> Vec<OsString> {
    HOST.get().map_or_else(|| env::args_os().collect(), |(arguments, _)| arguments.clone())
}

/// The file that starts this program.
///
/// # Errors
/// If the system does not say so.
pub fn program() -> io::Result<PathBuf> {
    HOST.get().map_or_else(env::current_exe, |(_, program)| Ok(program.clone()))
}

/// The command line of the program, word by word.
pub fn command_line() -> Vec<String> {
    let words = arguments().into_iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    ["temper".to_owned()].into_iter().chain(words).collect()
}

/// Parses the command line. Prints help, version or an error and exits if there is nothing to run.
pub fn parsed() -> Cli {
    let mut command = with_negative_numbers(Cli::command());
    let matches = command.try_get_matches_from_mut(arguments()).unwrap_or_else(|error| exit_with(&error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| exit_with(&error));
    if let (Some(option), Some(name)) = (cli.uci.given(), matches.subcommand_name()) {
        let has_option = command.find_subcommand(name).is_some_and(|subcommand| {
            let options = subcommand.get_arguments().filter_map(clap::Arg::get_long);
            options.into_iter().any(|long| option.strip_prefix("--") == Some(long))
        });
        let message = if has_option {
            format!("`{option}` goes after the subcommand: temper {name} {option} ...")
        } else {
            format!(
                "`{option}` is an option of `temper uci`; `temper {name}` has none of this name: see `temper help {name}`"
            )
        };
        exit_with(&command.error(ErrorKind::ArgumentConflict, message));
    }
    cli
}

/// Prints help, version or an error of the command line, in which unprintable characters of arguments are escaped.
fn exit_with(error: &clap::Error) -> ! {
    let plain = error.to_string();
    let escaped = escape::lines(&plain);
    let printed = if escaped == plain { error.print() } else { io::stderr().write_all(escaped.as_bytes()) };
    let code = match printed.and_then(|()| io::stdout().flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            complain!("error: {cause}");
            1
        }
        _ => error.exit_code(),
    };
    process::exit(code)
}

/// Lets every option take a negative number for a value.
pub fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |arg: clap::Arg| {
        if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}
