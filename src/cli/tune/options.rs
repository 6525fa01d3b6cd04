//! The arguments of `temper tune`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::cli::file_arg::FileArg;
use crate::eval::keys::Entry;
use crate::tune::{Loss, Pattern, PointOfView, ReadSettings, Views, Wishes};

/// Arguments of `temper tune`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The profile to begin with: a name or a path
    pub(super) profile: FileArg,
    /// Labelled positions: EPD with c9 "1-0", `FEN [0.5]`, `FEN | centipawns | result`, or PGN (`-`: standard input)
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(super) data: Vec<PathBuf>,
    /// Write the tuned profile to this file: the same text with other numbers
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Write a page to be looked at to this file: losses, the numbers that moved most, tables before and after
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Overwrite the files to be written if they exist
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten, next_help_heading = "Positions")]
    pub(super) reading: ReadingArgs,
    #[command(flatten, next_help_heading = "What is tuned")]
    pub(super) wishes: WishArgs,
    #[command(flatten, next_help_heading = "How")]
    pub(super) search: SearchArgs,
}

/// Which positions are taken, and what their labels mean.
#[derive(Debug, clap::Args)]
pub(super) struct ReadingArgs {
    /// For whom results as numbers count
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Side::White)]
    result_side: Side,
    /// For whom scores count
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Side::White)]
    score_side: Side,
    /// Part of the result in what is learnt where there is a score too: 1 the result alone, 0 the score alone, for which no
    /// result is needed
    #[arg(long, value_name = "PART", default_value_t = 1.0, value_parser = part)]
    pub(super) lambda: f64,
    /// Leave out so many half-moves at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 16)]
    skip_plies: u32,
    /// Take positions as they are, without playing out captures
    #[arg(long)]
    as_they_are: bool,
    /// Let a position count as often as it occurs
    #[arg(long)]
    keep_duplicates: bool,
    /// Leave out lines and games that cannot be read
    #[arg(long)]
    skip_faulty: bool,
    /// Take at most so many positions
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Part of the positions that is set aside to see what is learnt
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = held_out)]
    held_out: f64,
}

/// A point of view, as the command line spells it.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Side {
    White,
    Mover,
}

impl From<Side> for PointOfView {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Mover => Self::Mover,
        }
    }
}

/// What is tuned; a KEY is one key, a section, or has `*` for any letters, and may end in `.mg` or `.eg`.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub(super) struct WishArgs {
    /// Tune these keys alone (may be repeated)
    #[arg(long, value_name = "KEY")]
    only: Vec<String>,
    /// Leave these keys as they are (may be repeated)
    #[arg(long, value_name = "KEY")]
    freeze: Vec<String>,
    /// Keep the numbers of keys equal: KEY=KEY, the first of each, the second, and so on (may be repeated)
    #[arg(long, value_name = "KEY=KEY")]
    tie: Vec<String>,
    /// Keep tables by square or file the same from the left and from the right (may be repeated)
    #[arg(long, value_name = "KEY")]
    mirror: Vec<String>,
    /// Tables that must not fall (may be repeated)
    #[arg(long, value_name = "KEY")]
    monotone: Vec<String>,
    /// Pull numbers towards what they were: 0.01 for all, KEY=0.01 for some, 0 not at all; the last that fits counts (may
    /// be repeated) [default: 30 divided by the number of positions, of which each game counts as at most 13]
    #[arg(long, value_name = "[KEY=]PULL")]
    anchor: Vec<String>,
}

/// How the best numbers are looked for.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// What a wrong expectation costs
    #[arg(long, value_enum, default_value_t = LossName::Squared)]
    pub(super) loss: LossName,
    /// Take this K instead of the one that fits best; for one of the profile's units
    #[arg(long, value_name = "K", value_parser = positive)]
    pub(super) k: Option<f64>,
    /// How far a number moves in one step at first; in hundredths of a pawn
    #[arg(long, value_name = "UNITS", default_value_t = 2.0, value_parser = positive)]
    pub(super) rate: f64,
    /// Positions of one step; 0 for all
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value_t = 4_096
    )]
    pub(super) batch: usize,
    /// Walk over all positions at most so often
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(super) epochs: usize,
    /// Halve the rate after so many epochs without progress
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(8).expect("eight is not zero"))]
    pub(super) patience: NonZeroUsize,
    /// What is set aside and the order of the steps depend on this
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of threads (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Keep where the search stands in this file, so that it can be resumed
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Go on from the file of --state, which is kept up; of the options --epochs, --patience, --rate, --batch and --threads
    /// may be others
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    pub(super) resume: Option<PathBuf>,
}

/// A loss, as the command line spells it.
#[derive(Debug, Clone, Copy, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LossName {
    /// The square of the difference
    Squared,
    /// The logarithm of the likelihood
    CrossEntropy,
}

impl From<LossName> for Loss {
    fn from(name: LossName) -> Self {
        match name {
            LossName::Squared => Self::Squared,
            LossName::CrossEntropy => Self::CrossEntropy,
        }
    }
}

impl SearchArgs {
    /// How many threads there are to be.
    pub fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }
}

impl ReadingArgs {
    /// As the reader has it.
    pub fn settings(&self, search: &SearchArgs) -> ReadSettings {
        ReadSettings {
            views: Views {
                result: self.result_side.into(),
                score: self.score_side.into(),
            },
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

impl WishArgs {
    /// As the tuner has it for a profile with these terms of its own.
    ///
    /// # Errors
    /// If a pattern means no key, or is no pattern.
    pub fn wishes(&self, own: &[Entry]) -> anyhow::Result<Wishes> {
        let tie = self.tie.iter().map(|text| {
            let keys: Vec<&str> = text.split('=').collect();
            ensure!(keys.len() > 1, "--tie {text}: expected KEY=KEY");
            keys.into_iter().map(|key| pattern("--tie", key, own)).collect()
        });
        Ok(Wishes {
            only: patterns("--only", &self.only, own)?,
            freeze: patterns("--freeze", &self.freeze, own)?,
            tie: tie.collect::<Result<_, _>>()?,
            mirror: patterns("--mirror", &self.mirror, own)?,
            monotone: patterns("--monotone", &self.monotone, own)?,
            anchors: self
                .anchor
                .iter()
                .map(|text| anchor(text, own))
                .collect::<Result<_, _>>()?,
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
    ensure!(
        pull.is_finite() && pull >= 0.0,
        "--anchor {text}: a pull is 0 or more"
    );
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
