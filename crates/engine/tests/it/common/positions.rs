//! Positions of games.

use temperament_engine::board::Position;

/// The positions of `data/reference.csv`.
pub fn positions() -> Vec<Position> {
    let table = include_str!("../../data/reference.csv");
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| Position::from_fen(line.split(';').next().unwrap()).unwrap()).collect()
}
