//! What is wished for: which numbers are tuned, and how they are bound.

use crate::eval::keys::{Entry, Kind, Shape};
use crate::profile::Stage;
use crate::profile::numbers::{Effect, Number, keys_like};

/// Numbers by key: those of one key, of a section or of all that fit where `*` stands for any letters; with `.mg` or `.eg`
/// at the end only those that belong to one stage alone.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    keys: Vec<String>,
    stage: Option<Stage>,
}

impl Pattern {
    /// Reads a pattern for a profile that has these terms of its own.
    ///
    /// # Errors
    /// If no key with values is like it.
    pub fn new(text: &str, own: &[Entry]) -> Result<Self, String> {
        let of_stage = Stage::ALL.into_iter().find_map(|stage| {
            let key = text.strip_suffix(stage.name())?.strip_suffix('.')?;
            Some((key, stage))
        });
        let (key, stage) = of_stage.map_or((text, None), |(key, stage)| (key, Some(stage)));
        Ok(Self {
            text: text.to_owned(),
            keys: keys_like(key, own)?,
            stage,
        })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All keys that it means.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Whether it means this number.
    pub fn fits(&self, number: &Number) -> bool {
        let is_of_stage = |stage| number.effects.iter().all(|effect| effect.stage == stage);
        self.keys.contains(&number.key) && self.stage.is_none_or(is_of_stage)
    }
}

/// What is to be tuned, and how it is bound.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// These alone; all if there are none.
    pub only: Vec<Pattern>,
    /// Not these.
    pub freeze: Vec<Pattern>,
    /// Groups of patterns with as many numbers each: the first numbers are equal, the second, and so on.
    pub tie: Vec<Vec<Pattern>>,
    /// In these tables the a-file has what the h-file has, and so on.
    pub mirror: Vec<Pattern>,
    /// These tables must not fall.
    pub monotone: Vec<Pattern>,
    /// How strongly numbers are pulled towards what they were; of several that fit the last counts.
    pub anchors: Vec<(Option<Pattern>, f64)>,
}

impl Wishes {
    /// For each number the first of those that have to be equal to it, and which wishes mean nothing.
    ///
    /// # Errors
    /// If numbers cannot be tied.
    pub fn groups(&self, numbers: &[Number]) -> Result<(Vec<usize>, Vec<String>), String> {
        let mut group: Vec<usize> = (0..numbers.len()).collect();
        let mut idle = self.that_mean_nothing(numbers);
        for patterns in &self.tie {
            let before = group.clone();
            tie(numbers, patterns, &mut group)?;
            if group == before {
                let texts: Vec<&str> = patterns.iter().map(|pattern| pattern.text.as_str()).collect();
                idle.push(format!("--tie {}: these are one already", texts.join("=")));
            }
        }
        for pattern in &self.mirror {
            let before = group.clone();
            mirror(numbers, pattern, &mut group);
            if group == before {
                idle.push(format!(
                    "--mirror {}: the file has no table by square or file there whose two sides are apart",
                    pattern.text
                ));
            }
        }
        Ok((group, idle))
    }

    /// Of those that choose numbers which mean none of the file.
    fn that_mean_nothing(&self, numbers: &[Number]) -> Vec<String> {
        let anchors = self.anchors.iter().filter_map(|(pattern, _)| pattern.as_ref());
        let choices = [
            ("--only", self.only.iter().collect::<Vec<_>>()),
            ("--freeze", self.freeze.iter().collect()),
            ("--anchor", anchors.collect()),
        ];
        let of_option = |(option, patterns): (&str, Vec<&Pattern>)| {
            let idle = patterns
                .into_iter()
                .filter(|pattern| !numbers.iter().any(|number| pattern.fits(number)));
            let text = |pattern: &Pattern| format!("{option} {}: the file has no such number", pattern.text);
            idle.map(text).collect::<Vec<_>>()
        };
        choices.into_iter().flat_map(of_option).collect()
    }
}

/// Puts two numbers, with all that are equal to either, in one group, which is called by its first.
fn join(group: &mut [usize], a: usize, b: usize) {
    let (first, other) = (group[a].min(group[b]), group[a].max(group[b]));
    for member in group.iter_mut().filter(|member| **member == other) {
        *member = first;
    }
}

fn tie(numbers: &[Number], patterns: &[Pattern], group: &mut [usize]) -> Result<(), String> {
    let of = |pattern: &Pattern| -> Vec<usize> {
        (0..numbers.len())
            .filter(|at| pattern.fits(&numbers[*at]))
            .collect()
    };
    let lists: Vec<Vec<usize>> = patterns.iter().map(of).collect();
    if let Some(at) = lists.iter().position(Vec::is_empty) {
        let Pattern { text, keys, .. } = &patterns[at];
        let is_there = numbers.iter().any(|number| keys.contains(&number.key));
        return Err(match is_there {
            true => format!(
                "--tie: the file has nothing for {text} alone: one number stands for both stages, so they are equal already"
            ),
            false => format!("--tie: the file has no number for {text}"),
        });
    }
    let Some((first, others)) = lists.split_first() else {
        return Ok(());
    };
    for (pattern, list) in patterns[1..].iter().zip(others) {
        if list.len() != first.len() {
            return Err(format!(
                "--tie: the file has {} numbers for {} and {} for {}: only as many can be tied",
                first.len(),
                patterns[0].text,
                list.len(),
                pattern.text,
            ));
        }
        for (a, b) in first.iter().zip(list) {
            join(group, *a, *b);
        }
    }
    Ok(())
}

/// Ties each number of a table by square or file to the one whose effects are its own seen in a mirror.
fn mirror(numbers: &[Number], pattern: &Pattern, group: &mut [usize]) {
    for (a, number) in numbers
        .iter()
        .enumerate()
        .filter(|(_, number)| pattern.fits(number))
    {
        let reflected: Vec<Effect> = number
            .effects
            .iter()
            .map(|effect| {
                let at = effect.index - number.entry.place;
                let at = match number.entry.decl.kind {
                    Kind::Values(Shape::BySquare | Shape::ByFile, _) => at ^ 7,
                    _ => at,
                };
                Effect {
                    index: number.entry.place + at,
                    ..*effect
                }
            })
            .collect();
        let is_same = |other: &Number| {
            other.key == number.key
                && other.effects.len() == reflected.len()
                && reflected.iter().all(|effect| other.effects.contains(effect))
        };
        if let Some(b) = numbers.iter().position(is_same) {
            join(group, a, b);
        }
    }
}
