//! `temper uci`, and `temper` without a subcommand: an engine for GUIs.

use std::io::{self, BufReader, IsTerminal};

use temperament_engine::profile::Library;
use temperament_engine::search;
use temperament_matches::setup::FileArg;
use temperament_uci as uci;
use temperament_uci::options::BUILT_TUNE;
use temperament_uci::output::Output;

/// Arguments of `temper uci`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Default of the option Profile: a name or a path
    #[arg(long, value_name = "NAME|PATH")]
    profile: Option<FileArg>,
    /// Offer the numbers of that profile whose names match, and all below, as UCI options for SPSA tuning: `material`,
    /// `psqt.knight.mg` (may be repeated); `temper profile spsa` lists them
    #[arg(long, value_name = "PATTERN")]
    tune: Vec<String>,
}

impl Args {
    /// The first of these options on the command line.
    pub(super) fn given(&self) -> Option<&'static str> {
        let profile = self.profile.is_some().then_some("--profile");
        profile.or((!self.tune.is_empty()).then_some("--tune"))
    }

    fn setup(self) -> uci::Setup {
        let tune = if self.tune.is_empty() {
            BUILT_TUNE.split_whitespace().map(str::to_owned).collect()
        } else {
            self.tune
        };
        uci::Setup { profile: self.profile.map(Into::into), tune, poll: None }
    }
}

pub(super) fn run(args: Args, library: Library) -> anyhow::Result<()> {
    search::return_freed_blocks();
    // Somebody who starts the program by a double click sees an empty window otherwise.
    if io::stdin().is_terminal() {
        complain!(
            "Temperament speaks UCI here, as chess GUIs do: add it to one, or `quit` and run `temper play`."
        );
    }
    Ok(uci::run(library, &args.setup(), BufReader::new(io::stdin()), Output::stdout())?)
}
