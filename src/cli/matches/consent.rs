//! Whether the engines that a journal names may be run: it may be of somebody else, and name any program.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{bail, ensure};

use crate::escape::one_line;

/// Makes sure that the user wants these engines to run: by naming each as it stands in the journal, or by an answer on
/// the terminal.
///
/// # Errors
/// If the user does not, or there is nobody to ask.
pub fn ask(journal: &Path, engines: &[String], allowed: &[String]) -> anyhow::Result<()> {
    let others: Vec<&String> = engines
        .iter()
        .filter(|engine| !allowed.contains(engine))
        .collect();
    if others.is_empty() {
        return Ok(());
    }
    let journal = one_line(&journal.display().to_string());
    let list: String = others
        .iter()
        .map(|engine| format!("\n  {}", one_line(engine)))
        .collect();
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        let options = others
            .iter()
            .map(|engine| format!(" --allow-engine {}", shell_word(engine)));
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

/// A word as a shell reads it.
fn shell_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
