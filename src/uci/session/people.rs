//! Commands for people at a terminal, which are not in the protocol.

use std::sync::Arc;

use super::Session;
use crate::board::diagram::Diagram;
use crate::board::{Color, Game, Square};
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
        self.game = Game::new(self.game.position().mirrored());
    }
}

/// The last line of a bench, as OpenBench reads it.
pub fn bench_line(result: &bench::BenchResult) -> String {
    let microseconds = result.time.as_micros().max(1);
    let nps = u128::from(result.nodes) * 1_000_000 / microseconds;
    format!("{} nodes {nps} nps", result.nodes)
}
