//! Tests of `search::eval_cache`.

use temperament_engine::search::eval_cache::*;
use temperament_engine::search::score::EVAL_BOUND;

#[test]
fn a_key_never_gets_the_evaluation_of_another_key() {
    let mut evals = EvalCache::default();
    let keys = [1 << 16, 1 << 63, 1 << 16, 7 | 1 << 40, 7 | 1 << 41, u64::MAX];
    let values = [1, -2, EVAL_BOUND, -EVAL_BOUND, 0, 5];
    for (key, value) in keys.into_iter().zip(values) {
        assert_eq!(evals.get(key, || value), value, "{key}");
        assert_eq!(evals.get(key, || unreachable!("{key} is known")), value);
    }
}
