//! `temper play`: a game against the engine in the terminal.

mod display;
mod flag_alarm;
mod game_over;
mod indicator;
mod opponent;
#[doc(hidden)]
pub mod parse_move;
mod prompt;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::cli::eval::best_line;
use crate::cli::fens;
use crate::cli::load;
use crate::cli::one_of::{Choice, choice, one_of};
use display::{Display, DisplayArgs};
use indicator::Indicator;
use prompt::{Input, Prompt, SaveOnInterrupt};
use temperament_coaching::position::{Explained, screen};
use temperament_engine::board::{Color, Game, Move, Position, castling, notation, side_name};
use temperament_engine::engine::{DEFAULT_HASH_MIB, Engine, Level, Limits, MAX_THREADS, random_seed};
use temperament_engine::escape;
use temperament_engine::profile::Library;
use temperament_engine::profile::diagnostic::one_line;
use temperament_engine::profile::reload::Reloader;
use temperament_matches::arena::casual::Conclusion;
use temperament_matches::arena::casual::clock::{Clocks, in_words, time_control};
use temperament_matches::arena::time_control::{LimitError, TimeControl};
use temperament_matches::setup::FileArg;
use temperament_matches::setup::{count, elo};
use temperament_uci::options::DEFAULT_PROFILE;

/// Maximum number of nodes of each of the two searches of `eval`: some tenth of a second.
const EVAL_NODES: u64 = 200_000;

/// Arguments of `temper play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Profile of the engine: a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: FileArg,
    /// Level of the engine, 600 to 2800 on the scale of rapid games on Chess.com (default: that of the profile, or full strength)
    #[arg(long, value_name = "N", value_parser = elo)]
    elo: Option<u32>,
    /// Clocks for both sides, with an increment for each move: `5:00+3`, `5m+3s` or `300s+3s`. A bare `5+3` is refused:
    /// chess servers read it as minutes, `temper match` as seconds
    #[arg(long, value_name = "TIME+INC", group = "limit", value_parser = clocks)]
    tc: Option<TimeControl>,
    /// Position to start from, a FEN or `startpos` (default: the initial position)
    #[arg(long)]
    fen: Option<String>,
    /// Your side
    #[arg(long, default_value = "white", value_parser = one_of(&SIDES))]
    side: Color,
    /// Your name in saved games
    #[arg(long, default_value = "Player")]
    name: String,
    /// Time per engine move in milliseconds (default: 1000)
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Depth per engine move in plies instead
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes per engine move instead
    #[arg(long, value_name = "N", group = "limit", value_parser = count)]
    nodes: Option<u64>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    #[command(flatten)]
    display: DisplayArgs,
}

const HELP: &str = "\
Type a move (e4, Nf3, Nf3xe5, O-O, e7e8q, ...) or a command.
Game
  undo, takeback  take back your last move
  draw            claim a draw with the move that allows it, or offer one
  resign          resign the game
  new             start a new game
Opponent
  level N|full    set the engine's level, 600 to 2800, or full strength
  profile NAME    set the engine's profile, a name or a path
Position
  hint            show the move the engine would play at full strength
  eval            explain the evaluation, after a short search
  moves           list your legal moves
  fen             show the position as FEN
  flip            flip the board
File
  save FILE       write the game as PGN to a new file
  save! FILE      the same, replacing an existing file
Other
  help            show this list
  quit            quit";

const SIDES: [Choice<Color>; 2] = [choice("white", Color::White), choice("black", Color::Black)];

pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let live = load::live(library, &args.profile)?;
    let start = args.fen.as_deref().map_or(Ok(Position::startpos()), |fen| fens::argument(fen, None))?;
    let mut engine = Engine::new(live.compiled().clone(), DEFAULT_HASH_MIB);
    engine.set_threads(args.threads.into());
    engine.set_own_book(true);
    engine.set_seed(random_seed());
    let level = args.elo.map_or(Level::OfProfile, Level::Elo);
    engine.set_level(level);
    let indicator = Indicator::new();
    let mut prompt = Prompt::new()?;
    let mut session = GameSession {
        chess960: notation::is_chess960(&start),
        game: Game::new(start),
        engine,
        library,
        live,
        level,
        limits: limits(args),
        clocks: args.tc.map(Clocks::new),
        player: args.side,
        player_name: args.name.clone(),
        conclusion: None,
        plays_on: false,
        has_offered_save: false,
        save_on_interrupt: SaveOnInterrupt::on_interrupt(prompt.terminal().clone(), indicator.clone()),
        indicator,
        display: Display::new(&args.display, args.side),
        out: io::stdout().lock(),
    };
    Ok(session.play(&mut prompt)?)
}

fn clocks(text: &str) -> Result<TimeControl, LimitError> {
    time_control(text, None)
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
    level: Level,
    /// Limits of the engine's moves in a game without clocks.
    limits: Limits,
    clocks: Option<Clocks>,
    player: Color,
    player_name: String,
    /// The end of the game if it does not follow from the moves.
    conclusion: Option<Conclusion>,
    /// Whether the player has refused the engine's resignation: it does not resign again.
    plays_on: bool,
    /// Whether the player has been asked to save the finished game.
    has_offered_save: bool,
    save_on_interrupt: SaveOnInterrupt,
    indicator: Indicator,
    display: Display,
    out: W,
}

impl<W: Write> GameSession<'_, W> {
    /// Plays until the player quits or the input ends.
    fn play(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        let (profile, level) = (&self.live.profile().name, self.level_text());
        let clocks =
            self.clocks.as_ref().map_or(String::new(), |clocks| format!(", {}", in_words(clocks.control)));
        writeln!(
            self.out,
            "Temperament with profile {profile} at {level}{clocks}. Type `help` for the commands.\n"
        )?;
        self.show_board()?;
        self.answer()?;
        loop {
            self.save_on_interrupt.set(self.pgn());
            let offered = self.offer_to_save(prompt)?;
            let input = offered.map_or_else(|| self.next_input(prompt), Ok)?;
            let line = match input {
                Input::Line(line) => line,
                Input::End => return self.leave(),
                Input::Interrupted => self.save_on_interrupt.end(),
            };
            self.follow_profile()?;
            if self.obey(line.trim())?.is_break() {
                return self.leave();
            }
        }
    }

    /// Ends the session. A running game is printed, so that it is not lost.
    fn leave(&mut self) -> io::Result<()> {
        if !self.is_over() && !self.game.moves().is_empty() {
            writeln!(self.out, "The game so far:\n\n{}", self.pgn())?;
        }
        writeln!(self.out, "Goodbye.")
    }

    /// Waits for a line at the prompt, while the player's clock runs. A move after the fall of the flag does not count.
    fn next_input(&mut self, prompt: &mut Prompt) -> io::Result<Input> {
        let Some(clocks) = self.clocks.as_ref().filter(|_| !self.is_over()) else {
            return prompt.next(&mut self.out, "> ", None);
        };
        let text = format!("{}> ", clocks.text());
        let remaining = clocks.remaining(self.player);
        let begun = Instant::now();
        let input = prompt.next(&mut self.out, &text, Some(remaining))?;
        if self.spend(self.player, begun.elapsed()) || !matches!(input, Input::Line(_)) {
            return Ok(input);
        }
        self.show_result()?;
        Ok(Input::Line(String::new()))
    }

    /// Follows a command or plays a move. Breaks at the end of the session.
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
            "help" => writeln!(self.out, "{HELP}")?,
            "undo" | "takeback" => self.undo()?,
            "hint" => self.hint()?,
            "eval" => self.explain()?,
            "fen" => writeln!(self.out, "{}", self.game.position().fen(self.chess960))?,
            "moves" => self.list_moves()?,
            "flip" => {
                self.display.flip();
                self.show_board()?;
            }
            "level" => self.change_level(rest)?,
            "profile" => self.change_profile(rest)?,
            "new" => self.restart()?,
            "draw" => self.draw()?,
            "resign" => self.resign()?,
            "save" => self.save(rest, false)?,
            "save!" => self.save(rest, true)?,
            _ => self.try_move(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn show_board(&mut self) -> io::Result<()> {
        let drawn = self.display.draw(&self.game);
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
            [] => match castling::obstacle(self.game.position(), text) {
                Some(why) => writeln!(self.out, "`{}` is not a legal move because {why}.", one_line(text)),
                None => {
                    let shown = one_line(text);
                    writeln!(self.out, "`{shown}` is neither a legal move nor a command (see `help`).")
                }
            },
            ref several => {
                let question = question(self.game.position(), text, several);
                writeln!(self.out, "{question}")
            }
        }
    }

    /// Plays a legal move of the player and the engine's reply.
    fn make(&mut self, mv: Move) -> io::Result<()> {
        if self.game.play(mv) {
            self.end_turn(self.player);
        }
        if self.is_over() {
            self.show_board()?;
        }
        self.answer()
    }

    /// Takes back a resignation or an agreed draw, or the player's last move.
    fn undo(&mut self) -> io::Result<()> {
        match self.conclusion {
            Some(Conclusion::FlagFell(_)) => {
                return writeln!(
                    self.out,
                    "A game that ended on time cannot be continued: `new` starts another."
                );
            }
            Some(conclusion) => {
                self.conclusion = None;
                self.has_offered_save = false;
                self.plays_on |= conclusion == Conclusion::Resigned(!self.player);
                self.show_board()?;
                return self.answer();
            }
            None => {}
        }
        let first_turn = usize::from(self.game.start().stm() != self.player);
        if self.game.moves().len() <= first_turn {
            return writeln!(self.out, "There is no move of yours to take back.");
        }
        self.has_offered_save = false;
        self.take_back();
        if !self.is_players_turn() {
            self.take_back();
        }
        self.show_board()
    }

    fn take_back(&mut self) {
        self.game.undo();
        if let Some(clocks) = &mut self.clocks {
            clocks.take_back();
        }
    }

    fn explain(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let weights = self.live.compiled().of(position.stm());
        let nodes = self.limits.nodes.map_or(EVAL_NODES, |nodes| nodes.min(EVAL_NODES));
        self.out.flush()?;
        self.indicator.start();
        let searched = best_line(self.live.compiled(), &self.game, nodes);
        self.indicator.stop();
        let searched = searched.map_err(io::Error::other)?;
        let note = format!("searches of {nodes} nodes; `temper eval` makes longer ones");
        let text = screen::text(&Explained::new(weights, position), searched.as_ref(), &note);
        writeln!(self.out, "{}", escape::lines(&text))
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
        self.clocks = self.clocks.as_ref().map(|clocks| Clocks::new(clocks.control));
        self.conclusion = None;
        self.plays_on = false;
        self.has_offered_save = false;
        self.engine.clear();
        self.engine.set_seed(random_seed());
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
