//! Games between a person and an engine: how they end, draw claims, and their PGN.

pub mod clock;
mod draw_offer;

use super::pgn;
use super::termination::{GameResult, Reason, Termination};
use super::time_control::TimeControl;
pub use draw_offer::accepts_draw;
use temperament_engine::board::{Color, Ending, Game, Move, notation, side_name};

/// An end of a game that does not follow from the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// This side has resigned.
    Resigned(Color),
    /// This side has exceeded its time.
    FlagFell(Color),
    /// Both sides have agreed to a draw.
    DrawAgreed,
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOver {
    pub result: GameResult,
    /// The reason in words: `checkmate`, `White resigned`.
    pub reason: String,
}

impl GameOver {
    /// Returns how a game has ended; `None` if it goes on.
    pub fn of(game: &Game, conclusion: Option<Conclusion>) -> Option<Self> {
        match conclusion {
            Some(Conclusion::Resigned(side)) => Some(Self {
                result: GameResult::won_by(!side),
                reason: format!("{} resigned", side_name(side)),
            }),
            Some(Conclusion::FlagFell(side)) => Some(Self::on_time(game, side)),
            Some(Conclusion::DrawAgreed) => {
                Some(Self { result: GameResult::Draw, reason: "draw agreed".to_owned() })
            }
            None => {
                let ending = game.ending()?;
                let result = Termination::by_rules(ending, game.position().stm()).result;
                Some(Self { result, reason: reason(ending).to_owned() })
            }
        }
    }

    /// A side that has only its king does not win on time.
    fn on_time(game: &Game, side: Color) -> Self {
        let loser = side_name(side);
        if game.position().color(!side).len() > 1 {
            Self { result: GameResult::won_by(!side), reason: format!("{loser} ran out of time") }
        } else {
            let reason = format!("{loser} ran out of time, but {} cannot mate", side_name(!side));
            Self { result: GameResult::Draw, reason }
        }
    }
}

/// Returns a move with which the side to move can claim a draw: it brings the third occurrence of a position or the
/// hundredth ply without capture or pawn move.
pub fn claimable_draw(game: &Game) -> Option<Move> {
    let draws = |&mv: &Move| {
        let mut game = game.clone();
        let ending = game.play(mv).then(|| game.ending()).flatten();
        matches!(ending, Some(Ending::Repetition | Ending::FiftyMoves))
    };
    game.position().legal_moves().into_iter().find(draws)
}

/// Returns a game as PGN, dated today. `names` are White and Black.
pub fn pgn(
    game: &Game,
    names: [String; 2],
    conclusion: Option<Conclusion>,
    control: Option<TimeControl>,
) -> String {
    let [white, black] = names;
    let mut more: Vec<(&'static str, String)> = Vec::new();
    more.extend(control.map(|control| ("TimeControl", control.to_string())));
    if matches!(conclusion, Some(Conclusion::FlagFell(_))) {
        more.push(("Termination", Reason::Time.pgn_tag().to_owned()));
    }
    let tags = pgn::Tags {
        event: "Casual game".to_owned(),
        round: "-".to_owned(),
        white,
        black,
        date: pgn::today(),
        result: GameOver::of(game, conclusion).map_or("*", |over| over.result.pgn()),
        chess960: notation::is_chess960(game.start()),
        more,
    };
    pgn::pgn(game, &tags, &[])
}

const fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "neither side can mate",
        Ending::FiftyMoves => "fifty moves without capture or pawn move",
        Ending::Repetition => "third occurrence of the position",
    }
}
