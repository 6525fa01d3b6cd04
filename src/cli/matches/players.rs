//! Who plays, as the command lines of `temper match` and `temper tournament` say it.

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::options::name;
use crate::arena::external::Launch;
use crate::arena::{Limit, schedule};
use crate::cli::file_arg::FileArg;

/// The two of a match.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
#[group(conflicts_with = "resume")]
pub(super) struct Duel {
    /// The first side: a profile, by name or path, or another engine: 'uci:PROGRAM option.NAME=VALUE ...'
    #[arg(value_name = "A", required_unless_present = "resume")]
    a: Option<FileArg>,
    /// The second side, which is compared with the first
    #[arg(value_name = "B", required_unless_present = "resume")]
    b: Option<FileArg>,
    /// Lay a value over profile A alone, as --set does over both (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    a_set: Vec<String>,
    /// Lay a value over profile B alone (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    b_set: Vec<String>,
    /// Another limit for A: nodes=N, depth=N, movetime=MS or tc=CONTROL
    #[arg(long, value_name = "LIMIT")]
    a_limit: Option<Limit>,
    /// Another limit for B
    #[arg(long, value_name = "LIMIT")]
    b_limit: Option<Limit>,
    /// What to call A (default: the name of its profile)
    #[arg(long, value_name = "NAME", value_parser = name)]
    a_name: Option<String>,
    /// What to call B
    #[arg(long, value_name = "NAME", value_parser = name)]
    b_name: Option<String>,
}

/// Those of a tournament.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
#[group(conflicts_with = "resume")]
pub(super) struct Field {
    /// The players: profiles, by name or path, or other engines: 'uci:PROGRAM option.NAME=VALUE ...'
    #[arg(value_name = "PROFILE", required_unless_present = "resume")]
    players: Vec<FileArg>,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    format: Format,
    /// Lay a value over the profile of one player, as --set does over all: its place in the list, from 1, or its
    /// profile as it stands there (may be repeated)
    #[arg(long, value_names = ["PLAYER", "KEY=VALUE"], num_args = 2)]
    set_for: Vec<String>,
    /// Another limit for one player: nodes=N, depth=N, movetime=MS or tc=CONTROL (may be repeated)
    #[arg(long, value_names = ["PLAYER", "LIMIT"], num_args = 2)]
    limit_for: Vec<String>,
    /// What to call one player (default: the name of its profile; may be repeated)
    #[arg(long, value_names = ["PLAYER", "NAME"], num_args = 2)]
    name_for: Vec<String>,
}

/// Who plays whom in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// Each against each
    #[value(name = "roundrobin")]
    RoundRobin,
    /// The first one against each of the others
    Gauntlet,
}

/// Who plays, and by which command.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Players {
    /// `temper match`
    Match(Duel),
    /// `temper tournament`
    Tournament(Field),
}

/// What the command line says of one contender.
pub(super) struct Side {
    /// Where it stands on the command line, as a reader would call it: `A`, or `3`.
    pub label: String,
    /// Name or path of its profile.
    pub profile: FileArg,
    pub name: Option<String>,
    pub tweaks: Vec<String>,
    /// What messages call the place of the tweaks.
    pub origin: String,
    pub limit: Option<Limit>,
}

impl Side {
    /// The engine that it is, if it is one.
    pub fn engine(&self) -> Option<&str> {
        self.profile.to_str().filter(|text| Launch::is_meant(text))
    }
}

impl Players {
    /// The command that plays this.
    pub fn command(&self) -> &'static str {
        match self {
            Self::Match(_) => "match",
            Self::Tournament(_) => "tournament",
        }
    }

    /// The contenders, in their order.
    ///
    /// # Errors
    /// If something is said of a player that there is not.
    pub fn sides(&self) -> anyhow::Result<Vec<Side>> {
        match self {
            Self::Match(duel) => Ok(duel.sides()),
            Self::Tournament(field) => field.sides(),
        }
    }

    /// Who plays whom, by their numbers, in the order of a round.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        match self {
            Self::Match(_) => schedule::gauntlet(2),
            Self::Tournament(field) => match field.format {
                Format::RoundRobin => schedule::round_robin(field.players.len()),
                Format::Gauntlet => schedule::gauntlet(field.players.len()),
            },
        }
    }
}

impl Duel {
    fn sides(&self) -> Vec<Side> {
        let side =
            |label: &str, profile: &Option<FileArg>, name: &Option<String>, tweaks: &[String], limit| Side {
                label: label.to_owned(),
                profile: profile.clone().unwrap_or_default(),
                name: name.clone(),
                tweaks: tweaks.to_vec(),
                origin: format!("--{}-set", label.to_lowercase()),
                limit,
            };
        vec![
            side("A", &self.a, &self.a_name, &self.a_set, self.a_limit),
            side("B", &self.b, &self.b_name, &self.b_set, self.b_limit),
        ]
    }
}

impl Field {
    fn sides(&self) -> anyhow::Result<Vec<Side>> {
        ensure!(
            self.players.len() >= 2,
            "a tournament has two players or more; a profile may stand there twice"
        );
        let mut sides: Vec<Side> = (1..)
            .zip(&self.players)
            .map(|(number, profile)| Side {
                label: number.to_string(),
                profile: profile.clone(),
                name: None,
                tweaks: Vec::new(),
                origin: format!("--set-for {number}"),
                limit: None,
            })
            .collect();
        for (player, tweak) in said(&self.set_for) {
            sides[self.number("--set-for", player)?]
                .tweaks
                .push(tweak.to_owned());
        }
        for (player, limit) in said(&self.limit_for) {
            let limit: Limit = limit.parse().with_context(|| format!("--limit-for {player}"))?;
            let side = &mut sides[self.number("--limit-for", player)?];
            ensure!(side.limit.is_none(), "--limit-for {player} is there twice");
            side.limit = Some(limit);
        }
        for (player, text) in said(&self.name_for) {
            let name = name(text).with_context(|| format!("--name-for {player}"))?;
            let side = &mut sides[self.number("--name-for", player)?];
            ensure!(side.name.is_none(), "--name-for {player} is there twice");
            side.name = Some(name);
        }
        Ok(sides)
    }

    /// The number, from 0, of a player by its place in the list, from 1, or by its profile.
    fn number(&self, option: &str, player: &str) -> anyhow::Result<usize> {
        let count = self.players.len();
        let mut of_name = (0..count).filter(|&number| self.players[number] == *player);
        match (of_name.next(), of_name.next()) {
            (Some(number), None) => return Ok(number),
            (Some(first), Some(second)) => {
                let (first, second) = (first + 1, second + 1);
                bail!(
                    "{option} {player}: players {first} and {second} have this profile; say which by its number"
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

/// What an option that takes a player and a text says, occurrence by occurrence.
fn said(values: &[String]) -> impl Iterator<Item = (&str, &str)> {
    values
        .chunks_exact(2)
        .map(|said| (said[0].as_str(), said[1].as_str()))
}
