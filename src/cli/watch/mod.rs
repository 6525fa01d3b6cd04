//! `temper watch`: follows a profile while it is edited and shows how each save changes the evaluation and the engine's
//! line.

mod view;

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use anyhow::{Context, ensure};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::{Attribute, ResetColor, SetAttribute};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue, terminal};

use crate::cli::fens;
use crate::cli::load;
use temperament_engine::board::{Game, Position};
use temperament_engine::engine::{Bound, DEFAULT_HASH_MIB, Engine, Info, Limits, Report};
use temperament_engine::profile::reload::{Look, Reloader};
use temperament_engine::profile::watch::Watcher;
use temperament_engine::profile::{Library, LoadError};
use temperament_matches::setup::FileArg;
use view::Snapshot;

/// Search time per save if the output is not a terminal.
const SEARCH_TIME: Duration = Duration::from_millis(300);

/// Polling interval until the profile is valid.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Arguments of `temper watch`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile to watch: a name or a path
    profile: FileArg,
    /// Position to evaluate: a FEN, `startpos` or GAME.pgn:23w (default: the initial position)
    fen: Vec<String>,
    /// Evaluate the positions of a file instead, one FEN or EPD per line, `#` for comments
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    fens: Option<FileArg>,
}

enum Event {
    /// The files of the profile may have changed.
    FilesChanged,
    /// The search with this number has completed a line.
    Found(usize, Info),
    /// The search with this number has ended.
    Ended(usize),
    Interrupted,
}

/// Runs the command until it is interrupted.
///
/// # Errors
/// If the profile does not exist, a position is invalid, or the output is closed.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let positions = positions(args)?;
    let (sender, events) = mpsc::channel();
    let on_interrupt = sender.clone();
    // The receiver may be gone already.
    ctrlc::set_handler(move || drop(on_interrupt.send(Event::Interrupted)))
        .context("cannot install the Ctrl-C handler")?;
    let Some(live) = first_valid(library, &args.profile, &events)? else {
        return Ok(());
    };
    let on_change = sender.clone();
    let watcher = Watcher::new(move || on_change.send(Event::FilesChanged).is_ok())?;
    let mut watch = Watch {
        library,
        now: Vec::new(),
        before: None,
        news: Vec::new(),
        engine: Engine::new(live.compiled().clone(), DEFAULT_HASH_MIB),
        search: 0,
        line: None,
        live,
        positions,
        watcher,
        sender,
        screen: Screen::open()?,
    };
    watch.evaluate();
    watch.follow(&events)?;
    Ok(())
}

/// Waits until the profile is valid; `None` if interrupted.
fn first_valid(
    library: &Library,
    name_or_path: &FileArg,
    events: &Receiver<Event>,
) -> anyhow::Result<Option<Reloader>> {
    let mut reported = Vec::new();
    while let Err(LoadError::Invalid(faults)) = library.load(name_or_path) {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        if faults != reported {
            complain!("{}\nwaiting until the profile is valid; Ctrl-C quits", faults.join("\n"));
            reported = faults;
        }
        if let Ok(Event::Interrupted) = events.recv_timeout(POLL_INTERVAL) {
            return Ok(None);
        }
    }
    load::live(library, name_or_path).map(Some)
}

/// Positions with their original text.
fn positions(args: &Args) -> anyhow::Result<Vec<(String, Position)>> {
    let Some(file) = &args.fens else {
        let text = fens::joined(&args.fen);
        let position = fens::argument(&text, Some("--fens"))?;
        return Ok(vec![(text, position)]);
    };
    let mut positions = Vec::new();
    fens::for_each_line(file, |number, line| {
        let position = fens::position(line).with_context(|| format!("{file}, line {number}"))?;
        positions.push((line.to_owned(), position));
        Ok(())
    })?;
    ensure!(!positions.is_empty(), "{file} has no positions");
    Ok(positions)
}

struct Watch<'a> {
    library: &'a Library,
    live: Reloader,
    positions: Vec<(String, Position)>,
    /// Evaluations by the active profile, and by the one before it.
    now: Vec<Snapshot>,
    before: Option<Vec<Snapshot>>,
    /// Messages of the last reload.
    news: Vec<String>,
    engine: Engine,
    /// Number of the current search; events of earlier ones are ignored.
    search: usize,
    line: Option<Info>,
    watcher: Watcher,
    sender: Sender<Event>,
    screen: Screen,
}

impl Watch<'_> {
    fn follow(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        self.watcher.watch(self.live.seen().paths());
        if self.screen.is_terminal() || self.positions.len() > 1 {
            self.show()?;
        }
        while let Ok(first) = events.recv() {
            // Handles all pending events before redrawing.
            let mut is_new = false;
            for event in std::iter::once(first).chain(events.try_iter()) {
                match event {
                    Event::Interrupted => return Ok(()),
                    Event::FilesChanged => is_new |= self.look(),
                    Event::Found(search, info) if search == self.search => {
                        self.line = Some(info);
                        is_new |= self.screen.is_terminal();
                    }
                    Event::Ended(search) => is_new |= search == self.search && !self.screen.is_terminal(),
                    Event::Found(..) => {}
                }
            }
            if is_new {
                self.show()?;
            }
        }
        Ok(())
    }

    /// Checks the files. Returns `true` if the view must be redrawn.
    fn look(&mut self) -> bool {
        let look = self.live.look(self.library);
        self.watcher.watch(self.live.seen().paths());
        match look {
            Look::Same => false,
            Look::Again(after) => {
                self.watcher.again(after);
                false
            }
            Look::Invalid(faults) => {
                self.news = faults;
                let name = self.live.compiled().name();
                self.news.push(format!("profile {name} stays active"));
                true
            }
            Look::Reloaded(reload) => {
                self.news = vec![format!("reload {reload}")];
                self.news.extend(reload.warnings.iter().cloned());
                if reload.changes_values() {
                    self.engine.set_profile(self.live.compiled().clone());
                    self.evaluate();
                }
                // Without a terminal, the view waits for the engine's line.
                self.screen.is_terminal() || self.positions.len() > 1 || !reload.changes_values()
            }
        }
    }

    /// Evaluates all positions; a single one is also searched.
    fn evaluate(&mut self) {
        let snapshots =
            self.positions.iter().map(|(_, position)| Snapshot::new(self.live.compiled(), position));
        let now = snapshots.collect();
        let before = std::mem::replace(&mut self.now, now);
        self.before = (!before.is_empty()).then_some(before);
        self.line = None;
        if let [(_, position)] = self.positions.as_slice() {
            self.search += 1;
            let (search, sender) = (self.search, self.sender.clone());
            let limits = Limits {
                infinite: self.screen.is_terminal(),
                movetime: (!self.screen.is_terminal()).then_some(SEARCH_TIME),
                multi_pv: 1,
                ..Limits::default()
            };
            let started = self.engine.go(&Game::new(position.clone()), limits, move |report| {
                let event = match report {
                    Report::Info(info) if info.bound == Bound::Exact => Event::Found(search, info),
                    Report::Done(_) => Event::Ended(search),
                    _ => return,
                };
                // The receiver may be gone already.
                let _ = sender.send(event);
            });
            if let Err(error) = started {
                self.news.push(format!("no thread to search on: {error}"));
            }
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let compiled = self.live.compiled();
        let mut lines = vec![format!("{}  (id {:016x})", compiled.name(), compiled.id())];
        let (columns, _) = self.screen.size();
        lines.extend(self.news.iter().flat_map(|news| wrapped(news, columns)));
        lines.push(String::new());
        if let ([(text, position)], [now]) = (self.positions.as_slice(), self.now.as_slice()) {
            let before = self.before.as_ref().and_then(|b| b.first());
            lines.push(format!("Position    {text}"));
            lines.push(view::total_line(now, before));
            lines.extend(self.line.as_ref().map(|info| view::engine_line(position, info)));
            lines.push(String::new());
            // Without a terminal, unchanged terms were printed before.
            let all = self.screen.is_terminal() || before.is_none();
            lines.extend(view::term_lines(now, before, all));
        } else {
            lines.extend(view::position_lines(&self.positions, &self.now, self.before.as_deref()));
        }
        if !self.screen.is_terminal() {
            lines.push(String::new());
        }
        self.screen.show(&lines)
    }
}

/// Default terminal size: columns, rows.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// Standard output: a full-screen view on a terminal, otherwise plain lines.
pub struct Screen {
    out: Stdout,
    is_terminal: bool,
}

impl Screen {
    /// Switches a terminal to the alternate screen until dropped.
    ///
    /// # Errors
    /// If writing fails.
    pub fn open() -> io::Result<Self> {
        let mut out = io::stdout();
        let is_terminal = out.is_terminal();
        if is_terminal {
            execute!(out, EnterAlternateScreen, Hide)?;
        }
        Ok(Self { out, is_terminal })
    }

    /// Returns `true` if it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Columns and rows; unlimited without a terminal.
    pub fn size(&self) -> (usize, usize) {
        if self.is_terminal {
            let size = terminal::size().ok().filter(|(columns, rows)| columns * rows > 0);
            let (columns, rows) = size.unwrap_or(USUAL_SIZE);
            (columns.into(), rows.into())
        } else {
            (usize::MAX, usize::MAX)
        }
    }

    /// Shows lines: on a terminal in place of the previous ones, cut to its size, the first one in bold; otherwise
    /// appended.
    ///
    /// # Errors
    /// If writing fails.
    pub fn show(&mut self, lines: &[String]) -> io::Result<()> {
        let (columns, rows) = self.size();
        if !self.is_terminal {
            for line in lines {
                writeln!(self.out, "{line}")?;
            }
            return self.out.flush();
        }
        for (row, line) in lines.iter().take(rows).enumerate() {
            let line: String = line.chars().take(columns).collect();
            let row = u16::try_from(row).unwrap_or(u16::MAX);
            queue!(self.out, MoveTo(0, row), Clear(ClearType::CurrentLine))?;
            if row == 0 {
                queue!(self.out, SetAttribute(Attribute::Bold))?;
            }
            write!(self.out, "{line}")?;
            queue!(self.out, SetAttribute(Attribute::Reset))?;
        }
        queue!(self.out, Clear(ClearType::FromCursorDown))?;
        self.out.flush()
    }
}

/// Wraps a line at `columns` characters.
pub fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    if letters.is_empty() {
        vec![String::new()]
    } else {
        letters.chunks(columns).map(|part| part.iter().collect()).collect()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.is_terminal {
            // Errors do not matter: the terminal is gone.
            let _ = execute!(self.out, ResetColor, Show, LeaveAlternateScreen);
        }
    }
}
