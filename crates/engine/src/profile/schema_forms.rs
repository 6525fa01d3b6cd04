//! The forms of values as parts of a JSON Schema: what `values.rs` reads and `scale.rs` multiplies by.

use serde_json::{Map, Value, json};

use crate::eval::keys::{Shape, Unit};

use super::scale::{MAX_FACTOR, SIDES};
use super::shape::list_words;
use super::values::MAX_LINEAR;

/// Pattern of a number that is added to the inherited one.
const OFFSET: &str = "^[+-](\\d+(\\.\\d*)?|\\.\\d+)$";

/// The numbers allowed in an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// One for both stages, or a pair.
    Both,
    /// A single number: inside `mg` and `eg`.
    Single,
}

/// All notations of the values of a key, for `anyOf`.
pub(super) fn values(shape: Shape, unit: Unit) -> Vec<Value> {
    let mut forms = plain(shape, unit, Stage::Both);
    forms.insert(1, pair("middlegame, endgame", &number_of(unit, unit.bounds())));
    let single = any("middlegame or endgame alone", plain(shape, unit, Stage::Single));
    forms.push(parts("middlegame and endgame apart", &super::Stage::NAMES, &single));
    forms
}

/// All notations of a factor, for `anyOf`.
pub(super) fn factors() -> Vec<Value> {
    let factor = json!({ "type": "number", "minimum": -MAX_FACTOR, "maximum": MAX_FACTOR });
    let mut forms = vec![
        titled("a factor", factor.clone()),
        pair("factors of middlegame and endgame", &factor),
        parts("middlegame and endgame apart, 1 if left out", &super::Stage::NAMES, &factor),
    ];
    let side = any("the factor of one side", forms.clone());
    let title = "what it gives the engine's own side and the opponent's, 1 if left out";
    forms.push(parts(title, &SIDES, &side));
    forms
}

/// A number, without a decimal point if possible.
pub(super) fn number(n: f64) -> Value {
    match n as i64 {
        whole if whole as f64 == n => json!(whole),
        _ => json!(n),
    }
}

/// `anyOf` several schemas; a single schema is returned as is.
pub(super) fn any(title: &str, mut forms: Vec<Value>) -> Value {
    match forms.len() {
        1 => forms.swap_remove(0),
        _ => json!({ "title": title, "anyOf": forms }),
    }
}

/// The forms allowed at the top and inside `mg` and `eg`.
fn plain(shape: Shape, unit: Unit, stage: Stage) -> Vec<Value> {
    let number = number_of(unit, unit.bounds());
    let title = match shape {
        Shape::One => "one number, or an offset such as \"+10\" to the inherited one",
        _ => "one number for all entries, or an offset such as \"+10\" to the inherited ones",
    };
    let mut forms = vec![titled(title, number.clone())];
    let entry = entry(number, stage);
    let list = |least: usize, most: usize, items: &Value| {
        let list = json!({ "type": "array", "items": items, "minItems": least, "maxItems": most });
        titled(&list_words(shape), list)
    };
    match shape {
        Shape::One => {}
        Shape::ByFile => forms.extend([list(8, 8, &entry), list(4, 4, &entry)]),
        Shape::BySquare => {
            let row = list(8, 8, &entry);
            forms.extend([list(8, 8, &row), list(64, 64, &entry)]);
        }
        _ => forms.push(list(shape.least_len(), shape.len(), &entry)),
    }
    if shape.is_linear() {
        let entry = self::entry(number_of(unit, (-MAX_LINEAR, MAX_LINEAR)), stage);
        forms.push(json!({
            "title": "start + step * index",
            "type": "object",
            "properties": { "start": entry, "step": entry },
            "required": ["step"],
            "additionalProperties": false,
        }));
    }
    forms
}

/// A number of a unit, or an offset in quotes; scores may have decimals.
fn number_of(unit: Unit, (min, max): (i32, i32)) -> Value {
    let kind = if unit == Unit::Score { "number" } else { "integer" };
    json!({ "type": [kind, "string"], "minimum": min, "maximum": max, "pattern": OFFSET })
}

fn entry(number: Value, stage: Stage) -> Value {
    match stage {
        Stage::Both => json!({ "anyOf": [number, pair("middlegame, endgame", &number)] }),
        Stage::Single => number,
    }
}

fn pair(title: &str, number: &Value) -> Value {
    let pair = json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 });
    titled(title, pair)
}

/// A table with some of `names`, all with the schema `part`.
fn parts(title: &str, names: &[&str], part: &Value) -> Value {
    let parts: Map<String, Value> = names.iter().map(|name| ((*name).to_owned(), part.clone())).collect();
    json!({
        "title": title,
        "type": "object",
        "properties": parts,
        "minProperties": 1,
        "additionalProperties": false,
    })
}

fn titled(title: &str, schema: Value) -> Value {
    let mut titled = json!({ "title": title });
    if let (Value::Object(titled), Value::Object(schema)) = (&mut titled, schema) {
        titled.extend(schema);
    }
    titled
}
