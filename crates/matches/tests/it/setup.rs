//! Settings without a command line are those of the command line that says the same.

use clap::Parser;
use temperament_matches::arena::Limit;
use temperament_matches::setup::{FileArg, GameOptions, MatchPlayers, TestArgs};

#[derive(Debug, Parser)]
struct Line {
    #[command(flatten)]
    players: MatchPlayers,
    #[command(flatten)]
    options: GameOptions,
    #[command(flatten)]
    test: TestArgs,
    #[arg(long)]
    resume: Option<String>,
}

fn line(words: &[&str]) -> Line {
    Line::try_parse_from(["match", "a.toml", "b.toml"].iter().chain(words)).unwrap()
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn options_of_a_limit_are_those_of_the_command_line() {
    let limits = ["--nodes=20k", "--depth=8", "--movetime=250", "--tc=40/60+0.5", "--tc=8+0.08@1500"];
    for option in limits {
        let limit: Limit = option.trim_start_matches("--").parse().unwrap();
        let given = line(&[option, "--openings=unbalanced"]).options;
        assert_eq!(json(&GameOptions::new(limit, "unbalanced")), json(&given), "{option}");
    }
    let level = line(&["--elo=1500"]).options;
    assert_eq!(json(&GameOptions::new(Limit::Level(1500), "balanced")), json(&level));
}

#[test]
fn a_test_has_the_error_rates_and_the_model_of_the_command_line() {
    assert_eq!(json(&TestArgs::new(None)), json(&line(&[]).test));
    assert_eq!(json(&TestArgs::new(Some([-3.0, 2.5]))), json(&line(&["--elo0=-3", "--elo1=2.5"]).test));
}

#[test]
fn players_are_those_of_the_command_line() {
    let profiles = || ["a.toml", "b.toml"].map(FileArg::from);
    assert_eq!(json(&MatchPlayers::of_profiles(profiles(), [None, None])), json(&line(&[]).players));
    let names = ["one", "other (edited)"].map(|name| Some(name.to_owned()));
    let named = line(&["--a-name=one", "--b-name=other (edited)"]).players;
    assert_eq!(json(&MatchPlayers::of_profiles(profiles(), names)), json(&named));
}
