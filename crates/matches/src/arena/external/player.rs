//! An external engine as a [`Player`].

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::External;
use super::info::SearchInfo;
use super::process::Line;
use super::session::{Session, WaitError};
use crate::arena::cancel_token::CancelToken;
use crate::arena::player::{Answer, EngineError, MoveData, Player};
use crate::arena::termination::Reason;
use temperament_engine::board::{Color, Game, Move, Position, notation};
use temperament_engine::engine::Limits;

/// Timeout for the answer to `stop` of an engine that has run out of time.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum length of a move in a `bestmove` line.
const MAX_MOVE_CHARS: usize = 8;

/// An engine and its process, if running. After a failure the next game starts a new process.
#[derive(Debug)]
pub struct ExternalPlayer {
    engine: External,
    hash_mib: usize,
    chess960: bool,
    session: Option<Session>,
}

impl ExternalPlayer {
    /// Creates the player. Its process is started for the first game.
    pub fn new(engine: External, hash_mib: usize, chess960: bool) -> Self {
        Self { engine, hash_mib, chess960, session: None }
    }

    fn started(&mut self, cancel: &CancelToken) -> Result<Session, EngineError> {
        match self.session.take() {
            Some(session) => Ok(session),
            None => self.engine.start(self.hash_mib, self.chess960, cancel),
        }
    }

    /// Returns the `position` command for the current position of a game.
    fn position_command(&self, game: &Game) -> String {
        let start = game.start();
        let mut text = if !self.chess960 && *start == Position::startpos() {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", start.fen(self.chess960))
        };
        for (index, (position, mv)) in game.played().enumerate() {
            text += if index == 0 { " moves " } else { " " };
            text += &notation::uci(position, mv, self.chess960);
        }
        text
    }

    fn think(
        &self,
        session: &mut Session,
        game: &Game,
        limits: &Limits,
        allowed: Option<Duration>,
        cancel: &CancelToken,
    ) -> Answer {
        // Late output of an earlier search comes before `readyok`.
        session.send(&self.position_command(game));
        if let Err(error) = session.synchronize(cancel) {
            return failed(session, error, cancel);
        }
        let started = Instant::now();
        session.send(&go_command(limits, game.position().stm()));
        let mut info = SearchInfo::default();
        let deadline = started + allowed.unwrap_or(self.engine.timeout());
        let answer = session.wait_for("bestmove", deadline, cancel, |line| read_info(&mut info, line));
        match answer {
            Ok(line) => self.parse_bestmove(session, game, &line, info, started),
            Err(WaitError::Failed(error)) => failed(session, error, cancel),
            Err(WaitError::Cancelled) => Answer::Cancelled,
            Err(WaitError::Timeout) => self.handle_timeout(session, info, started, allowed, cancel),
        }
    }

    fn parse_bestmove(
        &self,
        session: &Session,
        game: &Game,
        line: &Line,
        info: SearchInfo,
        started: Instant,
    ) -> Answer {
        let text = line.text.split_ascii_whitespace().nth(1).unwrap_or_default();
        let Some(mv) = read_move(game.position(), text) else {
            let fen = game.position().fen(self.chess960);
            let message = format!("`{}` in {fen}", line.text.trim());
            return Answer::Failed(session.error(Reason::IllegalMove, message));
        };
        let data = MoveData {
            score: info.score,
            wdl: info.wdl,
            depth: info.depth,
            nodes: info.nodes,
            time: line.at.duration_since(started),
            is_book: false,
        };
        Answer::Move(mv, data)
    }

    /// Handles an engine that has not answered in time. It has lost; its answer to `stop` decides the reason.
    fn handle_timeout(
        &self,
        session: &mut Session,
        mut info: SearchInfo,
        started: Instant,
        allowed: Option<Duration>,
        cancel: &CancelToken,
    ) -> Answer {
        session.send("stop");
        let deadline = Instant::now() + STOP_TIMEOUT.min(self.engine.timeout());
        let answer = session.wait_for("bestmove", deadline, cancel, |line| read_info(&mut info, line));
        let after = |time: Duration| format!("{:.3} s", time.as_secs_f64());
        let error = match (answer, allowed) {
            (Err(WaitError::Cancelled), _) => return Answer::Cancelled,
            (Err(WaitError::Failed(error)), _) => error,
            (Err(WaitError::Timeout), _) => {
                let message = format!("no bestmove after {}, nor after `stop`", after(started.elapsed()));
                session.error(Reason::NoAnswer, message)
            }
            (Ok(line), Some(allowed)) => {
                let taken = line.at.duration_since(started);
                let mut message = format!("it took {} and had {}", after(taken), after(allowed));
                if let Some(claimed) = info.time {
                    let _ = write!(message, " (by its own account it took {})", after(claimed));
                }
                return Answer::Failed(session.error(Reason::Time, message));
            }
            (Ok(_), None) => {
                let message = format!("no bestmove within {} but for `stop`", after(self.engine.timeout()));
                return Answer::Failed(session.error(Reason::NoAnswer, message));
            }
        };
        failed(session, error, cancel)
    }
}

impl Player for ExternalPlayer {
    fn new_game(&mut self, _seed: u64, cancel: &CancelToken) -> Result<(), EngineError> {
        let mut session = self.started(cancel)?;
        session.send("ucinewgame");
        session.synchronize(cancel).inspect_err(|_| session.kill()).map(|()| self.session = Some(session))
    }

    fn choose_move(
        &mut self,
        game: &Game,
        limits: Limits,
        allowed: Option<Duration>,
        cancel: &CancelToken,
    ) -> Answer {
        let mut session = match self.started(cancel) {
            Ok(session) => session,
            Err(error) => return Answer::Failed(error),
        };
        let answer = self.think(&mut session, game, &limits, allowed, cancel);
        let is_lost = matches!(&answer, Answer::Failed(error) if matches!(error.reason, Reason::Crash | Reason::NoAnswer));
        if !is_lost {
            self.session = Some(session);
        }
        answer
    }
}

fn read_info(info: &mut SearchInfo, line: &str) {
    if let Some(words) = line.strip_prefix("info ") {
        info.update(words);
    }
}

/// Kills the process of an engine that has failed.
fn failed(session: &mut Session, error: EngineError, cancel: &CancelToken) -> Answer {
    if cancel.is_cancelled() {
        return Answer::Cancelled;
    }
    session.kill();
    Answer::Failed(error)
}

/// Reads a move of an engine's answer, of a bounded number of characters.
pub fn read_move(position: &Position, text: &str) -> Option<Move> {
    let is_short = text.is_ascii() && text.len() <= MAX_MOVE_CHARS;
    is_short.then(|| notation::parse_uci(position, text)).flatten()
}

/// Returns the `go` command for these limits.
pub fn go_command(limits: &Limits, stm: Color) -> String {
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(own) = limits.clock[stm as usize] {
        // Engines expect both clocks: an opponent without one gets the same time.
        let times = limits.clock.map(|time| time.unwrap_or(own).as_millis().max(1));
        add("wtime", times[0]);
        add("btime", times[1]);
        let own = limits.increment[stm as usize];
        for (name, side) in [("winc", Color::White), ("binc", Color::Black)] {
            let increment = match limits.clock[side as usize] {
                Some(_) => limits.increment[side as usize],
                None => own,
            };
            add(name, increment.as_millis());
        }
    }
    if let Some(moves) = limits.moves_to_go {
        add("movestogo", moves.into());
    }
    if let Some(time) = limits.movetime {
        add("movetime", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    text
}
