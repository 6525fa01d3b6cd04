//! Tests of `profile::keys`.

use temperament_engine::profile::keys::*;

#[test]
fn the_nearest_key_is_what_was_meant() {
    for (wrong, right) in [
        ("pawns.isolatd", Some("pawns.isolated")),
        ("pawn.isolated", Some("pawns.isolated")),
        ("isolated", Some("pawns.isolated")),
        ("king.safety_table", Some("king_attack.safety_table")),
        ("mobility.kinght", Some("mobility.knight")),
        ("king_attack.unit_per_square.queen", Some("king_attack.units_per_square.queen")),
        ("phase.midlegame_from", Some("phase.middlegame_from")),
        ("nmae", Some("name")),
        ("king_attack.xyz", None),
        ("opposition", None),
    ] {
        assert_eq!(nearest_key(wrong), right, "{wrong}");
    }
    for (wrong, hint) in [
        ("PAWNS.ISOLATED", "did you mean `pawns.isolated`?"),
        ("material.PAWN", "did you mean `material.pawn`?"),
        ("king_attack.weights", "did you mean `king_attack.attacker_weight`?"),
        ("pawns.passed_by_rank", "did you mean `passed_pawns.by_rank`?"),
        ("material.mobility", "there is a section `[mobility]`, or did you mean `pawns.mobility`?"),
        ("material.pawns", "did you mean `material.pawn`? There is also a section `[pawns]`"),
        ("king.tempo", "there is a section `[tempo]`"),
        ("king.sheltr", "did you mean a key of `king.shelter`, such as `king.shelter.rook_file`?"),
        ("inherits", "did you mean `extends`?"),
        ("king.xyz", "`temper profile reference` lists all keys"),
    ] {
        assert_eq!(suggestion(wrong), hint, "{wrong}");
    }
    assert_eq!(nearest_section("pawn"), Some("pawns"));
    assert_eq!(nearest_section("zzz"), None);
}
