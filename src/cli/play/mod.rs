//! `temper play`: a game against the engine in the terminal.

mod game_over;
mod parse_move;
mod prompt;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::board::display::Diagram;
use crate::board::{Color, Game, Move, Position, notation};
use crate::cli::fens;
use crate::cli::file_arg::FileArg;
use crate::engine::{DEFAULT_HASH_MIB, Engine, Limits, MAX_THREADS, Outcome, Score};
use crate::eval::explain::Explanation;
use crate::eval::table;
use crate::profile::Library;
use crate::profile::diagnostic::one_line;
use crate::profile::reload::{Look, Reloader};
use crate::uci::options::DEFAULT_PROFILE;
use prompt::{Input, Prompt, SaveOnInterrupt};

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
    #[arg(long, default_value = "white", value_parser = side())]
    side: Color,
    /// Time per engine move in milliseconds (default: 1000)
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Depth per engine move in plies instead
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes per engine move instead
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// Draw the board with Unicode chess symbols
    #[arg(long)]
    unicode: bool,
}

const HELP: &str = "\
Type a move (e4, Nf3, Nf3xe5, O-O, e7e8q, ...) or a command:
  undo         take back your last move
  hint         show the move the engine would play
  eval         explain the evaluation of this position
  fen          show the position as FEN
  moves        list your legal moves
  flip         flip the board
  draw         claim a draw: plays the move that allows it, if there is one
  resign       resign the game
  new          start a new game
  save FILE    write the game as PGN to a new file
  save! FILE   the same, replacing an existing file
  help         show this list
  quit         quit";

fn side() -> impl TypedValueParser<Value = Color> {
    let sides = PossibleValuesParser::new(["white", "black"]);
    sides.map(|side| if side == "white" { Color::White } else { Color::Black })
}

pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let live = super::live(library, &args.profile)?;
    let start = args.fen.as_deref().map_or(Ok(Position::startpos()), |fen| fens::argument(fen, None))?;
    let mut engine = Engine::new(live.compiled().clone(), DEFAULT_HASH_MIB);
    engine.set_threads(args.threads.into());
    let mut prompt = Prompt::new()?;
    let mut session = GameSession {
        chess960: notation::is_chess960(&start),
        game: Game::new(start),
        engine,
        library,
        live,
        limits: limits(args),
        player: args.side,
        has_resigned: false,
        save_on_interrupt: SaveOnInterrupt::on_interrupt(prompt.terminal().clone()),
        diagram: Diagram { bottom: args.side, unicode: args.unicode },
        out: io::stdout().lock(),
    };
    Ok(session.play(&mut prompt)?)
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

struct GameSession<'a, W> {
    game: Game,
    chess960: bool,
    engine: Engine,
    library: &'a Library,
    live: Reloader,
    limits: Limits,
    player: Color,
    has_resigned: bool,
    save_on_interrupt: SaveOnInterrupt,
    diagram: Diagram,
    out: W,
}

impl<W: Write> GameSession<'_, W> {
    /// Plays until the player quits or the input ends.
    fn play(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        writeln!(
            self.out,
            "Temperament with profile {}. Type `help` for the commands.\n",
            self.live.profile().name
        )?;
        self.show_board()?;
        self.answer()?;
        loop {
            self.save_on_interrupt.set(self.pgn());
            let line = match prompt.next(&mut self.out)? {
                Input::Line(line) => line,
                Input::End => return writeln!(self.out, "Goodbye."),
                Input::Interrupted => self.save_on_interrupt.end(),
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
        match *parse_move::candidates(self.game.position(), text) {
            [mv] => self.make(mv),
            [] => {
                writeln!(self.out, "`{}` is neither a legal move nor a command (see `help`).", one_line(text))
            }
            ref several => {
                let question = question(self.game.position(), text, several);
                writeln!(self.out, "{question}")
            }
        }
    }

    /// Plays a legal move of the player and the engine's reply.
    fn make(&mut self, mv: Move) -> io::Result<()> {
        if self.game.play(mv) && self.is_over() {
            self.show_board()?;
        }
        self.answer()
    }

    /// Plays the engine's move if it is its turn.
    fn answer(&mut self) -> io::Result<()> {
        if self.is_players_turn() || self.is_over() {
            return Ok(());
        }
        self.save_on_interrupt.set(self.pgn());
        let outcome = self.search();
        let Some(best) = outcome.best else { return Ok(()) };
        let san = notation::san(self.game.position(), best);
        let score = self.score_text(&outcome);
        if !self.game.play(best) {
            return writeln!(self.out, "The engine proposes {san}, which is not legal.");
        }
        writeln!(self.out, "\nTemperament plays {san}  ({score}, depth {})\n", outcome.depth)?;
        self.show_board()
    }

    fn search(&mut self) -> Outcome {
        self.engine.search(&self.game, self.limits.clone(), |_| {})
    }

    /// The score of a search: pawns from White's point of view, or the winner of a mate.
    fn score_text(&self, outcome: &Outcome) -> String {
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

    /// Takes back a resignation, or the player's last move.
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
        writeln!(self.out, "Hint: {san}  ({}, depth {})", self.score_text(&outcome), outcome.depth)
    }

    fn explain(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let weights = self.live.compiled().of(position.stm());
        let explanation = Explanation::new(weights, position);
        writeln!(self.out, "{}", table::one(weights, position, &explanation))
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let mut moves: Vec<String> =
            position.legal_moves().into_iter().map(|mv| notation::san(position, mv)).collect();
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

/// The question after an ambiguous move.
fn question(position: &Position, text: &str, moves: &[Move]) -> String {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|mv| Reverse(mv.promotion));
    let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
    let text = one_line(text);
    // Ambiguous moves from one square differ only in the promotion.
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

impl<W: Write> GameSession<'_, W> {
    /// Reloads the profile if it has changed since the last command.
    pub(super) fn follow_profile(&mut self) -> io::Result<()> {
        match self.live.look(self.library) {
            // A save in progress is picked up with the next command.
            Look::Same | Look::Again(_) => Ok(()),
            Look::Reloaded(reload) => {
                self.engine.set_profile(self.live.compiled().clone());
                writeln!(self.out, "Profile {reload}")?;
                reload.warnings.iter().try_for_each(|warning| writeln!(self.out, "{warning}"))
            }
            Look::Faulty(faults) => {
                faults.iter().try_for_each(|fault| writeln!(self.out, "{fault}"))?;
                writeln!(self.out, "Profile {} stays active.", self.live.profile().name)
            }
        }
    }
}
