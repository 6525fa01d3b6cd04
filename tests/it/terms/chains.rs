//! Long chains of operators: as flat as they are written, and bounded.

use temperament::board::Color;
use temperament::terms::{By, Program, Sources};

use super::{counted, program, sources, term};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn counting(count: &str) -> Sources {
    sources(vec![term("a", By::One, &[("count", count)])])
}

/// What a term counts in the initial position.
fn value(count: &str) -> i32 {
    let counts = counted(&counting(count), START, Color::White);
    counts.first().map_or(0, |(_, n)| *n)
}

/// The names of the squares, from a1 to h8.
fn squares() -> Vec<String> {
    let name = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
    (0..64).map(name).collect()
}

#[test]
fn chains_of_any_length_mean_what_short_ones_mean() {
    let all = squares();
    for n in [1, 2, 7, 8, 9, 15, 16, 17, 63, 64] {
        let size = n as i32;
        assert_eq!(value(&all[..n].join("|")), size);
        // The first is there a second time: in exactly one of the two it is not.
        assert_eq!(value(&format!("{} ^ a1", all[..n].join("^"))), size - 1);
        assert_eq!(value(&format!("board - {}", all[..n].join("-"))), 64 - size);
        assert_eq!(value(&format!("board & ~{}", all[..n].join("&~"))), 64 - size);
        assert_eq!(value(&vec!["1"; n].join("+")), size);
        // Taken away and put there again, from left to right.
        assert_eq!(
            value(&format!("100 - {} + 7", vec!["1"; n].join("-"))),
            107 - size
        );
        let truths = |last: &str, word: &str, other: &str| {
            let others = vec![other; n].join(word);
            value(&format!("{others}{word}{last}"))
        };
        assert_eq!(truths("phase < 0", " and ", "true"), 0);
        assert_eq!(truths("phase > 0", " and ", "true"), 1);
        assert_eq!(truths("phase < 0", " or ", "false"), 0);
        assert_eq!(truths("phase > 0", " or ", "false"), 1);
    }
    // Operators that bind differently, in one text.
    let joined = all[..20].join(" | ");
    assert_eq!(
        value(&format!("a1..h1 & ({joined}) | a8..h8 - own.all | h7")),
        8 + 8 + 1
    );
    assert_eq!(
        value(&format!("size({joined}) - 2 - 3 * 4 / 5 + 1")),
        20 - 2 - 2 + 1
    );
    let text = vec!["b2"; 660].join("|");
    assert_eq!(value(&text), 1);
}

#[test]
fn a_chain_that_is_too_large_is_refused_at_an_operand() {
    // A sum is held within bounds at each step, so its order stays and it is as deep as it is long.
    let sum = vec!["phase"; 250].join("+");
    let faults = Program::new(&counting(&sum)).expect_err("too deep");
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(
        faults[0].message.starts_with("the expression is too deep"),
        "{faults:#?}"
    );
    assert_eq!(&sum[faults[0].span.clone()], "phase");
    assert!(faults[0].span.start > 1_000, "{faults:#?}");
    let groups = format!("({})", vec!["phase"; 50].join("+"));
    program(&counting(&vec![groups; 5].join("+")));
    // Definitions count with all their parts: the operand at which there are too many is told.
    let mut large = counting(&vec!["many"; 20].join("|"));
    large.definitions = vec![super::define("many", &vec!["own.pawns"; 150].join("|"))];
    let faults = Program::new(&large).expect_err("too large");
    assert!(
        faults[0].message.starts_with("the expression is too large"),
        "{faults:#?}"
    );
    assert_eq!((faults.len(), faults[0].span.len()), (1, 4), "{faults:#?}");
}
