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
mod completions;
mod eval;
#[doc(hidden)]
pub mod fens;
mod file_arg;
mod files;
mod interrupt;
mod journal;
mod label;
#[doc(hidden)]
pub mod labelled;
mod man;
#[doc(hidden)]
pub mod matches;
mod one_of;
mod pager;
#[doc(hidden)]
pub mod play;
mod position_arg;
#[doc(hidden)]
pub mod profile;
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
mod watch;
mod why;

use std::io::{BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, io, process, thread};

use anyhow::{Context, anyhow};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::uci;
use crate::uci::options::BUILT_TUNE;
use crate::uci::output::Output;
use file_arg::FileArg;
use stdout::is_broken_pipe;
use temperament_engine::board::{notation, perft};
use temperament_engine::escape;
use temperament_engine::eval::SidedWeights;
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_engine::profile::reload::Reloader;
use temperament_engine::profile::{Library, LoadError, Overrides};
use temperament_engine::search;
use temperament_matches::arena::pgn_reader::Notes;
use temperament_matches::counts;

/// The command line of this process, word by word.
fn command_line() -> Vec<String> {
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    ["temper".to_owned()].into_iter().chain(words).collect()
}

/// Number of processors.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Exit status after Ctrl-C, as in shells.
const INTERRUPTED: u8 = 130;

/// A chess engine whose whole evaluation is a text file.
#[derive(Debug, Parser)]
#[command(name = "temper", version, about)]
pub struct Cli {
    /// Search this folder for profiles first (may be repeated)
    #[arg(long, global = true, value_name = "DIR")]
    profile_dir: Vec<PathBuf>,
    /// Override a value in every loaded profile: KEY=VALUE as in TOML, KEY=1.5x to multiply, 'KEY="+10"' to add (a shell
    /// takes the outer quotes away); `*` in a key matches any letters (may be repeated)
    #[arg(long, global = true, value_name = "KEY=VALUE")]
    set: Vec<String>,
    // Without a subcommand these are the arguments of `uci`: GUIs have one field for arguments.
    #[command(flatten)]
    uci: UciArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak UCI with a chess GUI (the same as no subcommand)
    Uci(UciArgs),
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
    Perft {
        /// Number of plies
        depth: u32,
        /// Position to start from: a FEN, `startpos` or GAME.pgn:23w (default: the initial position)
        #[arg(num_args = 0..)]
        fen: Vec<String>,
    },
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
    /// Print the completion script of a shell
    Completions(completions::Args),
    /// Write the man pages into a folder
    Man(man::Args),
}

/// Arguments of `temper uci`.
#[derive(Debug, clap::Args)]
struct UciArgs {
    /// Default of the option Profile: a name or a path
    #[arg(long, value_name = "NAME|PATH")]
    profile: Option<FileArg>,
    /// Offer the numbers of that profile whose names match, and all below, as UCI options for SPSA tuning: `material`,
    /// `psqt.knight.mg` (may be repeated); `temper profile spsa` lists them
    #[arg(long, value_name = "PATTERN")]
    tune: Vec<String>,
}

impl UciArgs {
    /// The first of these options on the command line.
    fn given(&self) -> Option<&'static str> {
        let profile = self.profile.is_some().then_some("--profile");
        profile.or((!self.tune.is_empty()).then_some("--tune"))
    }

    fn setup(self) -> uci::Setup {
        let tune = if self.tune.is_empty() {
            BUILT_TUNE.split_whitespace().map(str::to_owned).collect()
        } else {
            self.tune
        };
        uci::Setup { profile: self.profile.map(Into::into), tune }
    }
}

/// Runs the program with the arguments of the process and prints its error, if any.
pub fn main() -> ExitCode {
    completions::answer_shell();
    let cli = parsed();
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

/// Parses the command line. Prints help, version or an error and exits if there is nothing to run.
fn parsed() -> Cli {
    let mut command = with_negative_numbers(Cli::command());
    let matches = command.try_get_matches_from_mut(env::args_os()).unwrap_or_else(|error| exit_with(&error));
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
        Command::Uci(args) => {
            search::return_freed_blocks();
            // Somebody who starts the program by a double click sees an empty window otherwise.
            if io::stdin().is_terminal() {
                complain!(
                    "Temperament speaks UCI here, as chess GUIs do: add it to one, or `quit` and run `temper play`."
                );
            }
            uci::run(library, &args.setup(), BufReader::new(io::stdin()), Output::stdout())?;
        }
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
        Command::Perft { depth, fen } => run_perft(depth, &fens::joined(&fen))?,
        Command::Sprt(args) => sprt::run(&args)?,
        Command::Review(args) => return review::run(&args, &library),
        Command::Style(args) => return style::run(&args, &library),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(&args, library)?,
        Command::Book(command) => return book::run(command),
        Command::Profile(command) => return profile::run(command, &library),
        Command::Completions(args) => completions::run(args)?,
        Command::Man(args) => man::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses a number of nodes or the like: `5000`, `20k`, `1.5M`.
fn count(text: &str) -> anyhow::Result<u64> {
    counts::parse(text).with_context(|| format!("expected {}", counts::FORM))
}

/// Parses a level.
fn elo(text: &str) -> anyhow::Result<u32> {
    let elo = text.parse().ok().filter(|&elo: &u32| (MIN_ELO..=MAX_ELO).contains(&f64::from(elo)));
    elo.with_context(|| format!("a level is a whole number from {MIN_ELO} to {MAX_ELO}"))
}

fn run_perft(depth: u32, fen: &str) -> anyhow::Result<()> {
    let position = fens::argument(fen, None)?;
    let chess960 = notation::is_chess960(&position);
    let mut out = io::stdout().lock();
    for (mv, nodes) in perft::divide(&position, depth) {
        writeln!(out, "{}: {nodes}", notation::uci(&position, mv, chess960))?;
    }
    writeln!(out, "\nNodes searched: {}", perft::perft(&position, depth))?;
    Ok(())
}

/// Loads a profile for reloading on changes. Warnings go to standard error.
fn live(library: &Library, name_or_path: &FileArg) -> anyhow::Result<Reloader> {
    let (live, warnings) =
        Reloader::new(library, name_or_path).map_err(|error| load_error(name_or_path, &error))?;
    for warning in warnings {
        complain!("{warning}");
    }
    Ok(live)
}

fn load_error(name_or_path: &FileArg, error: &LoadError) -> anyhow::Error {
    let faults = error.lines().join("\n  ");
    anyhow!("the profile `{name_or_path}` cannot be used:\n  {faults}")
}

/// Loads and compiles a profile. Warnings go to standard error.
fn compiled(library: &Library, name_or_path: &FileArg) -> anyhow::Result<SidedWeights> {
    Ok(live(library, name_or_path)?.compiled().clone())
}

/// Reports what was assumed to read the games of a file.
fn report_notes(path: &Path, notes: &Notes) {
    for message in notes.messages(&path.display().to_string()) {
        complain!("{message}");
    }
}

/// Failure if a position could not be read.
fn exit_code(all_read: bool) -> ExitCode {
    if all_read { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
