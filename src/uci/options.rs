//! The UCI options, in the order in which `uci` lists them.

use std::fmt::Write as _;

#[cfg(syzygy)]
use temperament_engine::engine::MAX_PIECES;
use temperament_engine::engine::{DEFAULT_HASH_MIB, MAX_THREADS};
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_engine::profile::CHAMPION;

/// The default profile: the file embedded at build time with `EVALFILE`, if any.
pub const DEFAULT_PROFILE: &str = match option_env!("EVALFILE") {
    Some(path) if !path.is_empty() => "evalfile",
    _ => CHAMPION,
};

/// Keywords of an `option` line. GUIs would misparse profile names that equal one, so the option `Profile` accepts
/// but does not list them.
const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// Patterns of the numbers offered for tuning, set at build time, separated by spaces.
pub const BUILT_TUNE: &str = match option_env!("TEMPERAMENT_TUNE") {
    Some(patterns) => patterns,
    None => "",
};

/// Maximum `Hash` in MiB (32 TiB).
pub const MAX_HASH_MIB: i64 = 33_554_432;

/// Default of `UCI_Elo`: an average club player.
pub const DEFAULT_ELO: i64 = 1500;

/// Type and range of an option.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// A boolean.
    Check {
        /// Before it is set.
        default: bool,
    },
    /// An integer.
    Spin {
        /// Before it is set.
        default: i64,
        /// Smallest allowed.
        min: i64,
        /// Largest allowed.
        max: i64,
    },
    /// A button.
    Button,
    /// A string; an empty one is written `<empty>`.
    String {
        /// Before it is set.
        default: &'static str,
    },
    /// One of several values.
    Combo {
        /// Before it is set.
        default: &'static str,
        /// The values.
        words: &'static [&'static str],
    },
    /// The name of an available profile.
    Profiles,
}

/// An option of the protocol.
#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    /// Name in the protocol.
    pub name: &'static str,
    /// Type and range.
    pub kind: OptionKind,
}

const fn declare(name: &'static str, kind: OptionKind) -> Declaration {
    Declaration { name, kind }
}

const fn check(default: bool) -> OptionKind {
    OptionKind::Check { default }
}

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

/// All options. GUIs show them in this order: first those that only this engine has, and the level.
pub static OPTIONS: &[Declaration] = &[
    declare("Profile", OptionKind::Profiles),
    declare("ProfileFile", OptionKind::String { default: "" }),
    declare("Tweak", OptionKind::String { default: "" }),
    // The level, unless the profile gives one.
    declare("UCI_LimitStrength", check(false)),
    declare("UCI_Elo", spin(DEFAULT_ELO, MIN_ELO as i64, MAX_ELO as i64)),
    declare("Hash", spin(DEFAULT_HASH_MIB as i64, 1, MAX_HASH_MIB)),
    declare("Clear Hash", OptionKind::Button),
    declare("Threads", spin(1, 1, MAX_THREADS as i64)),
    declare("MultiPV", spin(1, 1, temperament_engine::board::MAX_MOVES as i64)),
    // `go ponder` controls pondering.
    declare("Ponder", check(false)),
    declare("Move Overhead", spin(10, 0, 5000)),
    declare("UCI_Chess960", check(false)),
    declare("OwnBook", check(true)),
    declare("UCI_AnalyseMode", check(false)),
    declare("UCI_ShowWDL", check(false)),
    declare("UCI_EngineAbout", OptionKind::String { default: ABOUT }),
    #[cfg(syzygy)]
    declare("SyzygyPath", OptionKind::String { default: "" }),
    #[cfg(syzygy)]
    declare("SyzygyProbeDepth", spin(1, 1, 100)),
    #[cfg(syzygy)]
    declare("Syzygy50MoveRule", check(true)),
    #[cfg(syzygy)]
    declare("SyzygyProbeLimit", spin(MAX_PIECES as i64, 0, MAX_PIECES as i64)),
    declare("Reload", OptionKind::Combo { default: RELOADS[0], words: &RELOADS }),
    declare("Reload Profile", OptionKind::Button),
    // For match runners, which do not show an `info string`.
    declare("Strict", check(false)),
];

/// When a changed profile takes effect: at once in analysis, from the next search on, or only after `Reload Profile`.
pub const RELOADS: [&str; 3] = ["auto", "next search", "off"];

const ABOUT: &str = concat!(
    "Temperament ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine whose whole evaluation is a text file"
);

/// A valid value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// A boolean.
    Flag(bool),
    /// An integer within bounds.
    Number(i64),
    /// A string, or a combo value as declared; empty for `<empty>`.
    Text(String),
    /// A pressed button.
    Pressed,
}

/// Finds an option by name, ignoring case.
pub fn find(name: &str) -> Option<&'static Declaration> {
    OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name))
}

/// Parses the value of a spin option.
///
/// # Errors
/// A message with the expected value.
pub fn read_spin(name: &str, text: &str, min: i64, max: i64) -> Result<i64, String> {
    match text.parse() {
        Ok(n) if (min..=max).contains(&n) => Ok(n),
        _ => Err(format!("{name}: expected a whole number from {min} to {max}, found `{text}`")),
    }
}

impl Declaration {
    /// Parses a value of this option.
    ///
    /// # Errors
    /// A message with the expected value.
    pub fn read(&self, text: Option<&str>) -> Result<OptionValue, String> {
        if let OptionKind::Button = self.kind {
            return Ok(OptionValue::Pressed);
        }
        let Some(text) = text else {
            return Err(format!("{}: expected a value", self.name));
        };
        match self.kind {
            OptionKind::Check { .. } if text.eq_ignore_ascii_case("true") => Ok(OptionValue::Flag(true)),
            OptionKind::Check { .. } if text.eq_ignore_ascii_case("false") => Ok(OptionValue::Flag(false)),
            OptionKind::Check { .. } => {
                Err(format!("{}: expected `true` or `false`, found `{text}`", self.name))
            }
            OptionKind::Spin { min, max, .. } => {
                read_spin(self.name, text, min, max).map(OptionValue::Number)
            }
            OptionKind::Combo { words, .. } => match words.iter().find(|w| w.eq_ignore_ascii_case(text)) {
                Some(word) => Ok(OptionValue::Text((*word).to_owned())),
                None => {
                    Err(format!("{}: expected one of `{}`, found `{text}`", self.name, words.join("`, `")))
                }
            },
            _ if text.eq_ignore_ascii_case("<empty>") => Ok(OptionValue::Text(String::new())),
            _ => Ok(OptionValue::Text(text.to_owned())),
        }
    }

    /// Returns the line that declares this option to a GUI. `default_profile` is the default among `profiles`; it
    /// must not be a keyword of such a line.
    pub fn line(&self, default_profile: &str, profiles: &[String]) -> String {
        let mut line = format!("option name {} type ", self.name);
        line += &match self.kind {
            OptionKind::Check { default } => format!("check default {default}"),
            OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            OptionKind::Button => "button".to_owned(),
            OptionKind::String { default: "" } => "string default <empty>".to_owned(),
            OptionKind::String { default } => format!("string default {default}"),
            OptionKind::Combo { default, .. } => format!("combo default {default}"),
            OptionKind::Profiles => format!("combo default {default_profile}"),
        };
        let mut add = |word: &str| {
            // Writing to a string cannot fail.
            let _ = write!(line, " var {word}");
        };
        match self.kind {
            OptionKind::Combo { words, .. } => words.iter().for_each(|word| add(word)),
            OptionKind::Profiles => {
                profiles.iter().filter(|name| !is_keyword(name)).for_each(|name| add(name))
            }
            _ => {}
        }
        line
    }
}

/// Returns `true` if a profile name equals a keyword of an `option` line, ignoring case.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name))
}
