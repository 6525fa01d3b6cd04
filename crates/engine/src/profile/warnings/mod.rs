//! Warnings about valid profiles: values without effect, and probable mistakes.

pub(super) mod inherited;
#[doc(hidden)]
pub mod tables;

pub use tables::is_read;

use crate::eval::keys::{Kind, Slot, choice, entries, number, slot};

use super::diagnostic::{Diagnostic, Diagnostics};
use super::{Profile, Provenance};

/// Adds the warnings of a valid profile.
pub(super) fn find(profile: &Profile, warnings: &mut Diagnostics) {
    let mut finder = Finder { profile, warnings };
    finder.unread_endgame();
    finder.unread_phase_keys();
    finder.always_endgame();
    finder.unread_king_attack();
    finder.unread_edge();
    finder.odd_numbers();
}

struct Finder<'a> {
    profile: &'a Profile,
    warnings: &'a mut Diagnostics,
}

impl Finder<'_> {
    fn warn(&mut self, given: &Provenance, message: &str, hint: &str) {
        let (location, key) = (given.location.clone(), given.key.clone());
        self.warnings.add(|| Diagnostic::warning(location, message).hint(hint).key(key));
    }

    fn is(&self, key: &str, option: &str) -> bool {
        self.profile.values.is(choice(key, option))
    }

    fn table(&self, slot: Slot) -> &[[i32; 2]] {
        &self.profile.values.scores[slot.offset..slot.offset + slot.len]
    }

    fn is_zero(&self, slot: Slot) -> bool {
        self.table(slot).iter().all(|&pair| pair == [0, 0])
    }

    /// Warns at the first given key below a path.
    fn warn_first(&mut self, path: &str, message: &str, hint: &str) {
        let given = self.profile.given.iter().find(|g| g.key.starts_with(path));
        if let Some(given) = given {
            self.warn(given, message, hint);
        }
    }

    /// Endgame numbers that differ, although the profile has one stage. Reported once: usually only the phase model
    /// is missing.
    fn unread_endgame(&mut self) {
        /// Maximum number of further keys listed.
        const NAMED: usize = 6;
        if !self.is("phase.model", "none") {
            return;
        }
        let profile = self.profile;
        let differs = |given: &&Provenance| match given.entry.decl.kind {
            Kind::Values(shape, _) => {
                let table = &profile.values.scores[given.entry.offset..given.entry.offset + shape.len()];
                table.iter().any(|[mg, eg]| mg != eg) && table.iter().any(|[_, eg]| *eg != 0)
            }
            _ => false,
        };
        let mut found = profile.given.iter().filter(differs);
        let Some(given) = found.next() else {
            return;
        };
        let mut others: Vec<String> = found.map(|given| format!("`{}`", given.key)).collect();
        let more = others.len().saturating_sub(NAMED);
        others.truncate(NAMED);
        match more {
            0 => {}
            1 => others.push("1 more key".to_owned()),
            n => others.push(format!("{n} more keys")),
        }
        let mut message = format!("the endgame numbers of `{}` are never read", given.key);
        if let Some((last, others)) = others.split_last() {
            let and = if others.is_empty() { "" } else { " and " };
            message += &format!(", nor those of {}{and}{last}", others.join(", "));
        }
        self.warn(given, &message, "`phase.model` is \"none\", which reads middlegame numbers only");
    }

    /// Settings of a phase model that is not chosen.
    fn unread_phase_keys(&mut self) {
        const LINEAR: [&str; 7] = [
            "phase.weights",
            "phase.middlegame_from",
            "phase.endgame_until",
            "phase.scale",
            "phase.endgame_divisor",
            "phase.arithmetic",
            "phase.rounding",
        ];
        const MATERIAL: [&str; 1] = ["phase.endgame_below"];
        for (model, settings) in [("linear", &LINEAR[..]), ("material", &MATERIAL[..])] {
            if self.is("phase.model", model) {
                continue;
            }
            for path in settings {
                let message = format!("`{path}` has no effect");
                self.warn_first(path, &message, &format!("it belongs to `phase.model` \"{model}\""));
            }
        }
    }

    /// A phase whose sum is always 0.
    fn always_endgame(&mut self) {
        const WEIGHTS: [&str; 5] = [
            "phase.weights.pawn",
            "phase.weights.knight",
            "phase.weights.bishop",
            "phase.weights.rook",
            "phase.weights.queen",
        ];
        let weighs_nothing = WEIGHTS.iter().all(|key| self.profile.values.numbers[number(key)] == 0.0);
        if self.is("phase.model", "linear") && weighs_nothing {
            let message = "the phase sum is always 0, so that only endgame numbers count";
            self.warn_first("phase.model", message, "give `phase.weights`");
        }
        const VALUES: [&str; 6] = [
            "material.pawn",
            "material.knight",
            "material.bishop",
            "material.rook",
            "material.queen",
            "material.king",
        ];
        let worth_nothing = VALUES.iter().all(|key| self.table(slot(key))[0][0] == 0);
        if self.is("phase.model", "material") && worth_nothing {
            let message = "all of `material` is 0, so that the stage never changes";
            self.warn_first("phase.model", message, "this model adds up the values of `material`");
        }
    }

    /// Units without a table, or a table without units.
    fn unread_king_attack(&mut self) {
        const TABLE: Slot = slot("king_attack.safety_table");
        let no_units = entries()
            .filter(|e| matches!(e.decl.kind, Kind::Values(_, unit) if unit.is_of_attack()))
            .filter_map(|e| e.slot())
            .all(|slot| self.is_zero(slot));
        if !no_units && self.is_zero(TABLE) {
            let message = "units of attack are given, but attacks are worth 0";
            self.warn_first("king_attack", message, "give `king_attack.safety_table`");
        } else if no_units && self.table(TABLE)[0] == [0, 0] && !self.is_zero(TABLE) {
            let message = "the table is only read at 0, since no piece has units";
            let hint = "give `king_attack.units_per_square` or `king_attack.safe_check_units`";
            self.warn_first("king_attack.safety_table", message, hint);
        }
    }

    /// The edge table and its limit need each other.
    fn unread_edge(&mut self) {
        let has_table = !self.is_zero(slot("king.edge"));
        let has_limit = self.profile.given("king.edge_below").is_some();
        if has_table && !has_limit {
            let message = "`king.edge` counts only when a side is worth less than nothing";
            self.warn_first("king.edge", message, "give `king.edge_below`");
        } else if has_limit && !has_table {
            self.warn_first("king.edge_below", "`king.edge_below` has no effect", "give `king.edge`");
        }
    }
}
