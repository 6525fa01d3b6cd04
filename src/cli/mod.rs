//! The command line: `temper` alone is a UCI engine, its subcommands are for people and scripts.

/// Writes a line to standard error, without what would steer the terminal. Unlike `eprintln!` it does not panic when
/// nobody listens.
macro_rules! complain {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // There is no better place to say so.
        let _ = writeln!(std::io::stderr(), "{}", $crate::escape::lines(&format!($($words)*)));
    }};
}

mod bench;
mod cpu_clock;
mod eval;
mod fens;
mod file_arg;
mod files;
mod interrupt;
mod journals;
mod label;
mod labelled;
mod matches;
mod pace;
mod play;
pub mod profile;
mod selfplay;
mod show_term;
mod sprt;
mod tune;
mod watch;

use std::env;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::board::{notation, perft};
use crate::escape;
use crate::eval::Sides;
use crate::profile::live::Live;
use crate::profile::{Library, Tweaks};
use crate::search;
use crate::uci;
use crate::uci::options::BUILT_TUNE;
use crate::uci::output::Output;
use file_arg::FileArg;

/// The command that runs now, word by word.
fn command_line() -> Vec<String> {
    let words = env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned());
    ["temper".to_owned()].into_iter().chain(words).collect()
}

/// What [`text_out`] writes to.
type TextOut = escape::Writer<io::Stdout>;

/// Standard output for text with names from outside in it: what would steer the terminal is escaped.
fn text_out() -> TextOut {
    escape::Writer(io::stdout())
}

/// The exit status of a program ended by an interrupt, as shells have it.
const INTERRUPTED: u8 = 130;

/// A chess engine whose whole evaluation is a text file.
#[derive(Debug, Parser)]
#[command(name = "temper", version, about)]
struct Cli {
    /// Look for profiles in this folder first (may be repeated)
    #[arg(long, global = true, value_name = "DIR")]
    profile_dir: Vec<PathBuf>,
    /// Lay a value over every profile that is loaded: KEY=VALUE as in TOML, KEY=1.5x to multiply; `*` stands for any
    /// letters of a key (may be repeated)
    #[arg(long, global = true, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Without a subcommand, the arguments of `uci`: GUIs have one field for arguments.
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
    /// Follow a profile while it is edited: what each save does to the evaluation and to the engine's line
    Watch(watch::Args),
    /// Search built-in positions to a fixed depth, or measure evaluations a second
    Bench(bench::Args),
    /// Let two profiles, or one with two settings, play a match
    #[command(
        override_usage = "temper match [OPTIONS] <A> <B>\n       temper match [OPTIONS] --resume <FILE>"
    )]
    Match(Box<matches::MatchArgs>),
    /// Let several profiles play, each against each or one against all
    #[command(
        override_usage = "temper tournament [OPTIONS] <PROFILE> <PROFILE>...\n       temper tournament [OPTIONS] --resume <FILE>"
    )]
    Tournament(Box<matches::TournamentArgs>),
    /// Tune the numbers of a profile on labelled positions or games
    Tune(Box<tune::Args>),
    /// Let a profile play itself from random openings, and write the positions with their labels
    Selfplay(Box<selfplay::Args>),
    /// Ask another engine what it thinks of positions, and write them with its answers as labels for `tune`
    Label(Box<label::Args>),
    /// Count the positions DEPTH plies ahead, move by move
    Perft {
        /// Number of plies
        depth: u32,
        /// Position to start from, a FEN or `startpos` (default: the initial position)
        #[arg(num_args = 0..)]
        fen: Vec<String>,
    },
    /// Statistics of a match from its counts: Elo, LOS, sequential test; or how long such a test will take
    Sprt(sprt::Args),
    /// List, show, check and convert profiles
    #[command(subcommand)]
    Profile(profile::ProfileCommand),
}

/// Arguments of `temper uci`.
#[derive(Debug, clap::Args)]
struct UciArgs {
    /// The profile that plays unless another is chosen: a name or a path
    #[arg(long, value_name = "NAME|PATH")]
    profile: Option<FileArg>,
    /// Offer the numbers of that profile that are like this, and all below, as options for a tuner: `material`,
    /// `psqt.knight.mg` (may be repeated); `temper profile spsa` lists them
    #[arg(long, value_name = "PATTERN")]
    tune: Vec<String>,
}

impl UciArgs {
    /// The first option that was given.
    fn given(&self) -> Option<&'static str> {
        let profile = self.profile.is_some().then_some("--profile");
        profile.or((!self.tune.is_empty()).then_some("--tune"))
    }

    fn setup(self) -> uci::Setup {
        let tune = match self.tune.is_empty() {
            true => BUILT_TUNE.split_whitespace().map(str::to_owned).collect(),
            false => self.tune,
        };
        uci::Setup {
            profile: self.profile.map(Into::into),
            tune,
        }
    }
}

/// Runs the program with the arguments of the process. Errors go to standard error, once.
pub fn main() -> ExitCode {
    let cli = parsed();
    let is_match = matches!(cli.command, Some(Command::Match(_) | Command::Tournament(_)));
    let failure = match cli.command {
        Some(Command::Match(_) | Command::Tournament(_) | Command::Sprt(_)) => matches::FAILURE.into(),
        _ => ExitCode::FAILURE,
    };
    match run(cli) {
        Ok(code) => code,
        // A match goes on without readers, and 0 says something of its result.
        Err(error) if !is_match && is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("error: {error:#}");
            failure
        }
    }
}

/// The command line. A number below 0 is a value like others, of which its option says what is wrong with it.
fn parsed() -> Cli {
    let mut command = with_negative_numbers(Cli::command());
    let matches = command.get_matches_mut();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let (Some(option), Some(name)) = (cli.uci.given(), matches.subcommand_name()) {
        let message = format!("`{option}` goes after the subcommand: temper {name} {option} ...");
        command.error(ErrorKind::ArgumentConflict, message).exit();
    }
    cli
}

fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |arg: clap::Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let library = Library::new(cli.profile_dir).with_tweaks(Tweaks::new("--set", &cli.set));
    for folder in library.missing() {
        complain!("warning: there is no folder {}", folder.display());
    }
    match cli.command.unwrap_or(Command::Uci(cli.uci)) {
        Command::Uci(args) => {
            search::return_freed_blocks();
            uci::run(
                library,
                &args.setup(),
                BufReader::new(io::stdin()),
                Output::stdout(),
            )?;
        }
        Command::Play(args) => play::run(&args, &library)?,
        Command::Eval(args) => return eval::run(&args, &library),
        Command::Watch(args) => watch::run(&args, &library)?,
        Command::Bench(args) => return bench::run(&args, &library),
        Command::Match(args) => return matches::run_match(&args, &cli.set, &library),
        Command::Tournament(args) => return matches::run_tournament(&args, &cli.set, &library),
        Command::Tune(args) => return tune::run(&args, &cli.set, &library),
        Command::Selfplay(args) => return selfplay::run(&args, &cli.set, &library),
        Command::Label(args) => return label::run(&args),
        Command::Perft { depth, fen } => run_perft(depth, &fens::joined(&fen))?,
        Command::Sprt(args) => sprt::run(&args)?,
        Command::Profile(command) => return profile::run(command, &library),
    }
    Ok(ExitCode::SUCCESS)
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

/// Whoever read our output has gone away, as `head` does: no fault of anyone.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Loads a profile that is followed from now on. Warnings go to standard error.
fn live(library: &Library, name_or_path: &FileArg) -> anyhow::Result<Live> {
    let (live, warnings) = Live::new(library, name_or_path).map_err(|error| {
        let faults = error.lines().join("\n  ");
        anyhow!("the profile `{name_or_path}` cannot be used:\n  {faults}")
    })?;
    for warning in warnings {
        complain!("{warning}");
    }
    Ok(live)
}

/// Loads and compiles a profile. Warnings go to standard error.
fn compiled(library: &Library, name_or_path: &FileArg) -> anyhow::Result<Sides> {
    Ok(live(library, name_or_path)?.compiled().clone())
}

/// Failure if any of many positions could not be read.
fn exit_code(all_read: bool) -> ExitCode {
    if all_read {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        with_negative_numbers(Cli::command()).debug_assert();
    }
}
