//! An external engine as one side of a game.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::External;
use super::info::Told;
use super::process::Line;
use super::session::{Session, Silence};
use crate::arena::dropping::Dropping;
use crate::arena::player::{Answer, Fault, Player, Thought};
use crate::arena::verdict::Reason;
use crate::board::{Color, Game, Move, Position, notation};
use crate::engine::Limits;

/// How long an engine whose time is over may take to answer `stop`.
const STOP_PATIENCE: Duration = Duration::from_secs(5);
/// The longest text that may be a move.
const LONGEST_MOVE: usize = 8;

/// An engine and, while it lives, its process. After a failure the next game begins with another process.
#[derive(Debug)]
pub struct ExternalPlayer {
    engine: External,
    hash_mib: usize,
    chess960: bool,
    session: Option<Session>,
}

impl ExternalPlayer {
    /// The process is started for the first game.
    pub fn new(engine: External, hash_mib: usize, chess960: bool) -> Self {
        Self {
            engine,
            hash_mib,
            chess960,
            session: None,
        }
    }

    fn started(&mut self, dropping: &Dropping) -> Result<Session, Fault> {
        match self.session.take() {
            Some(session) => Ok(session),
            None => self.engine.start(self.hash_mib, self.chess960, dropping),
        }
    }

    /// The text that shows an engine the present position of a game.
    fn position(&self, game: &Game) -> String {
        let start = game.start();
        let mut text = match !self.chess960 && *start == Position::startpos() {
            true => "position startpos".to_owned(),
            false => format!("position fen {}", start.fen(self.chess960)),
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
        dropping: &Dropping,
    ) -> Answer {
        // What it still says of an earlier search it says before it is ready.
        session.send(&self.position(game));
        if let Err(fault) = session.synchronize(dropping) {
            return failed(session, fault, dropping);
        }
        let begun = Instant::now();
        session.send(&go(limits, game.position().stm()));
        let mut told = Told::default();
        let deadline = begun + allowed.unwrap_or(self.engine.patience());
        let answer = session.wait_for("bestmove", deadline, dropping, |line| hear(&mut told, line));
        match answer {
            Ok(line) => self.moved(session, game, &line, told, begun),
            Err(Silence::Gone(fault)) => failed(session, fault, dropping),
            Err(Silence::Dropped) => Answer::Dropped,
            Err(Silence::Late) => self.overdue(session, told, begun, allowed, dropping),
        }
    }

    fn moved(&self, session: &Session, game: &Game, line: &Line, told: Told, begun: Instant) -> Answer {
        let text = line.text.split_ascii_whitespace().nth(1).unwrap_or_default();
        let Some(mv) = read_move(game.position(), text) else {
            let fen = game.position().fen(self.chess960);
            let what = format!("`{}` in {fen}", line.text.trim());
            return Answer::Failed(session.fault(Reason::IllegalMove, what));
        };
        let thought = Thought {
            score: told.score,
            chances: told.chances,
            depth: told.depth,
            nodes: told.nodes,
            time: line.at.duration_since(begun),
        };
        Answer::Move(mv, thought)
    }

    /// It has not answered in time: it has lost. Whether it lives decides how.
    fn overdue(
        &self,
        session: &mut Session,
        mut told: Told,
        begun: Instant,
        allowed: Option<Duration>,
        dropping: &Dropping,
    ) -> Answer {
        session.send("stop");
        let deadline = Instant::now() + STOP_PATIENCE.min(self.engine.patience());
        let answer = session.wait_for("bestmove", deadline, dropping, |line| hear(&mut told, line));
        let after = |time: Duration| format!("{:.3} s", time.as_secs_f64());
        let fault = match (answer, allowed) {
            (Err(Silence::Dropped), _) => return Answer::Dropped,
            (Err(Silence::Gone(fault)), _) => fault,
            (Err(Silence::Late), _) => {
                let what = format!("no bestmove after {}, nor after `stop`", after(begun.elapsed()));
                session.fault(Reason::NoAnswer, what)
            }
            (Ok(line), Some(allowed)) => {
                let taken = line.at.duration_since(begun);
                let mut what = format!("it took {} and had {}", after(taken), after(allowed));
                if let Some(claimed) = told.time {
                    let _ = write!(what, " (by its own account it took {})", after(claimed));
                }
                return Answer::Failed(session.fault(Reason::Time, what));
            }
            (Ok(_), None) => {
                let what = format!(
                    "no bestmove within {} but for `stop`",
                    after(self.engine.patience())
                );
                return Answer::Failed(session.fault(Reason::NoAnswer, what));
            }
        };
        failed(session, fault, dropping)
    }
}

impl Player for ExternalPlayer {
    fn begin(&mut self, dropping: &Dropping) -> Result<(), Fault> {
        let mut session = self.started(dropping)?;
        session.send("ucinewgame");
        session
            .synchronize(dropping)
            .inspect_err(|_| session.kill())
            .map(|()| self.session = Some(session))
    }

    fn answer(
        &mut self,
        game: &Game,
        limits: Limits,
        allowed: Option<Duration>,
        dropping: &Dropping,
    ) -> Answer {
        let mut session = match self.started(dropping) {
            Ok(session) => session,
            Err(fault) => return Answer::Failed(fault),
        };
        let answer = self.think(&mut session, game, &limits, allowed, dropping);
        let is_lost = matches!(&answer, Answer::Failed(fault) if matches!(fault.reason, Reason::Crash | Reason::NoAnswer));
        if !is_lost {
            self.session = Some(session);
        }
        answer
    }
}

fn hear(told: &mut Told, line: &str) {
    if let Some(words) = line.strip_prefix("info ") {
        told.hear(words);
    }
}

/// Of an engine that is of no use any more.
fn failed(session: &mut Session, fault: Fault, dropping: &Dropping) -> Answer {
    if dropping.is_set() {
        return Answer::Dropped;
    }
    session.kill();
    Answer::Failed(fault)
}

fn read_move(position: &Position, text: &str) -> Option<Move> {
    let is_short = text.is_ascii() && text.len() <= LONGEST_MOVE;
    is_short.then(|| notation::parse_uci(position, text)).flatten()
}

/// The text that makes an engine search, for the side to move.
fn go(limits: &Limits, stm: Color) -> String {
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(own) = limits.clock[stm as usize] {
        // An opponent without a clock has as much as we: engines expect both.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::limit::{Clocks, Limit};

    #[test]
    fn limits_are_told_to_both_sides() {
        let limits = |texts: [&str; 2]| texts.map(|text| text.parse::<Limit>().unwrap());
        let clocks = Clocks::new(limits(["tc=40/60+0.5", "nodes=5"]), Duration::ZERO);
        assert_eq!(
            go(&clocks.limits(Color::White), Color::White),
            "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40"
        );
        assert_eq!(go(&clocks.limits(Color::Black), Color::Black), "go nodes 5");
        let mut clocks = Clocks::new(limits(["tc=1+0.1", "tc=2"]), Duration::ZERO);
        assert!(clocks.take(Color::White, Duration::from_micros(999_999)));
        assert_eq!(
            go(&clocks.limits(Color::Black), Color::Black),
            "go wtime 100 btime 2000 winc 100 binc 0"
        );
        let clocks = Clocks::new(limits(["movetime=50", "depth=7"]), Duration::ZERO);
        assert_eq!(go(&clocks.limits(Color::White), Color::White), "go movetime 50");
        assert_eq!(go(&clocks.limits(Color::Black), Color::Black), "go depth 7");
    }

    #[test]
    fn moves_that_are_none_are_refused() {
        let position = Position::startpos();
        for text in [
            "",
            "0000",
            "(none)",
            "e2e5",
            "e7e5",
            "é2e4",
            "e2e4e2e4e2e4",
            "NULL",
        ] {
            assert_eq!(read_move(&position, text), None, "{text}");
        }
        assert!(read_move(&position, "e2e4").is_some());
    }
}
