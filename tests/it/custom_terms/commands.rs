//! Custom terms in the output of commands.

use temperament_engine::profile::Library;
use temperament_engine::profile::diff::{changes, summary};

use super::{KNIGHTS, RIM, stdout, temper};
use crate::common::write_file;

#[test]
fn custom_terms_appear_in_the_commands() {
    let a = write_file("own-cli", "a.toml", &format!("name = \"a\"\nextends = \"otter\"\n{KNIGHTS}"));
    let b = KNIGHTS.replace("& rim", "& ~rim").replace("-12", "-13");
    let b = write_file("own-cli", "b.toml", &format!("name = \"b\"\nextends = \"otter\"\n{b}"));
    let [a, b] = [&a, &b].map(|path| path.to_str().unwrap());
    let output = stdout(&temper(&["eval", "--profile", a, "--show-term", "knights.on_rim", RIM]));
    assert!(output.contains(" 6  n   .   .   .   .   .   .  [N]"), "{output}");
    assert!(output.contains("count: 2 squares") && output.contains("count: 1 square\n"), "{output}");
    let wrong = temper(&["eval", "--profile", a, "--show-term", "knights.on_rum", RIM]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `knights.on_rim`?"));
    let json = stdout(&temper(&["eval", "--profile", a, "--json", RIM]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["terms"]["term.knights.on_rim"]["white"][0], -24);
    let both = stdout(&temper(&["eval", "--profile", a, "--profile", "otter", RIM]));
    assert!(both.contains("term.knights.on_rim"), "{both}");
    let checked = stdout(&temper(&["profile", "check", a]));
    assert!(checked.contains("term.knights.on_rim:") && checked.contains(" positions"), "{checked}");
    let typical = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/tests/data/profiles/typical.toml");
    let checked = stdout(&temper(&["profile", "check", typical]));
    assert!(checked.contains("an evaluation\n"), "{checked}");
    let differs = temper(&["profile", "diff", a, b]);
    let differs = String::from_utf8_lossy(&differs.stdout).into_owned();
    assert!(differs.contains("count own.knights & rim -> count own.knights & ~rim"), "{differs}");
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

/// Two profiles that extend `otter` and list the values of the same terms differently.
fn two_listings(folder: &str) -> [String; 2] {
    let term = |name: &str, count: &str, values: &str| {
        format!("[[term]]\nname = \"{name}\"\ncount = \"{count}\"\n{values}\n")
    };
    let file = |name: &str, values: [&str; 3], more: &str| {
        let terms = ["table", "kind", "same"].map(String::from);
        let terms: String =
            terms.iter().zip(values).map(|(name, values)| term(name, "own.rooks", values)).collect();
        let text = format!("name = \"{name}\"\nextends = \"otter\"\n{terms}{more}");
        let path = write_file(folder, &format!("{name}.toml"), &text);
        path.to_str().unwrap().to_owned()
    };
    let new = term("new", "own.bishops", "value = 4");
    [
        file("a", ["table = [0, 5, 9]", "value = -7", "table = [1, 2]"], ""),
        file("b", ["table = [0, 5, 9, 11]", "by_rank = { step = 2 }", "table = [1, 3]"], &new),
    ]
}

#[test]
fn differently_listed_values_are_reported() {
    let [a, b] = two_listings("own-lists");
    let output = temper(&["profile", "diff", &a, &b]);
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<String> =
        output.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "term.table table [0, 5, 9] -> table [0, 5, 9, 11]",
        "term.kind value -7 -> by_rank { step = 2 }",
        "term.same, count 1 2 -> 3",
        "term.new absent -> count own.bishops; value 4",
    ] {
        assert!(words.iter().any(|words| words == line), "{line}: {output}");
    }
    assert!(!output.contains("by another definition"), "{output}");
    let json = temper(&["profile", "diff", "--json", &a, &b]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let of = |key: &str| {
        let changes = json["changes"].as_array().unwrap();
        changes.iter().find(|change| change["key"] == key).unwrap()
    };
    assert_eq!(of("term.table")["b"]["table"], serde_json::json!([[0, 0], [5, 5], [9, 9], [11, 11]]));
    assert_eq!(of("term.kind")["a"]["value"], serde_json::json!([[-7, -7]]));
    let library = Library::new(vec![]);
    let [a, b] = [a, b].map(|path| library.load(&path).unwrap().0.values);
    let line = summary(&changes(&a, &b));
    assert!(line.contains("term.table table [0, 5, 9] -> table [0, 5, 9, 11]"), "{line}");
}

#[test]
fn origins_name_the_line_of_each_expression() {
    write_file(
        "own-origins",
        "parent.toml",
        &format!(
            "name = \"parent\"\n[let]\nstrong = \"own.outposts\"\n{KNIGHTS}[[term]]\nname = \"aim\"\n\
             let = {{ far = \"rank(sq) > 2\" }}\nwhen = \"far\"\neach = \"own.bishops\"\n\
             count = \"\"\"\nattacks(sq)\n  & strong\"\"\"\ntable = [0, 4, 8]\n"
        ),
    );
    let child = "name = \"child\"\nextends = \"./parent.toml\"\n[[term]]\nname = \"knights.on_rim\"\n\
                 count = \"own.knights & ~rim\"\n[scale]\n\"term.aim\" = 2\n";
    let child = write_file("own-origins", "child.toml", child);
    let output = stdout(&temper(&["profile", "show", "--origins", child.to_str().unwrap()]));
    let line = |key: &str| {
        let line = output.lines().find(|line| line.starts_with(&format!("{key} ")));
        let words: Vec<&str> = line.expect(&output)[key.len()..].split_whitespace().collect();
        words.join(" ")
    };
    for (key, value, place) in [
        ("let.strong", "\"own.outposts\"", "parent.toml:3"),
        ("term.knights.on_rim.count", "\"own.knights & ~rim\"", "child.toml:5"),
        ("term.knights.on_rim", "[-12, -8]", "parent.toml:7"),
        ("term.aim.let.far", "\"rank(sq) > 2\"", "parent.toml:10"),
        ("term.aim.when", "\"far\"", "parent.toml:11"),
        ("term.aim.each", "\"own.bishops\"", "parent.toml:12"),
        ("term.aim.count", "\"attacks(sq) & strong\"", "parent.toml:13"),
        // A table is printed as a table, even if it is linear.
        ("term.aim", "[0, 8, 16]", "child.toml:7"),
    ] {
        let line = line(key);
        assert!(line.starts_with(value) && line.ends_with(place), "{key}: {line}");
    }
}

#[test]
fn show_term_prints_counts_and_scores() {
    let text = "name = \"x\"\n[phase]\nmodel = \"simplified\"\n\
                [[term]]\nname = \"big\"\ncount = \"50000\"\nvalue = [3, 2]\n\
                [[term]]\nname = \"never\"\nwhen = \"phase > 300\"\ncount = \"own.knights\"\nvalue = 1\n\
                [[term]]\nname = \"many\"\ncount = \"own.knights\"\ntable = [1, 7]\n\
                [[term]]\nname = \"apart\"\nwhen = \"own.knights >= 1\"\ncount = \"own.knights\"\n\
                by_rank = [0, 0, [4, 3], 0, 0, 9, 0, 0]\n\
                [[term]]\nname = \"chosen\"\neach = \"own.knights\"\ncount = \"20000\"\nindex = \"rank(sq)\"\n\
                table = [0, 0, 0, 5, 0, 6]\n";
    let path = write_file("own-shown", "x.toml", text);
    let shown = |name: &str| {
        let output =
            stdout(&temper(&["eval", "--profile", path.to_str().unwrap(), "--show-term", name, RIM]));
        let lines = output.lines().filter(|line| line.contains(": "));
        let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
        lines[1..].to_vec()
    };
    let big = ["count: 50000, counts as 10000", "worth: [30000, 20000] = 10000 x [3, 2]"];
    assert_eq!(shown("big"), [big, big].concat());
    let never = ["when: false, so nothing is counted", "worth: 0"];
    assert_eq!(shown("never"), [never, never].concat());
    assert_eq!(
        shown("many"),
        [
            "count: 2 squares, entry 1",
            "worth: 7 = 1 x 7 (count 1)",
            "count: 1 square, entry 1",
            "worth: 7 = 1 x 7 (count 1)"
        ]
    );
    assert_eq!(
        shown("apart"),
        [
            "when: true",
            "count: 2 squares",
            "worth: [13, 12] = 1 x [4, 3] (rank 3) + 1 x 9 (rank 6)",
            "when: true",
            "count: 1 square",
            "worth, seen from Black's side: [4, 3] = 1 x [4, 3] (rank 3)",
        ]
    );
    let chosen = shown("chosen");
    for line in [
        "count of h6: 20000, counts as 10000",
        "index of h6: 6, entry 5",
        "worth: 110000 = 10000 x 5 (entry 3) + 10000 x 6 (entry 5)",
    ] {
        assert!(chosen.iter().any(|it| it == line), "{line}: {chosen:#?}");
    }
}

#[test]
fn entries_by_an_index_are_not_called_counts() {
    let text = |entry: i32| {
        format!(
            "name = \"x\"\n[[term]]\nname = \"idx\"\ncount = \"own.pawns\"\nindex = \"size(own.knights) - 3\"\n\
             table = [{entry}, 5]\n"
        )
    };
    let [a, b] = [("a.toml", 3), ("b.toml", 4)].map(|(file, n)| {
        let path = write_file("own-index", file, &text(n));
        path.to_str().unwrap().to_owned()
    });
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let shown = stdout(&temper(&["eval", "--profile", &a, "--show-term", "idx", fen]));
    assert!(shown.contains("worth: 3 = 1 x 3 (entry 0)"), "{shown}");
    let output = temper(&["profile", "diff", &a, &b]).stdout;
    let output = String::from_utf8(output).unwrap();
    assert!(
        output.contains("term.idx") && output.contains("entry 0") && !output.contains("count 0"),
        "{output}"
    );
}

#[test]
fn costs_of_terms_are_in_the_json() {
    let text = format!("name = \"x\"\n{KNIGHTS}[pawns]\nisolated = [-3, -4]\ndoubled = [-5, -6]\n");
    let path = write_file("own-costs", "x.toml", &text);
    let path = path.to_str().unwrap();
    let records = stdout(&temper(&["profile", "check", "--format", "json", path]));
    let records: serde_json::Value = serde_json::from_str(&records).unwrap();
    assert_eq!(records.as_array().unwrap().len(), 2, "{records:#}");
    let [cost, warning] = [&records[0], &records[1]];
    assert_eq!(
        (&cost["severity"], &cost["key"], &cost["line"]),
        (&"info".into(), &"term.knights.on_rim".into(), &5.into()),
        "{records:#}"
    );
    assert_eq!(cost["file"], path);
    assert!(cost["message"].as_str().unwrap().contains(" of 100 positions"), "{cost:#}");
    assert!(
        cost["cost"]["operations"].as_u64() >= Some(1)
            && cost["cost"]["worth_something_in"].as_u64() >= Some(1)
    );
    // One warning names all keys that are never read.
    let message = warning["message"].as_str().unwrap();
    assert!(
        message.ends_with("are never read, nor those of `pawns.isolated` and `term.knights.on_rim`"),
        "{message}"
    );
    assert_eq!(warning.get("cost"), None);
}
