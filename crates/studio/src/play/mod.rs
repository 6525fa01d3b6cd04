//! The view Play: a game against a profile, and its review.

mod opponent;
mod review;

use std::sync::Arc;
use std::time::Duration;

use temperament_coaching::review::DEFAULT_NODES;
use temperament_engine::board::{Color, Game, notation};
use temperament_engine::engine::Level;
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};
use temperament_matches::arena::casual::clock::time_control;
use temperament_matches::arena::casual::{self, GameOver, accepts_draw, claimable_draw};
use temperament_matches::arena::time_control::TimeControl;

use super::look;
use super::profiles::Loaded;
use super::protocol::Failure;
use super::protocol::play::{self, Answer, Over, Pgn, Request, Response, Status};
use super::session::Session;

/// Name of the person in the PGN.
const PLAYER: &str = "Player";

/// A game of the page, checked.
struct Played {
    game: Game,
    loaded: Arc<Loaded>,
    level: Level,
    player: Color,
    conclusion: Option<casual::Conclusion>,
    control: Option<TimeControl>,
}

/// Answers a request of the view.
pub(super) fn handle(session: &Session, request: Request) -> Result<Response, Failure> {
    Ok(match request {
        Request::Status { game } => Response::Status(Played::new(session, &game)?.status()),
        Request::Pgn { game } => Response::Pgn(Pgn { pgn: Played::new(session, &game)?.pgn() }),
        Request::OfferDraw { game } => {
            let played = Played::new(session, &game)?;
            if played.over().is_some() || played.game.position().stm() != played.player {
                return Err(Failure::new("a draw is offered in a running game, at the own turn"));
            }
            let accepts = accepts_draw(&played.loaded.sides, played.level, &played.game);
            Response::Answer(Answer { accepts })
        }
        Request::Move { stream, game, seed, remaining, plays_on } => {
            opponent::choose(session, stream, Played::new(session, &game)?, seed, remaining, plays_on)?;
            Response::Started {}
        }
        Request::Review { stream, profile, pgn, nodes } => {
            let loaded = session.studio().profiles.load(&profile)?;
            review::review(session, stream, &loaded, pgn, nodes.unwrap_or(DEFAULT_NODES))?;
            Response::Started {}
        }
    })
}

impl Played {
    fn new(session: &Session, game: &play::Game) -> Result<Self, Failure> {
        if let play::Level::Elo(elo) = game.level
            && !(MIN_ELO..=MAX_ELO).contains(&f64::from(elo))
        {
            return Err(Failure::new(format!("a level is a number from {MIN_ELO} to {MAX_ELO}")));
        }
        // The page asks for minutes, as chess servers do.
        let minutes = Some(Duration::from_secs(60));
        let control = game.clock.as_deref().map(|clock| time_control(clock, minutes)).transpose();
        Ok(Self {
            loaded: session.studio().profiles.load(&game.profile)?,
            game: look::game(&game.fen, &game.moves)?,
            level: game.level.into(),
            player: game.player.into(),
            conclusion: game.conclusion.map(casual::Conclusion::from),
            control: control.map_err(|error| Failure::new(error.to_string()))?,
        })
    }

    fn over(&self) -> Option<GameOver> {
        GameOver::of(&self.game, self.conclusion)
    }

    fn status(&self) -> Status {
        let over = self.over().map(|over| Over { result: over.result, reason: over.reason });
        let position = self.game.position();
        let claim = claimable_draw(&self.game).filter(|_| over.is_none());
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Status {
            claim: claim.map(|mv| notation::uci(position, mv, notation::is_chess960(position))),
            over,
            opponent: self.opponent(),
            elo: self.elo(),
            clock: self.control.map(|control| [control.base, control.increment].map(milliseconds)),
        }
    }

    fn elo(&self) -> Option<u32> {
        self.level.elo(self.loaded.sides.of(!self.player))
    }

    /// The opponent's name: profile and level.
    fn opponent(&self) -> String {
        let profile = &self.loaded.profile.name;
        self.elo().map_or_else(|| profile.clone(), |elo| format!("{profile} ({elo})"))
    }

    fn pgn(&self) -> String {
        let (player, engine) = (PLAYER.to_owned(), self.opponent());
        let names = match self.player {
            Color::White => [player, engine],
            Color::Black => [engine, player],
        };
        casual::pgn(&self.game, names, self.conclusion, self.control)
    }
}
