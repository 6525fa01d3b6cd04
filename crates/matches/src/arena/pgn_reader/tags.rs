//! Tags: their values, and which of them begin the next game.

use super::notes::{Assumption, quoted};
use super::text::{Brackets, Lexer, LineError};
use super::{PgnReader, Preceding, words};
use temperament_engine::board::{Game, Position};

/// Supported values of the tag `Variant`, in lower case without separators.
const VARIANTS: [&str; 7] =
    ["standard", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom"];

/// Maximum number of tags of a game.
const MAX_TAGS: usize = 1000;

const EVENT: &str = "Event";
const FEN: &str = "FEN";
const VARIANT: &str = "Variant";
/// Tags that two games have each, but one game has once.
const IDENTIFYING: [&str; 4] = [EVENT, "White", "Black", FEN];
/// Names that are those of tags although they have no value.
const ROSTER: [&str; 9] = [EVENT, "Site", "Date", "Round", "White", "Black", "Result", FEN, VARIANT];

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}

/// The names of the tags from a place to the next blank line.
fn names_in_paragraph(mut text: Lexer<'_>) -> Vec<&str> {
    let mut names = Vec::new();
    while text.peek() == Some('[') {
        let (Brackets::Tag { name, .. } | Brackets::Name(name)) = text.brackets() else { break };
        names.push(name);
        if text.take(|c| !c.is_whitespace()).matches('\n').count() > 1 {
            break;
        }
    }
    names
}

impl PgnReader<'_> {
    /// Reads a tag, or passes over something else in brackets.
    pub(super) fn tag(&mut self) -> Result<(), LineError> {
        let before = self.text;
        let brackets = self.text.brackets();
        let begins_next = match &brackets {
            Brackets::Tag { name, value, .. } => self.begins_next(before, name, Some(value)),
            Brackets::Name(name) => is_one_of(&ROSTER, name) && self.begins_next(before, name, None),
            Brackets::Other => false,
        };
        if begins_next {
            self.text = before;
            self.end_game();
            return Ok(());
        }
        match brackets {
            Brackets::Tag { name, value, is_strict } => self.add_tag(before.line, name, value, is_strict),
            Brackets::Name(name) if is_one_of(&[FEN, VARIANT], name) => {
                self.now();
                Err(before.fault(format!("the tag {name} has no value in quotes")))
            }
            Brackets::Name(_) | Brackets::Other => {
                if matches!(brackets, Brackets::Name(name) if is_one_of(&ROSTER, name)) {
                    self.now();
                }
                let text = &before.rest()[..self.text.at - before.at];
                self.note(before.line, Assumption::NotATag, text);
                Ok(())
            }
        }
    }

    /// Returns `true` if the tag at a place begins the game after the current one: after moves, or if it belongs to another
    /// list of tags.
    fn begins_next(&mut self, at: Lexer, name: &str, value: Option<&str>) -> bool {
        let is_new_paragraph = std::mem::take(&mut self.is_new_paragraph);
        let before = if is_new_paragraph { std::mem::take(&mut self.tags_in_paragraph) } else { 0 };
        let Some(now) = self.now.as_ref().filter(|now| now.has_moves || !now.tags.is_empty()) else {
            return false;
        };
        // Files with a blank line after each tag exist.
        let is_list = before > 1;
        let is_other = |name: &str| now.tag(name).is_some() || is_list && is_one_of(&IDENTIFYING, name);
        let differs = now.tag(name).is_some_and(|known| Some(known) != value);
        now.has_moves
            || now.tags[0].0.eq_ignore_ascii_case(name)
            || differs && is_one_of(&IDENTIFYING, name)
            || is_new_paragraph && names_in_paragraph(at).into_iter().any(is_other)
    }

    fn add_tag(&mut self, line: usize, name: &str, value: String, is_strict: bool) -> Result<(), LineError> {
        self.preceding = Preceding::Other;
        self.tags_in_paragraph += 1;
        let end = self.text.at;
        self.now();
        if !is_strict {
            self.note(line, Assumption::LooseTag, name);
        }
        if self.now().tags.len() == MAX_TAGS {
            self.note(line, Assumption::ManyTags, name);
            return Ok(());
        }
        let now = self.now();
        now.tags_end = end;
        match now.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            None => now.tags.push((name.to_owned(), value.clone())),
            Some((_, known)) if *known == value => {}
            Some((_, known)) => {
                known.clone_from(&value);
                self.note(line, Assumption::RepeatedTag, name);
            }
        }
        let fault = |message| Err(LineError { line, message });
        match name.to_ascii_lowercase().as_str() {
            "result" => {
                let read = words::result(value.trim()).filter(|&(_, length)| length == value.trim().len());
                self.now().result = read.and_then(|(result, _)| result);
            }
            "fen" => {
                let start = match Position::from_fen(&value) {
                    Ok(start) => start,
                    Err(error) => return fault(format!("{error}: {}", quoted(&value))),
                };
                let now = self.now();
                now.game = Game::new(start);
                now.has_fen = true;
            }
            "variant" => {
                let letters = value.chars().filter(|c| c.is_ascii_alphanumeric());
                let variant = letters.collect::<String>().to_ascii_lowercase();
                if !variant.is_empty() && !VARIANTS.contains(&variant.as_str()) {
                    return fault(format!("`{}` is neither chess nor Chess960", quoted(&value)));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
