//! Personality files of the engine Rodent (III and IV): lines `setoption name KEY value N` or `KEY N`.
//!
//! A personality changes weights of Rodent's own evaluation. The profile changes the same weights of a shipped one, by the
//! factor or the difference to Rodent's default.

use crate::escape;
use crate::profile::source::Format;
use crate::profile::write::syntax::Pen;
use crate::spelling::nearest;

use super::rodent_keys::{Effect, KEYS_OF_IV, Key, find, names};

/// The profile that is extended.
const BASE: &str = "temperament";
/// Number of known keys that make a text a personality.
const FEWEST_KEYS: usize = 3;
/// Maximum number of unknown keys that are reported.
const MOST_UNKNOWN: usize = 20;

/// A personality.
#[derive(Debug, Default)]
pub struct Personality {
    /// Known keys that the file sets, in its order.
    settings: Vec<Setting>,
    /// Unknown keys, with their lines.
    unknown: Vec<(String, u32)>,
    /// True for Rodent IV, whose defaults differ.
    is_iv: bool,
}

#[derive(Debug)]
struct Setting {
    key: &'static Key,
    value: f64,
}

/// Error: a text is no personality.
#[derive(Debug, thiserror::Error)]
pub enum PersonalityError {
    #[error("line {line}: `{key}` is a number, found `{found}`")]
    NotANumber { line: u32, key: &'static str, found: String },
    #[error("no known keys of Rodent, such as `OwnAttack`")]
    NoKeys,
}

/// The key and value of a line.
fn pair(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.starts_with([';', '#', '/']) {
        return None;
    }
    let rest = line.strip_prefix("setoption name ").unwrap_or(line);
    let (key, value) = rest.split_once(char::is_whitespace)?;
    let value = value.trim();
    Some((key, value.strip_prefix("value ").unwrap_or(value).trim()))
}

/// Returns `true` if a text is a personality.
pub fn is_personality(text: &str) -> bool {
    let known = text.lines().filter_map(pair).filter(|(key, _)| find(key).is_some());
    known.take(FEWEST_KEYS).count() == FEWEST_KEYS
}

/// Reads a personality. Later lines replace earlier ones with the same key.
///
/// # Errors
/// If a known key has a value that is not a number, or no key is known.
pub fn read(text: &str) -> Result<Personality, PersonalityError> {
    let mut read = Personality::default();
    for (line, number) in text.lines().zip(1..) {
        let Some((name, value)) = pair(line) else { continue };
        let Some(key) = find(name) else {
            read.unknown.push((escape::bounded(name, 40), number));
            continue;
        };
        read.is_iv |= KEYS_OF_IV.contains(&key.name);
        if matches!(key.effect, Effect::None(_)) {
            read.settings.push(Setting { key, value: 0.0 });
            continue;
        }
        let value = value.parse().ok().filter(|n: &f64| n.abs() <= 1e6);
        let Some(value) = value else {
            let found = escape::bounded(pair(line).map_or("", |(_, value)| value), 40);
            return Err(PersonalityError::NotANumber { line: number, key: key.name, found });
        };
        read.settings.retain(|before| before.key.name != key.name);
        read.settings.push(Setting { key, value });
    }
    if read.settings.is_empty() {
        return Err(PersonalityError::NoKeys);
    }
    Ok(read)
}

/// The changes of a key of the profile: factors [mg, eg] of both sides.
struct Factors {
    key: &'static str,
    sides: [[f64; 2]; 2],
}

impl Personality {
    /// Writes the profile.
    pub fn text(&self, name: &str, file: &str, format: Format) -> String {
        let file = escape::one_line(file);
        let mut pen = Pen::new(format);
        let head = [
            format!("{name}: imported from the Rodent personality {file} by `temper profile import`."),
            String::new(),
            format!(
                "Factors are the personality's values divided by Rodent's defaults; they apply to {BASE}."
            ),
        ];
        pen.comment_out(&head.join("\n"));
        match format {
            Format::Toml => pen.blank_line(),
            Format::Ron => pen.open("("),
        }
        let texts = [
            ("name", name),
            ("description", "a personality of Rodent"),
            ("source", &file),
            ("extends", BASE),
        ];
        for (key, text) in texts {
            pen.put(&pen.syntax.pair(key, &pen.syntax.quote(text)));
        }
        self.put_numbers(&mut pen);
        self.put_offsets(&mut pen);
        self.put_factors(&mut pen);
        pen.finish()
    }

    /// Settings that are numbers of their own.
    fn put_numbers(&self, pen: &mut Pen) {
        for setting in &self.settings {
            let Effect::Number { section, key, factor, low, high } = setting.key.effect else { continue };
            let n = (setting.value * factor).round().clamp(low, high) + 0.0;
            pen.enter(&[section]);
            pen.put(&pen.syntax.pair(key, &n.to_string()));
        }
    }

    /// Differences to Rodent's defaults, in centipawns like the scores of the base.
    fn put_offsets(&self, pen: &mut Pen) {
        let mut offsets: Vec<([&str; 2], [f64; 2])> = Vec::new();
        for setting in &self.settings {
            let Effect::Offset { section, key, stages } = setting.key.effect else { continue };
            let difference = setting.value - self.usual(setting.key);
            let at = offsets.iter().position(|(path, _)| *path == [section, key]);
            let at = at.unwrap_or_else(|| {
                offsets.push(([section, key], [0.0; 2]));
                offsets.len() - 1
            });
            for &stage in stages {
                offsets[at].1[stage] += difference;
            }
        }
        offsets.sort_by_key(|([section, _], _)| *section);
        for ([section, key], pair) in offsets.iter().filter(|(_, pair)| *pair != [0.0; 2]) {
            pen.enter(&[section]);
            let [mg, eg] = pair.map(|n| pen.syntax.quote(&format!("{n:+}")));
            pen.put(&pen.syntax.pair(key, &format!("[{mg}, {eg}]")));
        }
    }

    fn put_factors(&self, pen: &mut Pen) {
        let factors = self.factors();
        if factors.is_empty() {
            return;
        }
        pen.open_map("scale");
        for Factors { key, sides } in factors {
            let [own, their] = sides.map(factor);
            let value = if own == their { own } else { pen.syntax.table([("own", own), ("their", their)]) };
            pen.put(&pen.syntax.pair(&pen.syntax.quote(key), &value));
        }
        pen.close_map();
    }

    /// The factors that are not 1.
    fn factors(&self) -> Vec<Factors> {
        let mut factors: Vec<Factors> = Vec::new();
        for setting in &self.settings {
            let Effect::Factor { keys, side, stages } = setting.key.effect else { continue };
            let factor = setting.value / self.usual(setting.key);
            for &key in keys {
                let at = factors.iter().position(|factors| factors.key == key).unwrap_or_else(|| {
                    factors.push(Factors { key, sides: [[1.0; 2]; 2] });
                    factors.len() - 1
                });
                for (i, pair) in factors[at].sides.iter_mut().enumerate() {
                    if side.is_none_or(|side| side as usize == i) {
                        stages.iter().for_each(|&stage| pair[stage] *= factor);
                    }
                }
            }
        }
        factors.retain(|factors| factors.sides.as_flattened().iter().any(|n| (n - 1.0).abs() > 0.004));
        factors
    }

    /// Rodent's default of a key.
    fn usual(&self, key: &Key) -> f64 {
        key.defaults[usize::from(self.is_iv)]
    }

    /// Reports which keys were mapped, and to what.
    pub fn report(&self) -> String {
        let mut lines = vec![format!("Rodent {}: extends `{BASE}`", if self.is_iv { "IV" } else { "III" })];
        for setting in &self.settings {
            let Setting { key: Key { name, is_exact, .. }, value } = setting;
            let quality = if *is_exact { "exact" } else { "rough" };
            lines.push(match setting.key.effect {
                Effect::None(reason) => format!("not mapped  {name:20} {reason}"),
                Effect::Number { section, key, .. } => {
                    format!("{quality:11} {name:20} {value} -> {section}.{key}")
                }
                Effect::Offset { section, key, .. } => {
                    let difference = value - self.usual(setting.key);
                    format!("{quality:11} {name:20} {value} -> {section}.{key} {difference:+}")
                }
                Effect::Factor { keys, side, .. } => {
                    let side = side.map_or("", |side| [" (own)", " (their)"][side as usize]);
                    let (keys, usual) = (keys.join(", "), self.usual(setting.key));
                    format!("{quality:11} {name:20} {value} -> {keys}{side} x {}", two_digits(value / usual))
                }
            });
        }
        lines.extend(self.unknown.iter().take(MOST_UNKNOWN).map(|(key, line)| {
            let nearest =
                nearest(key, names()).map_or(String::new(), |name| format!(": did you mean `{name}`?"));
            format!("not mapped  {key:20} line {line}: unknown key{nearest}")
        }));
        if self.unknown.len() > MOST_UNKNOWN {
            lines.push(format!("not mapped  {} more lines", self.unknown.len() - MOST_UNKNOWN));
        }
        lines.join("\n")
    }
}

/// A factor, or one for each stage.
fn factor([mg, eg]: [f64; 2]) -> String {
    let [mg, eg] = [mg, eg].map(two_digits);
    if mg == eg { mg } else { format!("[{mg}, {eg}]") }
}

/// A factor with at most two decimals.
fn two_digits(n: f64) -> String {
    let rounded = (n * 100.0).round() / 100.0 + 0.0;
    if rounded.fract() == 0.0 { format!("{rounded:.1}") } else { rounded.to_string() }
}
