//! How the contenders play, as far as a report shows it.

use serde_json::Value;

/// A comparison of two styles.
#[derive(Debug, Clone)]
pub struct Style {
    /// As JSON, whatever it has.
    pub data: Value,
    /// What is drawn of it, in this order.
    pub measures: Vec<StyleMeasure>,
}

/// A measure of both, and its difference.
#[derive(Debug, Clone)]
pub struct StyleMeasure {
    /// What is measured, with its unit.
    pub label: String,
    /// That of A and that of B.
    pub values: [f64; 2],
    /// B less A.
    pub difference: f64,
    /// Half the width of its 95 % interval, if there is one.
    pub error: Option<f64>,
    /// Whether it differs beyond correction for the number of measures.
    pub differs: bool,
}
