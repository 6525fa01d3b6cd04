//! Endgame tables: what a GUI may set about them.

use std::env;
use std::path::PathBuf;

use super::Session;
use crate::engine::TableRules;
use crate::uci::options::{Syzygy, Value};
use crate::uci::paths;

/// What the GUI has set.
#[derive(Debug, Default)]
pub(in crate::uci) struct Settings {
    /// Where tables are.
    folders: Vec<PathBuf>,
    /// Whether the engine has yet to look there.
    is_new: bool,
    rules: TableRules,
}

impl Settings {
    pub(super) fn set(&mut self, which: Syzygy, value: Value) {
        match (which, value) {
            (Syzygy::Path, Value::Text(text)) => {
                let folders = folders(&text);
                self.is_new |= folders != self.folders;
                self.folders = folders;
            }
            (Syzygy::ProbeDepth, Value::Number(n)) => self.rules.depth = i32::try_from(n).unwrap_or(i32::MAX),
            (Syzygy::FiftyMoveRule, Value::Flag(on)) => self.rules.fifty_moves = on,
            (Syzygy::ProbeLimit, Value::Number(n)) => {
                self.rules.pieces = u32::try_from(n).unwrap_or(u32::MAX)
            }
            // The kinds of their values are declared with the options.
            _ => {}
        }
    }
}

impl Session {
    /// Hands the engine what was set. Says what tables there are, or why there are none, once for each path.
    pub(super) fn settle_tables(&mut self) {
        let settings = &mut self.settings.syzygy;
        if std::mem::take(&mut settings.is_new) {
            match self.engine.set_tables(&settings.folders) {
                Ok(found) => self.output.note(format!("SyzygyPath: {found}")),
                Err(error) => self.output.note(format!("SyzygyPath: {error}")),
            }
        }
        self.engine.set_table_rules(settings.rules);
    }
}

/// The folders of a list divided as the system divides paths.
fn folders(text: &str) -> Vec<PathBuf> {
    env::split_paths(&paths::typed(text))
        .map(|folder| PathBuf::from(paths::typed(&folder.to_string_lossy())))
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_list_of_folders() {
        let listed = env::join_paths(["tables/3", "tables/4 and 5"]).unwrap();
        let listed = listed.to_str().unwrap();
        for text in [listed.to_owned(), format!("\"{listed}\"")] {
            assert_eq!(folders(&text), ["tables/3", "tables/4 and 5"].map(PathBuf::from));
        }
        assert!(folders("").is_empty());
    }
}
