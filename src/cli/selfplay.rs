//! `temper selfplay`: games of a profile with itself from random openings, as labelled positions or PGN.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::compiled;
use super::files::{Later, is_same};
use super::interrupt::Interrupt;
use super::journals::check_command;
use super::labelled;
use super::matches::GameFile;
use super::pace::Pace;
use crate::arena::{
    Adjudication, Contender, DrawRule, Event, Header, Journal, Limit, Match, Played, ResignRule, Schedule,
    Source, Suite, pgn,
};
use crate::board::{Color, Position};
use crate::cli::file_arg::FileArg;
use crate::cli::text_out;
use crate::eval::{Weights, evaluate};
use crate::profile::{Library, Tweaks};

/// How a file of games ends, and one of positions in EPD.
const PGN_ENDING: &str = "pgn";
const EPD_ENDING: &str = "epd";

/// Arguments of `temper selfplay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Write to this file: PGN or EPD if it ends so, else `FEN | centipawns | result`, both White's, one position a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Keep each finished game in this file at once, so that it can be resumed
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with a journal; what is to be played stands in it, and all its games are written to --out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Options", "journal"])]
    resume: Option<PathBuf>,
    /// Overwrite the files if they exist
    #[arg(long)]
    force: bool,
    /// Games at a time (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

/// What the games depend on; a journal keeps it.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize)]
struct Options {
    /// The profile: a name or a path
    #[arg(required_unless_present = "resume")]
    profile: Option<FileArg>,
    /// Number of games, which is even
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = games)]
    games: usize,
    /// Search this many nodes for each move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random half-moves at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = plies)]
    random_plies: usize,
    /// Leave out openings in which the profile's evaluation sees a side ahead by more; centipawns
    #[arg(long, value_name = "CP", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    balance: u32,
    /// What the openings depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Size of the hash table of each side of each running game in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Adjudicate draws, as `temper match` does
    #[arg(
        long,
        value_name = "RULE",
        default_value = "movenumber=40,movecount=8,score=8"
    )]
    draw: DrawRule,
    /// Adjudicate losses, as `temper match` does
    #[arg(
        long,
        value_name = "RULE",
        default_value = "movecount=4,score=1000,twosided=true"
    )]
    resign: ResignRule,
    /// Call a game of this many moves a draw
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
}

/// What a journal keeps beside the games.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    options: Options,
    /// What lies over the profile.
    set: Vec<String>,
}

/// Runs the command; `set` is what lies over the profile. The exit code is 130 if it was interrupted.
pub fn run(args: &Args, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    check_files(args)?;
    let (plan, date, mut journal, earlier) = set_up(args, set, library)?;
    tell_repetition(&plan);
    let mut file = GameFile::create(&args.out, args.force)?;
    let ending = args.out.extension();
    let ends_in = |name: &str| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(name));
    let (is_pgn, is_epd) = (ends_in(PGN_ENDING), ends_in(EPD_ENDING));
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let concurrency = args.concurrency.map_or_else(processors, usize::from);
    let interrupt = Interrupt::listen();
    let mut told = Told::new(plan.schedule.games());
    plan.run(earlier, concurrency, &|| interrupt.is_set(), &mut |event| {
        match event {
            Event::Finished(played) => {
                if let Some(journal) = &mut journal {
                    journal.add(&plan, played)?;
                }
            }
            Event::Pair(pair) => {
                let text = |played: &Played| match is_pgn {
                    true => plan.pgn(played, &date),
                    false => positions(played, is_epd),
                };
                file.add(pair.iter().map(text))?;
                told.add(&pair)?;
            }
        }
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    told.end(&args.out)?;
    Ok(match told.games < plan.schedule.games() {
        true => super::INTERRUPTED.into(),
        false => ExitCode::SUCCESS,
    })
}

/// Makes sure, before anything is created, that the file can be written and is none that is read or written otherwise.
fn check_files(args: &Args) -> anyhow::Result<()> {
    let profile = args.options.profile.as_ref().map(Path::new);
    let others = [
        ("the profile", profile),
        ("--journal", args.journal.as_deref()),
        ("--resume", args.resume.as_deref()),
    ];
    for (at, (other, path)) in others.iter().enumerate() {
        let Some(path) = path else { continue };
        ensure!(!is_same(path, &args.out), "{other} and --out name the same file");
        let journal = args.journal.as_deref().filter(|_| at == 0);
        ensure!(
            !journal.is_some_and(|journal| is_same(path, journal)),
            "{other} and --journal name the same file"
        );
    }
    Later::new(&args.out, args.force)?;
    Ok(())
}

/// Says so if the openings are so few that many games are the same.
fn tell_repetition(plan: &Match) {
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

type SetUp = (Match, String, Option<Journal>, Vec<Played>);

fn set_up(args: &Args, set: &[String], library: &Library) -> anyhow::Result<SetUp> {
    if let Some(path) = &args.resume {
        ensure!(set.is_empty(), "the values of --set stand in the journal");
        let (journal, stored) = Journal::open(path)?;
        check_command(&stored.header.options, "selfplay", path)?;
        let saved: Saved = serde_json::from_value(stored.header.options.clone())
            .with_context(|| format!("{}:1", path.display()))?;
        let library = library.with_tweaks(Tweaks::new("--set", &saved.set));
        let plan = plan(&saved.options, &library.with_foreign_names())?;
        let date = stored.header.date.clone();
        let earlier = journal.resume(&stored, &plan)?;
        return Ok((plan, date, Some(journal), earlier));
    }
    let plan = plan(&args.options, library)?;
    let date = pgn::today();
    let saved = Saved {
        options: args.options.clone(),
        set: set.to_vec(),
    };
    let header = Header::new(&plan, date.clone(), serde_json::to_value(saved)?);
    let journal = args
        .journal
        .as_ref()
        .map(|path| Journal::create(path, &header, args.force));
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
    let contenders = ["A", "B"].map(|letter| Contender {
        name: format!("{} ({letter})", profile.name()),
        source: Source::Profile(profile.clone()),
        limit: Limit::Nodes(options.nodes),
        hash_mib: options.hash.into(),
    });
    Ok(Match {
        contenders: contenders.to_vec(),
        suite,
        schedule: Schedule::of_equals(options.games),
        rules: Adjudication {
            draw: Some(options.draw),
            resign: Some(options.resign),
            max_moves: Some(options.max_moves),
            tables: None,
            time_margin: Duration::ZERO,
        },
    })
}

fn is_balanced(weights: &Weights, position: &Position, most: u32) -> bool {
    weights.centipawns(evaluate(weights, position)).unsigned_abs() <= most
}

/// Each position in which a move was thought about, with what was thought of it and how the game ended.
fn positions(played: &Played, is_epd: bool) -> String {
    let record = &played.record;
    let game = record.game();
    let result = record.verdict.result;
    let points = f64::from(result.half_points(Color::White) as u32) / 2.0;
    let line = |position: &Position, score| match is_epd {
        true => labelled::epd(position, score, result),
        false => labelled::line(position, score, points),
    };
    let later = game.played().skip(record.opening_plies());
    later
        .zip(&record.thoughts)
        .filter_map(|((position, _), thought)| Some(line(position, thought.score?)))
        .collect()
}

/// What has been told of the games.
struct Told {
    games: usize,
    of: usize,
    positions: usize,
    pace: Pace,
}

impl Told {
    fn new(of: usize) -> Self {
        Self {
            games: 0,
            of,
            positions: 0,
            pace: Pace::begin(),
        }
    }

    fn add(&mut self, pair: &[Played; 2]) -> io::Result<()> {
        self.games += pair.len();
        self.positions += pair
            .iter()
            .map(|played| played.record.thoughts.len())
            .sum::<usize>();
        let Some(speed) = self.pace.due(self.positions) else {
            return Ok(());
        };
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{} of {} games, {} positions, {speed:.0} a second",
            self.games, self.of, self.positions
        )?;
        out.flush()
    }

    fn end(&self, path: &Path) -> io::Result<()> {
        writeln!(
            text_out(),
            "{}: {} games, {} positions",
            path.display(),
            self.games,
            self.positions
        )
    }
}

fn games(text: &str) -> anyhow::Result<usize> {
    const MOST: usize = 10_000_000;
    let games: usize = text.parse()?;
    ensure!(
        (2..=MOST).contains(&games) && games.is_multiple_of(2),
        "an even number from 2 to {MOST}"
    );
    Ok(games)
}

fn plies(text: &str) -> anyhow::Result<usize> {
    const MOST: usize = 100;
    let plies: usize = text.parse()?;
    ensure!(plies <= MOST, "from 0 to {MOST}");
    Ok(plies)
}
