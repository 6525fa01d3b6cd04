//! The numbers that are tuned: of a profile, or constants of the search.

use anyhow::{anyhow, ensure};

use super::journal::StoredNumber;
use super::options::Options;
use crate::cli::load::compiled;
use temperament_engine::engine::Tunables;
use temperament_engine::eval::SidedWeights;
use temperament_engine::profile::decimal::Number;
use temperament_engine::profile::numbers::{Parameter, is_meant, parameters};
use temperament_engine::profile::reload::Reloader;
use temperament_engine::profile::{Library, Overrides};
use temperament_matches::arena::{Participant, Source};
use temperament_matches::setup::FileArg;
use temperament_matches::setup::load_error;

/// Prefix of the names of constants of the search.
const SEARCH: &str = "search.";
/// The step of a constant of the search, as a share of its range. Larger steps tell directions with fewer games.
const STEP: f64 = 0.1;

/// All numbers that are tuned.
pub struct Numbers {
    profile: FileArg,
    /// The profile without changes.
    weights: SidedWeights,
    parameters: Vec<Parameter>,
}

impl Numbers {
    /// Finds the numbers that match.
    ///
    /// # Errors
    /// If the profile cannot be used, or a pattern matches nothing.
    pub fn load(options: &Options, library: &Library) -> anyhow::Result<Self> {
        let name = options.profile.clone().unwrap_or_default();
        let (of_search, of_profile): (Vec<&String>, Vec<&String>) =
            options.only.iter().partition(|pattern| pattern.starts_with(SEARCH));
        let mut parameters_of = Vec::new();
        if !of_profile.is_empty() {
            let patterns: Vec<String> = of_profile.into_iter().cloned().collect();
            let (profile, _) = library.load(&name).map_err(|error| load_error(&name, &error))?;
            parameters_of = parameters(&profile, &patterns).map_err(|message| anyhow!(message))?;
        }
        for pattern in of_search {
            parameters_of.extend(constants(pattern)?);
        }
        Ok(Self { weights: compiled(library, &name)?, profile: name, parameters: parameters_of })
    }

    /// The profile as given.
    pub fn profile(&self) -> &FileArg {
        &self.profile
    }

    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The numbers as the journal records them.
    pub fn stored(&self) -> Vec<StoredNumber> {
        self.parameters.iter().map(|p| StoredNumber { name: p.name.clone(), value: p.value }).collect()
    }

    /// Name, old and new value of each number, in the units of its key.
    pub fn changes(&self, values: &[f64]) -> Vec<(&str, String, String)> {
        let text = |p: &Parameter, steps| Number::new(steps, p.resolution).to_string();
        let numbers = self.parameters.iter().zip(values);
        numbers.map(|(p, value)| (p.name.as_str(), text(p, p.value), text(p, value.round() as i32))).collect()
    }

    /// A player with these values of the numbers.
    ///
    /// # Errors
    /// If the profile is not valid with them.
    pub fn participant(
        &self,
        values: &[i32],
        options: &Options,
        library: &Library,
    ) -> anyhow::Result<Participant> {
        let mut tunables = Tunables::default();
        let mut overrides = Vec::new();
        for (parameter, &value) in self.parameters.iter().zip(values) {
            match parameter.name.strip_prefix(SEARCH).and_then(|name| tunables.value_mut(name)) {
                Some(constant) => *constant = value,
                None => {
                    overrides.push(format!(
                        "{}={}",
                        parameter.name,
                        Number::new(value, parameter.resolution)
                    ));
                }
            }
        }
        let weights = if overrides.is_empty() {
            self.weights.clone()
        } else {
            let tweaks = library.tweaks().and(&Overrides::new("spsa", &overrides));
            let loaded = Reloader::new(&library.with_tweaks(tweaks), &self.profile);
            let (live, _) = loaded.map_err(|error| load_error(&self.profile, &error))?;
            live.compiled().clone()
        };
        Ok(Participant {
            name: String::new(),
            source: Source::Profile(weights),
            limit: options.limit(),
            hash_mib: options.hash.into(),
            own_book: false,
            tunables,
        })
    }
}

/// The constants of the search that a pattern matches.
fn constants(pattern: &str) -> anyhow::Result<Vec<Parameter>> {
    ensure!(
        Tunables::ARE_TUNABLE,
        "{pattern}: the constants of the search are fixed in this build; build with --features tunable"
    );
    let found: Vec<Parameter> = Tunables::ALL
        .iter()
        .map(|constant| Parameter {
            name: format!("{SEARCH}{}", constant.name),
            value: constant.default,
            min: constant.min,
            max: constant.max,
            resolution: 1,
            step: (f64::from(constant.max - constant.min) * STEP).max(0.5),
        })
        .filter(|parameter| is_meant(pattern, &parameter.name))
        .collect();
    ensure!(!found.is_empty(), "there is no constant of the search like {pattern}");
    Ok(found)
}
