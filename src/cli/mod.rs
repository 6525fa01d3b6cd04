//! The command line. `temper` without a subcommand is a UCI engine.

/// Writes a line to standard error with control characters escaped. Unlike `eprintln!` it does not panic if standard
/// error is closed.
macro_rules! complain {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // There is no better place to say so.
        let _ = writeln!(std::io::stderr(), "{}", temperament_engine::escape::lines(&format!($($words)*)));
    }};
}

#[doc(hidden)]
pub mod bench;
mod book;
#[doc(hidden)]
pub mod command_line;
mod completions;
mod eval;
mod export;
#[doc(hidden)]
pub mod fens;
mod files;
mod interrupt;
mod journal;
mod label;
#[doc(hidden)]
pub mod labelled;
mod load;
mod man;
#[doc(hidden)]
pub mod matches;
mod numbers;
mod one_of;
mod pager;
mod perft;
#[doc(hidden)]
pub mod play;
mod position_arg;
#[doc(hidden)]
pub mod profile;
mod reading;
mod resume;
mod review;
mod selfplay;
mod sprt;
mod spsa;
mod stdout;
#[cfg(feature = "studio")]
mod studio;
mod style;
mod style_table;
mod tune;
mod uci;
mod watch;
mod why;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use stdout::is_broken_pipe;
use temperament_engine::profile::{Library, Overrides};

/// Version and commit, for `-V`.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TEMPER_COMMIT"));
/// With the target and the features of the build, for `--version`: what a bug report needs.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    env!("TEMPER_COMMIT"),
    "\n\ntarget:   ",
    env!("TEMPER_TARGET"),
    "\ncpu:      ",
    env!("TEMPER_CPU"),
    "\nfeatures: ",
    env!("TEMPER_FEATURES"),
);

/// A chess engine whose whole evaluation is a text file.
#[derive(Debug, Parser)]
#[command(name = "temper", version = VERSION, long_version = LONG_VERSION, about)]
pub struct Cli {
    /// Search this folder for profiles first (may be repeated)
    #[arg(long, global = true, value_name = "DIR")]
    profile_dir: Vec<PathBuf>,
    /// Override a value in every loaded profile: KEY=VALUE as in TOML, KEY+=10 to add, KEY-=10 to subtract, KEY=1.5x to
    /// multiply; `*` in a key matches any letters (may be repeated)
    #[arg(long, global = true, value_name = "KEY=VALUE")]
    set: Vec<String>,
    // Without a subcommand these are the arguments of `uci`: GUIs have one field for arguments.
    #[command(flatten)]
    uci: uci::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak UCI with a chess GUI (the same as no subcommand)
    Uci(uci::Args),
    /// Play a game in the terminal
    Play(play::Args),
    /// Explain the evaluation of positions
    Eval(eval::Args),
    /// Explain why one move is better than another
    Why(why::Args),
    /// Watch a profile while you edit it: evaluation and engine line after each save
    Watch(watch::Args),
    /// Search built-in positions to a fixed depth, or measure evaluations per second
    Bench(bench::Args),
    /// Play a match between two profiles, or one profile with two settings
    #[command(
        override_usage = "temper match [OPTIONS] <A> <B>\n       temper match [OPTIONS] --resume <FILE>"
    )]
    Match(Box<matches::MatchArgs>),
    /// Play a tournament of several profiles: round robin or gauntlet
    #[command(
        override_usage = "temper tournament [OPTIONS] <PROFILE> <PROFILE>...\n       temper tournament [OPTIONS] --resume <FILE>"
    )]
    Tournament(Box<matches::TournamentArgs>),
    /// Tune the numbers of a profile on labelled positions or games (Texel tuning)
    Tune(Box<tune::Args>),
    /// Tune numbers of a profile by games between two perturbations of all of them (SPSA)
    #[command(
        override_usage = "temper spsa [OPTIONS] <PROFILE> --only <PATTERN> --journal <FILE>\n       temper spsa --resume <FILE>"
    )]
    Spsa(Box<spsa::Args>),
    /// Play a profile against itself from random openings and write labelled positions
    Selfplay(Box<selfplay::Args>),
    /// Label positions with the scores of another engine, as training data for `tune`
    Label(Box<label::Args>),
    /// Count the leaf nodes of the move tree, by root move
    Perft(perft::Args),
    /// Compute match statistics from counts: Elo, LOS, SPRT; or plan the length of a test
    Sprt(sprt::Args),
    /// Review games: mark mistakes, explain them, and write annotated PGN and an HTML page
    Review(review::Args),
    /// Measure how a player plays, from its games
    Style(style::Args),
    /// Look at positions and edit a profile in the browser
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    /// Make opening books, and show what is in them
    #[command(subcommand)]
    Book(book::BookCommand),
    /// List, show, check and convert profiles
    #[command(subcommand)]
    Profile(profile::ProfileCommand),
    /// Write the characters as engines of another program: PicoChess, DGTCentaurMods, Lucas Chess, lichess-bot
    Export(export::Args),
    /// Print the completion script of a shell
    Completions(completions::Args),
    /// Write the man pages into a folder
    Man(man::Args),
}

/// Runs the program for another one, such as Python: `arguments` are the command line, the name of the program first, and
/// `program` is a file that starts it. Returns the exit code. Some errors end the process.
pub fn run_with(arguments: Vec<OsString>, program: PathBuf) -> u8 {
    command_line::set(arguments, program);
    let code = main();
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
}

/// Runs the program with the arguments of the process and prints its error, if any.
pub fn main() -> ExitCode {
    completions::answer_shell();
    let cli = command_line::parsed();
    // A match runs without a reader, and its exit code 0 has a meaning. An engine without a reader is of no use.
    let needs_reader =
        matches!(cli.command, None | Some(Command::Uci(_) | Command::Match(_) | Command::Tournament(_)));
    let failure = match cli.command {
        Some(Command::Match(_) | Command::Tournament(_) | Command::Sprt(_)) => matches::FAILURE.into(),
        _ => ExitCode::FAILURE,
    };
    match run(cli) {
        Ok(code) => code,
        Err(error) if !needs_reader && is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("error: {error:#}");
            failure
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let folders = cli.profile_dir;
    #[cfg(feature = "studio")]
    let folders = match &cli.command {
        Some(Command::Studio(args)) => args.folder().into_iter().chain(folders).collect(),
        _ => folders,
    };
    let library = Library::new(folders).with_tweaks(Overrides::new("--set", &cli.set));
    for folder in library.missing() {
        complain!("warning: there is no folder {}", folder.display());
    }
    match cli.command.unwrap_or(Command::Uci(cli.uci)) {
        Command::Uci(args) => uci::run(args, library)?,
        Command::Play(args) => play::run(&args, &library)?,
        Command::Eval(args) => return eval::run(&args, &library),
        Command::Why(args) => return why::run(&args, &library),
        Command::Watch(args) => watch::run(&args, &library)?,
        Command::Bench(args) => return bench::run(&args, &library),
        Command::Match(args) => return matches::run_match(&args, &cli.set, &library),
        Command::Tournament(args) => return matches::run_tournament(&args, &cli.set, &library),
        Command::Spsa(args) => return spsa::run(&args, &cli.set, &library),
        Command::Tune(args) => return tune::run(&args, &cli.set, &library),
        Command::Selfplay(args) => return selfplay::run(&args, &cli.set, &library),
        Command::Label(args) => return label::run(&args),
        Command::Perft(args) => perft::run(&args)?,
        Command::Sprt(args) => sprt::run(&args)?,
        Command::Review(args) => return review::run(&args, &library),
        Command::Style(args) => return style::run(&args, &library),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(&args, library)?,
        Command::Book(command) => return book::run(command),
        Command::Profile(command) => return profile::run(command, &library),
        Command::Export(args) => export::run(&args, &library)?,
        Command::Completions(args) => completions::run(args)?,
        Command::Man(args) => man::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}
