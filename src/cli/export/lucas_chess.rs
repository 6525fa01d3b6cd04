//! Lucas Chess: its list of external engines, with an entry for each character and level. Entries of other engines stay.

use std::io::ErrorKind;

use anyhow::{Context, ensure};

use super::pickle::{self, Value};
use super::{Character, Export, Level, NewFile, Program};
use temperament_engine::input;

pub(super) const PROGRAM: Program = Program {
    levels: &[Level::Elo(1000), Level::Elo(1500), Level::Elo(2000), Level::Full],
    files,
    next: "Next: close Lucas Chess, copy ExtEngines.pk into UserData/__Config__ of its folder, and start it again. If you have \
           external engines already, give that folder as --out, with --force: they stay in the list.",
};

/// The file in which Lucas Chess keeps external engines, in `UserData/__Config__`.
const FILE: &str = "ExtEngines.pk";
/// Maximum size of that file, in bytes.
const MAX_BYTES: u64 = 1 << 24;

fn files(export: &Export) -> anyhow::Result<Vec<NewFile>> {
    let path = export.out.join(FILE);
    let mut entries = match input::read(&path, MAX_BYTES) {
        Ok(file) => pickle::read_list(&file)
            .with_context(|| format!("{}: not a list of engines of Lucas Chess", path.display()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    for character in &export.characters {
        for &level in &export.levels {
            let entry = pickle::written(&entry(export, character, level));
            // As after a second export.
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    ensure!(entries.len() < 10_000, "{}: too many engines", path.display());
    let entries = entries.into_iter().map(Value::Bytes).collect();
    let contents = pickle::written(&Value::List(entries));
    Ok(vec![NewFile { path: FILE.to_owned(), contents, is_executable: false }])
}

/// The attributes of an external engine. Lucas Chess reads those that it knows, and has defaults for the others.
fn entry(export: &Export, character: &Character, level: Level) -> Value {
    let name = match level {
        Level::Elo(elo) => format!("{} {elo}", character.name),
        Level::Full => character.name.clone(),
    };
    let text = |text: &str| Value::Text(text.to_owned());
    // 0 is unknown.
    let elo = match level {
        Level::Elo(elo) => elo,
        Level::Full => 0,
    };
    let mut options = vec![character.option()];
    options.extend(level.options());
    let options = options.into_iter().map(|(key, value)| Value::Pair(key.to_owned(), value)).collect();
    Value::Dict(vec![
        ("key", text(&name)),
        ("alias", text(&name)),
        ("_name", text(&name)),
        ("menu", text(&name)),
        ("autor", text("the Temperament authors")),
        ("version", text(env!("CARGO_PKG_VERSION"))),
        ("path_exe", text(&export.engine)),
        ("args", Value::List(Vec::new())),
        ("liUCI", Value::List(options)),
        ("elo", Value::Number(elo)),
        ("id_info", text(&character.summary)),
    ])
}
