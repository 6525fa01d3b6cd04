//! What a move does where nothing is won by force: the reply that a worse move allows, and what the better move is good for.

use temperament_engine::board::{Move, Piece, Square};

use super::claims::{Claim, EFFECT, Pair};
use super::words;
use crate::effect::threats::is_met;
use crate::effect::{Effect, effects};
use crate::line::Line;
use crate::motif::Step;
use crate::motif::exchange::{cheapest_capture, exchange};
use crate::motif::gain::balance;

/// Minimum difference of two moves, in centipawns, that no plan explains.
const TOO_MUCH_FOR_PLANS: i32 = 250;
/// The same for a piece that attacks another one, which the answer saves.
const TOO_MUCH_FOR_A_TEMPO: i32 = 150;

impl Pair<'_> {
    /// What the reply to the worse move does, if it does not do so after the better move.
    pub(super) fn answered(&self) -> Option<Claim> {
        let [worse, better] = &self.lines;
        let step = Step { line: worse, ply: 1, last: worse.moves.len() };
        let mv = *worse.moves.get(1)?;
        let also: Vec<Effect> = alternatives(better, 1, mv).iter().flat_map(|line| all(line, 1)).collect();
        // What the answer protects or saves may have been in danger because of this move: that is a merit of it.
        let is_active = |effect: &Effect| match effect {
            Effect::Saves { .. } | Effect::Protects { .. } => false,
            Effect::Attacks { .. } | Effect::Threatens { .. } | Effect::PushesPassedPawn { .. } => true,
            _ => effect.is_forcing(),
        };
        let is_new = |effect: &Effect| !also.iter().any(|other| is_same(*effect, *other));
        let fits = |effect: &Effect| self.is_enough(&step, *effect, true) && trades_well(&step, *effect);
        let effect = effects(&step).find(|effect| fits(effect) && is_active(effect) && is_new(effect))?;
        let text = words::allows(worse, effect);
        Some(self.claim(true, text, EFFECT, arrows(mv, effect), 2))
    }

    /// What the better move does and the worse one does not. `is_refuted`: a refutation of the worse move has been named.
    pub(super) fn has_effect(&self, is_refuted: bool) -> Option<Claim> {
        let [worse, better] = &self.lines;
        let step = Step { line: better, ply: 0, last: better.moves.len() };
        let mv = better.moves[0];
        let also = all(worse, 0);
        // Any move of an attacked piece brings it to safety, and another move may protect it as well.
        let is_safe = |square| worse.moves[0].from == square || exchange(&worse.positions[1], square) <= 0;
        let is_met = |effect: &Effect| match *effect {
            Effect::Saves { from, .. } => is_safe(from),
            Effect::Protects { target } => is_safe(target.square),
            _ => false,
        };
        let is_new = |effect: &Effect| !is_met(effect) && !also.iter().any(|other| is_same(*effect, *other));
        let fits = |effect: &Effect| {
            self.is_enough(&step, *effect, !is_refuted)
                && trades_well(&step, *effect)
                && (!is_refuted || effect.is_forcing())
                && !(effect.is_positional() && is_concrete(worse))
        };
        let effect = effects(&step).find(|effect| fits(effect) && is_new(effect))?;
        Some(self.claim(false, words::better(better, effect), EFFECT, arrows(mv, effect), 1))
    }

    /// Pieces that are attacked move away: a tempo explains a small difference only, unless the answer leaves the piece
    /// where it is and no other sentence says more.
    fn is_enough(&self, step: &Step, effect: Effect, is_alone: bool) -> bool {
        let most = match effect {
            Effect::Attacks { also: None, target, by, .. } => {
                let is_safe = step.answer().is_none() || is_met(step, target);
                if is_safe && target.piece == Piece::Pawn {
                    return false;
                }
                let is_left = is_alone && !is_safe;
                let is_slow = by == Piece::Pawn || target.piece == Piece::Pawn;
                match (is_left, is_slow) {
                    (true, _) if target.piece != Piece::Pawn => i32::MAX,
                    (_, true) => TOO_MUCH_FOR_PLANS,
                    _ => TOO_MUCH_FOR_A_TEMPO,
                }
            }
            _ if effect.is_forcing() => i32::MAX,
            _ => TOO_MUCH_FOR_PLANS,
        };
        self.difference < most
    }
}

/// The answer to a move is a capture or an attack, or leads to a capture: a better place for a piece is not what the move has missed.
fn is_concrete(worse: &Line) -> bool {
    let captures = (1..worse.moves.len().min(3)).any(|ply| {
        let (position, mv) = (&worse.positions[ply], worse.moves[ply]);
        position.captured(mv).is_some()
    });
    let is_attack = |effect: Effect| matches!(effect, Effect::Attacks { .. } | Effect::Threatens { .. });
    captures || worse.moves.len() > 1 && all(worse, 1).into_iter().any(is_attack)
}

/// A trade of queens is worth a sentence for the side with more material.
fn trades_well(step: &Step, effect: Effect) -> bool {
    let is_trade = matches!(effect, Effect::OffersQueens | Effect::TradesQueens);
    !is_trade || balance(step.before(), step.us()) > 0
}

fn all(line: &Line, ply: usize) -> Vec<Effect> {
    effects(&Step { line, ply, last: line.moves.len() }).collect()
}

/// The same answer in another line, and then with the capture that may follow on its square; none if it is illegal there.
fn alternatives(line: &Line, ply: usize, mv: Move) -> Vec<Line> {
    let Some(position) = line.positions.get(ply).filter(|position| position.is_legal(mv)) else {
        return Vec::new();
    };
    let after = position.after(mv);
    let with = |taken: Option<Move>| Line {
        moves: line.moves[..ply].iter().copied().chain([mv]).chain(taken).collect(),
        positions: line.positions[..=ply]
            .iter()
            .cloned()
            .chain([after.clone()])
            .chain(taken.map(|taken| after.after(taken)))
            .collect(),
        ending: None,
    };
    let taken = cheapest_capture(&after, mv.to);
    [with(None)].into_iter().chain(taken.map(|taken| with(Some(taken)))).collect()
}

/// Returns `true` if two moves do the same, on whatever squares they do it.
fn is_same(a: Effect, b: Effect) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b) && a.square() == b.square()
}

fn arrows(mv: Move, effect: Effect) -> Vec<(Square, Square)> {
    let strike = effect.square().map(|square| (mv.to, square));
    std::iter::once((mv.from, mv.to)).chain(strike).collect()
}
