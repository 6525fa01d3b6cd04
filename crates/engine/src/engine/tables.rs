//! Endgame tables of an engine.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Engine, TableRules, TablebaseError};
use crate::search::{Tablebases, Tables};

impl Engine {
    /// Opens the endgame tables of some folders for the next search and closes the previous ones in any case. Without
    /// folders there are none. Returns a description of the tables found. Stops a running search.
    ///
    /// # Errors
    /// See [`TablebaseError`].
    pub fn set_tables(&mut self, folders: &[PathBuf]) -> Result<String, TablebaseError> {
        // Results of the old tables must not be mixed with those of others, or of none.
        self.clear();
        self.tables = None;
        if folders.is_empty() {
            return Ok("no endgame tables".to_owned());
        }
        let base = Tablebases::open(folders)?;
        let summary = base.summary();
        self.tables = Some(Tables { base: Arc::new(base), rules: TableRules::default() });
        Ok(summary)
    }

    /// Sets how the endgame tables are used from the next search on. A change stops a running search and clears its
    /// state.
    pub fn set_table_rules(&mut self, rules: TableRules) {
        if self.tables.as_ref().is_some_and(|tables| tables.rules != rules) {
            self.clear();
        }
        if let Some(tables) = &mut self.tables {
            tables.rules = rules;
        }
    }
}
