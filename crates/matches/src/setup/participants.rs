//! The participants of a match: profiles loaded and engines started, or as a journal has recorded them.

use anyhow::{anyhow, ensure};

use super::file_arg::FileArg;
use super::game_options::GameOptions;
use super::players::PlayerSpec;
use crate::arena::external::EngineConfig;
use crate::arena::{External, Limit, Match, Participant, Source, SourceIdentity, Stored};
use temperament_engine::eval::SidedWeights;
use temperament_engine::profile::{Library, LoadError};

/// Limit of a player without a limit or a level.
const DEFAULT_LIMIT: Limit = Limit::Nodes(20_000);

/// Takes notes and warnings, which do not stop a match.
pub type Notes<'a> = &'a mut dyn FnMut(String);

/// A profile that a command line names cannot be used.
pub fn load_error(name_or_path: &FileArg, error: &LoadError) -> anyhow::Error {
    let faults = error.lines().join("\n  ");
    anyhow!("the profile `{name_or_path}` cannot be used:\n  {faults}")
}

/// The players, with unique names.
pub(super) fn participants(
    players: &[PlayerSpec],
    options: &GameOptions,
    library: &Library,
    notes: Notes<'_>,
) -> anyhow::Result<Vec<Participant>> {
    let participants = players.iter().map(|side| participant(side, options, library, notes));
    let mut participants = participants.collect::<anyhow::Result<Vec<_>>>()?;
    for number in namesakes(&participants) {
        if let Some(elo) = participants[number].source.level() {
            participants[number].name += &format!(" ({elo})");
        }
    }
    for number in namesakes(&participants) {
        participants[number].name += &format!(" ({})", players[number].label);
    }
    for (number, participant) in participants.iter().enumerate() {
        let is_taken = participants[..number].iter().any(|other| other.name == participant.name);
        ensure!(!is_taken, "two players are named `{}`", participant.name);
    }
    Ok(participants)
}

/// The numbers of the participants that have the name of another one.
fn namesakes(participants: &[Participant]) -> Vec<usize> {
    let is_of_another = |&number: &usize| {
        let others = participants.iter().enumerate().filter(|(other, _)| *other != number);
        others.into_iter().any(|(_, other)| other.name == participants[number].name)
    };
    (0..participants.len()).filter(is_of_another).collect()
}

/// The players recorded in a journal.
pub(super) fn recorded_players(
    players: &[PlayerSpec],
    options: &GameOptions,
    stored: &Stored,
    library: &Library,
    notes: Notes<'_>,
) -> anyhow::Result<Vec<Participant>> {
    let recorded: Vec<_> = stored.header.participants().collect();
    ensure!(
        recorded.len() == players.len(),
        "it names {} players, and its options {}",
        recorded.len(),
        players.len()
    );
    let participant =
        |(side, (name, source, limit)): (&PlayerSpec, (&str, &SourceIdentity, &str))| -> anyhow::Result<_> {
            Ok(Participant {
                name: name.to_owned(),
                source: recorded_source(source, side, options, library, notes),
                limit: side.limit_of(options).map_or_else(|| Limit::recorded(limit), Ok)?,
                hash_mib: options.hash,
                own_book: side.has_own_book(options),
                tunables: side.tunables()?,
            })
        };
    players.iter().zip(recorded).map(participant).collect()
}

/// The profile that played, if it is unchanged; otherwise its identity in the journal.
fn recorded_source(
    identity: &SourceIdentity,
    side: &PlayerSpec,
    options: &GameOptions,
    library: &Library,
    notes: Notes<'_>,
) -> Source {
    let is_profile = side.engine().is_none();
    // Errors of a profile that cannot be loaded do not matter here.
    let now = is_profile.then(|| profile(side, options, library, notes).ok()).flatten();
    let now = now.map(Source::Profile);
    now.filter(|now| SourceIdentity::new(now).is_same(identity))
        .unwrap_or_else(|| Source::Recorded(identity.clone()))
}

fn participant(
    side: &PlayerSpec,
    options: &GameOptions,
    library: &Library,
    notes: Notes<'_>,
) -> anyhow::Result<Participant> {
    let limit = side.limit_of(options);
    if let Some(engine) = side.engine() {
        side.check_engine(engine, options)?;
    }
    let (source, name) = source(side, options, library, notes)?;
    let limit = limit.or_else(|| source.limit()).unwrap_or(DEFAULT_LIMIT);
    Ok(Participant {
        name: side.name.clone().unwrap_or(name),
        source,
        limit,
        hash_mib: options.hash,
        own_book: side.has_own_book(options),
        tunables: side.tunables()?,
    })
}

/// Loads the profile of a player, or starts its engine once. Also returns the default name.
fn source(
    side: &PlayerSpec,
    options: &GameOptions,
    library: &Library,
    notes: Notes<'_>,
) -> anyhow::Result<(Source, String)> {
    if let Some(engine) = side.engine() {
        let engine = External::probe(EngineConfig::parse(engine)?, options.hash, options.patience())?;
        let name = engine.name();
        return Ok((Source::External(engine), name));
    }
    let profile = profile(side, options, library, notes)?;
    let name = profile.name().to_owned();
    Ok((Source::Profile(profile), name))
}

/// Loads the profile of a player.
fn profile(
    side: &PlayerSpec,
    options: &GameOptions,
    library: &Library,
    notes: Notes<'_>,
) -> anyhow::Result<SidedWeights> {
    let tweaks = library.tweaks().and(&side.overrides(options));
    let loaded = library.with_tweaks(tweaks).load(&side.profile);
    let (profile, warnings) = loaded.map_err(|error| load_error(&side.profile, &error))?;
    warnings.iter().for_each(|warning| notes(warning.to_string()));
    Ok(profile.compile_both())
}

/// Refuses Chess960 openings if an engine does not support them.
pub(super) fn check_rules(plan: &Match) -> anyhow::Result<()> {
    for participant in &plan.participants {
        if let Source::External(engine) = &participant.source {
            ensure!(
                !plan.suite.is_chess960() || engine.supports_chess960(),
                "the openings are Chess960, which {} does not support: it has no option UCI_Chess960",
                participant.name
            );
        }
    }
    Ok(())
}
