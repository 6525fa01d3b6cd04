//! Checks a journal before it is resumed: the command that wrote it, and the engines it names.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{bail, ensure};
use serde_json::Value;

use crate::escape::{one_line, shell_word};

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
