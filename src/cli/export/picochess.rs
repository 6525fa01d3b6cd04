//! PicoChess: an engine for each character, with a section for each level in its `.uci` file, and the sections of the list
//! of engines.
//!
//! The menu of a chess clock has 6 to 11 characters and sorts the sections by name. `Elo@1500` is shown as a rating, and
//! becomes the rating in the PGN.

use super::ini::{self, Section};
use super::{BOARD_LEVELS, Character, Export, Level, MAX_ELO, MIN_ELO, NewFile, Program};

pub(super) const PROGRAM: Program = Program {
    levels: BOARD_LEVELS,
    files,
    next: "Next: copy the folder `temperament` into engines/aarch64 (or another architecture) of PicoChess, and append \
           temperament.ini to engines.ini there, and to favorites.ini if you like.",
};

/// Folder of the engines, a part of their names.
const FOLDER: &str = "temperament";

/// Lengths of the names in the menus of the three clocks, with the key of each.
const CLOCKS: [(&str, usize); 3] = [("small", 6), ("medium", 8), ("large", 11)];

fn files(export: &Export) -> anyhow::Result<Vec<NewFile>> {
    let mut files = vec![ini::file(
        format!("{FOLDER}.ini"),
        "Sections for engines.ini and favorites.ini of PicoChess",
        &export.characters.iter().map(listed).collect::<Vec<_>>(),
    )];
    for character in &export.characters {
        let path = format!("{FOLDER}/{}", character.name);
        let mut sections: Vec<Section> = export.levels.iter().map(|&level| section(level)).collect();
        // Without a chosen level, PicoChess takes the last section.
        sections.insert(0, adaptive());
        files.push(ini::script(path.clone(), &export.engine, character));
        files.push(ini::file(format!("{path}.uci"), &ini::comment(character), &sections));
    }
    Ok(files)
}

/// The entry of a character in the list of engines.
fn listed(character: &Character) -> Section {
    let name = &character.name;
    let mut values = vec![("name", name.clone())];
    values.extend(CLOCKS.map(|(key, length)| (key, name.chars().take(length).collect())));
    values.push(("elo", MAX_ELO.to_string()));
    Section { name: format!("{FOLDER}/{name}"), values }
}

fn section(level: Level) -> Section {
    let name = match level {
        Level::Elo(elo) => format!("Elo@{elo:04}"),
        Level::Full => level.to_string(),
    };
    Section::of(name, level)
}

/// The level that follows the rating of the player: PicoChess replaces `auto` and computes the rest.
fn adaptive() -> Section {
    let elo = format!("min(max(auto, {MIN_ELO}), {MAX_ELO})");
    Section {
        name: "auto".to_owned(),
        values: vec![("UCI_LimitStrength", "true".to_owned()), ("UCI_Elo", elo)],
    }
}
