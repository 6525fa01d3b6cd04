//! Move generation against known node counts, standard chess and Chess960.

use temperament_engine::board::{Position, perft::perft};

/// Limit of nodes per position; deeper counts in the files are skipped.
const MAX_NODES: u64 = 15_000_000;

/// Checks the deepest count within [`MAX_NODES`] of each line `FEN ;D1 n ;D2 n ...`.
fn check(file: &str) {
    let mut checked = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(" ;").expect(line);
        let position = Position::from_fen(fen).expect(line);
        let deepest = counts
            .split(';')
            .map(|count| {
                let (depth, nodes) = count.trim().split_once(' ').expect(line);
                let depth = depth.trim_start_matches('D').parse::<u32>().expect(line);
                (depth, nodes.trim().parse::<u64>().expect(line))
            })
            .take_while(|&(_, nodes)| nodes <= MAX_NODES)
            .last();
        let (depth, nodes) = deepest.expect(line);
        assert_eq!(perft(&position, depth), nodes, "{fen} at depth {depth}");
        checked += 1;
    }
    assert!(checked > 100, "too few positions: {checked}");
}

#[test]
fn ordinary_chess() {
    check(include_str!("../data/perft-own.epd"));
}

#[test]
fn chess960() {
    check(include_str!("../data/perft960.epd"));
}
