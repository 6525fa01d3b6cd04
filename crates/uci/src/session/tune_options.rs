//! Numbers of the profile as UCI options for tuners (`temper uci --tune`).

use super::Session;
use super::options::{OPTIONS, read_spin};
use super::refusals::reason;
use crate::UciError;
use temperament_engine::profile::decimal::Number;
use temperament_engine::profile::numbers::{Parameter, parameters};
use temperament_engine::profile::{Overrides, Profile};
use temperament_engine::spelling::nearest;

/// Offered numbers and their values.
#[derive(Debug, Default)]
pub(super) struct TuneOptions {
    offered: Vec<Parameter>,
    /// Name and value of each option that was set.
    set: Vec<(String, Number)>,
    /// True if values are pending. A tuner sets hundreds in a row; the profile is compiled once before it is used.
    are_turned: bool,
}

impl TuneOptions {
    /// Offers the numbers of a profile that match some patterns.
    pub(super) fn new(profile: &Profile, patterns: &[String]) -> Result<Self, UciError> {
        let offered = if patterns.is_empty() {
            Vec::new()
        } else {
            parameters(profile, patterns).map_err(UciError::NoParameter)?
        };
        Ok(Self { offered, ..Self::default() })
    }

    /// Returns the `option` lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.offered.iter().map(|Parameter { name, value, min, max, .. }| {
            format!("option name {name} type spin default {value} min {min} max {max}")
        })
    }

    /// Returns the values as overrides.
    pub(super) fn tweaks(&self) -> Overrides {
        let texts = self.set.iter().map(|(name, value)| format!("{name}={value}"));
        Overrides::new("option", texts)
    }
}

impl Session {
    /// Sets a tuning option; reports an unknown name.
    pub(super) fn set_tune_option(&mut self, name: &str, value: Option<&str>) {
        let tune_options = &mut self.tune_options;
        let Some(parameter) = tune_options.offered.iter().find(|p| p.name.eq_ignore_ascii_case(name)) else {
            let tune_options = tune_options.offered.iter().map(|parameter| parameter.name.as_str());
            let names = OPTIONS.iter().map(|option| option.name).chain(tune_options);
            let hint = nearest(name, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return self.refuse_option(format!("no such option: {name}{hint}"));
        };
        let name = &parameter.name;
        let text = value.unwrap_or_default();
        match read_spin(name, text, parameter.min.into(), parameter.max.into()) {
            Ok(value) => {
                tune_options.set.retain(|(other, _)| other != name);
                // In bounds, so it is an i32.
                let number = Number::new(value as i32, parameter.resolution);
                tune_options.set.push((name.clone(), number));
                tune_options.are_turned = true;
            }
            Err(message) => self.refuse_option(message),
        }
    }

    /// Applies pending values to the profile.
    pub(super) fn apply_tune_options(&mut self) {
        if std::mem::take(&mut self.tune_options.are_turned)
            && let Err(faults) = self.apply_overrides(self.settings.tweaks.clone())
        {
            self.refuse_option(reason("option", &faults));
        }
    }
}
