//! `temper export`: the characters as engines of other programs.
//!
//! Each program is a row of [`PROGRAMS`] with a function that makes its files. What they say follows from the profiles, the
//! levels and the names of UCI options; no file is written for a certain profile.

mod dgtcentaurmods;
mod ini;
mod lichess_bot;
mod lucas_chess;
mod pickle;
mod picochess;

use std::fmt;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use super::command_line::program;
use super::files::{self, cannot_write};
use super::one_of::{Choice, one_of};
use super::stdout::text_out;
use temperament_engine::escape::one_line;
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_engine::output::folder;
use temperament_engine::profile::{Category, Library, Listed, Origin, is_device};
use temperament_matches::setup::{FileArg, load_error};

/// Another program, as far as its export differs from that of others.
#[derive(Debug, Clone, Copy)]
struct Program {
    /// Levels unless `--elo` names others.
    levels: &'static [Level],
    /// Makes the files.
    files: fn(&Export) -> anyhow::Result<Vec<NewFile>>,
    /// Tells what to do with them.
    next: &'static str,
}

const PROGRAMS: &[Choice<Program>] = &[
    Choice { name: "picochess", help: "engines and levels for PicoChess", value: picochess::PROGRAM },
    Choice {
        name: "dgtcentaurmods",
        help: "engines and levels for DGTCentaurMods",
        value: dgtcentaurmods::PROGRAM,
    },
    Choice { name: "lucas-chess", help: "external engines of Lucas Chess", value: lucas_chess::PROGRAM },
    Choice { name: "lichess-bot", help: "configurations of lichess-bot", value: lichess_bot::PROGRAM },
];

/// Levels for a board, where one is chosen with few buttons.
const BOARD_LEVELS: &[Level] = &[
    Level::Elo(600),
    Level::Elo(800),
    Level::Elo(1000),
    Level::Elo(1200),
    Level::Elo(1400),
    Level::Elo(1600),
    Level::Elo(1800),
    Level::Elo(2000),
    Level::Elo(2200),
    Level::Elo(2400),
    Level::Elo(2600),
    Level::Full,
];

/// Arguments of `temper export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The other program
    #[arg(value_parser = one_of(PROGRAMS))]
    program: Program,
    /// Folder for the files, which is created if necessary
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Export this profile (may be repeated; default: all characters)
    #[arg(long = "profile", value_name = "NAME|PATH")]
    profiles: Vec<FileArg>,
    /// Levels, separated by commas: ratings from 600 to 2800, or `full` for full strength
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    elo: Vec<Level>,
    /// Path of the program `temper` on the computer that gets the files (default: where it is now)
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// A playing strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Elo(u32),
    Full,
}

impl Level {
    /// The UCI options that set it.
    fn options(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Elo(elo) => vec![("UCI_LimitStrength", "true".to_owned()), ("UCI_Elo", elo.to_string())],
            Self::Full => vec![("UCI_LimitStrength", "false".to_owned())],
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo(elo) => elo.fmt(f),
            Self::Full => f.write_str("full"),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "full" {
            return Ok(Self::Full);
        }
        let (min, max) = (MIN_ELO as u32, MAX_ELO as u32);
        match text.parse() {
            Ok(elo) if (min..=max).contains(&elo) => Ok(Self::Elo(elo)),
            _ => Err(format!("expected a whole number from {min} to {max}, or `full`")),
        }
    }
}

/// A profile to be exported.
#[derive(Debug)]
struct Character {
    /// Its name, which is valid for a file on every system.
    name: String,
    /// First line of its description; may be empty.
    summary: String,
    /// What `--profile` takes: the name of a shipped profile, or an absolute path.
    profile: String,
    /// True for a path.
    is_file: bool,
}

impl Character {
    /// The UCI option that chooses it.
    fn option(&self) -> (&'static str, String) {
        (if self.is_file { "ProfileFile" } else { "Profile" }, self.profile.clone())
    }
}

/// What is exported.
#[derive(Debug)]
struct Export {
    characters: Vec<Character>,
    levels: Vec<Level>,
    /// Path of the program `temper`.
    engine: String,
    out: PathBuf,
}

/// A file to be written.
#[derive(Debug)]
struct NewFile {
    /// Path below the folder.
    path: String,
    contents: Vec<u8>,
    is_executable: bool,
}

impl NewFile {
    fn text(path: String, contents: String) -> Self {
        Self { path, contents: contents.into_bytes(), is_executable: false }
    }
}

/// Writes the files and lists them.
///
/// # Errors
/// If a profile cannot be loaded or a file exists; then nothing has been written. If a file cannot be written.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    ensure!(
        library.tweaks().is_empty(),
        "`--set` is not exported: save what `temper profile show --flat` prints with it, and name that file with --profile"
    );
    let program = args.program;
    let mut levels: Vec<Level> = Vec::new();
    for &level in if args.elo.is_empty() { program.levels } else { &args.elo } {
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    let export = Export {
        characters: characters(&args.profiles, library)?,
        levels,
        engine: engine(args.engine.as_deref())?,
        out: args.out.clone(),
    };
    let made = (program.files)(&export)?;
    for file in &made {
        files::check_can_create(&args.out.join(&file.path), args.force)?;
    }
    for file in &made {
        write(&args.out.join(&file.path), file, args.force)?;
    }
    let mut out = text_out();
    for file in &made {
        writeln!(out, "{}", one_line(&args.out.join(&file.path).to_string_lossy()))?;
    }
    writeln!(out, "\n{}", program.next)?;
    Ok(())
}

fn write(path: &Path, file: &NewFile, force: bool) -> anyhow::Result<()> {
    fs::create_dir_all(folder(path))
        .with_context(|| format!("cannot create the folder {}", folder(path).display()))?;
    files::save(path, &file.contents, force)?;
    #[cfg(unix)]
    if file.is_executable {
        use std::os::unix::fs::PermissionsExt;
        let all = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path, all).with_context(|| cannot_write(path))?;
    }
    Ok(())
}

/// The named profiles, or all characters. Shipped ones are named, even where the folder `profiles` has copies of them.
fn characters(names: &[FileArg], library: &Library) -> anyhow::Result<Vec<Character>> {
    let listed = library.list();
    if names.is_empty() {
        let shipped = listed.into_iter().filter(|listed| listed.category == Category::Character);
        return Ok(shipped.map(|listed| shipped_character(&listed)).collect());
    }
    let mut found: Vec<Character> = Vec::new();
    for name in names {
        let canonical = library.canonical(name.as_ref());
        let shipped = listed
            .iter()
            .find(|listed| listed.category != Category::Own && canonical == listed.name.as_str())
            .map(shipped_character);
        let character = shipped.map_or_else(|| own_character(name, library), Ok)?;
        if let Some(other) = found.iter().find(|other| other.name.eq_ignore_ascii_case(&character.name)) {
            bail!("two profiles are called `{}`", other.name);
        }
        found.push(character);
    }
    Ok(found)
}

fn shipped_character(listed: &Listed) -> Character {
    Character {
        name: listed.name.clone(),
        summary: summary(&listed.description),
        profile: listed.name.clone(),
        is_file: false,
    }
}

fn own_character(given: &FileArg, library: &Library) -> anyhow::Result<Character> {
    let (profile, _) = library.load(given).map_err(|error| load_error(given, &error))?;
    let name = profile.name;
    ensure!(!is_device(&name), "no file on Windows can be called `{name}`: rename the profile");
    let summary = summary(&profile.description.unwrap_or_default());
    match &profile.files[0] {
        Origin::File(path) => {
            let path = path.canonicalize().with_context(|| path.display().to_string())?;
            Ok(Character { name, summary, profile: unicode(&path)?, is_file: true })
        }
        Origin::Embedded(_) | Origin::Text => {
            Ok(Character { name, summary, profile: given.to_string(), is_file: false })
        }
    }
}

/// The first line of a description.
fn summary(description: &str) -> String {
    one_line(description.lines().next().unwrap_or_default())
}

/// The absolute path of the engine. A given path may be one of another computer.
fn engine(given: Option<&Path>) -> anyhow::Result<String> {
    match given {
        Some(path) => unicode(path),
        None => unicode(&program().context("cannot find out where this program is: use --engine")?),
    }
}

/// A path as the text of a configuration file.
fn unicode(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str().filter(|text| !text.contains(char::is_control));
    text.map(str::to_owned)
        .with_context(|| format!("{}: configuration files cannot name this path", path.display()))
}
