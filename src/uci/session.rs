//! One conversation with a GUI: its position, its options, its engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::diagram::Diagram;
use crate::board::{Color, Game, Position, START_FEN, Square, notation};
use crate::engine::{DEFAULT_HASH_MIB, Engine, Limits, Report};
use crate::eval::explain::Explanation;
use crate::eval::{Weights, table};
use crate::profile::{Library, LoadError, Profile};
use crate::search::bench;

use super::command::{self, Command};
use super::options::{self, DEFAULT_PROFILE, Id, OPTIONS, Value};
use super::output::{self, Output, Style};
use super::perft::PerftTask;

/// How long a search runs before the moves under examination are shown: earlier they only flicker by.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// What `help` prints.
const HELP: &str = "\
Temperament speaks UCI, the protocol of chess GUIs:
  uci  isready  ucinewgame  setoption name NAME [value VALUE]  debug on|off  quit
  position startpos|fen FEN [moves MOVE...]
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N]
     [searchmoves MOVE...] [ponder] [infinite]
  stop  ponderhit
and for people:
  d             show the position
  eval          explain the evaluation of the position
  go perft N    count the positions N plies ahead
  bench [N]     search built-in positions to depth N
  flip          change the colours of the position
`temper --help` lists what the program can do besides.";

/// Whether the conversation goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Read the next line.
    Continue,
    /// End the program.
    Quit,
}

/// What the GUI has set.
#[derive(Debug)]
struct Settings {
    hash_mib: usize,
    multi_pv: usize,
    move_overhead: Duration,
    chess960: bool,
    wdl: bool,
    profile: String,
    /// Empty when `profile` counts.
    profile_file: String,
}

/// The state between commands.
pub struct Session {
    library: Library,
    output: Output,
    engine: Engine,
    game: Game,
    settings: Settings,
    /// The profile chosen; the engine's own until its running search has ended may be an older one.
    weights: Arc<Weights>,
    /// The size of the table that the engine has.
    engine_hash_mib: usize,
    clear_wanted: bool,
    /// Whether the search under way waits for `stop` or `ponderhit`.
    open_ended: bool,
    pondering: bool,
    perft: Option<PerftTask>,
    debug: bool,
}

impl Session {
    /// A session with the default profile, or, if that cannot be loaded, with the first that can.
    ///
    /// # Errors
    /// That of the default profile if no profile can be loaded.
    pub fn new(library: Library, output: Output) -> Result<Self, LoadError> {
        let (profile, messages) = first_profile(&library)?;
        for message in messages {
            output.note(message);
        }
        let weights = Arc::new(profile.compile());
        Ok(Self {
            library,
            output,
            engine: Engine::new(Arc::clone(&weights), DEFAULT_HASH_MIB),
            game: Game::new(Position::startpos()),
            settings: Settings {
                hash_mib: DEFAULT_HASH_MIB,
                multi_pv: 1,
                move_overhead: Duration::from_millis(10),
                chess960: false,
                wdl: false,
                profile: profile.name,
                profile_file: String::new(),
            },
            weights,
            engine_hash_mib: DEFAULT_HASH_MIB,
            clear_wanted: false,
            open_ended: false,
            pondering: false,
            perft: None,
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
        if let Some(perft) = self.perft.take() {
            perft.wait();
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
            Command::Go { limits, search_moves } => self.go(*limits, &search_moves),
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
            Command::Bench(depth) => self.bench(depth),
            Command::Flip => self.flip(),
            Command::Help => self.output.line(HELP),
            // The loop ends before it comes here.
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        self.output
            .line(concat!("id name Temperament ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Temperament authors");
        let profiles: Vec<String> = self.library.list().into_iter().map(|p| p.name).collect();
        for option in &OPTIONS {
            self.output.line(option.line(&profiles));
        }
        self.output.line("uciok");
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = match Position::from_fen(fen.unwrap_or(START_FEN)) {
            Ok(start) => start,
            Err(error) => {
                self.output
                    .note(format!("position: {error}; the position is unchanged"));
                return;
            }
        };
        let mut game = Game::new(start);
        for (number, text) in moves.iter().enumerate() {
            let legal = notation::parse_uci(game.position(), text).is_some_and(|mv| game.play(mv));
            if !legal {
                self.output.note(format!(
                    "position: move {}, `{text}`, is not legal in {}; the position is unchanged",
                    number + 1,
                    game.position(),
                ));
                return;
            }
        }
        self.game = game;
    }

    fn go(&mut self, mut limits: Limits, search_moves: &[String]) {
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
        limits.infinite |= !command::is_bounded(&limits, root.stm());
        self.open_ended = limits.infinite;
        self.pondering = limits.ponder;
        let style = Style {
            chess960: self.settings.chess960,
            wdl: self.settings.wdl,
        };
        let (output, started) = (self.output.clone(), Instant::now());
        self.engine.go(&self.game, limits, move |report| match report {
            Report::Info(info) => output.line(output::info_line(&root, &info, style)),
            Report::CurrentMove { depth, mv, number } if started.elapsed() >= QUIET_TIME => {
                let mv = notation::uci(&root, mv, style.chess960);
                output.line(format!(
                    "info depth {depth} currmove {mv} currmovenumber {number}"
                ));
            }
            Report::CurrentMove { .. } => {}
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
        self.perft = Some(PerftTask::start(
            position,
            depth,
            self.settings.chess960,
            self.output.clone(),
        ));
    }

    fn stop(&mut self) {
        self.engine.stop();
        if let Some(perft) = self.perft.take() {
            perft.stop();
        }
    }

    /// Ends whatever runs, and waits for its answer.
    fn halt(&mut self) {
        self.stop();
        self.engine.wait();
    }

    /// Hands the engine what was set while it searched, unless it still does: then the next chance will do.
    fn settle(&mut self) {
        if self.engine.is_searching() {
            return;
        }
        if !Arc::ptr_eq(self.engine.weights(), &self.weights) {
            self.engine.set_weights(Arc::clone(&self.weights));
        }
        if self.settings.hash_mib != self.engine_hash_mib {
            match self.engine.set_hash(self.settings.hash_mib) {
                Ok(()) => self.engine_hash_mib = self.settings.hash_mib,
                Err(error) => {
                    self.output
                        .note(format!("Hash: {error}; it stays at {} MiB", self.engine_hash_mib));
                    self.settings.hash_mib = self.engine_hash_mib;
                }
            }
        }
        if std::mem::take(&mut self.clear_wanted) {
            self.engine.clear();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(option) = options::find(name) else {
            self.output.note(format!("no such option: {name}"));
            return;
        };
        match option.read(value) {
            Ok(value) => self.apply(option.id, value),
            Err(message) => self.output.note(message),
        }
        self.settle();
    }

    fn apply(&mut self, id: Id, value: Value) {
        let settings = &mut self.settings;
        match (id, value) {
            (Id::Hash, Value::Number(n)) => settings.hash_mib = usize::try_from(n).unwrap_or(usize::MAX),
            (Id::ClearHash, _) => self.clear_wanted = true,
            (Id::MultiPv, Value::Number(n)) => settings.multi_pv = usize::try_from(n).unwrap_or(1),
            (Id::MoveOverhead, Value::Number(n)) => {
                settings.move_overhead = Duration::from_millis(n.unsigned_abs());
            }
            (Id::Chess960, Value::Flag(on)) => settings.chess960 = on,
            (Id::ShowWdl, Value::Flag(on)) => settings.wdl = on,
            (Id::Profile, Value::Text(name)) => self.choose_profile(name),
            (Id::ProfileFile, Value::Text(path)) => self.choose_profile_file(path),
            // One thread is all there is; the others change nothing (see their declarations).
            _ => {}
        }
    }

    fn choose_profile(&mut self, name: String) {
        let known = self.library.list().into_iter().map(|p| p.name);
        let name = known
            .into_iter()
            .find(|n| n.eq_ignore_ascii_case(&name))
            .unwrap_or(name);
        if !self.settings.profile_file.is_empty() {
            self.output
                .note(format!("{name} will play when ProfileFile is <empty>"));
            self.settings.profile = name;
        } else if self.load(&name) {
            self.settings.profile = name;
        }
    }

    fn choose_profile_file(&mut self, path: String) {
        let wanted = if path.is_empty() {
            self.settings.profile.clone()
        } else {
            path.clone()
        };
        if self.load(&wanted) {
            self.settings.profile_file = path;
        }
    }

    /// Loads a profile for the next search. Returns whether that worked; if not, all stays as it was.
    fn load(&mut self, name_or_path: &str) -> bool {
        match self.library.load(name_or_path) {
            Ok((profile, warnings)) => {
                for warning in warnings {
                    self.output.note(warning.to_string());
                }
                let weights = profile.compile();
                self.output.note(format!(
                    "profile {} loaded (id {:016x})",
                    weights.name(),
                    weights.id()
                ));
                self.weights = Arc::new(weights);
                true
            }
            Err(error) => {
                for line in error.lines() {
                    self.output.note(line);
                }
                false
            }
        }
    }

    fn display(&self) {
        let position = self.game.position();
        let checkers: Vec<String> = position
            .checkers()
            .into_iter()
            .map(|s: Square| s.to_string())
            .collect();
        self.output.line(format!(
            "{}\n\nFen: {}\nKey: {:016X}\nCheckers: {}",
            Diagram {
                bottom: Color::White,
                unicode: false
            }
            .draw(position),
            position.fen(self.settings.chess960),
            position.key(),
            checkers.join(" "),
        ));
    }

    fn explain(&self) {
        let position = self.game.position();
        let explanation = Explanation::new(&self.weights, position);
        self.output
            .line(table::one(&self.weights, position, &explanation));
    }

    fn bench(&mut self, depth: Option<u32>) {
        self.halt();
        let result = bench::bench(Arc::clone(&self.weights), depth.unwrap_or(bench::DEFAULT_DEPTH));
        self.output.line(bench_line(&result));
    }

    fn flip(&mut self) {
        // A mirrored position is as legal as the original.
        if let Ok(position) = Position::from_fen(&flipped(&self.game.position().fen(true))) {
            self.game = Game::new(position);
        }
    }
}

/// The last line of a bench, as OpenBench reads it.
pub fn bench_line(result: &bench::BenchResult) -> String {
    let microseconds = result.time.as_micros().max(1);
    let nps = u128::from(result.nodes) * 1_000_000 / microseconds;
    format!("{} nodes {nps} nps", result.nodes)
}

/// The default profile or else the first that loads, with what there is to say about it.
fn first_profile(library: &Library) -> Result<(Profile, Vec<String>), LoadError> {
    let error = match library.load(DEFAULT_PROFILE) {
        Ok((profile, warnings)) => {
            return Ok((profile, warnings.iter().map(ToString::to_string).collect()));
        }
        Err(error) => error,
    };
    for listed in library.list() {
        if let Ok((profile, _)) = library.load(&listed.name) {
            let mut messages = error.lines();
            messages.push(format!("profile {} plays instead", profile.name));
            return Ok((profile, messages));
        }
    }
    Err(error)
}

/// The FEN of a position with the colours changed and the board turned top to bottom.
fn flipped(fen: &str) -> String {
    let swap_case = |text: &str| -> String {
        let swap = |c: char| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        text.chars().map(swap).collect()
    };
    let fields = fen.split(' ').enumerate().map(|(index, field)| match index {
        0 => swap_case(&field.rsplit('/').collect::<Vec<_>>().join("/")),
        1 => (if field == "w" { "b" } else { "w" }).to_owned(),
        2 => swap_case(field),
        3 => field.replace('3', "x").replace('6', "3").replace('x', "6"),
        _ => field.to_owned(),
    });
    fields.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_changes_nothing() {
        let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2";
        let once = flipped(fen);
        assert_eq!(once, "r3k2r/8/8/8/3Pp3/8/8/R3K2R b kqKQ d3 0 2");
        assert_eq!(flipped(&once), fen);
    }
}
