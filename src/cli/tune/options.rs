//! Command-line options of `temper tune`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use serde::{Deserialize, Serialize};

use crate::cli::numbers::processors;
use crate::cli::one_of::{Choice, choice, one_of};
use temperament_engine::eval::keys::Entry;
use temperament_matches::setup::FileArg;
use temperament_matches::tune::{Constraints, DataSettings, Loss, Pattern, PointOfView, Views};

/// Arguments of `temper tune`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile to tune: a name or a path
    pub(super) profile: FileArg,
    /// Training data: EPD with c9 "1-0", `FEN [0.5]`, `FEN | centipawns | result`, or PGN (`-`: standard input)
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(super) data: Vec<PathBuf>,
    /// Output file: the text of the profile with tuned numbers
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Write an HTML report: losses, largest changes, tables before and after
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Overwrite existing output files
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten, next_help_heading = "Positions")]
    pub(super) reading: ReadingArgs,
    #[command(flatten, next_help_heading = "Parameters")]
    pub(super) constraints: ConstraintArgs,
    #[command(flatten, next_help_heading = "Optimiser")]
    pub(super) search: SearchArgs,
}

const SIDES: [Choice<PointOfView>; 2] =
    [choice("white", PointOfView::White), choice("mover", PointOfView::Mover)];

const LOSSES: [Choice<Loss>; 2] = [
    Choice { name: "squared", help: "Squared error", value: Loss::Squared },
    Choice { name: "cross-entropy", help: "Cross-entropy", value: Loss::CrossEntropy },
];

/// Options for reading training data.
#[derive(Debug, clap::Args)]
pub(super) struct ReadingArgs {
    /// Point of view of numeric results
    #[arg(long, value_name = "SIDE", value_parser = one_of(&SIDES), default_value = "white")]
    result_side: PointOfView,
    /// Point of view of scores
    #[arg(long, value_name = "SIDE", value_parser = one_of(&SIDES), default_value = "white")]
    score_side: PointOfView,
    /// Weight of the result in the target of positions with a score: 1: result only, 0: score only (no result needed)
    #[arg(long, value_name = "PART", default_value_t = 1.0, value_parser = part)]
    pub(super) lambda: f64,
    /// Skip this many plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 16)]
    skip_plies: u32,
    /// Use positions as they are, without resolving captures
    #[arg(long)]
    as_they_are: bool,
    /// Keep duplicate positions
    #[arg(long)]
    keep_duplicates: bool,
    /// Skip invalid lines and games
    #[arg(long)]
    skip_faulty: bool,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Fraction of the positions held out for validation
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = held_out)]
    held_out: f64,
}

/// Which numbers are tuned. A KEY is a key, a section, or a pattern with `*`, and may end in `.mg` or `.eg`.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub(super) struct ConstraintArgs {
    /// Tune only these keys (may be repeated)
    #[arg(long, value_name = "KEY")]
    only: Vec<String>,
    /// Do not tune these keys (may be repeated)
    #[arg(long, value_name = "KEY")]
    freeze: Vec<String>,
    /// Keep the numbers of two keys equal, entry by entry: KEY=KEY (may be repeated)
    #[arg(long, value_name = "KEY=KEY")]
    tie: Vec<String>,
    /// Keep tables by square or file symmetric, left to right (may be repeated)
    #[arg(long, value_name = "KEY")]
    mirror: Vec<String>,
    /// Keep tables non-decreasing (may be repeated)
    #[arg(long, value_name = "KEY")]
    monotone: Vec<String>,
    /// L2 regularisation towards the initial values: 0.01 for all, KEY=0.01 for some, 0 for none; the last match counts
    /// (may be repeated) [default: 30 divided by the number of positions, of which each game counts as at most 13]
    #[arg(long, value_name = "[KEY=]PULL")]
    anchor: Vec<String>,
}

/// Options of the optimiser.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Loss function
    #[arg(long, value_parser = one_of(&LOSSES), default_value = "squared")]
    pub(super) loss: Loss,
    /// Use this K instead of fitting it; per unit of the profile
    #[arg(long, value_name = "K", value_parser = positive)]
    pub(super) k: Option<f64>,
    /// Initial learning rate: change of a number per step in centipawns
    #[arg(long, value_name = "UNITS", default_value_t = 2.0, value_parser = positive)]
    pub(super) rate: f64,
    /// Batch size in positions; 0 for all
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 4_096)]
    pub(super) batch: usize,
    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(super) epochs: usize,
    /// Halve the learning rate after this many epochs without progress
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(8).expect("eight is not zero"))]
    pub(super) patience: NonZeroUsize,
    /// Random seed of the held-out positions and the order of batches
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of threads (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Write the optimiser state to this file, from which the run can be resumed
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Resume from the file of --state and keep it up to date; --epochs, --patience, --rate, --batch and --threads may be
    /// changed
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    pub(super) resume: Option<PathBuf>,
}

impl SearchArgs {
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }
}

impl ReadingArgs {
    pub fn settings(&self, search: &SearchArgs) -> DataSettings {
        DataSettings {
            views: Views { result: self.result_side, score: self.score_side },
            skip_plies: self.skip_plies,
            score_is_enough: self.lambda == 0.0,
            resolve: !self.as_they_are,
            keep_duplicates: self.keep_duplicates,
            skip_faulty: self.skip_faulty,
            most: self.most.unwrap_or(usize::MAX),
            held_out: self.held_out,
            seed: search.seed,
            threads: search.threads(),
        }
    }
}

impl ConstraintArgs {
    /// Resolves the patterns for a profile with these custom terms.
    ///
    /// # Errors
    /// If a pattern is invalid or matches no key.
    pub fn resolve(&self, own: &[Entry]) -> anyhow::Result<Constraints> {
        let tie = self.tie.iter().map(|text| {
            let keys: Vec<&str> = text.split('=').collect();
            ensure!(keys.len() > 1, "--tie {text}: expected KEY=KEY");
            keys.into_iter().map(|key| pattern("--tie", key, own)).collect()
        });
        Ok(Constraints {
            only: patterns("--only", &self.only, own)?,
            freeze: patterns("--freeze", &self.freeze, own)?,
            tie: tie.collect::<Result<_, _>>()?,
            mirror: patterns("--mirror", &self.mirror, own)?,
            monotone: patterns("--monotone", &self.monotone, own)?,
            anchors: self.anchor.iter().map(|text| anchor(text, own)).collect::<Result<_, _>>()?,
        })
    }
}

fn patterns(option: &str, texts: &[String], own: &[Entry]) -> anyhow::Result<Vec<Pattern>> {
    texts.iter().map(|text| pattern(option, text, own)).collect()
}

fn pattern(option: &str, text: &str, own: &[Entry]) -> anyhow::Result<Pattern> {
    Pattern::new(text.trim(), own).map_err(|message| anyhow!("{option} {text}: {message}"))
}

fn anchor(text: &str, own: &[Entry]) -> anyhow::Result<(Option<Pattern>, f64)> {
    let (key, pull) = match text.split_once('=') {
        Some((key, pull)) => (Some(pattern("--anchor", key, own)?), pull),
        None => (None, text),
    };
    let pull: f64 = pull.trim().parse().with_context(|| format!("--anchor {text}"))?;
    ensure!(pull.is_finite() && pull >= 0.0, "--anchor {text}: a pull is 0 or more");
    Ok((key, pull))
}

fn part(text: &str) -> anyhow::Result<f64> {
    let part: f64 = text.parse()?;
    ensure!((0.0..=1.0).contains(&part), "from 0 to 1");
    Ok(part)
}

fn held_out(text: &str) -> anyhow::Result<f64> {
    let part: f64 = text.parse()?;
    ensure!((0.0..=0.9).contains(&part), "from 0 to 0.9");
    Ok(part)
}

fn positive(text: &str) -> anyhow::Result<f64> {
    let number: f64 = text.parse()?;
    ensure!(number.is_finite() && number > 0.0, "more than 0");
    Ok(number)
}
