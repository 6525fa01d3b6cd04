//! The journal of a match: a file to which each finished game is added at once, so that whatever happens to the program
//! nothing but the games under way is lost.
//!
//! JSON, one object a line: what the match is, then the games in the order in which they ended. A last line that was
//! being written when the program was killed has no end and does not count.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::fnv::Fnv;
use super::play::{Failure, Record};
use super::player::{Source, StoredScore, Thought};
use super::runner::{Match, Played};
use super::verdict::Verdict;
use crate::board::{Color, Game, notation};
use crate::engine::Score;

/// What the first line says of the kind of file.
const FORMAT: &str = "temper match";
/// And of its version; it changes when older programs would misread the lines.
const VERSION: u32 = 1;

/// The first line: what a match is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u32,
    /// The version of the program that began the match.
    program: String,
    /// When it began: `YYYY.MM.DD`.
    pub date: String,
    /// The number of games that were asked for.
    pub games: usize,
    /// Whatever is needed to set the match up again.
    pub options: serde_json::Value,
    contenders: Vec<Identity>,
    /// [`super::Suite::id`], in hexadecimal digits.
    openings: String,
}

/// What must not change of a contender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    name: String,
    #[serde(flatten)]
    source: SourceIdentity,
    limit: String,
}

/// What a contender plays from, as files have it: what must not change when a match is resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceIdentity {
    /// A profile.
    Profile {
        /// Its name.
        profile: String,
        /// A hash of all its values, as hexadecimal digits.
        id: String,
    },
    /// Another program.
    External {
        /// What it calls itself.
        engine: String,
        /// The command that starts it.
        command: String,
        /// The options that were given to it.
        options: String,
    },
}

/// A game.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// A hash of the first line of its journal; journals of the first versions have none.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    header: Option<String>,
    /// Its number, from 1.
    game: usize,
    white: String,
    black: String,
    /// Where the opening begins.
    fen: String,
    /// The moves of the opening.
    opening: Vec<String>,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<FailureLine>,
    moves: Vec<MoveLine>,
}

/// Who has failed.
#[derive(Debug, Serialize, Deserialize)]
struct FailureLine {
    is_white: bool,
    what: String,
}

/// A move after the opening.
#[derive(Debug, Serialize, Deserialize)]
struct MoveLine {
    #[serde(rename = "move")]
    mv: String,
    /// `{"cp":31}` or `{"mate":-4}` beside the others; neither if there is no score.
    #[serde(flatten)]
    score: Option<StoredScore>,
    depth: u32,
    nodes: u64,
    /// Microseconds.
    us: u64,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Somebody else is adding games to it.
    #[error("{}: another temper is writing this journal", .0.display())]
    InUse(PathBuf),
    /// There is a file already.
    #[error("{} exists; --resume goes on with it, --force overwrites it", .0.display())]
    Exists(PathBuf),
    /// A line of it is none of a journal.
    #[error("{}:{line}: {message}", .path.display())]
    Fault {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The openings are not those of the match.
    #[error("{}: the openings have changed since; its games cannot be read without those it began with", .0.display())]
    Openings(PathBuf),
    /// The match of the journal is not the one that would be played now.
    #[error("{}: {what}; this match cannot be resumed", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is different.
        what: String,
    },
}

/// A journal, open for more games and closed to everybody else who would add any.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// What its lines say of the match they are of.
    id: String,
}

/// What a journal says.
#[derive(Debug)]
pub struct Stored {
    /// The first line.
    pub header: Header,
    path: PathBuf,
    /// What the lines of its match say of it.
    id: String,
    /// The lines after it, with their numbers.
    lines: Vec<(usize, Line)>,
    /// Bytes up to the end of the last whole line.
    length: u64,
}

impl Header {
    /// The header of a match that begins now.
    pub fn new(plan: &Match, date: String, options: serde_json::Value) -> Self {
        let identities = plan.contenders.iter().map(|contender| Identity {
            name: contender.name.clone(),
            source: SourceIdentity::new(&contender.source),
            limit: contender.limit.to_string(),
        });
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            date,
            games: plan.schedule.games(),
            options,
            contenders: identities.collect(),
            openings: openings_id(plan),
        }
    }

    /// What of a match as it would be played now is not as it was; `None` if all is.
    fn difference(&self, plan: &Match) -> Option<String> {
        let now = Self::new(plan, self.date.clone(), self.options.clone());
        if self.program != now.program {
            let (then, now) = (&self.program, &now.program);
            return Some(format!("it was begun by version {then}, this is {now}"));
        }
        let pairs = self.contenders.iter().zip(&now.contenders);
        let changed = pairs.into_iter().find(|(then, now)| then != now);
        changed.map(|(then, now)| {
            format!(
                "{} was {}, {}, and is now {}, {}",
                then.name, then.source, then.limit, now.source, now.limit
            )
        })
    }
}

impl SourceIdentity {
    /// That of a source.
    pub fn new(source: &Source) -> Self {
        match source {
            Source::Profile(profile) => Self::Profile {
                profile: profile.name().to_owned(),
                id: format!("{:016x}", profile.id()),
            },
            Source::External(engine) => Self::External {
                engine: engine.name(),
                command: engine.command(),
                options: engine.options(),
            },
            Source::Told(identity) => identity.clone(),
        }
    }
}

impl fmt::Display for SourceIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile { profile, id } => write!(f, "profile {profile} (id {id})"),
            Self::External {
                engine,
                command,
                options,
            } => write!(f, "engine {engine} (uci:{command}, options `{options}`)"),
        }
    }
}

impl Journal {
    /// Begins a journal, in place of a file that exists only if forced.
    ///
    /// # Errors
    /// See [`JournalError`]. A file in which somebody else writes stays as it is.
    pub fn create(path: &Path, header: &Header, force: bool) -> Result<Self, JournalError> {
        let mut how = OpenOptions::new();
        how.write(true);
        match force {
            // It is emptied when nobody else can be writing in it.
            true => how.create(true).truncate(false),
            false => how.create_new(true),
        };
        let file = how.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => failed(path)(error),
        })?;
        if lock(&file, path)? {
            file.set_len(0).map_err(failed(path))?;
        }
        let first = serde_json::to_string(header).map_err(|error| failed(path)(error.into()))?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            id: id(&first),
        };
        journal.append(first)?;
        Ok(journal)
    }

    /// Opens a journal to go on with, which [`Self::resume`] does.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(path: &Path) -> Result<(Self, Stored), JournalError> {
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(failed(path))?;
        // Before it is read, for who has it now may add to it.
        lock(&file, path)?;
        let stored = Stored::parse(path, &file)?;
        let journal = Self {
            path: path.to_owned(),
            file,
            id: stored.id.clone(),
        };
        Ok((journal, stored))
    }

    /// The games that it has, for the match as it would be played now. What was being written when the program was
    /// killed is taken away.
    ///
    /// # Errors
    /// If that is another match, or a line no game of it, or see [`JournalError`].
    pub fn resume(&self, stored: Stored, plan: &Match) -> Result<Vec<Played>, JournalError> {
        if let Some(what) = stored.header.difference(plan) {
            let path = stored.path;
            return Err(JournalError::Changed { path, what });
        }
        let length = stored.length;
        let games = stored.games(plan)?;
        self.file.set_len(length).map_err(failed(&self.path))?;
        Ok(games)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// [`JournalError::Io`] if it cannot be written.
    pub fn add(&mut self, plan: &Match, played: &Played) -> Result<(), JournalError> {
        let line = Line::new(plan, played, self.id.clone());
        let text = serde_json::to_string(&line).map_err(|error| failed(&self.path)(error.into()))?;
        self.append(text)
    }

    /// One line in one piece.
    fn append(&mut self, mut text: String) -> Result<(), JournalError> {
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        written.map_err(failed(&self.path))
    }
}

impl Stored {
    /// Reads a journal, also while games are added to it.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::parse(path, &File::open(path).map_err(failed(path))?)
    }

    fn parse(path: &Path, mut file: &File) -> Result<Self, JournalError> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed(path))?;
        bytes.truncate(
            bytes
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1),
        );
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = (1..).zip(text.lines().map(str::to_owned));
        let none = "this is no journal of a match";
        let (_, first) = lines.next().ok_or_else(|| fault(path, 1, none))?;
        let header: Header =
            serde_json::from_str(&first).map_err(|error| fault(path, 1, format!("{none}: {error}")))?;
        if header.format != FORMAT || header.version != VERSION {
            let kind = format!("{} version {}", header.format, header.version);
            let message = format!("expected `{FORMAT}` version {VERSION}, found `{kind}`");
            return Err(fault(path, 1, message));
        }
        let line = |(number, text): (usize, String)| {
            let line = serde_json::from_str(&text).map_err(|error| fault(path, number, error.to_string()))?;
            Ok((number, line))
        };
        Ok(Self {
            header,
            path: path.to_owned(),
            id: id(&first),
            lines: lines.map(line).collect::<Result<_, _>>()?,
            length: bytes.len() as u64,
        })
    }

    /// The highest number of a game, from 1; 0 if there is none.
    pub fn last_game(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.game).max().unwrap_or(0)
    }

    /// Those who play, as they were when the match began: name and source.
    pub fn contenders(&self) -> impl Iterator<Item = (&str, &SourceIdentity)> {
        let identities = self.header.contenders.iter();
        identities.map(|identity| (identity.name.as_str(), &identity.source))
    }

    /// The games, of a match with these openings and players of these names. A game that is there twice, with the same
    /// moves, is one.
    ///
    /// # Errors
    /// If the openings are others, or a line is no game of the match.
    pub fn games(self, plan: &Match) -> Result<Vec<Played>, JournalError> {
        let Self {
            header,
            path,
            id,
            lines,
            ..
        } = self;
        if header.openings != openings_id(plan) {
            return Err(JournalError::Openings(path));
        }
        let mut games: BTreeMap<usize, Played> = BTreeMap::new();
        for (number, line) in lines {
            let played = match line.header.as_ref().is_none_or(|of| *of == id) {
                true => line.played(plan),
                false => Err("this game is of another match".to_owned()),
            };
            let played = played.map_err(|message| fault(&path, number, message))?;
            match games.entry(played.slot.game) {
                Entry::Vacant(place) => {
                    place.insert(played);
                }
                Entry::Occupied(other) if other.get().is_same(&played) => {}
                Entry::Occupied(_) => {
                    let game = played.slot.game + 1;
                    let message = format!("game {game} is there twice, and not the same");
                    return Err(fault(&path, number, message));
                }
            }
        }
        Ok(games.into_values().collect())
    }
}

impl Line {
    fn new(plan: &Match, played: &Played, header: String) -> Self {
        let chess960 = plan.suite.is_chess960();
        let record = &played.record;
        let game = record.game();
        let mut moves = game
            .played()
            .map(|(position, mv)| notation::uci(position, mv, chess960));
        let opening = moves.by_ref().take(record.opening_plies()).collect();
        let [white, black] = played
            .slot
            .players
            .map(|player| plan.contenders[player].name.clone());
        Self {
            header: Some(header),
            game: played.slot.game + 1,
            white,
            black,
            fen: record.start.fen(chess960),
            opening,
            verdict: record.verdict,
            failure: record.failure.as_ref().map(|failure| FailureLine {
                is_white: failure.side == Color::White,
                what: failure.what.clone(),
            }),
            moves: moves
                .zip(&record.thoughts)
                .map(|(mv, thought)| MoveLine::new(mv, thought))
                .collect(),
        }
    }

    /// The game, if it is one of the match; else what is wrong.
    fn played(self, plan: &Match) -> Result<Played, String> {
        let number = self.game;
        let of = plan.schedule.games();
        if !(1..=of).contains(&number) {
            return Err(format!("there is no game {number} in a match of {of}"));
        }
        let slot = plan.schedule.slot(number - 1);
        let names = slot.players.map(|player| &plan.contenders[player].name);
        if names != [&self.white, &self.black] {
            let [white, black] = names;
            return Err(format!("game {number} is between {white} and {black}"));
        }
        let opening = &plan.suite.openings()[slot.opening];
        let mut game = Game::new(opening.start().clone());
        let later = self.moves.iter().map(|line| &line.mv);
        for text in self.opening.iter().chain(later) {
            let mv = notation::parse_uci(game.position(), text);
            if !mv.is_some_and(|mv| game.play(mv)) {
                return Err(format!("{text} is not a legal move of {}", game.position()));
            }
        }
        if !game.moves().starts_with(opening.moves())
            || self.opening.len() != opening.moves().len()
            || self.fen != opening.start().fen(plan.suite.is_chess960())
        {
            return Err(format!("game {number} has another opening"));
        }
        self.verdict
            .check(&game)
            .map_err(|what| format!("game {number}: {what}"))?;
        let record = Record {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            thoughts: self.moves.iter().map(MoveLine::thought).collect(),
            verdict: self.verdict,
            failure: self.failure.map(FailureLine::failure),
        };
        Ok(Played { slot, record })
    }
}

impl FailureLine {
    fn failure(self) -> Failure {
        Failure {
            side: match self.is_white {
                true => Color::White,
                false => Color::Black,
            },
            what: self.what,
            last_words: Vec::new(),
        }
    }
}

impl MoveLine {
    fn new(mv: String, thought: &Thought) -> Self {
        Self {
            mv,
            score: thought.score.map(StoredScore::from),
            depth: thought.depth,
            nodes: thought.nodes,
            us: u64::try_from(thought.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    fn thought(&self) -> Thought {
        Thought {
            score: self.score.map(Score::from),
            depth: self.depth,
            nodes: self.nodes,
            time: Duration::from_micros(self.us),
        }
    }
}

/// Keeps everybody else who locks a file out of it until it is closed. What is no file, a device such as `/dev/null`,
/// has nothing to be kept: then the answer is no.
fn lock(file: &File, path: &Path) -> Result<bool, JournalError> {
    if !file.metadata().map_err(failed(path))?.is_file() {
        return Ok(false);
    }
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        // A file system without locks is no reason to have no journal.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(failed(path)(error)),
    }
}

/// What stands for a match: a hash of the first line of its journal.
fn id(first_line: &str) -> String {
    let mut id = Fnv::default();
    id.add(first_line.as_bytes());
    format!("{:016x}", id.value())
}

fn openings_id(plan: &Match) -> String {
    format!("{:016x}", plan.suite.id())
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    |error| JournalError::Io { path, error }
}

fn fault(path: &Path, line: usize, message: impl Into<String>) -> JournalError {
    JournalError::Fault {
        path: path.to_owned(),
        line,
        message: message.into(),
    }
}
