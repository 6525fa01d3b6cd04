//! The constants of the search that games can tune, each with its unit and range.
//!
//! A usual build compiles them in. A build with the Cargo feature `tunable` reads them from the calling thread, so that
//! two players of one process can differ: `temper spsa` and `--a-set search.NAME=VALUE` of `temper match` set them.
//!
//! Scores are in centipawns of the profile's own pawn, depths and reductions in plies.

#[cfg(feature = "tunable")]
use std::cell::Cell;

/// A constant that games can tune.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tunable {
    /// Its name, as in `search.NAME`.
    pub name: &'static str,
    /// Value in a usual build.
    pub default: i32,
    /// Smallest value worth trying.
    pub min: i32,
    /// Largest value worth trying.
    pub max: i32,
}

/// Declares the constants: a function for each, which returns its value.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal..=$max:literal;)*) => {
        /// A value for each constant.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Tunables {
            /// The values of a usual build.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            /// All constants, in the order of their declaration.
            pub const ALL: &'static [Tunable] =
                &[$(Tunable { name: stringify!($name), default: $default, min: $min, max: $max },)*];

            /// Returns the value of a constant; `None` if there is none of this name.
            pub fn value_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                current().$name
            }
        )*
    };
}

tunables! {
    // Time.
    /// Without a next time control, this fraction of the clock is the soft bound.
    clock_divisor = 30, 10..=80;
    /// Share of the increment spent on each move, in percent.
    increment_percent = 75, 20..=100;
    /// The hard bound as a share of the soft one; percent.
    hard_to_soft = 400, 150..=1000;
    /// The hard bound is at most this share of the clock, in percent.
    hard_percent = 70, 10..=90;
    /// Factor of the soft bound when the best move has just changed; percent.
    unstable_percent = 145, 80..=300;
    /// Decrease of this factor with each iteration that confirms the best move; percent.
    stable_step = 12, 0..=40;
    /// Number of iterations after which the factor stops falling.
    last_stable = 6, 1..=12;
    /// Factor of the soft bound if no nodes went into the best move; percent.
    effort_base = 215, 50..=400;
    /// Decrease of this factor when all nodes went into the best move; percent.
    effort_slope = 180, 0..=400;
    /// A score drop of at least this much since the last iteration doubles the time; centipawns.
    score_drop_full = 80, 20..=300;

    // Iterative deepening.
    /// First half-width of the window; centipawns.
    aspiration_window = 18, 5..=60;

    // Pruning of whole nodes.
    /// Reverse futility: maximum remaining depth; plies.
    rfp_depth = 8, 4..=14;
    /// Reverse futility: margin of the evaluation above beta per ply; centipawns.
    rfp_margin = 75, 30..=150;
    /// Null move: minimum remaining depth; plies.
    null_depth = 3, 2..=5;
    /// Null move: base reduction; plies.
    null_base = 4, 2..=6;
    /// Null move: depth per additional ply of reduction; plies.
    null_depth_divisor = 4, 2..=8;
    /// Null move: evaluation above beta per additional ply of reduction; centipawns.
    null_eval_divisor = 150, 50..=400;
    /// Null move: maximum additional reduction for an evaluation above beta; plies.
    null_eval_cap = 3, 1..=8;
    /// Null move: margin of the static evaluation above beta at depth 0; centipawns.
    null_static_base = 180, 0..=400;
    /// Null move: decrease of this margin per ply of depth; centipawns.
    null_static_step = 20, 0..=60;
    /// Internal iterative reduction: minimum remaining depth; plies.
    iir_depth = 4, 2..=8;

    // Pruning of moves.
    /// Late-move pruning: maximum remaining depth; plies.
    lmp_depth = 8, 4..=14;
    /// Late-move pruning: moves searched at any depth.
    lmp_base = 4, 1..=12;
    /// Late-move pruning: additional moves per squared ply; hundredths.
    lmp_step = 80, 30..=200;
    /// Futility: maximum depth after reduction; plies.
    futility_depth = 9, 4..=14;
    /// Futility: base margin of the evaluation below alpha; centipawns.
    futility_base = 110, 20..=300;
    /// Futility: additional margin per ply; centipawns.
    futility_margin = 90, 30..=200;
    /// Futility: moves with at least this history, threat bonus included, are searched.
    futility_history = 16_000, 4000..=40_000;
    /// History pruning: maximum depth after reduction; plies.
    history_pruning_depth = 5, 2..=10;
    /// History pruning: negative history required per ply.
    history_pruning_margin = 3500, 1000..=8000;
    /// SEE pruning: maximum remaining depth; plies.
    see_depth = 9, 4..=14;
    /// SEE pruning: tolerated loss of a quiet move per squared ply; centipawns.
    see_quiet_margin = 15, 5..=60;
    /// SEE pruning: tolerated loss of a noisy move per ply; centipawns.
    see_noisy_margin = 95, 30..=200;
    /// Quiescence: delta-pruning margin, added to the value of the captured piece; centipawns.
    delta_margin = 280, 50..=400;
    /// Quiescence: if the evaluation is further than this below alpha, captures must win material; centipawns.
    even_trade_margin = 60, 0..=300;

    // Reductions and extensions.
    /// Late-move reductions: base for quiet moves; hundredths of a ply.
    lmr_base = 80, 0..=200;
    /// Late-move reductions: divisor of the product of the logarithms of depth and move number, times 100.
    lmr_divisor = 175, 100..=400;
    /// Late-move reductions: base for noisy moves; hundredths of a ply.
    lmr_noisy_base = 0, -100..=150;
    /// Late-move reductions: divisor for noisy moves, times 100.
    lmr_noisy_divisor = 320, 150..=600;
    /// History per ply of less (or more) reduction.
    lmr_history_divisor = 11_500, 3000..=20_000;
    /// Re-search after a reduction: deeper from this gain over the best score on, at depth 0; centipawns.
    re_search_margin = 50, 10..=150;
    /// Re-search after a reduction: increase of this gain per ply; centipawns.
    re_search_step = 2, 0..=10;
    /// Hindsight: minimum reduction of the move before for a deeper search; plies.
    hindsight_deeper = 2, 1..=6;
    /// Hindsight: sum of both sides' evaluations above which the search is shallower; centipawns.
    hindsight_margin = 130, 50..=400;
    /// Singular extension: minimum remaining depth; plies.
    singular_depth = 7, 4..=10;
    /// Singular extension: maximum difference between the remaining depth and that of the TT entry; plies.
    singular_tt_depth = 3, 1..=6;
    /// Singular extension: margin of the other moves below the TT score per ply; centipawns.
    singular_margin = 2, 1..=6;
    /// Singular extension: additional margin for a double extension; centipawns.
    singular_double_margin = 20, 0..=80;

    // Histories.
    /// History bonus of the cutoff move per ply of depth.
    history_step = 280, 60..=500;
    /// History bonus at depth 0.
    history_base = -60, -400..=300;
    /// Maximum history bonus.
    history_cap = 3000, 600..=4000;
    /// History malus of the moves searched before the cutoff move, as a share of its bonus; percent.
    history_malus_percent = 140, 50..=300;

    // Threat bonus.
    /// Ordering bonus of a quiet check, in units of history.
    check_bonus = 10_000, 2000..=32_000;
    /// Maximum SEE loss of a check with bonus; centipawns.
    check_see_margin = 75, 0..=200;

    // Correction history.
    /// Denominator of the update weight: an update of weight w moves the mean error by w / this of the difference.
    correction_memory = 256, 64..=1024;
    /// Maximum weight of an update.
    correction_depth_cap = 16, 4..=64;
    /// Share of the sum of the mean errors that corrects the evaluation; percent.
    correction_percent = 125, 20..=150;
}

impl Default for Tunables {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(not(feature = "tunable"))]
#[inline(always)]
const fn current() -> Tunables {
    Tunables::DEFAULT
}

#[cfg(feature = "tunable")]
thread_local! {
    static CURRENT: Cell<Tunables> = const { Cell::new(Tunables::DEFAULT) };
}

#[cfg(feature = "tunable")]
#[inline(always)]
fn current() -> Tunables {
    CURRENT.get()
}

impl Tunables {
    /// Whether this build has the Cargo feature `tunable`.
    pub const ARE_TUNABLE: bool = cfg!(feature = "tunable");

    /// Returns the values of the searches of the calling thread.
    pub fn installed() -> Self {
        current()
    }

    /// Makes these the values of the searches of the calling thread, in a build with the Cargo feature `tunable`.
    pub fn install(self) {
        #[cfg(feature = "tunable")]
        CURRENT.set(self);
    }
}
