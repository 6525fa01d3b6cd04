//! The end of a game in the terminal: result, draw claims, resignation, saving as PGN.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::GameSession;
use super::prompt::{Input, Prompt};
use temperament_engine::board::{Color, notation};
use temperament_engine::profile::diagnostic::one_line;
use temperament_matches::arena::casual::{self, Conclusion, GameOver};
use temperament_uci::paths;

/// The file of a player who answers `yes` where a file name is asked for.
const DEFAULT_FILE: &str = "game.pgn";
/// Commands that are meant as such where a file name is asked for.
const COMMANDS_FOR_FILES: [&str; 8] = ["quit", "exit", "new", "undo", "takeback", "help", "save", "save!"];

impl<W: Write> GameSession<'_, W> {
    pub(super) fn show_result(&mut self) -> io::Result<()> {
        match GameOver::of(&self.game, self.conclusion) {
            Some(GameOver { result, reason }) => writeln!(self.out, "{} ({reason})", result.pgn()),
            None => Ok(()),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.conclusion.is_some() || self.game.ending().is_some()
    }

    /// Offers once to save a finished game, on a terminal. Returns what the player typed if it is a command.
    pub(super) fn offer_to_save(&mut self, prompt: &mut Prompt) -> io::Result<Option<Input>> {
        let is_wanted = prompt.is_terminal() && self.is_over() && !self.game.moves().is_empty();
        if !is_wanted || std::mem::replace(&mut self.has_offered_save, true) {
            return Ok(None);
        }
        let typed = match prompt.next(
            &mut self.out,
            "To save the game, type a file name (Enter: do not save) > ",
            None,
        )? {
            Input::Line(typed) => typed,
            other => return Ok(Some(other)),
        };
        let word = typed.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if COMMANDS_FOR_FILES.contains(&word.as_str()) {
            return Ok(Some(Input::Line(typed)));
        }
        match word.as_str() {
            "" | "n" | "no" => {}
            "y" | "yes" => self.save(DEFAULT_FILE, false)?,
            _ => self.save(typed.trim(), false)?,
        }
        Ok(None)
    }

    /// Returns `true` if the game is over, after printing a message.
    pub(super) fn refuse_if_over(&mut self) -> io::Result<bool> {
        if self.is_over() {
            writeln!(self.out, "The game is over: `undo`, `new`, `save FILE` or `quit`.")?;
        }
        Ok(self.is_over())
    }

    /// Claims a draw with the move that allows it; without one, offers a draw.
    pub(super) fn draw(&mut self) -> io::Result<()> {
        if self.refuse_if_over()? {
            return Ok(());
        }
        let Some(mv) = casual::claimable_draw(&self.game) else {
            return self.offer_draw();
        };
        let san = notation::san(self.game.position(), mv);
        writeln!(self.out, "You play {san} and claim the draw.\n")?;
        self.make(mv)
    }

    fn offer_draw(&mut self) -> io::Result<()> {
        if !casual::accepts_draw(self.live.compiled(), self.level, &self.game) {
            return writeln!(self.out, "Temperament declines the draw.");
        }
        writeln!(self.out, "Temperament accepts the draw.\n")?;
        self.conclusion = Some(Conclusion::DrawAgreed);
        self.show_result()
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.refuse_if_over()? {
            return Ok(());
        }
        self.conclusion = Some(Conclusion::Resigned(self.player));
        self.show_result()
    }

    pub(super) fn pgn(&self) -> String {
        let (player, engine) = (self.player_name.clone(), self.engine_name());
        let (white, black) = match self.player {
            Color::White => (player, engine),
            Color::Black => (engine, player),
        };
        let control = self.clocks.as_ref().map(|clocks| clocks.control);
        casual::pgn(&self.game, [white, black], self.conclusion, control)
    }

    pub(super) fn save(&mut self, typed: &str, replace: bool) -> io::Result<()> {
        let path = paths::typed(typed);
        if path.is_empty() {
            return writeln!(self.out, "Which file? `save FILE.pgn`");
        }
        if Path::new(&path).is_dir() {
            return writeln!(self.out, "{} is a folder. Which file? `save FILE.pgn`", one_line(&path));
        }
        let file = if replace { File::create(&path) } else { File::create_new(&path) };
        let path = one_line(&path);
        // An error does not end the game.
        match file.and_then(|mut file| file.write_all(self.pgn().as_bytes())) {
            Ok(()) => writeln!(self.out, "Saved as {path}."),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.out, "{path} exists: `save! {path}` replaces it.")
            }
            Err(error) => writeln!(self.out, "{path}: {error}"),
        }
    }
}
