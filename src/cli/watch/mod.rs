//! `temper watch`: a profile while it is edited. Each save shows what it does to the evaluation, term by term, and to
//! the engine's line.

mod screen;
mod view;

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use anyhow::{Context, ensure};

use super::fens;
use crate::board::{Game, Position};
use crate::cli::file_arg::FileArg;
use crate::engine::{Bound, DEFAULT_HASH_MIB, Engine, Info, Limits, Report};
use crate::profile::live::{Live, Look};
use crate::profile::watch::Watcher;
use crate::profile::{Library, LoadError};
use screen::{Screen, folded};
use view::Picture;

/// How long the engine thinks about a position where the view is not drawn anew with each of its lines.
const THOUGHT: Duration = Duration::from_millis(300);

/// How often a profile that cannot be used yet is looked at.
const GLANCE: Duration = Duration::from_millis(250);

/// Arguments of `temper watch`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The profile to follow: a name or a path
    profile: FileArg,
    /// Position to evaluate, a FEN or `startpos` (default: the initial position)
    fen: Vec<String>,
    /// Evaluate the positions of a file instead, one FEN or EPD a line, `#` for comments
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    fens: Option<FileArg>,
}

enum Event {
    /// The files of the profile may have changed.
    FilesChanged,
    /// The search with this number has found a line.
    Found(usize, Info),
    /// The search with this number has ended.
    Ended(usize),
    /// Ctrl-C.
    Interrupted,
}

/// Runs the command until it is interrupted.
///
/// # Errors
/// When there is no such profile, a position is none, or the output is gone.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let positions = positions(args)?;
    let (sender, events) = mpsc::channel();
    let on_interrupt = sender.clone();
    // The view may have gone already.
    ctrlc::set_handler(move || drop(on_interrupt.send(Event::Interrupted)))
        .context("Ctrl-C cannot be heard")?;
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

/// Waits until a profile has no faults: who watches one is about to mend it. None if that is interrupted.
fn first_valid(
    library: &Library,
    name_or_path: &FileArg,
    events: &Receiver<Event>,
) -> anyhow::Result<Option<Live>> {
    let mut told = Vec::new();
    while let Err(LoadError::Faulty(faults)) = library.load(name_or_path) {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        if faults != told {
            complain!("{}\nwaiting until that is mended; Ctrl-C ends", faults.join("\n"));
            told = faults;
        }
        if let Ok(Event::Interrupted) = events.recv_timeout(GLANCE) {
            return Ok(None);
        }
    }
    super::live(library, name_or_path).map(Some)
}

/// The positions to evaluate, as they were written.
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
    ensure!(!positions.is_empty(), "there is no position in {file}");
    Ok(positions)
}

struct Watch<'a> {
    library: &'a Library,
    live: Live,
    positions: Vec<(String, Position)>,
    /// The evaluations with the profile in force, and with the one before it.
    now: Vec<Picture>,
    before: Option<Vec<Picture>>,
    /// What the last save had to say.
    news: Vec<String>,
    engine: Engine,
    /// The number of the search under way: what one before it still says does not count.
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
            // All that has come meanwhile, and then one view.
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

    /// Looks at the files. Returns whether there is something to show at once.
    fn look(&mut self) -> bool {
        let look = self.live.look(self.library);
        self.watcher.watch(self.live.seen().paths());
        match look {
            Look::Same => false,
            Look::Again(after) => {
                self.watcher.again(after);
                false
            }
            Look::Faulty(faults) => {
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
                // Elsewhere than on a terminal the line of the engine is waited for.
                self.screen.is_terminal() || self.positions.len() > 1 || !reload.changes_values()
            }
        }
    }

    /// Evaluates the positions with the profile in force; a single one is searched as well.
    fn evaluate(&mut self) {
        let pictures = self
            .positions
            .iter()
            .map(|(_, position)| Picture::new(self.live.compiled(), position));
        let now = pictures.collect();
        let before = std::mem::replace(&mut self.now, now);
        self.before = (!before.is_empty()).then_some(before);
        self.line = None;
        if let [(_, position)] = self.positions.as_slice() {
            self.search += 1;
            let (search, sender) = (self.search, self.sender.clone());
            let limits = Limits {
                infinite: self.screen.is_terminal(),
                movetime: (!self.screen.is_terminal()).then_some(THOUGHT),
                multi_pv: 1,
                ..Limits::default()
            };
            self.engine
                .go(&Game::new(position.clone()), limits, move |report| {
                    let event = match report {
                        Report::Info(info) if info.bound == Bound::Exact => Event::Found(search, info),
                        Report::Done(_) => Event::Ended(search),
                        _ => return,
                    };
                    // The view may have gone already.
                    let _ = sender.send(event);
                });
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let compiled = self.live.compiled();
        let mut lines = vec![format!("{}  (id {:016x})", compiled.name(), compiled.id())];
        let (columns, _) = self.screen.size();
        lines.extend(self.news.iter().flat_map(|news| folded(news, columns)));
        lines.push(String::new());
        if let ([(text, position)], [now]) = (self.positions.as_slice(), self.now.as_slice()) {
            let before = self.before.as_ref().and_then(|b| b.first());
            lines.push(format!("Position    {text}"));
            lines.push(view::total_line(now, before));
            lines.extend(self.line.as_ref().map(|info| view::engine_line(position, info)));
            lines.push(String::new());
            // On paper, what has not moved was said before.
            let all = self.screen.is_terminal() || before.is_none();
            lines.extend(view::term_lines(now, before, all));
        } else {
            lines.extend(view::position_lines(
                &self.positions,
                &self.now,
                self.before.as_deref(),
            ));
        }
        if !self.screen.is_terminal() {
            lines.push(String::new());
        }
        self.screen.show(&lines)
    }
}
