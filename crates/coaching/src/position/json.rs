//! The explanation of an evaluation as one line of JSON.

use std::io::{self, Write};

use temperament_engine::escape;
use temperament_engine::eval::S;
use temperament_engine::eval::keys::Entry;
use temperament_engine::profile::decimal::Number;

use super::Explained;

/// Writes a JSON object and a line end: the position as FEN, evaluation, phase, and the shares of the keys `terms`.
///
/// # Errors
/// Those of `out`.
pub fn write(explained: &Explained, terms: &[Entry], out: &mut impl Write) -> io::Result<()> {
    let Explained { position, weights: w, explanation: e, .. } = explained;
    let number = |steps: i32| Number::new(steps, w.resolution());
    let (blend, pair) = (&e.blend, |s: S| format!("[{},{}]", number(s.mg()), number(s.eg())));
    write!(
        out,
        r#"{{"fen":{},"profile":{},"eval":{},"mg":{},"eg":{},"eg_sum":{},"phase":{},"terms":{{"#,
        quoted(&position.to_string()),
        quoted(w.name()),
        number(blend.result),
        number(blend.mg),
        number(blend.eg),
        number(e.total.eg()),
        serde_json::Value::from(blend.phase),
    )?;
    let mut separator = "";
    for entry in terms {
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
