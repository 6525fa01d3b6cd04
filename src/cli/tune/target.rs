//! The profile to tune, and the files written at the end.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail, ensure};

use super::options::Args;
use crate::cli::files::{PendingFile, check_can_create, check_distinct, is_same};
use temperament_engine::eval::Weights;
use temperament_engine::profile::numbers::{Literal, literals, rewrite};
use temperament_engine::profile::{Diagnostic, Format, Library, Origin, Profile, Source, renamed};
use temperament_matches::tune::Variables;

/// The profile to tune, with the numbers of its file.
pub struct Target {
    pub source: Arc<Source>,
    pub profile: Profile,
    pub weights: Arc<Weights>,
    /// Numbers in the file that are values of keys.
    pub numbers: Vec<Literal>,
}

pub struct Written {
    /// Its numbers, in the same order.
    pub numbers: Vec<i32>,
    pub profile: Profile,
}

impl Target {
    /// Loads the profile and checks that the output file can extend the same profiles.
    pub fn load(args: &Args, library: &Library) -> anyhow::Result<Self> {
        let faulty = |faults: Vec<String>| {
            anyhow!("the profile `{}` cannot be used:\n  {}", args.profile, faults.join("\n  "))
        };
        let (source, origin) = library.source(&args.profile).map_err(|error| faulty(error.lines()))?;
        let lines = |faults: Vec<Diagnostic>| faulty(faults.iter().map(ToString::to_string).collect());
        let (profile, warnings) = library.parse(&source, &origin).map_err(lines)?;
        for warning in warnings {
            complain!("{warning}");
        }
        ensure!(
            profile.values.splits.is_empty(),
            "{} has different weights for the engine and the opponent (`own`, `their`), but labels apply to both",
            source.file
        );
        if Format::of(&args.out) != Some(source.format) {
            bail!(
                "{}: the output has the format of {}, so its name must end in .{}",
                args.out.display(),
                source.file,
                source.format.extension()
            );
        }
        // Relative paths in `extends` must also exist for the new file.
        let there = Source::new(args.out.display().to_string(), source.format, source.text.as_str());
        library.parse(&there, &Origin::File(args.out.clone())).map_err(lines)?;
        let numbers = literals(&source, &profile);
        Ok(Self { weights: Arc::new(profile.compile()), source, profile, numbers })
    }

    /// Writes the text with the new numbers. If there are any, and the file is another one, the profile gets the name of that
    /// file, so that a match tells both apart.
    pub fn write(
        &self,
        args: &Args,
        file: &PendingFile,
        library: &Library,
        variables: &Variables,
        x: &[f64],
    ) -> anyhow::Result<Written> {
        let new = variables.rounded(&self.numbers, x);
        let text = rewrite(&self.source, &self.numbers, &new).map_err(|fault| anyhow!("{fault}"))?;
        let mut out = Source::new(args.out.display().to_string(), self.source.format, text);
        if out.text != self.source.text && !is_same(Path::new(&args.profile), &args.out) {
            let stem = args.out.file_stem().unwrap_or_default().to_string_lossy();
            if let Some(text) = renamed(&out, &stem) {
                out = Source::new(out.file.as_str(), out.format, text);
            }
        }
        Ok(Written { numbers: new, profile: file.write_profile(library, &out.text)? })
    }
}

pub struct Outputs {
    pub profile: PendingFile,
    pub report: Option<PendingFile>,
}

impl Outputs {
    /// Checks, before a long run, that all files can be written and none is named twice.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let search = &args.search;
        let written = [
            ("--out", Some(args.out.as_path())),
            ("--report", args.report.as_deref()),
            ("--state", search.state.as_deref()),
            ("--resume", search.resume.as_deref()),
        ];
        let read: Vec<(&str, &Path)> = args.data.iter().map(|path| ("--data", path.as_path())).collect();
        check_distinct(&read, &written)?;
        // Only the profile itself may replace its file.
        let profile = Path::new(&args.profile);
        for (option, path) in &written[1..] {
            ensure!(!path.is_some_and(|path| is_same(profile, path)), "{option} names the profile");
        }
        if let Some(state) = &search.state {
            check_can_create(state, args.force)?;
        }
        let later = |path: &PathBuf| PendingFile::new(path, args.force);
        Ok(Self { profile: later(&args.out)?, report: args.report.as_ref().map(later).transpose()? })
    }
}
