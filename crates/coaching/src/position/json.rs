//! The explanation of an evaluation as one line of JSON.

use std::io::{self, Write};

use temperament_engine::escape;
use temperament_engine::eval::S;
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::eval::keys::Entry;
use temperament_engine::profile::decimal::Number;

use super::Explained;
use super::verdict::white_chances;

/// Writes a JSON object and a line end: the position as FEN, evaluation and shares in units of the profile, the evaluation
/// as on the screen, phase, and the shares of the keys `terms` and of rules of draws.
///
/// # Errors
/// Those of `out`.
pub fn write(explained: &Explained, terms: &[Entry], out: &mut impl Write) -> io::Result<()> {
    let Explained { position, weights: w, explanation: e, .. } = explained;
    let number = |steps: i32| Number::new(steps, w.resolution());
    let pawns = explained.pawns();
    let rounded = |number: f64, decimals: i32| {
        let ten = 10_f64.powi(decimals);
        serde_json::Value::from((number * ten).round() / ten + 0.0)
    };
    let (blend, pair) = (&e.blend, |s: S| format!("[{},{}]", number(s.mg()), number(s.eg())));
    write!(
        out,
        r#"{{"fen":{},"profile":{},"eval":{},"mg":{},"eg":{},"eg_sum":{},"phase":{},"#,
        quoted(&position.to_string()),
        quoted(w.name()),
        number(blend.result),
        number(blend.mg),
        number(blend.eg),
        number(e.total.eg() - e.after_blend),
        serde_json::Value::from(blend.phase),
    )?;
    write!(
        out,
        r#""pawns":{},"white_chances":{},"#,
        rounded(pawns, 2),
        rounded(white_chances(position, pawns), 1)
    )?;
    if w.custom_terms().is_some_and(CustomWeights::has_last_steps) {
        write!(out, r#""after_blend":{},"#, number(e.after_blend))?;
    }
    write!(out, r#""terms":{{"#)?;
    let mut separator = "";
    // Rules of draws have no values.
    let own = w.custom_terms().map_or(&[][..], |own| own.terms().all_entries());
    for entry in terms.iter().chain(own.iter().filter(|entry| entry.slot().is_none())) {
        let row = &e.rows[entry.ordinal];
        let (key, white, black) = (entry.key(), pair(row.white), pair(row.black));
        write!(out, r#"{separator}"{key}":{{"white":{white},"black":{black}}}"#)?;
        separator = ",";
    }
    out.write_all(b"}}\n")
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    escape::json(&serde_json::Value::from(text).to_string())
}
