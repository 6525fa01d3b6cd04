//! Syzygy options.

use std::env;
use std::path::PathBuf;

use super::Session;
use crate::paths;
use temperament_engine::engine::TableRules;

#[derive(Debug, Default)]
pub(crate) struct SyzygySettings {
    folders: Vec<PathBuf>,
    /// True if the path has changed and must be opened.
    is_new: bool,
    pub(super) rules: TableRules,
}

impl SyzygySettings {
    pub(super) fn set_path(&mut self, text: &str) {
        let folders = folders(text);
        self.is_new |= folders != self.folders;
        self.folders = folders;
    }
}

impl Session {
    /// Applies the settings. Reports the tables found, or an error, once per path.
    pub(super) fn apply_pending_tables(&mut self) {
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

/// Splits a list of folders at the path separator of the system.
pub fn folders(text: &str) -> Vec<PathBuf> {
    env::split_paths(&paths::typed(text))
        .map(|folder| PathBuf::from(paths::typed(&folder.to_string_lossy())))
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect()
}
