//! A profile on standard input.

use std::io::Read;
use std::sync::Arc;

use temperament_engine::profile::source::MAX_BYTES;
use temperament_engine::profile::{Diagnostic, Format, Source};

/// The argument that stands for standard input.
pub(super) const STANDARD_INPUT: &str = "-";
/// Name of standard input in messages.
pub(super) const INPUT_NAME: &str = "standard input";

/// Reads a TOML profile of bounded size.
pub(super) fn read_input(input: impl Read) -> anyhow::Result<Result<Arc<Source>, Diagnostic>> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Source::from_bytes(INPUT_NAME, Format::Toml, bytes))
}
