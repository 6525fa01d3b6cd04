//! A compiled profile: everything the evaluator reads, in one immutable value.

use crate::board::{Bitboard, COLORS, Color, KINDS, PIECES, Piece, Square};

use super::king_attack::{self, LAST_ATTACKERS, LAST_UNITS};
use super::own_count::OwnWeights;
use super::parts::Parts;
use super::phase::Phase;
use super::score::S;
use super::squares;
use super::values::Values;
use super::vocabulary::{CHOICE_COUNT, Choice, Kind, NUMBER_COUNT, Slot, Terms, VALUE_COUNT, entries};
use super::{draw, units};

/// The search's unit: a pawn is worth this many, whatever the unit of the profile.
pub const CENTIPAWNS: i32 = 100;

/// Bits after the point of the factor from the profile's units to centipawns.
const FRACTION_BITS: u32 = 56;

/// A compiled profile. Never changed once made; share it as an `Arc`.
#[derive(Debug, Clone)]
pub struct Weights {
    name: String,
    id: u64,
    /// The engine's side, if it matters.
    own: Option<Color>,
    /// What each entry of a key is worth to White and to Black.
    values: [[S; VALUE_COUNT]; 2],
    /// Terms of the profile's own, and what they are worth.
    own_terms: Option<Box<OwnWeights>>,
    choices: [u8; CHOICE_COUNT],
    numbers: [f64; NUMBER_COUNT],
    /// The keys that have a value other than zero.
    active: Terms,
    /// Which parts of the evaluation have anything to count.
    parts: Parts,
    /// Piece value and square together: colour, one more than the kind of piece, square; both colours positive for
    /// their owner. What is first, no piece, is worth nothing.
    squares: [[[S; 64]; KINDS]; 2],
    /// The zone around each side's king, by its square.
    king_zones: [[Bitboard; 64]; 2],
    /// Score of an attack by White and by Black, by number of attackers (0..=7) and, for each stage, sum of units
    /// (0..=99).
    attack: Box<[[[S; LAST_UNITS + 1]; LAST_ATTACKERS + 1]; 2]>,
    phase: Phase,
    /// Centipawns for one of the profile's units, times 2^[`FRACTION_BITS`].
    to_centipawns: i64,
    /// Mean worth of the six kinds in centipawns, for exchanges; the king 0.
    piece_values: [i32; 6],
    draw: f64,
}

impl Weights {
    /// Compiles the values of a valid profile that does not split them by side, or of any for an engine that plays
    /// White.
    pub fn new(name: &str, source: &Values) -> Self {
        Self::for_side(name, source, Color::White)
    }

    /// Compiles the values of a valid profile for an engine that plays one side.
    pub fn for_side(name: &str, source: &Values, own: Color) -> Self {
        let scores = COLORS.map(|color| source.scores_of(color == own));
        let is_split = !source.splits.is_empty();
        let mut weights = Self {
            name: name.to_owned(),
            // Unlike for unlike sides.
            id: source.id() ^ if is_split { own as u64 } else { 0 },
            own: is_split.then_some(own),
            own_terms: OwnWeights::new(source, &scores).map(Box::new),
            values: scores
                .each_ref()
                .map(|scores| std::array::from_fn(|i| S::from(scores[i]))),
            choices: std::array::from_fn(|i| source.choices[i]),
            numbers: std::array::from_fn(|i| source.numbers[i]),
            active: active_set(source),
            parts: Parts::default(),
            squares: [[[S::ZERO; 64]; KINDS]; 2],
            king_zones: COLORS.map(|owner| Square::ALL.map(|king| king_attack::zone(source, owner, king))),
            attack: Box::new([[[S::ZERO; LAST_UNITS + 1]; LAST_ATTACKERS + 1]; 2]),
            phase: Phase::new(source),
            to_centipawns: 0,
            piece_values: [0; 6],
            draw: source.numbers[draw::VALUE],
        };
        weights.parts = Parts::of(&weights);
        weights.fold_squares();
        weights.fold_attack();
        weights.derive_scale(source.numbers[units::PAWN]);
        weights
    }

    fn fold_squares(&mut self) {
        for color in [Color::White, Color::Black] {
            for piece in PIECES {
                for square in Square::ALL {
                    let value = squares::entries(self, color, piece, square)
                        .map(|(slot, i)| self.value(color, slot, i))
                        .sum::<S>();
                    let own = self.own_terms().map(|own| own.square(color, piece, square));
                    let value = value + own.unwrap_or(S::ZERO);
                    self.squares[color as usize][piece as usize + 1][square as usize] = value;
                }
            }
        }
    }

    fn fold_attack(&mut self) {
        let divisor = self.numbers[king_attack::DIVISOR] as i64;
        let weighed = self.active.meets(king_attack::ATTACKER_WEIGHT.bit());
        for color in COLORS {
            for attackers in 0..=LAST_ATTACKERS {
                for units in 0..=LAST_UNITS {
                    let danger = self.value(color, king_attack::SAFETY_TABLE, units);
                    let weight = self.value(color, king_attack::ATTACKER_WEIGHT, attackers);
                    let part =
                        |danger: i32, weight: i32| (i64::from(danger) * i64::from(weight) / divisor) as i32;
                    let product = S::new(part(danger.mg(), weight.mg()), part(danger.eg(), weight.eg()));
                    let score = if weighed { product } else { danger };
                    self.attack[color as usize][attackers][units] = score;
                }
            }
        }
    }

    /// Finds out what a pawn is worth (unless the profile says it) and from it the search's unit.
    fn derive_scale(&mut self, declared_pawn: f64) {
        let divisor = self.phase.endgame_divisor();
        let one_stage = self.phase == Phase::None;
        // Where the sides count differently, the engine's own decides.
        let own = self.own.unwrap_or(Color::White);
        let worth = |piece: Piece, squares: std::ops::Range<usize>| {
            let table = &self.squares[own as usize][piece as usize + 1][squares];
            let stage = |s: &S| match one_stage {
                true => f64::from(s.mg()),
                false => (f64::from(s.mg()) + f64::from(s.eg()) / divisor) / 2.0,
            };
            table.iter().map(stage).sum::<f64>() / table.len() as f64
        };
        let pawn = if declared_pawn > 0.0 {
            declared_pawn
        } else {
            worth(Piece::Pawn, 8..56)
        };
        // A profile in which pawns are worth nothing or less has no unit of its own.
        let pawn = if pawn >= 1.0 { pawn } else { f64::from(CENTIPAWNS) };
        let factor = f64::from(CENTIPAWNS) / pawn;
        self.to_centipawns = fixed_point(factor);
        self.piece_values = PIECES.map(|piece| match piece {
            Piece::Pawn => CENTIPAWNS,
            Piece::King => 0,
            _ => (worth(piece, 0..64) * factor).round().clamp(0.0, 10_000.0) as i32,
        });
    }

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

/// Returns the factor from units to centipawns with [`FRACTION_BITS`] bits after the point, of which the first 16 and one
/// more for each doubling of the pawn beyond 100 units are used: the error is relative, the same for a pawn of 100 and of
/// 30,000,000. The factor is rounded up, so that the truncated worth of a pawn is never 99. It is at most [`CENTIPAWNS`],
/// since a pawn is at least one unit, so it fits.
fn fixed_point(factor: f64) -> i64 {
    let doublings = (1.0 / factor).log2().max(0.0) as u32;
    let used = (16 + doublings).min(FRACTION_BITS);
    let rounded_up = (factor * (1_u64 << used) as f64).ceil() as i64;
    rounded_up << (FRACTION_BITS - used)
}

fn active_set(values: &Values) -> Terms {
    let mut active = Vec::new();
    for entry in entries() {
        if let Kind::Values(shape, _) = entry.decl.kind {
            let table = &values.scores[entry.place..entry.place + shape.len()];
            if table.iter().any(|&pair| pair != [0, 0]) {
                active.extend(entry.slot());
            }
        }
    }
    Terms::of(&active)
}
