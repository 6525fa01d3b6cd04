//! Tells after an interruption how to go on: the command line that resumes the run.

use std::path::Path;

use super::command_line::command_line;
use temperament_engine::escape::shell;
use temperament_engine::output::is_special;

/// Prints how to go on, on standard error: `command`, or without one that a run with `option` can be resumed.
pub fn complain_interrupted(command: Option<&str>, option: &str) {
    match command {
        Some(command) => complain!("interrupted; resume with: {command}"),
        None => complain!("interrupted; a run with {option} can be resumed"),
    }
}

/// A command line that resumes from a journal: `temper COMMAND --resume JOURNAL ...`. The settings are in the journal;
/// `options` with a value, and `flags` that are set, are not. `None` without a journal.
pub fn from_journal(
    command: &str,
    journal: Option<&Path>,
    options: &[(&str, Option<String>)],
    flags: &[(&str, bool)],
) -> Option<String> {
    let journal = journal.filter(|path| !is_special(path))?;
    let mut words = ["temper", command, "--resume"].map(str::to_owned).to_vec();
    words.push(file(journal));
    for (option, value) in options {
        words.extend(value.iter().flat_map(|value| [(*option).to_owned(), value.clone()]));
    }
    words.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| (*flag).to_owned()));
    Some(shell(&words))
}

/// The command line of this process with an option renamed, and with `added` where it is missing.
pub fn same_command(renamed: Option<[&str; 2]>, added: Option<&str>) -> String {
    let mut words = command_line();
    if let Some([old, new]) = renamed {
        for word in &mut words {
            let rest = word.strip_prefix(old).filter(|rest| rest.is_empty() || rest.starts_with('='));
            if let Some(rest) = rest {
                *word = format!("{new}{rest}");
            }
        }
    }
    if let Some(added) = added.filter(|added| !words.iter().any(|word| word == added)) {
        words.push(added.to_owned());
    }
    shell(&words)
}

/// A path as a word of a command line.
pub fn file(path: &Path) -> String {
    path.display().to_string()
}
