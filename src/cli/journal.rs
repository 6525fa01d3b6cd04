//! Checks a journal before it is resumed: the command that wrote it, its options, and the engines it names.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Arg, Args, Command};
use serde::de::DeserializeOwned;
use serde_json::Value;

use temperament_engine::escape::{bounded, one_line, shell_word};

/// Maximum number of characters of a value in a message.
const MAX_SHOWN: usize = 40;

/// Commands that write journals, each with a field that only its options have.
const COMMANDS: [(&str, &str); 3] =
    [("match", "match"), ("tournament", "tournament"), ("selfplay", "random_plies")];

/// Checks that `command` wrote the journal with these options.
///
/// # Errors
/// If another command did; the message names it.
pub(super) fn check_command(options: &Value, command: &str, path: &Path) -> anyhow::Result<()> {
    let found = COMMANDS.iter().find(|(_, option)| options.get(option).is_some());
    if let Some((of, _)) = found.filter(|(of, _)| *of != command) {
        let path = path.display().to_string();
        bail!("{path} is the journal of a {of}: resume it with `temper {of} --resume {}`", shell_word(&path));
    }
    Ok(())
}

/// Checks options in the first line of a journal, which may come from someone else, with the value parsers of the command
/// line. The options are those of `A`, named by the fields of an object; flags and missing options need no check.
///
/// # Errors
/// If a value is one that its option refuses; the message names the file, the line and the option.
pub(super) fn check_options<A: Args>(options: &Value, path: &Path) -> anyhow::Result<()> {
    let command = A::augment_args(Command::new("journal"));
    for arg in command.get_arguments() {
        let key = arg.get_id().as_str();
        for text in texts(&options[key]) {
            check_value(arg, &text).map_err(|reason| {
                anyhow!("{}:1: `{key}` cannot be {}: {reason}", path.display(), bounded(&text, MAX_SHOWN))
            })?;
        }
    }
    Ok(())
}

/// Reads the options of `A` in the first line of a journal as a `T`.
///
/// # Errors
/// See [`check_options`], and if one is missing.
pub(super) fn stored_options<A: Args, T: DeserializeOwned>(
    options: &Value,
    path: &Path,
) -> anyhow::Result<T> {
    check_options::<A>(options, path)?;
    T::deserialize(options).with_context(|| format!("{}:1", path.display()))
}

/// The values of an option as on the command line.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Number(number) => vec![number.to_string()],
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        // An object checks itself when it is read.
        Value::Null | Value::Bool(_) | Value::Object(_) => Vec::new(),
    }
}

/// Checks a value with the parser of its option; describes the values that it takes otherwise.
fn check_value(arg: &Arg, text: &str) -> Result<(), String> {
    let value = Arg::new("value").value_parser(arg.get_value_parser().clone());
    let parsed = Command::new("journal").no_binary_name(true).arg(value).try_get_matches_from(["--", text]);
    parsed.map(drop).map_err(|error| match std::error::Error::source(&error) {
        Some(reason) => reason.to_string(),
        None => {
            let possible = arg.get_possible_values();
            let names: Vec<&str> = possible.iter().map(clap::builder::PossibleValue::get_name).collect();
            format!("expected {}", names.join(", "))
        }
    })
}

/// Asks for permission to run the engines of a journal, which may come from someone else and name any program. Engines
/// given with `--allow-engine` need no confirmation.
///
/// # Errors
/// If the user refuses, or there is no terminal to ask on.
pub fn confirm_engines(journal: &Path, engines: &[String], allowed: &[String]) -> anyhow::Result<()> {
    let others: Vec<&String> = engines.iter().filter(|engine| !allowed.contains(engine)).collect();
    if others.is_empty() {
        return Ok(());
    }
    let journal = one_line(&journal.display().to_string());
    let list: String = others.iter().map(|engine| format!("\n  {}", one_line(engine))).collect();
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        let options = others.iter().map(|engine| format!(" --allow-engine {}", shell_word(engine)));
        let options: String = options.collect();
        bail!(
            "{journal} names engines that this command line does not:{list}\nThey have not been run. If you trust them, \
             add{}",
            one_line(&options)
        );
    }
    let mut terminal = io::stderr();
    write!(
        terminal,
        "{journal} names these engines, programs that run with your rights:{list}\nRun them? [y/N] "
    )?;
    terminal.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    let is_yes = ["y", "yes"].contains(&answer.trim().to_lowercase().as_str());
    ensure!(is_yes, "{journal} is not resumed");
    Ok(())
}
