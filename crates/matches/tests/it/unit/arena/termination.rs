//! Tests of `arena::termination`.

use temperament_matches::arena::{Reason, Termination};

#[test]
fn reasons_have_one_set_of_words_and_those_of_old_journals_are_read() {
    for (old, words) in [
        ("checkmate", "checkmate"),
        ("stalemate", "stalemate"),
        ("insufficient-material", "insufficient material"),
        ("fifty-moves", "fifty-move rule"),
        ("repetition", "threefold repetition"),
        ("time", "out of time"),
        ("crash", "crash"),
        ("no-answer", "no answer"),
        ("illegal-move", "illegal move"),
        ("resignation", "adjudicated loss"),
        ("draw-by-scores", "adjudicated draw"),
        ("endgame-tables", "endgame tables"),
        ("max-moves", "limit of moves"),
    ] {
        let [from_old, from_words] = [old, words].map(|reason| {
            let json = format!(r#"{{"result":"1/2-1/2","reason":"{reason}"}}"#);
            serde_json::from_str::<Termination>(&json).unwrap()
        });
        assert_eq!(from_old, from_words);
        assert_eq!(from_old.reason.to_string(), words);
        assert_eq!(serde_json::to_value(from_old).unwrap()["reason"], words);
    }
    assert!(serde_json::from_str::<Reason>("\"boredom\"").is_err());
}
