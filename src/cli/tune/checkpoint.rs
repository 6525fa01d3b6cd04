//! The file of `--state`: optimiser state, with the settings it belongs to.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::{Args, ConstraintArgs};
use super::target::Target;
use crate::cli::files;
use temperament_engine::input;
use temperament_matches::tune::{Loss, Search, State};

/// Size limit of the file in bytes: the state of some hundred thousand numbers.
const MAX_BYTES: u64 = 64 << 20;

/// Everything that determines a run. It must not change when resuming.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SearchSetup {
    /// Hash of the initial values.
    profile: String,
    /// Hash of positions, labels and the held-out split.
    data: String,
    options: Options,
    /// Initial learning rate, to which that of the state is relative.
    rate: f64,
}

/// Options that affect the result, named as on the command line.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Options {
    loss: Loss,
    lambda: f64,
    k: Option<f64>,
    seed: u64,
    #[serde(flatten)]
    constraints: ConstraintArgs,
}

#[derive(Debug, Serialize, Deserialize)]
struct Checkpoint {
    #[serde(flatten)]
    setup: SearchSetup,
    state: State,
}

impl SearchSetup {
    /// The setup of this command line.
    pub fn new(args: &Args, target: &Target, fingerprint: u64) -> Self {
        Self {
            profile: format!("{:016x}", target.weights.id()),
            data: format!("{fingerprint:016x}"),
            options: Options {
                loss: args.search.loss,
                lambda: args.reading.lambda,
                k: args.search.k,
                seed: args.search.seed,
                constraints: args.constraints.clone(),
            },
            rate: args.search.rate,
        }
    }

    /// Reads the state of a run with the same setup.
    pub fn resumed(&self, path: &Path, search: &Search<'_>) -> anyhow::Result<State> {
        let name = || path.display().to_string();
        let bytes = input::read(path, MAX_BYTES).with_context(name)?;
        let saved: Checkpoint = serde_json::from_slice(&bytes).with_context(name)?;
        let then = saved.setup;
        if let Some(what) = self.difference(&then)? {
            bail!("{}: {what}", name());
        }
        let mut state = saved.state;
        ensure!(state.fits(search.variables.all.len()), "{}: this run tunes other numbers", name());
        state.scale_rate(self.rate / then.rate);
        Ok(state)
    }

    pub fn save(&self, path: &Path, state: &State) -> anyhow::Result<()> {
        let saved = Checkpoint { setup: self.clone(), state: state.clone() };
        files::save(path, &(serde_json::to_string(&saved)? + "\n"), true)
    }

    /// The first difference to an earlier setup, in words.
    fn difference(&self, then: &Self) -> anyhow::Result<Option<String>> {
        if self.profile != then.profile {
            return Ok(Some("this run tunes another profile".to_owned()));
        }
        let [then_options, now] = [&then.options, &self.options].map(serde_json::to_value);
        let (then_options, now) = (then_options?, now?);
        let options = then_options.as_object().into_iter().flatten();
        let changed = options.into_iter().find(|(name, was)| now[name.as_str()] != **was);
        if let Some((name, was)) = changed {
            let [was, is] = [was, &now[name.as_str()]].map(words);
            return Ok(Some(format!("the run was started with --{name} {was}, not {is}")));
        }
        let is_other_data = self.data != then.data;
        Ok(is_other_data.then(|| {
            "this run has other positions or labels: --data has changed, or an option that selects them"
                .to_owned()
        }))
    }
}

/// Value of an option as on the command line.
fn words(value: &Value) -> String {
    match value {
        Value::Null => "absent".to_owned(),
        Value::Array(list) if list.is_empty() => "absent".to_owned(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
