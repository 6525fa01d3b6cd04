//! Diagnostics of invalid custom terms in files.

use temperament_engine::profile::Format;

use super::{diagnostics, parse};

#[test]
fn diagnostics_are_located_inside_strings() {
    let text = "[[term]]\nname = \"a\"\ncount = \"own.nights & rim\"\nvalue = 1\n\
                [[term]]\nname = \"b\"\ncount = \"\"\"\nown.pawns\n  & ritm\"\"\"\nvalue = 1\n\
                [[term]]\nname = \"c\"\ncount = 'own.pawns &'\nvalue = 1\n";
    let found = diagnostics(text);
    assert_eq!(found.len(), 3, "{found:#?}");
    for (found, (place, name)) in found.iter().zip([("x:4:", "nights"), ("x:10:5:", "ritm"), ("x:14:", "")]) {
        assert!(found.starts_with(place) && found.contains(name), "{found}");
    }
    assert!(found[0].contains("did you mean"), "{}", found[0]);
    let ron = "(\n    name: \"x\",\n    term: [\n        (name: \"a\", count: \"own.nights\", value: 1),\n    ],\n)";
    let found = parse(Format::Ron, ron).unwrap_err();
    let column = ron.lines().nth(3).unwrap().find("own.nights").unwrap() + 1;
    assert!(
        found.len() == 1
            && (found[0].starts_with(&format!("x:4:{column}:"))
                || found[0].starts_with(&format!("x:4:{}:", column + 4))),
        "{found:?}"
    );
}

#[test]
fn fields_of_terms_are_checked() {
    for (text, expected) in [
        ("[term]\na = 1", "`term` is a list of tables"),
        ("term = [1]", "a `term` is a table"),
        ("[[term]]\ncount = \"own.pawns\"\nvalue = 1", "a term has a `name`"),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"", "has no value"),
        ("[[term]]\nname = \"a\"\ncount = 3\nvalue = 1", "takes a string in quotes"),
        ("[[term]]\nname = \"a\"\nconut = \"own.pawns\"\nvalue = 1", "did you mean `count`?"),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nvalue = 1\ntable = [1]", "cannot stand beside"),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nvalue = 40000", "out of bounds"),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"\ntable = 4", "has a list as its `table`"),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"\ntable = []", "1 to 128 entries"),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nby_rank = [1, 2, 3]", "8 entries"),
        ("[[term]]\nname = \"A b\"\ncount = \"own.pawns\"\nvalue = 1", "small letters"),
        ("[[term]]\nname = \"pawns.isolated\"\ncount = \"own.pawns\"\nvalue = 1", "is built in"),
        ("[[term]]\nname = \"pawns\"\ncount = \"own.pawns\"\nvalue = 1", "is built in"),
        (
            "[[term]]\nname = \"a\"\nwhen = \"1 == 1\"\nvalue = 1\n[[term]]\nname = \"a\"\nwhen = \"1 == 1\"\nvalue = 1",
            "duplicate key",
        ),
        ("[[define]]\nname = \"f\"", "a `name` and an `is`"),
        ("[let]\na = 3", "takes a string in quotes"),
        ("[scale]\n\"term.a\" = 2", "no term `term.a` to scale"),
        (
            "[[term]]\nname = \"my.near\"\ncount = \"own.pawns\"\nvalue = 1\n[scale]\n\"my.near\" = 2",
            "no key or section `my.near` to scale (did you mean `term.my.near`?)",
        ),
        ("reset = [\"term.a\"]", "no term `term.a` to reset"),
        ("[[terms]]\nname = \"a\"", "did you mean `term`"),
    ] {
        let found = diagnostics(text);
        assert!(found.iter().any(|line| line.contains(expected)), "{text}: {found:#?}");
    }
    // Large values times large counts.
    let term =
        |n: usize| format!("[[term]]\nname = \"t{n}\"\neach = \"board\"\ncount = \"1000\"\nvalue = 30000\n");
    let found = diagnostics(&term(0));
    assert!(found[0].contains("could come to more than"), "{found:?}");
}

#[test]
fn a_profile_that_would_cost_too_much_is_refused() {
    let check = |text: &str, expected: &str| {
        let found = diagnostics(text);
        assert!(found.iter().any(|line| line.contains(expected)), "{found:#?}");
    };
    let term = |n: usize, count: &str| format!("[[term]]\nname = \"t{n}\"\ncount = \"{count}\"\nvalue = 1\n");
    let many = |terms: usize, count: &str| (0..terms).map(|n| term(n, count)).collect::<String>();
    check(&many(129, "own.pawns"), "too many terms, tables, factors and drawn rules: at most 128");
    check(
        &term(0, "sum(a in board, sum(b in board, sum(c in board, size(between(a, b) & line(b, c)))))"),
        "the term costs too much",
    );
    check(
        &(0..20)
            .map(|n| term(n, &format!("sum(a in board, sum(b in board, distance(a, b) + {n}))")))
            .collect::<String>(),
        "the terms cost too much together: up to 3",
    );
    check(&term(0, &format!("own.pawns{}", " & rim".repeat(400))), "the text is too long");
    check(&term(0, &format!("{}1{}", "(".repeat(100), ")".repeat(100))), "nested too deeply");
    let doubled: String = (1..40).map(|n| format!("d{n} = \"d{} | north(d{})\"\n", n - 1, n - 1)).collect();
    check(&format!("[let]\nd0 = \"own.pawns\"\n{doubled}{}", term(0, "d39")), "too large");
}

#[test]
fn loop_invariants_cost_once() {
    for each in ["own.knights", "own.pawns", "board"] {
        let text = format!(
            "name = \"x\"\n[let]\npins = \"their.pinned\"\n[[term]]\nname = \"a\"\neach = \"{each}\"\n\
             count = \"attacks(sq) & pins & own.candidate\"\nvalue = 1\n"
        );
        parse(Format::Toml, &text).unwrap_or_else(|found| panic!("{each}: {found:#?}"));
    }
    // Subexpressions shared by several terms are counted once; separately these would exceed the limit.
    let shared = |n: usize| {
        let count = format!("size(where(a in board, any(b in board, distance(a, b) == 3))) + {n}");
        format!("[[term]]\nname = \"t{n}\"\ncount = \"{count}\"\nvalue = 1\n")
    };
    let text: String = (0..60).map(shared).collect();
    parse(Format::Toml, &format!("name = \"x\"\n{text}")).unwrap_or_else(|found| panic!("{found:#?}"));
}

#[test]
fn the_part_that_costs_most_is_named() {
    let found = diagnostics(
        "[[term]]\nname = \"a\"\neach = \"own.pieces\"\ncount = \"\"\"their.pinned &\n  where(a in board, \
         any(b in their.pieces, distance(a, b) < distance(a, sq)))\"\"\"\nvalue = 1\n",
    );
    let [found] = found.as_slice() else {
        panic!("{found:#?}");
    };
    assert!(found.starts_with("x:6:3: "), "{found}");
    assert!(
        found.contains("most of it is `where(a in board, ") && found.contains("for each of up to 64 squares"),
        "{found}"
    );
}

#[test]
fn duplicate_keys_name_their_term() {
    let found = diagnostics(
        "[[term]]\nname = \"a.one\"\ncount = \"own.pawns\"\nvalue = 1\n\
         [[term]]\nname = \"a.two\"\ncount = \"own.pawns\"\nvalue = 1\nvalue = 2\n\
         [[define]]\nname = \"f(s: squares)\"\nis = \"s\"\nis = \"s\"\n",
    );
    let twice = |place: &str, key: &str, line: usize| {
        format!("{place}: error: duplicate key `{key}` (the first is in line {line}; remove one of the two)")
    };
    assert_eq!(found, [twice("x:10:1", "term.a.two.value", 9), twice("x:14:1", "define.f.is", 13)]);
}

#[test]
fn all_errors_of_a_term_are_reported_in_one_pass() {
    let found = diagnostics(
        "[[term]]\nname = \"A\"\ncounts = \"phase\"\nwhen = \"sq in rimm\"\nlet = { x = 3, y = \"ritm + x\" }\n\
         index = \"phas + x\"\nvalue = [1, 2, 3]\n",
    );
    for part in [
        "x:3:9: error: a name consists of",
        "x:4:1: error: a term has no field `counts`",
        "there is no `rimm`",
        "`term.A.let.x` takes a string",
        "there is no `ritm`",
        "there is no `phas`",
        "`term.A` takes one number",
    ] {
        assert!(found.iter().any(|line| line.contains(part)), "{part}: {found:#?}");
    }
    assert_eq!(found.len(), 7, "{found:#?}");
}

#[test]
fn an_invalid_definition_is_reported_once() {
    let uses = "[[term]]\nname = \"x\"\ncount = \"a & b & c(rim)\"\nvalue = 1\n\
                [[define]]\nname = \"c(s: squares)\"\nis = \"s - a\"\n";
    for (text, place) in [
        (format!("[let]\nb = \"rim\"\na = 3\n{uses}"), "x:4:"),
        (format!("[let]\nb = \"rim\"\na = \"own.pawns &\"\n{uses}"), "x:4:"),
        (format!("[let]\nb = \"rim\"\n[[define]]\nname = \"a\"\nis = 3\n{uses}"), "x:6:"),
    ] {
        let found = diagnostics(&text);
        assert!(found.len() == 1 && found[0].starts_with(place), "{found:#?}");
    }
}

#[test]
fn a_term_with_an_invalid_name_is_still_checked() {
    for (name, expected) in [
        ("name = 5\n", "`term.name` takes a string in quotes"),
        ("", "a term has a `name`"),
        ("name = \"first\"\n", "duplicate key `term.first`"),
    ] {
        let text = format!(
            "[[term]]\nname = \"first\"\ncount = \"own.pawns\"\nvalue = 1\n\
             [[term]]\n{name}count = \"own.knigts\"\nvalue = \"x\"\nbogus = 4\n"
        );
        let found = diagnostics(&text);
        assert_eq!(found.len(), 4, "{found:#?}");
        for part in [expected, "did you mean `knights`?", "found a string", "no field `bogus`"] {
            assert!(found.iter().any(|line| line.contains(part)), "{part}: {found:#?}");
        }
    }
}

#[test]
fn every_type_of_a_definition_is_checked() {
    let found = diagnostics("[[define]]\nname = \"g(a: sid, b: squarez)\"\nis = \"1\"\n");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("`sid` is no type") && found[1].contains("`squarez` is no type"));
}
