//! Long operator chains do not nest deeply, and their size is bounded.

use temperament_engine::board::Color;
use temperament_engine::terms::{By, Program, Sources};

use super::{counted, program, sources, term};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn counting(count: &str) -> Sources {
    sources(vec![term("a", By::One, &[("count", count)])])
}

/// Count of a term in the initial position.
fn value(count: &str) -> i32 {
    let counts = counted(&counting(count), START, Color::White);
    counts.first().map_or(0, |(_, n)| *n)
}

/// Square names from a1 to h8.
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
        // `a1` occurs twice and cancels out.
        assert_eq!(value(&format!("{} ^ a1", all[..n].join("^"))), size - 1);
        assert_eq!(value(&format!("board - {}", all[..n].join("-"))), 64 - size);
        assert_eq!(value(&format!("board & ~{}", all[..n].join("&~"))), 64 - size);
        assert_eq!(value(&vec!["1"; n].join("+")), size);
        // Left-associative.
        assert_eq!(value(&format!("100 - {} + 7", vec!["1"; n].join("-"))), 107 - size);
        let booleans = |last: &str, word: &str, other: &str| {
            let others = vec![other; n].join(word);
            value(&format!("{others}{word}{last}"))
        };
        assert_eq!(booleans("phase < 0", " and ", "true"), 0);
        assert_eq!(booleans("phase > 0", " and ", "true"), 1);
        assert_eq!(booleans("phase < 0", " or ", "false"), 0);
        assert_eq!(booleans("phase > 0", " or ", "false"), 1);
    }
    // Operators of different precedence.
    let joined = all[..20].join(" | ");
    assert_eq!(value(&format!("a1..h1 & ({joined}) | a8..h8 - own.all | h7")), 8 + 8 + 1);
    assert_eq!(value(&format!("size({joined}) - 2 - 3 * 4 / 5 + 1")), 20 - 2 - 2 + 1);
    let text = vec!["b2"; 660].join("|");
    assert_eq!(value(&text), 1);
}

#[test]
fn a_chain_that_is_too_large_is_refused_at_an_operand() {
    // Each step of a sum saturates, so the order is fixed and the depth is the length.
    let sum = vec!["phase"; 250].join("+");
    let errors = Program::new(&counting(&sum)).expect_err("too deep");
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].message.starts_with("the expression is too deep"), "{errors:#?}");
    assert_eq!(&sum[errors[0].span.clone()], "phase");
    assert!(errors[0].span.start > 1_000, "{errors:#?}");
    let groups = format!("({})", vec!["phase"; 50].join("+"));
    program(&counting(&vec![groups; 5].join("+")));
    // Expanded definitions count: the error is at the operand that exceeds the limit.
    let mut large = counting(&vec!["many"; 20].join("|"));
    large.definitions = vec![super::define("many", &vec!["own.pawns"; 150].join("|"))];
    let errors = Program::new(&large).expect_err("too large");
    assert!(errors[0].message.starts_with("the expression is too large"), "{errors:#?}");
    assert_eq!((errors.len(), errors[0].span.len()), (1, 4), "{errors:#?}");
}
