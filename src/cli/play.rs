//! `temper play`: a game against the engine in the terminal.
//!
//! Input is read line by line, so that a script can play as well.

use std::fs;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;

use super::{is_chess960, pgn};
use crate::board::diagram::Diagram;
use crate::board::{Color, Ending, Game, Position, notation};
use crate::engine::{DEFAULT_HASH_MIB, Engine, Limits, Outcome, Score};
use crate::eval::explain::Explanation;
use crate::eval::{Weights, table};
use crate::profile::Library;
use crate::uci::input;
use crate::uci::options::DEFAULT_PROFILE;

/// Arguments of `temper play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile of the engine: a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: String,
    /// Position to start from (default: the initial position)
    #[arg(long, default_value = "")]
    fen: String,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// The engine's time for each move in milliseconds (default: 1000)
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Search to this depth in plies instead
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search this many positions instead
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Draw the board with chess symbols
    #[arg(long)]
    unicode: bool,
}

/// A side, as the command line spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

const HELP: &str = "\
Type a move (e4, Nf3, O-O, e7e8q, ...) or a command:
  undo         take back your last move
  hint         what would the engine play for you?
  eval         explain the evaluation of this position
  fen          show the position as FEN
  moves        list your legal moves
  flip         turn the board
  new          begin again
  save FILE    write the game as PGN
  help         this list
  quit         leave";

/// Runs the command.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let weights = super::weights(library, &args.profile)?;
    let start = super::position(&args.fen)?;
    let mut table = Table {
        chess960: is_chess960(&start),
        game: Game::new(start),
        engine: Engine::new(Arc::clone(&weights), DEFAULT_HASH_MIB),
        weights,
        limits: limits(args),
        player: args.side.into(),
        diagram: Diagram {
            bottom: args.side.into(),
            unicode: args.unicode,
        },
        out: io::stdout().lock(),
    };
    Ok(table.play(&mut io::stdin().lock())?)
}

fn limits(args: &Args) -> Limits {
    let has_other = args.depth.is_some() || args.nodes.is_some();
    let milliseconds = args.movetime.or((!has_other).then_some(1000));
    Limits {
        movetime: milliseconds.map(Duration::from_millis),
        depth: args.depth,
        nodes: args.nodes,
        multi_pv: 1,
        ..Limits::default()
    }
}

/// A game under way.
struct Table<W> {
    game: Game,
    chess960: bool,
    engine: Engine,
    weights: Arc<Weights>,
    limits: Limits,
    player: Color,
    diagram: Diagram,
    out: W,
}

impl<W: Write> Table<W> {
    /// Plays until the player leaves or the input ends.
    fn play(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        writeln!(
            self.out,
            "Temperament with profile {}. Type `help` for the commands.\n",
            self.weights.name()
        )?;
        self.show_board()?;
        self.answer()?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let Some(line) = input::next_line(input)? else {
                return writeln!(self.out, "\nGoodbye.");
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "" => {}
                "quit" | "exit" => return writeln!(self.out, "Goodbye."),
                "help" => writeln!(self.out, "{HELP}")?,
                "undo" => self.undo()?,
                "hint" => self.hint()?,
                "eval" => self.explain()?,
                "fen" => writeln!(self.out, "{}", self.game.position().fen(self.chess960))?,
                "moves" => self.list_moves()?,
                "flip" => {
                    self.diagram.bottom = !self.diagram.bottom;
                    self.show_board()?;
                }
                "new" => self.restart()?,
                "save" => self.save(rest.trim())?,
                _ => self.try_move(line.trim())?,
            }
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let drawn = self.diagram.draw(self.game.position());
        writeln!(self.out, "{drawn}\n")?;
        match self.game.ending() {
            Some(ending) => {
                let (result, reason) = (pgn::result(&self.game), reason(ending));
                writeln!(self.out, "{result} ({reason})")
            }
            None if self.is_players_turn() => {
                let side = if self.player == Color::White {
                    "White"
                } else {
                    "Black"
                };
                let check = if self.game.position().in_check() {
                    ", in check"
                } else {
                    ""
                };
                writeln!(self.out, "{side} to move{check}.")
            }
            None => Ok(()),
        }
    }

    fn is_players_turn(&self) -> bool {
        self.game.position().stm() == self.player
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.game.ending().is_some() {
            return writeln!(
                self.out,
                "The game is over: `undo`, `new`, `save FILE` or `quit`."
            );
        }
        let mv = notation::parse_any(self.game.position(), text);
        if !mv.is_some_and(|mv| self.game.play(mv)) {
            return writeln!(
                self.out,
                "`{text}` is neither a legal move nor a command (see `help`)."
            );
        }
        if self.game.ending().is_some() {
            self.show_board()?;
        }
        self.answer()
    }

    /// Lets the engine move if it is its turn.
    fn answer(&mut self) -> io::Result<()> {
        if self.is_players_turn() || self.game.ending().is_some() {
            return Ok(());
        }
        let outcome = self.engine.search(&self.game, self.limits.clone(), |_| {});
        let Some(best) = outcome.best else { return Ok(()) };
        let san = notation::san(self.game.position(), best);
        let score = self.white_score(&outcome);
        if !self.game.play(best) {
            return writeln!(self.out, "The engine proposes {san}, which is not legal.");
        }
        writeln!(
            self.out,
            "\nTemperament plays {san}  ({score}, depth {})\n",
            outcome.depth
        )?;
        self.show_board()
    }

    /// A score from White's point of view, for the side to move having searched.
    fn white_score(&self, outcome: &Outcome) -> String {
        let sign = if self.game.position().stm() == Color::White {
            1
        } else {
            -1
        };
        match outcome.score {
            Score::Centipawns(cp) => format!("{:+.2}", f64::from(sign * cp) / 100.0),
            Score::Mate(moves) => format!("mate in {}", moves.unsigned_abs()),
        }
    }

    /// Takes back moves until the player has one to make again.
    fn undo(&mut self) -> io::Result<()> {
        let first_turn = usize::from(self.game.start().stm() != self.player);
        if self.game.moves().len() <= first_turn {
            return writeln!(self.out, "There is no move of yours to take back.");
        }
        self.game.undo();
        if !self.is_players_turn() {
            self.game.undo();
        }
        self.show_board()
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.ending().is_some() {
            return writeln!(self.out, "The game is over.");
        }
        let outcome = self.engine.search(&self.game, self.limits.clone(), |_| {});
        let Some(best) = outcome.best else { return Ok(()) };
        let san = notation::san(self.game.position(), best);
        writeln!(
            self.out,
            "Hint: {san}  ({}, depth {})",
            self.white_score(&outcome),
            outcome.depth
        )
    }

    fn explain(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let explanation = Explanation::new(&self.weights, position);
        writeln!(self.out, "{}", table::one(&self.weights, position, &explanation))
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let mut moves: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|mv| notation::san(position, mv))
            .collect();
        moves.sort_unstable();
        writeln!(self.out, "{}", moves.join(" "))
    }

    fn restart(&mut self) -> io::Result<()> {
        let start: Position = self.game.start().clone();
        self.game = Game::new(start);
        self.engine.clear();
        self.show_board()?;
        self.answer()
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return writeln!(self.out, "Which file? `save FILE.pgn`");
        }
        let engine = format!("Temperament ({})", self.weights.name());
        let (white, black) = match self.player {
            Color::White => ("Player".to_owned(), engine),
            Color::Black => (engine, "Player".to_owned()),
        };
        let tags = pgn::Tags {
            white,
            black,
            date: pgn::today(),
            chess960: self.chess960,
        };
        // A file that cannot be written is told to the player; it does not end the game.
        match fs::write(path, pgn::pgn(&self.game, &tags)) {
            Ok(()) => writeln!(self.out, "Saved as {path}."),
            Err(error) => writeln!(self.out, "{path}: {error}"),
        }
    }
}

const fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "neither side can mate",
        Ending::FiftyMoves => "fifty moves without capture or pawn move",
        Ending::Repetition => "third occurrence of the position",
    }
}
