//! `temper label`: what another engine thinks of positions, as labels to learn from.

mod out;

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};

use super::interrupt::Interrupt;
use super::pace::Pace;
use super::{fens, labelled};
use crate::arena::external::Launch;
use crate::arena::{Answer, Contender, Dropping, External, Fault, Limit, Player, Source, Thought};
use crate::board::{Color, Game, Position, notation};
use crate::cli::file_arg::FileArg;
use crate::cli::text_out;
use crate::engine::{Limits, STACK_BYTES};
use crate::input;
use crate::profile::diagnostic::one_line;
use crate::tune::{Label, Views, read_position};
use out::{Out, id, out};

/// An engine answers so many questions before it is told to forget what it knows (which takes its time), and before what
/// it said is written.
const SERIES: usize = 256;

/// Arguments of `temper label`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Positions: FEN or EPD, or the lines that `temper tune` reads, whose labels are replaced (`-`: standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<FileArg>,
    /// The engine: 'uci:PROGRAM option.NAME=VALUE ...'; UCI_ShowWDL is set where there is such an option
    #[arg(long, value_name = "ENGINE")]
    by: String,
    /// Nodes that it searches for each position
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Write `FEN | centipawns | result` to this file, both White's: the result is what the engine expects of the chances
    /// it tells; the file's own if it tells none
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on: what stands in the file to be written stays, and its positions are passed over
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
    /// Take every Nth position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Leave out positions whose score in the file sees a side ahead by more; centipawns
    #[arg(long, value_name = "CP")]
    within: Option<u32>,
    /// Engines at a time (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Size of the hash table of each in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// How long it may take to start, to be ready, and for a position
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    engine_timeout: u64,
}

/// Runs the command. The exit code is 130 if it was interrupted.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for file in args.files.iter().filter(|file| *file != "-") {
        input::open(file.as_ref()).with_context(|| file.clone())?;
    }
    let (engine, tells_chances) = engine(args)?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let concurrency = args.concurrency.map_or_else(processors, usize::from);
    let (out, known) = out(args)?;
    let interrupt = Interrupt::listen();
    let mut labeller = Labeller {
        players: (0..concurrency)
            .map(|_| engine.player(false))
            .collect::<Result<_, _>>()?,
        limits: Limits {
            nodes: Some(args.nodes),
            ..Limits::default()
        },
        waiting: Vec::new(),
        out,
        told: Told::new(),
        interrupt: &interrupt,
    };
    let mut choice = Choice::new(args, known, tells_chances);
    let read = args.files.iter().try_for_each(|file| {
        fens::for_each_line(file, |number, line| {
            if interrupt.is_set() {
                return Ok(());
            }
            let question = choice
                .of(line)
                .map_err(|what| anyhow!("{file}:{number}: {}", one_line(&what)))?;
            question.map_or(Ok(()), |question| labeller.add(question))
        })
    });
    // What was read before a line with a fault is labelled all the same.
    labeller.answer_all()?;
    read?;
    labeller.out.file()?;
    labeller.told.end(args, &choice)?;
    Ok(match interrupt.is_set() {
        true => super::INTERRUPTED.into(),
        false => ExitCode::SUCCESS,
    })
}

/// The engine, and whether it tells chances.
fn engine(args: &Args) -> anyhow::Result<(Contender, bool)> {
    ensure!(
        Launch::is_meant(&args.by),
        "--by `{}`: expected 'uci:PROGRAM option.NAME=VALUE ...'",
        args.by
    );
    let hash = args.hash.into();
    let patience = Duration::from_secs(args.engine_timeout);
    let engine = External::try_out(Launch::read(&args.by)?, hash, patience)?;
    let telling = engine.clone().with_chances();
    let tells_chances = telling.is_some();
    let engine = telling.unwrap_or(engine);
    let contender = Contender {
        name: engine.name(),
        source: Source::External(engine),
        limit: Limit::Nodes(args.nodes),
        hash_mib: hash,
    };
    Ok((contender, tells_chances))
}

/// A position that is to be labelled, and the points of White that its file knows of.
#[derive(Debug)]
struct Question {
    position: Position,
    points: Option<f32>,
}

/// Which positions are taken.
struct Choice {
    every: usize,
    within: Option<u32>,
    tells_chances: bool,
    /// What has been labelled, or is about to be.
    known: HashSet<u64>,
    seen: usize,
    /// Left out: in check, or without a move; known already; too far from level.
    left_out: [usize; 3],
}

impl Choice {
    fn new(args: &Args, known: HashSet<u64>, tells_chances: bool) -> Self {
        Self {
            every: args.every as usize,
            within: args.within,
            tells_chances,
            known,
            seen: 0,
            left_out: [0; 3],
        }
    }

    /// What a line asks for; `None` if it is passed over.
    fn of(&mut self, line: &str) -> Result<Option<Question>, String> {
        if line.starts_with('[') {
            return Err("games (PGN) are not labelled, but positions, one a line".to_owned());
        }
        let Some((position, Label { result, score })) = read_position(line, Views::default())? else {
            return Ok(None);
        };
        self.seen += 1;
        if !(self.seen - 1).is_multiple_of(self.every) {
            return Ok(None);
        }
        if notation::is_chess960(&position) {
            return Err(format!("castling as in Chess960: {line}"));
        }
        if !self.tells_chances && result.is_none() {
            return Err("no result, and the engine tells no chances (UCI_ShowWDL)".to_owned());
        }
        let is_far = |score: f32| self.within.is_some_and(|most| score.abs() > most as f32);
        let reasons = [
            position.in_check() || !position.has_legal_move(),
            self.known.contains(&id(&position.fen(false))),
            score.is_some_and(is_far),
        ];
        if let Some(reason) = reasons.iter().position(|&is_out| is_out) {
            self.left_out[reason] += 1;
            return Ok(None);
        }
        self.known.insert(id(&position.fen(false)));
        Ok(Some(Question {
            position,
            points: result,
        }))
    }
}

/// Engines that label, and what waits for them.
struct Labeller<'a> {
    players: Vec<Box<dyn Player>>,
    limits: Limits,
    waiting: Vec<Question>,
    out: Out,
    told: Told,
    interrupt: &'a Interrupt,
}

impl Labeller<'_> {
    fn add(&mut self, question: Question) -> anyhow::Result<()> {
        self.waiting.push(question);
        match self.waiting.len() < SERIES * self.players.len() {
            true => Ok(()),
            false => self.answer_all(),
        }
    }

    /// Asks the engines about all that waits, and writes what they say in the order of the questions.
    fn answer_all(&mut self) -> anyhow::Result<()> {
        let (limits, interrupt) = (&self.limits, self.interrupt);
        let questions = std::mem::take(&mut self.waiting);
        let share = questions.len().div_ceil(self.players.len()).max(1);
        let answers: Vec<(String, anyhow::Result<()>)> = thread::scope(|scope| {
            let series = self.players.iter_mut().zip(questions.chunks(share));
            let threads: Vec<_> = series
                .map(|(player, questions)| {
                    let work = move || answer_series(player.as_mut(), questions, limits, interrupt);
                    thread::Builder::new()
                        .stack_size(STACK_BYTES)
                        .spawn_scoped(scope, work)
                        .expect("the operating system gives threads")
                })
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined
                .map(|lines| lines.expect("a thread that asks an engine does not panic"))
                .collect()
        });
        let mut outcome = Ok(());
        for (lines, end) in answers {
            if !lines.is_empty() {
                self.out.add(&lines)?;
            }
            self.told.labelled += lines.lines().count();
            outcome = outcome.and(end);
        }
        self.told.tell()?;
        outcome
    }
}

/// The lines of so many positions, as far as it went: up to an interrupt or a failure.
fn answer_series(
    player: &mut dyn Player,
    questions: &[Question],
    limits: &Limits,
    interrupt: &Interrupt,
) -> (String, anyhow::Result<()>) {
    let mut lines = String::new();
    let never = Dropping::default();
    if let Err(fault) = player.begin(&never) {
        return (lines, Err(failed(&fault)));
    }
    for question in questions {
        if interrupt.is_set() {
            break;
        }
        let game = Game::new(question.position.clone());
        let line = match player.answer(&game, limits.clone(), None, &never) {
            Answer::Move(_, thought) => question.line(&thought),
            // Ctrl-C in a terminal goes to the engine, too.
            _ if interrupt.is_set() => break,
            Answer::Failed(fault) => Err(failed(&fault).context(question.position.fen(false))),
            Answer::Dropped => unreachable!("nothing is dropped"),
        };
        match line {
            Ok(line) => lines += &line,
            Err(error) => return (lines, Err(error)),
        }
    }
    (lines, Ok(()))
}

fn failed(fault: &Fault) -> anyhow::Error {
    let words = fault.last_words.iter();
    let words: String = words.map(|line| format!("\n  {line}")).collect();
    anyhow!("the engine has failed: {}{words}", fault.what)
}

impl Question {
    fn line(&self, thought: &Thought) -> anyhow::Result<String> {
        let Self { position, points } = self;
        let expected = thought.chances.map(|[win, draw, _]| {
            let mover = (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
            match position.stm() {
                Color::White => mover,
                Color::Black => 1.0 - mover,
            }
        });
        let fen = || position.fen(false);
        let score = thought.score;
        let score = score.with_context(|| format!("{}: the engine tells no score", fen()))?;
        let points = expected.or(points.map(f64::from));
        let points = points.with_context(|| format!("{}: the engine tells no chances", fen()))?;
        Ok(labelled::line(position, score, points))
    }
}

/// What is told while it goes on.
struct Told {
    labelled: usize,
    pace: Pace,
}

impl Told {
    fn new() -> Self {
        Self {
            labelled: 0,
            pace: Pace::begin(),
        }
    }

    fn tell(&mut self) -> io::Result<()> {
        let Some(speed) = self.pace.due(self.labelled) else {
            return Ok(());
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{} positions, {speed:.0} a second", self.labelled)?;
        out.flush()
    }

    fn end(&self, args: &Args, choice: &Choice) -> io::Result<()> {
        let [idle, known, far] = choice.left_out;
        writeln!(
            text_out(),
            "{}: {} positions labelled; left out: {idle} in check or over, {known} labelled before, {far} too far \
             from level",
            args.out.display(),
            self.labelled
        )
    }
}
