//! The profile language as a JSON Schema, generated from the vocabulary: by it editors complete, explain and
//! underline profiles in TOML while they are written.
//!
//! The schema accepts every valid profile but for two ways to write that it does without: `inf`, which JSON lacks,
//! where a word says the same, and a path in quotes where `[scale]` is not meant, since a second name for each key
//! would fill every list of completions. What no schema can say is left to the checker: which keys exclude each
//! other, what comes of `start` and `step`, whether a parent exists, and that `12.0` is no whole number.
//!
//! It keeps to draft 7, the newest that the usual tools agree on. Its definitions are named after keys and tables;
//! those of values have a hyphen, which no key has.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::eval::keys::{Decl, Kind, SECTIONS, Section, Shape, Unit};

use super::check::LONGEST_NAME;
use super::family::{self, EXTENDS, RESET, SCALE};
use super::schema_forms::{any, factors, number, values};
use super::shape::unit_words;
use super::{NAME, keys, own_terms, scale, schema_terms};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";
/// The version of TOML that the reader understands, for tools that know several.
const TOML_VERSION: &str = "v1.1.0";

const EXTENDS_MEANING: &str = "The profile that this one builds on: a name, or a path that counts from the folder \
                               of this file. Everything but the texts at the top is taken over, key by key.\n\n\
                               ```toml\nextends = \"fabchess\"\n```";
const RESET_MEANING: &str = "Sections and keys that are not taken over from the profile extended.\n\n\
                             ```toml\nreset = [\"passed_pawns\", \"pawns.isolated\"]\n```";
const SCALE_MEANING: &str = "Factors for sections and single keys, laid over the finished profile. If several apply \
                             to a key, they are multiplied.\n\n\
                             ```toml\n[scale]\nking_attack = 1.4\npsqt = { mg = 1.2 }\n\"mobility.rook\" = 0.8\n```";

/// The schema as text, as it is committed in `profiles/schema.json`.
pub fn text() -> String {
    format!("{:#}\n", schema())
}

/// The whole schema.
fn schema() -> Value {
    let mut root = table("", |_| true, false, reference);
    for key in family::KEYS.into_iter().chain(own_terms::KEYS) {
        root["properties"][key] = reference(key);
    }
    let mut schema = json!({
        "$schema": DRAFT,
        "title": "Profile",
        "description": "An evaluation for the chess engine Temperament. Only `name` is required.",
        "x-tombi-toml-version": TOML_VERSION,
    });
    merge(&mut schema, root);
    merge(
        &mut schema,
        json!({ "required": [NAME], "definitions": definitions() }),
    );
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
            all.entry(values_name(shape, unit))
                .or_insert_with(|| any(unit_words(unit), values(shape, unit)));
        }
        all.insert(key, key_schema(section, decl));
    }
    let (reset, path) = reset();
    let own = schema_terms::keys();
    all.extend(own.map(|(key, schema)| (key.to_owned(), schema)));
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
    SECTIONS
        .into_iter()
        .flat_map(|section| section.decls.iter().map(move |decl| (section, decl)))
}

fn full_key(section: &Section, decl: &Decl) -> String {
    match section.name {
        "" => decl.name.to_owned(),
        section => format!("{section}.{}", decl.name),
    }
}

/// The tables that a key is in, the outermost first.
fn tables_above(key: &str) -> impl Iterator<Item = String> {
    key.match_indices('.').map(|(end, _)| key[..end].to_owned())
}

/// Every path that means something: sections, tables in them and keys, in the order of the vocabulary.
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

/// A table of what is wanted below `path`, without what is further below if `is_deep` is not set: there a path
/// in quotes is a key as well. `schema` gives the schema of a full path.
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
    if let Some(section) = SECTIONS.iter().find(|section| section.name == path) {
        merge(
            &mut schema,
            json!({ "title": section.title, "description": section.meaning }),
        );
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
        Kind::Number {
            default,
            min,
            max,
            whole,
            words,
        } => {
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
    };
    merge(&mut schema, takes);
    schema
}

/// What a key means, in Markdown.
fn description(section: &Section, decl: &Decl) -> String {
    let mut text = decl.meaning.to_owned();
    if !decl.definition.is_empty() {
        text += &format!(" {}", decl.definition);
    }
    if let Kind::Choice(options) = decl.kind {
        let lines = options
            .iter()
            .map(|option| format!("- `\"{}\"`: {}", option.name, option.meaning));
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

/// The name under which a path that can be reset is defined.
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

/// What a section or key is for, in a sentence or two.
fn meaning(path: &str) -> Option<&'static str> {
    let section = SECTIONS.iter().find(|section| section.name == path);
    let key = || keys::find(path).map(|entry| entry.decl.meaning);
    section.map(|section| section.meaning).or_else(key)
}

/// The name under which the forms of a factor are defined.
const FACTOR: &str = "scale-factor";

fn scale_table(path: &str) -> Value {
    table(path, scale::is_scalable, true, |full| {
        reference(&format!("{SCALE}.{full}"))
    })
}

fn scale_root() -> Value {
    let mut schema = json!({ "title": "Scale", "description": SCALE_MEANING });
    merge(&mut schema, scale_table(""));
    let own = json!({
        "description": "The factor of all own terms, or a table of factors.",
        "anyOf": [reference(FACTOR), { "type": "object" }],
    });
    schema["properties"][own_terms::TERM] = own;
    schema["patternProperties"] = json!({ (schema_terms::OWN_PATH): reference(FACTOR) });
    schema
}

/// The factor of a key or of all below a table, or factors for what is in the table.
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
