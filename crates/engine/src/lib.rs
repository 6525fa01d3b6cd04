//! The chess engine **Temperament** as a library: it evaluates a position, explains the evaluation, and plays.
//!
//! Its evaluation is a text file, a *profile*. Some profiles are shipped in the crate; `temperament` is the strongest.
//! A profile is compiled into [`Weights`], which evaluate and explain, and an [`Engine`] searches with them.
//!
//! ```
//! use temperament_engine::{Engine, Explanation, Game, Level, Limits, Position, Profile, S, notation};
//!
//! let profile = Profile::load("temperament")?;
//! let position = Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")?;
//!
//! // Centipawns from White's point of view, without a search.
//! let weights = profile.compile();
//! println!("{:+}", weights.evaluate(&position));
//!
//! // The rows, each with a middlegame and an endgame number, add up exactly to the total, which is blended to the evaluation.
//! let explanation = Explanation::new(&weights, &position);
//! for row in explanation.rows.iter().filter(|row| row.difference() != S::ZERO) {
//!     println!("{:30} {:?}", row.entry.key(), row.difference().pair());
//! }
//!
//! // A move at a playing strength of 1800 Elo.
//! let mut game = Game::new(position);
//! let mut engine = Engine::new(&profile, 1);
//! engine.set_level(Level::Elo(1800));
//! let mv = engine.choose_move(&game, Limits::nodes(10_000)).ok_or("the game is over")?;
//! println!("{}", notation::san(game.position(), mv));
//! assert!(game.play(mv));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Entry points
//!
//! | To | use |
//! |---|---|
//! | load a profile by name or path, or from a text | [`Profile::load`], [`Profile::parse`] |
//! | search other folders, change values, get warnings | [`Library`], [`Overrides`] |
//! | compile it | [`Profile::compile`], [`Profile::compile_both`] |
//! | set up positions and games, read and write moves | [`Position`], [`Game`], [`notation`] |
//! | evaluate | [`Weights::evaluate`] |
//! | explain an evaluation | [`Explanation::new`] |
//! | count what is evaluated, for tuning and machine learning | [`Features::new`], [`feature_names`] |
//! | analyse | [`Engine::search`], [`Engine::search_until`], [`Engine::go`] |
//! | play, at any strength | [`Engine::choose_move`], [`Engine::set_level`] |
//!
//! [`Weights::evaluate`] and the [`Score`] of a search are in centipawns: a pawn of the profile is 100. The rows and totals of
//! explanations and features are in steps of the profile: [`Weights::units`] and [`Weights::centipawns`] convert them.
//! Evaluations are from White's point of view, and the score of a search is that of the side to move.
//!
//! # Errors
//!
//! Input from outside never panics: a faulty profile is a [`LoadError`] with all its [`Diagnostic`]s, a faulty position
//! a [`FenError`]. A move that is not legal is refused: [`Game::play`] returns `false`, and [`notation::parse_any`]
//! `None`. [`Engine::try_new`] and [`Engine::set_hash`] return a [`HashError`] if there is no memory for the hash table.
//!
//! # Threads
//!
//! [`Weights`] and [`Position`] can be shared between threads. An [`Engine`] runs one search at a time, by default on the
//! calling thread alone; [`Engine::set_threads`] adds helpers, and [`Engine::go`] searches in the background. Each
//! returns an error, or reports it, where a thread cannot be started. [`Engine::clear`] clears a hash table of more than
//! 64 MiB with one thread per processor; so do `set_tables` and `set_table_rules`, which call it.
//!
//! With one thread and a limit of depth or nodes, a search has the same result on every machine and every run.
//!
//! # Features and platforms
//!
//! - `syzygy` (default): endgame tables, on x86-64, and on ARM under macOS and Windows.
//! - `tunable`: the constants of the search can be changed; about 3 % slower.
//!
//! The crate compiles for `wasm32-unknown-unknown`, for a page in a browser, where the clock is that of JavaScript, and
//! for `wasm32-wasip1`. There are no threads there, and no user's own folder of profiles.

#![warn(missing_docs)]

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod escape;
#[doc(hidden)]
pub mod eval;
mod features;
#[doc(hidden)]
pub mod fnv;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod locked;
#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod platform;
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod spelling;
#[doc(hidden)]
pub mod terms;

pub use board::{
    Bitboard, Color, Dropped, Ending, FenError, File, Game, Move, MoveList, Piece, Position, Rank, Square,
    notation,
};
pub use engine::{
    Bound, DEFAULT_HASH_MIB, Engine, HashError, Info, Level, Limits, MAX_THREADS, Outcome, Report, Score,
    Signals, random_seed,
};
#[cfg(syzygy)]
pub use engine::{TableRules, TablebaseError};
pub use eval::explain::{Explanation, Row};
// The keys of profiles: `Decl` is the declaration of a key, `Opt` an option of a choice, `Slot` the place of a key's values
// in `Weights`.
pub use eval::keys::{Decl, Entry, Kind, Opt, Section, Shape, Slot, Unit};
pub use eval::phase::Blend;
// `S` is a score: a pair of a middlegame and an endgame number.
pub use eval::{S, SidedWeights, Weights};
pub use features::{Feature, Features, feature_names};
pub use profile::{
    Category, Diagnostic, Format, Library, Listed, LoadError, Location, Origin, Overrides, Profile, Severity,
    Source, Style,
};
pub use search::Noise;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
