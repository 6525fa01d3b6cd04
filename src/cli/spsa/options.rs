//! The options of `temper spsa` that determine its games.

use serde::{Deserialize, Serialize};

use temperament_matches::arena::time_control::TimeControl;
use temperament_matches::arena::{DEFAULT_SEED, DrawRule, Limit, ResignRule};
use temperament_matches::setup::FileArg;
use temperament_matches::setup::count;

/// Default number of nodes per move.
const DEFAULT_NODES: u64 = 20_000;

/// Options that determine the games, stored in the journal.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
pub struct Options {
    /// The profile: a name or a path
    #[arg(required_unless_present = "resume")]
    pub profile: Option<FileArg>,
    /// Only numbers that match, and all below: `material`, `psqt.knight.mg`, `*.eg`; `search.*` for constants of the search,
    /// in a build with the Cargo feature `tunable` (may be repeated)
    #[arg(long, value_name = "PATTERN", required_unless_present = "resume")]
    pub only: Vec<String>,
    /// Number of pairs of games, such as 30k
    #[arg(long, value_name = "N", default_value = "10k", value_parser = count)]
    pub pairs: u64,
    /// Pairs of games between two changes of the numbers
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub batch: u64,
    /// Learning rate in the last pair (R_end of OpenBench)
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    pub rate: f64,
    /// Nodes per move, such as 20k [default: 20k]
    #[arg(long, value_name = "N", group = "spsa_limit", value_parser = count)]
    nodes: Option<u64>,
    /// Time control instead, as in `temper match`: 8+0.08, or 8+0.08@1500 to count 1500 nodes as a millisecond
    #[arg(long, value_name = "CONTROL", group = "spsa_limit")]
    tc: Option<TimeControl>,
    /// Openings: `balanced` or `unbalanced` (built in), or an EPD, FEN or PGN file
    #[arg(long, value_name = "NAME|FILE", default_value = "unbalanced")]
    pub openings: FileArg,
    /// Seed of the openings and perturbations
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    pub seed: u64,
    /// Hash size of each player of each running game in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
    /// Draw adjudication, as in `temper match`
    #[arg(long, value_name = "RULE", default_value = "movenumber=34,movecount=8,score=8")]
    pub draw: DrawRule,
    /// Resign adjudication, as in `temper match`
    #[arg(long, value_name = "RULE", default_value = "movecount=3,score=600,twosided=true")]
    pub resign: ResignRule,
}

impl Options {
    /// Limit of both sides.
    pub fn limit(&self) -> Limit {
        let nodes = Limit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES));
        self.tc.map_or(nodes, Limit::Clock)
    }
}
