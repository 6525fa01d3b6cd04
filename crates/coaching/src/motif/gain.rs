//! What a line wins.

use temperament_engine::board::{Color, PIECES, Piece, Position};

use super::exchange::{after_capture, best_exchange, exchange, points};
use crate::line::Line;

/// Plies of a line to which a gain must last.
pub const MOST_PLIES: usize = 12;
/// Plies of a line in which it must appear: what comes later is not what the line is about.
const LATEST_PLIES: usize = 8;
/// Plies in which a gain must appear that the line gives back for other things.
const EARLY_PLIES: usize = 6;
/// A gain this many points larger may take one ply longer.
const PLY_COST: f64 = 0.35;
/// A threat of this many points leaves a position unsettled for the side that is threatened.
const THREAT: i32 = 2;
/// Gains of more points than this are taken from the line: a score that falls by so much has no other reason.
pub const MOST_DOUBTED: i32 = 2;
/// A count leaves out no more points than this.
pub const MOST_DROPPED: i32 = 1;
/// Captures that are played out after the end of a line.
const MOST_CAPTURES: usize = 8;

/// A lasting gain of material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gain {
    /// Pieces by which the balance changes in favour of the side, most valuable first.
    pub won: Vec<Piece>,
    /// Pieces by which it changes against it.
    pub lost: Vec<Piece>,
    /// A pawn of the side promotes, and the new piece stays.
    pub promotes: bool,
    /// Points.
    pub points: i32,
    /// Number of plies after which it is settled.
    pub plies: usize,
    /// It stays won to the end of the line.
    pub lasts: bool,
}

impl Gain {
    fn new(line: &Line, side: Color, plies: usize, position: &Position, points: i32) -> Self {
        let (won, lost, promotes) = pieces(line, plies, position, side);
        Self { won, lost, promotes, points, plies, lasts: true }
    }

    /// Without a pawn that the other side takes elsewhere in the line: another defence may take none. Sure is what it has taken
    /// before the move `ply`, what this move offers, what answers a check, recaptures, and what it trades for a piece that
    /// counts as won. Where more than a pawn is in doubt, the line is the best that the other side has, and all of it counts.
    pub fn certain(&self, line: &Line, ply: usize) -> Self {
        let side = line.positions[ply].stm();
        let captured = |at: usize| line.positions[at].captured(line.moves[at]);
        let last = self.plies.min(line.moves.len());
        let most = self.won.first().copied().map_or(0, points);
        let is_sure = |at: &usize| {
            let square = line.moves[*at].to;
            let is_forced = || line.moves[ply].to == square || line.positions[*at].in_check();
            let offers = *at == ply + 1 && is_forced();
            let back =
                (at + 1..last).find(|&ply| line.moves[ply].to == square || line.moves[ply].from == square);
            let taken = back.filter(|&ply| line.moves[ply].to == square).and_then(captured);
            let is_traded = taken.is_some_and(|piece| points(piece) < most);
            line.positions[*at].stm() != side && (*at < ply || offers || takes_back(line, *at) || is_traded)
        };
        let mut sure: Vec<Piece> =
            (0..last).filter(is_sure).filter_map(|at| line.positions[at].captured(line.moves[at])).collect();
        let is_large = self.points > MOST_DOUBTED;
        let mut gain = self.clone();
        gain.lost.retain(|piece| match sure.iter().position(|sure| is_same(*sure, *piece)) {
            Some(at) => {
                sure.swap_remove(at);
                true
            }
            None => !is_large && (*piece != Piece::Pawn || self.points <= 1),
        });
        let is_doubtful = worth(&self.lost) - worth(&gain.lost) > MOST_DROPPED;
        if is_doubtful { self.clone() } else { gain }
    }

    /// Nothing but pawns is won.
    pub fn is_pawns(&self) -> bool {
        !self.promotes && self.won.iter().all(|piece| *piece == Piece::Pawn)
    }

    /// A piece of this kind is won. A bishop may have been traded for a knight, and the other way round.
    pub fn includes(&self, piece: Piece) -> bool {
        self.won.iter().any(|won| is_same(*won, piece))
    }

    /// It is the most valuable piece that is won.
    pub fn is_mainly(&self, piece: Piece) -> bool {
        self.won.first().is_some_and(|won| is_same(*won, piece))
    }
}

/// The capture `at` of a line takes a piece where it has captured something; a recapture may come some moves later.
fn takes_back(line: &Line, at: usize) -> bool {
    let square = line.moves[at].to;
    let captured = (0..at).rev().step_by(2).find(|&ply| line.moves[ply].to == square);
    captured.is_some_and(|ply| {
        let is_capture = line.positions[ply].captured(line.moves[ply]).is_some();
        is_capture && (ply + 1 == at || exchange(&line.positions[ply + 1], square) > 0)
    })
}

fn is_same(a: Piece, b: Piece) -> bool {
    a == b || is_minor(a) && is_minor(b)
}

/// Points of some pieces.
pub fn worth(pieces: &[Piece]) -> i32 {
    pieces.iter().copied().map(points).sum()
}

/// A knight or a bishop.
pub fn is_minor(piece: Piece) -> bool {
    matches!(piece, Piece::Knight | Piece::Bishop)
}

/// Points of the material of `side` minus that of the other.
pub fn balance(position: &Position, side: Color) -> i32 {
    let sum =
        |color| PIECES[..5].iter().map(|&p| points(p) * position.colored(color, p).len() as i32).sum::<i32>();
    sum(side) - sum(!side)
}

/// The side that can still lose material in a settled position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loser {
    Nobody,
    /// Pieces of the other side may hang: what `side` has won, it keeps.
    OtherThan(Color),
}

fn is_settled(position: &Position, loser: Loser) -> bool {
    let is_safe = |side| match loser {
        Loser::Nobody => true,
        Loser::OtherThan(winner) => side == winner,
    };
    let stm = position.stm();
    if position.in_check() && is_safe(stm) {
        return false;
    }
    let threatens = || position.after_null().is_none_or(|position| best_exchange(&position) >= THREAT);
    !(is_safe(!stm) && best_exchange(position) > 0 || is_safe(stm) && threatens())
}

/// Settled positions of a line, with the number of plies before them; for the last one, captures that pay are played out.
fn settled(line: &Line, loser: Loser) -> Vec<(usize, Position)> {
    let length = line.moves.len();
    // Not in the middle of an exchange.
    let last =
        (MOST_PLIES..length).find(|&plies| is_settled(&line.positions[plies], loser)).unwrap_or(length);
    let inner = (1..last).filter(|&plies| is_settled(&line.positions[plies], loser));
    let mut found: Vec<(usize, Position)> =
        inner.map(|plies| (plies, line.positions[plies].clone())).collect();
    let mut end = line.positions[last].clone();
    for _ in 0..MOST_CAPTURES {
        let captures = end.legal_moves().into_iter().filter(|&mv| end.captured(mv).is_some());
        let best = captures.map(|mv| (after_capture(&end, mv), mv)).max_by_key(|(points, _)| *points);
        match best {
            Some((points, mv)) if points > 0 => end.play(mv),
            _ => break,
        }
    }
    if is_settled(&end, loser) || end.in_check() && !end.has_legal_move() {
        found.push((last, end));
    }
    found
}

/// The gain of `side` in a line: material that stays won up to its end. The earliest is taken, unless a larger one follows
/// soon. Positions in which pieces of the other side hang count only if the line has no others.
pub fn gain(line: &Line, side: Color) -> Option<Gain> {
    let start = balance(&line.positions[0], side);
    let quiet = settled(line, Loser::Nobody);
    let settled = if quiet.is_empty() { settled(line, Loser::OtherThan(side)) } else { quiet };
    let latest = settled.iter().map(|(plies, _)| *plies).find(|&plies| plies >= LATEST_PLIES);
    let mut least = i32::MAX;
    let mut best: Option<(f64, Gain)> = None;
    for (plies, position) in settled.into_iter().rev() {
        let points = balance(&position, side) - start;
        least = least.min(points);
        let merit = f64::from(points) - PLY_COST * plies as f64;
        let is_early = latest.is_none_or(|latest| plies <= latest);
        if is_early && points >= 1 && points <= least && best.as_ref().is_none_or(|(most, _)| merit >= *most)
        {
            best = Some((merit, Gain::new(line, side, plies, &position, points)));
        }
    }
    best.map(|(_, gain)| gain)
}

/// Up to some plies of the line, a gain of `side` is not given back.
pub fn stays(line: &Line, side: Color, gain: &Gain, last: usize) -> bool {
    let start = balance(&line.positions[0], side);
    let mut ends = settled(line, Loser::Nobody).into_iter();
    ends.all(|(plies, end)| plies < gain.plies || plies > last || balance(&end, side) - start >= gain.points)
}

/// The change of material for `side` over a line, with captures played out at its end.
pub fn net_gain(line: &Line, side: Color) -> i32 {
    let start = balance(&line.positions[0], side);
    let ends = settled(line, Loser::Nobody);
    let end = ends.last().map_or_else(|| line.end(), |(_, position)| position);
    balance(end, side) - start
}

/// What `side` wins in the first moves of a line and need not keep to its end, because the score pays for it: up to `paid` points.
/// Who has won a piece may give one for an attack. Pieces of the other side may still hang.
pub fn early_gain(line: &Line, side: Color, paid: i32) -> Option<Gain> {
    let start = balance(&line.positions[0], side);
    let merit = |points: i32, plies: usize| f64::from(points) - PLY_COST * plies as f64;
    let won = settled(line, Loser::OtherThan(side)).into_iter().filter_map(|(plies, position)| {
        let points = balance(&position, side) - start;
        let is_won = plies <= EARLY_PLIES && (1..=paid).contains(&points);
        let gain = || Gain { lasts: false, ..Gain::new(line, side, plies, &position, points) };
        is_won.then(|| (merit(points, plies), gain()))
    });
    won.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, gain)| gain)
}

/// The first lasting gain of `side` that is settled after at least `after` plies.
pub fn first_gain(line: &Line, side: Color, after: usize) -> Option<Gain> {
    let start = balance(&line.positions[0], side);
    let settled: Vec<(usize, Position)> =
        settled(line, Loser::Nobody).into_iter().filter(|(plies, _)| *plies >= after).collect();
    let points = |position: &Position| balance(position, side) - start;
    (0..settled.len()).find_map(|at| {
        let (plies, position) = &settled[at];
        let lasts = settled[at..].iter().all(|(_, later)| points(later) >= points(position));
        (points(position) >= 1 && lasts).then(|| Gain::new(line, side, *plies, position, points(position)))
    })
}

/// The pieces by which the balance has changed for and against `side` after some plies, and whether a pawn of it has promoted. A
/// new queen that stays is no queen that anybody has won.
fn pieces(line: &Line, plies: usize, after: &Position, side: Color) -> (Vec<Piece>, Vec<Piece>, bool) {
    let difference = |position: &Position, piece| {
        position.colored(side, piece).len() as i32 - position.colored(!side, piece).len() as i32
    };
    let mut changes = [0; 5];
    for (change, &piece) in changes.iter_mut().zip(&PIECES[..5]) {
        *change = difference(after, piece) - difference(&line.positions[0], piece);
    }
    let mut promotes = false;
    for ply in 0..plies {
        let (mv, by) = (line.moves[ply], line.positions[ply].stm());
        let stays = line.moves.get(ply + 1).is_none_or(|answer| answer.to != mv.to);
        if let Some(piece) = mv.promotion.filter(|_| stays) {
            let sign = if by == side { 1 } else { -1 };
            changes[piece as usize] -= sign;
            changes[Piece::Pawn as usize] += sign;
            promotes |= by == side;
        }
    }
    let (mut won, mut lost): (Vec<Piece>, Vec<Piece>) = (Vec::new(), Vec::new());
    for (&piece, change) in PIECES[..5].iter().zip(changes).rev() {
        let list = if change > 0 { &mut won } else { &mut lost };
        list.extend(std::iter::repeat_n(piece, i32::unsigned_abs(change) as usize));
    }
    // A bishop for a knight is an even trade.
    let minor = |pieces: &[Piece]| pieces.iter().position(|&piece| is_minor(piece));
    while let (Some(a), Some(b)) = (minor(&won), minor(&lost)) {
        won.remove(a);
        lost.remove(b);
    }
    (won, lost, promotes)
}
