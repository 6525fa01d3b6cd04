//! Motifs: one position each, and properties of all that is found in random play.

use temperament_coaching::line::Line;
use temperament_coaching::motif::mate::{Pattern, pattern};
use temperament_coaching::motif::promotion::is_unstoppable;
use temperament_coaching::motif::threat::zwischenzug;
use temperament_coaching::motif::{Defence, Gain, Motif, Step, Target, early_gain, gain, tactic};
use temperament_engine::board::{Color, Game, Move, Piece, Position, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn line(fen: &str, moves: &str) -> Line {
    let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    let line = Line::following(&Game::new(position(fen)), &moves);
    assert_eq!(line.moves.len(), moves.len(), "{fen}: {moves:?} is legal");
    line
}

fn on(text: &str) -> Target {
    let piece = match text.chars().next().unwrap() {
        'P' => Piece::Pawn,
        'N' => Piece::Knight,
        'B' => Piece::Bishop,
        'R' => Piece::Rook,
        'Q' => Piece::Queen,
        _ => Piece::King,
    };
    Target { piece, square: text[1..].parse::<Square>().unwrap() }
}

/// The motif of a line, from the move with this index on, in all of it.
fn found(fen: &str, moves: &str, first: usize) -> Option<Motif> {
    let line = line(fen, moves);
    let side = line.positions[first].stm();
    let gain = gain(&line, side)?;
    tactic(&line, first, &gain).map(|tactic| tactic.motif)
}

fn of(fen: &str, moves: &str) -> Motif {
    found(fen, moves, 0).unwrap_or_else(|| panic!("{fen}: no motif in {moves}"))
}

#[test]
fn forks_name_all_targets_most_valuable_first() {
    let knight = of("r3k3/7p/8/3N4/8/8/7P/4K3 w - - 0 1", "d5c7 e8d8 c7a8 d8c8");
    assert_eq!(
        knight,
        Motif::Fork { by: Piece::Knight, targets: vec![on("Ke8"), on("Ra8")], taken: on("Ra8") }
    );
    let pawn = of("4k3/8/2n1b3/8/3PP3/8/8/4K3 w - - 0 1", "d4d5 e6d7 d5c6 d7c6");
    assert_eq!(pawn, Motif::Fork { by: Piece::Pawn, targets: vec![on("Be6"), on("Nc6")], taken: on("Nc6") });
}

#[test]
fn a_fork_of_protected_pieces_of_equal_value_is_none() {
    // Pawns protect both bishops.
    assert_eq!(found("6k1/p5p1/1b3b2/8/8/4N3/6P1/7K w - - 0 1", "e3d5 g8f7 d5f6 g7f6", 0), None);
}

#[test]
fn skewers_and_pins() {
    let skewer = of("q3k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8 e8e7 h8a8");
    assert_eq!(skewer, Motif::Skewer { front: on("Ke8"), back: on("Qa8") });
    let pin = of("3q2k1/8/5n2/8/4P2P/8/8/2B1K3 w - - 0 1", "c1g5 g8g7 e4e5 g7g6 e5f6");
    assert_eq!(pin, Motif::Pin { pinned: on("Nf6"), to: on("Qd8") });
    let attacked = of("4k3/8/4n3/8/3P4/8/8/4R1K1 w - - 0 1", "d4d5 e8e7 d5e6");
    assert_eq!(attacked, Motif::AttackedPinned { pinned: on("Ne6"), to: on("Ke8") });
    let defender = of("4k3/8/2n5/8/B2b4/5N2/8/4K3 w - - 0 1", "f3d4 e8f8 d4c6");
    assert_eq!(defender, Motif::PinnedDefender { defender: on("Nc6"), target: on("Bd4") });
}

#[test]
fn discovered_attacks_and_checks() {
    let double = of("4k3/3q4/8/8/4N3/8/7P/4R1K1 w - - 0 1", "e4f6 e8d8 f6d7 d8d7");
    assert_eq!(double, Motif::DoubleCheck);
    let check = of("4k3/8/q7/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5 e8f8 c5a6");
    assert_eq!(check, Motif::DiscoveredCheck { by: on("Re1"), moved: on("Nc5"), won: on("Qa6") });
    let attack = of("3qk3/8/8/8/3N4/8/8/3RK3 w - - 0 1", "d4b5 e8e7 d1d8 e7d8");
    assert_eq!(attack, Motif::DiscoveredAttack { by: on("Rd1"), moved: on("Nb5"), target: on("Qd8") });
}

#[test]
fn hanging_pieces_and_how_they_are_defended() {
    let none = of("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5");
    assert_eq!(none, Motif::Hanging { target: on("Nd5"), defence: Defence::None });
    let pawn = of("4k3/2p5/3n4/4P3/8/8/8/4K3 w - - 0 1", "e5d6 c7d6");
    assert_eq!(pawn, Motif::Hanging { target: on("Nd6"), defence: Defence::Cheaper(Piece::Pawn) });
    let few = of("3rk3/8/8/3n4/8/1B6/8/3RK3 w - - 0 1", "b3d5 e8e7");
    assert_eq!(few, Motif::Hanging { target: on("Nd5"), defence: Defence::TooFew });
}

#[test]
fn a_recapture_is_no_hanging_piece() {
    // The bishop takes a knight and is taken back; the pawn is what White wins.
    let found = found("4k3/8/8/3N3p/8/8/4P3/3RK2b b - - 0 1", "h1d5 d1d5 e8e7 d5h5", 1);
    assert_eq!(found, Some(Motif::Hanging { target: on("Ph5"), defence: Defence::None }));
}

#[test]
fn what_is_won_first_may_be_given_back() {
    let fen = "r1bqk2r/3n1p2/2p1pn1p/1p4p1/p2PP3/P1P2NB1/2B2PPP/R2Q1RK1 b kq - 1 14";
    let line = line(fen, "f6e4 c2e4 c8b7 f3e5 d7e5 g3e5 f7f6 d1h5 e8e7 e5f6 e7f6 f2f4");
    let early = early_gain(&line, Color::White, 3).unwrap();
    assert_eq!((early.won, early.lost, early.lasts), (vec![Piece::Knight], vec![Piece::Pawn], false));
    assert_eq!(early_gain(&line, Color::White, 0), None, "the score does not pay for it");
    assert!(gain(&line, Color::White).is_none_or(|gain| gain.points < early.points));
}

#[test]
fn a_skewered_rook_that_is_traded_is_not_won() {
    let fen = "2N1k1nr/p4ppp/1b2p3/4P3/5B2/8/r1P1NP1P/2KR3b b - - 3 19";
    let motif = found(fen, "a2a1 c1d2 a1d1 d2d1 b6f2 c8d6 e8f8 e2g3", 0);
    assert!(!matches!(motif, Some(Motif::Skewer { .. })), "{motif:?}");
}

#[test]
fn a_trapped_piece_has_no_safe_square() {
    let trapped = of("4k3/8/8/8/8/2N5/bPP5/2K5 w - - 0 1", "b2b3 e8e7 c3a2");
    assert_eq!(trapped, Motif::Trapped { target: on("Ba2") });
}

#[test]
fn defenders_are_removed_overloaded_lured_and_cut_off() {
    let removed = of("6k1/1p6/2n5/1B6/3b4/5N2/8/4K3 w - - 0 1", "b5c6 b7c6 f3d4");
    assert_eq!(removed, Motif::RemovedDefender { defender: on("Nc6"), target: on("Bd4") });
    let overloaded = of("3qk3/8/8/3n4/7b/8/8/K2R3R w - - 0 1", "d1d5 d8d5 h1h4");
    assert_eq!(overloaded, Motif::Overloaded { defender: on("Qd8"), first: on("Nd5"), target: on("Bh4") });
    let lured = of("3r2k1/5ppp/8/3q4/8/8/3Q1PPP/4R1K1 w - - 0 1", "e1e8 d8e8 d2d5");
    assert_eq!(lured, Motif::Deflection { defender: on("Rd8"), target: on("Qd5") });
    let cut = of("1r4k1/8/8/8/3N4/8/1n6/1R4K1 w - - 0 1", "d4b5 g8g7 b1b2");
    assert_eq!(cut, Motif::Interference { defender: on("Rb8"), target: on("Nb2") });
}

#[test]
fn a_decoy_names_the_motif_that_follows() {
    let decoy = of("3q2k1/6p1/8/6N1/8/8/8/K6R w - - 0 1", "h1h8 g8h8 g5f7 h8g8 f7d8");
    let then = Motif::Fork { by: Piece::Knight, targets: vec![on("Kh8"), on("Qd8")], taken: on("Qd8") };
    assert_eq!(decoy, Motif::Decoy { lured: on("Kh8"), then: Box::new(then) });
}

#[test]
fn threats_of_mate_and_intermediate_moves() {
    let threat = of("5rk1/5ppp/8/8/n7/3B4/4Q3/6K1 w - - 0 1", "e2e4 g7g6 e4a4");
    assert_eq!(threat, Motif::MateThreat { mate: "e4h7".parse().unwrap(), target: on("Na4") });
    let line = line("4k3/5p2/2n5/8/2BN4/8/8/3Q2K1 b - - 0 1", "c6d4 c4f7 e8f7 d1d4");
    let between = zwischenzug(&Step { line: &line, ply: 1, last: 4 });
    assert_eq!(between, Some(Motif::Zwischenzug { square: Square::D4 }));
}

#[test]
fn pawns_promote_if_nothing_stops_them() {
    let promotion = of("8/8/P7/8/7k/8/8/4K3 w - - 0 1", "a6a7 h4g5 a7a8q g5f6");
    assert_eq!(
        promotion,
        Motif::Promotion { piece: Piece::Queen, ply: 2, pawn: Some(Square::A6), is_unstoppable: true }
    );
    // The king enters the square of the pawn.
    assert!(!is_unstoppable(&position("8/8/8/P2k4/8/8/8/7K w - - 0 1"), Square::A5));
    assert!(is_unstoppable(&position("8/8/8/P7/4k3/8/8/7K w - - 0 1"), Square::A5));
}

#[test]
fn patterns_of_mate() {
    let of = |fen: &str| pattern(&position(fen));
    assert_eq!(of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Pattern::BackRank);
    assert_eq!(of("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1"), Pattern::Smothered);
    assert_eq!(of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Pattern::Plain);
}

#[test]
fn gains_last_and_even_trades_cancel_out() {
    // Knight for bishop, and a pawn.
    let line = line("4k3/3p4/2b5/8/3N4/8/8/4K3 w - - 0 1", "d4c6 d7c6");
    assert_eq!(gain(&line, Color::White), None);
    assert_eq!(gain(&line, Color::Black), None);
    let line = self::line("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5");
    let expected = Gain {
        won: vec![Piece::Knight],
        lost: Vec::new(),
        promotes: false,
        points: 3,
        plies: 1,
        lasts: true,
    };
    assert_eq!(gain(&line, Color::White), Some(expected));
}

/// Pseudorandom numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A move that takes the most valuable piece, or a random one.
fn greedy(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|mv| position.captured(**mv).is_some());
    let best = captures.max_by_key(|mv| position.captured(**mv).map_or(0, |piece| piece as usize));
    let random = (!moves.is_empty()).then(|| moves[numbers.below(moves.len())]);
    best.copied().filter(|_| numbers.below(3) > 0).or(random)
}

/// Whatever is found in random play is true by the moves that are legal.
#[test]
fn what_is_found_in_random_play_is_true() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut forks, mut all) = (0, 0);
    for _ in 0..300 {
        let mut game = Game::new(Position::startpos());
        for _ in 0..80 {
            let mut moves = Vec::new();
            let mut now = game.position().clone();
            for _ in 0..6 {
                let Some(mv) = greedy(&now, &mut numbers) else { break };
                now = now.after(mv);
                moves.push(mv);
            }
            let line = Line::following(&game, &moves);
            let side = game.position().stm();
            if let Some(gain) = gain(&line, side)
                && let Some(found) = tactic(&line, 0, &gain)
            {
                all += 1;
                forks += usize::from(is_true_fork(
                    &Step { line: &line, ply: found.ply, last: gain.plies },
                    &found.motif,
                ));
            }
            let Some(mv) = greedy(game.position(), &mut numbers) else { break };
            if !game.play(mv) || game.ending().is_some() {
                break;
            }
        }
    }
    assert!(all > 1000 && forks > 20, "{all} motifs, {forks} forks");
}

/// Checks a fork by legal captures; `false` for other motifs.
fn is_true_fork(step: &Step, motif: &Motif) -> bool {
    let Motif::Fork { targets, taken, .. } = motif else {
        return false;
    };
    let (after, to) = (step.after(), step.mv().to);
    for target in targets {
        assert_eq!(after.piece_on(target.square), Some(target.piece), "{after}");
        assert_eq!(after.color_on(target.square), Some(after.stm()), "{after}");
        if target.piece == Piece::King {
            assert!(after.checkers().has(to), "{after}");
        } else if let Some(null) = after.after_null() {
            let is_capture = |mv: &Move| mv.from == to && mv.to == target.square;
            let is_pinned = temperament_coaching::motif::pin::pinned(&null, null.stm()).has(to);
            assert!(is_pinned || null.legal_moves().iter().any(is_capture), "{after}: {target:?}");
        }
    }
    assert!(targets.len() >= 2 && targets.contains(taken), "{after}");
    true
}
