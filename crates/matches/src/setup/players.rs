//! The players of a match or tournament, from the command line or a journal.

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::file_arg::FileArg;
use super::game_options::{GameOptions, name};
use super::numbers::elo;
use crate::arena::external::EngineConfig;
use crate::arena::time_control::TimeControl;
use crate::arena::{Limit, schedule};
use temperament_engine::engine::Tunables;
use temperament_engine::profile::Overrides;

/// Maximum number of players of a tournament: everyone against everyone makes 124,750 pairings of them.
const MAX_PLAYERS: usize = 500;

/// The players of a match.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
#[group(conflicts_with = "resume")]
pub struct MatchPlayers {
    /// First player: a profile, by name or path, or a UCI engine: 'uci:PROGRAM option.NAME=VALUE ...'
    #[arg(value_name = "A", required_unless_present = "resume")]
    a: Option<FileArg>,
    /// Second player; all results are from its point of view
    #[arg(value_name = "B", required_unless_present = "resume")]
    b: Option<FileArg>,
    /// Override a value in profile A only; --set overrides it in both (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    a_set: Vec<String>,
    /// Override a value in profile B only (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    b_set: Vec<String>,
    /// Limit for A only: nodes=N, depth=N, movetime=MS or tc=CONTROL
    #[arg(long, value_name = "LIMIT")]
    a_limit: Option<Limit>,
    /// Limit for B only
    #[arg(long, value_name = "LIMIT")]
    b_limit: Option<Limit>,
    /// Level of profile A, 600 to 2800, overriding --elo
    #[arg(long, value_name = "N", value_parser = elo)]
    a_elo: Option<u32>,
    /// Level of profile B
    #[arg(long, value_name = "N", value_parser = elo)]
    b_elo: Option<u32>,
    /// Profile A plays with its own opening book and variety; --own-book is for both
    #[arg(long)]
    #[serde(default)]
    a_own_book: bool,
    /// Profile B plays with its own opening book and variety
    #[arg(long)]
    #[serde(default)]
    b_own_book: bool,
    /// Name of A (default: the name of its profile)
    #[arg(long, value_name = "NAME", value_parser = name)]
    a_name: Option<String>,
    /// Name of B
    #[arg(long, value_name = "NAME", value_parser = name)]
    b_name: Option<String>,
}

/// The players of a tournament.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
#[group(conflicts_with = "resume")]
pub struct TournamentPlayers {
    /// Players: profiles, by name or path, or UCI engines: 'uci:PROGRAM option.NAME=VALUE ...'
    #[arg(value_name = "PROFILE", required_unless_present = "resume")]
    players: Vec<FileArg>,
    /// Pairings
    #[arg(long, value_enum, default_value_t = TournamentFormat::RoundRobin)]
    format: TournamentFormat,
    /// Override a value in the profile of one player; --set overrides it in all. PLAYER is a number in the list, from 1,
    /// or the profile as given there (may be repeated)
    #[arg(long, value_names = ["PLAYER", "KEY=VALUE"], num_args = 2)]
    set_for: Vec<String>,
    /// Limit for one player: nodes=N, depth=N, movetime=MS or tc=CONTROL (may be repeated)
    #[arg(long, value_names = ["PLAYER", "LIMIT"], num_args = 2)]
    limit_for: Vec<String>,
    /// Level of one player, which is a profile: 600 to 2800, overriding --elo (may be repeated)
    #[arg(long, value_names = ["PLAYER", "N"], num_args = 2)]
    #[serde(default)]
    elo_for: Vec<String>,
    /// One player, which is a profile, plays with its own opening book and variety; --own-book is for all (may be
    /// repeated)
    #[arg(long, value_name = "PLAYER")]
    #[serde(default)]
    own_book_for: Vec<String>,
    /// Name of one player (default: the name of its profile; may be repeated)
    #[arg(long, value_names = ["PLAYER", "NAME"], num_args = 2)]
    name_for: Vec<String>,
}

/// Pairings of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TournamentFormat {
    /// Round robin
    #[value(name = "roundrobin")]
    RoundRobin,
    /// The first player against each of the others
    Gauntlet,
}

/// The players of a match or tournament.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Players {
    /// `temper match`
    Match(MatchPlayers),
    /// `temper tournament`
    Tournament(TournamentPlayers),
}

/// A player as given on the command line.
pub struct PlayerSpec {
    /// `A`, `B`, or the number in the list of a tournament.
    pub label: String,
    /// Name or path of its profile.
    pub profile: FileArg,
    pub name: Option<String>,
    pub tweaks: Vec<String>,
    /// Option that set the tweaks, for messages.
    pub origin: String,
    pub limit: Option<Limit>,
    /// Level of this player alone.
    pub elo: Option<u32>,
    /// Option that sets the level, for messages.
    pub elo_option: String,
    /// Whether this player alone has its own book.
    pub own_book: bool,
}

impl PlayerSpec {
    /// The engine, if it is not a profile.
    pub fn engine(&self) -> Option<&str> {
        self.profile.to_str().filter(|text| EngineConfig::is_engine(text))
    }

    /// The limit that the command line gives the player.
    pub fn limit_of(&self, options: &GameOptions) -> Option<Limit> {
        self.limit.or_else(|| options.limit())
    }

    /// Returns `true` if the player has the opening book of its profile.
    pub fn has_own_book(&self, options: &GameOptions) -> bool {
        self.own_book || options.own_book
    }

    /// The constants of the search that this player sets, as `search.NAME=VALUE`.
    pub fn tunables(&self) -> anyhow::Result<Tunables> {
        let mut tunables = Tunables::default();
        for (name, value) in self.tweaks.iter().filter_map(|tweak| tunable(tweak)) {
            ensure!(
                Tunables::ARE_TUNABLE,
                "{} search.{name}: the constants of the search are fixed in this build; build with --features tunable",
                self.origin
            );
            let known = tunables.value_mut(name);
            *known.with_context(|| format!("{}: there is no search.{name}", self.origin))? =
                value.parse().with_context(|| format!("{} search.{name}={value}", self.origin))?;
        }
        Ok(tunables)
    }

    /// The overrides of this player, after those of `--set`.
    pub fn overrides(&self, options: &GameOptions) -> Overrides {
        let level = |origin: &str, elo: Option<u32>| {
            Overrides::new(origin, elo.map(|elo| format!("strength.elo={elo}")))
        };
        level("--elo", options.elo)
            .and(&Overrides::new(&self.origin, self.tweaks.iter().filter(|tweak| tunable(tweak).is_none())))
            .and(&level(&self.elo_option, self.elo))
    }

    /// Refuses options of profiles for an engine.
    pub fn check_engine(&self, engine: &str, options: &GameOptions) -> anyhow::Result<()> {
        ensure!(
            self.tweaks.is_empty(),
            "{} is for profiles; `{engine}` takes option.NAME=VALUE in its own text",
            self.origin
        );
        ensure!(
            !self.has_own_book(options),
            "--own-book is for profiles; `{engine}` takes option.OwnBook=true in its own text, if it has that option; \
             --a-own-book, --b-own-book and --own-book-for are for one profile"
        );
        let is_counted =
            matches!(self.limit_of(options), Some(Limit::Clock(TimeControl { nodestime: Some(_), .. })));
        ensure!(!is_counted, "a clock that counts nodes is for profiles; `{engine}` has a clock of its own");
        let own = self.elo.map(|elo| (self.elo_option.as_str(), elo));
        let Some((option, elo)) = own.or(options.elo.map(|elo| ("--elo", elo))) else {
            return Ok(());
        };
        let instead = if own.is_none() { "; --a-elo, --b-elo and --elo-for are for one profile" } else { "" };
        bail!(
            "{option} is for profiles; `{engine}` takes option.UCI_LimitStrength=true option.UCI_Elo={elo} in its own \
             text, if it has these options{instead}"
        );
    }
}

/// Splits `search.NAME=VALUE` into name and value.
fn tunable(tweak: &str) -> Option<(&str, &str)> {
    tweak.trim().strip_prefix("search.")?.split_once('=')
}

impl Players {
    pub fn command(&self) -> &'static str {
        match self {
            Self::Match(_) => "match",
            Self::Tournament(_) => "tournament",
        }
    }

    /// The players, in command-line order.
    ///
    /// # Errors
    /// If an option names a player that does not exist.
    pub fn players(&self) -> anyhow::Result<Vec<PlayerSpec>> {
        match self {
            Self::Match(duel) => Ok(duel.players()),
            Self::Tournament(field) => field.players(),
        }
    }

    /// Pairings by player number, in the order of a round.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        match self {
            Self::Match(_) => schedule::gauntlet(2),
            Self::Tournament(field) => match field.format {
                TournamentFormat::RoundRobin => schedule::round_robin(field.players.len()),
                TournamentFormat::Gauntlet => schedule::gauntlet(field.players.len()),
            },
        }
    }
}

impl MatchPlayers {
    /// Two profiles with the names that they have in the match.
    pub fn of_profiles(profiles: [FileArg; 2], names: [Option<String>; 2]) -> Self {
        let ([a, b], [a_name, b_name]) = (profiles.map(Some), names);
        let none = (Vec::new(), None, None, false);
        let (a_set, a_limit, a_elo, a_own_book) = none.clone();
        let (b_set, b_limit, b_elo, b_own_book) = none;
        Self { a, b, a_set, b_set, a_limit, b_limit, a_elo, b_elo, a_own_book, b_own_book, a_name, b_name }
    }

    fn players(&self) -> Vec<PlayerSpec> {
        let side = |letter: &str, profile: &Option<FileArg>| PlayerSpec {
            label: letter.to_uppercase(),
            profile: profile.clone().unwrap_or_default(),
            name: None,
            tweaks: Vec::new(),
            origin: format!("--{letter}-set"),
            limit: None,
            elo: None,
            elo_option: format!("--{letter}-elo"),
            own_book: false,
        };
        vec![
            PlayerSpec {
                name: self.a_name.clone(),
                tweaks: self.a_set.clone(),
                limit: self.a_limit,
                elo: self.a_elo,
                own_book: self.a_own_book,
                ..side("a", &self.a)
            },
            PlayerSpec {
                name: self.b_name.clone(),
                tweaks: self.b_set.clone(),
                limit: self.b_limit,
                elo: self.b_elo,
                own_book: self.b_own_book,
                ..side("b", &self.b)
            },
        ]
    }
}

impl TournamentPlayers {
    fn players(&self) -> anyhow::Result<Vec<PlayerSpec>> {
        ensure!(
            self.players.len() >= 2,
            "a tournament needs two players or more; a profile can be given twice"
        );
        ensure!(self.players.len() <= MAX_PLAYERS, "a tournament has at most {MAX_PLAYERS} players");
        let mut players: Vec<PlayerSpec> = (1..)
            .zip(&self.players)
            .map(|(number, profile)| PlayerSpec {
                label: number.to_string(),
                profile: profile.clone(),
                name: None,
                tweaks: Vec::new(),
                origin: format!("--set-for {number}"),
                limit: None,
                elo: None,
                elo_option: format!("--elo-for {number}"),
                own_book: false,
            })
            .collect();
        for (player, tweak) in pairs_of(&self.set_for) {
            players[self.number("--set-for", player)?].tweaks.push(tweak.to_owned());
        }
        for (player, limit) in pairs_of(&self.limit_for) {
            let limit: Limit = limit.parse().with_context(|| format!("--limit-for {player}"))?;
            let side = &mut players[self.number("--limit-for", player)?];
            ensure!(side.limit.is_none(), "--limit-for {player} is there twice");
            side.limit = Some(limit);
        }
        for (player, text) in pairs_of(&self.elo_for) {
            let elo = elo(text).with_context(|| format!("--elo-for {player} {text}"))?;
            let side = &mut players[self.number("--elo-for", player)?];
            ensure!(side.elo.is_none(), "--elo-for {player} is there twice");
            side.elo = Some(elo);
        }
        for player in &self.own_book_for {
            players[self.number("--own-book-for", player)?].own_book = true;
        }
        for (player, text) in pairs_of(&self.name_for) {
            let name = name(text).with_context(|| format!("--name-for {player}"))?;
            let side = &mut players[self.number("--name-for", player)?];
            ensure!(side.name.is_none(), "--name-for {player} is there twice");
            side.name = Some(name);
        }
        Ok(players)
    }

    /// Index of a player given by its number in the list, from 1, or by its profile.
    fn number(&self, option: &str, player: &str) -> anyhow::Result<usize> {
        let count = self.players.len();
        let mut of_name = (0..count).filter(|&number| self.players[number] == *player);
        match (of_name.next(), of_name.next()) {
            (Some(number), None) => return Ok(number),
            (Some(first), Some(second)) => {
                let (first, second) = (first + 1, second + 1);
                bail!(
                    "{option} {player}: players {first} and {second} have this profile: use the number instead"
                )
            }
            (None, _) => {}
        }
        let place = player.parse().ok().filter(|place| (1..=count).contains(place));
        let place: usize = place.with_context(|| {
            format!("{option} {player}: no player has this profile, and their numbers are 1 to {count}")
        })?;
        Ok(place - 1)
    }
}

/// Occurrences of an option with two values.
fn pairs_of(values: &[String]) -> impl Iterator<Item = (&str, &str)> {
    values.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str()))
}
