//! Random programs with values, scored along games: the evaluator, which compiles and caches them, against the interpreter.

use std::sync::Arc;

use temperament_engine::eval::custom_terms::CustomTerms;
use temperament_engine::eval::keys::material;
use temperament_engine::eval::{self, Evaluator, PsqtAccumulator, Values, Weights};
use temperament_engine::terms::Role;

use super::writer::{Random, Writer};

/// Positions of one game that a program scores.
const PLIES: usize = 30;

/// A profile of custom terms with random values, most of them not 0, and different values for each piece.
fn weights(terms: CustomTerms, random: &mut Random) -> Arc<Weights> {
    let mut values = Values::default();
    values.set_terms(Some(terms));
    for (piece, slot) in material::BY_PIECE.iter().take(5).enumerate() {
        values.scores[slot.offset] = [[100, 310, 320, 500, 900][piece]; 2];
    }
    for entry in values.custom_entries().to_vec() {
        let Some(slot) = entry.slot() else { continue };
        let span = if entry.section.name == Role::Factor.key() { 200 } else { 40 };
        let mut number =
            || if random.one_in(4) { 0 } else { random.below(2 * span) as i32 - span as i32 / 2 };
        values.scores[slot.offset..][..slot.len].fill_with(|| [number(), number()]);
    }
    Arc::new(Weights::new("fuzz", &values))
}

#[test]
fn cached_scores_are_those_of_the_interpreter() {
    let mut random = Random(0xD1B5_4A32_D192_ED03 ^ super::number("TEMPER_FUZZ_SEED", 1));
    let positions = super::positions(&mut random);
    let mut writer = Writer::new(random);
    let mut counts = [0; 3];
    for number in 0..super::number("TEMPER_FUZZ", super::PROGRAMS) / 4 {
        let mut sources = writer.sources();
        // As in a profile: rules of draws, which have no values, come last.
        sources.terms.sort_by_key(|term| term.role == Role::Drawn);
        for term in sources.terms.iter_mut().filter(|term| matches!(term.role, Role::Term | Role::Factor)) {
            term.after_blend = writer.random.one_in(2);
        }
        let Ok(terms) = CustomTerms::new(&sources) else { continue };
        let w = weights(terms, &mut writer.random);
        let mut evaluator = Evaluator::new(Arc::clone(&w));
        let start = writer.random.below(positions.len() - PLIES);
        // There and back: what the caches hold is read again.
        let game = &positions[start..][..PLIES];
        for position in game.iter().chain(game.iter().rev()) {
            let cached = evaluator.evaluate(position, &PsqtAccumulator::new(&w, position));
            let plain = eval::evaluate(&w, position);
            assert_eq!(cached, plain, "{number}: {position}\n{sources:#?}");
            let custom = w.custom_terms().map(|own| own.total(position)).unwrap_or_default();
            let is_drawn = custom.factors.is_some_and(|factors| factors.drawn().is_some());
            assert_eq!(evaluator.is_drawn(), is_drawn, "{number}: {position}\n{sources:#?}");
            let what = [plain != 0, custom.after_blend != 0, is_drawn];
            counts.iter_mut().zip(what).for_each(|(count, is_so)| *count += i32::from(is_so));
        }
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}
