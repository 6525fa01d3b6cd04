//! A compiled profile for both sides.
//!
//! A profile may weigh a term differently for the engine and for the opponent. Such weights belong to one side and
//! are compiled once for each. A search uses those of the side to move at its root throughout, so that the evaluation
//! remains a function of the position: a zero-sum score.

use std::sync::Arc;

use crate::board::{COLORS, Color};

use super::values::Values;
use super::weights::Weights;

/// A compiled profile for the engine as White and as Black; the same one unless the profile splits a term.
#[derive(Debug, Clone)]
pub struct SidedWeights {
    /// For White and for Black.
    sides: [Arc<Weights>; 2],
    /// With the mean of the factors for the engine and for the opponent.
    neutral: Arc<Weights>,
}

impl SidedWeights {
    /// Compiles the values of a valid profile.
    #[doc(hidden)]
    pub fn new(name: &str, values: &Values) -> Self {
        if values.splits.is_empty() {
            return Arc::new(Weights::new(name, values)).into();
        }
        Self {
            sides: COLORS.map(|own| Arc::new(Weights::for_side(name, values, own))),
            neutral: Arc::new(Weights::new(name, &values.neutral())),
        }
    }

    /// The weights for an engine that plays this side.
    pub fn of(&self, own: Color) -> &Arc<Weights> {
        &self.sides[own as usize]
    }

    /// The weights for an analysis, which takes no side: scores of consecutive positions are comparable.
    pub fn neutral(&self) -> &Arc<Weights> {
        &self.neutral
    }

    /// The name of the profile.
    pub fn name(&self) -> &str {
        self.of(Color::White).name()
    }

    /// Id of the profile: that of [`Weights::id`] for White.
    pub fn id(&self) -> u64 {
        self.of(Color::White).id()
    }

    /// Returns `true` if both share their weights with `other`.
    pub fn is(&self, other: &Self) -> bool {
        self.sides.iter().zip(&other.sides).all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl From<Arc<Weights>> for SidedWeights {
    /// The same for both sides.
    fn from(weights: Arc<Weights>) -> Self {
        Self { sides: [Arc::clone(&weights), Arc::clone(&weights)], neutral: weights }
    }
}
