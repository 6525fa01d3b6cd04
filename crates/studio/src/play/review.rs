//! Reviews of games, as `temper review` makes them.

use std::sync::Arc;

use crate::profiles::{Loaded, lock};
use crate::protocol::play::{self, Player, Progress, ReviewedMove};
use crate::protocol::{EventKind, Failure};
use crate::session::Session;
use temperament_coaching::report::review::{ReviewInfo, mark_class, page, player_name};
use temperament_coaching::review::annotate::{
    MAX_LINE, insert, insertions, numbered_line, pawns, remark, reviewer_tag,
};
use temperament_coaching::review::{Mark, Review, Reviewer};
use temperament_engine::board::COLORS;
use temperament_engine::engine::Limits;
use temperament_matches::arena::{PgnGame, PgnReader};

/// Maximum number of half-moves of a reviewed game.
const MOST_PLIES: usize = 1000;
/// Maximum number of nodes per position.
const MOST_NODES: u64 = 10_000_000;

/// Starts a review of the first game of a text.
pub fn review(
    session: &Session,
    stream: u64,
    loaded: &Loaded,
    pgn: String,
    nodes: u64,
) -> Result<(), Failure> {
    let read = PgnReader::new(&pgn, 1, Some(MOST_PLIES + 1)).next();
    let read = read.ok_or_else(|| Failure::new("there is no game in this text"))?;
    let read = read.map_err(|error| Failure::new(format!("line {}: {}", error.line, error.message)))?;
    match read.moves.len() {
        0 => return Err(Failure::new("the game has no moves")),
        1..=MOST_PLIES => {}
        _ => return Err(Failure::new(format!("at most {MOST_PLIES} half-moves can be reviewed"))),
    }
    let nodes = nodes.clamp(1, MOST_NODES);
    let profile = loaded.sides.clone();
    let reviewing = Arc::clone(&session.reviewing);
    session.start(stream, move |token, emitter| {
        let _only_one = lock(&reviewing);
        if token.is_cancelled() {
            return Ok(());
        }
        let mut reviewer =
            Reviewer::new(&profile, Limits::nodes(nodes)).map_err(|error| Failure::new(error.to_string()))?;
        let mut done = 0;
        let mut progress = |left| {
            done += 1;
            let total = done + left;
            if !emitter.send(EventKind::ReviewProgress(Progress { done, total })) {
                token.cancel();
            }
        };
        let Some(analysis) = reviewer.analyse(&read.game, &|| token.is_cancelled(), &mut progress) else {
            return Ok(());
        };
        let review = Review::new(&read.game, read.result, analysis, profile.neutral());
        emitter.send(EventKind::Review(Box::new(message(&pgn, read, review, profile.name(), nodes))));
        Ok(())
    })?;
    Ok(())
}

fn message(pgn: &str, read: PgnGame, review: Review, profile: &str, nodes: u64) -> play::Review {
    let limits = format!("{nodes} nodes");
    let annotated = insert(pgn, &insertions(pgn, &read, &review, &reviewer_tag(profile, &limits)));
    let moves = (0..review.moves.len()).map(|index| reviewed(&read, &review, index)).collect();
    let players = COLORS.map(|side| player(&read, &review, side));
    let chances = (0..=review.moves.len()).map(|ply| review.white_chances(ply)).collect();
    let number = nodes.to_string();
    let command =
        ["temper", "review", "game.pgn", "--profile", profile, "--nodes", &number, "--html", "review.html"];
    let info = ReviewInfo {
        profile: profile.to_owned(),
        limits,
        command: command.map(str::to_owned).to_vec(),
        faults: Vec::new(),
    };
    play::Review { players, chances, moves, pgn: annotated, page: page(pgn, &[(read, review)], &info) }
}

fn player(read: &PgnGame, review: &Review, side: temperament_engine::board::Color) -> Player {
    let summary = &review.players[side as usize];
    let bad = Mark::ALL.into_iter().zip(summary.marks).filter(|(mark, _)| mark.is_bad());
    Player {
        name: temperament_engine::escape::one_line(player_name(read, side)),
        accuracy: summary.accuracy,
        mean_loss: summary.mean_loss,
        marks: bad.map(|(mark, count)| (mark.symbol(), count)).collect(),
    }
}

fn reviewed(read: &PgnGame, review: &Review, index: usize) -> ReviewedMove {
    let judged = &review.moves[index];
    let played = read.game.played().nth(index);
    let line = |line: &[_], most| {
        played.as_ref().map(|(position, _)| numbered_line(position, line, most)).unwrap_or_default()
    };
    ReviewedMove {
        text: played.as_ref().map_or(String::new(), |(_, mv)| line(&[*mv], 1)),
        symbol: judged.mark.map_or("", Mark::symbol),
        class: judged.mark.map_or("", mark_class),
        score: review.white_score(&read.game, index + 1).map_or_else(|| "mate".to_owned(), pawns),
        loss: judged.loss(),
        remark: remark(&read.game, review, index).unwrap_or_default(),
        best: review.missed(index).map(|searched| line(&searched.line, MAX_LINE)),
    }
}
