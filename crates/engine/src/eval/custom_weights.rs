//! Custom terms of a compiled profile: their values, and the code of those with a value other than zero. Terms that
//! fold into piece-square tables need no code ([`super::psqt`]).

use std::sync::Arc;

use crate::board::attacks::relative_square;
use crate::board::{COLORS, Color, Piece, Position, Square};
use crate::terms::{Code, DEPENDS, Depends, PIECE_VALUES, PsqtFold, Role, Tables, Term};

use super::custom_terms::CustomTerms;
use super::event::Event;
use super::factors::Factors;
use super::keys::mobility::LETS_SLIDERS_THROUGH;
use super::keys::{self, SLOT_COUNT, Slot, VALUE_COUNT};
use super::score::S;
use super::values::Values;

/// The custom terms of a compiled profile.
#[derive(Debug, Clone)]
pub struct CustomWeights {
    terms: Arc<CustomTerms>,
    slots: Vec<Slot>,
    /// For the terms that are folded into the piece-square table, the count of each piece.
    placed: Vec<Option<PsqtFold>>,
    /// Each value for White and for Black, from index [`VALUE_COUNT`] on.
    values: Vec<[S; 2]>,
    /// What one count of a place of the code adds before the blend, for White and for Black.
    pub(super) scores: Vec<[S; 2]>,
    /// What it adds after the blend. Empty if no term counts there.
    pub(super) after_blend: Vec<[i32; 2]>,
    /// The code of the others with a value other than zero, by dependency.
    pub(super) code: [Code; DEPENDS.len()],
    /// What the last of these needs, computed ahead by dependency.
    pub(super) ahead: [Code; DEPENDS.len() - 1],
    /// The code of the factors and rules of draws: of those that depend on material alone, and of the others.
    pub(super) factors: [Code; 2],
    tables: Tables,
    /// For each term, true if it counts with the middlegame and with the endgame numbers of tables.
    counts_by_stage: Vec<bool>,
    /// True if sliders see through a king in check.
    through_king: bool,
}

impl CustomWeights {
    /// Compiles the terms of a profile, given its scores for White and Black; `None` if it has no terms.
    pub fn new(source: &Values, scores: &[Vec<[i32; 2]>; 2]) -> Option<Self> {
        let terms = Arc::clone(source.terms()?);
        let slots: Vec<Slot> = terms.slots().collect();
        let is_worth = |number: usize| {
            let Slot { offset, len, .. } = slots[number];
            let worth = |side: &Vec<[i32; 2]>| side[offset..][..len].iter().any(|pair| *pair != [0, 0]);
            scores.iter().any(worth)
        };
        let checked = terms.program().terms();
        let tables = tables(&terms, &slots, scores, source.resolution());
        // After the blend there are no stages: those terms look up the middlegame numbers.
        let is_before = |term: &Term| term.role() == Role::Term && !term.is_after_blend();
        let by_stage = |term: &Term| is_before(term) && term.looks_up_stages(&tables);
        let counts_by_stage: Vec<bool> = checked.iter().map(by_stage).collect();
        let placed: Vec<Option<PsqtFold>> =
            checked.iter().map(|term| term.psqt_fold().filter(|_| !term.is_after_blend())).collect();
        let values: Vec<[S; 2]> = (VALUE_COUNT..VALUE_COUNT + terms.len())
            .map(|place| scores.each_ref().map(|scores| S::from(scores[place])))
            .collect();
        let places = Places::new(checked, &slots, &values, &counts_by_stage);
        let is_live = |depends: Depends| {
            let (placed, is_worth) = (&placed, &is_worth);
            move |number: usize| {
                let term = &checked[number];
                let is_meant = term.role() == Role::Term && term.depends_on() == depends;
                is_meant && placed[number].is_none() && is_worth(number)
            }
        };
        let endgame = |number: usize| places.endgame[number];
        let cached = |depends| Code::by_stage(checked, is_live(depends), endgame, Some(&tables));
        let (code, ahead) = Code::with_ahead(checked, is_live(Depends::Position), endgame, &tables);
        let code = [cached(Depends::Pawns), cached(Depends::PawnsAndKings), cached(Depends::Material), code];
        let factors = [true, false].map(|by_material| {
            let is_factor = |number: usize| {
                let term = &checked[number];
                let is_cached = term.depends_on() == Depends::Material;
                matches!(term.role(), Role::Factor | Role::Drawn) && is_cached == by_material
            };
            Code::by_stage(checked, is_factor, |_| None, Some(&tables))
        });
        Some(Self {
            factors,
            scores: places.scores,
            after_blend: places.after_blend,
            counts_by_stage,
            values,
            slots,
            placed,
            code,
            ahead,
            tables,
            through_king: source.is(LETS_SLIDERS_THROUGH),
            terms,
        })
    }

    /// The numbers that expressions look up.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns `true` if something applies after all terms have been added up: terms after the blend, factors, draws.
    pub fn has_last_steps(&self) -> bool {
        !self.after_blend.is_empty() || self.factors.iter().any(|code| !code.is_empty())
    }

    pub fn terms(&self) -> &Arc<CustomTerms> {
        &self.terms
    }

    /// Returns `true` if sliders of the side that is not to move see through the king of the side to move.
    pub fn through_king(&self) -> bool {
        self.through_king
    }

    /// A value for a side; `place` is its index among all values.
    pub fn value(&self, color: Color, place: usize) -> S {
        self.values[place - VALUE_COUNT][color as usize]
    }

    /// The value of a piece on a square by the terms that are folded into the piece-square table.
    pub fn square(&self, color: Color, piece: Piece, square: Square) -> S {
        let index = Square::index(relative_square(square, color));
        let of_term = |(placed, slot): (&Option<PsqtFold>, &Slot)| {
            let (value, n) = placed.as_ref()?.count(piece, index)?;
            Some(self.value(color, slot.offset + value) * n)
        };
        self.placed.iter().zip(&self.slots).filter_map(of_term).sum()
    }

    /// Maximum number of operations per evaluation, both sides together.
    pub fn most_operations(&self) -> u64 {
        2 * self.code.iter().chain(&self.ahead).chain(&self.factors).map(Code::cost).sum::<u64>()
    }

    /// Returns `true` if any term must be counted: one with a value that is not part of the piece-square table.
    pub fn is_live(&self) -> bool {
        self.has_last_steps() || self.code.iter().any(|code| !code.is_empty())
    }

    /// Score of all terms that are not part of the piece-square table, computed by the interpreter.
    pub fn total(&self, position: &Position) -> CustomScore {
        let mut score = CustomScore::default();
        let mut factors = Factors::default();
        self.trace(position, |color, slot, event| {
            let number = slot.ordinal - SLOT_COUNT;
            if let Event::Factor { .. } | Event::Drawn = event {
                self.apply(&mut factors, color, number, event);
            } else if self.placed[number].is_none() {
                let value = self.score_of_event(color, slot, event);
                if self.terms.program().terms()[number].is_after_blend() {
                    score.after_blend += if color == Color::White { value.mg() } else { -value.mg() };
                } else {
                    score.sum += if color == Color::White { value } else { -value };
                }
            }
        });
        score.factors = self.has_last_steps().then_some(factors);
        score
    }

    /// What an event of a custom term adds to the score of its side, before factors.
    pub fn score_of_event(&self, color: Color, slot: Slot, event: Event) -> S {
        match event {
            Event::Count { index, n } => self.value(color, slot.offset + index) * n,
            Event::StageCount { stage, index, n } => {
                let value = self.value(color, slot.offset + index);
                if stage == 0 { S::new(value.mg() * n, 0) } else { S::new(0, value.eg() * n) }
            }
            _ => S::ZERO,
        }
    }

    /// Notes an event of a factor or a rule of draws.
    pub fn apply(&self, factors: &mut Factors, color: Color, number: usize, event: Event) {
        let terms = self.terms.program().terms();
        match event {
            Event::Factor { index, n } => {
                let value = self.value(color, self.slots[number].offset + index);
                factors.note(terms, color, number, value, n);
            }
            Event::Drawn => factors.note(terms, color, number, S::ZERO, 1),
            _ => {}
        }
    }

    /// Score of one term for White and for Black, computed by the interpreter.
    pub fn score_of(&self, number: usize, position: &Position) -> [S; 2] {
        let mut sums = [S::ZERO; 2];
        self.trace_term(position, number, &mut |color, slot, event| {
            sums[color as usize] += self.score_of_event(color, slot, event);
        });
        sums
    }

    /// Reports all counts to `add`, whatever their values: side, key and event.
    pub fn trace(&self, position: &Position, mut add: impl FnMut(Color, Slot, Event)) {
        for number in 0..self.slots.len() {
            self.trace_term(position, number, &mut add);
        }
    }

    fn trace_term(&self, position: &Position, number: usize, add: &mut impl FnMut(Color, Slot, Event)) {
        let (program, slot) = (self.terms.program(), self.slots[number]);
        let role = program.terms()[number].role();
        if self.counts_by_stage[number] {
            let add = |color, stage, index, n| add(color, slot, Event::StageCount { stage, index, n });
            return program.interpret_stages(position, &self.tables, self.through_king, number, add);
        }
        for color in COLORS {
            let is_it = |other: usize| other == number;
            program.interpret_side(position, &self.tables, color, self.through_king, is_it, |_, index, n| {
                let event = match role {
                    Role::Factor => Event::Factor { index, n },
                    Role::Drawn => Event::Drawn,
                    Role::Term | Role::Table => Event::Count { index, n },
                };
                add(color, slot, event);
            });
        }
    }
}

/// The score of all custom terms of a position, White's less Black's.
#[derive(Debug, Clone, Default)]
pub struct CustomScore {
    pub sum: S,
    /// Score after the blend of middlegame and endgame, in steps.
    pub after_blend: i32,
    /// Present if the profile has anything that applies after all terms.
    pub factors: Option<Factors>,
}

/// The numbers that expressions look up, for White and for Black: the piece values in whole units, then the tables.
fn tables(terms: &CustomTerms, slots: &[Slot], scores: &[Vec<[i32; 2]>; 2], resolution: i32) -> Tables {
    let numbers = scores.each_ref().map(|scores| {
        let piece = |slot: &Slot| [scores[slot.offset][0] / resolution; 2];
        let pieces = keys::material::BY_PIECE[..PIECE_VALUES].iter().map(piece);
        let is_table = |(term, _): &(&Term, &Slot)| term.role() == Role::Table;
        let tables = terms.program().terms().iter().zip(slots).filter(is_table);
        pieces.chain(tables.flat_map(|(_, slot)| scores[slot.offset..][..slot.len].iter().copied())).collect()
    });
    Tables::new(&numbers)
}

/// What the places of the code add to the score.
struct Places {
    scores: Vec<[S; 2]>,
    after_blend: Vec<[i32; 2]>,
    /// The second place of each term that counts by stage.
    endgame: Vec<Option<usize>>,
}

impl Places {
    fn new(terms: &[Term], slots: &[Slot], values: &[[S; 2]], counts_by_stage: &[bool]) -> Self {
        let mut scores = values.to_vec();
        let mut after_blend = Vec::new();
        let mut endgame = vec![None; terms.len()];
        let is_after = |term: &&Term| term.role() == Role::Term && term.is_after_blend();
        if terms.iter().any(|term| is_after(&term)) {
            after_blend.resize(scores.len(), [0; 2]);
        }
        for (number, (term, slot)) in terms.iter().zip(slots).enumerate() {
            let places = slot.offset - VALUE_COUNT..slot.offset - VALUE_COUNT + slot.len;
            if is_after(&term) {
                for place in places {
                    after_blend[place] = scores[place].map(S::mg);
                    scores[place] = [S::ZERO; 2];
                }
            } else if counts_by_stage[number] {
                endgame[number] = Some(scores.len());
                for place in places {
                    let pair = scores[place];
                    scores[place] = pair.map(|value| S::new(value.mg(), 0));
                    scores.push(pair.map(|value| S::new(0, value.eg())));
                }
            }
        }
        if !after_blend.is_empty() {
            after_blend.resize(scores.len(), [0; 2]);
        }
        Self { scores, after_blend, endgame }
    }
}
