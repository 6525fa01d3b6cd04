//! `[[term]]`, `[[table]]`, `[[factor]]`, `[[drawn]]`, `[[define]]` and `[let]` as parts of a JSON Schema. The checker, not the schema, checks expressions.

use serde_json::{Map, Value, json};

use crate::eval::custom_terms::shape;
use crate::eval::keys::{Shape, Unit};
use crate::terms::{By, MAX_DEFINITIONS, MAX_LETS, MAX_TABLE, MAX_TERMS, MAX_TEXT, Role, Rounding};

use super::custom_terms::{AFTER_BLEND, COLUMNS, DIVISOR, MAX_NUMBER, ROUNDING, TEXTS, fields_of};
use super::keys::{DEFINE, LET};
use super::schema_forms::{any, values};

/// Pattern of a name, also as part of a path after `term.`.
const NAME: &str = "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$";
/// The paths of custom terms.
pub(super) const OWN_PATH: &str = "^(term|table|factor)(\\.[a-z][a-z0-9_]*)+$";
/// The same, or all of them.
pub(super) const PATH: &str = "^(term|table|factor|drawn)(\\.[a-z][a-z0-9_]*)*$";

const MEANINGS: [&str; 5] = [
    "A boolean: whether the term counts.",
    "Squares: the term counts once for each of them, as `sq`.",
    "What is counted: squares, a number or a boolean. Left out: 1.",
    "A number: which entry of the table counts.",
    "A phrase about what is counted, for `temper why`: {side}, {opponent}, {squares}, {pieces}, {n}, {value}, {one|many}.",
];

/// The schemas of the keys, by key.
pub(super) fn keys() -> Vec<(&'static str, Value)> {
    let text = json!({ "type": "string", "minLength": 1, "maxLength": MAX_TEXT });
    let mut names = json!({ "type": "object", "additionalProperties": text });
    names["description"] = json!("Names for expressions that several terms use.");
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
    let own = Role::ALL.map(|role| (role.key(), declared(role, &text)));
    [(LET, names), (DEFINE, define)].into_iter().chain(own).collect()
}

/// The schema of what is declared under a key.
fn declared(role: Role, text: &Value) -> Value {
    let (with_values, others) = fields_of(role);
    let unit = if role == Role::Term { Unit::Score } else { Unit::Plain };
    let fields: Map<String, Value> = (with_values.iter().map(|key| ((*key).to_owned(), forms(key, unit))))
        .chain(others.iter().map(|key| ((*key).to_owned(), field(role, key, text))))
        .collect();
    let mut items = json!({
        "type": "object",
        "properties": fields,
        "required": ["name"],
        "additionalProperties": false,
    });
    if !with_values.is_empty() {
        // The values stand in one field; a profile may inherit them.
        let required = |key: &&str| json!({ "required": [key] });
        let none = json!({ "not": { "anyOf": with_values.iter().map(required).collect::<Vec<_>>() } });
        items["oneOf"] = with_values.iter().map(required).chain([none]).collect();
    }
    json!({
        "description": match role {
            Role::Term => "A custom term: what it counts, and what that is worth.",
            Role::Table => "Numbers that expressions read: `lookup(name, index)`.",
            Role::Factor => "A factor of the score of the side ahead, which is `own`.",
            Role::Drawn => "A rule: if `when` holds for either side, the score is that of a draw.",
        },
        "type": "array",
        "maxItems": MAX_TERMS,
        "items": items,
    })
}

/// The forms of the values in a field.
fn forms(key: &str, unit: Unit) -> Value {
    let by = [By::One, By::Rank, By::File, By::Square].into_iter().find(|by| by.key() == key);
    by.map_or_else(|| table(unit), |by| any("score", values(shape(by), unit)))
}

/// A field without values.
fn field(role: Role, key: &str, text: &Value) -> Value {
    let described = |mut schema: Value, meaning: &str| {
        schema["description"] = json!(meaning);
        schema
    };
    let whole = || json!({ "type": "integer", "minimum": 1, "maximum": MAX_NUMBER });
    match key {
        "name" => json!({
            "description": format!("The name; in messages and factors `{}.` stands before it.", role.key()),
            "type": "string",
            "pattern": NAME,
        }),
        LET => json!({
            "description": "Names for expressions within the term.",
            "type": "object",
            "additionalProperties": text,
            "maxProperties": MAX_LETS,
        }),
        AFTER_BLEND => described(
            json!({ "type": "boolean" }),
            "True: it applies after the blend of middlegame and endgame.",
        ),
        DIVISOR => described(whole(), "What the factor is a part of. Left out: 100, a percentage."),
        COLUMNS => described(whole(), "Entries of a row: `lookup(name, row, column)`."),
        ROUNDING => described(
            json!({ "enum": Rounding::ALL.map(|(name, _)| name) }),
            "How the product becomes a whole number. Left out: towards zero.",
        ),
        _ => {
            let meaning = TEXTS.iter().zip(MEANINGS).find(|(name, _)| **name == key);
            described(text.clone(), meaning.map_or("", |(_, meaning)| meaning))
        }
    }
}

/// A list by count, or one per stage.
fn table(unit: Unit) -> Value {
    let whole = Shape::ByCount { last: MAX_TABLE - 1 };
    let mut forms = values(whole, unit);
    forms.retain(|form| form["type"] == "array" && form["title"] != "middlegame, endgame");
    let mut list = forms.swap_remove(0);
    list["title"] = json!("an entry for each number from 0; the last goes on");
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
