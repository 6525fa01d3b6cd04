//! Tests of `profile::numbers::paths`.

use temperament_engine::profile::numbers::paths;

#[test]
fn a_star_stands_for_any_letters() {
    for (pattern, key, expected) in [
        ("passed_pawns.*", "passed_pawns.by_rank", true),
        ("*.knight", "psqt.knight", true),
        ("*", "material.pawn", true),
        ("mob*rook", "mobility.rook", true),
        ("mob*rook", "mobility.rooks", false),
        ("*pawn*pawn", "material.pawn", false),
        ("", "material.pawn", false),
        ("*.*.knight", "phase.weights.knight", true),
        ("psqt.*t", "psqt.t", true),
        ("*a*b*a*", "ab", false),
    ] {
        assert_eq!(paths::matches(pattern, key), expected, "{pattern} {key}");
    }
    // Would take years if every star tried every end.
    for (pattern, key, expected) in [
        (format!("{}x", "*".repeat(500)), "king_attack.units_per_square.knight", false),
        ("*".repeat(500), "king_attack.units_per_square.knight", true),
    ] {
        assert_eq!(paths::matches(&pattern, key), expected, "{pattern} {key}");
    }
}
