//! The profile that is tuned, and the file that comes of it.

use std::sync::Arc;

use anyhow::{anyhow, bail, ensure};

use super::options::Args;
use crate::cli::files::Later;
use crate::eval::Weights;
use crate::profile::numbers::{Number, numbers, rewrite};
use crate::profile::{Diagnostic, Format, Library, Origin, Profile, Source};
use crate::tune::Variables;

/// A profile with the numbers of its file.
pub struct Subject {
    /// Its text.
    pub source: Arc<Source>,
    /// What it says.
    pub profile: Profile,
    /// The same, compiled.
    pub weights: Arc<Weights>,
    /// The numbers that it gives to keys with values.
    pub numbers: Vec<Number>,
}

/// The file that was written.
pub struct Written {
    /// The numbers in it, as many as there were.
    pub numbers: Vec<i32>,
    /// What its text says.
    pub profile: Profile,
}

impl Subject {
    /// Loads the profile, as it will be found where the tuned one is to be.
    pub fn load(args: &Args, library: &Library) -> anyhow::Result<Self> {
        let faulty = |faults: Vec<String>| {
            anyhow!(
                "the profile `{}` cannot be used:\n  {}",
                args.profile,
                faults.join("\n  ")
            )
        };
        let (source, origin) = library
            .source(&args.profile)
            .map_err(|error| faulty(error.lines()))?;
        let lines = |faults: Vec<Diagnostic>| faulty(faults.iter().map(ToString::to_string).collect());
        let (profile, warnings) = library.parse(&source, &origin).map_err(lines)?;
        for warning in warnings {
            complain!("{warning}");
        }
        ensure!(
            profile.values.splits.is_empty(),
            "{} weighs the engine's side and the opponent's apart (`own`, `their`), but a label is the same for both",
            source.file
        );
        if Format::of(&args.out) != Some(source.format) {
            bail!(
                "{}: the text of {} is kept, so the name ends in .{}",
                args.out.display(),
                source.file,
                source.format.extension()
            );
        }
        // What it extends by a path must be there for the new file too.
        let there = Source::new(
            args.out.display().to_string(),
            source.format,
            source.text.as_str(),
        );
        library
            .parse(&there, &Origin::File(args.out.clone()))
            .map_err(lines)?;
        let numbers = numbers(&source, &profile).map_err(|fault| anyhow!("{fault}"))?;
        Ok(Self {
            weights: Arc::new(profile.compile()),
            source,
            profile,
            numbers,
        })
    }

    /// Writes the text with other numbers, read again to be sure of what it says.
    pub fn write(
        &self,
        args: &Args,
        file: &Later,
        library: &Library,
        variables: &Variables,
        x: &[f64],
    ) -> anyhow::Result<Written> {
        let new = variables.rounded(&self.numbers, x);
        let text = rewrite(&self.source, &self.numbers, &new).map_err(|fault| anyhow!("{fault}"))?;
        let out = Source::new(args.out.display().to_string(), self.source.format, text.as_str());
        let parsed = library.parse(&out, &Origin::File(args.out.clone()));
        let (profile, _) = parsed.map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            anyhow!("the tuned numbers are not allowed:\n  {}", lines.join("\n  "))
        })?;
        file.write(&text)?;
        Ok(Written {
            numbers: new,
            profile,
        })
    }
}
