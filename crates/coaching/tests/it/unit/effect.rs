//! Effects of moves: a position each, and properties of all that random play shows.

use temperament_coaching::effect::{Effect, effects};
use temperament_coaching::line::Line;
use temperament_coaching::motif::proof::holds;
use temperament_coaching::motif::{Step, Target};
use temperament_engine::board::{Color, Game, Move, Piece, Position, Square};

fn all(fen: &str, moves: &str) -> Vec<Effect> {
    let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    let line = Line::following(&Game::new(Position::from_fen(fen).unwrap()), &moves);
    assert_eq!(line.moves.len(), moves.len(), "{fen}: {moves:?} is legal");
    effects(&Step { line: &line, ply: 0, last: moves.len() }).collect()
}

fn first(fen: &str, moves: &str) -> Option<Effect> {
    all(fen, moves).first().copied()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn on(piece: Piece, text: &str) -> Target {
    Target { piece, square: square(text) }
}

#[test]
fn threats_and_attacks() {
    let mate = Effect::ThreatensMate { mate: "c5c8".parse().unwrap() };
    assert_eq!(first("6k1/5ppp/8/3R4/8/1n6/5PPP/6K1 w - - 0 1", "d5c5"), None, "a knight takes the rook");
    assert!(
        !all("6k1/5ppp/8/2R5/8/8/5PPP/6K1 w - - 0 1", "g1f1").contains(&mate),
        "it was threatened before"
    );
    let uncovered = Effect::ThreatensMate { mate: "c4c8".parse().unwrap() };
    assert_eq!(first("6k1/5ppp/8/2B5/2R5/8/5PPP/6K1 w - - 0 1", "c5e3"), Some(uncovered));
    assert_eq!(first("1r4k1/5ppp/8/8/2R5/8/5PPP/6K1 w - - 0 1", "c4c5"), None, "a rook guards the square");
    assert_eq!(
        first("6k1/5ppp/8/P7/8/8/R4PPP/6K1 w - - 0 1", "a2b2"),
        Some(Effect::ThreatensMate { mate: "b2b8".parse().unwrap() })
    );
    let attacked = "r1bq1rk1/p2nppbp/2p3p1/1p2P3/5Bn1/2NB1N2/PPP2PPP/R2QR1K1 w - - 1 11";
    let attack = |is_driven| Effect::Attacks {
        target: on(Piece::Knight, "g4"),
        also: None,
        by: Piece::Pawn,
        is_driven,
    };
    assert_eq!(first(attacked, "h2h3 g4h6"), Some(attack(true)));
    assert_eq!(first(attacked, "h2h3 d7e5"), Some(attack(false)));
}

#[test]
fn an_attack_on_what_is_protected_is_none() {
    assert_eq!(first("4k3/8/1p3p2/2n5/8/8/8/2R1K3 w - - 0 1", "c1c2"), None);
    let knight = first("4k3/8/5p2/2n5/8/8/8/3RK3 w - - 0 1", "d1c1");
    assert_eq!(
        knight,
        Some(Effect::Attacks {
            target: on(Piece::Knight, "c5"),
            also: None,
            by: Piece::Rook,
            is_driven: false
        })
    );
}

#[test]
fn pieces_are_saved_and_protected() {
    assert!(
        all("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4g3")
            .contains(&Effect::Saves { piece: Piece::Knight, from: square("e4") })
    );
    let protected = all("4k3/8/5b2/8/3N4/8/8/1R2K3 w - - 0 1", "b1d1");
    assert!(protected.contains(&Effect::Protects { target: on(Piece::Knight, "d4") }), "{protected:?}");
}

#[test]
fn an_attacked_piece_that_can_take_the_attacker_is_offered_a_trade() {
    let attacks = |fen| all(fen, "d3b3").iter().any(|effect| matches!(effect, Effect::Attacks { .. }));
    assert!(!attacks("4k3/8/8/1r6/8/3R4/P7/4K3 w - - 0 1"), "the pawn protects the rook");
    assert!(attacks("4k3/8/8/1n6/8/3R4/P7/4K3 w - - 0 1"));
    // 17.Nh4 opens the line of the bishop, but the one on g4 takes it.
    let trade = "2r1r1k1/ppqn1pb1/3p2pp/3Pp3/2P3b1/1PN2N2/P1Q1BPPP/R3R1K1 w - - 1 17";
    assert_eq!(all(trade, "f3h4"), []);
}

#[test]
fn a_pawn_that_the_answer_protects_is_no_second_target() {
    let both = |fen, moves| match first(fen, moves) {
        Some(Effect::Attacks { also, .. }) => also,
        effect => panic!("{effect:?} after {moves}"),
    };
    let pawn = "4k3/r7/8/8/7p/8/4P3/3QK3 w - - 0 1";
    assert!(both(pawn, "d1d4 a7f7").is_some(), "the pawn on h4 falls");
    assert!(both(pawn, "d1d4 a7h7").is_none(), "the rook moves and protects the pawn");
    assert!(both("4k3/r7/8/8/7n/8/4P3/3QK3 w - - 0 1", "d1d4 a7h7").is_some(), "two pieces");
}

#[test]
fn pieces_that_others_can_take_now() {
    let knight = Effect::Threatens { target: on(Piece::Knight, "d5") };
    let opened = all("6k1/8/8/3n4/3B4/3R4/8/4K3 w - - 0 1", "d4e5");
    assert_eq!(opened, [knight], "the bishop opens the file");
    // The pawn on g7 was pinned.
    let bishop = Effect::Threatens { target: on(Piece::Bishop, "h6") };
    let unpinned = "rnbq1rk1/pp4pp/4pb1B/2pp4/8/1NNP2Q1/PP3PPP/R3K2R b KQ - 3 14";
    assert_eq!(all(unpinned, "g8h8"), [bishop]);
}

#[test]
fn a_piece_that_need_not_move_or_moves_to_a_better_square_is_not_driven_away() {
    let attacks = |fen, moves| all(fen, moves).iter().any(|effect| matches!(effect, Effect::Attacks { .. }));
    // 24.Rd1 protects the knight.
    let knight = "r2q2k1/pp1r2b1/5npp/3nBp2/3Pp3/1Q2P2P/PP1N1PP1/R3NRK1 b - - 1 23";
    assert!(!attacks(knight, "d8a5 d2c4"));
    // The rook comes to an open file.
    let rook = "r3r2k/5ppB/pp3q2/2b1p3/2P3P1/1P2P2P/PBQ5/R6K w - - 0 23";
    assert!(!attacks(rook, "h7e4 a8d8"));
    assert!(attacks(rook, "h7e4 a8b8"));
}

#[test]
fn no_king_is_safe_beside_a_file_that_a_rook_looks_along() {
    let castles = |rook| {
        let fen = format!("4k2{rook}/pp3pp1/8/8/8/8/PP3PPP/4K2R w K - 0 1");
        all(&fen, "e1h1").contains(&Effect::Castles)
    };
    assert!(castles('1'));
    assert!(!castles('r'));
}

#[test]
fn trades() {
    let queens = |pawn| first(&format!("r3k3/p1p5/1q6/8/8/{pawn}/1P3Q2/4K3 w - - 0 1"), "f2d4");
    assert_eq!(queens("2P5"), Some(Effect::OffersQueens));
    assert_eq!(queens("8"), None, "the queen is not protected");
    let traded = all("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8 e8d8");
    assert_eq!(traded, [Effect::TradesQueens]);
}

#[test]
fn plans() {
    let has = |fen: &str, moves: &str, effect: Effect| {
        let found = all(fen, moves);
        assert!(found.contains(&effect), "{fen} {moves}: {found:?}");
    };
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    has(open, "d2d4", Effect::AttacksCentre { square: square("e5") });
    let ready = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 6 5";
    has(ready, "e1h1", Effect::Castles);
    has(
        "4k3/pp4pp/8/8/4P3/8/P4PPP/N3K3 w - - 0 1",
        "e4e5",
        Effect::PushesPassedPawn { square: square("e5") },
    );
    has("4k3/5ppp/8/8/3p4/8/5PPP/2B1K3 b - - 0 1", "d4d3", Effect::PushesPassedPawn { square: square("d3") });
    has("4k3/5ppp/8/8/8/3p4/5PPP/2B1K3 w - - 0 1", "c1d2", Effect::BlocksPassedPawn { square: square("d3") });
    has(
        "4k3/pp3ppp/8/8/8/8/P4PPP/R3K3 w - - 0 1",
        "a1d1",
        Effect::OpenFile { square: square("d1"), is_open: true },
    );
    let outpost = Effect::Outpost { target: on(Piece::Knight, "d5") };
    has("4k3/pp3ppp/8/8/4P3/2N5/P4PPP/4K3 w - - 0 1", "c3d5", outpost);
    assert!(
        !all("4k3/p1p2ppp/8/8/4P3/2N5/P4PPP/4K3 w - - 0 1", "c3d5").contains(&outpost),
        "c6 drives it away"
    );
}

#[test]
fn a_small_gain_is_proven_against_every_answer() {
    let pawn = Position::from_fen("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1").unwrap();
    assert!(holds(&pawn, "e3d5".parse().unwrap(), Color::White, 3));
    let protected = Position::from_fen("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1").unwrap();
    assert!(!holds(&protected, "e3d5".parse().unwrap(), Color::White, 2));
}

/// Whatever is found after random moves is true by the moves that are legal.
#[test]
fn what_random_moves_do_is_true() {
    let (mut state, mut found) = (0x9E37_79B9_7F4A_7C15_u64, [0; 4]);
    for _ in 0..60 {
        let mut game = Game::new(Position::startpos());
        for _ in 0..80 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv = moves[(state >> 33) as usize % moves.len()];
            let line = Line::following(&game, &[mv]);
            let step = Step { line: &line, ply: 0, last: 1 };
            for effect in effects(&step) {
                check(&step, effect, &mut found);
            }
            if !game.play(mv) || game.ending().is_some() {
                break;
            }
        }
    }
    assert!(found.iter().all(|n| *n > 10), "{found:?}");
}

fn check(step: &Step, effect: Effect, found: &mut [usize; 4]) {
    let (after, mv) = (step.after(), step.mv());
    let captures = |position: &Position, square: Square| {
        position.legal_moves().into_iter().any(|mv| mv.to == square && position.captured(mv).is_some())
    };
    match effect {
        Effect::ThreatensMate { mate } => {
            let end = after.after_null().unwrap().after(mate);
            assert!(end.in_check() && !end.has_legal_move(), "{after}");
            found[0] += 1;
        }
        Effect::Attacks { target, .. } => {
            let null = after.after_null().unwrap();
            assert!(captures(&null, target.square), "{after}: {target:?}");
            assert_eq!(after.color_on(target.square), Some(after.stm()));
            found[1] += 1;
        }
        Effect::Protects { target } => {
            assert!(captures(&step.before().after_null().unwrap(), target.square), "{after}: {target:?}");
            assert_eq!(after.piece_on(target.square), Some(target.piece));
            found[2] += 1;
        }
        Effect::Saves { piece, from } => {
            assert!(captures(&step.before().after_null().unwrap(), from), "{after}");
            assert_eq!((after.piece_on(mv.to), mv.from), (Some(piece), from));
            found[3] += 1;
        }
        _ => {}
    }
}
