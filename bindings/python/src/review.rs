//! Reviews of games.

use std::time::Duration;

use pyo3::prelude::*;
use serde_json::{Value, json};
use temperament_coaching::report::review::{ReviewInfo, page};
use temperament_coaching::review::annotate::{insert, insertions, reviewer_tag};
use temperament_coaching::review::lessons::lessons;
use temperament_coaching::review::{Review, Reviewer};
use temperament_engine::board::COLORS;
use temperament_engine::{Game, Limits, notation};
use temperament_matches::arena::{PgnGame, PgnReader};

use crate::cancel::Cancel;
use crate::error::{self, other};
use crate::profile::Profile;
use crate::search::{reasons, scored, uci_line};

/// Reviews the games of a PGN text, `nodes` for each position. Returns JSON, the annotated text, and an HTML page.
/// `progress` is called with the number of searches done and of those known to follow.
#[pyfunction]
pub fn review(
    py: Python<'_>,
    profile: &Bound<'_, Profile>,
    pgn: String,
    nodes: Option<u64>,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, String)> {
    let (limits, words) = limits(nodes, seconds)?;
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for game in PgnReader::new(&pgn, 1, None) {
        match game {
            Ok(game) => games.push(game),
            Err(fault) => faults.push(format!("line {}: {}", fault.line, fault.message)),
        }
    }
    games.retain(|game| !game.moves.is_empty());
    if games.is_empty() {
        let reason = faults.into_iter().next();
        return Err(other(reason.unwrap_or_else(|| "there is no game with moves in this text".to_owned())));
    }
    let profile = profile.get();
    py.detach(|| {
        let reviewed = profile.reviewed(games, limits, progress.as_ref())?;
        let tag = reviewer_tag(&profile.profile.name, &words);
        let all = reviewed.iter().flat_map(|(read, review)| insertions(&pgn, read, review, &tag));
        let annotated = insert(&pgn, &all.collect::<Vec<_>>());
        let profile = profile.profile.name.clone();
        let info = ReviewInfo { profile, limits: words, command: Vec::new(), faults: faults.clone() };
        let html = page(&pgn, &reviewed, &info);
        let games = reviewed.iter().map(|(read, review)| game_json(read, review));
        let json = json!({ "games": Value::from_iter(games), "faults": faults });
        Ok((json.to_string(), annotated, html))
    })
}
impl Profile {
    fn reviewed(
        &self,
        games: Vec<PgnGame>,
        limits: Limits,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Vec<(PgnGame, Review)>> {
        let mut reviewer = Reviewer::new(&self.sides, limits).map_err(|error| error::memory(&error))?;
        let later: usize = games.iter().map(|game| game.game.moves().len() + 1).sum();
        let (mut done, mut later) = (0, later);
        let mut reviewed = Vec::new();
        for read in games {
            let cancel = Cancel::new();
            later -= read.game.moves().len() + 1;
            let analysis = reviewer.analyse(&read.game, &|| cancel.is_set(), &mut |left| {
                done += 1;
                cancel
                    .run(|py| progress.map_or(Ok(()), |call| call.call1(py, (done, left + later)).map(drop)));
            });
            cancel.check()?;
            let analysis = analysis.ok_or_else(|| other("the review was cancelled"))?;
            let review = Review::new(&read.game, read.result, analysis, self.sides.neutral());
            reviewed.push((read, review));
        }
        Ok(reviewed)
    }
}

fn limits(nodes: Option<u64>, seconds: Option<f64>) -> PyResult<(Limits, String)> {
    match (nodes, seconds) {
        (Some(nodes), None) if nodes > 0 => Ok((Limits::nodes(nodes), format!("{nodes} nodes"))),
        (None, Some(time)) if time >= 0.001 => {
            let movetime = Duration::try_from_secs_f64(time).map_err(other)?;
            Ok((Limits::movetime(movetime), format!("{} ms", movetime.as_millis())))
        }
        (Some(_), Some(_)) => Err(other("a review takes nodes or time, not both")),
        _ => Err(other("a review needs nodes, or time of a millisecond or more, for each position")),
    }
}

/// A reviewed game. Winning chances are those of White before the move, and those of the side that moves around it.
fn game_json(read: &PgnGame, review: &Review) -> Value {
    let mut before = Game::new(read.game.start().clone());
    let mut moves = Vec::new();
    for (index, judged) in review.moves.iter().enumerate() {
        let mv = read.game.moves()[index];
        let searched = &review.analysis.positions[index];
        let [cp, mate, _] = scored(&before, searched.score);
        let line = uci_line(&before, &searched.line);
        let why = review.reasons[index].as_ref().map(|why| reasons(&before, why));
        moves.push(json!({
            "ply": index + 1, "fen": before.position().to_string(), "move": uci_line(&before, &[mv])[0],
            "san": notation::san(before.position(), mv),
            "mark": judged.mark.map(|mark| mark.symbol()), "mark_name": judged.mark.map(|mark| mark.name()),
            "before": judged.before / 100.0, "after": judged.after / 100.0, "cp": cp, "mate": mate,
            "best": line.first(), "best_line": line, "why": why,
        }));
        // The moves of a game are legal.
        let _ = before.play(mv);
    }
    let player = |side| {
        let summary = review.players[side as usize];
        let lessons = lessons(&read.game, review, side).into_iter();
        let lessons: Vec<Value> =
            lessons.map(|lesson| json!({ "text": lesson.text, "moves": lesson.moves })).collect();
        json!({ "moves": summary.moves, "accuracy": summary.accuracy, "mean_loss": summary.mean_loss, "lessons": lessons })
    };
    let tags: serde_json::Map<String, Value> =
        read.tags.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    json!({ "tags": tags, "players": COLORS.map(player), "moves": moves })
}
