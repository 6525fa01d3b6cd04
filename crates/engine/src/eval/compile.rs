//! Compiles the values of a profile into [`Weights`]: everything derived is computed here, once.

use crate::board::{COLORS, Color, PIECE_TYPE_NB, PIECES, Piece, Square};

use super::custom_weights::CustomWeights;
use super::keys::king_attack::{LAST_ATTACKERS, LAST_UNITS};
use super::keys::{self, Kind, Terms, entries, inputs};
use super::phase::Phase;
use super::score::S;
use super::values::Values;
use super::weights::{ActiveParts, CENTIPAWNS, FRACTION_BITS, Weights};
use super::{imbalance, king_safety, material, psqt, tropism};

/// Inputs of the keys that are not cached.
const FRESH: u32 = inputs::MATERIAL | inputs::CHEAP | inputs::BOARD | inputs::ATTACKS | inputs::MAP;

impl Weights {
    /// Compiles the values of a valid profile without values by side, or of any profile for an engine that plays
    /// White.
    #[doc(hidden)]
    pub fn new(name: &str, source: &Values) -> Self {
        Self::for_side(name, source, Color::White)
    }

    /// Compiles the values of a valid profile for an engine that plays one side.
    #[doc(hidden)]
    pub fn for_side(name: &str, source: &Values, own: Color) -> Self {
        let scores = COLORS.map(|color| source.scores_of(color == own));
        let is_split = !source.splits.is_empty();
        let mut weights = Self {
            name: name.to_owned(),
            // The id differs by side if the values do.
            id: source.id() ^ if is_split { own as u64 } else { 0 },
            own: is_split.then_some(own),
            custom_terms: CustomWeights::new(source, &scores).map(Box::new),
            values: scores.each_ref().map(|scores| std::array::from_fn(|i| S::from(scores[i]))),
            choices: std::array::from_fn(|i| source.choices[i]),
            numbers: std::array::from_fn(|i| source.numbers[i]),
            active: active_set(source),
            active_parts: ActiveParts::default(),
            squares: [[[S::ZERO; 64]; PIECE_TYPE_NB]; 2],
            king_zones: COLORS.map(|owner| Square::ALL.map(|king| king_safety::zone(source, owner, king))),
            attack: Box::new([[[S::ZERO; LAST_UNITS + 1]; LAST_ATTACKERS + 1]; 2]),
            phase: Phase::new(source),
            to_centipawns: 0,
            display: None,
            declares_display: false,
            piece_values: [0; 6],
            draw: source.numbers[keys::draw::VALUE] * f64::from(source.resolution()),
            resolution: source.resolution(),
            book: source.book().cloned(),
        };
        weights.active_parts = ActiveParts::of(&weights);
        weights.fold_squares();
        weights.fold_attack();
        let in_steps = |number: usize| source.numbers[number] * f64::from(source.resolution());
        weights.derive_scale(in_steps(keys::units::PAWN));
        let display = in_steps(keys::units::DISPLAY);
        weights.declares_display = display > 0.0;
        weights.display = weights.derived_display(display);
        weights
    }

    fn fold_squares(&mut self) {
        for color in [Color::White, Color::Black] {
            for piece in PIECES {
                for square in Square::ALL {
                    let value = psqt::entries(self, color, piece, square)
                        .map(|(slot, i)| self.value(color, slot, i))
                        .sum::<S>();
                    let own = self.custom_terms().map(|own| own.square(color, piece, square));
                    let value = value + own.unwrap_or(S::ZERO);
                    self.squares[color as usize][piece as usize + 1][square as usize] = value;
                }
            }
        }
    }

    fn fold_attack(&mut self) {
        let divisor = self.numbers[keys::king_attack::DIVISOR] as i64;
        let weighed = self.active.meets(keys::king_attack::ATTACKER_WEIGHT.bit());
        for color in COLORS {
            for attackers in 0..=LAST_ATTACKERS {
                for units in 0..=LAST_UNITS {
                    let danger = self.value(color, keys::king_attack::SAFETY_TABLE, units);
                    let weight = self.value(color, keys::king_attack::ATTACKER_WEIGHT, attackers);
                    let part =
                        |danger: i32, weight: i32| (i64::from(danger) * i64::from(weight) / divisor) as i32;
                    let product = S::new(part(danger.mg(), weight.mg()), part(danger.eg(), weight.eg()));
                    let score = if weighed { product } else { danger };
                    self.attack[color as usize][attackers][units] = score;
                }
            }
        }
    }

    /// Derives the value of a pawn, unless the profile gives it (in steps), and from it the search's unit.
    fn derive_scale(&mut self, declared_pawn: f64) {
        let divisor = self.phase.endgame_divisor();
        let one_stage = self.phase == Phase::None;
        // With values by side, the engine's own decides.
        let own = self.own.unwrap_or(Color::White);
        let worth = |piece: Piece, squares: std::ops::Range<usize>| {
            let table = &self.squares[own as usize][piece as usize + 1][squares];
            let average_share = imbalance::average_share(self, own, piece);
            let stage = |&square: &S| {
                // Alone on the board: however imbalances are counted, the search sees the same values.
                let s = square - average_share;
                if one_stage {
                    f64::from(s.mg())
                } else {
                    (f64::from(s.mg()) + f64::from(s.eg()) / divisor) / 2.0
                }
            };
            table.iter().map(stage).sum::<f64>() / table.len() as f64
        };
        let pawn = if declared_pawn > 0.0 { declared_pawn } else { worth(Piece::Pawn, 8..56) };
        // A profile whose pawns have no positive value has no unit of its own.
        let pawn = if pawn >= 1.0 { pawn } else { f64::from(CENTIPAWNS * self.resolution) };
        let factor = f64::from(CENTIPAWNS) / pawn;
        let piece_values = PIECES.map(|piece| match piece {
            Piece::Pawn => CENTIPAWNS,
            Piece::King => 0,
            _ => (worth(piece, 0..64) * factor).round().clamp(0.0, 10_000.0) as i32,
        });
        self.to_centipawns = fixed_point(factor);
        self.piece_values = piece_values;
    }
}

impl ActiveParts {
    /// Determines the active parts of a profile.
    pub fn of(w: &Weights) -> Self {
        let (active, corrects) = (w.active(), material::corrects_values(w));
        let own = w.custom_terms().is_some_and(CustomWeights::is_live);
        Self {
            squares_alone: !corrects && !own && !active.meets(Terms::all_but(psqt::TERMS)),
            pawns: active.meets(const { Terms::on(inputs::PAWN_ENTRY) }),
            kings: active.meets(const { Terms::on(inputs::KINGS) }),
            rest: corrects || active.meets(const { Terms::on(FRESH) }),
            pieces: corrects || active.meets(const { Terms::on(FRESH & !inputs::CHEAP) }),
            attacks: active.meets(const { Terms::on(inputs::ATTACKS | inputs::MAP) }),
            last_steps: w.custom_terms().is_some_and(CustomWeights::has_last_steps),
            king_distances: active.meets(tropism::KING_TERMS),
            wide: w.is(keys::mobility::USEFUL_SQUARES)
                || w.is(king_safety::CHECK_SUPPORTED)
                || active.meets(const { Terms::on(inputs::FULL) }),
        }
    }
}

/// Returns the factor from units to centipawns with [`FRACTION_BITS`] bits after the point. The first 16 are used, and one
/// more for each doubling of the pawn beyond 100 units: the error is relative, the same for a pawn of 100 and of
/// 30,000,000. The factor is rounded up, so that the truncated value of a pawn is never 99. It fits: a pawn is at least
/// one unit.
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
            let table = &values.scores[entry.offset..entry.offset + shape.len()];
            if table.iter().any(|&pair| pair != [0, 0]) {
                active.extend(entry.slot());
            }
        }
    }
    Terms::of(&active)
}
