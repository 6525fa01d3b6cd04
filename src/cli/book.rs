//! `temper book`: makes opening books from games, and shows them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use super::files;
use super::position_arg::after_moves;
use super::reading::{exit_code, report_notes};
use temperament_engine::board::{Color, Game, Position, notation};
use temperament_engine::book::{Book, BookBuilder, BookReader};
use temperament_engine::escape::one_line;
use temperament_engine::input::{self, Text};
use temperament_matches::arena::pgn_reader::{Notes, PgnGame, PgnReader};

/// Maximum size of a book or file of games, in bytes.
const MAX_BYTES: u64 = 4 << 30;
/// Ending of the name of a book in Polyglot's format.
const POLYGLOT: &str = "bin";

/// `temper book`.
#[derive(Debug, clap::Subcommand)]
pub enum BookCommand {
    /// Count the opening moves of games and write them as a book
    Make(MakeArgs),
    /// Show the moves of a book in a position
    Show(ShowArgs),
}

/// Arguments of `temper book make`.
#[derive(Debug, clap::Args)]
pub struct MakeArgs {
    /// PGN files
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,
    /// Count only the moves of this player, as named in the tags White and Black (default: those of both sides)
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Plies of each game
    #[arg(long, value_name = "N", default_value_t = 16)]
    plies: usize,
    /// Leave out moves played less often
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// The book: Polyglot's format if the name ends with .bin, a section of a profile if it ends with .toml
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// Arguments of `temper book show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// A book in Polyglot's format
    book: PathBuf,
    /// Moves from the initial position: "e4 e5 Nf3"
    #[arg(long, default_value = "", conflicts_with = "fen")]
    moves: String,
    /// Show the moves of this position
    #[arg(long)]
    fen: Option<String>,
}

pub fn run(command: BookCommand) -> anyhow::Result<ExitCode> {
    match command {
        BookCommand::Make(args) => make(&args),
        BookCommand::Show(args) => show(&args).map(|()| ExitCode::SUCCESS),
    }
}

/// The opening moves of games, counted.
struct Counts<'a> {
    args: &'a MakeArgs,
    book: BookBuilder,
    /// How often each line was played by the player with White and with Black.
    lines: [BTreeMap<String, u64>; 2],
    games: usize,
}

fn make(args: &MakeArgs) -> anyhow::Result<ExitCode> {
    let ending = args.out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ensure!(
        [POLYGLOT, "toml"].contains(&ending),
        "{}: the name of a book ends with .bin (Polyglot) or .toml (lines for a profile)",
        args.out.display()
    );
    files::check_can_create(&args.out, args.force)?;
    let mut counts = Counts { args, book: BookBuilder::default(), lines: Default::default(), games: 0 };
    let mut all_read = true;
    for path in &args.games {
        let file = Text::read(path, MAX_BYTES).with_context(|| path.display().to_string())?;
        let mut notes = Notes::default();
        for game in PgnReader::new(&file.text, 1, Some(args.plies)) {
            match game {
                Ok(game) => {
                    notes.extend(&game.notes);
                    counts.add(&game);
                }
                Err(fault) => {
                    complain!("{}:{}: {}; the game is left out", path.display(), fault.line, fault.message);
                    all_read = false;
                }
            }
        }
        report_notes(path, &notes);
    }
    let Counts { book, lines, games, .. } = counts;
    if games == 0 {
        match &args.player {
            Some(player) => bail!("no game has `{}` as White or Black", one_line(player)),
            None => bail!("there are no games with moves"),
        }
    }
    let book = book.build(args.min_games);
    let contents = if ending == POLYGLOT { book.to_bytes() } else { section(args, &lines).into_bytes() };
    files::save(&args.out, contents, args.force)?;
    let (moves, positions) = (book.entries().len(), positions(&book));
    let out = args.out.display();
    writeln!(io::stdout(), "{out}: {moves} moves in {positions} positions, from {games} games")?;
    Ok(exit_code(all_read))
}

impl Counts<'_> {
    fn add(&mut self, read: &PgnGame) {
        let is_of = |side: Color| match (&self.args.player, read.player(side)) {
            (None, _) => true,
            (Some(wanted), Some(name)) => name.trim().eq_ignore_ascii_case(wanted.trim()),
            (Some(_), None) => false,
        };
        let sides = [Color::White, Color::Black].map(is_of);
        if read.game.moves().is_empty() || sides == [false; 2] {
            return;
        }
        self.games += 1;
        self.book.add_game(&read.game, self.args.plies, 1, |position| sides[position.stm() as usize]);
        if read.has_fen {
            return;
        }
        let line = notation::san_line(read.game.start(), read.game.moves());
        for (lines, _) in self.lines.iter_mut().zip(sides).filter(|(_, is_of)| *is_of) {
            *lines.entry(line.clone()).or_default() += 1;
        }
    }
}

/// The section `[book]` of a profile with lines for both colours.
fn section(args: &MakeArgs, lines: &[BTreeMap<String, u64>; 2]) -> String {
    let mut text = "[book]\n".to_owned();
    for (key, lines) in ["white", "black"].into_iter().zip(lines) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key} = [");
        for (line, count) in lines.iter().filter(|(_, count)| **count >= args.min_games) {
            let weight = if *count == 1 { String::new() } else { format!("{count} * ") };
            let _ = writeln!(text, "    \"{weight}{line}\",");
        }
        text += "]\n";
    }
    text
}

fn positions(book: &Book) -> usize {
    book.entries().chunk_by(|a, b| a.key == b.key).count()
}

fn show(args: &ShowArgs) -> anyhow::Result<()> {
    let book = read(&args.book)?;
    let position = position(args)?;
    let moves = book.moves(&position);
    let mut out = io::stdout().lock();
    let (entries, places) = (book.entries().len(), positions(&book));
    writeln!(out, "{}: {entries} moves in {places} positions", args.book.display())?;
    if moves.is_empty() {
        return Ok(writeln!(out, "The position is not in the book.")?);
    }
    let total: f64 = moves.iter().map(|known| f64::from(known.weight)).sum();
    writeln!(out, "\n  move     weight  share")?;
    for known in moves {
        let san = notation::san(&position, known.mv);
        let share = 100.0 * f64::from(known.weight) / total;
        writeln!(out, "  {san:8} {:6} {share:5.1} %", known.weight)?;
    }
    Ok(())
}

/// Reads a book in Polyglot's format.
fn read(path: &Path) -> anyhow::Result<Book> {
    let mut reader = BookReader::default();
    let read = input::read_pieces(path, MAX_BYTES, |piece| reader.add(piece));
    read.with_context(|| path.display().to_string())?;
    reader.finish().with_context(|| path.display().to_string())
}

fn position(args: &ShowArgs) -> anyhow::Result<Position> {
    if let Some(fen) = &args.fen {
        return super::fens::argument(fen, None);
    }
    after_moves(Game::new(Position::startpos()), &args.moves).map(|game| game.position().clone())
}
