//! The view Edit: the text and the values of a profile.

mod files;
mod settings;

use std::sync::Arc;

use temperament_engine::profile::diff::{What, changes};
use temperament_engine::profile::edit::{self, Edit, EditError};
use temperament_engine::profile::{Dependencies, LoadError};

use super::look;
use super::profiles::{Loaded, failure};
use super::protocol::edit::{
    Applied, Change, Difference, Differences, NewSetting, Opened, Request, Response,
};
use super::protocol::look::EvaluationOf;
use super::protocol::{Failure, ProfileRef};
use super::session::Session;

/// Maximum number of changes in one request.
const MOST_CHANGES: usize = 2000;

/// Answers a request of the view.
pub(super) fn handle(session: &Session, request: Request) -> Result<Response, Failure> {
    Ok(match request {
        Request::Open { profile } => Response::Opened(Box::new(open(session, &profile)?)),
        Request::Apply { profile, changes, evaluate } => {
            Response::Applied(apply(session, profile, &changes, evaluate.as_ref())?)
        }
        Request::Diff { profile, with } => Response::Differences(diff(session, &profile, &with)?),
        Request::Save { name, text, stamp } => files::save(session, &name, &text, &stamp)?,
        Request::SaveAs { profile, name, child } => {
            Response::Saved(files::save_as(session, &profile, &name, child)?)
        }
        Request::Share { profile } => Response::Shared { text: files::shared(session, &profile)? },
    })
}

fn open(session: &Session, wanted: &ProfileRef) -> Result<Opened, Failure> {
    let profiles = &session.studio().profiles;
    let name = wanted.name.clone();
    let file = match profiles.source(&ProfileRef { name, text: None }, &mut Dependencies::default()) {
        Ok(file) => Some(file),
        Err(_) if profiles.missing(wanted).is_some() => None,
        Err(failure) => return Err(failure),
    };
    let opened = |loaded: Option<&Loaded>, faults| settings::opened(file.as_ref(), loaded, faults);
    if file.is_none() && wanted.text.is_none() {
        return Ok(opened(None, Vec::new()));
    }
    match profiles.load(wanted) {
        Ok(loaded) => Ok(opened(Some(&loaded), loaded.warnings.clone())),
        Err(Failure { faults, .. }) if !faults.is_empty() => Ok(opened(None, faults)),
        Err(failure) => Err(failure),
    }
}

fn apply(
    session: &Session,
    wanted: ProfileRef,
    changes: &[Change],
    evaluate: Option<&EvaluationOf>,
) -> Result<Applied, Failure> {
    if changes.len() > MOST_CHANGES {
        return Err(Failure::new(format!("at most {MOST_CHANGES} changes at once")));
    }
    let profiles = &session.studio().profiles;
    let before = profiles.load(&wanted)?;
    let mut after = Arc::clone(&before);
    for change in changes {
        let edit = edit_of(&before, change)?;
        let edited = profiles.edit(&wanted, &after, &change.key, &edit)?;
        after = edited.map_err(refusal)?;
    }
    Ok(Applied {
        evaluation: evaluate.map(|of| look::evaluate(&after, of)).transpose()?.map(Box::new),
        text: after.source.text.clone(),
    })
}

fn diff(session: &Session, profile: &ProfileRef, with: &ProfileRef) -> Result<Differences, Failure> {
    let profiles = &session.studio().profiles;
    let (before, after) = (profiles.load(with)?, profiles.load(profile)?);
    let rows = changes(&before.profile.values, &after.profile.values);
    let rows = rows.iter().flat_map(|change| {
        let (key, is_factor) = (change.entry.key(), matches!(change.what, What::SidedWeights(_)));
        change.lines().into_iter().map(move |(cell, [before, after])| Difference {
            key: key.clone(),
            entry: cell.map(|cell| cell.name.clone()),
            is_factor,
            before,
            after,
        })
    });
    Ok(Differences { rows: rows.collect() })
}

fn refusal(error: EditError) -> Failure {
    match error {
        EditError::Invalid(faults) => failure(LoadError::Invalid(faults)),
        EditError::Unfit(message) => Failure::new(message),
    }
}

/// The change with numbers in steps.
fn edit_of(loaded: &Loaded, change: &Change) -> Result<Edit, Failure> {
    Ok(match &change.to {
        NewSetting::Values(pairs) => {
            let entry = edit::entry_with_values(&loaded.profile, &change.key).map_err(refusal)?;
            let resolution = settings::resolution_of(&loaded.profile, &entry);
            let steps =
                |n: f64| (n * f64::from(resolution)).round().clamp(f64::from(i32::MIN), f64::from(i32::MAX));
            if pairs.iter().flatten().any(|n| !n.is_finite()) {
                return Err(Failure::new("this is not a number"));
            }
            Edit::Values(pairs.iter().map(|pair| pair.map(|n| steps(n) as i32)).collect())
        }
        NewSetting::Text(text) => Edit::Text(text.clone()),
        NewSetting::Number(n) => Edit::Number(*n),
        NewSetting::Remove(true) => Edit::Remove,
        NewSetting::Remove(false) => return Err(Failure::new("`remove` is true")),
        NewSetting::Factor(factor) => Edit::Factor(*factor),
    })
}
