//! Tests of `escape`.

use temperament_engine::escape::*;

#[test]
fn what_steers_a_terminal_is_escaped_and_letters_are_not() {
    assert_eq!(
        one_line("a\u{1b}[2J\n\u{9b}1m\u{202e}\u{2067}b\u{200b}\u{ad}\u{2060}"),
        r"a\u{1b}[2J\n\u{9b}1m\u{202e}\u{2067}b\u{200b}\u{ad}\u{2060}"
    );
    assert_eq!(lines("a\tb\n\rc\u{7f}"), "a\tb\n\\rc\\u{7f}");
    let names = "Jörg, Ерёмин, 李世石, لينا, अनन्या, 👩‍🚀";
    assert_eq!(one_line(names), names);
}

#[test]
fn a_shell_reads_the_words_again() {
    let words = ["match", "my file.toml", "mobility=1.2x", "it's", ""];
    assert_eq!(words.map(shell_word), ["match", "'my file.toml'", "mobility=1.2x", r"'it'\''s'", "''"]);
}

#[test]
fn json_stays_json() {
    let text = serde_json::to_string_pretty(&["a\u{9b}\u{202e}\u{e0001}\n"]).unwrap();
    let escaped = json(&text);
    assert!(!escaped.contains(|c| is_unprintable(c) && c != '\n'), "{escaped}");
    assert_eq!(serde_json::from_str::<Vec<String>>(&escaped).unwrap(), ["a\u{9b}\u{202e}\u{e0001}\n"]);
}

#[test]
fn long_text_is_cut() {
    assert_eq!(bounded("äöü", 3), "äöü");
    assert_eq!(bounded("äöüß", 3), "äöü...");
    assert_eq!(bounded(&"\n".repeat(1 << 16), 5), r"\n\n\...");
}
