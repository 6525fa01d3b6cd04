//! Endgame tables of an engine.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Engine, TableRules, TablebaseError};
use crate::search::{Tablebases, Tables};

impl Engine {
    /// Takes the endgame tables of some folders for the next search; those of before are gone in any case. Without a
    /// folder there are none. Says what was found. A running search is stopped.
    ///
    /// # Errors
    /// See [`TablebaseError`].
    pub fn set_tables(&mut self, folders: &[PathBuf]) -> Result<String, TablebaseError> {
        // What the old ones said is not to be mixed with what others, or none, say.
        self.clear();
        self.tables = None;
        if folders.is_empty() {
            return Ok("no endgame tables".to_owned());
        }
        let base = Tablebases::open(folders)?;
        let summary = base.summary();
        self.tables = Some(Tables {
            base: Arc::new(base),
            rules: TableRules::default(),
        });
        Ok(summary)
    }

    /// Says how the endgame tables are to be used from the next search on. If that is not as before, a running search is
    /// stopped and what was learnt forgotten.
    pub fn set_table_rules(&mut self, rules: TableRules) {
        if self.tables.as_ref().is_some_and(|tables| tables.rules != rules) {
            self.clear();
        }
        if let Some(tables) = &mut self.tables {
            tables.rules = rules;
        }
    }
}
