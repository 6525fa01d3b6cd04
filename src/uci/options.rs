//! The engine's options: declared once, in the order in which `uci` lists them.

use std::fmt::Write as _;

#[cfg(feature = "syzygy")]
use crate::engine::MAX_PIECES;
use crate::engine::{DEFAULT_HASH_MIB, MAX_THREADS};
use crate::profile::CHAMPION;

/// The profile that plays unless another is chosen, provided that it loads: the one that the program was built with
/// by `EVALFILE`, which the build script embeds under this name.
pub const DEFAULT_PROFILE: &str = match option_env!("EVALFILE") {
    Some(path) if !path.is_empty() => "evalfile",
    _ => CHAMPION,
};

/// The keywords of the line that declares an option: GUIs take the next word for what they announce. A profile of such a
/// name is not offered by the option `Profile`, which accepts it all the same.
const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// What the program was built to offer for tuning: patterns with blanks between them.
pub const BUILT_TUNE: &str = match option_env!("TEMPERAMENT_TUNE") {
    Some(patterns) => patterns,
    None => "",
};

/// The largest `Hash` in MiB: 32 TiB. What the machine cannot give is refused when it is asked for.
pub const MAX_HASH_MIB: i64 = 33_554_432;

/// Which option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Id {
    /// Size of the transposition table in MiB.
    Hash,
    /// Forget all that was searched.
    ClearHash,
    /// Number of search threads.
    Threads,
    /// Number of lines to show.
    MultiPv,
    /// The GUI may let the engine think on the opponent's time. Nothing to do: `go ponder` says when.
    Ponder,
    /// Time lost on each move between engine and GUI, in milliseconds.
    MoveOverhead,
    /// Castling is written as the king taking its rook.
    Chess960,
    /// Show chances of win, draw and loss.
    ShowWdl,
    /// Something about endgame tables.
    #[cfg(feature = "syzygy")]
    Syzygy(Syzygy),
    /// The user analyses. Nothing to do: the search is the same in games and in analysis.
    AnalyseMode,
    /// Who the engine is; cannot be changed.
    EngineAbout,
    /// Name of the profile.
    Profile,
    /// Path of a profile; wins over `Profile` if not empty.
    ProfileFile,
    /// Changes laid over the profile, separated by `;`.
    Tweak,
    /// When a profile whose file has changed counts; one of [`RELOADS`].
    Reload,
    /// Load the profile anew from its files.
    ReloadProfile,
}

/// Which option about endgame tables.
#[cfg(feature = "syzygy")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syzygy {
    /// Folders with tables.
    Path,
    /// Least remaining depth for looking up positions with as many pieces as the largest tables.
    ProbeDepth,
    /// Whether the fifty-move rule makes draws of wins that take too long.
    FiftyMoveRule,
    /// Positions with more pieces are not looked up.
    ProbeLimit,
}

/// What values an option takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// On or off.
    Check {
        /// Before it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Before it is set.
        default: i64,
        /// Smallest allowed.
        min: i64,
        /// Largest allowed.
        max: i64,
    },
    /// An action.
    Button,
    /// Free text; an empty one is written `<empty>`.
    String {
        /// Before it is set.
        default: &'static str,
    },
    /// One of several words.
    Combo {
        /// Before it is set.
        default: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// The name of one of the profiles found. The default is known when they are.
    Profiles,
}

/// An option as a GUI sees it.
#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    /// Which one.
    pub id: Id,
    /// Its name in the protocol.
    pub name: &'static str,
    /// Its values.
    pub kind: Kind,
}

const fn declare(id: Id, name: &'static str, kind: Kind) -> Declaration {
    Declaration { id, name, kind }
}

const fn check(default: bool) -> Kind {
    Kind::Check { default }
}

const fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { default, min, max }
}

/// All options.
pub static OPTIONS: &[Declaration] = &[
    declare(Id::Hash, "Hash", spin(DEFAULT_HASH_MIB as i64, 1, MAX_HASH_MIB)),
    declare(Id::ClearHash, "Clear Hash", Kind::Button),
    declare(Id::Threads, "Threads", spin(1, 1, MAX_THREADS as i64)),
    declare(Id::MultiPv, "MultiPV", spin(1, 1, crate::board::MAX_MOVES as i64)),
    declare(Id::Ponder, "Ponder", check(false)),
    declare(Id::MoveOverhead, "Move Overhead", spin(10, 0, 5000)),
    declare(Id::Chess960, "UCI_Chess960", check(false)),
    declare(Id::ShowWdl, "UCI_ShowWDL", check(false)),
    declare(Id::AnalyseMode, "UCI_AnalyseMode", check(false)),
    declare(
        Id::EngineAbout,
        "UCI_EngineAbout",
        Kind::String { default: ABOUT },
    ),
    #[cfg(feature = "syzygy")]
    declare(
        Id::Syzygy(Syzygy::Path),
        "SyzygyPath",
        Kind::String { default: "" },
    ),
    #[cfg(feature = "syzygy")]
    declare(
        Id::Syzygy(Syzygy::ProbeDepth),
        "SyzygyProbeDepth",
        spin(1, 1, 100),
    ),
    #[cfg(feature = "syzygy")]
    declare(Id::Syzygy(Syzygy::FiftyMoveRule), "Syzygy50MoveRule", check(true)),
    #[cfg(feature = "syzygy")]
    declare(
        Id::Syzygy(Syzygy::ProbeLimit),
        "SyzygyProbeLimit",
        spin(MAX_PIECES as i64, 0, MAX_PIECES as i64),
    ),
    declare(Id::Profile, "Profile", Kind::Profiles),
    declare(Id::ProfileFile, "ProfileFile", Kind::String { default: "" }),
    declare(Id::Tweak, "Tweak", Kind::String { default: "" }),
    declare(
        Id::Reload,
        "Reload",
        Kind::Combo {
            default: RELOADS[0],
            words: &RELOADS,
        },
    ),
    declare(Id::ReloadProfile, "Reload Profile", Kind::Button),
];

/// When a profile whose file has changed counts: at once where the engine analyses, from the next search on,
/// or only when `Reload Profile` is pressed.
pub const RELOADS: [&str; 3] = ["auto", "next search", "off"];

const ABOUT: &str = concat!(
    "Temperament ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine whose whole evaluation is a text file"
);

/// A value that fits its option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Of a check.
    Flag(bool),
    /// Of a spin, within its bounds.
    Number(i64),
    /// Of a string or a combo (as declared); empty where `<empty>` was written.
    Text(String),
    /// Of a button.
    Pressed,
}

/// The option of a name, whatever its case.
pub fn find(name: &str) -> Option<&'static Declaration> {
    OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name))
}

/// Reads the value of an option that takes whole numbers.
///
/// # Errors
/// What was expected instead, as a sentence for the user.
pub fn read_spin(name: &str, text: &str, min: i64, max: i64) -> Result<i64, String> {
    match text.parse() {
        Ok(n) if (min..=max).contains(&n) => Ok(n),
        _ => Err(format!(
            "{name}: expected a whole number from {min} to {max}, found `{text}`"
        )),
    }
}

impl Declaration {
    /// Reads a value for this option.
    ///
    /// # Errors
    /// What was expected instead, as a sentence for the user.
    pub fn read(&self, text: Option<&str>) -> Result<Value, String> {
        if let Kind::Button = self.kind {
            return Ok(Value::Pressed);
        }
        let Some(text) = text else {
            return Err(format!("{}: expected a value", self.name));
        };
        match self.kind {
            Kind::Check { .. } if text.eq_ignore_ascii_case("true") => Ok(Value::Flag(true)),
            Kind::Check { .. } if text.eq_ignore_ascii_case("false") => Ok(Value::Flag(false)),
            Kind::Check { .. } => Err(format!(
                "{}: expected `true` or `false`, found `{text}`",
                self.name
            )),
            Kind::Spin { min, max, .. } => read_spin(self.name, text, min, max).map(Value::Number),
            Kind::Combo { words, .. } => match words.iter().find(|w| w.eq_ignore_ascii_case(text)) {
                Some(word) => Ok(Value::Text((*word).to_owned())),
                None => Err(format!(
                    "{}: expected one of `{}`, found `{text}`",
                    self.name,
                    words.join("`, `")
                )),
            },
            _ if text.eq_ignore_ascii_case("<empty>") => Ok(Value::Text(String::new())),
            _ => Ok(Value::Text(text.to_owned())),
        }
    }

    /// The line that declares this option to a GUI. Of the profiles that may be chosen, `default_profile` plays
    /// unless another is; it must not be a keyword of such a line.
    pub fn line(&self, default_profile: &str, profiles: &[String]) -> String {
        let mut line = format!("option name {} type ", self.name);
        line += &match self.kind {
            Kind::Check { default } => format!("check default {default}"),
            Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            Kind::Button => "button".to_owned(),
            Kind::String { default: "" } => "string default <empty>".to_owned(),
            Kind::String { default } => format!("string default {default}"),
            Kind::Combo { default, .. } => format!("combo default {default}"),
            Kind::Profiles => format!("combo default {default_profile}"),
        };
        let mut add = |word: &str| {
            // Writing to a string cannot fail.
            let _ = write!(line, " var {word}");
        };
        match self.kind {
            Kind::Combo { words, .. } => words.iter().for_each(|word| add(word)),
            Kind::Profiles => profiles
                .iter()
                .filter(|name| !is_keyword(name))
                .for_each(|name| add(name)),
            _ => {}
        }
        line
    }
}

/// Whether GUIs would take the name of a profile, in whatever case, for a part of the line that declares an option.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_with_the_name_of_a_keyword_is_not_offered() {
        let profile = find("Profile").unwrap();
        let names = ["Min", "default", "mine", "temperament", "var"].map(str::to_owned);
        assert_eq!(
            profile.line("temperament", &names),
            "option name Profile type combo default temperament var mine var temperament"
        );
    }

    #[test]
    fn every_default_is_a_value_that_may_be_set() {
        for option in OPTIONS {
            let default = match option.kind {
                Kind::Check { default } => default.to_string(),
                Kind::Spin { default, .. } => default.to_string(),
                Kind::String { default } | Kind::Combo { default, .. } => default.to_owned(),
                Kind::Profiles | Kind::Button => continue,
            };
            assert!(option.read(Some(&default)).is_ok(), "{}", option.name);
            assert!(option.read(None).is_err(), "{}", option.name);
        }
    }

    #[test]
    fn names_are_unique_without_case() {
        for (i, option) in OPTIONS.iter().enumerate() {
            let found = find(&option.name.to_uppercase()).map(|o| o.id);
            assert_eq!(found, Some(option.id), "option {i}, {}", option.name);
        }
    }

    #[test]
    fn values_outside_the_bounds_are_refused() {
        let hash = find("hash").unwrap();
        for text in ["0", "33554433", "-1", "", "x", "1.5", "99999999999999999999"] {
            assert!(hash.read(Some(text)).is_err(), "{text}");
        }
        assert_eq!(hash.read(Some("64")), Ok(Value::Number(64)));
        assert_eq!(
            find("profilefile").unwrap().read(Some("<EMPTY>")),
            Ok(Value::Text(String::new()))
        );
    }
}
