//! What a file may not say of own terms, and what is said about it.

use temperament::profile::Format;

use super::{faults, parse};

#[test]
fn faults_tell_where_in_the_text_they_are() {
    let text = "[[term]]\nname = \"a\"\ncount = \"own.nights & rim\"\nvalue = 1\n\
                [[term]]\nname = \"b\"\ncount = \"\"\"\nown.pawns\n  & ritm\"\"\"\nvalue = 1\n\
                [[term]]\nname = \"c\"\ncount = 'own.pawns &'\nvalue = 1\n";
    let told = faults(text);
    assert_eq!(told.len(), 3, "{told:#?}");
    for (told, (place, name)) in told
        .iter()
        .zip([("x:4:", "nights"), ("x:10:5:", "ritm"), ("x:14:", "")])
    {
        assert!(told.starts_with(place) && told.contains(name), "{told}");
    }
    assert!(told[0].contains("did you mean"), "{}", told[0]);
    let ron = "(\n    name: \"x\",\n    term: [\n        (name: \"a\", count: \"own.nights\", value: 1),\n    ],\n)";
    let told = parse(Format::Ron, ron).unwrap_err();
    let column = ron.lines().nth(3).unwrap().find("own.nights").unwrap() + 1;
    assert!(
        told.len() == 1
            && (told[0].starts_with(&format!("x:4:{column}:"))
                || told[0].starts_with(&format!("x:4:{}:", column + 4))),
        "{told:?}"
    );
}

#[test]
fn what_a_term_says_is_checked() {
    for (text, expected) in [
        ("[term]\na = 1", "`term` is a list of tables"),
        ("term = [1]", "a `term` is a table"),
        (
            "[[term]]\ncount = \"own.pawns\"\nvalue = 1",
            "a term has a `name`",
        ),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"", "has no value"),
        (
            "[[term]]\nname = \"a\"\ncount = 3\nvalue = 1",
            "takes a text in quotes",
        ),
        (
            "[[term]]\nname = \"a\"\nconut = \"own.pawns\"\nvalue = 1",
            "did you mean `count`?",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nvalue = 1\ntable = [1]",
            "cannot stand beside",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nvalue = 40000",
            "out of bounds",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\ntable = 4",
            "has a list as its `table`",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\ntable = []",
            "1 to 128 entries",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nby_rank = [1, 2, 3]",
            "8 entries",
        ),
        (
            "[[term]]\nname = \"A b\"\ncount = \"own.pawns\"\nvalue = 1",
            "small letters",
        ),
        (
            "[[term]]\nname = \"pawns.isolated\"\ncount = \"own.pawns\"\nvalue = 1",
            "is built in",
        ),
        (
            "[[term]]\nname = \"pawns\"\ncount = \"own.pawns\"\nvalue = 1",
            "is built in",
        ),
        (
            "[[term]]\nname = \"a\"\nwhen = \"1 == 1\"\nvalue = 1\n[[term]]\nname = \"a\"\nwhen = \"1 == 1\"\nvalue = 1",
            "duplicate key",
        ),
        ("[[define]]\nname = \"f\"", "a `name` and an `is`"),
        ("[let]\na = 3", "takes a text in quotes"),
        ("[scale]\n\"term.a\" = 2", "no term `term.a` to scale"),
        (
            "[[term]]\nname = \"my.near\"\ncount = \"own.pawns\"\nvalue = 1\n[scale]\n\"my.near\" = 2",
            "no key or section `my.near` to scale (did you mean `term.my.near`?)",
        ),
        ("reset = [\"term.a\"]", "no term `term.a` to reset"),
        ("[[terms]]\nname = \"a\"", "did you mean `term`"),
    ] {
        let told = faults(text);
        assert!(
            told.iter().any(|line| line.contains(expected)),
            "{text}: {told:#?}"
        );
    }
    // Many large values of large counts.
    let term =
        |n: usize| format!("[[term]]\nname = \"t{n}\"\neach = \"board\"\ncount = \"1000\"\nvalue = 30000\n");
    let told = faults(&term(0));
    assert!(told[0].contains("could come to more than"), "{told:?}");
}

#[test]
fn a_profile_that_would_cost_too_much_is_refused() {
    let told = |text: &str, expected: &str| {
        let told = faults(text);
        assert!(told.iter().any(|line| line.contains(expected)), "{told:#?}");
    };
    let term = |n: usize, count: &str| format!("[[term]]\nname = \"t{n}\"\ncount = \"{count}\"\nvalue = 1\n");
    let many = |terms: usize, count: &str| (0..terms).map(|n| term(n, count)).collect::<String>();
    told(&many(65, "own.pawns"), "too many terms: 65, at most 64");
    told(
        &term(
            0,
            "sum(a in board, sum(b in board, sum(c in board, size(between(a, b) & line(b, c)))))",
        ),
        "the term costs too much",
    );
    told(
        &(0..20)
            .map(|n| {
                term(
                    n,
                    &format!("sum(a in board, sum(b in board, distance(a, b) + {n}))"),
                )
            })
            .collect::<String>(),
        "the terms cost too much together: up to 3",
    );
    told(
        &term(0, &format!("own.pawns{}", " & rim".repeat(400))),
        "the text is too long",
    );
    told(
        &term(0, &format!("{}1{}", "(".repeat(100), ")".repeat(100))),
        "nested too deeply",
    );
    let doubled: String = (1..40)
        .map(|n| format!("d{n} = \"d{} | north(d{})\"\n", n - 1, n - 1))
        .collect();
    told(
        &format!("[let]\nd0 = \"own.pawns\"\n{doubled}{}", term(0, "d39")),
        "too large",
    );
}

#[test]
fn what_does_not_change_within_a_loop_costs_once() {
    for each in ["own.knights", "own.pawns", "board"] {
        let text = format!(
            "name = \"x\"\n[let]\npins = \"their.pinned\"\n[[term]]\nname = \"a\"\neach = \"{each}\"\n\
             count = \"attacks(sq) & pins & own.candidate\"\nvalue = 1\n"
        );
        parse(Format::Toml, &text).unwrap_or_else(|told| panic!("{each}: {told:#?}"));
    }
    // Nor does what several terms count: apart these would be far too much.
    let shared = |n: usize| {
        let count = format!("size(where(a in board, any(b in board, distance(a, b) == 3))) + {n}");
        format!("[[term]]\nname = \"t{n}\"\ncount = \"{count}\"\nvalue = 1\n")
    };
    let text: String = (0..60).map(shared).collect();
    parse(Format::Toml, &format!("name = \"x\"\n{text}")).unwrap_or_else(|told| panic!("{told:#?}"));
}

#[test]
fn the_part_that_costs_most_is_named() {
    let told = faults(
        "[[term]]\nname = \"a\"\neach = \"own.pieces\"\ncount = \"\"\"their.pinned &\n  where(a in board, \
         any(b in their.pieces, distance(a, b) < distance(a, sq)))\"\"\"\nvalue = 1\n",
    );
    let [told] = told.as_slice() else {
        panic!("{told:#?}");
    };
    assert!(told.starts_with("x:6:3: "), "{told}");
    assert!(
        told.contains("most of it is `where(a in board, ") && told.contains("for each of up to 64 squares"),
        "{told}"
    );
}

#[test]
fn a_key_that_is_twice_in_a_term_is_that_of_this_term() {
    let told = faults(
        "[[term]]\nname = \"a.one\"\ncount = \"own.pawns\"\nvalue = 1\n\
         [[term]]\nname = \"a.two\"\ncount = \"own.pawns\"\nvalue = 1\nvalue = 2\n\
         [[define]]\nname = \"f(s: squares)\"\nis = \"s\"\nis = \"s\"\n",
    );
    let twice = |place: &str, key: &str, line: usize| {
        format!("{place}: error: duplicate key `{key}` (the first is in line {line}; remove one of the two)")
    };
    assert_eq!(
        told,
        [
            twice("x:10:1", "term.a.two.value", 9),
            twice("x:14:1", "define.f.is", 13)
        ]
    );
}

#[test]
fn what_is_wrong_in_one_term_is_told_in_one_pass() {
    let told = faults(
        "[[term]]\nname = \"A\"\ncounts = \"phase\"\nwhen = \"sq in rimm\"\nlet = { x = 3, y = \"ritm + x\" }\n\
         index = \"phas + x\"\nvalue = [1, 2, 3]\n",
    );
    for part in [
        "x:3:9: error: a name is made of",
        "x:4:1: error: a term has no field `counts`",
        "there is no `rimm`",
        "`term.A.let.x` takes a text",
        "there is no `ritm`",
        "there is no `phas`",
        "`term.A` takes one number",
    ] {
        assert!(told.iter().any(|line| line.contains(part)), "{part}: {told:#?}");
    }
    assert_eq!(told.len(), 7, "{told:#?}");
}

#[test]
fn a_definition_that_cannot_be_read_is_told_once() {
    let uses = "[[term]]\nname = \"x\"\ncount = \"a & b & c(rim)\"\nvalue = 1\n\
                [[define]]\nname = \"c(s: squares)\"\nis = \"s - a\"\n";
    for (text, place) in [
        (format!("[let]\nb = \"rim\"\na = 3\n{uses}"), "x:4:"),
        (format!("[let]\nb = \"rim\"\na = \"own.pawns &\"\n{uses}"), "x:4:"),
        (
            format!("[let]\nb = \"rim\"\n[[define]]\nname = \"a\"\nis = 3\n{uses}"),
            "x:6:",
        ),
    ] {
        let told = faults(&text);
        assert!(told.len() == 1 && told[0].starts_with(place), "{told:#?}");
    }
}

#[test]
fn a_term_without_a_good_name_is_checked_all_the_same() {
    for (name, expected) in [
        ("name = 5\n", "`term.name` takes a text in quotes"),
        ("", "a term has a `name`"),
        ("name = \"first\"\n", "duplicate key `term.first`"),
    ] {
        let text = format!(
            "[[term]]\nname = \"first\"\ncount = \"own.pawns\"\nvalue = 1\n\
             [[term]]\n{name}count = \"own.knigts\"\nvalue = \"x\"\nbogus = 4\n"
        );
        let told = faults(&text);
        assert_eq!(told.len(), 4, "{told:#?}");
        for part in [
            expected,
            "did you mean `knights`?",
            "found a text",
            "no field `bogus`",
        ] {
            assert!(told.iter().any(|fault| fault.contains(part)), "{part}: {told:#?}");
        }
    }
}
