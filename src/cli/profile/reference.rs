//! `temper profile reference`: the reference of all keys, or of the language of custom terms.

use std::process::ExitCode;

use anyhow::bail;

use super::explain::hint;
use crate::cli::pager;
use temperament_engine::escape;
use temperament_engine::eval::keys::entries;
use temperament_engine::profile::reference;
use temperament_engine::terms::reference as language;

/// Arguments of `temper profile reference`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only keys that contain this text: `passed`, `king.shelter`
    #[arg(conflicts_with = "terms")]
    pattern: Option<String>,
    /// Print the reference of the custom term language instead
    #[arg(long)]
    terms: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let page = match &args.pattern {
        Some(pattern) => of_keys(pattern)?,
        None if args.terms => language::page(),
        None => reference::page(),
    };
    pager::print(&page)?;
    Ok(ExitCode::SUCCESS)
}

/// Renders the reference of the keys that contain a text.
///
/// # Errors
/// If there are none.
fn of_keys(pattern: &str) -> anyhow::Result<String> {
    let text = reference::matching(pattern);
    if text.is_empty() {
        bail!("no key contains `{}`{}", escape::one_line(pattern), hint(pattern, entries().map(|e| e.key())));
    }
    Ok(text)
}
