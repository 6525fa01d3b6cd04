//! `temper selfplay`: plays a profile against itself from random openings and writes labelled positions or PGN.

use std::collections::HashSet;
use std::io;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use crate::cli::files::{GameFile, PendingFile, check_distinct};
use crate::cli::interrupt::{INTERRUPTED, Interrupt};
use crate::cli::journal::{check_command, stored_options};
use crate::cli::labelled::RateMeter;
use crate::cli::load::compiled;
use crate::cli::numbers::processors;
use crate::cli::stdout::text_out;
use crate::cli::{labelled, resume};
use temperament_engine::board::{Color, Position};
use temperament_engine::engine::Tunables;
use temperament_engine::eval::{Weights, evaluate};
use temperament_engine::profile::{Library, Overrides};
use temperament_matches::arena::{
    Adjudication, DEFAULT_SEED, DrawRule, Event, Header, Limit, Match, MatchJournal, Participant, Played,
    ResignRule, Schedule, Source, Suite, pgn,
};
use temperament_matches::setup::FileArg;
use temperament_matches::setup::count;

/// Extensions of output files with games, and with positions in EPD.
const PGN_EXTENSION: &str = "pgn";
const EPD_EXTENSION: &str = "epd";

/// Arguments of `temper selfplay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Output file: PGN or EPD by its extension, otherwise one position per line, `FEN | centipawns | result`, both for
    /// White
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Append each finished game to this file, from which the run can be resumed
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Resume a run from its journal (settings come from the journal); all its games are written to --out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Options", "journal"])]
    resume: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Number of games played in parallel (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

/// Options that determine the games, stored in the journal.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
struct Options {
    /// The profile: a name or a path
    #[arg(required_unless_present = "resume")]
    profile: Option<FileArg>,
    /// Number of games (even)
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = games)]
    games: usize,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = count)]
    nodes: u64,
    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = plies)]
    random_plies: usize,
    /// Skip openings whose static evaluation exceeds this; centipawns
    #[arg(long, value_name = "CP", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    balance: u32,
    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Hash size of each player of each running game in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Draw adjudication, as in `temper match`
    #[arg(long, value_name = "RULE", default_value = "movenumber=40,movecount=8,score=8")]
    draw: DrawRule,
    /// Resign adjudication, as in `temper match`
    #[arg(long, value_name = "RULE", default_value = "movecount=4,score=1000,twosided=true")]
    resign: ResignRule,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
}

/// Settings stored in the journal.
#[derive(Debug, Serialize, Deserialize)]
struct StoredOptions {
    #[serde(flatten)]
    options: Options,
    /// Overrides of `--set`.
    set: Vec<String>,
}

/// Runs the command; `set` are the overrides of `--set`. The exit code is 130 if it was interrupted.
pub fn run(args: &Args, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    check_files(args)?;
    let (plan, date, mut journal, earlier) = set_up(args, set, library)?;
    warn_of_repetition(&plan);
    let mut file = GameFile::create(&args.out, args.force)?;
    let extension = args.out.extension();
    let ends_in = |name: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    let (is_pgn, is_epd) = (ends_in(PGN_EXTENSION), ends_in(EPD_EXTENSION));
    let concurrency = args.concurrency.map_or_else(processors, usize::from);
    let interrupt = Interrupt::listen();
    let mut progress = ProgressLog::new(plan.schedule.games());
    plan.run(earlier, concurrency, &|| interrupt.is_set(), &mut |event| {
        match event {
            Event::Finished(played) => {
                if let Some(journal) = &mut journal {
                    journal.add(&plan, played)?;
                }
            }
            Event::Pair(pair) => {
                let text = |played: &Played| {
                    if is_pgn { plan.pgn(played, &date) } else { positions(played, is_epd) }
                };
                file.add(pair.iter().map(text))?;
                progress.add(&pair)?;
            }
            Event::Position(_) => {}
        }
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    progress.end(&args.out)?;
    if progress.games == plan.schedule.games() {
        return Ok(ExitCode::SUCCESS);
    }
    let journal = args.journal.as_deref().or(args.resume.as_deref());
    let options = [
        ("--concurrency", args.concurrency.map(|n| n.to_string())),
        ("--out", Some(resume::file(&args.out))),
    ];
    let command = resume::from_journal("selfplay", journal, &options, &[("--force", true)]);
    resume::complain_interrupted(command.as_deref(), "--journal FILE");
    Ok(INTERRUPTED.into())
}

/// Checks, before anything is created, that the output can be written and no file is named twice.
fn check_files(args: &Args) -> anyhow::Result<()> {
    let profile = args.options.profile.as_ref().map(|path| ("the profile", Path::new(path)));
    let written = [
        ("--journal", args.journal.as_deref()),
        ("--resume", args.resume.as_deref()),
        ("--out", Some(args.out.as_path())),
    ];
    check_distinct(profile.as_slice(), &written)?;
    PendingFile::new(&args.out, args.force)?;
    Ok(())
}

/// Warns if there are so few different openings that games repeat.
fn warn_of_repetition(plan: &Match) {
    let openings = plan.suite.openings();
    let different: HashSet<u64> = openings.iter().map(|opening| opening.position().key()).collect();
    if different.len() * 2 < openings.len() {
        complain!(
            "warning: only {} different openings for {} games, so that games repeat (--random-plies)",
            different.len(),
            openings.len()
        );
    }
}

type SetUp = (Match, String, Option<MatchJournal>, Vec<Played>);

fn set_up(args: &Args, set: &[String], library: &Library) -> anyhow::Result<SetUp> {
    if let Some(path) = &args.resume {
        ensure!(set.is_empty(), "--set cannot be combined with --resume: its values come from the journal");
        let (journal, stored) = MatchJournal::open(path)?;
        check_command(&stored.header.options, "selfplay", path)?;
        let saved: StoredOptions = stored_options::<Options, _>(&stored.header.options, path)?;
        let library = library.with_tweaks(Overrides::new("--set", &saved.set));
        let plan = plan(&saved.options, &library.with_foreign_names())?;
        let date = stored.header.date.clone();
        let earlier = journal.resume(&stored, &plan)?;
        return Ok((plan, date, Some(journal), earlier));
    }
    let plan = plan(&args.options, library)?;
    let date = pgn::today();
    let saved = StoredOptions { options: args.options.clone(), set: set.to_vec() };
    let header = Header::new(&plan, date.clone(), serde_json::to_value(saved)?);
    let journal = args.journal.as_ref().map(|path| MatchJournal::create(path, &header, args.force));
    Ok((plan, date, journal.transpose()?, Vec::new()))
}

fn plan(options: &Options, library: &Library) -> anyhow::Result<Match> {
    let profile = compiled(library, &options.profile.clone().unwrap_or_default())?;
    let weights = profile.of(Color::White);
    let is_balanced = |position: &Position| is_balanced(weights, position, options.balance);
    let suite = Suite::random(options.games, options.random_plies, options.seed, is_balanced);
    ensure!(
        suite.openings().len() == options.games,
        "hardly any opening of {} random half-moves is within {} centipawns: --random-plies, --balance",
        options.random_plies,
        options.balance
    );
    let participants = ["A", "B"].map(|letter| Participant {
        name: format!("{} ({letter})", profile.name()),
        source: Source::Profile(profile.clone()),
        limit: Limit::Nodes(options.nodes),
        hash_mib: options.hash.into(),
        own_book: false,
        tunables: Tunables::default(),
    });
    Ok(Match {
        participants: participants.to_vec(),
        suite,
        schedule: Schedule::of_equals(options.games),
        rules: Adjudication {
            draw: Some(options.draw),
            resign: Some(options.resign),
            max_moves: Some(options.max_moves),
            tables: None,
            time_margin: Duration::ZERO,
        },
        seed: DEFAULT_SEED,
    })
}

fn is_balanced(weights: &Weights, position: &Position, most: u32) -> bool {
    weights.centipawns(evaluate(weights, position)).unsigned_abs() <= most
}

/// Each searched position with its score and the result of the game.
fn positions(played: &Played, is_epd: bool) -> String {
    let record = &played.record;
    let game = record.game();
    let result = record.termination.result;
    let points = f64::from(result.half_points(Color::White) as u32) / 2.0;
    let line = |position: &Position, score| {
        if is_epd { labelled::epd(position, score, result) } else { labelled::line(position, score, points) }
    };
    let later = game.played().skip(record.opening_plies());
    later
        .zip(&record.move_data)
        .filter_map(|((position, _), data)| Some(line(position, data.score?)))
        .collect()
}

struct ProgressLog {
    games: usize,
    of: usize,
    positions: usize,
    pace: RateMeter,
}

impl ProgressLog {
    fn new(of: usize) -> Self {
        Self { games: 0, of, positions: 0, pace: RateMeter::begin() }
    }

    fn add(&mut self, pair: &[Played; 2]) -> io::Result<()> {
        self.games += pair.len();
        self.positions += pair.iter().map(|played| played.record.move_data.len()).sum::<usize>();
        self.pace.report(self.positions, &format!("{} of {} games, ", self.games, self.of))
    }

    fn end(&self, path: &Path) -> io::Result<()> {
        writeln!(text_out(), "{}: {} games, {} positions", path.display(), self.games, self.positions)
    }
}

fn games(text: &str) -> anyhow::Result<usize> {
    const MAX_GAMES: usize = 10_000_000;
    let games = usize::try_from(count(text)?)?;
    ensure!(
        (2..=MAX_GAMES).contains(&games) && games.is_multiple_of(2),
        "an even number from 2 to {MAX_GAMES}"
    );
    Ok(games)
}

fn plies(text: &str) -> anyhow::Result<usize> {
    const MAX_PLIES: usize = 100;
    let plies: usize = text.parse()?;
    ensure!(plies <= MAX_PLIES, "from 0 to {MAX_PLIES}");
    Ok(plies)
}
