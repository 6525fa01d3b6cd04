//! A UCI session: its position, its options, its engine.
//!
//! This module has the commands of the protocol. Beside it: `searching` (searches), `options` (the table of options),
//! `settings` (their values), `opponent` (the level by the rating of the opponent), `profile_options` (those that choose a
//! profile), `reload` (hot reload), `refusals` (repeated messages about rejected settings), `tune_options` (the options of a
//! tuner), `debug_commands` (commands for terminals) and `queue` (commands that wait for the end of a perft or bench).

mod debug_commands;
mod opponent;
pub mod options;
pub mod profile_options;
mod queue;
pub mod refusals;
mod reload;
mod searching;
pub mod settings;
#[cfg(syzygy)]
pub mod syzygy;
mod tune_options;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;

use temperament_engine::board::{Color, Game, Position, START_FEN, notation};
use temperament_engine::engine::{DEFAULT_HASH_MIB, Engine, random_seed};
use temperament_engine::escape::one_line;
use temperament_engine::profile::reload::Reloader;
use temperament_engine::profile::{Library, Origin, Overrides};
use temperament_engine::search::BENCH_DEPTH;

use super::background::{self, Task, Work};
use super::command::{self, Command};
use super::output::Output;
use super::{Setup, UciError};
use options::{DEFAULT_PROFILE, OPTIONS};
use profile_options::First;
use refusals::Refusals;
use reload::Watch;
use searching::{Analysis, HeldAnswer};
use settings::Settings;
use tune_options::TuneOptions;

/// Name of the engine, unless a profile was chosen on the command line.
const ENGINE_NAME: &str = concat!("Temperament ", env!("CARGO_PKG_VERSION"));

/// The state between commands.
pub struct Session {
    setup: Setup,
    library: Library,
    command_line: Overrides,
    /// Numbers of the profile that are options.
    tune_options: TuneOptions,
    output: Output,
    engine: Engine,
    /// The current game; after a refused `position` the note about it, so that nothing speaks about another position.
    game: Result<Game, String>,
    /// The profile that is used unless another one is chosen.
    default_profile: OsString,
    engine_name: String,
    settings: Settings,
    /// Rejected settings of the profile.
    refusals: Refusals,
    /// The selected profile; until its running search has ended, the engine may use an older one.
    live: Reloader,
    watch: Watch,
    engine_hash_mib: usize,
    clear_wanted: bool,
    /// True if the running search may wait for `stop`.
    open_ended: bool,
    /// True if `stop` has to be answered for a search that was refused.
    owes_move: bool,
    /// The running search if it cannot end by itself: it is restarted when the profile changes.
    analysis: Option<Analysis>,
    /// The end of a search that was not stopped although only `stop` or `ponderhit` ends it.
    held: Option<HeldAnswer>,
    /// The running perft or bench.
    task: Option<Task>,
    /// Commands that wait for its end.
    queue: VecDeque<Command>,
    debug: bool,
}

impl Session {
    /// Creates a session with the profile of the setup, or with the default one, or, if that cannot be loaded, with
    /// the first one that can. `on_change` is called from another thread whenever [`Session::files_changed`] should
    /// be, until it returns `false`.
    ///
    /// # Errors
    /// [`UciError::NoProfile`] with the errors of the requested profile, or of the default one if no profile can be
    /// loaded.
    pub fn new(
        library: Library,
        setup: &Setup,
        output: Output,
        on_change: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Self, UciError> {
        let First { live, messages, faults } =
            profile_options::first_profile(&library, setup.profile.as_deref())?;
        for message in messages {
            output.note(message);
        }
        let name = shown_name(&live);
        let engine_name = match setup.profile {
            Some(_) => format!("{ENGINE_NAME} ({})", live.profile().name),
            None => ENGINE_NAME.to_owned(),
        };
        let watch = match setup.signals(false) {
            Some(_) => Watch::default(),
            None => Watch::new(on_change)?,
        };
        let mut session = Self {
            setup: setup.clone(),
            command_line: library.tweaks().clone(),
            tune_options: TuneOptions::new(live.profile(), &setup.tune)?,
            library,
            output,
            engine: Engine::new(live.compiled().clone(), DEFAULT_HASH_MIB),
            game: Ok(Game::new(Position::startpos())),
            default_profile: name.clone(),
            engine_name,
            refusals: Refusals::at_start(DEFAULT_PROFILE.as_ref(), &faults),
            settings: options::defaults(name),
            watch,
            live,
            engine_hash_mib: DEFAULT_HASH_MIB,
            clear_wanted: false,
            open_ended: false,
            owes_move: false,
            analysis: None,
            held: None,
            task: None,
            queue: VecDeque::new(),
            debug: false,
        };
        session.engine.set_seed(random_seed());
        session.watch.follow(&session.live);
        Ok(session)
    }

    /// Executes one line; breaks to end the program.
    pub fn line(&mut self, line: &str) -> ControlFlow<()> {
        let mut notes = Vec::new();
        let command = command::parse(line, &mut notes);
        for note in notes {
            self.output.note(note);
        }
        if self.debug && command.is_some() {
            self.output.note(format!("received: {}", line.trim()));
        }
        command.map_or(ControlFlow::Continue(()), |command| self.submit(command))
    }

    /// Handles the end of input: a search that ends by itself is completed, any other is stopped. A perft or bench
    /// ends by itself.
    pub fn end_of_input(mut self) {
        if self.open_ended || self.owes_move || self.analysis.is_some() {
            self.stop_search();
        }
        self.engine.wait();
        if let Some(task) = self.task.take() {
            task.wait();
        }
    }

    pub fn quit(mut self) {
        self.halt();
    }

    fn execute(&mut self, command: Command) {
        use Command::{Bench, Eval, Go, IsReady, NewGame};
        if matches!(command, IsReady | NewGame | Go { .. } | Eval | Bench(_)) {
            self.apply_tune_options();
        }
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                self.apply_pending();
                self.output.line("readyok");
            }
            Command::NewGame => {
                self.halt();
                self.clear_wanted = true;
                self.apply_pending();
                self.engine.set_seed(random_seed());
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::InvalidPosition(why) => self.refuse_position(&why),
            Command::Go { limits, end, search_moves } => self.go(*limits, end, &search_moves),
            Command::Perft(depth) => self.start_perft(depth),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Debug(on) => self.debug = on,
            Command::Display => self.display(),
            Command::Eval => self.explain(),
            Command::Bench(depth) => self.start_bench(depth),
            Command::Flip => self.flip(),
            Command::Help => self.output.line(debug_commands::HELP),
            // The loop ends before it comes here.
            Command::Quit => {}
        }
    }

    /// Returns the default profile as the option `Profile` lists it: UTF-8, in one line.
    fn shown_default(&self) -> String {
        one_line(&self.default_profile.to_string_lossy())
    }

    fn introduce(&self) {
        self.output.line(format!("id name {}", self.engine_name));
        self.output.line("id author the Temperament authors");
        let mut profiles = self.library.names_by_category();
        let default = self.shown_default();
        if !profiles.contains(&default) {
            profiles.push(default.clone());
        }
        for option in OPTIONS {
            self.output.line(option.line(&default, &profiles));
        }
        for line in self.tune_options.lines() {
            self.output.line(line);
        }
        self.output.line("uciok");
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let (start, dropped) = match Position::read_fen(fen.unwrap_or(START_FEN)) {
            Ok(read) => read,
            Err(error) => return self.refuse_position(&error.to_string()),
        };
        if let Some(note) = dropped.note() {
            self.output.note(format!("position: {note}"));
        }
        let mut game = Game::new(start);
        for (number, text) in (1..).zip(moves) {
            let legal = notation::parse_uci(game.position(), text).is_some_and(|mv| game.play(mv));
            if !legal {
                let why = format!("move {number}, `{text}`, is not legal in {}", game.position());
                return self.refuse_position(&why);
            }
        }
        self.game = Ok(game);
    }

    fn refuse_position(&mut self, why: &str) {
        let note = command::refused_position(why);
        self.output.note(&note);
        self.game = Err(note);
    }

    /// Returns the current game; repeats why there is none.
    fn current_game(&self) -> Option<&Game> {
        self.game.as_ref().inspect_err(|note| self.output.note(note)).ok()
    }

    fn start_perft(&mut self, depth: u32) {
        self.halt();
        let Some(game) = self.current_game() else {
            return;
        };
        let position = game.position().clone();
        self.start(background::perft(position, depth, self.settings.chess960));
    }

    fn start_bench(&mut self, depth: Option<u32>) {
        self.halt();
        let depth = depth.unwrap_or(BENCH_DEPTH);
        let weights = Arc::clone(self.live.compiled().of(Color::White));
        self.start(background::bench(weights, depth));
    }

    fn start(&mut self, work: Work) {
        if let Some(signals) = self.setup.signals(false) {
            return background::run(work, &signals, &self.output);
        }
        match Task::start(work, self.output.clone()) {
            Ok(task) => self.task = Some(task),
            Err(error) => self.output.note(error.to_string()),
        }
    }
}

/// Returns the default profile for GUIs: its name or path as given, or the path of its file if the name would be read
/// as a keyword.
fn shown_name(live: &Reloader) -> OsString {
    match live.profile().files.first() {
        Some(Origin::File(path)) if options::is_keyword(&live.wanted().to_string_lossy()) => path.into(),
        _ => live.wanted().to_owned(),
    }
}
