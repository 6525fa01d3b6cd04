//! Which command a journal is of: the games are written alike, what they are played by is not.

use std::path::Path;

use anyhow::bail;
use serde_json::Value;

/// Commands that keep journals, each with something that only its options have.
const COMMANDS: [(&str, &str); 3] = [
    ("match", "match"),
    ("tournament", "tournament"),
    ("selfplay", "random_plies"),
];

/// Makes sure that the options of a journal are those of a command.
///
/// # Errors
/// If they are another's; it is named.
pub(super) fn check_command(options: &Value, command: &str, path: &Path) -> anyhow::Result<()> {
    let found = COMMANDS.iter().find(|(_, option)| options.get(option).is_some());
    if let Some((of, _)) = found.filter(|(of, _)| *of != command) {
        let path = path.display();
        bail!("{path} is the journal of a {of}; temper {of} --resume {path} goes on with it");
    }
    Ok(())
}
