//! What a player can work on: the motifs behind the marks of a game.

use super::judge::Review;
use crate::line::numbered;
use crate::why::Which;
use temperament_engine::board::{Color, Game};

/// Maximum number of lessons for a player.
const MOST_LESSONS: usize = 3;
/// Maximum number of moves that a lesson names.
const MOST_MOVES: usize = 4;

/// Something to work on.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The advice, such as `Watch for forks`.
    pub text: String,
    /// The moves that it is drawn from, such as `12.Nxe5`.
    pub moves: Vec<String>,
    /// Percentage points of winning chances that they lost.
    pub loss: f64,
}

/// The lessons of one side of a game, the most expensive first.
pub fn lessons(game: &Game, review: &Review, side: Color) -> Vec<Lesson> {
    let mut found: Vec<Lesson> = Vec::new();
    for (index, (position, mv)) in
        game.played().enumerate().filter(|(_, (position, _))| position.stm() == side)
    {
        let Some(why) = &review.reasons[index] else { continue };
        let advised = why.claims.iter().find_map(|claim| advice(claim.kind, claim.line == Which::Other));
        let Some(text) = advised else { continue };
        let loss = review.moves[index].loss();
        let name = numbered(position, mv) + review.moves[index].mark.map_or("", |mark| mark.symbol());
        match found.iter_mut().find(|lesson| lesson.text == text) {
            Some(lesson) => {
                lesson.moves.push(name);
                lesson.loss += loss;
            }
            None => found.push(Lesson { text, moves: vec![name], loss }),
        }
    }
    found.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    found.truncate(MOST_LESSONS);
    for lesson in &mut found {
        lesson.moves.truncate(MOST_MOVES);
    }
    found
}

/// The advice that follows from a claim of this kind; `is_missed` if it speaks about the better move.
fn advice(kind: &str, is_missed: bool) -> Option<String> {
    let text = match (kind, is_missed) {
        ("hanging piece", false) => "Before you move, check what your opponent can take".to_owned(),
        ("hanging piece" | "recapture", true) => "Look for pieces that you can simply take".to_owned(),
        ("mate", false) => "Watch for mate threats".to_owned(),
        ("mate", true) => "Look for mates: checks first".to_owned(),
        ("draw", false) => "When you are winning, watch for stalemate and perpetual check".to_owned(),
        ("draw", true) => "When you are losing, look for a draw: stalemate, perpetual check".to_owned(),
        ("trapped piece", _) => "Check that your pieces have squares to retreat to".to_owned(),
        ("castling", _) => "Bring your king to safety early".to_owned(),
        ("promotion", _) => "In the endgame, count the moves of passed pawns".to_owned(),
        ("removed defender" | "overloaded piece" | "deflection" | "interference", _) => {
            "Look at what defends each piece, and whether it can go on doing so".to_owned()
        }
        ("sacrifice", _) => "Before you take or move, look at every sacrifice near your king".to_owned(),
        ("prevents" | "material" | "effect", _) => return None,
        ("zwischenzug", _) => "Before you take back, look for a stronger move".to_owned(),
        (kind, false) => format!("Watch for a {kind} by your opponent"),
        (kind, true) => format!("Look for a {kind}"),
    };
    Some(text)
}
