//! Tables of `temper review`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::cli::stdout::columns;
use temperament_coaching::review::{Mark, PlayerSummary, Review};
use temperament_engine::board::COLORS;
use temperament_engine::escape;
use temperament_matches::arena::PgnGame;

/// Maximum length of a name in characters.
const MAX_NAME: usize = 28;

/// A player's moves in several games.
#[derive(Default)]
struct Total {
    games: usize,
    moves: usize,
    accuracy: f64,
    loss: f64,
    marks: [usize; 5],
}

/// Prints accuracy, mean loss and marks of each player in each game, and of each player with more than one game.
pub fn write(out: &mut impl Write, reviewed: &[(PgnGame, Review)]) -> io::Result<()> {
    let bad = || Mark::ALL.into_iter().enumerate().filter(|(_, mark)| mark.is_bad());
    let header = |first: &str| {
        let words = [first, "player", "moves", "accuracy", "mean loss"].into_iter();
        words.chain(bad().map(|(_, mark)| mark.symbol())).map(str::to_owned).collect::<Vec<_>>()
    };
    let row = |first: String, name: &str, player: &PlayerSummary| {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
        let fields = [
            first,
            escape::bounded(name, MAX_NAME),
            player.moves.to_string(),
            number(player.accuracy),
            number(player.mean_loss),
        ];
        fields.into_iter().chain(bad().map(|(at, _)| player.marks[at].to_string())).collect::<Vec<_>>()
    };
    let mut rows = vec![header("game")];
    let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
    for (read, review) in reviewed {
        for (side, player) in COLORS.into_iter().zip(&review.players) {
            let name = read.player(side).unwrap_or("?").trim();
            rows.push(row(read.number.to_string(), name, player));
            totals.entry(name).or_default().add(player);
        }
    }
    write!(out, "{}", columns(rows, &[1]))?;
    totals.retain(|_, total| total.games > 1);
    if !totals.is_empty() {
        let rows = totals.iter().map(|(name, total)| row(total.games.to_string(), name, &total.summary()));
        write!(out, "\n{}", columns([header("games")].into_iter().chain(rows).collect(), &[1]))?;
    }
    writeln!(out, "Accuracy in percent, mean loss in centipawns; moves that lose 5 (?!), 10 (?) or")?;
    writeln!(out, "15 (??) percentage points of winning chances")?;
    out.flush()
}

impl Total {
    fn add(&mut self, player: &PlayerSummary) {
        let (Some(accuracy), Some(loss)) = (player.accuracy, player.mean_loss) else {
            return;
        };
        self.games += 1;
        self.moves += player.moves;
        self.accuracy += accuracy;
        self.loss += loss * player.moves as f64;
        for (sum, count) in self.marks.iter_mut().zip(player.marks) {
            *sum += count;
        }
    }

    /// The mean accuracy of the games, and the mean loss of all moves.
    fn summary(&self) -> PlayerSummary {
        PlayerSummary {
            moves: self.moves,
            accuracy: Some(self.accuracy / self.games as f64),
            mean_loss: Some(self.loss / self.moves as f64),
            marks: self.marks,
        }
    }
}
