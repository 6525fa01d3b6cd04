//! The UCI options: one row for each, with its type, its range and what a value changes.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::time::Duration;

use super::Session;
use super::opponent::AUTO_LEVELS;
use super::settings::Settings;
use temperament_engine::board::MAX_MOVES;
#[cfg(syzygy)]
use temperament_engine::engine::MAX_PIECES;
use temperament_engine::engine::{DEFAULT_HASH_MIB, MAX_THREADS};
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_engine::platform::HAS_THREADS;
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

/// Maximum `Hash` in MiB: 32 TiB, or what fits beside another table into the memory of 32-bit programs.
const MAX_HASH_MIB: i64 = if cfg!(target_pointer_width = "64") { 33_554_432 } else { 1024 };

/// Maximum `Threads`.
const MOST_THREADS: i64 = if HAS_THREADS { MAX_THREADS as i64 } else { 1 };

/// Default of `UCI_Elo`: an average club player.
const DEFAULT_ELO: i64 = 1500;

/// Type, default and range of an option, and what a value changes.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: fn(&mut Settings, i64),
    },
    Button {
        press: fn(&mut Session),
    },
    /// A string; an empty one is written `<empty>`.
    String {
        default: &'static str,
        set: fn(&mut Session, &str),
    },
    /// One of several words.
    Combo {
        default: &'static str,
        words: &'static [&'static str],
        set: fn(&mut Session, &str),
    },
    /// The name of an available profile; the session has the default.
    Profiles {
        set: fn(&mut Session, &str),
    },
}

#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    pub name: &'static str,
    pub kind: OptionKind,
}

const fn check(name: &'static str, default: bool, set: fn(&mut Settings, bool)) -> Declaration {
    Declaration { name, kind: OptionKind::Check { default, set } }
}

const fn spin(
    name: &'static str,
    default: i64,
    (min, max): (i64, i64),
    set: fn(&mut Settings, i64),
) -> Declaration {
    Declaration { name, kind: OptionKind::Spin { default, min, max, set } }
}

const fn button(name: &'static str, press: fn(&mut Session)) -> Declaration {
    Declaration { name, kind: OptionKind::Button { press } }
}

const fn string(name: &'static str, default: &'static str, set: fn(&mut Session, &str)) -> Declaration {
    Declaration { name, kind: OptionKind::String { default, set } }
}

/// The first word is the default.
const fn combo(
    name: &'static str,
    words: &'static [&'static str; 3],
    set: fn(&mut Session, &str),
) -> Declaration {
    let [default, ..] = *words;
    Declaration { name, kind: OptionKind::Combo { default, words, set } }
}

/// All options. GUIs show them in this order: first those that only this engine has, and the level. Numbers that a setter
/// gets are within the range, so their conversions lose nothing.
pub static OPTIONS: &[Declaration] = &[
    Declaration { name: "Profile", kind: OptionKind::Profiles { set: Session::choose_profile } },
    string("ProfileFile", "", Session::choose_profile_file),
    string("Tweak", "", Session::tweak),
    // The level, unless the profile gives one.
    check("UCI_LimitStrength", false, |s, on| s.limit_strength = on),
    spin("UCI_Elo", DEFAULT_ELO, (MIN_ELO as i64, MAX_ELO as i64), |s, n| s.elo = n as u32),
    // GUIs send the opponent; the level follows it only on request.
    string("UCI_Opponent", "", Session::meet_opponent),
    combo("Auto Level", &AUTO_LEVELS, Session::choose_auto_level),
    spin("Hash", DEFAULT_HASH_MIB as i64, (1, MAX_HASH_MIB), |s, n| s.hash_mib = n as usize),
    button("Clear Hash", Session::request_clear),
    spin("Threads", 1, (1, MOST_THREADS), |s, n| s.threads = n as usize),
    spin("MultiPV", 1, (1, MAX_MOVES as i64), |s, n| s.multi_pv = n as usize),
    // `go ponder` controls pondering.
    check("Ponder", false, |_, _| {}),
    spin("Move Overhead", 10, (0, 5000), |s, n| s.move_overhead = Duration::from_millis(n as u64)),
    check("UCI_Chess960", false, |s, on| s.chess960 = on),
    check("OwnBook", true, |s, on| s.own_book = on),
    check("UCI_AnalyseMode", false, |s, on| s.analyses = on),
    check("UCI_ShowWDL", false, |s, on| s.wdl = on),
    // For GUIs to show.
    string("UCI_EngineAbout", ABOUT, |_, _| {}),
    #[cfg(syzygy)]
    string("SyzygyPath", "", |session, paths| session.settings.syzygy.set_path(paths)),
    #[cfg(syzygy)]
    spin("SyzygyProbeDepth", 1, (1, 100), |s, n| s.syzygy.rules.depth = n as i32),
    #[cfg(syzygy)]
    check("Syzygy50MoveRule", true, |s, on| s.syzygy.rules.fifty_moves = on),
    #[cfg(syzygy)]
    spin("SyzygyProbeLimit", MAX_PIECES as i64, (0, MAX_PIECES as i64), |s, n| {
        s.syzygy.rules.pieces = n as u32;
    }),
    combo("Reload", &RELOADS, Session::choose_reload),
    button("Reload Profile", Session::reload_now),
    // For match runners, which do not show an `info string`.
    check("Strict", false, |s, on| s.strict = on),
];

/// When a changed profile takes effect: at once in analysis, from the next search on, or only after `Reload Profile`.
pub const RELOADS: [&str; 3] = ["auto", "next search", "off"];

const ABOUT: &str = concat!(
    "Temperament ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine whose whole evaluation is a text file"
);

/// A valid value of an option, with what sets it.
#[derive(Debug)]
pub enum Change {
    Check(fn(&mut Settings, bool), bool),
    Spin(fn(&mut Settings, i64), i64),
    /// A string, or a word of a combo as declared; empty for `<empty>`.
    Text(fn(&mut Session, &str), String),
    Press(fn(&mut Session)),
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

fn read_check(name: &str, text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name}: expected `true` or `false`, found `{text}`")),
    }
}

fn read_word(name: &str, text: &str, words: &[&'static str]) -> Result<&'static str, String> {
    let found = words.iter().find(|word| word.eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| format!("{name}: expected one of `{}`, found `{text}`", words.join("`, `")))
}

impl Declaration {
    /// Parses a value of this option.
    ///
    /// # Errors
    /// A message with the expected value.
    pub fn read(&self, text: Option<&str>) -> Result<Change, String> {
        let name = self.name;
        let text = text.ok_or_else(|| format!("{name}: expected a value"));
        match self.kind {
            OptionKind::Button { press } => Ok(Change::Press(press)),
            OptionKind::Check { set, .. } => read_check(name, text?).map(|on| Change::Check(set, on)),
            OptionKind::Spin { min, max, set, .. } => {
                read_spin(name, text?, min, max).map(|number| Change::Spin(set, number))
            }
            OptionKind::Combo { words, set, .. } => {
                read_word(name, text?, words).map(|word| Change::Text(set, word.to_owned()))
            }
            OptionKind::String { set, .. } | OptionKind::Profiles { set } => {
                let text = text?;
                let is_empty = text.eq_ignore_ascii_case("<empty>");
                Ok(Change::Text(set, if is_empty { String::new() } else { text.to_owned() }))
            }
        }
    }

    /// Returns the line that declares this option to a GUI. `default_profile` is the default among `profiles`; it
    /// must not be a keyword of such a line.
    pub fn line(&self, default_profile: &str, profiles: &[String]) -> String {
        let mut line = format!("option name {} type ", self.name);
        line += &match self.kind {
            OptionKind::Check { default, .. } => format!("check default {default}"),
            OptionKind::Spin { default, min, max, .. } => {
                format!("spin default {default} min {min} max {max}")
            }
            OptionKind::Button { .. } => "button".to_owned(),
            OptionKind::String { default: "", .. } => "string default <empty>".to_owned(),
            OptionKind::String { default, .. } => format!("string default {default}"),
            OptionKind::Combo { default, .. } => format!("combo default {default}"),
            OptionKind::Profiles { .. } => format!("combo default {default_profile}"),
        };
        let mut add = |word: &str| {
            // Writing to a string cannot fail.
            let _ = write!(line, " var {word}");
        };
        match self.kind {
            OptionKind::Combo { words, .. } => words.iter().for_each(|word| add(word)),
            OptionKind::Profiles { .. } => {
                profiles.iter().filter(|name| !is_keyword(name)).for_each(|name| add(name))
            }
            _ => {}
        }
        line
    }
}

impl Session {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(option) = find(name) else {
            self.set_tune_option(name, value);
            return;
        };
        match option.read(value) {
            Ok(Change::Check(set, on)) => set(&mut self.settings, on),
            Ok(Change::Spin(set, number)) => set(&mut self.settings, number),
            Ok(Change::Text(set, text)) => set(self, &text),
            Ok(Change::Press(press)) => press(self),
            Err(message) => self.refuse_option(message),
        }
        self.apply_pending();
    }
}

/// Settings with the defaults of all options, and the name of a profile.
pub(super) fn defaults(profile: OsString) -> Settings {
    let mut settings = Settings { profile, ..Settings::default() };
    for option in OPTIONS {
        match option.kind {
            OptionKind::Check { default, set } => set(&mut settings, default),
            OptionKind::Spin { default, set, .. } => set(&mut settings, default),
            // A session begins as these say, and with `Settings::default`.
            OptionKind::Button { .. }
            | OptionKind::String { .. }
            | OptionKind::Combo { .. }
            | OptionKind::Profiles { .. } => {}
        }
    }
    settings
}

/// Returns `true` if a profile name equals a keyword of an `option` line, ignoring case.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name))
}
