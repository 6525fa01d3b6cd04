//! Custom terms in files: both formats, locations of numbers, line ends and comments.

use temperament_engine::profile::numbers::{Literal, literals, rewrite};
use temperament_engine::profile::{Format, Library, Origin, Source, write};
use temperament_matches::tune::{Constraints, Pattern, Variables};

use super::{parse, stdout, temper};
use crate::common::everything;
use crate::common::write_file;

#[test]
fn both_formats_are_equivalent() {
    let profile = Library::new(vec![]).load(everything()).unwrap().0;
    let toml = write::write(&profile, Format::Toml);
    let ron = write::write(&profile, Format::Ron);
    let mut split = format!("{toml}\n[scale]\nterm.pawns = {{ own = [1.5, 1], their = 0 }}\n");
    let read = |format, text: &str| parse(format, text).unwrap_or_else(|e| panic!("{e:#?}\n{text}"));
    for text in [&toml, &split.clone()] {
        let profile = read(Format::Toml, text);
        let ron = read(Format::Ron, &write::write(&profile, Format::Ron));
        let toml = read(Format::Toml, &write::write(&profile, Format::Toml));
        assert_eq!(ron.values.id(), profile.values.id());
        assert_eq!(toml.values, profile.values);
        assert_eq!(ron.values, profile.values);
    }
    assert_eq!(read(Format::Ron, &ron).values.id(), profile.values.id());
    // Whitespace does not change the ID of an expression; its meaning does.
    split = toml.replace("own.knights & rim", "own.knights   &  rim");
    assert_ne!(split, toml);
    assert_eq!(read(Format::Toml, &split).values.id(), profile.values.id());
    split = toml.replace("own.knights & rim", "own.knights & ~rim");
    assert_ne!(read(Format::Toml, &split).values.id(), profile.values.id());
}

#[test]
fn values_can_be_tuned_and_rewritten() {
    let toml = "name = \"x\"\n[pawns]\nisolated = -7\n[[term]]\nname = \"a\"\ncount = \"own.pawns & b2..g7\"\n\
                value = [-12, -8] # two\n[[term]]\nname = \"b\"\ncount = \"own.knights\"\ntable = [0, 9]\n\
                [[term]]\nname = \"c\"\ncount = \"own.pawns\"\nby_rank = { start = 1, step = 2 }\n";
    let ron = "(name: \"x\", pawns: (isolated: -7), term: [\n\
               (name: \"a\", count: \"own.pawns & b2..g7\", value: [-12, -8]), // two\n\
               (name: \"b\", count: \"own.knights\", table: [0, 9]),\n\
               (name: \"c\", count: \"own.pawns\", by_rank: (start: 1, step: 2)),\n])";
    for (format, text) in [(Format::Toml, toml), (Format::Ron, ron)] {
        let source = Source::new("x", format, text);
        let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
        let found = literals(&source, &profile);
        let of_terms = |number: &&Literal| number.key.starts_with("term.");
        let values: Vec<i32> = found.iter().filter(of_terms).map(|number| number.value).collect();
        assert_eq!(values, [-12, -8, 0, 9, 1, 2], "{format:?}");
        let effects: Vec<usize> = found.iter().filter(of_terms).map(|n| n.effects.len()).collect();
        // The step affects middlegame and endgame of all ranks but the first.
        assert_eq!(effects, [1, 1, 2, 2, 16, 14], "{format:?}");
        let constraints = Constraints {
            only: vec![Pattern::new("term.*", profile.values.custom_entries()).unwrap()],
            ..Constraints::default()
        };
        let variables = Variables::new(&found, &profile.values, &constraints).unwrap();
        assert_eq!(variables.all.len(), 6);
        let new: Vec<i32> = found.iter().map(|number| number.value + 1).collect();
        let written = rewrite(&source, &found, &new).unwrap();
        let expected =
            text.replace("-7", "-6").replace("[-12, -8]", "[-11, -7]").replace("[0, 9]", "[1, 10]");
        let expected = expected.replace("1, step = 2", "2, step = 3").replace("1, step: 2", "2, step: 3");
        assert_eq!(written, expected, "{format:?}");
    }
    assert!(Pattern::new("term.x", &[]).is_err());
}

#[test]
fn line_ends_and_comments_of_a_file_stay() {
    let text = "name = \"x\"\r\n\r\n[[term]]   # one\r\nname = \"a\"\r\ncount = \"\"\"\r\nown.pawns\r\n  & ritm\"\"\"\r\n\
                value = [ 1,2 ] # two\r\n";
    let path = write_file("own-crlf", "x.toml", text);
    let path = path.to_str().unwrap();
    let wrong = temper(&["profile", "check", path]);
    let message = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(message.contains("x.toml:7:5\n") && message.contains("did you mean `rim`?"), "{message}");
    std::fs::write(path, text.replace("ritm", "rim")).unwrap();
    stdout(&temper(&["profile", "fmt", path]));
    let formatted = text.replace("ritm", "rim").replace("]]   #", "]]  #").replace("[ 1,2 ] #", "[1, 2]  #");
    assert_eq!(std::fs::read_to_string(path).unwrap(), formatted);
}

#[test]
fn crlf_in_strings_is_normalised() {
    let unix = "name = \"x\"\ndescription = \"\"\"two\nlines\"\"\"\n[[term]]\nname = \"a\"\n\
                count = \"\"\"\nown.pawns\n  & rim\"\"\"\nvalue = 3\n";
    let unix = write_file("own-line-ends", "unix.toml", unix);
    let dos = std::fs::read_to_string(&unix).unwrap().replace('\n', "\r\n");
    let dos = write_file("own-line-ends", "dos.toml", &dos);
    for to in ["toml", "ron"] {
        let [unix, dos] = [&unix, &dos]
            .map(|path| stdout(&temper(&["profile", "convert", "--to", to, path.to_str().unwrap()])));
        assert_eq!(unix, dos);
        if to == "ron" {
            assert!(unix.contains("count: \"own.pawns\\n  & rim\""), "{unix}");
            // Also with CRLF in a RON string.
            let raw = unix.replace("\\n", "\r\n");
            let again = write_file("own-line-ends", "dos.ron", &raw);
            let again = stdout(&temper(&["profile", "convert", "--to", to, again.to_str().unwrap()]));
            assert_eq!(again, unix);
        }
    }
}
