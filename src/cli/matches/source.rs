//! What a side of a match plays from: a profile, or another program.

use anyhow::ensure;

use super::options::GameOptions;
use super::players::Side;
use crate::arena::external::Launch;
use crate::arena::{External, Match, Source};
use crate::cli::compiled;
use crate::eval::Sides;
use crate::profile::{Library, Tweaks};

/// Loads the profile of a side, or tries out its engine. The text is what reports call it unless told otherwise.
pub fn source(side: &Side, options: &GameOptions, library: &Library) -> anyhow::Result<(Source, String)> {
    if let Some(engine) = side.engine() {
        ensure!(
            side.tweaks.is_empty(),
            "{} is for profiles; `{}` takes option.NAME=VALUE in its own text",
            side.origin,
            engine
        );
        let engine = External::try_out(Launch::read(engine)?, options.hash, options.patience())?;
        let name = engine.name();
        return Ok((Source::External(engine), name));
    }
    let profile = profile(side, library)?;
    let name = profile.name().to_owned();
    Ok((Source::Profile(profile), name))
}

/// The profile of a side.
pub fn profile(side: &Side, library: &Library) -> anyhow::Result<Sides> {
    let tweaks = library.tweaks().and(&Tweaks::new(&side.origin, &side.tweaks));
    compiled(&library.with_tweaks(tweaks), &side.profile)
}

/// Refuses a match in which an engine would misunderstand the rules.
pub fn check_rules(plan: &Match) -> anyhow::Result<()> {
    for contender in &plan.contenders {
        if let Source::External(engine) = &contender.source {
            ensure!(
                !plan.suite.is_chess960() || engine.knows_chess960(),
                "the openings are of Chess960, which {} cannot play: it has no option UCI_Chess960",
                contender.name
            );
        }
    }
    Ok(())
}
