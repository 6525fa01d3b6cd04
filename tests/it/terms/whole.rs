//! Whole evaluations in the language, `profiles/library/whole`: each is what the built-in profile is.

use std::path::PathBuf;
use std::sync::Arc;

use temperament::eval::{Evaluator, SquareSums, evaluate};
use temperament::profile::Library;

use super::library::positions;

#[test]
fn profiles_made_of_own_terms_alone_are_those_made_of_built_in_ones() {
    let positions = positions();
    assert!(positions.len() > 4_000);
    let library = Library::of(Vec::new());
    for name in ["simplified", "otter", "cheops"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("profiles/library/whole/{name}-terms.toml"));
        let load = |name: &str| library.load(name).unwrap_or_else(|e| panic!("{e}")).0;
        let (built_in, own) = (load(name), load(path.to_str().unwrap()));
        let first = own.values.own_entries()[0].place;
        assert!(
            own.values.scores[..first].iter().all(|pair| *pair == [0, 0]),
            "{name} has built-in values"
        );
        let (built_in, own) = (built_in.compile(), Arc::new(own.compile()));
        let mut evaluator = Evaluator::new(Arc::clone(&own));
        for position in &positions {
            let expected = evaluate(&built_in, position);
            let sums = SquareSums::new(&own, position);
            assert_eq!(evaluate(&own, position), expected, "{name}: {position}");
            assert_eq!(
                evaluator.evaluate(position, &sums),
                expected,
                "{name}, cached: {position}"
            );
        }
        // So that a search of the one is a search of the other.
        assert_eq!(own.piece_values(), built_in.piece_values(), "{name}");
        assert_eq!(own.centipawns(1_000), built_in.centipawns(1_000), "{name}");
    }
}
