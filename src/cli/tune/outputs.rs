//! The files that a tuning writes, looked at before it begins: an hour is not to be lost because one of them exists.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::options::Args;
use crate::cli::files::{Later, check_free, is_same};

/// Where the result goes.
pub struct Outputs {
    /// The tuned profile.
    pub profile: Later,
    /// The page.
    pub report: Option<Later>,
}

impl Outputs {
    /// Makes sure that all files can be written, and that none is another or one of those that are read.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let search = &args.search;
        let written = [
            ("--out", Some(&args.out)),
            ("--report", args.report.as_ref()),
            ("--state", search.state.as_ref()),
            ("--resume", search.resume.as_ref()),
        ];
        let data = args.data.iter().map(|path| ("--data", path));
        let named: Vec<(&str, &PathBuf)> = data
            .chain(
                written
                    .into_iter()
                    .filter_map(|(option, path)| Some((option, path?))),
            )
            .collect();
        for (at, (option, path)) in named.iter().enumerate().skip(args.data.len()) {
            for (other, before) in &named[..at] {
                ensure!(!is_same(before, path), "{other} and {option} name the same file");
            }
        }
        // To tune a file in its own place may be meant, to write something else there is not.
        let profile = Path::new(&args.profile);
        for (option, path) in named.iter().skip(args.data.len()) {
            ensure!(
                *option == "--out" || !is_same(profile, path),
                "{option} names the profile"
            );
        }
        if let Some(state) = &search.state {
            check_free(state, args.force)?;
        }
        let later = |path: &PathBuf| Later::new(path, args.force);
        Ok(Self {
            profile: later(&args.out)?,
            report: args.report.as_ref().map(later).transpose()?,
        })
    }
}
