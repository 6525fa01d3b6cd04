//! One conversation with a GUI: its position, its options, its engine.
//!
//! Here are the commands of the protocol; `settings` has the options and profiles, `people` the commands
//! that no GUI sends.

mod people;
mod settings;

use std::io;
use std::sync::Arc;

use crate::board::{Game, Position, START_FEN, notation};
use crate::engine::{DEFAULT_HASH_MIB, Engine, Limits, Report};
use crate::eval::Weights;
use crate::profile::{Library, LoadError};
use crate::search::BENCH_DEPTH;

use super::background::Task;
use super::command::{self, Command};
use super::go;
use super::options::OPTIONS;
use super::output::{self, Output, Style};
use settings::Settings;

/// Whether the conversation goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Read the next line.
    Continue,
    /// End the program.
    Quit,
}

/// The state between commands.
pub struct Session {
    library: Library,
    output: Output,
    engine: Engine,
    game: Game,
    /// The profile that plays unless another is chosen.
    default_profile: String,
    settings: Settings,
    /// The profile chosen; the engine's own until its running search has ended may be an older one.
    weights: Arc<Weights>,
    /// The size of the table that the engine has.
    engine_hash_mib: usize,
    clear_wanted: bool,
    /// Whether the search under way may wait for `stop`.
    open_ended: bool,
    /// Whether it waits for `ponderhit`.
    pondering: bool,
    /// A perft or a bench under way.
    task: Option<Task>,
    debug: bool,
}

impl Session {
    /// A session with the default profile, or, if that cannot be loaded, with the first that can.
    ///
    /// # Errors
    /// That of the default profile if no profile can be loaded.
    pub fn new(library: Library, output: Output) -> Result<Self, LoadError> {
        let (name, profile, messages) = settings::first_profile(&library)?;
        for message in messages {
            output.note(message);
        }
        let weights = Arc::new(profile.compile());
        Ok(Self {
            library,
            output,
            engine: Engine::new(Arc::clone(&weights), DEFAULT_HASH_MIB),
            game: Game::new(Position::startpos()),
            default_profile: name.clone(),
            settings: Settings::new(name),
            weights,
            engine_hash_mib: DEFAULT_HASH_MIB,
            clear_wanted: false,
            open_ended: false,
            pondering: false,
            task: None,
            debug: false,
        })
    }

    /// Obeys one line.
    pub fn line(&mut self, line: &str) -> Flow {
        let mut notes = Vec::new();
        let command = command::parse(line, &mut notes);
        for note in notes {
            self.output.note(note);
        }
        if self.debug
            && let Some(command) = &command
        {
            self.output.note(format!("understood {command:?}"));
        }
        match command {
            Some(Command::Quit) => Flow::Quit,
            Some(command) => {
                self.obey(command);
                Flow::Continue
            }
            None => Flow::Continue,
        }
    }

    /// The end of input: a search that ends by itself may, any other is stopped.
    pub fn end_of_input(mut self) {
        if self.open_ended || self.pondering {
            self.engine.stop();
        }
        self.engine.wait();
        if let Some(task) = self.task.take() {
            task.wait();
        }
    }

    /// The end of the program.
    pub fn quit(mut self) {
        self.halt();
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                self.settle();
                self.output.line("readyok");
            }
            Command::NewGame => {
                self.halt();
                self.clear_wanted = true;
                self.settle();
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go {
                limits,
                is_bare,
                search_moves,
            } => self.go(*limits, is_bare, &search_moves),
            Command::Perft(depth) => self.start_perft(depth),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                self.pondering = false;
                self.engine.ponderhit();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Debug(on) => self.debug = on,
            Command::Display => self.display(),
            Command::Eval => self.explain(),
            Command::Bench(depth) => self.start_bench(depth),
            Command::Flip => self.flip(),
            Command::Help => self.output.line(people::HELP),
            // The loop ends before it comes here.
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        self.output
            .line(concat!("id name Temperament ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Temperament authors");
        let profiles = self.library.loadable();
        for option in &OPTIONS {
            self.output.line(option.line(&self.default_profile, &profiles));
        }
        self.output.line("uciok");
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = match Position::from_fen(fen.unwrap_or(START_FEN)) {
            Ok(start) => start,
            Err(error) => {
                self.output.note(command::refused_position(&error.to_string()));
                return;
            }
        };
        let mut game = Game::new(start);
        for (number, text) in moves.iter().enumerate() {
            let legal = notation::parse_uci(game.position(), text).is_some_and(|mv| game.play(mv));
            if !legal {
                let why = format!(
                    "move {}, `{text}`, is not legal in {}",
                    number + 1,
                    game.position()
                );
                self.output.note(command::refused_position(&why));
                return;
            }
        }
        self.game = game;
    }

    fn go(&mut self, mut limits: Limits, is_bare: bool, search_moves: &[String]) {
        self.halt();
        self.settle();
        let root = self.game.position().clone();
        for text in search_moves {
            match notation::parse_uci(&root, text) {
                Some(mv) if limits.search_moves.contains(&mv) => {}
                Some(mv) => limits.search_moves.push(mv),
                None => self
                    .output
                    .note(format!("go: searchmoves: `{text}` is not a legal move")),
            }
        }
        limits.multi_pv = self.settings.multi_pv;
        limits.move_overhead = self.settings.move_overhead;
        let is_bounded = go::is_bounded(&limits, root.stm());
        if !is_bounded && limits.mate.is_none() {
            if !is_bare && !limits.infinite {
                self.output
                    .note("no limit for the side to move: searching until stop");
            }
            limits.infinite = true;
        }
        self.open_ended = limits.infinite || !is_bounded;
        self.pondering = limits.ponder;
        let style = Style {
            chess960: self.settings.chess960,
            wdl: self.settings.wdl,
        };
        let output = self.output.clone();
        self.engine.go(&self.game, limits, move |report| match report {
            Report::Info(info) => output.line(output::info_line(&root, &info, style)),
            Report::CurrentMove { depth, mv, number } => {
                let mv = notation::uci(&root, mv, style.chess960);
                output.line(format!(
                    "info depth {depth} currmove {mv} currmovenumber {number}"
                ));
            }
            Report::MissingThreads { started, reason } => {
                output.note(output::missing_threads(started, &reason));
            }
            Report::Done(outcome) => {
                if outcome.best.is_none() {
                    output.line(format!("info depth 0{}", output::score(outcome.score)));
                }
                output.line(output::best_move_line(&root, &outcome, style));
            }
        });
    }

    fn start_perft(&mut self, depth: u32) {
        self.halt();
        let position = self.game.position().clone();
        let task = Task::perft(position, depth, self.settings.chess960, self.output.clone());
        self.keep(task);
    }

    fn start_bench(&mut self, depth: Option<u32>) {
        self.halt();
        let depth = depth.unwrap_or(BENCH_DEPTH);
        let task = Task::bench(Arc::clone(&self.weights), depth, self.output.clone());
        self.keep(task);
    }

    fn keep(&mut self, task: io::Result<Task>) {
        match task {
            Ok(task) => self.task = Some(task),
            Err(error) => self.output.note(error.to_string()),
        }
    }

    fn stop(&mut self) {
        self.engine.stop();
        if let Some(task) = self.task.take() {
            task.stop();
        }
    }

    /// Ends whatever runs, and waits for its answer.
    fn halt(&mut self) {
        self.stop();
        self.engine.wait();
    }
}
