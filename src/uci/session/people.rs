//! Commands for people at a terminal, which are not in the protocol.

use std::sync::Arc;

use super::Session;
use crate::board::diagram::Diagram;
use crate::board::{Color, Game, Position, Square};
use crate::eval::explain::Explanation;
use crate::eval::table;
use crate::search::{BENCH_DEPTH, bench};

/// What `help` prints.
pub(super) const HELP: &str = "\
Temperament speaks UCI, the protocol of chess GUIs:
  uci  isready  ucinewgame  setoption name NAME [value VALUE]  debug on|off  quit
  position startpos|fen FEN [moves MOVE...]
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N]
     [searchmoves MOVE...] [ponder] [infinite]
  stop  ponderhit
and for people:
  d             show the position
  eval          explain the evaluation of the position
  go perft N    count the positions N plies ahead
  bench [N]     search built-in positions to depth N
  flip          change the colours of the position
`temper --help` lists what the program can do besides.";

impl Session {
    pub(super) fn display(&self) {
        let position = self.game.position();
        let checkers: Vec<String> = position
            .checkers()
            .into_iter()
            .map(|s: Square| s.to_string())
            .collect();
        self.output.line(format!(
            "{}\n\nFen: {}\nKey: {:016X}\nCheckers: {}",
            Diagram {
                bottom: Color::White,
                unicode: false
            }
            .draw(position),
            position.fen(self.settings.chess960),
            position.key(),
            checkers.join(" "),
        ));
    }

    pub(super) fn explain(&self) {
        let position = self.game.position();
        let explanation = Explanation::new(&self.weights, position);
        self.output
            .line(table::one(&self.weights, position, &explanation));
    }

    pub(super) fn bench(&mut self, depth: Option<u32>) {
        self.halt();
        let result = bench::bench(Arc::clone(&self.weights), depth.unwrap_or(BENCH_DEPTH));
        self.output.line(bench_line(&result));
    }

    pub(super) fn flip(&mut self) {
        // A mirrored position is as legal as the original.
        if let Ok(position) = Position::from_fen(&flipped(&self.game.position().fen(true))) {
            self.game = Game::new(position);
        }
    }
}

/// The last line of a bench, as OpenBench reads it.
pub fn bench_line(result: &bench::BenchResult) -> String {
    let microseconds = result.time.as_micros().max(1);
    let nps = u128::from(result.nodes) * 1_000_000 / microseconds;
    format!("{} nodes {nps} nps", result.nodes)
}

/// The FEN of a position with the colours changed and the board turned top to bottom.
fn flipped(fen: &str) -> String {
    let swap_case = |text: &str| -> String {
        let swap = |c: char| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        text.chars().map(swap).collect()
    };
    let fields = fen.split(' ').enumerate().map(|(index, field)| match index {
        0 => swap_case(&field.rsplit('/').collect::<Vec<_>>().join("/")),
        1 => (if field == "w" { "b" } else { "w" }).to_owned(),
        2 => swap_case(field),
        3 => field.replace('3', "x").replace('6', "3").replace('x', "6"),
        _ => field.to_owned(),
    });
    fields.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_changes_nothing() {
        let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2";
        let once = flipped(fen);
        assert_eq!(once, "r3k2r/8/8/8/3Pp3/8/8/R3K2R b kqKQ d3 0 2");
        assert_eq!(flipped(&once), fen);
    }
}
