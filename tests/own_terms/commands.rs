//! Own terms as the commands show them.

use super::common::write_file;
use super::{KNIGHTS, RIM, stdout, temper};

#[test]
fn own_terms_are_seen_from_the_command_line() {
    let a = write_file(
        "own-cli",
        "a.toml",
        &format!("name = \"a\"\nextends = \"otter\"\n{KNIGHTS}"),
    );
    let b = KNIGHTS.replace("& rim", "& ~rim").replace("-12", "-13");
    let b = write_file(
        "own-cli",
        "b.toml",
        &format!("name = \"b\"\nextends = \"otter\"\n{b}"),
    );
    let [a, b] = [&a, &b].map(|path| path.to_str().unwrap());
    let drawn = stdout(&temper(&[
        "eval",
        "--profile",
        a,
        "--show-term",
        "knights.on_rim",
        RIM,
    ]));
    assert!(drawn.contains(" 6  n   .   .   .   .   .   .  [N]"), "{drawn}");
    assert!(
        drawn.contains("count: 2 squares") && drawn.contains("count: 1 square\n"),
        "{drawn}"
    );
    let wrong = temper(&["eval", "--profile", a, "--show-term", "knights.on_rum", RIM]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `knights.on_rim`?"));
    let json = stdout(&temper(&["eval", "--profile", a, "--json", RIM]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["terms"]["term.knights.on_rim"]["white"][0], -24);
    let both = stdout(&temper(&["eval", "--profile", a, "--profile", "otter", RIM]));
    assert!(both.contains("term.knights.on_rim"), "{both}");
    let checked = stdout(&temper(&["profile", "check", a]));
    assert!(
        checked.contains("term.knights.on_rim:") && checked.contains(" positions"),
        "{checked}"
    );
    let differs = temper(&["profile", "diff", a, b]);
    let differs = String::from_utf8_lossy(&differs.stdout).into_owned();
    assert!(
        differs.contains("count own.knights & rim -> count own.knights & ~rim"),
        "{differs}"
    );
    assert!(differs.contains("[-12, -8] -> [-13, -8]"), "{differs}");
    let flat = stdout(&temper(&["profile", "show", a, "--flat"]));
    let flat = write_file("own-cli", "flat.toml", &flat);
    let same = temper(&["profile", "diff", a, flat.to_str().unwrap()]);
    assert!(same.status.success(), "{same:?}");
    let spsa = stdout(&temper(&["profile", "spsa", a, "--only", "term.*"]));
    assert!(spsa.starts_with("term.knights.on_rim, int, -12,"), "{spsa}");
    let origins = stdout(&temper(&["profile", "show", "--origins", a]));
    assert!(origins.contains("term.knights.on_rim"), "{origins}");
}
