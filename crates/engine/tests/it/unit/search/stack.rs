//! Tests of `search::stack`.

use temperament_engine::board::Position;
use temperament_engine::eval::Values;
use temperament_engine::eval::Weights;
use temperament_engine::search::stack::*;

/// Plays moves from a FEN, the first `before_root` of them in the game, and checks the last position.
fn repeats(fen: &str, moves: &str, before_root: usize) -> bool {
    let weights = Weights::new("nothing", &Values::default());
    let mut node = Node::root(&weights, &Position::from_fen(fen).unwrap());
    let mut earlier = KeyHistory::default();
    for (number, mv) in moves.split_whitespace().enumerate() {
        if number == before_root {
            node.ply = 0;
        }
        earlier.push(node.position.key());
        node = match mv {
            "pass" => {
                earlier.pop();
                let after = node.after_null(&earlier).unwrap();
                earlier.push(node.position.key());
                after
            }
            _ => {
                let mut after = node.clone();
                after.play(&weights, node.position.move_info(mv.parse().unwrap()));
                after
            }
        };
    }
    if before_root == moves.split_whitespace().count() {
        node.ply = 0;
    }
    earlier.repeats(&node)
}

const ROOKS: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

#[test]
fn once_in_the_tree_or_twice_in_the_game() {
    let dance = "a1b1 a8b8 b1a1 b8a8";
    assert!(repeats(ROOKS, dance, 0), "the root again");
    assert!(!repeats(ROOKS, dance, 1), "first seen before the root");
    let twice = format!("{dance} {dance}");
    assert!(repeats(ROOKS, &twice, 8), "for the third time in the game");
}

#[test]
fn a_line_with_an_illegal_move_is_noticed() {
    let weights = Weights::new("nothing", &Values::default());
    let node = Node::root(&weights, &Position::from_fen(ROOKS).unwrap());
    let mut lines = PvTable::default();
    assert!(lines.is_legal(&node), "an empty line");
    lines.update(1, "a8a1".parse().unwrap());
    lines.update(0, "e1e2".parse().unwrap());
    assert!(lines.is_legal(&node));
    lines.update(0, "a1a8".parse().unwrap());
    assert!(!lines.is_legal(&node), "there is no rook left on a8");
}

#[test]
fn nothing_repeats_across_a_null_move_or_a_capture() {
    assert!(!repeats(ROOKS, "a1b1 pass b1a1 pass", 0));
    assert!(!repeats(ROOKS, "a1a8 e8e7 a8a1 e7e8", 0));
}
