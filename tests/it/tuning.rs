//! Single numbers of a profile as tweaks, as an SPSA list and as UCI options; requirements of OpenBench and similar tools.

use std::process::{Command, Output};

use crate::common::gui::Gui;
use crate::common::{TEMPER, write_file};
use temperament_engine::eval::Values;
use temperament_engine::eval::keys::{Kind, entries};
use temperament_engine::profile::decimal::Number;
use temperament_engine::profile::numbers::{Parameter, parameters};
use temperament_engine::profile::{Library, LoadError, Overrides, Profile};
use temperament_uci::options::DEFAULT_PROFILE;

fn tweaked(profile: &str, text: &str) -> Result<Profile, String> {
    let library = Library::of(Vec::new()).with_tweaks(Overrides::new("Tweak", [text]));
    let loaded = library.load(profile).map(|(profile, _)| profile);
    loaded.map_err(|error: LoadError| error.to_string())
}

fn values(profile: &str, text: &str) -> Values {
    tweaked(profile, text).unwrap_or_else(|why| panic!("{text}: {why}")).values
}

fn all_of(profile: &str) -> Vec<Parameter> {
    parameters(&tweaked(profile, "").unwrap(), &[]).unwrap()
}

fn spsa(args: &[&str]) -> Output {
    Command::new(TEMPER).args(["profile", "spsa"]).args(args).output().unwrap()
}

fn printed(args: &[&str]) -> String {
    let output = spsa(args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_tweak_sets_one_entry_of_a_table() {
    let before = values("fabchess", "");
    let knight = entries().find(|e| e.key() == "psqt.knight").unwrap().offset;
    let e4 = knight + 28;
    let [mg, eg] = before.scores[e4];
    for (text, expected) in [
        ("psqt.knight.mg.e4=123", [123, eg]),
        ("psqt.knight.eg.e4=123", [mg, 123]),
        ("psqt.knight.e4=123", [123, 123]),
        ("psqt.knight.e4=[1,2]", [1, 2]),
        ("psqt.knight.mg.e4=123;psqt.knight.eg.e4=-1", [123, -1]),
    ] {
        let mut wanted = before.clone();
        wanted.scores[e4] = expected;
        assert_eq!(values("fabchess", text), wanted, "{text}");
    }
    let ranks = entries().find(|e| e.key() == "passed_pawns.by_rank").unwrap().offset;
    assert_eq!(values("fabchess", "passed_pawns.by_rank.4=9").scores[ranks + 3], [9, 9]);
}

#[test]
fn invalid_entries_and_numbers_are_errors() {
    for (text, part) in [
        ("psqt.knight.mg.e9=1", "`e9`"),
        ("psqt.knight.mg.e4=30001", "out of bounds for `psqt.knight.mg.e4`"),
        ("psqt.knight.mg.e4=[1,2]", "psqt.knight.mg.e4"),
        ("psqt.knight.mg.e4=much", "psqt.knight.mg.e4"),
        ("material.pawn.mg.1=1", "`1`"),
    ] {
        let why = tweaked("fabchess", text).err().unwrap_or_else(|| panic!("{text} is accepted"));
        assert!(why.contains(part), "{text}: {why}");
    }
}

#[test]
fn an_entry_keeps_side_factors() {
    let split = "king_attack.safety_table={own=1,their=1.5}";
    let before = values("fabchess", split);
    let after = values("fabchess", &format!("{split};king_attack.safety_table.mg.3=77"));
    assert_eq!(after.splits, before.splits);
    assert_ne!(after.scores, before.scores);
    let profile = tweaked("fabchess", split).unwrap();
    let names = parameters(&profile, &[]).unwrap();
    assert!(names.iter().all(|p| !p.name.starts_with("king_attack.safety_table")));
}

/// For command lines that are split at spaces.
#[test]
fn every_definition_can_be_chosen_without_blanks_and_quotes() {
    for entry in entries() {
        let Kind::Choice(options) = entry.decl.kind else {
            continue;
        };
        for (number, option) in options.iter().enumerate() {
            let text = format!("{}={}", entry.key(), option.name.replace(' ', "_"));
            let safe = |c: char| c.is_ascii_alphanumeric() || "._-=,".contains(c);
            assert!(text.chars().all(safe), "{text}");
            assert!(!option.name.contains('_'), "{text}");
            let chosen = values("otter", &text).choices[entry.offset];
            assert_eq!(usize::from(chosen), number, "{text}");
        }
    }
}

#[test]
fn each_parameter_of_each_profile_is_a_tweak_that_moves_it_alone() {
    for name in Library::of(Vec::new()).names() {
        let before = values(&name, "");
        let all = all_of(&name);
        assert!(!all.is_empty(), "{name}");
        for Parameter { name: path, value, min, max, step, .. } in &all {
            // OpenBench limits names to 64 characters and splits lines and options at these characters.
            assert!(path.len() <= 64 && !path.contains([' ', ',', '=', ';']), "{path}");
            assert!((min..=max).contains(&value) && *step >= 1.0, "{path}");
        }
        let same: Vec<String> =
            all.iter().map(|p| format!("{}={}", p.name, Number::new(p.value, p.resolution))).collect();
        let unmoved = values(&name, &same.join(";"));
        assert_eq!(unmoved.choices, before.choices, "{name}");
        // Numbers at their lower bound go up instead.
        let other = |p: &Parameter| p.value + if p.value > p.min { -1 } else { 1 };
        let moved: Vec<String> =
            all.iter().map(|p| format!("{}={}", p.name, Number::new(other(p), p.resolution))).collect();
        let moved = tweaked(&name, &moved.join(";"));
        let now = parameters(&moved.unwrap(), &[]).unwrap();
        let expected: Vec<(&str, i32)> = all.iter().map(|p| (p.name.as_str(), other(p))).collect();
        let now: Vec<(&str, i32)> = now.iter().map(|p| (p.name.as_str(), p.value)).collect();
        assert_eq!(now, expected, "{name}");
    }
}

#[test]
fn the_list_for_openbench() {
    insta::assert_snapshot!(printed(&["simplified"]));
    let pawns = printed(&["fabchess", "--only", "material.pawn", "--only", "pawns.isolated.eg"]);
    assert_eq!(
        pawns,
        "material.pawn.mg, int, 111, -30000, 30000, 11.1, 0.002\n\
         material.pawn.eg, int, 184, -30000, 30000, 18.4, 0.002\n\
         pawns.isolated.eg, int, -19, -30000, 30000, 1.9, 0.002"
    );
    let squares = printed(&["fabchess", "--only", "psqt.*.mg.e4"]);
    assert_eq!(squares.lines().count(), 6, "{squares}");
}

/// OpenBench splits the form at line ends, expects seven fields and converts the last five.
#[test]
fn openbench_accepts_every_line_of_the_list() {
    for profile in Library::of(Vec::new()).names() {
        let list = printed(&[&profile]);
        for line in list.split('\n') {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let [_, "int", numbers @ ..] = fields.as_slice() else { panic!("{profile}: {line:?}") };
            let numbers: Vec<f64> = numbers.iter().map(|n| n.parse().unwrap()).collect();
            let [value, min, max, c_end, r_end] = numbers[..] else { panic!("{profile}: {line:?}") };
            assert!(min <= value && value <= max && c_end > 0.0 && r_end > 0.0, "{line}");
        }
    }
}

#[test]
fn the_list_defaults_to_the_default_profile() {
    assert_eq!(printed(&["--only", "material"]), printed(&[DEFAULT_PROFILE, "--only", "material"]));
    // A build without `TUNE` has no default selection.
    assert_eq!(printed(&[]), printed(&[DEFAULT_PROFILE]));
}

#[test]
fn the_list_for_weather_factory() {
    let text = printed(&["fabchess", "--only", "material.pawn", "--format", "weather-factory"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let pawn = serde_json::json!({ "value": 111, "min_value": -30000, "max_value": 30000, "step": 11.1 });
    assert_eq!(json["material.pawn.mg"], pawn);
    assert_eq!(json.as_object().unwrap().len(), 2);
}

#[test]
fn a_pattern_without_a_match_is_an_error() {
    let output = spsa(&["fabchess", "--only", "material.pwn.mg"]);
    assert!(!output.status.success() && output.stdout.is_empty());
    let lines = String::from_utf8(output.stderr).unwrap();
    assert!(lines.contains("`material.pwn.mg`: did you mean `material.pawn.mg`?"), "{lines}");
    let uci = Command::new(TEMPER).args(["uci", "--tune", "nothing"]).output().unwrap();
    assert!(!uci.status.success() && uci.stdout.is_empty());
}

/// Output of `eval`.
fn shown(gui: &mut Gui) -> Vec<String> {
    let lines = gui.ask("eval");
    lines.into_iter().filter(|l| !l.starts_with("info string")).collect()
}

#[test]
fn an_option_of_a_tuner_does_what_the_tweak_does() {
    let mut plain = Gui::start();
    plain.send("uci");
    assert!(plain.until("uciok").iter().all(|l| !l.contains("material.")));

    let mut tuned =
        Gui::with_args(&["uci", "--profile", "simplified", "--tune", "material", "--tune", "psqt.knight"]);
    tuned.send("uci");
    let lines = tuned.until("uciok");
    let declared: Vec<&str> = lines
        .iter()
        .filter_map(|l| l.strip_prefix("option name "))
        .filter(|l| l.split(' ').next().is_some_and(|name| name.contains('.')))
        .collect();
    let listed = printed(&["simplified", "--only", "material", "--only", "psqt.knight"]);
    let expected: Vec<String> = listed
        .lines()
        .map(|l| {
            let f: Vec<&str> = l.split(", ").collect();
            format!("{} type spin default {} min {} max {}", f[0], f[2], f[3], f[4])
        })
        .collect();
    assert_eq!(declared, expected);
    assert!(lines.iter().any(|l| l.starts_with("option name Profile type combo default simplified ")));

    let name = "material.knight";
    let mut tweaked = Gui::with_args(&["uci", "--profile", "simplified"]);
    let position = "position fen rnbqkb1r/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    tuned.ask(position);
    tweaked.ask(position);
    let before = shown(&mut tuned);
    assert_eq!(before, shown(&mut tweaked));
    tuned.ask(&format!("setoption name {name} value 99\nsetoption name {name} value 251"));
    tweaked.ask(&format!("setoption name Tweak value {name}=251"));
    let after = shown(&mut tuned);
    assert_eq!(after, shown(&mut tweaked));
    assert_ne!(after, before);
    // Both can be combined.
    let tweak = "setoption name Tweak value pawns.*=0x";
    tuned.ask(tweak);
    tweaked.ask(&format!("{tweak};{name}=251"));
    assert_eq!(shown(&mut tuned), shown(&mut tweaked));
    let lines = tuned.ask(&format!("setoption name {name} value 1000000"));
    assert!(lines.iter().any(|l| l.contains("expected a whole number from -30000 to 30000")), "{lines:?}");
}

#[test]
fn an_invalid_profile_argument_is_fatal() {
    let path = write_file("tuning", "broken.toml", crate::common::BAD_PROFILE);
    let output = Command::new(TEMPER).args(["uci", "--profile"]).arg(path).output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("material.pwn"));
}

/// OpenBench keeps 256 characters of the engine options.
#[test]
fn a_tweak_of_256_characters_arrives_whole() {
    let mut text = String::from("draw.value=loss;psqt.mirror=rank_and_file;mobility={own=1.5,their=1}");
    for path in
        ["psqt.knight.mg.e4", "psqt.knight.eg.e4", "psqt.bishop.mg.d5", "material.rook.mg", "pawns.doubled"]
    {
        text += &format!(";{path}=-77");
    }
    text += ";pawns.isolated=[-12,-34]";
    text += &"0".repeat(250 - text.len()).replace('0', ";");
    text += ";*=1x";
    let text = &text[..];
    assert!((240..=256).contains(&text.len()), "{}", text.len());
    assert!(!text.contains([' ', '"', '\'']));
    let mut option = Gui::start();
    let lines = option.ask(&format!("setoption name Tweak value {text}"));
    let id = |lines: &[String]| lines.iter().find_map(|l| Some(l.split_once("(id ")?.1.to_owned()));
    let by_option = id(&lines).unwrap_or_else(|| panic!("{lines:?}"));
    let mut line = Gui::with_args(&["--set", text]);
    let by_line = id(&line.ask("setoption name Profile value default")).unwrap();
    assert_eq!(by_option, by_line);
}
