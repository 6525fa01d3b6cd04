//! `temper play` on a terminal, with its line editor; the pager.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use crate::common::{TEMPER, write_file};

/// Timeout for output; far more than needed, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";
const BACKSPACE: &str = "\u{7f}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";

/// End of the prompt with the cursor in the third column; the line editor now reads keys.
const PROMPT: &str = "> \r\u{1b}[2C";

/// A pseudoterminal on which the program runs.
struct Screen {
    keyboard: File,
    /// The program's end, to query the terminal mode.
    terminal: File,
    child: Child,
    output: Receiver<Vec<u8>>,
    text: String,
    /// Length of the text already consumed by `until`.
    seen: usize,
}

impl Screen {
    /// Starts a game and waits for the first prompt.
    fn start(args: &[&str]) -> Self {
        let mut screen = Self::open(args, "C");
        screen.until(PROMPT);
        screen
    }

    /// Starts a game in a locale.
    fn open(args: &[&str], locale: &str) -> Self {
        let mut command = Command::new(TEMPER);
        command.arg("play").args(args).env("LC_ALL", locale);
        Self::run(command)
    }

    /// Runs a command.
    fn run(mut command: Command) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let mut options = File::options();
        let terminal = options.read(true).write(true).open(name.to_str().unwrap()).unwrap();
        let clone = || terminal.try_clone().unwrap();
        command.env("TERM", "xterm").env_remove("NO_COLOR");
        command.stdin(clone()).stdout(clone()).stderr(clone());
        let child = command.spawn().unwrap();
        // `command` keeps the terminal open.
        drop(command);
        let keyboard = File::from(master);
        let mut reader = keyboard.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            // On Linux, reading a closed terminal is an error.
            while let Some(count) = reader.read(&mut part).ok().filter(|count| *count > 0) {
                if sender.send(part[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { keyboard, terminal, child, output, text: String::new(), seen: 0 }
    }

    fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keyboard.write_all(keys.as_ref()).unwrap();
    }

    /// Waits for `wanted` in the output after the previous match.
    fn until(&mut self, wanted: &str) {
        loop {
            if let Some(at) = self.text[self.seen..].find(wanted) {
                self.seen += at + wanted.len();
                return;
            }
            let part = self.output.recv_timeout(PATIENCE);
            let part =
                part.unwrap_or_else(|error| panic!("waiting for {wanted:?}: {error}: {:?}", self.text));
            self.text += &String::from_utf8_lossy(&part);
        }
    }

    /// Whether the terminal is in its initial mode, with echo and line buffering.
    fn is_restored(&self) -> bool {
        let usual = LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG;
        tcgetattr(&self.terminal).unwrap().local_modes.contains(usual)
    }

    /// Waits for the program to exit.
    fn end(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn keys_edit_the_line_and_recall_earlier_ones() {
    let mut screen = Screen::start(&["--depth", "1"]);
    assert!(!screen.is_restored(), "the line editor reads keys");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    screen.press(format!("fn{LEFT}e\r"));
    screen.until(start);
    screen.until(PROMPT);
    screen.press(format!("{UP}\r"));
    screen.until(start);
    screen.until(PROMPT);
    // Backspace deletes whole two-byte characters.
    screen.press(format!("Nüü{BACKSPACE}{BACKSPACE}f3\r"));
    screen.until("Temperament plays ");
    screen.until(PROMPT);
    // Ctrl-U clears a line that spans several rows.
    screen.press(format!("{}\u{15}undo\r", "x".repeat(300)));
    screen.until("White to move.");
    screen.until(PROMPT);
    screen.press(CTRL_D);
    screen.until("Goodbye.");
    assert!(screen.end().success());
    assert!(screen.is_restored());
    assert!(!screen.text.contains("neither a legal move"), "{:?}", screen.text);
    assert!(!screen.text.contains("^["), "{:?}", screen.text);
}

#[test]
fn bytes_that_are_not_utf8_do_not_end_the_game() {
    let mut screen = Screen::start(&["--depth", "1"]);
    screen.press(b"\xFF\xFE\r");
    screen.until("neither a legal move nor a command");
    screen.until(PROMPT);
    screen.press("quit\r");
    assert!(screen.end().success());
    assert!(screen.is_restored());
}

#[test]
fn keys_pressed_while_the_engine_thinks_are_kept_for_the_prompt() {
    let mut screen = Screen::start(&["--movetime", "1500"]);
    // Input after the line end is for the next prompt.
    screen.press("fen\re4\r");
    screen.until("e4\r\n");
    thread::sleep(Duration::from_millis(300));
    screen.press(format!("{UP}{UP}\r"));
    screen.until("Temperament plays ");
    screen.until(" 2\r\n");
    // Between prompts the terminal itself would take the key, and nobody would see it.
    screen.until(PROMPT);
    screen.press(CTRL_D);
    screen.until("Goodbye.");
    assert!(screen.end().success());
    assert!(!screen.text.contains("^["), "{:?}", screen.text);
}

#[test]
fn an_interrupt_at_the_prompt_prints_the_game_and_leaves_the_terminal_as_it_was() {
    let mut screen = Screen::start(&["--depth", "1"]);
    screen.press(format!("d4\r{CTRL_C}"));
    screen.until("Interrupted. The game so far:");
    assert_eq!(screen.end().code(), Some(130));
    assert!(screen.is_restored());
    screen.until("\n1. d4 ");

    let mut screen = Screen::start(&["--depth", "1"]);
    let id = screen.child.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(killed.success());
    assert_eq!(screen.end().code(), Some(130));
    assert!(screen.is_restored());
}

#[test]
fn a_terminal_gets_colours_symbols_and_the_last_move() {
    let mut screen = Screen::open(&["--depth", "1"], "en_GB.UTF-8");
    screen.until("\u{1b}[38;5;16;48;5;108m ♜ ");
    screen.until(PROMPT);
    assert!(!screen.text.contains("48;5;136m") && !screen.text.contains("48;5;94m"), "{:?}", screen.text);
    screen.press("e4\r");
    // A move starts and ends on marked squares, of which one is empty.
    screen.until("Temperament plays ");
    screen.until(PROMPT);
    assert!(screen.text.contains("48;5;136m") || screen.text.contains("48;5;94m"), "{:?}", screen.text);
    screen.press("quit\r");
    assert!(screen.end().success());

    let mut screen = Screen::start(&["--depth", "1", "--color", "never"]);
    screen.press("e4\r");
    screen.until("Temperament plays ");
    screen.until(" * ");
    screen.until(PROMPT);
    assert!(!screen.text.contains("48;5;") && !screen.text.contains('♜'), "{:?}", screen.text);
}

#[test]
fn a_finished_game_can_be_saved_when_it_ends() {
    let file = write_file("play-offer", "game.pgn", "");
    std::fs::remove_file(&file).unwrap();
    let question = "To save the game, type a file name (Enter: do not save) > ";
    let ready = "\u{1b}[58C";
    let mut screen = Screen::start(&["--depth", "1"]);
    screen.press("resign\r");
    screen.until(PROMPT);
    assert!(!screen.text.contains(question), "there is nothing to save: {:?}", screen.text);
    screen.press("undo\r");
    screen.until(PROMPT);
    screen.press("e4\r");
    screen.until("Temperament plays ");
    screen.until(PROMPT);
    screen.press("resign\r");
    screen.until("0-1 (White resigned)");
    screen.until(question);
    screen.until(ready);
    screen.press(format!("{}\r", file.display()));
    screen.until("Saved as ");
    screen.until(PROMPT);
    screen.press("undo\r");
    screen.until(PROMPT);
    screen.press("resign\r");
    screen.until(question);
    screen.until(ready);
    screen.press("quit\r");
    screen.until("Goodbye.");
    assert!(screen.end().success());
    let pgn = std::fs::read_to_string(&file).unwrap();
    assert!(pgn.contains("[Black \"temperament\"]\n[Result \"0-1\"]"), "{pgn}");
}

#[test]
fn a_fallen_flag_is_announced_while_the_player_thinks() {
    let mut screen = Screen::open(&["--tc", "1s"], "C");
    screen.until("White 0:01.0  Black 0:01.0 > ");
    screen.until("Your flag has fallen: press Enter.");
    screen.press("e4\r");
    screen.until("0-1 (White ran out of time)");
    screen.until(PROMPT);
    screen.press("quit\r");
    assert!(screen.end().success());
    assert!(screen.is_restored());
}

#[test]
fn the_sign_of_thinking_is_erased() {
    let mut screen = Screen::start(&["--movetime", "500"]);
    screen.press("e4\r");
    screen.until("Thinking...");
    screen.until("\u{1b}[2K");
    screen.until("Temperament plays ");
    screen.until(PROMPT);
    let reply = screen.text.split("Temperament plays ").nth(1).unwrap();
    assert!(!reply.contains("Thinking"), "{:?}", screen.text);
    screen.press("quit\r");
    assert!(screen.end().success());
}

#[test]
fn the_reference_goes_through_the_pager() {
    let reference = |pager: &str| {
        let mut command = Command::new(TEMPER);
        command.args(["profile", "reference", "king.mop_up"]).env("PAGER", pager);
        Screen::run(command)
    };
    let mut screen = reference("sed s/^/paged:/");
    screen.until("paged:### `king.mop_up");
    assert!(screen.end().success());
    // Without a pager it is printed.
    for pager in ["", "there-is-no-such-program"] {
        let mut screen = reference(pager);
        screen.until("### `king.mop_up");
        assert!(screen.end().success() && !screen.text.contains("paged:"));
    }
}
