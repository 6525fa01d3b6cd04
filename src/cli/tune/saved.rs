//! The file from which a search can go on: where it stands, and what it searches for, which must not have changed.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::{Args, LossName, WishArgs};
use super::subject::Subject;
use crate::cli::files;
use crate::input;
use crate::tune::{Search, State};

/// The largest file that is read, in bytes: the state of some hundred thousand numbers.
const MAX_BYTES: u64 = 64 << 20;

/// What a search looks for, and where.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Question {
    /// The profile that it begins with: a hash of all its values.
    profile: String,
    /// The positions and labels, and which of them are set aside.
    data: String,
    options: Options,
    /// The first rate, of which that of the state is a part.
    rate: f64,
}

/// Options on which the best numbers depend; each is called as on the command line.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Options {
    loss: LossName,
    lambda: f64,
    k: Option<f64>,
    seed: u64,
    #[serde(flatten)]
    wishes: WishArgs,
}

#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    question: Question,
    state: State,
}

impl Question {
    /// What is asked for now.
    pub fn new(args: &Args, subject: &Subject, fingerprint: u64) -> Self {
        Self {
            profile: format!("{:016x}", subject.weights.id()),
            data: format!("{fingerprint:016x}"),
            options: Options {
                loss: args.search.loss,
                lambda: args.reading.lambda,
                k: args.search.k,
                seed: args.search.seed,
                wishes: args.wishes.clone(),
            },
            rate: args.search.rate,
        }
    }

    /// Where a search of the same stands.
    pub fn resumed(&self, path: &Path, search: &Search<'_>) -> anyhow::Result<State> {
        let told = || path.display().to_string();
        let text = input::read_to_string(path, MAX_BYTES).with_context(told)?;
        let saved: Saved = serde_json::from_str(&text).with_context(told)?;
        let then = saved.question;
        if let Some(what) = self.difference(&then)? {
            bail!("{}: {what}", told());
        }
        let mut state = saved.state;
        ensure!(
            state.fits(search.variables.all.len()),
            "{}: this is a search with other numbers",
            told()
        );
        state.scale_rate(self.rate / then.rate);
        Ok(state)
    }

    /// Writes where the search stands.
    pub fn save(&self, path: &Path, state: &State) -> anyhow::Result<()> {
        let saved = Saved {
            question: self.clone(),
            state: state.clone(),
        };
        files::save(path, &(serde_json::to_string(&saved)? + "\n"), true)
    }

    /// What an earlier search has looked for instead; `None` if it is the same.
    fn difference(&self, then: &Self) -> anyhow::Result<Option<String>> {
        if self.profile != then.profile {
            return Ok(Some("this is the search of another profile".to_owned()));
        }
        let [then_options, now] = [&then.options, &self.options].map(serde_json::to_value);
        let (then_options, now) = (then_options?, now?);
        let options = then_options.as_object().into_iter().flatten();
        let changed = options
            .into_iter()
            .find(|(name, was)| now[name.as_str()] != **was);
        if let Some((name, was)) = changed {
            let [was, is] = [was, &now[name.as_str()]].map(words);
            return Ok(Some(format!("the search began with --{name} {was}, not {is}")));
        }
        let is_other_data = self.data != then.data;
        Ok(is_other_data.then(|| {
            "this is a search on other positions or labels: --data has changed, or an option that chooses among them"
                .to_owned()
        }))
    }
}

/// The value of an option as people write it.
fn words(value: &Value) -> String {
    match value {
        Value::Null => "absent".to_owned(),
        Value::Array(list) if list.is_empty() => "absent".to_owned(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
