//! Terms of the profile's own: what they are worth, and which are forgotten.

use super::{Checker, left_out};
use crate::eval::keys::{Entry, Kind};
use crate::profile::Stage;
use crate::profile::diagnostic::{Diagnostic, quoted};
use crate::profile::family::Named;
use crate::profile::node::{Field, Table};
use crate::profile::own_terms::{self, NewValues};
use crate::profile::source::Place;

impl Checker<'_> {
    /// Takes over what the file says of own terms, with their values.
    pub(super) fn take_own_terms(&mut self, tree: &Table) {
        for new in own_terms::lay(tree, &mut self.profile, self.faults) {
            let NewValues {
                name,
                place,
                node,
                pairs,
            } = new;
            // There is none if it has faults.
            let found = self.profile.values.terms().and_then(|terms| terms.find(&name));
            if let Some(entry) = found {
                self.set_own(entry, &pairs, place, left_out(&node));
            }
        }
    }

    /// Gives the values of an own term anew.
    pub(super) fn set_own_anew(&mut self, entry: Entry, field: &Field) {
        let (Kind::Values(shape, _), Some(slot)) = (entry.decl.kind, entry.slot()) else {
            return;
        };
        let before = &self.profile.values.scores[slot.offset..][..slot.len];
        let read = own_terms::read_values(&entry.key(), shape, &field.node, before, self.faults);
        if let Some(pairs) = read {
            self.set_own(entry, &pairs, field.place.clone(), left_out(&field.node));
        }
    }

    /// Forgets an own term, or all.
    pub(super) fn reset_own(&mut self, path: &Named) {
        if own_terms::reset(&path.text, &mut self.profile) || path.text == own_terms::TERM {
            return;
        }
        if self.profile.written.is_rootless {
            return;
        }
        let hint = own_terms::nothing_to_reset(&self.profile, &path.text);
        let message = format!("there is no term {} to reset", quoted(&path.text));
        let fault = Diagnostic::error(path.place.clone(), message).hint(hint);
        self.faults.add(|| fault.key("reset"));
    }

    fn set_own(&mut self, entry: Entry, pairs: &[[i32; 2]], place: Place, left_out: Option<Stage>) {
        let values = &mut self.profile.values;
        if let Some(scores) = values.scores.get_mut(entry.place..entry.place + pairs.len()) {
            scores.copy_from_slice(pairs);
        }
        values.forget_split(entry, left_out.map(|kept| kept as usize));
        self.note_given(entry, entry.key(), place, left_out);
    }
}
