//! Single numbers of a value: whole or with decimals, absolute or as offsets.

use super::super::decimal::Number;
use super::super::node::{Node, Value};
use super::{Change, Reader, offset};
use crate::eval::keys::Unit;
use crate::terms::Role;

/// Binary fractions miss decimals by far less, in steps.
const TOLERANCE: f64 = 1e-6;

impl Reader<'_> {
    /// Reads a number of steps, or an offset; the bounds are in steps too.
    pub(super) fn number(&mut self, node: &Node, (min, max): (i32, i32)) -> Option<Change> {
        if let Some(n) = offset(node) {
            let largest = max - min;
            let is_whole = n.fract() == 0.0;
            return self.steps(node, n, is_whole, (-largest, largest)).map(Change::By);
        }
        let Some(n) = node.number() else {
            let message = format!("`{}` has {}, found {}", self.key, self.kinds().1, node.found());
            let hint = self.string_hint(node);
            self.error(&node.location, message, hint);
            return None;
        };
        let is_whole = matches!(node.value, Value::Int(_));
        self.steps(node, n, is_whole, (min, max)).map(Change::To)
    }

    /// Names the numbers of the key, in singular and plural.
    pub(super) fn kinds(&self) -> (&'static str, &'static str) {
        match self.resolution {
            1 => ("whole number", "whole numbers"),
            _ => ("number with one decimal", "numbers with one decimal"),
        }
    }

    fn steps(&mut self, node: &Node, n: f64, is_whole: bool, (min, max): (i32, i32)) -> Option<i32> {
        let (kind, kinds) = self.kinds();
        let found = || node.quoted_number().map_or_else(|| node.found(), |_| format!("the offset {n:+}"));
        let steps = n * f64::from(self.resolution);
        if !(f64::from(min)..=f64::from(max)).contains(&steps) {
            let (key, found) = (self.key, found());
            let [min, max] = [min, max].map(|n| Number::new(n, self.resolution));
            let message = if n.is_nan() {
                format!("`{key}` takes a {kind} from {min} to {max}, found {found}")
            } else {
                format!("{found} is out of bounds for `{key}`; allowed are {min} to {max}")
            };
            self.error(&node.location, message, None);
            return None;
        }
        // In bounds, so it is an i32.
        let rounded = steps.round() as i32;
        let is_exact = (steps - f64::from(rounded)).abs() < TOLERANCE;
        if is_whole || self.resolution > 1 && is_exact {
            return Some(rounded);
        }
        let message = format!("`{}` has {kinds}, found {}", self.key, found());
        let rounded = Number::new(rounded, self.resolution);
        let hint = match self.unit {
            _ if offset(node).is_some() => match node.as_written() {
                // `KEY-=1.5` of an override: without quotes, and not with the sign of the offset.
                Some(written) => format!("write {}", written.parse().map_or(n, f64::round)),
                None => format!("write \"{rounded:+}\""),
            },
            // The usual count of pieces: a knight is worth 3.25 pawns.
            Unit::Score if n.fract() != 0.0 && self.key.starts_with("material.") => {
                let decimals = if self.resolution == 1 { "`units.decimals` allows decimals; " } else { "" };
                format!("write {rounded}; {decimals}if {n} pawns are meant, multiply by `units.pawn`")
            }
            Unit::Plain if self.key.starts_with(Role::Factor.key()) && n.abs() <= 2.0 => {
                format!(
                    "a factor is a percentage unless `divisor` says otherwise: write {}",
                    (n * 100.0).round()
                )
            }
            _ => format!("write {rounded}"),
        };
        self.error(&node.location, message, Some(hint));
        None
    }
}
