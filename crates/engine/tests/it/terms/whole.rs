//! Evaluations written entirely as custom terms (`../../profiles/library/whole`) equal their built-in counterparts.

use std::path::PathBuf;
use std::sync::Arc;

use temperament_engine::eval::{Evaluator, PsqtAccumulator, evaluate};
use temperament_engine::profile::Library;

use crate::common::positions;

#[test]
fn profiles_of_custom_terms_equal_built_in_profiles() {
    let positions = positions();
    assert!(positions.len() > 4_000);
    let library = Library::of(Vec::new());
    for name in ["simplified", "otter", "cheops"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../profiles/library/whole/{name}-terms.toml"));
        let load = |name: &str| library.load(name).unwrap_or_else(|e| panic!("{e}")).0;
        let (built_in, custom) = (load(name), load(path.to_str().unwrap()));
        let first = custom.values.custom_entries()[0].offset;
        assert!(
            custom.values.scores[..first].iter().all(|pair| *pair == [0, 0]),
            "{name} sets built-in values"
        );
        let (built_in, custom) = (built_in.compile(), Arc::new(custom.compile()));
        let mut evaluator = Evaluator::new(Arc::clone(&custom));
        for position in &positions {
            let expected = evaluate(&built_in, position);
            let sums = PsqtAccumulator::new(&custom, position);
            assert_eq!(evaluate(&custom, position), expected, "{name}: {position}");
            assert_eq!(evaluator.evaluate(position, &sums), expected, "{name}, cached: {position}");
        }
        // The search depends on these too.
        assert_eq!(custom.piece_values(), built_in.piece_values(), "{name}");
        assert_eq!(custom.centipawns(1_000), built_in.centipawns(1_000), "{name}");
    }
}
