//! Debug commands for a terminal, which are not part of the protocol.

use super::Session;
use temperament_coaching::position::{Explained, table};
use temperament_engine::board::display::Diagram;
use temperament_engine::board::{Color, Game, Square};

/// Output of `help`.
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
  bench [N]     search built-in positions to depth N, 1 to 100
  flip          change the colours of the position
`go`, `bench` and `quit` end a search, but wait for a perft or bench; `stop` ends both.
`temper --help` lists what the program can do besides.";

impl Session {
    pub(super) fn display(&self) {
        let Some(position) = self.current_game().map(Game::position) else {
            return;
        };
        let checkers: Vec<String> = position.checkers().into_iter().map(|s: Square| s.to_string()).collect();
        self.output.line(format!(
            "{}\n\nFen: {}\nKey: {:016X}\nCheckers: {}",
            Diagram { bottom: Color::White, unicode: false }.draw(position),
            position.fen(self.settings.chess960),
            position.key(),
            checkers.join(" "),
        ));
    }

    pub(super) fn explain(&self) {
        let Some(position) = self.current_game().map(Game::position) else {
            return;
        };
        let weights = self.live.compiled().of(position.stm());
        self.output.line(table::one(&Explained::new(weights, position)));
    }

    pub(super) fn flip(&mut self) {
        if let Some(game) = self.current_game() {
            self.game = Ok(Game::new(game.position().mirrored()));
        }
    }
}
