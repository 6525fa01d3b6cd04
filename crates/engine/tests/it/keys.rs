//! Counts of single keys in handmade positions.

mod material;

use std::sync::Arc;

use temperament_engine::board::{Color, Position};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::{Slot, choice, entries, slot};
use temperament_engine::eval::{self, Evaluator, PsqtAccumulator, Values, Weights};

const W: Color = Color::White;
const B: Color = Color::Black;

fn slot_of(key: &str) -> Slot {
    let entry = entries().find(|e| e.key() == key);
    let slot = entry.and_then(|e| e.slot());
    slot.unwrap_or_else(|| panic!("no key `{key}` with values"))
}

/// Non-zero counts of a key for a side: pairs of index and count.
fn counted(fen: &str, side: Color, key: &str) -> Vec<(usize, i32)> {
    counted_with(&Values::default(), fen, side, key)
}

/// The same with the choices of a profile.
fn counted_with(values: &Values, fen: &str, side: Color, key: &str) -> Vec<(usize, i32)> {
    let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let slot = slot_of(key);
    let mut counts = vec![0; slot.len];
    let events = eval::trace(&Weights::new("none", values), &position).events;
    for (_, _, event) in events.into_iter().filter(|e| (e.0, e.1) == (side, slot)) {
        match event {
            Event::Count { index, n } | Event::Adjust { index, n } => counts[index] += n,
            Event::Units(n) => counts[0] += n,
            Event::Attack { .. } | Event::StageCount { .. } | Event::Factor { .. } | Event::Drawn => {}
        }
    }
    let counts = counts.into_iter().enumerate();
    counts.filter(|(_, n)| *n != 0).collect()
}

/// A FEN, a side, and its expected counts by key.
type Case<'a> = (&'a str, Color, &'a [(&'a str, &'a [(usize, i32)])]);

fn check(cases: &[Case]) {
    for (fen, side, keys) in cases {
        for (key, expected) in *keys {
            assert_eq!(counted(fen, *side, key), *expected, "{key} of {side:?} in {fen}");
        }
        // The other side counts the same in the mirrored position.
        let position = Position::from_fen(fen).unwrap();
        let mirrored = position.mirrored().to_string();
        for (key, expected) in *keys {
            assert_eq!(counted(&mirrored, !*side, key), *expected, "{key} in {mirrored}");
        }
    }
}

const NONE: &[(usize, i32)] = &[];
const ONCE: &[(usize, i32)] = &[(0, 1)];

#[test]
fn threats_count_attacked_pieces() {
    check(&[
        (
            "4k3/8/8/3n1r2/4P3/8/8/4K3 w - - 0 1",
            W,
            &[
                ("threats.by_pawn.knight", ONCE),
                ("threats.by_pawn.rook", ONCE),
                ("threats.by_pawn.bishop", NONE),
                // The rook guards the knight; nothing guards the rook.
                ("threats.hanging", ONCE),
            ],
        ),
        ("4k3/8/4p3/8/2B5/8/8/4K3 w - - 0 1", W, &[("threats.by_minor.pawn", ONCE)]),
        (
            "4k3/5p2/4p3/8/2B5/8/8/4K3 w - - 0 1",
            W,
            &[("threats.by_minor.pawn", NONE), ("threats.hanging", NONE)],
        ),
        (
            "4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1",
            W,
            &[("threats.by_rook.knight", ONCE), ("threats.hanging", ONCE)],
        ),
        ("4k3/8/2p5/3n4/8/8/3R4/4K3 w - - 0 1", W, &[("threats.by_rook.knight", NONE)]),
        ("4k3/8/2p5/3q4/8/8/3R4/4K3 w - - 0 1", W, &[("threats.by_rook.queen", ONCE)]),
        ("4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", W, &[("threats.by_king.knight", ONCE)]),
        (
            "8/8/4k3/3n4/8/1B6/8/3RK3 w - - 0 1",
            W,
            &[("threats.outnumbered", ONCE), ("threats.hanging", NONE)],
        ),
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", W, &[("threats.restricted", &[(0, 3)])]),
    ]);
}

#[test]
fn threats_count_what_the_next_move_could_attack() {
    check(&[
        ("4k3/8/8/2n5/8/1P6/8/4K3 w - - 0 1", W, &[("threats.pawn_push", ONCE)]),
        ("4k3/8/8/2n5/8/8/1P6/4K3 w - - 0 1", W, &[("threats.pawn_push", ONCE)]),
        // The square in front is attacked and not guarded; then attacked by an enemy pawn.
        ("4k3/8/8/2n5/7r/1P6/8/4K3 w - - 0 1", W, &[("threats.pawn_push", NONE)]),
        ("4k3/8/8/p1n5/8/1P6/8/4K3 w - - 0 1", W, &[("threats.pawn_push", NONE)]),
        (
            "4k3/8/8/3q4/8/8/8/1N2K3 w - - 0 1",
            W,
            &[("threats.knight_on_queen", ONCE), ("threats.slider_on_queen", NONE)],
        ),
        ("4k3/8/8/3q4/8/8/8/R3B1K1 w - - 0 1", W, &[("threats.slider_on_queen", ONCE)]),
    ]);
}

#[test]
fn pawns_count_each_other() {
    check(&[
        (
            "4k3/8/8/8/3PP3/8/P7/4K3 w - - 0 1",
            W,
            &[
                ("pawns.phalanx", &[(3, 2)]),
                ("pawns.connected_unopposed", &[(3, 2)]),
                ("pawns.islands", ONCE),
                ("pawns.weak_unopposed", ONCE),
            ],
        ),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", B, &[("pawns.lever", &[(3, 1)]), ("pawns.islands", NONE)]),
        ("4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", W, &[("pawns.blocked", &[(4, 1)])]),
        ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", W, &[("pawns.weak_unopposed", NONE)]),
        // Not isolated, but backward: no neighbour can guard it and the square in front is attacked.
        ("4k3/8/8/3p4/5P2/4P3/8/4K3 w - - 0 1", W, &[("pawns.weak_unopposed", ONCE)]),
        ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", W, &[("pawns.weak_lever", ONCE)]),
        ("4k3/8/8/3p1p2/4P3/3P4/8/4K3 w - - 0 1", W, &[("pawns.weak_lever", NONE)]),
        ("4k3/8/8/8/4P3/8/4P3/4K3 w - - 0 1", W, &[("pawns.doubled_isolated", ONCE)]),
    ]);
}

#[test]
fn passed_pawns_consider_their_path() {
    check(&[
        (
            "4k3/8/3p4/8/3PP3/8/8/4K3 w - - 0 1",
            W,
            &[("passed_pawns.candidate", &[(3, 1)]), ("passed_pawns.by_file", NONE)],
        ),
        (
            "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1",
            W,
            &[
                ("passed_pawns.connected", &[(3, 2)]),
                ("passed_pawns.candidate", NONE),
                ("passed_pawns.by_rank", &[(3, 2)]),
            ],
        ),
        ("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", W, &[("passed_pawns.by_file", &[(3, 1), (4, 1)])]),
        (
            "8/8/4k3/4P3/8/8/8/4K3 w - - 0 1",
            W,
            &[
                ("passed_pawns.blocked", &[(4, 1)]),
                ("passed_pawns.blocker.king", ONCE),
                ("passed_pawns.blocker.rook", NONE),
                ("passed_pawns.next_square_safe", NONE),
                ("passed_pawns.path_free", NONE),
            ],
        ),
        (
            "k7/8/8/4P3/8/8/8/4K3 w - - 0 1",
            W,
            &[
                ("passed_pawns.path_free", &[(4, 1)]),
                ("passed_pawns.path_safe", &[(4, 1)]),
                ("passed_pawns.next_square_safe", &[(4, 1)]),
                ("passed_pawns.next_square_guarded", NONE),
                ("passed_pawns.unstoppable", &[(4, 1)]),
            ],
        ),
        ("k7/8/8/4P3/8/8/8/4K3 b - - 0 1", W, &[("passed_pawns.unstoppable", NONE)]),
        // A pawn on its second rank is as fast as on the third.
        ("k7/8/8/8/8/8/6P1/4K3 w - - 0 1", W, &[("passed_pawns.unstoppable", &[(1, 1)])]),
        ("k7/8/8/8/8/8/5P2/4K3 w - - 0 1", W, &[("passed_pawns.unstoppable", NONE)]),
        ("k6n/8/8/4P3/8/8/8/4K3 w - - 0 1", W, &[("passed_pawns.unstoppable", NONE)]),
        (
            "k7/4K3/8/4P3/8/8/8/8 w - - 0 1",
            W,
            &[("passed_pawns.king_ahead", ONCE), ("passed_pawns.next_square_guarded", &[(4, 1)])],
        ),
    ]);
}

#[test]
fn minor_pieces_have_outposts_and_shields() {
    check(&[
        (
            "4k3/8/8/8/3P4/5N2/8/4K3 w - - 0 1",
            W,
            &[("knights.outpost_reachable", ONCE), ("bishops.outpost_reachable", NONE)],
        ),
        // A pawn may still drive it away.
        ("4k3/3p4/8/8/3P4/5N2/8/4K3 w - - 0 1", W, &[("knights.outpost_reachable", NONE)]),
        ("4k3/8/8/4p3/4N3/8/8/4K3 w - - 0 1", W, &[("knights.behind_pawn", ONCE)]),
        ("4k3/8/8/4B3/3P4/8/8/4K3 w - - 0 1", W, &[("bishops.outpost", &[(4, 1)])]),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", W, &[("knights.pinned", ONCE)]),
        ("4r1k1/8/8/8/4P3/8/4N3/4K3 w - - 0 1", W, &[("knights.pinned", NONE)]),
    ]);
}

#[test]
fn bishops_know_the_colour_of_their_pawns() {
    check(&[
        (
            "4k3/8/8/3p4/3PP3/8/8/2B1K3 w - - 0 1",
            W,
            &[
                ("bishops.own_pawns_on_colour", ONCE),
                ("bishops.own_pawns_on_colour_closed", ONCE),
                ("bishops.long_diagonal", NONE),
            ],
        ),
        ("4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", W, &[("bishops.long_diagonal", ONCE)]),
        ("4k3/8/8/8/3P4/8/1B6/4K3 w - - 0 1", W, &[("bishops.long_diagonal", NONE)]),
        ("4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1", W, &[("bishops.trapped", ONCE)]),
        ("4k3/B7/8/1p6/8/8/8/4K3 w - - 0 1", W, &[("bishops.trapped", NONE)]),
    ]);
}

#[test]
fn rooks_are_trapped_and_queens_exposed() {
    check(&[
        ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", W, &[("rooks.trapped", NONE)]),
        (
            "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1",
            W,
            &[("rooks.trapped", ONCE), ("rooks.trapped_without_castling", ONCE)],
        ),
        (
            "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1",
            W,
            &[("rooks.trapped", ONCE), ("rooks.trapped_without_castling", NONE)],
        ),
        ("4k3/8/8/8/8/8/5PPP/5RK1 w - - 0 1", W, &[("rooks.trapped", NONE)]),
        ("3rk3/8/8/8/3P4/8/8/3QK3 w - - 0 1", W, &[("queens.exposed", ONCE)]),
        ("3rk3/8/8/3n4/3P4/8/8/3QK3 w - - 0 1", W, &[("queens.exposed", NONE)]),
    ]);
    assert_eq!(counted("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", W, "rooks.on_queen_file"), ONCE);
}

#[test]
fn mobility_can_be_counted_on_useful_squares_alone() {
    let area = choice("mobility.area", "useful squares");
    let mut values = Values::default();
    for (n, score) in values.scores[slot("mobility.knight").offset..][..9].iter_mut().enumerate() {
        *score = [n as i32; 2];
    }
    // Of the eight squares of the knight a pawn attacks two; a queen, a rook and an unmoved pawn occupy one each.
    let position = Position::from_fen("4k3/4p3/8/8/4N3/2Q3R1/5P2/4K3 w - - 0 1").unwrap();
    assert_eq!(eval::evaluate(&Weights::new("all", &values), &position), 5);
    values.choices[area.ordinal] = area.option;
    assert_eq!(eval::evaluate(&Weights::new("useful", &values), &position), 4);
}

#[test]
fn space_is_shared_by_all_pieces() {
    check(&[
        (
            temperament_engine::board::START_FEN,
            W,
            &[("space.safe_squares", &[(16, 8)]), ("space.behind_pawns", NONE)],
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
            W,
            &[("space.safe_squares", &[(2, 11)]), ("space.behind_pawns", &[(2, 2)])],
        ),
    ]);
}

#[test]
fn a_king_has_a_shelter_and_a_flank() {
    check(&[
        (
            "4k3/8/8/8/8/5p2/5PPP/6K1 w - - 0 1",
            W,
            &[
                ("king.shelter.rook_file", &[(1, 1)]),
                ("king.shelter.knight_file", &[(1, 1)]),
                ("king.shelter.bishop_file", &[(1, 1)]),
                ("king.shelter.centre_file", NONE),
                ("king.storm.blocked", &[(2, 1)]),
                ("king.storm.bishop_file", NONE),
                ("king.storm.knight_file", &[(0, 1)]),
                ("king.pawnless_flank", NONE),
            ],
        ),
        (
            "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1",
            B,
            &[
                ("king.shelter.centre_file", &[(0, 2)]),
                ("king.storm.bishop_file", &[(6, 1)]),
                ("king.storm.centre_file", &[(0, 2)]),
            ],
        ),
        ("4k3/8/8/8/8/8/P7/6K1 w - - 0 1", W, &[("king.pawnless_flank", ONCE)]),
        (
            "4k3/8/8/8/8/8/8/3RK3 b - - 0 1",
            B,
            &[("king.flank_attacked", &[(0, 5)]), ("king.flank_guarded", &[(0, 5)])],
        ),
    ]);
}

#[test]
fn an_attack_has_units_of_many_sorts() {
    check(&[
        (
            "r5k1/5ppp/8/8/8/8/8/3QK3 w - - 0 1",
            W,
            &[
                ("king_attack.base_units", ONCE),
                ("king_attack.no_queen_units", NONE),
                ("king_attack.unsafe_check_units.queen", ONCE),
                ("king_attack.attacker_units.queen", NONE),
            ],
        ),
        ("6k1/5ppp/8/8/8/8/8/3QK3 w - - 0 1", W, &[("king_attack.unsafe_check_units.queen", NONE)]),
        (
            "6k1/5ppp/8/7Q/8/8/8/4K3 w - - 0 1",
            W,
            &[
                ("king_attack.attacker_units.queen", ONCE),
                ("king_attack.weak_square_units", &[(0, 2)]),
                ("king_attack.knight_defender_units", NONE),
            ],
        ),
        ("6k1/5ppp/5n2/7Q/8/8/8/4K3 w - - 0 1", B, &[("king_attack.no_queen_units", ONCE)]),
        ("6k1/5ppp/5n2/7Q/8/8/8/4K3 w - - 0 1", W, &[("king_attack.knight_defender_units", ONCE)]),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", B, &[("king_attack.pinned_units", ONCE)]),
    ]);
}

#[test]
fn a_check_beside_the_king_can_be_safe_because_it_is_supported() {
    let supported = choice("king_attack.safe_check_when", "unguarded or supported");
    let mut values = Values::default();
    values.choices[supported.ordinal] = supported.option;
    let queen = "king_attack.safe_check_units.queen";
    for (fen, unguarded, either) in [
        // The king guards h7, and a bishop attacks it, too.
        ("6k1/5pp1/8/7Q/8/3B4/8/4K3 w - - 0 1", NONE, ONCE),
        // The same without the bishop, and with a second guard.
        ("6k1/5pp1/8/7Q/8/8/8/4K3 w - - 0 1", NONE, NONE),
        ("6k1/5pp1/5n2/7Q/8/3B4/8/4K3 w - - 0 1", NONE, NONE),
    ] {
        assert_eq!(counted(fen, W, queen), unguarded, "{fen}");
        assert_eq!(counted_with(&values, fen, W, queen), either, "{fen}");
    }
    // The evaluator of a profile without keys that need the attacks by kind counts it, too.
    let table = slot("king_attack.safety_table");
    for (units, score) in values.scores[table.offset..][..table.len].iter_mut().enumerate() {
        *score = [units as i32; 2];
    }
    let weight = slot("king_attack.attacker_weight");
    values.scores[weight.offset..][..weight.len].fill([100; 2]);
    values.scores[slot(queen).offset] = [7; 2];
    let position = Position::from_fen("6k1/5pp1/8/7Q/8/3B4/8/4K3 w - - 0 1").unwrap();
    let weights = Arc::new(Weights::new("supported", &values));
    let sums = PsqtAccumulator::new(&weights, &position);
    assert_eq!(Evaluator::new(weights).evaluate(&position, &sums), 7);
}

/// A king is a piece like others that a ray runs through, unless sliders see through it anyway.
#[test]
fn rays_of_xrays_run_through_kings() {
    let fen = "8/q7/8/8/k7/8/8/R3K3 b - - 0 1";
    let [xray, target] = ["mobility.xray.rook", "mobility.xray_target.rook"];
    // a2 to a7 and b1 to h1.
    check(&[(fen, W, &[(xray, &[(13, 1)]), (target, ONCE)])]);
    let mut values = Values::default();
    let seen = choice("mobility.checked_king", "lets sliders through");
    values.choices[seen.ordinal] = seen.option;
    // The queen is the first piece then: a8 counts, and the rook attacks the queen itself.
    assert_eq!(counted_with(&values, fen, W, xray), [(14, 1)]);
    assert_eq!(counted_with(&values, fen, W, target), NONE);
}

#[test]
fn heavy_pieces_behind_passed_pawns_count_once_each() {
    let [own, other] = ["passed_pawns.own_heavy_behind", "passed_pawns.enemy_heavy_behind"];
    for (pieces, n) in [("R3K3", 1), ("Q3K3", 1), ("4K3", 0)] {
        let fen = format!("4k3/8/8/P7/P7/8/8/{pieces} w - - 0 1");
        let expected: &[(usize, i32)] = if n == 1 { ONCE } else { NONE };
        check(&[(&fen, W, &[(own, expected), (other, NONE)])]);
    }
    check(&[
        ("4k3/8/8/P7/P7/8/R7/R3K3 w - - 0 1", W, &[(own, &[(0, 2)])]),
        ("4k3/8/8/P7/P7/8/r7/q3K3 w - - 0 1", W, &[(other, &[(0, 2)])]),
    ]);
}
