//! `temper completions`: completion in shells, of commands, options, profiles and keys.
//!
//! The script asks this program on each completion, so profiles of the working directory are offered too.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;

use super::Cli;
use super::command_line::with_negative_numbers;
use temperament_engine::eval::keys;
use temperament_engine::profile::{Format, Library};

/// Environment variable by which a completion script asks for candidates.
const VARIABLE: &str = "TEMPER_COMPLETE";
/// Arguments that are profiles, in any command.
const PROFILES: [&str; 7] = ["a", "b", "extends", "other", "players", "profile", "profiles"];
/// Value names of arguments that are keys.
const KEY: &str = "KEY";
const ASSIGNMENT: &str = "KEY=VALUE";

/// Ends the script of zsh. As the file `_temper` of a folder in `$fpath`, the script runs on the first completion only, and
/// without this it would register itself and offer nothing.
const ZSH_AUTOLOADED: &[u8] = br#"
if [[ "$funcstack[1]" == _temper ]]; then
    _clap_dynamic_completer_temper "$@"
fi
"#;

/// Arguments of `temper completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(Shells::builtins().names()))]
    shell: String,
}

/// Prints the completion script of a shell.
pub fn run(args: Args) -> anyhow::Result<()> {
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell).context("unknown shell")?;
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "temper", "temper", "temper", &mut script)?;
    if args.shell == "zsh" {
        script.extend(ZSH_AUTOLOADED);
    }
    io::stdout().write_all(&script)?;
    Ok(())
}

/// Prints the candidates and exits, if a completion script asks for them.
pub fn answer_shell() {
    CompleteEnv::with_factory(command).var(VARIABLE).complete();
}

/// The command line with completion of profiles and keys.
fn command() -> clap::Command {
    with_completers(with_negative_numbers(Cli::command()))
}

fn with_completers(command: clap::Command) -> clap::Command {
    let add = |arg: clap::Arg| {
        let value_names = arg.get_value_names().unwrap_or_default();
        let value = value_names.first().map(|name| name.to_string());
        match (arg.get_id().as_str(), value.as_deref()) {
            ("pattern" | "key", _) | (_, Some(KEY)) => arg.add(ArgValueCompleter::new(complete_key)),
            (_, Some(ASSIGNMENT)) => arg.add(ArgValueCompleter::new(complete_assignment)),
            (id, _) if PROFILES.contains(&id) => arg.add(ArgValueCompleter::new(complete_profile)),
            _ => arg,
        }
    };
    command.mut_args(add).mut_subcommands(with_completers)
}

/// Names of profiles, and files that may be profiles.
fn complete_profile(typed: &OsStr) -> Vec<CompletionCandidate> {
    let listed = Library::new(Vec::new()).list();
    let named = listed.into_iter().filter(|profile| starts_with(&profile.name, typed)).map(|profile| {
        let line = profile.description.lines().next().unwrap_or_default().to_owned();
        CompletionCandidate::new(profile.name).help(Some(line.into()))
    });
    let is_profile = |path: &Path| Format::of(path).is_some();
    let files = PathCompleter::file().filter(is_profile).complete(typed);
    named.chain(files).collect()
}

fn complete_key(typed: &OsStr) -> Vec<CompletionCandidate> {
    keys_from(typed, "")
}

fn complete_assignment(typed: &OsStr) -> Vec<CompletionCandidate> {
    keys_from(typed, "=")
}

/// Keys that start with the typed text, each with an ending.
fn keys_from(typed: &OsStr, ending: &str) -> Vec<CompletionCandidate> {
    let entries = keys::entries().filter(|entry| starts_with(&entry.key(), typed));
    entries
        .map(|entry| {
            let candidate = CompletionCandidate::new(entry.key() + ending);
            candidate.help(Some(entry.decl.meaning.into()))
        })
        .collect()
}

fn starts_with(name: &str, typed: &OsStr) -> bool {
    typed.to_str().is_some_and(|typed| name.starts_with(typed))
}
