//! The table of keys as a message.

use temperament_engine::eval::keys::topic::Topic;
use temperament_engine::eval::keys::{self, Entry, Shape, Unit, entries, sections};
use temperament_engine::profile::{entry_words, index_word, unit_words};
use temperament_engine::terms::reference as language;

use super::protocol::studio::{Choice, Key, Keys, Kind, Section};

/// The whole table.
pub(super) fn table() -> Keys {
    let section = |section: &keys::Section| {
        let own = entries().filter(|entry| entry.section.name == section.name);
        Section {
            name: section.name,
            title: section.title,
            meaning: section.meaning,
            keys: own.map(|entry| key(&entry)).collect(),
        }
    };
    Keys { sections: sections().iter().map(section).collect(), language: language::page() }
}

pub(super) fn key(entry: &Entry) -> Key {
    let has_values = entry.slot().is_some();
    Key {
        key: entry.key(),
        meaning: entry.decl.meaning,
        definition: entry.decl.definition,
        example: entry.decl.example,
        topic: has_values.then(|| Topic::of(entry).title()),
        kind: kind(entry.decl.kind),
    }
}

fn kind(kind: keys::Kind) -> Kind {
    match kind {
        keys::Kind::Values(shape, unit) => {
            let (min, max) = unit.bounds();
            Kind::Values {
                shape: shape_name(shape),
                entries: (0..shape.len()).map(|index| index_word(shape, index)).collect(),
                words: (0..shape.len()).map(|index| entry_words(shape, index)).collect(),
                unit: unit_words(unit),
                is_score: unit == Unit::Score,
                min,
                max,
            }
        }
        keys::Kind::Choice(options) => {
            let option = |option: &keys::Opt| Choice { name: option.name, meaning: option.meaning };
            Kind::Choice { options: options.iter().map(option).collect() }
        }
        keys::Kind::Number { default, min, max, whole, words } => Kind::Number {
            default: (min..=max).contains(&default).then_some(default),
            min,
            max,
            whole,
            words: words.iter().map(|(word, _)| *word).collect(),
        },
        keys::Kind::Text => Kind::Text,
        keys::Kind::Lines => Kind::Lines,
    }
}

const fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::One => "one",
        Shape::ByFile => "file",
        Shape::ByRank => "rank",
        Shape::BySquare => "square",
        Shape::ByCount { .. } => "count",
        Shape::ByDistance { .. } => "distance",
    }
}
