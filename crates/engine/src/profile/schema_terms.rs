//! `[[term]]`, `[[define]]` and `[let]` as parts of a JSON Schema. The checker, not the schema, checks expressions.

use serde_json::{Map, Value, json};

use crate::eval::custom_terms::shape;
use crate::eval::keys::{Shape, Unit};
use crate::terms::{By, MAX_DEFINITIONS, MAX_LETS, MAX_TABLE, MAX_TERMS, MAX_TEXT};

use super::custom_terms::{TEXTS, VALUES};
use super::keys::{DEFINE, LET, TERM};
use super::schema_forms::{any, values};

/// Pattern of a name, also as part of a path after `term.`.
const NAME: &str = "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$";
/// The paths of custom terms.
pub(super) const OWN_PATH: &str = "^term(\\.[a-z][a-z0-9_]*)+$";
/// The same, or all of them.
pub(super) const PATH: &str = "^term(\\.[a-z][a-z0-9_]*)*$";

const MEANINGS: [&str; 5] = [
    "A boolean: whether the term counts.",
    "Squares: the term counts once for each of them, as `sq`.",
    "What is counted: squares, a number or a boolean. Left out: 1.",
    "A number: which entry of the table counts.",
    "A phrase about what is counted, for `temper why`: {side}, {opponent}, {squares}, {pieces}, {n}, {value}, {one|many}.",
];

/// The schemas of the three keys, by key.
pub(super) fn keys() -> [(&'static str, Value); 3] {
    let text = json!({ "type": "string", "minLength": 1, "maxLength": MAX_TEXT });
    let lets = json!({ "type": "object", "additionalProperties": text });
    let mut names = lets.clone();
    names["description"] = json!("Names for expressions that several terms use.");
    let mut in_term = lets;
    in_term["description"] = json!("Names for expressions within the term.");
    in_term["maxProperties"] = json!(MAX_LETS);
    let define = json!({
        "description": "Expressions with parameters: `safe_for(who: side, set: squares)`.",
        "type": "array",
        "maxItems": MAX_DEFINITIONS,
        "items": {
            "type": "object",
            "properties": { "name": text, "is": text },
            "required": ["name", "is"],
            "additionalProperties": false,
        },
    });
    [(LET, names), (DEFINE, define), (TERM, terms(&text, in_term))]
}

fn terms(text: &Value, lets: Value) -> Value {
    let mut fields = Map::new();
    let name = json!({
        "description": "The name; in messages and factors `term.` stands before it.",
        "type": "string",
        "pattern": NAME,
    });
    fields.insert("name".to_owned(), name);
    fields.insert(LET.to_owned(), lets);
    for (key, meaning) in TEXTS.iter().zip(MEANINGS) {
        let mut field = text.clone();
        field["description"] = json!(meaning);
        fields.insert((*key).to_owned(), field);
    }
    for by in [By::One, By::Rank, By::File, By::Square] {
        let forms = any("score", values(shape(by), Unit::Score));
        fields.insert(by.key().to_owned(), forms);
    }
    fields.insert(By::Table(1).key().to_owned(), table());
    // A term has its values in one field; a profile may inherit them.
    let two = |key: &str| json!({ "required": [key] });
    let one = VALUES.map(two);
    let none = json!({ "not": { "anyOf": VALUES.map(two) } });
    json!({
        "description": "A custom term: what it counts, and what that is worth.",
        "type": "array",
        "maxItems": MAX_TERMS,
        "items": {
            "type": "object",
            "properties": fields,
            "required": ["name"],
            "oneOf": one.into_iter().chain([none]).collect::<Vec<_>>(),
            "additionalProperties": false,
        },
    })
}

/// A list by count, or one per stage.
fn table() -> Value {
    let whole = Shape::ByCount { last: MAX_TABLE - 1 };
    let mut forms = values(whole, Unit::Score);
    forms.retain(|form| form["type"] == "array" && form["title"] != "middlegame, endgame");
    let mut list = forms.swap_remove(0);
    list["title"] = json!("an entry for each count from 0; the last goes on");
    list["minItems"] = json!(1);
    let mut single = list.clone();
    single["items"] = list["items"]["anyOf"][0].clone();
    let stages = json!({
        "title": "middlegame and endgame apart",
        "type": "object",
        "properties": { "mg": single, "eg": single },
        "minProperties": 1,
        "additionalProperties": false,
    });
    any("table", vec![list, stages])
}
