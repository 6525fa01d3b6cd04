//! `temper label`: labels positions with the scores of another engine.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};

use crate::cli::files::{cannot_write, check_can_create, is_same};
use crate::cli::interrupt::{INTERRUPTED, Interrupt};
use crate::cli::labelled::RateMeter;
use crate::cli::numbers::processors;
use crate::cli::stdout::text_out;
use crate::cli::{fens, labelled, resume};
use temperament_engine::board::{Color, Game, Position, notation};
use temperament_engine::engine::{Limits, STACK_BYTES, Tunables};
use temperament_engine::input;
use temperament_engine::locked;
use temperament_engine::output::is_special;
use temperament_engine::profile::diagnostic::one_line;
use temperament_matches::arena::external::EngineConfig;
use temperament_matches::arena::{
    Answer, CancelToken, EngineError, External, Limit, MoveData, Participant, Player, Source,
};
use temperament_matches::journal::Entries;
use temperament_matches::setup::FileArg;
use temperament_matches::setup::count;
use temperament_matches::tune::{Label, Views, read_position};

/// Positions labelled by an engine between two `ucinewgame` (which is slow), and between two writes.
const BATCH: usize = 256;

/// Arguments of `temper label`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Positions: FEN, EPD, or training data of `temper tune`, whose labels are replaced (`-`: standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<FileArg>,
    /// The engine: 'uci:PROGRAM option.NAME=VALUE ...'; UCI_ShowWDL is set where there is such an option
    #[arg(long, value_name = "ENGINE")]
    by: String,
    /// Nodes per position
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    nodes: u64,
    /// Write `FEN | centipawns | result` to this file, both for White; the result is the expected score from the engine's
    /// WDL, or the one in the input if it reports none
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Append to the output file, skipping the positions it already has
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
    /// Take every Nth position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Skip positions whose score in the input exceeds this; centipawns
    #[arg(long, value_name = "CP")]
    within: Option<u32>,
    /// Number of engine processes (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Hash size of each engine in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Time limit for starting, for `isready`, and for each position
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    engine_timeout: u64,
}

/// Runs the command. The exit code is 130 if it was interrupted.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for file in args.files.iter().filter(|file| *file != "-") {
        input::open(file.as_ref()).with_context(|| file.clone())?;
    }
    let (engine, features) = engine(args)?;
    let concurrency = args.concurrency.map_or_else(processors, usize::from);
    let (out, known) = open_output(args)?;
    let interrupt = Interrupt::listen();
    let mut labeller = Labeller {
        players: (0..concurrency).map(|_| engine.player(false)).collect::<Result<_, _>>()?,
        engine,
        chess960: false,
        limits: Limits { nodes: Some(args.nodes), ..Limits::default() },
        pending: Vec::new(),
        out,
        labelled: 0,
        rate: RateMeter::begin(),
        interrupt: &interrupt,
    };
    let mut selection = Selection::new(args, known, features);
    let read = args.files.iter().try_for_each(|file| {
        fens::for_each_line(file, |number, line| {
            if interrupt.is_set() {
                return Ok(());
            }
            let task = selection.of(line).map_err(|what| anyhow!("{file}:{number}: {}", one_line(&what)))?;
            task.map_or(Ok(()), |task| labeller.add(task))
        })
    });
    // Positions read before an invalid line are labelled all the same.
    labeller.label_pending()?;
    read?;
    labeller.out.prepare().with_context(|| cannot_write(&args.out))?;
    let [idle, known, far] = selection.left_out;
    writeln!(
        text_out(),
        "{}: {} positions labelled; skipped: {idle} in check or over, {known} labelled before, {far} out of bounds",
        args.out.display(),
        labeller.labelled
    )?;
    if !interrupt.is_set() {
        return Ok(ExitCode::SUCCESS);
    }
    let is_resumable = !is_special(&args.out) && !args.files.iter().any(|file| file == "-");
    let command = is_resumable.then(|| resume::same_command(Some(["--force", "--resume"]), Some("--resume")));
    resume::complain_interrupted(command.as_deref(), "files for input and --out");
    Ok(INTERRUPTED.into())
}

/// What an engine can do.
#[derive(Debug, Clone, Copy)]
struct Features {
    wdl: bool,
    chess960: bool,
}

fn engine(args: &Args) -> anyhow::Result<(Participant, Features)> {
    ensure!(
        EngineConfig::is_engine(&args.by),
        "--by `{}`: expected 'uci:PROGRAM option.NAME=VALUE ...'",
        args.by
    );
    let hash = args.hash.into();
    let timeout = Duration::from_secs(args.engine_timeout);
    let engine = External::probe(EngineConfig::parse(&args.by)?, hash, timeout)?;
    let with_wdl = engine.clone().with_wdl();
    let features = Features { wdl: with_wdl.is_some(), chess960: engine.supports_chess960() };
    let engine = with_wdl.unwrap_or(engine);
    let participant = Participant {
        name: engine.name(),
        source: Source::External(engine),
        limit: Limit::Nodes(args.nodes),
        hash_mib: hash,
        own_book: false,
        tunables: Tunables::default(),
    };
    Ok((participant, features))
}

/// A position to label, and the result for White in the input, if any.
#[derive(Debug)]
struct Task {
    position: Position,
    points: Option<f32>,
}

/// Selects the positions to label.
struct Selection {
    every: usize,
    within: Option<u32>,
    features: Features,
    /// Positions labelled already or about to be.
    known: HashSet<u64>,
    seen: usize,
    /// Skipped: in check or without a move; known already; score out of bounds.
    left_out: [usize; 3],
}

impl Selection {
    fn new(args: &Args, known: HashSet<u64>, features: Features) -> Self {
        Self { every: args.every as usize, within: args.within, features, known, seen: 0, left_out: [0; 3] }
    }

    /// The position of a line; `None` if it is skipped.
    fn of(&mut self, line: &str) -> Result<Option<Task>, String> {
        if line.starts_with('[') {
            return Err("this is PGN: label needs positions, one per line".to_owned());
        }
        let Some((position, Label { result, score })) = read_position(line, Views::default())? else {
            return Ok(None);
        };
        self.seen += 1;
        if !(self.seen - 1).is_multiple_of(self.every) {
            return Ok(None);
        }
        if !self.features.chess960 && notation::is_chess960(&position) {
            return Err(format!("castling as in Chess960, which the engine does not support: {line}"));
        }
        if !self.features.wdl && result.is_none() {
            return Err("no result, and the engine reports no WDL (UCI_ShowWDL)".to_owned());
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
        Ok(Some(Task { position, points: result }))
    }
}

/// Engines and the positions waiting for them.
struct Labeller<'a> {
    players: Vec<Box<dyn Player>>,
    engine: Participant,
    /// True once the players castle as in Chess960.
    chess960: bool,
    limits: Limits,
    pending: Vec<Task>,
    out: OutputFile,
    /// Number of labelled positions.
    labelled: usize,
    rate: RateMeter,
    interrupt: &'a Interrupt,
}

impl Labeller<'_> {
    fn add(&mut self, task: Task) -> anyhow::Result<()> {
        if !self.chess960 && notation::is_chess960(&task.position) {
            self.label_pending()?;
            self.chess960 = true;
            for player in &mut self.players {
                *player = self.engine.player(true)?;
            }
        }
        self.pending.push(task);
        if self.pending.len() < BATCH * self.players.len() { Ok(()) } else { self.label_pending() }
    }

    /// Distributes pending positions to the engines and writes the labels in input order.
    fn label_pending(&mut self) -> anyhow::Result<()> {
        let (limits, interrupt) = (&self.limits, self.interrupt);
        let tasks = std::mem::take(&mut self.pending);
        let share = tasks.len().div_ceil(self.players.len()).max(1);
        let answers: Vec<(String, anyhow::Result<()>)> = thread::scope(|scope| {
            let series = self.players.iter_mut().zip(tasks.chunks(share));
            let threads: Vec<_> = series
                .map(|(player, tasks)| {
                    let work = move || label_batch(player.as_mut(), tasks, limits, interrupt);
                    thread::Builder::new()
                        .stack_size(STACK_BYTES)
                        .spawn_scoped(scope, work)
                        .expect("the operating system gives threads")
                })
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined.map(|lines| lines.expect("a thread that asks an engine does not panic")).collect()
        });
        let mut outcome = Ok(());
        for (lines, end) in answers {
            if !lines.is_empty() {
                self.out.add(&lines)?;
            }
            self.labelled += lines.lines().count();
            outcome = outcome.and(end);
        }
        self.rate.report(self.labelled, "")?;
        outcome
    }
}

/// Labels positions until the end, an interrupt or a failure.
fn label_batch(
    player: &mut dyn Player,
    tasks: &[Task],
    limits: &Limits,
    interrupt: &Interrupt,
) -> (String, anyhow::Result<()>) {
    let mut lines = String::new();
    let never = CancelToken::default();
    if let Err(error) = player.new_game(0, &never) {
        return (lines, Err(failed(&error)));
    }
    for task in tasks {
        if interrupt.is_set() {
            break;
        }
        let game = Game::new(task.position.clone());
        let line = match player.choose_move(&game, limits.clone(), None, &never) {
            Answer::Move(_, data) => task.line(&data),
            // Ctrl-C in a terminal goes to the engine, too.
            _ if interrupt.is_set() => break,
            Answer::Failed(error) => Err(failed(&error).context(task.position.fen(false))),
            Answer::Cancelled => unreachable!("nothing is dropped"),
        };
        match line {
            Ok(line) => lines += &line,
            Err(error) => return (lines, Err(error)),
        }
    }
    (lines, Ok(()))
}

fn failed(error: &EngineError) -> anyhow::Error {
    let words = error.last_lines.iter();
    let words: String = words.map(|line| format!("\n  {line}")).collect();
    anyhow!("the engine has failed: {}{words}", error.message)
}

impl Task {
    fn line(&self, data: &MoveData) -> anyhow::Result<String> {
        let Self { position, points } = self;
        let expected = data.wdl.map(|[win, draw, _]| {
            let mover = (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
            match position.stm() {
                Color::White => mover,
                Color::Black => 1.0 - mover,
            }
        });
        let fen = || position.fen(false);
        let score = data.score;
        let score = score.with_context(|| format!("{}: the engine reports no score", fen()))?;
        let points = expected.or(points.map(f64::from));
        let points = points.with_context(|| format!("{}: the engine reports no WDL", fen()))?;
        Ok(labelled::line(position, score, points))
    }
}

/// The output file, locked against other processes.
struct OutputFile {
    path: PathBuf,
    file: File,
    /// The part of its contents that stays, in bytes.
    kept: u64,
    /// True if this run has created the file.
    is_new: bool,
    is_written: bool,
}

impl OutputFile {
    /// Appends lines; the first ones replace what does not stay.
    fn add(&mut self, lines: &str) -> anyhow::Result<()> {
        self.prepare()
            .and_then(|()| self.file.write_all(lines.as_bytes()))
            .with_context(|| cannot_write(&self.path))
    }

    fn prepare(&mut self) -> io::Result<()> {
        if !self.is_written && !is_special(&self.path) {
            locked::go_on_at(&self.file, self.kept)?;
        }
        self.is_written = true;
        Ok(())
    }
}

impl Drop for OutputFile {
    /// An early failure leaves nothing behind.
    fn drop(&mut self) {
        if self.is_new && !self.is_written {
            drop(fs::remove_file(&self.path));
        }
    }
}

/// Opens the output file. Also returns the positions that it has.
fn open_output(args: &Args) -> anyhow::Result<(OutputFile, HashSet<u64>)> {
    let path = &args.out;
    let is_read = |file: &FileArg| file != "-" && is_same(path, file.as_ref());
    ensure!(!args.files.iter().any(is_read), "{} is also an input file", path.display());
    check_can_create(path, args.force || args.resume)?;
    let is_new = !path.exists();
    let is_resumed = args.resume && !is_new && !is_special(path);
    let file = if is_resumed { locked::open(path) } else { locked::open_new(path, !is_new) };
    let file = file.with_context(|| cannot_write(path))?;
    let (known, kept) = if is_resumed { positions_of(path, &file)? } else { (HashSet::new(), 0) };
    Ok((OutputFile { path: path.clone(), file, kept, is_new, is_written: false }, known))
}

fn id(fen: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    fen.hash(&mut hasher);
    hasher.finish()
}

/// Hashes of the positions in a file written by this command, and its length without an incomplete last line, which a
/// killed process leaves.
fn positions_of(path: &Path, file: &File) -> anyhow::Result<(HashSet<u64>, u64)> {
    let name = || path.display().to_string();
    let mut entries = Entries::new(path, input::reader(file).with_context(name)?);
    let mut positions = HashSet::new();
    while let Some(line) = entries.next_line()? {
        let position = position_of(&line);
        positions.insert(position.with_context(|| format!("{} is not a file of this command", name()))?);
    }
    Ok((positions, entries.length()))
}

/// Hash of the position in a line written by this command.
fn position_of(line: &str) -> Option<u64> {
    let parts: Vec<&str> = line.split('|').collect();
    (parts.len() == 3).then(|| id(parts[0].trim()))
}
