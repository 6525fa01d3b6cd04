//! A compiled profile: everything the evaluator reads, in one immutable value.

use crate::board::{Bitboard, Color, KINDS, Piece, Square};

use super::keys::king_attack::{LAST_ATTACKERS, LAST_UNITS};
use super::keys::{CHOICE_COUNT, Choice, NUMBER_COUNT, Slot, Terms, VALUE_COUNT};
use super::own_weights::OwnWeights;
use super::phase::Phase;
use super::score::S;

/// The search's unit: a pawn is worth this many, whatever the unit of the profile.
pub const CENTIPAWNS: i32 = 100;

/// Bits after the point of the factor from the profile's units to centipawns.
pub(super) const FRACTION_BITS: u32 = 56;

/// Which parts of the evaluation have anything to count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Parts {
    /// Values of pieces and squares are all there is.
    pub squares_alone: bool,
    /// Something is read from a [`super::pawn_cache::PawnEntry`].
    pub pawns: bool,
    /// Something depends on the pawns and the squares of the kings alone.
    pub kings: bool,
    /// Something is counted afresh in every position.
    pub rest: bool,
    /// Some of that looks at more than the kings and the side to move.
    pub pieces: bool,
    /// It is found out what every piece attacks.
    pub attacks: bool,
    /// Some piece's distance to a king counts.
    pub king_distances: bool,
    /// There is something that simple profiles do without. What counts is compiled twice, with and without it, so that
    /// it costs nothing where it is absent.
    pub wide: bool,
}

/// A compiled profile. Never changed once made; share it as an `Arc`.
#[derive(Debug, Clone)]
pub struct Weights {
    pub(super) name: String,
    pub(super) id: u64,
    /// The engine's side, if it matters.
    pub(super) own: Option<Color>,
    /// What each entry of a key is worth to White and to Black.
    pub(super) values: [[S; VALUE_COUNT]; 2],
    /// Terms of the profile's own, and what they are worth.
    pub(super) own_terms: Option<Box<OwnWeights>>,
    pub(super) choices: [u8; CHOICE_COUNT],
    pub(super) numbers: [f64; NUMBER_COUNT],
    /// The keys that have a value other than zero.
    pub(super) active: Terms,
    /// Which parts of the evaluation have anything to count.
    pub(super) parts: Parts,
    /// Piece value and square together: colour, one more than the kind of piece, square; both colours positive for
    /// their owner. What is first, no piece, is worth nothing.
    pub(super) squares: [[[S; 64]; KINDS]; 2],
    /// The zone around each side's king, by its square.
    pub(super) king_zones: [[Bitboard; 64]; 2],
    /// Score of an attack by White and by Black, by number of attackers (0..=7) and, for each stage, sum of units
    /// (0..=99).
    pub(super) attack: Box<[[[S; LAST_UNITS + 1]; LAST_ATTACKERS + 1]; 2]>,
    pub(super) phase: Phase,
    /// Centipawns for one of the profile's units, times 2^[`FRACTION_BITS`].
    pub(super) to_centipawns: i64,
    /// Mean worth of the six kinds in centipawns, for exchanges; the king 0.
    pub(super) piece_values: [i32; 6],
    pub(super) draw: f64,
}

impl Weights {
    /// The name of the profile.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A hash of all that can change an evaluation; part of the key of everything that stores one.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The side of the engine that this is for, if the profile treats it and the opponent's differently.
    pub fn own(&self) -> Option<Color> {
        self.own
    }

    /// Terms of the profile's own.
    #[inline(always)]
    pub fn own_terms(&self) -> Option<&OwnWeights> {
        self.own_terms.as_deref()
    }

    /// What value `index` of a key is worth to a side.
    #[inline(always)]
    pub fn value(&self, color: Color, slot: Slot, index: usize) -> S {
        debug_assert!(index < slot.len, "entry {index} of a table of {}", slot.len);
        if slot.offset >= VALUE_COUNT {
            // Never so in the evaluator, whose keys the compiler knows.
            let own = self.own_terms.as_ref();
            return own.map_or(S::ZERO, |own| own.value(color, slot.offset + index));
        }
        self.values[color as usize][slot.offset + index]
    }

    /// Whether an option has been chosen.
    #[inline(always)]
    pub fn is(&self, choice: Choice) -> bool {
        self.choices[choice.ordinal] == choice.option
    }

    /// A steering number.
    #[inline(always)]
    pub fn number(&self, index: usize) -> f64 {
        self.numbers[index]
    }

    /// The keys that have a value other than zero.
    #[inline(always)]
    pub fn active(&self) -> Terms {
        self.active
    }

    /// Which parts of the evaluation have anything to count.
    #[inline(always)]
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// What a piece is worth to its owner on a square, with everything that depends on these alone.
    #[inline(always)]
    pub fn square(&self, color: Color, piece: Piece, square: Square) -> S {
        self.squares[color as usize][piece as usize + 1][square as usize]
    }

    /// The same of what a move takes, by [`crate::board::Action::captured_index`]; zero if it takes nothing.
    #[inline(always)]
    pub fn captured_square(&self, color: Color, captured_index: usize, square: Square) -> S {
        self.squares[color as usize][captured_index][square as usize]
    }

    /// The squares around a king of `owner` that the attack on it counts.
    #[inline(always)]
    pub fn king_zone(&self, owner: Color, king: Square) -> Bitboard {
        self.king_zones[owner as usize][king as usize]
    }

    /// The score of an attack by `color` with these units (each stage its own sum, none negative) and so many pieces.
    #[inline(always)]
    pub fn attack_score(&self, color: Color, units: S, attackers: usize) -> S {
        let row = &self.attack[color as usize][attackers.min(LAST_ATTACKERS)];
        let index = |units: i32| (units as usize).min(LAST_UNITS);
        S::new(row[index(units.mg())].mg(), row[index(units.eg())].eg())
    }

    /// The phase model.
    #[inline(always)]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// A score of the profile's units in centipawns of the search, where a pawn of the profile is 100.
    #[inline(always)]
    pub fn centipawns(&self, score: i32) -> i32 {
        // Division, not a shift: it must treat both signs alike.
        let centipawns = i128::from(score) * i128::from(self.to_centipawns) / (1 << FRACTION_BITS);
        (centipawns as i64).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// What a pawn is worth in the profile's units.
    pub fn pawn(&self) -> f64 {
        f64::from(CENTIPAWNS) * (1_u64 << FRACTION_BITS) as f64 / self.to_centipawns as f64
    }

    /// Mean worth of the six kinds of pieces in centipawns; the king 0.
    pub fn piece_values(&self) -> &[i32; 6] {
        &self.piece_values
    }

    /// The value of a draw to the engine in the profile's units; infinite for as good as a win (positive)
    /// or as bad as a loss.
    pub fn draw(&self) -> f64 {
        self.draw
    }
}
