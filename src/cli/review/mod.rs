//! `temper review`: searches every position of games, marks mistakes, and writes annotated PGN and an HTML page.

mod journal;
mod tables;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::command_line::command_line;
use crate::cli::files::{PendingFile, check_distinct};
use crate::cli::interrupt::{INTERRUPTED, Interrupt};
use crate::cli::load::compiled;
use crate::cli::reading::{exit_code, report_notes};
use crate::cli::resume;
use crate::cli::stdout::text_out;
use journal::ReviewJournal;
use temperament_coaching::report::Program;
use temperament_coaching::report::review::{ReviewInfo, page};
use temperament_coaching::review::annotate::{insert, insertions, reviewer_tag};
use temperament_coaching::review::{DEFAULT_NODES, Review, Reviewer};
use temperament_engine::engine::Limits;
use temperament_engine::eval::SidedWeights;
use temperament_engine::input::Text;
use temperament_engine::profile::Library;
use temperament_matches::arena::pgn_reader::Notes;
use temperament_matches::arena::{LineError, PgnGame, PgnReader};
use temperament_matches::setup::FileArg;
use temperament_matches::setup::count;
use temperament_uci::options::DEFAULT_PROFILE;

/// Maximum size of a PGN file.
const MAX_BYTES: u64 = 1 << 30;

/// Arguments of `temper review`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games in PGN
    #[arg(value_name = "GAMES.pgn")]
    games: PathBuf,
    /// Profile to search and explain with, a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: FileArg,
    /// Nodes per position (default: 100000)
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = count)]
    nodes: Option<u64>,
    /// Time per position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Write the games with marks, comments and variations to this file; nothing of the original text is lost
    #[arg(long, value_name = "FILE.pgn")]
    out: Option<PathBuf>,
    /// Write an HTML page with boards and evaluation graphs
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Save the searches of each game to this file, and continue with what it has
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Overwrite the files of --out and --html if they exist
    #[arg(long)]
    force: bool,
}

/// Runs the command. The exit code is 1 if a game could not be read, 130 if it was interrupted.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let written = [
        ("--out", args.out.as_deref()),
        ("--html", args.html.as_deref()),
        ("--journal", args.journal.as_deref()),
    ];
    check_distinct(&[("the games", &args.games)], &written)?;
    let pending =
        |path: &Option<PathBuf>| path.as_deref().map(|path| PendingFile::new(path, args.force)).transpose();
    let (out, html) = (pending(&args.out)?, pending(&args.html)?);
    let text = Text::read(&args.games, MAX_BYTES).with_context(|| args.games.display().to_string())?;
    let (games, faults) = read_games(&text.text);
    let mut notes = Notes::default();
    games.iter().for_each(|game| notes.extend(&game.notes));
    report_notes(&args.games, &notes);
    for fault in &faults {
        complain!("{}:{}: {}; the game is not reviewed", args.games.display(), fault.line, fault.message);
    }
    ensure!(!games.is_empty() || faults.is_empty(), "{}: no game can be read", args.games.display());
    ensure!(!games.is_empty(), "{} has no games with moves", args.games.display());
    let profile = compiled(library, &args.profile)?;
    let settings = Settings::new(args, &profile, &faults);
    let mut journal =
        args.journal.as_deref().map(|path| ReviewJournal::open(path, &settings.id)).transpose()?;
    let (reviewed, is_complete) = review_all(games, &settings, &profile, journal.as_mut())?;
    if let Some(out) = out {
        let all = reviewed.iter();
        let all = all.flat_map(|(read, review)| insertions(&text.text, read, review, &settings.reviewer));
        out.write(text.encode(&insert(&text.text, &all.collect::<Vec<_>>())))?;
    }
    if let Some(html) = html {
        html.write(page(&text.text, &reviewed, &settings.info))?;
    }
    tables::write(&mut text_out(), &reviewed)?;
    if !is_complete {
        complain!("the remaining games are not reviewed");
        let force = (args.out.is_some() || args.html.is_some()).then_some("--force");
        let command = args.journal.is_some().then(|| resume::same_command(None, force));
        resume::complain_interrupted(command.as_deref(), "--journal FILE");
        return Ok(INTERRUPTED.into());
    }
    Ok(exit_code(faults.is_empty()))
}

/// How games are reviewed.
struct Settings {
    limits: Limits,
    /// Identifies everything that a search depends on but the game.
    id: String,
    /// Value of the tag of reviewed games.
    reviewer: String,
    info: ReviewInfo,
}

impl Settings {
    fn new(args: &Args, profile: &SidedWeights, faults: &[LineError]) -> Self {
        let nodes = args.nodes.unwrap_or(DEFAULT_NODES);
        let (limits, limit) = match args.movetime {
            Some(ms) => {
                let movetime = Some(Duration::from_millis(ms));
                (Limits { movetime, ..Limits::default() }, format!("{ms} ms"))
            }
            None => (Limits { nodes: Some(nodes), ..Limits::default() }, format!("{nodes} nodes")),
        };
        let Program { version, .. } = Program::THIS;
        let id = format!("{version} {:016x} {limit}", profile.neutral().id());
        let reviewer = reviewer_tag(profile.name(), &limit);
        let info = ReviewInfo {
            profile: profile.name().to_owned(),
            limits: limit,
            command: command_line(),
            faults: faults.iter().map(|fault| format!("line {}: {}", fault.line, fault.message)).collect(),
        };
        Self { limits, id, reviewer, info }
    }
}

/// The games with moves, and the faults of the others.
fn read_games(text: &str) -> (Vec<PgnGame>, Vec<LineError>) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for game in PgnReader::new(text, 1, None) {
        match game {
            Ok(game) if game.moves.is_empty() => {}
            Ok(game) => games.push(game),
            Err(fault) => faults.push(fault),
        }
    }
    (games, faults)
}

/// Reviews games until the end or Ctrl-C. Returns whether all of them were reviewed.
fn review_all(
    games: Vec<PgnGame>,
    settings: &Settings,
    profile: &SidedWeights,
    mut journal: Option<&mut ReviewJournal>,
) -> anyhow::Result<(Vec<(PgnGame, Review)>, bool)> {
    let interrupt = Interrupt::listen();
    let progress = progress(games.iter().map(|game| game.moves.len() as u64 + 1).sum())?;
    let mut reviewer = Reviewer::new(profile, settings.limits.clone())?;
    let number = games.len();
    let mut reviewed = Vec::new();
    for (index, read) in games.into_iter().enumerate() {
        progress.set_message(format!("game {} of {number}", index + 1));
        let stored = journal.as_ref().and_then(|journal| journal.find(&read.game));
        let analysis = match stored {
            Some(analysis) => {
                progress.inc(analysis.positions.len() as u64);
                Some(analysis)
            }
            None => {
                let mut left = read.game.moves().len() + 1;
                reviewer.analyse(&read.game, &|| interrupt.is_set(), &mut |now| {
                    // Deeper searches were not known before.
                    progress.inc_length((now + 1).saturating_sub(left) as u64);
                    left = now;
                    progress.inc(1);
                })
            }
        };
        let Some(analysis) = analysis.filter(|_| !interrupt.is_set()) else {
            break;
        };
        if let Some(journal) = &mut journal {
            journal.add(&read.game, &analysis)?;
        }
        let review = Review::new(&read.game, read.result, analysis, profile.neutral());
        reviewed.push((read, review));
    }
    progress.finish_and_clear();
    let is_complete = reviewed.len() == number;
    Ok((reviewed, is_complete))
}

/// A bar on standard error, if that is a terminal.
fn progress(positions: u64) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(positions);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let template = "{pos}/{len} positions [{wide_bar}] {msg}, {eta} left";
    bar.set_style(ProgressStyle::with_template(template)?.progress_chars("=> "));
    Ok(bar)
}
