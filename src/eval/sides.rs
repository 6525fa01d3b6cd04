//! A profile that an engine can play from, whichever side it has.
//!
//! A profile may weigh what a term gives the engine apart from what it gives the opponent. Such an evaluation belongs
//! to one side; it is made once for each. A search then uses that of the side to move at its root throughout, so it
//! remains one function of the position, and what is good for one side is as bad for the other.

use std::sync::Arc;

use crate::board::{COLORS, Color};

use super::values::Values;
use super::weights::Weights;

/// A compiled profile for the engine as White and as Black; the same one unless the profile splits a term.
#[derive(Debug, Clone)]
pub struct Sides([Arc<Weights>; 2]);

impl Sides {
    /// Compiles the values of a valid profile.
    pub fn new(name: &str, values: &Values) -> Self {
        if values.splits.is_empty() {
            return Arc::new(Weights::new(name, values)).into();
        }
        Self(COLORS.map(|own| Arc::new(Weights::for_side(name, values, own))))
    }

    /// For an engine that has this side.
    pub fn of(&self, own: Color) -> &Arc<Weights> {
        &self.0[own as usize]
    }

    /// The name of the profile.
    pub fn name(&self) -> &str {
        self.of(Color::White).name()
    }

    /// Stands for the whole: that of [`Weights::id`] for White.
    pub fn id(&self) -> u64 {
        self.of(Color::White).id()
    }

    /// Whether both are the very ones that `other` has.
    pub fn is(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl From<Arc<Weights>> for Sides {
    /// The same for both sides.
    fn from(weights: Arc<Weights>) -> Self {
        Self([Arc::clone(&weights), weights])
    }
}
