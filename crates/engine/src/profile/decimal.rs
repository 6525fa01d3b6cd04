//! Numbers with a decimal: whole numbers of steps inside, units outside.

use std::fmt;

use super::node::Value;

/// A number as it stands in a profile: in units, with a decimal if its profile has them and it needs one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// In steps of 1 / `resolution`.
    steps: i32,
    resolution: i32,
}

impl Number {
    /// Creates a number from its steps and the steps per unit.
    pub fn new(steps: i32, resolution: i32) -> Self {
        Self { steps, resolution }
    }

    /// Returns `true` if it is 0.
    pub fn is_zero(self) -> bool {
        self.steps == 0
    }

    /// As a value of a file.
    pub(super) fn value(self) -> Value {
        match self.steps % self.resolution {
            0 => Value::Int(i64::from(self.steps / self.resolution)),
            _ => Value::Float(self.units()),
        }
    }

    pub fn json(self) -> serde_json::Value {
        match self.steps % self.resolution {
            0 => (self.steps / self.resolution).into(),
            _ => self.units().into(),
        }
    }

    pub fn units(self) -> f64 {
        f64::from(self.steps) / f64::from(self.resolution)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Formats of f64 print whole numbers without a decimal point, but do not align them.
        f.pad_integral(self.steps >= 0, "", &self.units().abs().to_string())
    }
}
