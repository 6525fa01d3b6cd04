//! Tactical motifs: what a player calls the reason why a line wins material.
//!
//! Each detector is a pure function of a [`Step`], a move with the line that it begins. A motif counts only if the line proves
//! it: what is forked, pinned or left undefended falls in it.

pub mod decoy;
pub mod defender;
pub mod discovered;
pub mod exchange;
pub mod fork;
pub mod gain;
pub mod hanging;
pub mod mate;
pub mod pin;
pub mod promotion;
pub mod proof;
pub mod skewer;
pub mod step;
pub mod threat;
pub mod trapped;

use temperament_engine::board::{Move, Piece, Square};

use crate::line::Line;
pub use gain::{Gain, early_gain, first_gain, gain};
pub use hanging::Defence;
pub use step::{Step, Target};

/// A tactical motif with the pieces that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Motif {
    /// A piece can be taken with profit.
    Hanging { target: Target, defence: Defence },
    /// What defends a piece is pinned.
    PinnedDefender { defender: Target, target: Target },
    /// Check by two pieces at once.
    DoubleCheck,
    /// A check by `by` uncovers while `moved` wins `won`.
    DiscoveredCheck { by: Target, moved: Target, won: Target },
    /// The line of `by` to `target` is opened.
    DiscoveredAttack { by: Target, moved: Target, target: Target },
    /// A piece attacks several, most valuable first, and takes one of them.
    Fork { by: Piece, targets: Vec<Target>, taken: Target },
    /// `front` must leave the line, and `back` falls.
    Skewer { front: Target, back: Target },
    /// A piece is pinned by the move, and falls.
    Pin { pinned: Target, to: Target },
    /// A pinned piece is attacked, and falls.
    AttackedPinned { pinned: Target, to: Target },
    /// A piece has no safe square.
    Trapped { target: Target },
    /// The defender of a piece is taken.
    RemovedDefender { defender: Target, target: Target },
    /// A piece defends two others; it must recapture on the square of the first.
    Overloaded { defender: Target, first: Target, target: Target },
    /// The defender of a piece is lured or driven away.
    Deflection { defender: Target, target: Target },
    /// A piece is lured to a square where a motif strikes it.
    Decoy { lured: Target, then: Box<Motif> },
    /// The line between a defender and a piece is closed.
    Interference { defender: Target, target: Target },
    /// Mate is threatened, and another piece falls.
    MateThreat { mate: Move, target: Target },
    /// Before the recapture on a square comes a stronger move.
    Zwischenzug { square: Square },
    /// A pawn promotes with the move `ply` of the line.
    Promotion { piece: Piece, ply: usize, pawn: Option<Square>, is_unstoppable: bool },
}

/// A motif in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tactic {
    pub motif: Motif,
    /// Index of the move that it begins with.
    pub ply: usize,
}

impl Tactic {
    /// What it wins by itself: without what the line wins later.
    pub fn gain(&self, line: &Line, gain: &Gain) -> Gain {
        let side = line.positions[self.ply].stm();
        let step = Step { line, ply: self.ply, last: gain.plies };
        if let Some(own) = self.traded(&step, gain).or_else(|| self.taken_alone(&step, gain)) {
            return own;
        }
        let falls = self.motif.victim().map(|victim| match &self.motif {
            Motif::Hanging { .. } | Motif::PinnedDefender { .. } => self.ply,
            _ => step.taken(victim.square).map_or(gain.plies, |taken| taken.ply),
        });
        let own = falls.and_then(|ply| first_gain(line, side, ply + 1));
        let names_victim = |own: &Gain| self.motif.victim().is_some_and(|victim| own.includes(victim.piece));
        own.filter(|own| own.plies < gain.plies && names_victim(own)).unwrap_or_else(|| gain.clone())
    }
}

impl Tactic {
    /// The gain without what another defence would change, see [`Gain::certain`]. A trapped queen may take something with it,
    /// and a queen that takes before it falls had a choice. `first` is the first move that counts.
    pub fn certain(&self, line: &Line, first: usize, gain: &Gain) -> Gain {
        let mut certain = gain.certain(line, self.ply);
        let has_move = |victim: Target| {
            let after = &line.positions[self.ply + 1];
            let takes = |mv: &Move| {
                mv.from == victim.square
                    && mv.to != line.moves[self.ply].to
                    && after.captured(*mv).is_some_and(|piece| piece != Piece::Pawn)
            };
            after.legal_moves().iter().any(takes)
        };
        let is_taken_now = matches!(self.motif, Motif::Hanging { .. } | Motif::PinnedDefender { .. });
        // A queen that has just taken what was offered had its move.
        let was_free = || {
            let last = self.ply.checked_sub(1).filter(|_| self.ply > first);
            last.is_some_and(|last| line.positions[last].captured(line.moves[last]).is_none())
        };
        let queen = self.motif.victim().filter(|victim| victim.piece == Piece::Queen);
        let is_open = queen.is_some_and(|queen| if is_taken_now { was_free() } else { has_move(queen) });
        if is_open && gain.points > gain::MOST_DOUBTED {
            if matches!(self.motif, Motif::Trapped { .. }) {
                // The sentence names the queen, and no count.
                certain.won = vec![Piece::Queen];
                certain.lost.clear();
            } else if gain::worth(&certain.lost) <= gain::MOST_DROPPED {
                certain.lost.clear();
            }
        }
        certain
    }
}

impl Motif {
    /// The name of the motif.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Hanging { .. } => "hanging piece",
            Self::PinnedDefender { .. } | Self::Pin { .. } | Self::AttackedPinned { .. } => "pin",
            Self::DoubleCheck => "double check",
            Self::DiscoveredCheck { .. } => "discovered check",
            Self::DiscoveredAttack { .. } => "discovered attack",
            Self::Fork { .. } => "fork",
            Self::Skewer { .. } => "skewer",
            Self::Trapped { .. } => "trapped piece",
            Self::RemovedDefender { .. } => "removed defender",
            Self::Overloaded { .. } => "overloaded piece",
            Self::Deflection { .. } => "deflection",
            Self::Decoy { .. } => "decoy",
            Self::Interference { .. } => "interference",
            Self::MateThreat { .. } => "mate threat",
            Self::Zwischenzug { .. } => "zwischenzug",
            Self::Promotion { .. } => "promotion",
        }
    }

    /// The piece that the motif wins, if it is about one.
    pub fn victim(&self) -> Option<Target> {
        match self {
            Self::Hanging { target, .. }
            | Self::PinnedDefender { target, .. }
            | Self::DiscoveredAttack { target, .. }
            | Self::Trapped { target }
            | Self::RemovedDefender { target, .. }
            | Self::Overloaded { target, .. }
            | Self::Deflection { target, .. }
            | Self::Interference { target, .. }
            | Self::MateThreat { target, .. } => Some(*target),
            Self::DiscoveredCheck { won, .. } => Some(*won),
            Self::Fork { taken, .. } => Some(*taken),
            Self::Skewer { back, .. } => Some(*back),
            Self::Pin { pinned, .. } | Self::AttackedPinned { pinned, .. } => Some(*pinned),
            Self::Decoy { then, .. } => then.victim(),
            Self::DoubleCheck | Self::Zwischenzug { .. } | Self::Promotion { .. } => None,
        }
    }
}

impl Tactic {
    /// The gain of a capture after which the capturing piece can be taken with profit, which the line happens not to do.
    fn traded(&self, step: &Step, gain: &Gain) -> Option<Gain> {
        let Motif::Hanging { target, .. } = self.motif else { return None };
        let lost = exchange::exchange(step.after(), step.mv().to);
        let taker = step.before().piece_on(step.mv().from)?;
        let is_it = lost > 0 && gain.lost.is_empty() && gain.won == [target.piece];
        let points = exchange::points(target.piece) - lost;
        // Of two pieces of equal value, the line keeps the second.
        let is_it = is_it && points > 0 && exchange::points(taker) < exchange::points(target.piece);
        is_it.then(|| Gain { won: vec![target.piece], lost: vec![taker], points, ..gain.clone() })
    }
}

impl Tactic {
    /// The gain of a capture that cannot be answered on its square, for what the other side has taken before; not what the
    /// line wins and trades later.
    fn taken_alone(&self, step: &Step, gain: &Gain) -> Option<Gain> {
        let Motif::Hanging { target, .. } = self.motif else { return None };
        let given =
            step.ply.checked_sub(1).and_then(|ply| step.line.positions[ply].captured(step.line.moves[ply]));
        let points = exchange::points(target.piece) - given.map_or(0, exchange::points);
        let is_more = gain.won.len() + gain.lost.len() > 1 + usize::from(given.is_some());
        let is_alone = self.ply <= 1 && is_more && exchange::exchange(step.after(), step.mv().to) == 0;
        let is_it = is_alone && (1..=gain.points).contains(&points) && step.mv().promotion.is_none();
        let lost = given.into_iter().collect();
        is_it.then(|| Gain { won: vec![target.piece], lost, points, ..gain.clone() })
    }
}

/// The piece that a motif wins makes up the gain, or most of it. A skewered one may only be traded, and a pawn must be won.
fn accounts_for(motif: &Motif, gain: &Gain) -> bool {
    motif.victim().is_none_or(|victim| {
        let is_most = 2 * exchange::points(victim.piece) > gain.points;
        let must_be_won = matches!(motif, Motif::Skewer { .. }) || victim.piece == Piece::Pawn;
        let is_won = gain.includes(victim.piece) || !must_be_won;
        gain.is_mainly(victim.piece) || is_most && is_won
    })
}

type Detector = fn(&Step) -> Option<Motif>;

/// The detectors in the order in which one explains a move better than the next.
const DETECTORS: [Detector; 15] = [
    pin::pinned_defender,
    discovered::double_check,
    fork::fork,
    discovered::discovered,
    skewer::skewer,
    pin::attacked_pinned,
    pin::pin,
    defender::removed,
    defender::lured,
    threat::zwischenzug,
    decoy_of_single,
    trapped::trapped,
    defender::interference,
    threat::mate_threat,
    promotion::promotion,
];

/// The first motif of a move that is wanted.
fn single(step: &Step, is_wanted: impl Fn(&Motif) -> bool) -> Option<Motif> {
    DETECTORS.iter().find_map(|detector| detector(step).filter(&is_wanted))
}

fn decoy_of_single(step: &Step) -> Option<Motif> {
    decoy::decoy(step, |next| single(next, |_| true))
}

/// The move attacks a piece with profit, and the answer moves it away.
fn drives(step: &Step) -> bool {
    let Some(moved) = step.moved().filter(|_| step.captured().is_none()) else { return false };
    let leaves = |target: &Target| step.answer().is_some_and(|answer| answer.from == target.square);
    let next = step.next().filter(|next| next.captured().is_some()).map(|next| next.mv().to);
    let falls = next.and_then(|square| step.after().piece_on(square).map(|piece| Target { piece, square }));
    let is_driven = |target: &Target| {
        target.piece != Piece::Pawn
            && leaves(target)
            && step.is_loose(*target, moved.piece)
            && !falls.is_some_and(|falls| defender::can_stay(step, *target, falls))
    };
    step.targets(step.attacked()).any(|target| is_driven(&target))
}

/// Maximum number of plies between the first move and the one that begins the motif.
const LATEST: usize = 4;

/// The motif by which the side that moves at `first` wins material in the part of a line where the gain is settled: that of its
/// first move, or of a later one if it forces what comes before. A capture that wins all of it alone is a hanging piece, whatever else the
/// move does.
pub fn tactic(line: &Line, first: usize, gain: &Gain) -> Option<Tactic> {
    let last = gain.plies;
    for ply in (first..last.min(first + LATEST + 1)).step_by(2) {
        let step = Step { line, ply, last };
        // A piece that is given back, or for which another is given, has not been won.
        let target =
            |motif: &Motif| if let Motif::Hanging { target, .. } = motif { Some(target.piece) } else { None };
        let hanging =
            hanging::hanging(&step).filter(|motif| target(motif).is_some_and(|piece| gain.includes(piece)));
        let wins_all = hanging.as_ref().and_then(target).is_some_and(|piece| gain.is_mainly(piece));
        let promotes = step.mv().promotion.is_some_and(|piece| gain.is_mainly(piece));
        let motif = if promotes {
            promotion::promotion(&step)
        } else if wins_all {
            pin::pinned_defender(&step).or(hanging)
        } else {
            let is_enough = |motif: &Motif| accounts_for(motif, gain);
            single(&step, is_enough).or_else(|| hanging.filter(is_enough))
        };
        if let Some(motif) = motif {
            return Some(Tactic { motif, ply });
        }
        // A piece that is taken is the reason itself; only checks and recaptures leave no choice.
        let is_capture = step.captured().is_some();
        let is_recapture = is_capture && ply > 0 && line.moves[ply - 1].to == step.mv().to;
        let is_traded = is_capture && step.answer().is_some_and(|answer| answer.to == step.mv().to);
        let takes_piece = step.captured().is_some_and(|piece| piece != Piece::Pawn);
        let is_forcing = ply == first && (is_recapture || is_traded || drives(&step))
            || step.after().in_check() && !takes_piece;
        if !is_forcing {
            return None;
        }
    }
    None
}
