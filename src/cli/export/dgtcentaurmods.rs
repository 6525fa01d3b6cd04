//! DGTCentaurMods: an engine for each character, with a section for each level in its `.uci` file.
//!
//! Its menu lists the files without a dot as engines, and the sections as they are. It sends all values of a section as UCI
//! options, so there can be no others.

use super::ini::{self, Section};
use super::{BOARD_LEVELS, Export, Level, NewFile, Program};

pub(super) const PROGRAM: Program = Program {
    levels: BOARD_LEVELS,
    files,
    next: "Next: copy these files into /opt/DGTCentaurMods/engines of the board. The scripts must stay executable (chmod +x).",
};

fn files(export: &Export) -> anyhow::Result<Vec<NewFile>> {
    let sections: Vec<Section> =
        export.levels.iter().map(|&level| Section::of(title(level), level)).collect();
    let files = export.characters.iter().flat_map(|character| {
        let name = &character.name;
        [
            ini::script(name.clone(), &export.engine, character),
            ini::file(format!("{name}.uci"), &ini::comment(character), &sections),
        ]
    });
    Ok(files.collect())
}

/// The name of a level as the engines that come with DGTCentaurMods have it.
fn title(level: Level) -> String {
    match level {
        Level::Elo(elo) => format!("{elo} ELO"),
        Level::Full => "Full strength".to_owned(),
    }
}
