//! Error messages and their spans.

use temperament_engine::terms::{
    By, Definition, Fault, Field, MAX_TERM_COST, Part, Program, Sources, TermSource,
};

use super::{define, sources, term};

/// The only error of some sources.
fn only(sources: &Sources) -> Fault {
    let mut errors = Program::new(sources).expect_err("an error");
    assert_eq!(errors.len(), 1, "{errors:#?}");
    errors.remove(0)
}

/// Formats an error: `^` under its span in `text`, then the message, with the hint in parentheses.
fn render(text: &str, error: &Fault) -> String {
    let column = text[..error.span.start].chars().count();
    let width = text[error.span.clone()].chars().count().max(1);
    let hint = error.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
    format!("{}{} {}{hint}", " ".repeat(column), "^".repeat(width), error.message)
}

/// The rendered error of an expression used as `count` of a term with `each`.
fn count_error(text: &str) -> String {
    let source = term("a", By::One, &[("each", "own.knights"), ("count", text)]);
    let error = only(&sources(vec![source]));
    assert_eq!(error.part, Part::Term(0, Field::Count));
    render(text, &error)
}

#[test]
fn the_caret_stands_under_the_mistake() {
    for (text, expected) in [
        ("", "^ the expression is empty"),
        ("own.knigts", "    ^^^^^^ a side has no `knigts` (did you mean `knights`?)"),
        ("pased(own)", "^^^^^ there is no `pased` (did you mean `passed`?)"),
        ("xyzzy", "^^^^^ there is no `xyzzy` (docs/custom-terms.md lists all names)"),
        ("own.rooks &", "           ^ expected a name, a number, a square or `(`, found the end"),
        ("(own.rooks", "          ^ expected `)` to close the bracket, found the end"),
        ("own.rooks)", "         ^ this `)` closes nothing"),
        (
            "own.rooks && rim",
            "          ^^ there is no `&&` (write `and` between booleans, `&` between squares)",
        ),
        ("own.rooks = 2", "          ^ there is no `=` (equality is written `==`)"),
        ("!own.to_move", "^ there is no `!` (write `not` before a boolean and `~` before squares)"),
        ("1 < 2 < 3", "      ^ comparisons cannot be chained (join two comparisons with `and`)"),
        (
            "own.rooks + own.queens",
            "          ^ `+` cannot join squares and squares (`|` joins squares; `size(a) + size(b)` adds their numbers)",
        ),
        (
            "own.rooks == own.queens",
            "          ^^ `==` cannot join squares and squares (compare how many they are with `size(...)`, or ask `none(a ^ b)` whether they are the same)",
        ),
        (
            "own.rooks and own.to_move",
            "          ^^^ `and` cannot join squares and a boolean (`any(...)` asks whether there are squares)",
        ),
        (
            "own.to_move & rim",
            "            ^ `&` cannot join a boolean and squares (`if(..., board, nowhere)` makes squares of it)",
        ),
        (
            "own & rim",
            "    ^ `&` cannot join a side and squares (`own.all` are all squares with an own piece or pawn)",
        ),
        (
            "not own.queens",
            "    ^^^^^^^^^^ the operand of `not` must be a boolean, not squares (`any(...)` asks whether there are squares)",
        ),
        (
            "rank(own.rooks)",
            "     ^^^^^^^^^ `of` of `rank` must be a square, not squares (a loop gives the squares of a set: `sum(sq in ..., ...)`)",
        ),
        (
            "min(own.rooks, 3)",
            "    ^^^^^^^^^ `a` of `min` must be a number, not squares (`size(...)` is the number of squares)",
        ),
        (
            "distance(sq)",
            "^^^^^^^^ `distance` cannot be used with a square (there is `distance(a: square, b: square)`)",
        ),
        ("attacks(own)", "        ^^^ `from` of `attacks` must be a square, not a side"),
        ("sq.rank", "^^ only a side has something after a point, this is a square (write `rank(sq)`)"),
        (
            "own.king.rank",
            "^^^^^^^^ only a side has something after a point, this is a square (write `rank(own.king)`)",
        ),
        (
            "own.pawns.count",
            "^^^^^^^^^ only a side has something after a point, this is squares (write `size(own.pawns)`)",
        ),
        (
            "own.pawns.xyzzy",
            "^^^^^^^^^ only a side has something after a point, this is squares (as in `own.pawns`)",
        ),
        (
            "white.pawns",
            "^^^^^ there is no `white` (a term counts for either side: `own` is the side that it counts for, `their` the other)",
        ),
        ("my.pawns", "^^ there is no `my` (write `own`)"),
        ("enemy.pawns", "^^^^^ `enemy` needs a side (write `own` or `their`)"),
        ("pawns", "^^^^^ `pawns` needs a side (write `own.pawns` or `their.pawns`)"),
        (
            "their",
            "^^^^^ `count` must be squares, not a side (`their.all` are the squares of all its pieces and pawns, `their.pawns` those of its pawns)",
        ),
        (
            "where(sq in own.rooks, own.to_move)",
            "      ^^ `sq` is something else already (take another name)",
        ),
        ("wher(r in own.rooks, own.to_move)", "^^^^ there is no `wher` (did you mean `where`?)"),
        ("sum(own.rooks, 1)", "^^^ `sum` goes over squares (write `sum(sq in squares, a number)`)"),
        (
            "where(r in own.rooks, attacks(r))",
            "                      ^^^^^^^^^^ the body of `where` must be a boolean, not squares (`any(...)` asks whether there are squares)",
        ),
        ("if(own.to_move, 1, rim)", "                ^ one of the two of `if` must be squares, not a number"),
        ("b2..9", "    ^ expected the square in the opposite corner, as in `b2..g7`, found `9`"),
        ("2x", "^^ `2x` is neither a whole number nor a name"),
        ("9999999", "^^^^^^^ the number is too large: at most 1000000"),
        ("own.rooks § rim", "          ^ `§` has no meaning here"),
        ("let", "^^^ expected a name, a number, a square or `(`, found `let`"),
    ] {
        let expected = format!("{text}\n{expected}");
        assert_eq!(format!("{text}\n{}", count_error(text)), expected);
    }
}

#[test]
fn conflicting_fields_are_errors() {
    for (by, fields, field, message) in [
        (By::One, &[][..], Field::Count, "`count` is missing"),
        (
            By::Table(3),
            &[("each", "own.rooks")][..],
            Field::Count,
            "`count` is missing: which entry of the table counts",
        ),
        (
            By::Rank,
            &[("when", "own.to_move")][..],
            Field::Count,
            "`count` is missing: the squares whose values count",
        ),
        (
            By::Rank,
            &[("count", "1")][..],
            Field::Count,
            "with `by_rank` and without `each`, `count` must be squares, not a number",
        ),
        (By::One, &[("count", "1"), ("index", "1")][..], Field::Index, "`index` needs a `table`"),
        (By::Table(0), &[("count", "1")][..], Field::Values, "a table has 1 to 128 entries, this has 0"),
        (By::One, &[("each", "own.to_move")][..], Field::Each, "`each` must be squares, not a boolean"),
        (By::One, &[("when", "sq in rim"), ("count", "1")][..], Field::When, "there is no `sq` here"),
        (By::One, &[("count", "own")][..], Field::Count, "`count` must be squares, not a side"),
        (
            By::One,
            &[("rooks", "1"), ("count", "1")][..],
            Field::LetName(0),
            "`rooks` is something else already",
        ),
        (
            By::One,
            &[("mine", "own.rooks +"), ("count", "1")][..],
            Field::Let(0),
            "expected a name, a number, a square or `(`, found the end",
        ),
    ] {
        let error = only(&sources(vec![term("a", by, fields)]));
        assert_eq!((error.part, error.message.as_str()), (Part::Term(0, field), message));
    }
}

#[test]
fn names_of_terms_are_checked() {
    let named = |name: &str| term(name, By::One, &[("count", "1")]);
    for name in ["", "Rim", "a b", "a..b", ".a", "1a", "a.1", "a.mg", "x.eg", &"a".repeat(65)] {
        let error = only(&sources(vec![named(name)]));
        assert_eq!(error.part, Part::Term(0, Field::Name), "{name}");
    }
    let error = only(&sources(vec![named("a.b"), named("a.b")]));
    assert_eq!(error.part, Part::Term(1, Field::Name));
    assert_eq!(error.message, "there is another term `a.b`");
    // Scaling or resetting `a` would affect `a.b` too.
    let error = only(&sources(vec![named("a.b"), named("ab"), named("a")]));
    assert_eq!(error.part, Part::Term(2, Field::Name));
    assert!(error.message.contains("the beginning of the name `a.b`"), "{}", error.message);
}

#[test]
fn errors_in_definitions_are_reported_once_there() {
    let check = |definitions: Vec<Definition>, part: Part, message: &str| {
        let terms = vec![term("a", By::One, &[("count", "1")])];
        let error = only(&Sources { definitions, terms });
        assert_eq!((error.part, error.message.as_str()), (part, message));
    };
    check(vec![define("f(x: sqaures)", "x")], Part::Head(0), "`sqaures` is no type");
    check(
        vec![define("f(x squares)", "x")],
        Part::Head(0),
        "expected `:` and the parameter's type, found `squares`",
    );
    check(vec![define("passed", "rim")], Part::Head(0), "`passed` is built in");
    check(vec![define("f", "1"), define("f", "2")], Part::Head(1), "there is another definition of `f`");
    check(vec![define("f(x: number)", "x & rim")], Part::Body(0), "`&` cannot join a number and squares");
    // Used by two definitions and a term: reported once.
    let mut uses = sources(vec![term("a", By::One, &[("count", "g")])]);
    uses.definitions = vec![define("f", "own.nothing"), define("g", "f | h"), define("h", "f")];
    assert_eq!(only(&uses).part, Part::Body(0));
}

#[test]
fn follow_up_errors_are_suppressed() {
    let only_error = |fields: &[(&str, &str)], definitions: Vec<Definition>| {
        let terms = vec![term("a", By::One, fields), term("c", By::Rank, &[("count", "own.pawns")])];
        only(&Sources { definitions, terms })
    };
    for body in ["own.pawns &", "own.pawn", "own.pawns & 3"] {
        let error = only_error(
            &[("e", "b & rim"), ("when", "any(b)"), ("count", "e & b")],
            vec![define("b", body), define("d", "b | rim")],
        );
        assert_eq!(error.part, Part::Body(0), "{body}");
        let error = only_error(&[("b", body), ("d", "b"), ("count", "d & b")], Vec::new());
        assert_eq!(error.part, Part::Term(0, Field::Let(0)), "{body}");
    }
    let error = only_error(
        &[("count", "f(own.pawns)")],
        vec![define("f(x: square", "x"), define("g(x: squares)", "f(x)")],
    );
    assert_eq!(error.part, Part::Head(0));
}

#[test]
fn sq_is_reserved() {
    let sq = || sources(vec![term("a", By::One, &[("count", "attacks(sq)")])]);
    let error = only(&sq());
    assert_eq!(error.message, "there is no `sq` here");
    assert!(error.hint.unwrap().contains("`each` is missing"));
    let mut defined = sq();
    defined.definitions = vec![define("f", "attacks(sq)")];
    defined.terms = vec![term("a", By::One, &[("count", "f")])];
    assert!(only(&defined).hint.unwrap().contains("`name(sq: square)`"));
    let refused = "`sq` is what a term with `each` calls each of its squares";
    for each in [&[("each", "own.knights")][..], &[]] {
        let fields = [each, &[("count", "1 + 1"), ("when", "1 == 1")]].concat();
        let mut hidden = sources(vec![term("a", By::One, &fields)]);
        hidden.definitions = vec![define("sq", "own.pawns")];
        let error = only(&hidden);
        assert_eq!((error.part, error.message.as_str()), (Part::Head(0), refused));
    }
    let own = sources(vec![term("a", By::One, &[("sq", "e4"), ("count", "rim")])]);
    let error = only(&own);
    assert_eq!((error.part, error.message.as_str()), (Part::Term(0, Field::LetName(0)), refused));
    // `sq` is allowed as a parameter name, and a definition may share its name with the variable of a built-in loop.
    let mut fine = sources(vec![term("a", By::One, &[("each", "own.candidate"), ("count", "f(sq) & pawn")])]);
    fine.definitions = vec![define("f(sq: square)", "attacks(sq)"), define("pawn", "own.pawns")];
    assert_eq!(Program::new(&fine).map(|_| ()), Ok(()));
}

#[test]
fn by_rank_and_by_square_need_squares() {
    for (by, count, message, hint) in [
        (
            By::Rank,
            "phase < 3",
            "with `by_rank` and without `each`, `count` must be squares, not a boolean",
            "whether a term counts stands in `when`",
        ),
        (
            By::Square,
            "3",
            "with `by_square` and without `each`, `count` must be squares, not a number",
            "how often something counts goes with `value` or `table`",
        ),
    ] {
        let error = only(&sources(vec![term("a", by, &[("count", count)])]));
        assert_eq!((error.message.as_str(), error.hint.as_deref()), (message, Some(hint)));
    }
}

#[test]
fn cyclic_definitions_are_refused() {
    let mut circle = sources(vec![term("a", By::One, &[("count", "1")])]);
    circle.definitions = vec![define("f", "g"), define("g", "f")];
    let errors = Program::new(&circle).expect_err("a circle");
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["`f` is defined by itself", "`g` is defined by itself"]);
}

/// Message of the only error.
fn refused(sources: &Sources) -> String {
    only(sources).message
}

#[test]
fn size_and_cost_are_limited() {
    let counting = |count: &str| sources(vec![term("a", By::One, &[("count", count)])]);
    assert_eq!(refused(&counting(&" ".repeat(2_001))), "the text is too long: 2001 bytes, at most 2000");
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert!(refused(&counting(&deep)).starts_with("the expression is nested too deeply"));
    let loops = "sum(a in board, sum(b in board, sum(c in board, sum(d in board, 1))))";
    assert_eq!(refused(&counting(loops)), "too many loops within loops: at most 3");
    let expensive = "sum(a in board, sum(b in board, sum(c in board, size(a & b & c))))";
    assert!(refused(&counting(expensive)).starts_with("the term costs too much"));
    // Each definition uses the previous one twice: 2^30 parts.
    let mut doubling = counting("size(part30)");
    doubling.definitions = vec![define("part0", "own.pawns")];
    for i in 1..=30 {
        doubling.definitions.push(define(&format!("part{i}"), &format!("part{0} | north(part{0})", i - 1)));
    }
    let errors = Program::new(&doubling).expect_err("too large");
    assert!(errors.iter().any(|error| error.part == Part::Term(0, Field::Count)), "{errors:?}");
    assert!(errors.iter().all(|error| error.message.contains("too large")), "{errors:?}");
}

#[test]
fn number_and_total_cost_of_terms_are_limited() {
    let many = |n: usize, count: &str| {
        let terms = (0..n).map(|i| {
            let count = count.replace("NUMBER", &i.to_string());
            term(&format!("t{i}"), By::One, &[("count", &count)])
        });
        sources(terms.collect::<Vec<TermSource>>())
    };
    assert!(Program::new(&many(128, "1")).is_ok());
    assert_eq!(refused(&many(129, "1")), "too many terms, tables, factors and drawn rules: at most 128");
    let pairs = "sum(a in board, sum(b in board, distance(a, b) + NUMBER))";
    let one = Program::new(&many(1, pairs)).unwrap();
    assert!(one.terms()[0].cost() <= MAX_TERM_COST);
    assert!(refused(&many(10, pairs)).starts_with("the terms cost too much together"));
    // Shared subexpressions are computed once.
    let shared = "sum(a in board, sum(b in board, distance(a, b))) + NUMBER";
    assert!(Program::new(&many(10, shared)).is_ok());
}

#[test]
fn all_errors_of_an_expression_are_reported() {
    let text = "size(own.knigts & foo) + min(1 & rim, own()) + sum(a in own.rokos, size(b.pawns)) + own.own";
    let source = term("a", By::One, &[("count", text)]);
    let mut errors = Program::new(&sources(vec![source])).unwrap_err();
    errors.sort_by_key(|error| error.span.start);
    let messages: Vec<&str> = errors.iter().map(|error| &text[error.span.clone()]).collect();
    assert_eq!(messages, ["knigts", "foo", "&", "own", "rokos", "b", "own"], "{errors:#?}");
    // Also in a definition.
    let mut defined = sources(vec![term("a", By::One, &[("count", "bad(own.pawns)")])]);
    defined.definitions = vec![define("bad(set: squares)", "size(foo & set) + size(bar & set)")];
    let errors = Program::new(&defined).unwrap_err();
    assert_eq!(errors.len(), 2, "{errors:#?}");
}

#[test]
fn numbers_of_files_are_no_squares_and_names_no_functions() {
    for (text, expected) in [
        (
            "file(sq) & their.queens",
            "         ^ `&` cannot join a number and squares (`file(...)` is a number; `files(...)` are the squares of the whole file)",
        ),
        (
            "any(their.queens | rank(sq))",
            "                 ^ `|` cannot join squares and a number (`rank(...)` is a number; `ranks(...)` are the squares of the whole rank)",
        ),
        (
            "size(a1 & 3)",
            "        ^ `&` cannot join a square and a number (comparisons bind less tightly than `&`, `|` and `^`: join them with `and` and `or`)",
        ),
        (
            "any(file(sq))",
            "    ^^^^^^^^ `set` of `any` must be squares, not a number (`file(...)` is a number; `files(...)` are the squares of the whole file)",
        ),
        ("own().pawns", "^^^ `own` is no function (write `own` without brackets)"),
        ("own.their", "    ^^^^^ a side has no `their` (write `their` without a side before it)"),
    ] {
        assert_eq!(count_error(text), expected, "{text}");
    }
}
