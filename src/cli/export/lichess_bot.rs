//! lichess-bot: a configuration for each character and level. What is missing has lichess-bot's default.

use serde_json::Value;

use super::ini::comment;
use super::{Character, Export, Level, NewFile, Program};

pub(super) const PROGRAM: Program = Program {
    levels: &[Level::Elo(1500)],
    files,
    next: "Next: put the token of your bot account into a file, or into the environment variable LICHESS_BOT_TOKEN, and start \
           `python3 lichess-bot.py --config FILE` in the folder of lichess-bot.",
};

/// Maximum length of a chat message, in characters; lichess-bot sends no longer ones.
const LONGEST_MESSAGE: usize = 140;
/// Maximum length of a user name on Lichess, in characters.
const LONGEST_USER: usize = 30;

fn files(export: &Export) -> anyhow::Result<Vec<NewFile>> {
    let mut files = Vec::new();
    for character in &export.characters {
        for &level in &export.levels {
            let name = match &export.levels[..] {
                [_] => format!("{}.yml", character.name),
                _ => format!("{}-{level}.yml", character.name),
            };
            let contents = config(export, character, level, &name);
            files.push(NewFile::text(name, contents));
        }
    }
    Ok(files)
}

fn config(export: &Export, character: &Character, level: Level, file: &str) -> String {
    // The path may be one of another system.
    let (folder, program) = match export.engine.rsplit_once(['/', '\\']) {
        Some(("", program)) => ("/", program),
        Some(split) => split,
        None => (".", export.engine.as_str()),
    };
    let title = comment(character);
    let [folder, program, profile] = [folder, program, character.profile.as_str()].map(quoted);
    let [hello, spectators] = greetings(character, level).map(|text| quoted(&text));
    let options: Vec<String> =
        level.options().iter().map(|(name, value)| format!("    {name}: {value}")).collect();
    let options = options.join("\n");
    // A level neither gains by pondering nor takes time to think.
    let [ponder, pretend] = [level == Level::Full, level != Level::Full];
    format!(
        r#"# {title}
# python3 lichess-bot.py --config {file}
token: "xxxxxxxxxxxxxxxxxxxxxx"      # or set LICHESS_BOT_TOKEN
url: "https://lichess.org/"

engine:
  dir: {folder}
  name: {program}
  protocol: "uci"
  ponder: {ponder}
  engine_options:
    profile: {profile}               # the name of the engine then has it: !name in the chat
  uci_options:
{options}
    OwnBook: true                    # the openings of the profile, or of people
    Move Overhead: 100
  draw_or_resign:
    resign_enabled: true
    resign_score: -1000
    resign_moves: 5
    offer_draw_enabled: true
    offer_draw_score: 0
    offer_draw_moves: 10
    offer_draw_pieces: 10

abort_time: 30
fake_think_time: {pretend}             # a level answers at once
move_overhead: 2000

correspondence:
  move_time: 60
  checkin_period: 300
  disconnect_time: 150
  ponder: false

challenge:
  concurrency: 1
  sort_by: "best"
  preference: "human"
  accept_bot: true
  only_bot: false
  max_increment: 180
  min_increment: 0
  max_base: 10800
  min_base: 0
  max_days: 14
  min_days: 1
  variants:
    - standard
    - fromPosition
    - chess960
  time_controls:
    - bullet
    - blitz
    - rapid
    - classical
    - correspondence
  modes:
    - casual
    - rated

greeting:
  hello: {hello}
  goodbye: "Good game!"
  hello_spectators: {spectators}
  goodbye_spectators: "Thanks for watching!"

matchmaking:
  allow_matchmaking: false
"#
    )
}

/// The messages to opponent and spectators: who plays, and how. A long description is left out.
fn greetings(character: &Character, level: Level) -> [String; 2] {
    let level = match level {
        Level::Elo(elo) => format!(", level {elo}"),
        Level::Full => String::new(),
    };
    let who = format!("Temperament's {}{level}.", character.name);
    let summary = character.summary.trim_end_matches('.');
    [("Hello {opponent}! ", "Hello ! ".len()), ("{me} plays: ", " plays: ".len())].map(|(start, length)| {
        let short = format!("{start}{who}");
        let spent = length + LONGEST_USER + who.chars().count() + summary.chars().count() + " .".len();
        if summary.is_empty() || spent > LONGEST_MESSAGE { short } else { format!("{short} {summary}.") }
    })
}

/// A string in double quotes: JSON's form is YAML, too.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
