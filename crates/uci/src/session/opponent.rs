//! The options `UCI_Opponent` and `Auto Level`: the level by the rating of the opponent.

use super::Session;
use temperament_engine::eval::keys::strength::{MAX_ELO, MIN_ELO};

/// Words of the option `Auto Level`: never, or the site whose rating the opponent has.
pub(super) const AUTO_LEVELS: [&str; 3] = ["off", "Chess.com", "Lichess"];

/// Rating on Lichess less that of the same player on Chess.com, in rapid games (`docs/lab/people.md`).
const LICHESS_OFFSET: u32 = 270;

/// The opponent, as far as the level depends on it.
#[derive(Debug, Default)]
pub(super) struct Opponent {
    /// Its rating; `None` if unknown.
    rating: Option<u32>,
    /// What to subtract from it; `None` if the level does not follow it.
    offset: Option<u32>,
}

impl Opponent {
    /// Returns the level for this opponent; `None` if it is not wanted, or the rating is unknown.
    pub(super) fn level(&self) -> Option<u32> {
        let level = self.rating?.saturating_sub(self.offset?);
        Some(level.clamp(MIN_ELO as u32, MAX_ELO as u32))
    }
}

impl Session {
    /// Sets the option `UCI_Opponent`. After an invalid value, the rating is unknown.
    pub(super) fn meet_opponent(&mut self, text: &str) {
        let rating = read_rating(text);
        self.settings.opponent.rating = *rating.as_ref().unwrap_or(&None);
        if let Err(message) = rating {
            return self.refuse_option(message);
        }
        self.report_auto_level();
    }

    /// Sets the option `Auto Level`, to one of its words.
    pub(super) fn choose_auto_level(&mut self, word: &str) {
        let [off, _, lichess] = AUTO_LEVELS;
        let offset = if word == lichess { LICHESS_OFFSET } else { 0 };
        self.settings.opponent.offset = (word != off).then_some(offset);
        self.report_auto_level();
    }

    fn report_auto_level(&self) {
        if let Some(elo) = self.settings.opponent.level() {
            self.output.note(format!("level {elo}, by the rating of the opponent"));
        }
    }
}

/// Parses the rating in `GM 2800 human Gary Kasparov`; `None` if it is `none` or 0, or the text is empty.
fn read_rating(text: &str) -> Result<Option<u32>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let mut words = text.split_whitespace().skip(1);
    let (rating, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_kind = ["human", "computer"].iter().any(|known| kind.eq_ignore_ascii_case(known));
    match rating.parse::<u32>() {
        Ok(rating) if is_kind => Ok(Some(rating).filter(|&rating| rating > 0)),
        Err(_) if is_kind && rating.eq_ignore_ascii_case("none") => Ok(None),
        _ => Err(format!(
            "UCI_Opponent: expected a title, a rating, `human` or `computer`, and a name, with `none` for an unknown \
             title or rating, found `{text}`"
        )),
    }
}
