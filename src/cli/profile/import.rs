//! `temper profile import`: a profile from the tables of another engine.

use std::io::{Read, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};

use super::import_report::{question, report};
use super::standard_input::STANDARD_INPUT;
use crate::cli::files;
use crate::cli::one_of::{Choice, one_of};
use crate::cli::stdout::text_out;
use temperament_engine::input::Text;
use temperament_engine::profile::import::{Draft, Kind, MAX_BYTES, Orientation, read, rodent};
use temperament_engine::profile::{Format, LONGEST_NAME, Library, is_device};
use temperament_matches::setup::FileArg;

const ORIENTATIONS: [Choice<Orientation>; 3] = [
    Choice {
        name: "a8",
        help: "The first number is a8: as one sees the board from White",
        value: Orientation::A8,
    },
    Choice {
        name: "a1",
        help: "The first number is a1; also Black's tables that begin with a8",
        value: Orientation::A1,
    },
    Choice {
        name: "black",
        help: "The first number is h1: as one sees the board from Black",
        value: Orientation::Black,
    },
];
const KINDS: [Choice<Kind>; 3] = [
    Choice {
        name: "source",
        help: "Source text of a program, or JSON: lists in brackets",
        value: Kind::Source,
    },
    Choice {
        name: "csv",
        help: "Numbers in lines: CSV, or what was copied from a web page",
        value: Kind::Csv,
    },
    Choice { name: "rodent", help: "A personality file of the engine Rodent", value: Kind::Rodent },
];
/// Name of a profile from standard input, or from a file whose name cannot be one.
const UNNAMED: &str = "imported";

/// Arguments of `temper profile import`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Source file, JSON, CSV, or personality of Rodent; - reads standard input
    file: FileArg,
    /// Output file, ending in .toml or .ron (default: NAME.toml in the current folder)
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Name of the profile (default: that of the output file, otherwise that of the source file)
    #[arg(long)]
    name: Option<String>,
    /// Square of the first number of each table (default: found from the numbers)
    #[arg(long, value_parser = one_of(&ORIENTATIONS))]
    orientation: Option<Orientation>,
    /// Format of the source file (default: found from its name and text)
    #[arg(long, value_parser = one_of(&KINDS))]
    format: Option<Kind>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let source: &Path = args.file.as_ref();
    let is_input = args.file == *STANDARD_INPUT;
    let name = name(args, source)?;
    let output = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.toml")));
    let Some(format) = Format::of(&output) else {
        bail!("{} ends in neither .toml nor .ron", output.display());
    };
    files::check_can_create(&output, args.force)?;
    ensure!(is_input || !files::is_same(source, &output), "FILE and --output name the same file");
    let text = text(source, is_input)?;
    let file = if is_input {
        "standard input".into()
    } else {
        source.file_name().unwrap_or_default().to_string_lossy()
    };
    let kind = args.format.unwrap_or_else(|| Kind::of(source, &text));
    if kind == Kind::Rodent {
        let personality = rodent::read(&text).map_err(|error| anyhow!("{file}: {error}"))?;
        files::save_profile(library, &output, &personality.text(&name, &file, format), args.force)?;
        writeln!(text_out(), "{}\n{}: written", personality.report(), output.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    let import = read(&text, kind).map_err(|error| anyhow!("{file}: {error}"))?;
    let Some(orientation) = args.orientation.or_else(|| import.orientation()) else {
        bail!("{file}: {}", question(&import));
    };
    let draft = Draft::new(&import.understood, orientation);
    let profile = draft.text(&import.understood, orientation, &name, &file, format);
    files::save_profile(library, &output, &profile, args.force)?;
    let is_chosen = args.orientation.is_some();
    writeln!(text_out(), "{}{}: written", report(&import, &draft, orientation, is_chosen), output.display())?;
    Ok(ExitCode::SUCCESS)
}

/// The name of the profile.
fn name(args: &Args, source: &Path) -> anyhow::Result<String> {
    if let Some(name) = &args.name {
        super::check_name(name)?;
        return Ok(name.clone());
    }
    let stem = args.output.as_deref().unwrap_or(source).file_stem().unwrap_or_default().to_string_lossy();
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name: String = stem.chars().map(|c| if is_allowed(c) { c } else { '-' }).take(LONGEST_NAME).collect();
    let name = name.trim_matches('-');
    Ok(if name.is_empty() || is_device(name) { UNNAMED.to_owned() } else { name.to_owned() })
}

fn text(source: &Path, is_input: bool) -> anyhow::Result<String> {
    if !is_input {
        let text = Text::read(source, MAX_BYTES).with_context(|| source.display().to_string())?;
        return Ok(text.text);
    }
    let mut bytes = Vec::new();
    stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= MAX_BYTES, "standard input has more than {MAX_BYTES} bytes");
    Ok(Text::decode(bytes)?.text)
}
