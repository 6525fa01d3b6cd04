//! Custom terms: what they are worth, and which are forgotten.

use super::Checker;
use crate::profile::custom_terms::{self, NewValues};
use crate::profile::diagnostic::{Diagnostic, quoted};
use crate::profile::keys;
use crate::profile::node::{Named, Table};

impl Checker<'_> {
    /// Adds the custom terms of the file, with their values.
    pub(super) fn take_own_terms(&mut self, tree: &Table) {
        for new in custom_terms::lay(tree, &mut self.profile, self.diagnostics) {
            let NewValues { key, location, reading } = new;
            // A term with errors has not been compiled.
            let found = custom_terms::find(self.profile.values.custom_entries(), &key);
            if let Some(entry) = found {
                self.set_values(entry, &reading, location);
            }
        }
    }

    /// Removes a custom term, or all of them.
    pub(super) fn reset_own(&mut self, path: &Named) {
        match custom_terms::reset(&path.text, &mut self.profile) {
            Ok(true) => return,
            Ok(false) if keys::CUSTOM_TERMS.contains(&path.text.as_str()) => return,
            Ok(false) => {}
            Err(fault) => {
                let message = format!("{} cannot be reset: {fault}", quoted(&path.text));
                let diagnostic = Diagnostic::error(path.location.clone(), message);
                let hint = "declare it again instead: that replaces the inherited one";
                return self.diagnostics.add(|| diagnostic.key("reset").hint(hint));
            }
        }
        if self.profile.written.is_rootless {
            return;
        }
        let hint = custom_terms::nothing_to_reset(&self.profile, &path.text);
        let message = format!("there is no term {} to reset", quoted(&path.text));
        let diagnostic = Diagnostic::error(path.location.clone(), message).hint(hint);
        self.diagnostics.add(|| diagnostic.key("reset"));
    }
}
