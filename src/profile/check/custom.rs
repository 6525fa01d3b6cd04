//! Custom terms: what they are worth, and which are forgotten.

use super::{Checker, left_out};
use crate::eval::keys::Entry;
use crate::profile::Stage;
use crate::profile::custom_terms::{self, NewValues};
use crate::profile::diagnostic::{Diagnostic, quoted};
use crate::profile::keys;
use crate::profile::node::{Named, Table};
use crate::profile::source::Location;

impl Checker<'_> {
    /// Adds the custom terms of the file, with their values.
    pub(super) fn take_own_terms(&mut self, tree: &Table) {
        for new in custom_terms::lay(tree, &mut self.profile, self.faults) {
            let NewValues { name, location, node, pairs } = new;
            // A term with errors has not been compiled.
            let found = self.profile.values.terms().and_then(|terms| terms.find(&name));
            if let Some(entry) = found {
                self.set_own(entry, &pairs, location, left_out(&node));
            }
        }
    }

    /// Removes a custom term, or all of them.
    pub(super) fn reset_own(&mut self, path: &Named) {
        if custom_terms::reset(&path.text, &mut self.profile) || path.text == keys::TERM {
            return;
        }
        if self.profile.written.is_rootless {
            return;
        }
        let hint = custom_terms::nothing_to_reset(&self.profile, &path.text);
        let message = format!("there is no term {} to reset", quoted(&path.text));
        let fault = Diagnostic::error(path.location.clone(), message).hint(hint);
        self.faults.add(|| fault.key("reset"));
    }

    pub(super) fn set_own(
        &mut self,
        entry: Entry,
        pairs: &[[i32; 2]],
        location: Location,
        left_out: Option<Stage>,
    ) {
        let values = &mut self.profile.values;
        if let Some(scores) = values.scores.get_mut(entry.offset..entry.offset + pairs.len()) {
            scores.copy_from_slice(pairs);
        }
        values.forget_split(entry, left_out.map(|kept| kept as usize));
        self.note_given(entry, entry.key(), location, left_out);
    }
}
