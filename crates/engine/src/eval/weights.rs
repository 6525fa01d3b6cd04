//! A compiled profile: everything the evaluator reads, in one immutable value.

use std::sync::Arc;

use crate::board::{Bitboard, Color, PIECE_TYPE_NB, Piece, Square};

use crate::book::Book;

use super::custom_weights::CustomWeights;
use super::keys::king_attack::{LAST_ATTACKERS, LAST_UNITS};
use super::keys::{CHOICE_COUNT, Choice, NUMBER_COUNT, Slot, Terms, VALUE_COUNT};
use super::phase::Phase;
use super::score::S;

/// Value of a pawn in the search, whatever the unit of the profile.
pub const CENTIPAWNS: i32 = 100;

/// Fraction bits of the factor from the profile's units to centipawns.
pub(super) const FRACTION_BITS: u32 = 56;

/// Active parts of the evaluation.
#[derive(Debug, Clone, Copy, Default)]
pub struct ActiveParts {
    /// The evaluation consists only of piece values and squares.
    pub squares_alone: bool,
    /// Something is read from a [`super::pawn_cache::PawnEntry`].
    pub pawns: bool,
    /// Something depends only on the pawns and the king squares.
    pub kings: bool,
    /// Some key is counted in every position.
    pub rest: bool,
    /// Some of that depends on more than the kings and the side to move.
    pub pieces: bool,
    /// The attacks of all pieces are computed.
    pub attacks: bool,
    /// Some piece's distance to a king counts.
    pub king_distances: bool,
    /// Something applies after all terms have been added up: custom terms after the blend, factors, rules of draws.
    pub last_steps: bool,
    /// The profile uses parts that simple profiles do not need. The evaluation is compiled twice, with and without
    /// them, so that they cost nothing where they are absent.
    pub wide: bool,
}

/// A compiled profile. Never changed once made; share it as an `Arc`.
#[derive(Debug, Clone)]
pub struct Weights {
    pub(super) name: String,
    pub(super) id: u64,
    /// The engine's side, if it matters.
    pub(super) own: Option<Color>,
    /// Each value for White and for Black.
    pub(super) values: [[S; VALUE_COUNT]; 2],
    /// Custom terms with their values.
    pub(super) custom_terms: Option<Box<CustomWeights>>,
    pub(super) choices: [u8; CHOICE_COUNT],
    pub(super) numbers: [f64; NUMBER_COUNT],
    /// The keys that have a value other than zero.
    pub(super) active: Terms,
    pub(super) active_parts: ActiveParts,
    /// Piece value plus square value, by colour, piece type + 1, and square; positive for the owner. The values of
    /// index 0 (no piece) are 0.
    pub(super) squares: [[[S; 64]; PIECE_TYPE_NB]; 2],
    /// The zone around each side's king, by its square.
    pub(super) king_zones: [[Bitboard; 64]; 2],
    /// Score of an attack by White and by Black, by number of attackers (0..=7) and, for each stage, sum of units
    /// (0..=99).
    pub(super) attack: Box<[[[S; LAST_UNITS + 1]; LAST_ATTACKERS + 1]; 2]>,
    pub(super) phase: Phase,
    /// Centipawns for one step, times 2^[`FRACTION_BITS`].
    pub(super) to_centipawns: i64,
    /// Score of the search that is 1.00 on the screen with typical material; positive.
    pub(super) display: Option<f64>,
    /// The profile declares its scale on the screen.
    pub(super) declares_display: bool,
    /// Mean value of the six kinds in centipawns, for exchanges; the king 0.
    pub(super) piece_values: [i32; 6],
    /// In steps.
    pub(super) draw: f64,
    /// Steps per unit of the profile.
    pub(super) resolution: i32,
    pub(super) book: Option<Arc<Book>>,
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

    /// Custom terms.
    #[doc(hidden)]
    #[inline(always)]
    pub fn custom_terms(&self) -> Option<&CustomWeights> {
        self.custom_terms.as_deref()
    }

    /// Value `index` of a key for a side.
    #[inline(always)]
    pub fn value(&self, color: Color, slot: Slot, index: usize) -> S {
        debug_assert!(index < slot.len, "entry {index} of a table of {}", slot.len);
        if slot.offset >= VALUE_COUNT {
            // Never so in the evaluator, whose keys the compiler knows.
            let own = self.custom_terms.as_ref();
            return own.map_or(S::ZERO, |own| own.value(color, slot.offset + index));
        }
        self.values[color as usize][slot.offset + index]
    }

    /// Returns `true` if an option has been chosen.
    #[doc(hidden)]
    #[inline(always)]
    pub fn is(&self, choice: Choice) -> bool {
        self.choices[choice.ordinal] == choice.option
    }

    /// A number that is not a score.
    #[doc(hidden)]
    #[inline(always)]
    pub fn number(&self, index: usize) -> f64 {
        self.numbers[index]
    }

    /// The keys that have a value other than zero.
    #[doc(hidden)]
    #[inline(always)]
    pub fn active(&self) -> Terms {
        self.active
    }

    /// Which parts of the evaluation are active.
    #[doc(hidden)]
    #[inline(always)]
    pub fn active_parts(&self) -> &ActiveParts {
        &self.active_parts
    }

    /// The value of a piece on a square to its owner, with everything that depends on these alone.
    #[doc(hidden)]
    #[inline(always)]
    pub fn square(&self, color: Color, piece: Piece, square: Square) -> S {
        self.squares[color as usize][piece as usize + 1][square as usize]
    }

    /// The same for a captured piece, by [`crate::board::MoveInfo::captured_index`]; zero if it takes nothing.
    #[doc(hidden)]
    #[inline(always)]
    pub fn captured_square(&self, color: Color, captured_index: usize, square: Square) -> S {
        self.squares[color as usize][captured_index][square as usize]
    }

    /// The squares around a king of `owner` that the attack on it counts.
    #[doc(hidden)]
    #[inline(always)]
    pub fn king_zone(&self, owner: Color, king: Square) -> Bitboard {
        self.king_zones[owner as usize][king as usize]
    }

    /// The score of an attack by `color` with these units (a sum for each stage, none negative) and this many pieces.
    #[doc(hidden)]
    #[inline(always)]
    pub fn attack_score(&self, color: Color, units: S, attackers: usize) -> S {
        let row = &self.attack[color as usize][attackers.min(LAST_ATTACKERS)];
        let index = |units: i32| (units as usize).min(LAST_UNITS);
        S::new(row[index(units.mg())].mg(), row[index(units.eg())].eg())
    }

    /// The phase model.
    #[doc(hidden)]
    #[inline(always)]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// A score of the evaluator in centipawns of the search, where a pawn of the profile is 100.
    #[inline(always)]
    pub fn centipawns(&self, score: i32) -> i32 {
        // Division, not a shift: it must treat both signs alike.
        let centipawns = i128::from(score) * i128::from(self.to_centipawns) / (1 << FRACTION_BITS);
        (centipawns as i64).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// Steps per unit of the profile ([`super::Values::resolution`]): all scores of the evaluator are in steps.
    pub fn resolution(&self) -> i32 {
        self.resolution
    }

    /// A score in the profile's units.
    pub fn units(&self, score: i32) -> f64 {
        f64::from(score) / f64::from(self.resolution)
    }

    /// The value of a pawn in steps.
    #[doc(hidden)]
    pub fn pawn(&self) -> f64 {
        f64::from(CENTIPAWNS) * (1_u64 << FRACTION_BITS) as f64 / self.to_centipawns as f64
    }

    /// Mean value of the six kinds of pieces in centipawns; the king 0.
    #[doc(hidden)]
    pub fn piece_values(&self) -> &[i32; 6] {
        &self.piece_values
    }

    /// The opening book.
    #[doc(hidden)]
    pub fn book(&self) -> Option<&Book> {
        self.book.as_deref()
    }

    /// The value of a draw to the engine in steps; infinite for as good as a win (positive)
    /// or as bad as a loss.
    #[doc(hidden)]
    pub fn draw(&self) -> f64 {
        self.draw
    }
}
