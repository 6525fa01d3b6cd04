//! Numbers of the profile as options of their own, for tuners that set each by its name: what `temper uci --tune`
//! offers.

use super::Session;
use crate::profile::parameters::{Parameter, parameters};
use crate::profile::{Profile, Tweaks};
use crate::spelling::nearest;
use crate::uci::UciError;
use crate::uci::options::{OPTIONS, read_spin};

/// What is offered, and what of it was set.
#[derive(Debug, Default)]
pub(super) struct Dials {
    offered: Vec<Parameter>,
    /// Name and value, each name once.
    set: Vec<(String, i64)>,
    /// Whether something was set that the profile does not have yet. A tuner sets hundreds in a row: the profile is
    /// compiled once, when it is wanted.
    are_turned: bool,
}

impl Dials {
    /// Offers the numbers of a profile that some patterns mean; nothing if there is no pattern.
    pub(super) fn new(profile: &Profile, patterns: &[String]) -> Result<Self, UciError> {
        let offered = match patterns.is_empty() {
            true => Vec::new(),
            false => parameters(profile, patterns).map_err(UciError::NoParameter)?,
        };
        Ok(Self {
            offered,
            ..Self::default()
        })
    }

    /// The lines that declare the options.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.offered.iter().map(
            |Parameter {
                 name,
                 value,
                 min,
                 max,
                 ..
             }| { format!("option name {name} type spin default {value} min {min} max {max}") },
        )
    }

    /// What was set, as tweaks.
    pub(super) fn tweaks(&self) -> Tweaks {
        let texts = self.set.iter().map(|(name, value)| format!("{name}={value}"));
        Tweaks::new("option", texts)
    }
}

impl Session {
    /// Sets an option that is none of the usual: one of a tuner, or none at all.
    pub(super) fn set_dial(&mut self, name: &str, value: Option<&str>) {
        let dials = &mut self.dials;
        let Some(parameter) = dials.offered.iter().find(|p| p.name.eq_ignore_ascii_case(name)) else {
            let dials = dials.offered.iter().map(|parameter| parameter.name.as_str());
            let names = OPTIONS.iter().map(|option| option.name).chain(dials);
            let hint = nearest(name, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            self.output.note(format!("no such option: {name}{hint}"));
            return;
        };
        let name = &parameter.name;
        let text = value.unwrap_or_default();
        match read_spin(name, text, parameter.min.into(), parameter.max.into()) {
            Ok(value) => {
                dials.set.retain(|(other, _)| other != name);
                dials.set.push((name.clone(), value));
                dials.are_turned = true;
            }
            Err(message) => self.output.note(message),
        }
    }

    /// Gives the profile the numbers that were set since it was last wanted.
    pub(super) fn turn_dials(&mut self) {
        if std::mem::take(&mut self.dials.are_turned) {
            // What is wrong has been told.
            let _ = self.lay(self.settings.tweaks.clone());
        }
    }
}
