//! `temper profile fmt` changes only the layout.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use temperament_engine::profile::write::write;
use temperament_engine::profile::{Format, Library, Source, TrustedFolders, format::reformat, parse};
use toml_parser::lexer::TokenKind;

use super::{Done, Folder, TEMPER};

fn formatted(text: &str) -> String {
    reformat(&Source::new("test", Format::Toml, text))
        .unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:#?}"))
}

fn id(text: &str) -> u64 {
    let (profile, _) = parse(&Source::new("test", Format::Toml, text)).unwrap();
    profile.values.id()
}

fn comments(text: &str) -> Vec<&str> {
    let tokens = toml_parser::Source::new(text).lex();
    let comments = tokens.filter(|t| t.kind() == TokenKind::Comment);
    comments.map(|t| text[t.span().start()..t.span().end()].trim_end()).collect()
}

/// Shipped profiles: the files, and the output of the writer.
fn texts() -> Vec<String> {
    let library = Library::of(Vec::new());
    let mut texts = Vec::new();
    for name in library.names() {
        let (source, _) = library.source(&name).unwrap();
        if source.format == Format::Toml {
            texts.push(source.text.clone());
        }
        texts.push(write(&library.load(&name).unwrap().0, Format::Toml));
    }
    texts
}

#[test]
fn shipped_files_are_formatted() {
    let mut count = 0;
    for folder in ["profiles", "profiles/library", "profiles/library/whole"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for file in folder.read_dir().unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let source = Source::read(&path, &TrustedFolders::of(&path)).unwrap();
                assert_eq!(reformat(&source).unwrap(), source.text, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn shipped_and_written_profiles_are_formatted() {
    for text in texts() {
        assert_eq!(formatted(&text), text);
    }
}

/// Messes up the layout: `choices` selects replacements for whitespace, line ends and commas.
fn mangled(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().copied().cycle();
    let mut out = String::new();
    let mut braces = 0;
    let mut has_comment = false;
    let mut notes = 0;
    for token in toml_parser::Source::new(text).lex() {
        let written = &text[token.span().start()..token.span().end()];
        let choice = choices.next().unwrap();
        match token.kind() {
            TokenKind::LeftCurlyBracket => braces += 1,
            TokenKind::RightCurlyBracket => braces -= 1,
            TokenKind::Comment => has_comment = true,
            _ => {}
        }
        match token.kind() {
            TokenKind::Whitespace => out += ["", " ", "\t", "     "][usize::from(choice) % 4],
            TokenKind::Newline => {
                if !has_comment && choice % 5 == 0 {
                    notes += 1;
                    out += &format!("# note {notes}");
                }
                has_comment = false;
                out += ["\n", "  \n", "\n\n\n", "\n  # between\n", "\r\n"][usize::from(choice) % 5];
            }
            TokenKind::Comma if braces == 0 => {
                out += [",", " , ", ",\n", ",# after\n", "\n# before\n,"]
                    [usize::from(choice / 5 % 20).min(4) % 5];
            }
            _ => out += written,
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formatting_keeps_values_and_comments_and_is_idempotent(
        which in any::<proptest::sample::Index>(),
        choices in proptest::collection::vec(any::<u8>(), 1..400),
    ) {
        let texts = texts();
        let original = which.get(&texts);
        let text = mangled(original, &choices);
        let once = formatted(&text);
        prop_assert_eq!(id(&once), id(original));
        prop_assert_eq!(comments(&once), comments(&text));
        prop_assert_eq!(formatted(&once), once);
    }
}

#[test]
fn files_are_rewritten_only_when_they_change() {
    let folder =
        Folder::new("fmt", &[("a.toml", "name=\"a\"\n[material]\npawn=1#p\n"), ("b.toml", "name = \"b\"\n")]);
    let check = folder.profile(&["fmt", "--check", "a.toml", "b.toml"]);
    assert_eq!((check.code, check.stdout.as_str()), (1, "a.toml: would be formatted\n"));
    assert!(folder.read("a.toml").starts_with("name=\"a\""), "nothing was written");
    assert_eq!(folder.ok(&["fmt", "a.toml", "b.toml"]), "a.toml: formatted\n");
    assert_eq!(folder.read("a.toml"), "name = \"a\"\n\n[material]\npawn = 1  #p\n");
    assert_eq!(folder.ok(&["fmt", "--check", "a.toml", "b.toml"]), "");
    let files: Vec<_> = std::fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(files.len(), 2, "no temporary files remain");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("fmt-link", &[("real/a.toml", "name=\"a\"\n")]);
    symlink("real/a.toml", folder.0.join("link.toml")).unwrap();
    let real = folder.0.join("real/a.toml");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    folder.ok(&["fmt", "link.toml"]);
    assert!(folder.0.join("link.toml").is_symlink());
    assert_eq!(folder.read("real/a.toml"), "name = \"a\"\n");
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn files_that_cannot_be_formatted_are_skipped() {
    let ron = "(name: \"r\") // keep me\n";
    let folder =
        Folder::new("fmt-refused", &[("r.ron", ron), ("bad.toml", "name = [\n"), ("a.toml", "name=\"a\"")]);
    let done = folder.profile(&["fmt", "r.ron", "bad.toml", "missing.toml", "a.toml"]);
    assert_eq!((done.code, done.stdout.as_str()), (1, "a.toml: formatted\n"));
    for why in ["a RON file would lose its comments", "the `[` of `name` is not closed", "missing.toml"] {
        assert!(done.stderr.contains(why), "{why}: {}", done.stderr);
    }
    assert_eq!((folder.read("r.ron").as_str(), folder.read("bad.toml").as_str()), (ron, "name = [\n"));
    // Keys are not checked: an unfinished profile can be formatted.
    folder.write("wrong.toml", "nmae=1");
    folder.ok(&["fmt", "wrong.toml"]);
    assert_eq!(folder.read("wrong.toml"), "nmae = 1\n");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let run = |args: &[&str]| {
        let mut child = Command::new(TEMPER)
            .args(["profile", "fmt"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"a=1").unwrap();
        Done::of(&child.wait_with_output().unwrap())
    };
    assert_eq!((run(&["-"]).code, run(&["-"]).stdout.as_str()), (0, "a = 1\n"));
    let check = run(&["-", "--check"]);
    assert_eq!((check.code, check.stdout.as_str()), (1, "standard input: would be formatted\n"));
}
