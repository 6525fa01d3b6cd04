//! What makes `temper` at home in a shell: completion, man pages, counts with suffixes.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::{path, stderr, stdout, temper};
use crate::common::{GOOD_PROFILE, TEMPER, write_file};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Completes a command line in a folder, as the script for fish does; returns the candidates without descriptions.
fn candidates(folder: &std::path::Path, words: &[&str]) -> Vec<String> {
    let mut command = Command::new(TEMPER);
    command.args(["--", "temper"]).args(words).env("TEMPER_COMPLETE", "fish").current_dir(folder);
    command.env_remove("TEMPERAMENT_PROFILES");
    let text = stdout(&command.output().unwrap());
    text.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn scripts_ask_the_program_for_candidates() {
    for shell in SHELLS {
        let output = temper(&["completions", shell], "");
        let script = stdout(&output);
        assert!(output.status.success() && script.contains("TEMPER_COMPLETE"), "{shell}: {script}");
        // A file `_temper` in $fpath has to complete on its first call.
        assert_eq!(
            script.contains("_temper ]]; then\n    _clap_dynamic_completer_temper"),
            shell == "zsh",
            "{script}"
        );
    }
    let output = temper(&["completions", "tcsh"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("fish"), "{}", stderr(&output));
}

#[test]
fn commands_profiles_files_and_keys_are_completed() {
    let file = write_file("cli-completion", "attica.toml", GOOD_PROFILE);
    write_file("cli-completion", "attic.txt", "");
    let folder = file.parent().unwrap();
    let complete = |words: &[&str]| candidates(folder, words);
    assert_eq!(complete(&["tourn"]), ["tournament"]);
    // Profiles, and files that may be one.
    for words in [
        &["match", "att"][..],
        &["tournament", "otter", "att"],
        &["bench", "--profile", "att"],
        &["profile", "show", "att"],
    ] {
        assert_eq!(complete(words), ["attacker", "attica.toml"], "{words:?}");
    }
    // Keys.
    for words in [&["match", "--a-set", "pawns.isol"][..], &["bench", "--set", "pawns.isol"]] {
        assert_eq!(complete(words), ["pawns.isolated="], "{words:?}");
    }
    assert_eq!(complete(&["profile", "explain", "pawns.isol"]), ["pawns.isolated"]);
    // Nothing else.
    assert!(complete(&["match", "--openings", "att"]).iter().all(|word| word != "attacker"));
}

#[test]
fn each_command_has_a_man_page() {
    let folder = write_file("cli-man", "old", "").with_file_name("man");
    let output = temper(&["man", path(&folder)], "");
    assert!(output.status.success(), "{}", stderr(&output));
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("temper.1").contains(".TH temper 1"));
    assert!(page("temper-match.1").contains("\\-\\-nodes"));
    assert!(page("temper-profile-show.1").contains("\\-\\-origins"));
    let output = temper(&["man", path(&folder.join("temper.1"))], "");
    assert!(stderr(&output).contains("cannot write man pages to"), "{}", stderr(&output));
}

#[test]
fn counts_have_suffixes() {
    let nodes = |nodes: &str| {
        let args = ["match", "otter", "rustic", "--games", "2", "--max-moves", "1", "--nodes", nodes];
        temper(&args, "")
    };
    for (text, number) in [("300", "300"), ("0.3k", "300"), ("2k", "2000"), ("0.002M", "2000")] {
        let output = nodes(text);
        assert!(stdout(&output).contains(&format!("nodes={number},")), "{text}: {}", stdout(&output));
    }
    let huge = "9".repeat(30);
    for text in ["", "0", "k", "1.5", ".5k", "1.k", "1.2345k", "+3", "2kk", "2m", "1e5", &huge] {
        let output = nodes(text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains("such as 5000, 20k or 1.5M"), "{text}: {}", stderr(&output));
    }
}

#[test]
fn profiles_are_listed_as_json() {
    let file = write_file("cli-list", "mine.toml", GOOD_PROFILE);
    write_file("cli-list", "broken.toml", "name = 3\n");
    let folder = path(file.parent().unwrap());
    let text = stdout(&temper(&["profile", "list", "--json", "--profile-dir", folder], ""));
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let find = |name: &str| list.iter().find(|profile| profile["name"] == name).unwrap();
    assert_eq!(find("temperament")["is_default"], true);
    assert_eq!(find("attacker")["has_errors"], false);
    assert!(find("attacker")["description"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(find("broken")["has_errors"], true);
    assert!(find("mine")["origin"].as_str().unwrap().ends_with("mine.toml"), "{}", find("mine"));
}
