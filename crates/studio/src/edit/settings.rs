//! The settings of a profile as messages.

use std::sync::Arc;

use crate::keys::key;
use crate::profiles::Loaded;
use crate::protocol::Fault;
use crate::protocol::edit::{File, Opened, Setting, SettingValue, Term};
use temperament_engine::eval::keys::{Entry, Kind, entries};
use temperament_engine::profile::decimal::Number;
use temperament_engine::profile::edit::{Header, header};
use temperament_engine::profile::{Format, Origin, Profile, Source};

use super::files::file as file_of;

/// A profile as the page opens it; without settings if its text has errors. Without a file if that is missing.
pub fn opened(file: Option<&(Arc<Source>, Origin)>, loaded: Option<&Loaded>, faults: Vec<Fault>) -> Opened {
    let read = |(source, _): &(Arc<Source>, Origin)| file_of(&source.text);
    let is_file = |(_, origin): &(Arc<Source>, Origin)| matches!(origin, Origin::File(_));
    let is_toml = |(source, _): &(Arc<Source>, Origin)| source.format == Format::Toml;
    let header = loaded.map_or_else(Header::default, |loaded| header(&loaded.source));
    Opened {
        file: file.map_or_else(File::default, read),
        is_file: file.is_none_or(is_file),
        is_missing: file.is_none(),
        is_toml: file
            .map_or_else(|| loaded.is_none_or(|loaded| loaded.source.format == Format::Toml), is_toml),
        extends: header.extends,
        resolution: loaded.map_or(1, |loaded| loaded.profile.values.resolution()),
        settings: loaded.map_or_else(Vec::new, settings),
        terms: loaded.map_or_else(Vec::new, |loaded| terms(&loaded.profile)),
        factors: header.factors,
        faults,
    }
}

/// The settings of all keys; then of custom terms.
fn settings(loaded: &Loaded) -> Vec<Setting> {
    let own = loaded.profile.values.custom_entries().iter().copied();
    entries().chain(own).map(|entry| setting(loaded, &entry)).collect()
}

fn setting(loaded: &Loaded, entry: &Entry) -> Setting {
    let (profile, key) = (&loaded.profile, entry.key());
    let given = profile.given(&key);
    let is_here = given.is_some_and(|given| Arc::ptr_eq(&given.location.source, &loaded.source));
    let line = given.and_then(|given| given.location.line_column()).map(|(line, _)| line);
    let origin = given.map(|given| {
        let file = std::path::Path::new(&given.location.source.file);
        let file = file.file_name().map_or_else(String::new, |file| file.to_string_lossy().into_owned());
        match line {
            Some(line) => format!("{file}, line {line}"),
            None => file,
        }
    });
    Setting {
        value: value(profile, entry),
        set: given.map(|_| if is_here { "here" } else { "inherited" }),
        origin,
        line: line.filter(|_| is_here),
        key,
    }
}

fn value(profile: &Profile, entry: &Entry) -> SettingValue {
    match entry.decl.kind {
        Kind::Values(shape, unit) => {
            let resolution = profile.values.resolution_of(unit);
            let units = |pair: &[i32; 2]| pair.map(|steps| Number::new(steps, resolution).units());
            let pairs = &profile.values.scores[entry.offset..entry.offset + shape.len()];
            SettingValue::Pairs(pairs.iter().map(units).collect())
        }
        Kind::Choice(options) => {
            let option = usize::from(profile.values.choices[entry.offset]);
            SettingValue::Text(options[option].name.to_owned())
        }
        Kind::Number { words, .. } => {
            let n = profile.values.numbers[entry.offset];
            match words.iter().find(|(_, value)| *value == n) {
                Some((word, _)) => SettingValue::Text((*word).to_owned()),
                None => SettingValue::Number(n),
            }
        }
        Kind::Text => SettingValue::Text(profile.text(&entry.key()).unwrap_or_default().to_owned()),
        Kind::Lines => SettingValue::Lines(profile.lines(&entry.key()).to_vec()),
    }
}

/// Steps per unit of the values of a key.
pub fn resolution_of(profile: &Profile, entry: &Entry) -> i32 {
    match entry.decl.kind {
        Kind::Values(_, unit) => profile.values.resolution_of(unit),
        _ => 1,
    }
}

fn terms(profile: &Profile) -> Vec<Term> {
    let term = |entry: &Entry| {
        let texts = profile.term_texts(&entry.key());
        let field =
            |key: &str| key.strip_prefix(&entry.key()).unwrap_or(key).trim_start_matches('.').to_owned();
        Term {
            key: key(entry),
            texts: texts.iter().map(|text| (field(&text.key), text.text.to_owned())).collect(),
        }
    };
    profile.values.custom_entries().iter().map(term).collect()
}
