//! The profile language as a JSON Schema, generated from the table of keys. Editors use it to complete, explain and
//! underline profiles in TOML.
//!
//! The schema accepts every valid profile, except for two notations: `inf`, which JSON lacks and for which there is a
//! word, and quoted paths outside `[scale]`, since a second name for each key would fill every list of completions.
//! Rules that a schema cannot express are left to the checker: keys that exclude each other, the results of `start`
//! and `step`, the existence of a parent, and that `12.0` is not a whole number.
//!
//! It uses draft 7, the newest that common tools support. Its definitions are named after keys and tables; those of
//! values have a hyphen, which no key has.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::eval::keys::{Decl, Kind, Section, Shape, Unit, sections};

use crate::terms::Role;

use super::check::LONGEST_NAME;
use super::keys::{EXTENDS, RESET, SCALE};
use super::schema_forms::{any, factors, number, values};
use super::shape::unit_words;
use super::{NAME, keys, scale, schema_terms};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";
/// TOML version of the reader, for tools that support several.
const TOML_VERSION: &str = "v1.1.0";

const EXTENDS_MEANING: &str = "The profile that this one builds on: a name, or a path that counts from the folder \
                               of this file. Everything but the texts at the top is taken over, key by key.\n\n\
                               ```toml\nextends = \"fabchess\"\n```";
const RESET_MEANING: &str = "Sections and keys that are not taken over from the profile extended.\n\n\
                             ```toml\nreset = [\"passed_pawns\", \"pawns.isolated\"]\n```";
const SCALE_MEANING: &str = "Factors for sections and single keys, applied to the finished profile. If several apply \
                             to a key, they are multiplied.\n\n\
                             ```toml\n[scale]\nking_attack = 1.4\npsqt = { mg = 1.2 }\n\"mobility.rook\" = 0.8\n```";

/// Renders the schema as it is committed in `profiles/schema.json`.
pub fn text() -> String {
    format!("{:#}\n", schema())
}

fn schema() -> Value {
    let mut root = table("", |_| true, false, reference);
    for key in keys::DIRECTIVES.into_iter().chain(keys::CUSTOM_TERMS) {
        root["properties"][key] = reference(key);
    }
    let mut schema = json!({
        "$schema": DRAFT,
        "title": "Profile",
        "description": "An evaluation for the chess engine Temperament. Only `name` is required.",
        "x-tombi-toml-version": TOML_VERSION,
    });
    merge(&mut schema, root);
    merge(&mut schema, json!({ "required": [NAME], "definitions": definitions() }));
    schema
}

/// Keys, tables, factors and the forms of values, by name.
fn definitions() -> Map<String, Value> {
    let mut all = Map::new();
    for (section, decl) in declarations() {
        let key = full_key(section, decl);
        for table in tables_above(&key) {
            let schema = table_schema(&table);
            all.entry(table).or_insert(schema);
        }
        if let Kind::Values(shape, unit) = decl.kind {
            all.entry(values_name(shape, unit)).or_insert_with(|| any(unit_words(unit), values(shape, unit)));
        }
        all.insert(key, key_schema(section, decl));
    }
    let (reset, path) = reset();
    let own = schema_terms::keys();
    all.extend(own.into_iter().map(|(key, schema)| (key.to_owned(), schema)));
    all.insert(EXTENDS.to_owned(), extends());
    all.insert(RESET.to_owned(), reset);
    all.insert(PATH.to_owned(), path);
    all.insert(SCALE.to_owned(), scale_root());
    all.insert(FACTOR.to_owned(), any("factor", factors()));
    for path in paths().into_iter().filter(|path| scale::is_scalable(path)) {
        all.insert(format!("{SCALE}.{path}"), scale_entry(&path));
    }
    all
}

fn declarations() -> impl Iterator<Item = (&'static Section, &'static Decl)> {
    sections().iter().flat_map(|section| section.decls.iter().map(move |decl| (section, decl)))
}

fn full_key(section: &Section, decl: &Decl) -> String {
    match section.name {
        "" => decl.name.to_owned(),
        section => format!("{section}.{}", decl.name),
    }
}

/// The tables that contain a key, outermost first.
fn tables_above(key: &str) -> impl Iterator<Item = String> {
    key.match_indices('.').map(|(end, _)| key[..end].to_owned())
}

/// All valid paths: sections, tables in them and keys, in the order of the table.
fn paths() -> Vec<String> {
    let mut seen = BTreeSet::new();
    let all = declarations().flat_map(|(section, decl)| {
        let key = full_key(section, decl);
        tables_above(&key).chain([key.clone()]).collect::<Vec<_>>()
    });
    all.filter(|path| seen.insert(path.clone())).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

/// Builds a table of the wanted paths below `path`. Unless `is_deep`, paths further below are left out: there, a
/// quoted path is a key as well. `schema` returns the schema of a full path.
fn table(path: &str, is_wanted: fn(&str) -> bool, is_deep: bool, schema: fn(&str) -> Value) -> Value {
    let mut properties = Map::new();
    for full in paths().iter().filter(|full| is_wanted(full)) {
        let below = match path {
            "" => Some(full.as_str()),
            path => full.strip_prefix(path).and_then(|rest| rest.strip_prefix('.')),
        };
        if let Some(below) = below.filter(|below| is_deep || !below.contains('.')) {
            properties.insert(below.to_owned(), schema(full));
        }
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn merge(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}

fn table_schema(path: &str) -> Value {
    let mut schema = json!({});
    if let Some(section) = sections().iter().find(|section| section.name == path) {
        merge(&mut schema, json!({ "title": section.title, "description": section.meaning }));
    }
    merge(&mut schema, table(path, |_| true, false, reference));
    schema
}

fn key_schema(section: &Section, decl: &Decl) -> Value {
    let mut schema = json!({ "description": description(section, decl) });
    let takes = match decl.kind {
        Kind::Values(shape, unit) => {
            json!({ "default": 0, "allOf": [reference(&values_name(shape, unit))] })
        }
        Kind::Choice(options) => {
            let names: Vec<&str> = options.iter().map(|option| option.name).collect();
            let meanings: Vec<&str> = options.iter().map(|option| option.meaning).collect();
            json!({
                "type": "string",
                "enum": names,
                "default": names.first(),
                "x-taplo": { "docs": { "enumValues": meanings } },
            })
        }
        Kind::Number { default, min, max, whole, words } => {
            let kind = if whole { "integer" } else { "number" };
            let plain = json!({ "type": kind, "minimum": number(min), "maximum": number(max) });
            let mut takes = match words {
                [] => plain,
                words => {
                    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                    any(decl.name, vec![plain, json!({ "type": "string", "enum": names })])
                }
            };
            // A default outside the bounds cannot be written: it means that the value is derived.
            if (min..=max).contains(&default) {
                merge(&mut takes, json!({ "default": number(default) }));
            }
            takes
        }
        Kind::Text if decl.name == NAME => {
            json!({ "type": "string", "pattern": format!("^[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}$") })
        }
        Kind::Text => json!({ "type": "string" }),
        Kind::Lines => json!({ "type": "array", "items": { "type": "string" } }),
    };
    merge(&mut schema, takes);
    schema
}

/// Describes a key in Markdown.
fn description(section: &Section, decl: &Decl) -> String {
    let mut text = decl.meaning.to_owned();
    if !decl.definition.is_empty() {
        text += &format!(" {}", decl.definition);
    }
    if let Kind::Choice(options) = decl.kind {
        let lines = options.iter().map(|option| format!("- `\"{}\"`: {}", option.name, option.meaning));
        text += &format!("\n\n{}", lines.collect::<Vec<_>>().join("\n"));
    }
    let table = match section.name {
        "" => String::new(),
        section => format!("[{section}]\n"),
    };
    text + &format!("\n\n```toml\n{table}{} = {}\n```", decl.name, decl.example)
}

fn values_name(shape: Shape, unit: Unit) -> String {
    let unit = match unit {
        Unit::Score => "score",
        Unit::AttackUnits => "attack-units",
        Unit::SignedAttackUnits => "signed-attack-units",
        Unit::Percent => "percent",
        Unit::Share => "share",
        Unit::Plain => "plain",
    };
    match shape {
        Shape::One => format!("{unit}-single"),
        Shape::ByFile => format!("{unit}-by-file"),
        Shape::ByRank => format!("{unit}-by-rank"),
        Shape::BySquare => format!("{unit}-by-square"),
        Shape::ByCount { last } => format!("{unit}-by-count-to-{last}"),
        Shape::ByDistance { first, last, enough } => {
            format!("{unit}-by-distance-{first}-to-{enough}-or-{last}")
        }
    }
}

fn extends() -> Value {
    json!({ "description": EXTENDS_MEANING, "type": "string", "minLength": 1 })
}

/// Name of the definition of a path that can be reset.
const PATH: &str = "reset-path";

/// The value of `reset` and a path in it.
fn reset() -> (Value, Value) {
    let meanings: Vec<Option<&str>> = paths().iter().map(|path| meaning(path)).collect();
    let known = json!({
        "type": "string",
        "enum": paths(),
        "x-taplo": { "docs": { "enumValues": meanings } },
    });
    let own = json!({ "type": "string", "pattern": schema_terms::PATH });
    let path = any("a key or section", vec![known, own]);
    (
        json!({ "description": RESET_MEANING, "anyOf": [{ "type": "array", "items": reference(PATH) }, reference(PATH)] }),
        path,
    )
}

/// Summary of a section or key in a sentence or two.
fn meaning(path: &str) -> Option<&'static str> {
    let section = sections().iter().find(|section| section.name == path);
    let key = || keys::find(path).map(|entry| entry.decl.meaning);
    section.map(|section| section.meaning).or_else(key)
}

/// Name of the definition of the forms of a factor.
const FACTOR: &str = "scale-factor";

fn scale_table(path: &str) -> Value {
    table(path, scale::is_scalable, true, |full| reference(&format!("{SCALE}.{full}")))
}

fn scale_root() -> Value {
    let mut schema = json!({ "title": "Scale", "description": SCALE_MEANING });
    merge(&mut schema, scale_table(""));
    let own = json!({
        "description": "The factor of all that the profile declares itself, or a table of factors.",
        "anyOf": [reference(FACTOR), { "type": "object" }],
    });
    for role in [Role::Term, Role::Table, Role::Factor] {
        schema["properties"][role.key()] = own.clone();
    }
    schema["patternProperties"] = json!({ (schema_terms::OWN_PATH): reference(FACTOR) });
    schema
}

/// The factor of a key or of all below a table, or factors for the contents of the table.
fn scale_entry(path: &str) -> Value {
    let mut text = match keys::find(path) {
        Some(_) => format!("The factor of `{path}`."),
        None => format!("The factor of all scores of `{path}`, or a table of factors."),
    };
    if let Some(meaning) = meaning(path) {
        text += &format!(" {meaning}");
    }
    let mut forms = vec![reference(FACTOR)];
    if keys::is_table(path) {
        forms.push(scale_table(path));
    }
    json!({ "description": text, "anyOf": forms })
}
