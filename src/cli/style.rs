//! `temper style`: the style of a player, from its games in PGN files.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use serde_json::json;

use crate::cli::load::live;
use crate::cli::reading::{exit_code, report_notes};
use crate::cli::stdout::{columns, text_out};
use crate::cli::style_table;
use temperament_engine::board::{COLORS, Color};
use temperament_engine::escape::{self, one_line};
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::input::Text;
use temperament_engine::profile::Library;
use temperament_engine::spelling::nearest;
use temperament_matches::arena::pgn_reader::Notes;
use temperament_matches::arena::{PgnGame, PgnReader};
use temperament_matches::setup::FileArg;
use temperament_matches::stats::{Sample, holm};
use temperament_matches::style::likeness::SAMPLES;
use temperament_matches::style::{
    Comparison, LEVEL, Likeness, MEASURES, Reference, StyleComparer, StyleGame, characters,
};

/// Maximum size of a PGN file.
const MAX_BYTES: u64 = 4 << 30;
/// Number of characters printed, nearest first.
const SHOWN: usize = 4;
/// Name of opponents of different names.
const OPPONENTS: &str = "opponents";

/// Arguments of `temper style`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games in PGN
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// The player, as in the tags White and Black
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Compare with another player of these games, or with a shipped character
    #[arg(long, value_name = "NAME", conflicts_with = "csv")]
    against: Option<String>,
    /// Measure by the custom terms of this profile, too (may be given twice)
    #[arg(long, value_name = "NAME|PATH")]
    profile: Vec<FileArg>,
    /// Leave out this many plies at the start of each game; moves with the comment `book` never count
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip_plies: usize,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the differences from the opponents as lines of a table of characters
    #[arg(long, hide = true)]
    csv: bool,
}

/// Runs the command. The exit code is 1 if a game could not be read.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    ensure!(args.profile.len() <= 2, "--profile can be given twice at most");
    let reloaders: Vec<_> =
        args.profile.iter().map(|name| live(library, name)).collect::<anyhow::Result<_>>()?;
    let terms = [0, 1].map(|number| {
        let weights = reloaders.get(number).map(|one| one.compiled().neutral());
        weights.and_then(|weights| weights.custom_terms())
    });
    let mut players = vec![Player::new(&args.player, terms)];
    players.extend(args.against.as_deref().map(|name| Player::new(name, terms)));
    let mut all_read = true;
    for path in &args.games {
        let file = Text::read(path, MAX_BYTES).with_context(|| path.display().to_string())?;
        let mut notes = Notes::default();
        for game in PgnReader::new(&file.text, 1, None) {
            match game {
                Ok(game) => {
                    notes.extend(&game.notes);
                    players.iter_mut().for_each(|player| player.add(&game, args.skip_plies));
                }
                Err(fault) => {
                    complain!("{}:{}: {}; the game is left out", path.display(), fault.line, fault.message);
                    all_read = false;
                }
            }
        }
        report_notes(path, &notes);
        players.iter_mut().for_each(Player::end_file);
    }
    let player = &players[0];
    ensure!(player.games() > 0, "no finished game has `{}` as White or Black", one_line(&args.player));
    let other = players.get(1).map(reference).transpose()?;
    let mut out = text_out();
    if args.csv {
        write!(out, "{}", Reference::new(&player.name, &player.comparer).csv())?;
    } else if args.json {
        writeln!(out, "{}", json(player, other.as_ref())?)?;
    } else {
        write(&mut out, player, other.as_ref())?;
    }
    Ok(exit_code(all_read))
}

/// A player and its games.
struct Player {
    name: String,
    /// Opponents are the first participant, the player is the second.
    comparer: StyleComparer,
    /// A game that may be the first one of a pair.
    first: Option<Found>,
    /// Different names of the opponents.
    opponents: BTreeSet<String>,
    /// Number of pairs of games, and of single games.
    pairs: usize,
    singles: usize,
    /// Number of games without a result or without moves.
    unfinished: usize,
}

/// A game of a player.
struct Found {
    game: StyleGame,
    side: Color,
    opponent: String,
    round: Option<(u32, u32)>,
}

impl Found {
    /// Returns `true` if this game and the next one are a pair of a match: rounds `N.1` and `N.2` with colours reversed.
    fn is_pair(&self, next: &Self) -> bool {
        let are_rounds = matches!((self.round, next.round), (Some((a, 1)), Some((b, 2))) if a == b);
        are_rounds && self.side != next.side && self.opponent == next.opponent
    }

    /// The game with the participants that have White and Black.
    fn measured(self) -> (StyleGame, [Option<usize>; 2]) {
        (self.game, COLORS.map(|side| Some(usize::from(side == self.side))))
    }
}

impl Player {
    fn new(name: &str, terms: [Option<&CustomWeights>; 2]) -> Self {
        Self {
            name: name.trim().to_owned(),
            comparer: StyleComparer::new([0, 1], terms),
            first: None,
            opponents: BTreeSet::new(),
            pairs: 0,
            singles: 0,
            unfinished: 0,
        }
    }

    fn games(&self) -> usize {
        2 * self.pairs + self.singles
    }

    /// Adds a game if exactly one side is the player.
    fn add(&mut self, read: &PgnGame, skip_plies: usize) {
        let is_own = |side: &Color| {
            read.player(*side).is_some_and(|name| name.trim().eq_ignore_ascii_case(&self.name))
        };
        let own: Vec<Color> = COLORS.into_iter().filter(is_own).collect();
        let &[side] = own.as_slice() else { return };
        let Some(game) = StyleGame::from_pgn(read, skip_plies) else {
            self.unfinished += 1;
            return;
        };
        let opponent = read.player(!side).unwrap_or("?").trim().to_owned();
        let round = read.tag("Round").and_then(|round| round.split_once('.'));
        let round = round.and_then(|(pair, game)| Some((pair.parse().ok()?, game.parse().ok()?)));
        let found = Found { game, side, opponent, round };
        self.opponents.insert(found.opponent.clone());
        match self.first.take() {
            Some(first) if first.is_pair(&found) => {
                self.pairs += 1;
                self.comparer.add_games(&[first.measured(), found.measured()]);
            }
            first => {
                self.add_single(first);
                self.first = Some(found);
            }
        }
    }

    fn add_single(&mut self, game: Option<Found>) {
        if let Some(game) = game {
            self.singles += 1;
            self.comparer.add_games(&[game.measured()]);
        }
    }

    /// Ends a file, in which the last game may have no second one.
    fn end_file(&mut self) {
        let last = self.first.take();
        self.add_single(last);
    }

    /// Name of the opponents.
    fn opponent(&self) -> &str {
        match self.opponents.first() {
            Some(only) if self.opponents.len() == 1 => only,
            _ => OPPONENTS,
        }
    }

    fn comparison(&self) -> Comparison {
        self.comparer.comparison([self.opponent(), &self.name])
    }

    /// Size of the sample in words.
    fn sample(&self) -> String {
        match (self.pairs, self.singles) {
            (pairs, 0) => format!("pairs of games: {pairs}"),
            (0, singles) => format!("games: {singles}"),
            (pairs, singles) => format!("pairs of games: {pairs}, single games: {singles}"),
        }
    }
}

/// The reference of another player: from its games, or that of a shipped character.
fn reference(other: &Player) -> anyhow::Result<Reference> {
    if other.games() > 0 {
        return Ok(Reference::new(&other.name, &other.comparer));
    }
    let characters = characters();
    if let Some(found) = characters.iter().find(|one| one.name.eq_ignore_ascii_case(&other.name)) {
        return Ok(found.clone());
    }
    let names = || characters.iter().map(|one| one.name.as_str());
    let hint = match nearest(&other.name, names()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("characters are {}", names().collect::<Vec<_>>().join(", ")),
    };
    bail!(
        "--against: no game has `{}` as White or Black, and no character has this name: {hint}",
        one_line(&other.name)
    )
}

/// Player minus another player, where both differences from the opponents are known.
struct Contrast {
    key: String,
    title: String,
    samples: [Sample; 2],
    difference: f64,
    error: f64,
    p_corrected: f64,
}

fn contrasts(player: &Reference, other: &Reference) -> Vec<Contrast> {
    let both = MEASURES.iter().filter_map(|measure| {
        let samples = [player, other].map(|one| one.differences.get(&*measure.key).copied());
        let (difference, error, p_corrected) = samples[0]?.minus(&samples[1]?);
        let (key, title) = (measure.key.to_string(), measure.title.to_string());
        Some(Contrast { key, title, samples: [samples[0]?, samples[1]?], difference, error, p_corrected })
    });
    let mut contrasts: Vec<Contrast> = both.collect();
    let p: Vec<f64> = contrasts.iter().map(|contrast| contrast.p_corrected).collect();
    for (contrast, corrected) in contrasts.iter_mut().zip(holm(&p)) {
        contrast.p_corrected = corrected;
    }
    contrasts
}

fn write(out: &mut impl Write, player: &Player, other: Option<&Reference>) -> anyhow::Result<()> {
    style_table::write(out, &player.comparison(), &player.sample())?;
    if player.unfinished > 0 {
        let games = if player.unfinished == 1 { "game" } else { "games" };
        writeln!(
            out,
            "Left out: {} {games} without a result or without moves to measure",
            player.unfinished
        )?;
    }
    if let Some(other) = other {
        let own = Reference::new(&player.name, &player.comparer);
        write_contrasts(out, &own, other)?;
    }
    write_ranking(out, &Likeness::ranking(&player.comparer, &characters()))?;
    Ok(out.flush()?)
}

/// Prints how player and reference differ from their opponents, and how these differences differ.
fn write_contrasts(out: &mut impl Write, player: &Reference, other: &Reference) -> anyhow::Result<()> {
    writeln!(out, "\nEach minus its opponents. A: {}, B: {}", other.name, player.name)?;
    let mut rows = vec![["mean \u{b1} 95 %", "A", "B", "B - A", "p"].map(str::to_owned).to_vec()];
    let contrasts = contrasts(player, other);
    for contrast in &contrasts {
        let [own, others] = contrast.samples.map(|sample| format!("{:+.2}", sample.mean));
        rows.push(vec![
            contrast.title.clone(),
            others,
            own,
            format!("{:+.2}\u{b1}{:.2}", contrast.difference, contrast.error),
            style_table::p_text(contrast.p_corrected, contrast.p_corrected <= LEVEL),
        ]);
    }
    write!(out, "{}", columns(rows, &[0, 4]))?;
    let tests = contrasts.len();
    writeln!(out, "* differs: p, corrected for {tests} measures (Welch's t-test, Holm), is at most {LEVEL}")?;
    Ok(())
}

fn write_ranking(out: &mut impl Write, ranking: &[Likeness]) -> anyhow::Result<()> {
    let Some(first) = ranking.first() else {
        writeln!(
            out,
            "\nNearest character: unknown, since the games are too few or too much alike; give more games"
        )?;
        return Ok(());
    };
    writeln!(out, "\nNearest character: {}", first.name)?;
    let mut rows = vec![["character", "similarity", "nearest in"].map(str::to_owned).to_vec()];
    rows.extend(ranking.iter().take(SHOWN).map(|one| {
        vec![one.name.clone(), format!("{:.2}", one.similarity), format!("{:.0} %", 100.0 * one.share)]
    }));
    write!(out, "{}", columns(rows, &[0]))?;
    writeln!(out, "Similarity of the differences from the opponents, -1 to 1, and how often it is")?;
    writeln!(out, "the largest in {SAMPLES} bootstrap samples of the games")?;
    Ok(())
}

fn json(player: &Player, other: Option<&Reference>) -> anyhow::Result<String> {
    let mut value = json!({
        "player": player.name,
        "games": player.games(),
        "pairs": player.pairs,
        "unfinished": player.unfinished,
        "style": player.comparison(),
        "characters": Likeness::ranking(&player.comparer, &characters()),
    });
    if let Some(other) = other {
        let own = Reference::new(&player.name, &player.comparer);
        let rows = contrasts(&own, other).into_iter().map(|contrast| {
            let [own, others] = contrast.samples.map(|sample| sample.mean);
            json!({
                "key": contrast.key,
                "player": own,
                "other": others,
                "difference": contrast.difference,
                "error": contrast.error,
                "p_corrected": contrast.p_corrected,
            })
        });
        value["against"] = json!({ "name": other.name, "differences": rows.collect::<Vec<_>>() });
    }
    Ok(escape::json(&value.to_string()))
}
