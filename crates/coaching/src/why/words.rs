//! The sentences about motifs and gains, all in one place. The moves have their numbers: `23.Be6+`, `23...Rxf5`.

use temperament_engine::board::{Piece, Square, notation, piece_name, side_name};
use temperament_engine::terms::phrase::list;

use super::facts::named;
use crate::effect::Effect;
use crate::line::Line;
use crate::motif::exchange::points;
use crate::motif::gain::is_minor;
use crate::motif::threat::mate_in_one;
use crate::motif::{Defence, Gain, Motif, Tactic, Target};

/// `the knight on f6`, `the king`.
pub fn the(target: Target) -> String {
    match target.piece {
        Piece::King => "the king".to_owned(),
        piece => format!("the {} on {}", piece_name(piece), target.square),
    }
}

/// `a rook and a pawn`, `the exchange`, `a queen for a rook`. Beside a piece, pawns are not worth naming, unless it is only they
/// that make it a gain.
pub fn gained(gain: &Gain) -> String {
    let is_one_minor = |pieces: &[Piece]| matches!(pieces, [piece] if is_minor(*piece));
    let queen = gain.promotes.then(|| "a new queen".to_owned());
    let pieces = |pieces: &[Piece]| (!pieces.is_empty()).then(|| named(pieces));
    let worth = |pieces: &[Piece]| -> i32 {
        pieces.iter().filter(|piece| **piece != Piece::Pawn).map(|piece| points(*piece)).sum()
    };
    let is_of_pieces = worth(&gain.won) > worth(&gain.lost);
    let named_of = |pieces: &[Piece]| -> Vec<Piece> {
        pieces.iter().filter(|piece| **piece != Piece::Pawn || !is_of_pieces).copied().collect()
    };
    let (won, lost) = (named_of(&gain.won), named_of(&gain.lost));
    if let ([Piece::Rook, rest @ ..], true) = (&won[..], is_one_minor(&lost)) {
        return list(["the exchange".to_owned()].into_iter().chain(pieces(rest)).chain(queen));
    }
    let won = list(pieces(&won).into_iter().chain(queen));
    match (&lost[..], &gain.lost[..]) {
        ([], []) => won,
        ([], pawns) => format!("{won} for {}", named(pawns)),
        (lost, _) => format!("{won} for {}", named(lost)),
    }
}

/// `11.Bxh7+ gives a bishop, and White gets more than that for it.`
pub fn sacrifice(line: &Line, ply: usize, given: &str) -> String {
    let side = side_name(line.positions[ply].stm());
    format!("{} gives {given}, and {side} gets more than that for it.", line.numbered(ply))
}

/// A line up to the move of a tactic: nothing for its first move, else `After 23.Qd5+ Kh8, `.
fn lead(line: &Line, first: usize, ply: usize) -> String {
    if ply == first {
        return String::new();
    }
    let moves = &line.moves[first..ply];
    format!("After {}, ", crate::line::text(&line.positions[first], moves))
}

/// How a tactic wins material. `first` is the index of the first move that the reader has not seen yet.
pub fn tactic(line: &Line, first: usize, tactic: &Tactic, gain: &Gain) -> String {
    let lead = lead(line, first, tactic.ply);
    let mv = line.numbered(tactic.ply);
    let gain = &named_by(&tactic.motif, gain);
    // The piece may be traded for what the sentence does not name.
    let is_trade = |target: Target| target.piece != Piece::Pawn && !gain.includes(target.piece);
    let is_attack = matches!(
        &tactic.motif,
        Motif::Fork { .. }
            | Motif::Pin { .. }
            | Motif::DiscoveredAttack { .. }
            | Motif::Deflection { .. }
            | Motif::MateThreat { .. }
    );
    let is_clear = !is_attack || !tactic.motif.victim().is_some_and(is_trade);
    let wins = if is_clear { format!(" and wins {}", gained(gain)) } else { String::new() };
    format!("{lead}{}.", motif(line, tactic.ply, &mv, &tactic.motif, gain, &wins))
}

/// The gain with the minor piece that the motif speaks about: after trades of bishops for knights, either may be left.
fn named_by(motif: &Motif, gain: &Gain) -> Gain {
    let mut gain = gain.clone();
    if let Some(victim) = motif.victim().filter(|victim| is_minor(victim.piece))
        && !gain.won.contains(&victim.piece)
        && let Some(other) = gain.won.iter_mut().find(|piece| is_minor(**piece))
    {
        *other = victim.piece;
    }
    gain
}

/// The clause of a motif, without a full stop.
fn motif(line: &Line, ply: usize, mv: &str, motif: &Motif, gain: &Gain, wins: &str) -> String {
    match motif {
        Motif::Hanging { target, defence } => hanging(line, ply, mv, *target, *defence, gain),
        Motif::PinnedDefender { defender, target } => format!(
            "{mv} wins {}: {} is pinned and cannot take back",
            if gain.lost.is_empty() { the(*target) } else { gained(gain) },
            the(*defender)
        ),
        Motif::DoubleCheck => format!("{mv} is a double check{wins}"),
        Motif::DiscoveredCheck { by, .. } => format!("{mv} uncovers a check by {}{wins}", the(*by)),
        Motif::DiscoveredAttack { by, target, .. } => {
            format!("{mv} uncovers the attack of {} on {}{wins}", the(*by), the(*target))
        }
        Motif::Fork { by, targets, .. } => {
            let names = list(targets.iter().map(|target| the(*target)));
            let verb = if matches!(by, Piece::Queen | Piece::Rook) { "attacks both" } else { "forks" };
            let verb = if targets.len() > 2 && verb == "attacks both" { "attacks at once" } else { verb };
            format!("{mv} {verb} {names}{wins}")
        }
        Motif::Skewer { front, back } => {
            format!(
                "{mv} is a skewer: {} must move, and {} behind it falls{}",
                the(*front),
                the(*back),
                extra(gain, *back)
            )
        }
        Motif::Pin { pinned, to } => format!("{mv} pins {} to {}{wins}", the(*pinned), the(*to)),
        Motif::AttackedPinned { pinned, to } => {
            format!("{mv} attacks {}, which is pinned to {},{wins}", the(*pinned), the(*to))
        }
        Motif::Trapped { target } => format!("{mv} traps {}{}", the(*target), extra(gain, *target)),
        Motif::RemovedDefender { defender, target } => {
            format!("{mv} takes {}, which protects {},{wins}", the(*defender), the(*target))
        }
        Motif::Overloaded { defender, first, target } => format!(
            "{mv} shows that {} cannot protect both {} and {}{}",
            the(*defender),
            the(*first),
            the(*target),
            extra_always(gain)
        ),
        Motif::Deflection { defender, target } => {
            format!("{mv} draws {} away from the protection of {}{wins}", the(*defender), the(*target))
        }
        Motif::Decoy { lured, then } => {
            let next = line.numbered(ply + 2);
            let then = self::motif(line, ply + 2, &next, then, gain, wins);
            format!("{mv} lures the {} to {}: {then}", piece_name(lured.piece), lured.square)
        }
        Motif::Interference { defender, target } => {
            format!("{mv} cuts off {}, which protects {},{wins}", the(*defender), the(*target))
        }
        Motif::MateThreat { mate, target } => {
            let after = line.positions[ply + 1].after_null();
            let mate =
                after.map_or_else(String::new, |position| format!(" ({})", notation::san(&position, *mate)));
            let attacks = if wins.is_empty() { " and attacks" } else { ", attacks" };
            format!("{mv} threatens mate{mate}{attacks} {}{wins}", the(*target))
        }
        Motif::Zwischenzug { square } => {
            let with = if line.positions[ply + 1].in_check() { "a check" } else { "a stronger threat" };
            format!("before taking back on {square}, {mv} comes with {with}{wins}")
        }
        Motif::Promotion { ply: promotes, pawn, is_unstoppable, .. } => {
            let promotion = line.numbered(*promotes);
            match pawn.filter(|_| *promotes > ply) {
                Some(pawn) if *is_unstoppable => {
                    format!("{mv}: no piece can stop the pawn on {pawn} ({promotion})")
                }
                Some(pawn) => format!("{mv}: the pawn on {pawn} promotes ({promotion})"),
                None => format!("{promotion} promotes the pawn"),
            }
        }
    }
}

/// What is won, unless it is just the piece that the sentence names.
fn extra(gain: &Gain, target: Target) -> String {
    let is_that = gain.lost.is_empty() && gained(gain) == named(&[target.piece]);
    if is_that { String::new() } else { extra_always(gain) }
}

fn extra_always(gain: &Gain) -> String {
    format!(", which wins {}", gained(gain))
}

/// A piece can be taken: why it can.
fn hanging(line: &Line, ply: usize, mv: &str, target: Target, defence: Defence, gain: &Gain) -> String {
    let is_that = gain.won == [target.piece] && gain.lost.is_empty();
    let wins = if is_that { "wins it".to_owned() } else { format!("wins {}", gained(gain)) };
    let name = the(target);
    let was_moved =
        ply == 1 && line.moves[0].to == target.square && !line.positions[0].is_castling(line.moves[0]);
    match defence {
        Defence::Cheaper(piece) if was_moved => {
            format!(
                "on {} a {} can take the {}: {mv} {wins}",
                target.square,
                piece_name(piece),
                piece_name(target.piece)
            )
        }
        _ if was_moved => {
            format!("on {} the {} can be taken: {mv} {wins}", target.square, piece_name(target.piece))
        }
        Defence::None => format!("{name} is not protected: {mv} {wins}"),
        Defence::Cheaper(piece) => format!("{name} is attacked by a {}: {mv} {wins}", piece_name(piece)),
        Defence::TooFew => format!("{name} is not protected well enough: {mv} {wins}"),
    }
}

/// The mate in one that a quiet move of a line threatens for the first time.
pub fn threatened_mate(line: &Line, ply: usize) -> Option<String> {
    let after =
        line.positions[ply + 1].after_null().filter(|_| !line.positions[ply].is_noisy(line.moves[ply]))?;
    let mate = mate_in_one(&after).filter(|_| mate_in_one(&line.positions[ply]).is_none())?;
    Some(notation::san(&after, mate))
}

/// A square with the piece that stands there.
pub fn at(line: &Line, plies: usize, square: Square) -> Option<Target> {
    line.positions[plies].piece_on(square).map(|piece| Target { piece, square })
}

/// The reply to a worse move: `10...Ng4 allows 11.h3, which drives the knight on g4 away.`
pub fn allows(line: &Line, effect: Effect) -> String {
    format!("{} allows {}, which {}.", line.numbered(0), line.numbered(1), does(line, 1, effect))
}

/// `10...Nh5 attacks the bishop on f4.`
pub fn better(line: &Line, effect: Effect) -> String {
    format!("{} {}.", line.numbered(0), does(line, 0, effect))
}

/// What a move does: `attacks the bishop on f4`.
fn does(line: &Line, ply: usize, effect: Effect) -> String {
    let side = side_name(line.positions[ply].stm());
    match effect {
        Effect::ThreatensMate { mate } => {
            let after = line.positions[ply + 1].after_null();
            let name = after.map_or_else(String::new, |position| notation::san(&position, mate));
            format!("threatens mate ({name})")
        }
        Effect::Attacks { target, also: Some(also), .. } => {
            format!("attacks both {} and {}", the(target), the(also))
        }
        Effect::Attacks { target, is_driven: true, .. } => format!("drives {} away", the(target)),
        Effect::Attacks { target, .. } => format!("attacks {}", the(target)),
        Effect::Threatens { target } => format!("threatens to take {}", the(target)),
        Effect::Saves { piece, .. } => format!("brings the {} to safety", piece_name(piece)),
        Effect::Protects { target } => format!("protects {}", the(target)),
        Effect::OffersQueens => "offers the trade of queens".to_owned(),
        Effect::TradesQueens => "trades the queens".to_owned(),
        Effect::Castles => format!("brings {side}'s king to safety"),
        Effect::AttacksCentre { square } => format!("attacks the pawn on {square} in the centre"),
        Effect::Outpost { target } => {
            format!(
                "puts the {} on {}, where no pawn can drive it away",
                piece_name(target.piece),
                target.square
            )
        }
        Effect::OpenFile { square, is_open: true } => {
            format!("puts the rook on the open {}-file", square.file())
        }
        Effect::OpenFile { square, is_open: false } => {
            format!("puts the rook on the half-open {}-file", square.file())
        }
        Effect::PushesPassedPawn { .. } => "pushes the passed pawn".to_owned(),
        Effect::BlocksPassedPawn { square } => format!("blocks the passed pawn on {square}"),
    }
}
