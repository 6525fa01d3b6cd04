//! Which numbers are tuned, and their constraints.

use temperament_engine::eval::keys::{Entry, Kind, Shape};
use temperament_engine::profile::Stage;
use temperament_engine::profile::numbers::{Effect, Literal, keys_like};

/// A pattern of numbers: a key, a section, or a glob with `*`. The suffix `.mg` or `.eg` selects numbers of one stage
/// only.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    keys: Vec<String>,
    stage: Option<Stage>,
}

impl Pattern {
    /// Parses a pattern for a profile with these custom terms.
    ///
    /// # Errors
    /// If it matches no key with values.
    pub fn new(text: &str, own: &[Entry]) -> Result<Self, String> {
        let of_stage = Stage::ALL.into_iter().find_map(|stage| {
            let key = text.strip_suffix(stage.name())?.strip_suffix('.')?;
            Some((key, stage))
        });
        let (key, stage) = of_stage.map_or((text, None), |(key, stage)| (key, Some(stage)));
        Ok(Self { text: text.to_owned(), keys: keys_like(key, own)?, stage })
    }

    /// Returns the pattern as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns all matching keys.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Returns `true` if a number matches.
    pub fn fits(&self, number: &Literal) -> bool {
        let is_of_stage = |stage| number.effects.iter().all(|effect| effect.stage == stage);
        self.keys.contains(&number.key) && self.stage.is_none_or(is_of_stage)
    }
}

/// Constraints of a tuning.
#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// Tune only these numbers; all if empty.
    pub only: Vec<Pattern>,
    /// Do not tune these numbers.
    pub freeze: Vec<Pattern>,
    /// Groups of patterns with equal counts of numbers, whose corresponding numbers are kept equal.
    pub tie: Vec<Vec<Pattern>>,
    /// Tables that are mirrored between the a- and the h-file, and so on.
    pub mirror: Vec<Pattern>,
    /// Tables that must be non-decreasing.
    pub monotone: Vec<Pattern>,
    /// L2 regularisation towards the initial values; the last match counts.
    pub anchors: Vec<(Option<Pattern>, f64)>,
}

impl Constraints {
    /// Returns, for each number, the first number of its group of equal numbers; and the constraints without effect.
    ///
    /// # Errors
    /// If numbers cannot be tied.
    pub fn groups(&self, numbers: &[Literal]) -> Result<(Vec<usize>, Vec<String>), String> {
        let mut group: Vec<usize> = (0..numbers.len()).collect();
        let mut idle = self.without_effect(numbers);
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

    /// Returns messages about patterns that match no number of the file.
    fn without_effect(&self, numbers: &[Literal]) -> Vec<String> {
        let anchors = self.anchors.iter().filter_map(|(pattern, _)| pattern.as_ref());
        let choices = [
            ("--only", self.only.iter().collect::<Vec<_>>()),
            ("--freeze", self.freeze.iter().collect()),
            ("--anchor", anchors.collect()),
        ];
        let of_option = |(option, patterns): (&str, Vec<&Pattern>)| {
            let idle =
                patterns.into_iter().filter(|pattern| !numbers.iter().any(|number| pattern.fits(number)));
            let text = |pattern: &Pattern| format!("{option} {}: the file has no such number", pattern.text);
            idle.map(text).collect::<Vec<_>>()
        };
        choices.into_iter().flat_map(of_option).collect()
    }
}

/// Merges the groups of two numbers; a group is identified by its first number.
fn join(group: &mut [usize], a: usize, b: usize) {
    let (first, other) = (group[a].min(group[b]), group[a].max(group[b]));
    for member in group.iter_mut().filter(|member| **member == other) {
        *member = first;
    }
}

fn tie(numbers: &[Literal], patterns: &[Pattern], group: &mut [usize]) -> Result<(), String> {
    let of = |pattern: &Pattern| -> Vec<usize> {
        (0..numbers.len()).filter(|at| pattern.fits(&numbers[*at])).collect()
    };
    let lists: Vec<Vec<usize>> = patterns.iter().map(of).collect();
    if let Some(at) = lists.iter().position(Vec::is_empty) {
        let Pattern { text, keys, .. } = &patterns[at];
        let is_there = numbers.iter().any(|number| keys.contains(&number.key));
        return Err(if is_there {
            format!(
                "--tie: the file has nothing for {text} alone: one number stands for both stages, so they are equal already"
            )
        } else {
            format!("--tie: the file has no number for {text}")
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

/// Ties each number of a table by square or file to its mirror image.
fn mirror(numbers: &[Literal], pattern: &Pattern, group: &mut [usize]) {
    for (a, number) in numbers.iter().enumerate().filter(|(_, number)| pattern.fits(number)) {
        let reflected: Vec<Effect> = number
            .effects
            .iter()
            .map(|effect| {
                let at = effect.index - number.entry.offset;
                let at = match number.entry.decl.kind {
                    Kind::Values(Shape::BySquare | Shape::ByFile, _) => at ^ 7,
                    _ => at,
                };
                Effect { index: number.entry.offset + at, ..*effect }
            })
            .collect();
        let is_same = |other: &Literal| {
            other.key == number.key
                && other.effects.len() == reflected.len()
                && reflected.iter().all(|effect| other.effects.contains(effect))
        };
        if let Some(b) = numbers.iter().position(is_same) {
            join(group, a, b);
        }
    }
}
