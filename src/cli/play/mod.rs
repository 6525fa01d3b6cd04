//! `temper play`: a game against the engine in the terminal.

mod ending;
mod input;
mod interrupt;
mod reload;
mod terminal;
mod typed;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;

use super::fens;
use crate::board::diagram::Diagram;
use crate::board::{Color, Game, Move, Position, notation};
use crate::cli::file_arg::FileArg;
use crate::engine::{DEFAULT_HASH_MIB, Engine, Limits, MAX_THREADS, Outcome, Score};
use crate::eval::explain::Explanation;
use crate::eval::table;
use crate::profile::Library;
use crate::profile::diagnostic::one_line;
use crate::profile::live::Live;
use crate::uci::options::DEFAULT_PROFILE;
use input::{Input, Prompt};
use interrupt::LastWords;

/// Arguments of `temper play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile of the engine: a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: FileArg,
    /// Position to start from, a FEN or `startpos` (default: the initial position)
    #[arg(long)]
    fen: Option<String>,
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
    /// Number of threads that the engine thinks with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
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
Type a move (e4, Nf3, Nf3xe5, O-O, e7e8q, ...) or a command:
  undo         take back your last move
  hint         what would the engine play for you?
  eval         explain the evaluation of this position
  fen          show the position as FEN
  moves        list your legal moves
  flip         turn the board
  draw         make the move after which a draw may be claimed, if there is one
  resign       give the game up
  new          begin again
  save FILE    write the game as PGN to a new file
  save! FILE   the same, in place of a file that is there
  help         this list
  quit         leave";

/// Runs the command.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let live = super::live(library, &args.profile)?;
    let start = args
        .fen
        .as_deref()
        .map_or(Ok(Position::startpos()), |fen| fens::argument(fen, None))?;
    let mut engine = Engine::new(live.compiled().clone(), DEFAULT_HASH_MIB);
    engine.set_threads(args.threads.into());
    let mut prompt = Prompt::new()?;
    let mut table = Table {
        chess960: notation::is_chess960(&start),
        game: Game::new(start),
        engine,
        library,
        live,
        limits: limits(args),
        player: args.side.into(),
        has_resigned: false,
        last_words: LastWords::on_interrupt(prompt.terminal().clone()),
        diagram: Diagram {
            bottom: args.side.into(),
            unicode: args.unicode,
        },
        out: io::stdout().lock(),
    };
    Ok(table.play(&mut prompt)?)
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
struct Table<'a, W> {
    game: Game,
    chess960: bool,
    engine: Engine,
    library: &'a Library,
    live: Live,
    limits: Limits,
    player: Color,
    has_resigned: bool,
    last_words: LastWords,
    diagram: Diagram,
    out: W,
}

impl<W: Write> Table<'_, W> {
    /// Plays until the player leaves or the input ends.
    fn play(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        writeln!(
            self.out,
            "Temperament with profile {}. Type `help` for the commands.\n",
            self.live.profile().name
        )?;
        self.show_board()?;
        self.answer()?;
        loop {
            self.last_words.set(self.pgn());
            let line = match prompt.next(&mut self.out)? {
                Input::Line(line) => line,
                Input::End => return writeln!(self.out, "Goodbye."),
                Input::Interrupted => self.last_words.end(),
            };
            self.follow_profile()?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word.to_ascii_lowercase().as_str() {
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
                "draw" => self.draw()?,
                "resign" => self.resign()?,
                "save" => self.save(rest.trim(), false)?,
                "save!" => self.save(rest.trim(), true)?,
                _ => self.try_move(line.trim())?,
            }
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let drawn = self.diagram.draw(self.game.position());
        writeln!(self.out, "{drawn}\n")?;
        if self.is_over() {
            return self.show_result();
        }
        if self.is_players_turn() {
            let in_check = self.game.position().in_check();
            let check = if in_check { ", in check" } else { "" };
            writeln!(self.out, "{} to move{check}.", side_name(self.player))?;
        }
        Ok(())
    }

    fn is_players_turn(&self) -> bool {
        self.game.position().stm() == self.player
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.refuse_if_over()? {
            return Ok(());
        }
        match *typed::moves(self.game.position(), text) {
            [mv] => self.make(mv),
            [] => writeln!(
                self.out,
                "`{}` is neither a legal move nor a command (see `help`).",
                one_line(text)
            ),
            ref several => {
                let question = question(self.game.position(), text, several);
                writeln!(self.out, "{question}")
            }
        }
    }

    /// Plays a legal move of the player, and lets the engine answer.
    fn make(&mut self, mv: Move) -> io::Result<()> {
        if self.game.play(mv) && self.is_over() {
            self.show_board()?;
        }
        self.answer()
    }

    /// Lets the engine move if it is its turn.
    fn answer(&mut self) -> io::Result<()> {
        if self.is_players_turn() || self.is_over() {
            return Ok(());
        }
        self.last_words.set(self.pgn());
        let outcome = self.search();
        let Some(best) = outcome.best else { return Ok(()) };
        let san = notation::san(self.game.position(), best);
        let score = self.told_score(&outcome);
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

    fn search(&mut self) -> Outcome {
        self.engine.search(&self.game, self.limits.clone(), |_| {})
    }

    /// A score of the side to move, which has searched: pawns from White's point of view, or who mates.
    fn told_score(&self, outcome: &Outcome) -> String {
        let stm = self.game.position().stm();
        let sign = if stm == Color::White { 1 } else { -1 };
        match outcome.score {
            Score::Centipawns(cp) => {
                let pawns = f64::from(sign * cp) / 100.0;
                format!("{pawns:+.2} from White's point of view")
            }
            Score::Mate(moves) => {
                let winner = if moves > 0 { stm } else { !stm };
                format!("{} mates in {}", side_name(winner), moves.unsigned_abs())
            }
        }
    }

    /// Takes back a resignation, or moves until the player has one to make again.
    fn undo(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_resigned) {
            return self.show_board();
        }
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
        if self.refuse_if_over()? {
            return Ok(());
        }
        let outcome = self.search();
        let Some(best) = outcome.best else { return Ok(()) };
        let san = notation::san(self.game.position(), best);
        writeln!(
            self.out,
            "Hint: {san}  ({}, depth {})",
            self.told_score(&outcome),
            outcome.depth
        )
    }

    fn explain(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let weights = self.live.compiled().of(position.stm());
        let explanation = Explanation::new(weights, position);
        writeln!(self.out, "{}", table::one(weights, position, &explanation))
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
        self.has_resigned = false;
        self.engine.clear();
        self.show_board()?;
        self.answer()
    }
}

/// What the player is asked whose text may mean several moves.
fn question(position: &Position, text: &str, moves: &[Move]) -> String {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|mv| Reverse(mv.promotion));
    let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
    let text = one_line(text);
    // Moves from the same square that a text does not tell apart differ in their promotion only.
    if moves.windows(2).all(|pair| pair[0].from == pair[1].from) {
        format!("`{text}`: which piece? {}", sans.join(", "))
    } else {
        format!("`{text}` may be {}.", sans.join(" or "))
    }
}

const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
