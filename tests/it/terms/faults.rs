//! What is said about mistakes, and where the caret stands.

use temperament::terms::{By, Definition, Fault, Field, MAX_TERM_COST, Part, Program, Sources, TermSource};

use super::{define, sources, term};

/// The only fault of some sources.
fn only(sources: &Sources) -> Fault {
    let mut faults = Program::new(sources).expect_err("there is a fault");
    assert_eq!(faults.len(), 1, "{faults:#?}");
    faults.remove(0)
}

/// A fault on two lines: the text with `^` under what it is about; then the message, with the hint in brackets.
fn drawn(text: &str, fault: &Fault) -> String {
    let column = text[..fault.span.start].chars().count();
    let width = text[fault.span.clone()].chars().count().max(1);
    let hint = fault
        .hint
        .as_ref()
        .map_or(String::new(), |hint| format!(" ({hint})"));
    format!(
        "{}{} {}{hint}",
        " ".repeat(column),
        "^".repeat(width),
        fault.message
    )
}

/// What is said about an expression as `count` of a term with `each`.
fn said(text: &str) -> String {
    let source = term("a", By::One, &[("each", "own.knights"), ("count", text)]);
    let fault = only(&sources(vec![source]));
    assert_eq!(fault.part, Part::Term(0, Field::Count));
    drawn(text, &fault)
}

#[test]
fn the_caret_stands_under_the_mistake() {
    for (text, expected) in [
        ("", "^ the expression is empty"),
        (
            "own.knigts",
            "    ^^^^^^ a side has no `knigts` (did you mean `knights`?)",
        ),
        ("pased(own)", "^^^^^ there is no `pased` (did you mean `passed`?)"),
        (
            "xyzzy",
            "^^^^^ there is no `xyzzy` (docs/own-terms.md lists all names)",
        ),
        (
            "own.rooks &",
            "           ^ expected a name, a number, a square or `(`, found the end",
        ),
        (
            "(own.rooks",
            "          ^ expected `)` to close the bracket, found the end",
        ),
        ("own.rooks)", "         ^ this `)` closes nothing"),
        (
            "own.rooks && rim",
            "          ^^ there is no `&&` (write `and` between truths, `&` between squares)",
        ),
        (
            "own.rooks = 2",
            "          ^ there is no `=` (equality is written `==`)",
        ),
        (
            "!own.to_move",
            "^ there is no `!` (write `not` before a truth and `~` before squares)",
        ),
        (
            "1 < 2 < 3",
            "      ^ comparisons cannot be chained (join two comparisons with `and`)",
        ),
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
            "          ^^^ `and` cannot join squares and a truth (`any(...)` asks whether there are squares)",
        ),
        (
            "own.to_move & rim",
            "            ^ `&` cannot join a truth and squares (`if(..., board, nowhere)` makes squares of it)",
        ),
        (
            "own & rim",
            "    ^ `&` cannot join a side and squares (`own.all` are all squares with an own piece or pawn)",
        ),
        (
            "not own.queens",
            "    ^^^^^^^^^^ what `not` turns round must be a truth, this is squares (`any(...)` asks whether there are squares)",
        ),
        (
            "rank(own.rooks)",
            "     ^^^^^^^^^ `of` of `rank` must be a square, this is squares (a loop gives the squares of a set: `sum(sq in ..., ...)`)",
        ),
        (
            "min(own.rooks, 3)",
            "    ^^^^^^^^^ `a` of `min` must be a number, this is squares (`size(...)` is the number of squares)",
        ),
        (
            "distance(sq)",
            "^^^^^^^^ `distance` cannot be used with a square (there is `distance(a: square, b: square)`)",
        ),
        (
            "attacks(own)",
            "        ^^^ `from` of `attacks` must be a square, this is a side",
        ),
        (
            "sq.rank",
            "^^ only a side has something after a point, this is a square (write `rank(sq)`)",
        ),
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
        (
            "enemy.pawns",
            "^^^^^ `enemy` needs a side (write `own` or `their`)",
        ),
        (
            "pawns",
            "^^^^^ `pawns` needs a side (write `own.pawns` or `their.pawns`)",
        ),
        (
            "their",
            "^^^^^ `count` must be squares, this is a side (`their.all` are the squares of all its pieces and pawns, `their.pawns` those of its pawns)",
        ),
        (
            "where(sq in own.rooks, own.to_move)",
            "      ^^ `sq` is something else already (take another name)",
        ),
        (
            "wher(r in own.rooks, own.to_move)",
            "^^^^ there is no `wher` (did you mean `where`?)",
        ),
        (
            "sum(own.rooks, 1)",
            "^^^ `sum` goes over squares (write `sum(sq in squares, a number)`)",
        ),
        (
            "where(r in own.rooks, attacks(r))",
            "                      ^^^^^^^^^^ the body of `where` must be a truth, this is squares (`any(...)` asks whether there are squares)",
        ),
        (
            "if(own.to_move, 1, rim)",
            "                ^ one of the two of `if` must be squares, this is a number",
        ),
        (
            "b2..9",
            "    ^ expected the square in the opposite corner, as in `b2..g7`, found `9`",
        ),
        ("2x", "^^ `2x` is neither a whole number nor a name"),
        ("9999999", "^^^^^^^ the number is too large: at most 1000000"),
        ("own.rooks § rim", "          ^ `§` has no meaning here"),
        (
            "let",
            "^^^ expected a name, a number, a square or `(`, found `let`",
        ),
    ] {
        let expected = format!("{text}\n{expected}");
        assert_eq!(format!("{text}\n{}", said(text)), expected);
    }
}

#[test]
fn fields_that_do_not_go_together_are_told() {
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
            "with `by_rank` and without `each`, `count` must be squares, this is a number",
        ),
        (
            By::One,
            &[("count", "1"), ("index", "1")][..],
            Field::Index,
            "`index` needs a `table`",
        ),
        (
            By::Table(0),
            &[("count", "1")][..],
            Field::Values,
            "a table has 1 to 128 entries, this has 0",
        ),
        (
            By::One,
            &[("each", "own.to_move")][..],
            Field::Each,
            "`each` must be squares, this is a truth",
        ),
        (
            By::One,
            &[("when", "sq in rim"), ("count", "1")][..],
            Field::When,
            "there is no `sq` here",
        ),
        (
            By::One,
            &[("count", "own")][..],
            Field::Count,
            "`count` must be squares, this is a side",
        ),
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
        let fault = only(&sources(vec![term("a", by, fields)]));
        assert_eq!(
            (fault.part, fault.message.as_str()),
            (Part::Term(0, field), message)
        );
    }
}

#[test]
fn names_of_terms_are_checked() {
    let named = |name: &str| term(name, By::One, &[("count", "1")]);
    for name in [
        "",
        "Rim",
        "a b",
        "a..b",
        ".a",
        "1a",
        "a.1",
        "a.mg",
        "x.eg",
        &"a".repeat(65),
    ] {
        let fault = only(&sources(vec![named(name)]));
        assert_eq!(fault.part, Part::Term(0, Field::Name), "{name}");
    }
    let fault = only(&sources(vec![named("a.b"), named("a.b")]));
    assert_eq!(fault.part, Part::Term(1, Field::Name));
    assert_eq!(fault.message, "there is another term `a.b`");
    // Whoever scales or resets `a` would mean `a.b` too.
    let fault = only(&sources(vec![named("a.b"), named("ab"), named("a")]));
    assert_eq!(fault.part, Part::Term(2, Field::Name));
    assert!(
        fault.message.contains("the beginning of the name `a.b`"),
        "{}",
        fault.message
    );
}

#[test]
fn mistakes_in_definitions_are_told_once_and_in_the_definition() {
    let check = |definitions: Vec<Definition>, part: Part, message: &str| {
        let terms = vec![term("a", By::One, &[("count", "1")])];
        let fault = only(&Sources { definitions, terms });
        assert_eq!((fault.part, fault.message.as_str()), (part, message));
    };
    check(
        vec![define("f(x: sqaures)", "x")],
        Part::Head(0),
        "`sqaures` is no type",
    );
    check(
        vec![define("f(x squares)", "x")],
        Part::Head(0),
        "expected `:` and the parameter's type, found `squares`",
    );
    check(
        vec![define("passed", "rim")],
        Part::Head(0),
        "`passed` is built in",
    );
    check(
        vec![define("f", "1"), define("f", "2")],
        Part::Head(1),
        "there is another definition of `f`",
    );
    check(
        vec![define("f(x: number)", "x & rim")],
        Part::Body(0),
        "`&` cannot join a number and squares",
    );
    // Used by two others and a term: still one fault.
    let mut uses = sources(vec![term("a", By::One, &[("count", "g")])]);
    uses.definitions = vec![define("f", "own.nothing"), define("g", "f | h"), define("h", "f")];
    assert_eq!(only(&uses).part, Part::Body(0));
}

#[test]
fn what_follows_from_a_fault_is_not_told() {
    let faulty = |fields: &[(&str, &str)], definitions: Vec<Definition>| {
        let terms = vec![
            term("a", By::One, fields),
            term("c", By::Rank, &[("count", "own.pawns")]),
        ];
        only(&Sources { definitions, terms })
    };
    for body in ["own.pawns &", "own.pawn", "own.pawns & 3"] {
        let fault = faulty(
            &[("e", "b & rim"), ("when", "any(b)"), ("count", "e & b")],
            vec![define("b", body), define("d", "b | rim")],
        );
        assert_eq!(fault.part, Part::Body(0), "{body}");
        let fault = faulty(&[("b", body), ("d", "b"), ("count", "d & b")], Vec::new());
        assert_eq!(fault.part, Part::Term(0, Field::Let(0)), "{body}");
    }
    let fault = faulty(
        &[("count", "f(own.pawns)")],
        vec![define("f(x: square", "x"), define("g(x: squares)", "f(x)")],
    );
    assert_eq!(fault.part, Part::Head(0));
}

#[test]
fn what_each_square_is_called_is_no_name_for_anything_else() {
    let sq = || sources(vec![term("a", By::One, &[("count", "attacks(sq)")])]);
    let fault = only(&sq());
    assert_eq!(fault.message, "there is no `sq` here");
    assert!(fault.hint.unwrap().contains("`each` is missing"));
    let mut defined = sq();
    defined.definitions = vec![define("f", "attacks(sq)")];
    defined.terms = vec![term("a", By::One, &[("count", "f")])];
    assert!(only(&defined).hint.unwrap().contains("`name(sq: square)`"));
    let refused = "`sq` is what a term with `each` calls each of its squares";
    for each in [&[("each", "own.knights")][..], &[]] {
        let fields = [each, &[("count", "1 + 1"), ("when", "1 == 1")]].concat();
        let mut hidden = sources(vec![term("a", By::One, &fields)]);
        hidden.definitions = vec![define("sq", "own.pawns")];
        let fault = only(&hidden);
        assert_eq!((fault.part, fault.message.as_str()), (Part::Head(0), refused));
    }
    let own = sources(vec![term("a", By::One, &[("sq", "e4"), ("count", "rim")])]);
    let fault = only(&own);
    assert_eq!(
        (fault.part, fault.message.as_str()),
        (Part::Term(0, Field::LetName(0)), refused)
    );
    // A parameter may be called so, and a definition like the variable of a built-in loop.
    let mut fine = sources(vec![term(
        "a",
        By::One,
        &[("each", "own.candidate"), ("count", "f(sq) & pawn")],
    )]);
    fine.definitions = vec![
        define("f(sq: square)", "attacks(sq)"),
        define("pawn", "own.pawns"),
    ];
    assert_eq!(Program::new(&fine).map(|_| ()), Ok(()));
}

#[test]
fn where_squares_have_values_of_their_own_count_is_squares() {
    for (by, count, message, hint) in [
        (
            By::Rank,
            "phase < 3",
            "with `by_rank` and without `each`, `count` must be squares, this is a truth",
            "whether a term counts stands in `when`",
        ),
        (
            By::Square,
            "3",
            "with `by_square` and without `each`, `count` must be squares, this is a number",
            "how often something counts goes with `value` or `table`",
        ),
    ] {
        let fault = only(&sources(vec![term("a", by, &[("count", count)])]));
        assert_eq!(
            (fault.message.as_str(), fault.hint.as_deref()),
            (message, Some(hint))
        );
    }
}

#[test]
fn definitions_in_a_circle_are_refused() {
    let mut circle = sources(vec![term("a", By::One, &[("count", "1")])]);
    circle.definitions = vec![define("f", "g"), define("g", "f")];
    let faults = Program::new(&circle).expect_err("a circle");
    let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(told, ["`f` is defined by itself", "`g` is defined by itself"]);
}

/// The message of the only fault.
fn refused(sources: &Sources) -> String {
    only(sources).message
}

#[test]
fn what_is_too_large_or_too_dear_is_refused() {
    let counting = |count: &str| sources(vec![term("a", By::One, &[("count", count)])]);
    assert_eq!(
        refused(&counting(&" ".repeat(2_001))),
        "the text is too long: 2001 bytes, at most 2000"
    );
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert!(refused(&counting(&deep)).starts_with("the expression is nested too deeply"));
    let loops = "sum(a in board, sum(b in board, sum(c in board, sum(d in board, 1))))";
    assert_eq!(
        refused(&counting(loops)),
        "too many loops within loops: at most 3"
    );
    let dear = "sum(a in board, sum(b in board, sum(c in board, size(a & b & c))))";
    assert!(refused(&counting(dear)).starts_with("the term costs too much"));
    // Every definition uses the one before it twice: two to the power of thirty parts.
    let mut doubling = counting("size(part30)");
    doubling.definitions = vec![define("part0", "own.pawns")];
    for i in 1..=30 {
        doubling.definitions.push(define(
            &format!("part{i}"),
            &format!("part{0} | north(part{0})", i - 1),
        ));
    }
    let faults = Program::new(&doubling).expect_err("it is too large");
    assert!(
        faults
            .iter()
            .any(|fault| fault.part == Part::Term(0, Field::Count)),
        "{faults:?}"
    );
    assert!(
        faults.iter().all(|fault| fault.message.contains("too large")),
        "{faults:?}"
    );
}

#[test]
fn many_terms_are_refused_by_number_and_by_cost() {
    let many = |n: usize, count: &str| {
        let terms = (0..n).map(|i| {
            let count = count.replace("NUMBER", &i.to_string());
            term(&format!("t{i}"), By::One, &[("count", &count)])
        });
        sources(terms.collect::<Vec<TermSource>>())
    };
    assert!(Program::new(&many(64, "1")).is_ok());
    assert_eq!(refused(&many(65, "1")), "too many terms: 65, at most 64");
    let pairs = "sum(a in board, sum(b in board, distance(a, b) + NUMBER))";
    let one = Program::new(&many(1, pairs)).unwrap();
    assert!(one.terms()[0].cost() <= MAX_TERM_COST);
    assert!(refused(&many(10, pairs)).starts_with("the terms cost too much together"));
    // What they share is computed once.
    let alike = "sum(a in board, sum(b in board, distance(a, b))) + NUMBER";
    assert!(Program::new(&many(10, alike)).is_ok());
}

#[test]
fn every_fault_of_an_expression_is_told() {
    let text = "size(own.knigts & foo) + min(1 & rim, own()) + sum(a in own.rokos, size(b.pawns)) + own.own";
    let source = term("a", By::One, &[("count", text)]);
    let mut faults = Program::new(&sources(vec![source])).unwrap_err();
    faults.sort_by_key(|fault| fault.span.start);
    let told: Vec<&str> = faults.iter().map(|fault| &text[fault.span.clone()]).collect();
    assert_eq!(
        told,
        ["knigts", "foo", "&", "own", "rokos", "b", "own"],
        "{faults:#?}"
    );
    // In a definition too.
    let mut defined = sources(vec![term("a", By::One, &[("count", "bad(own.pawns)")])]);
    defined.definitions = vec![define("bad(set: squares)", "size(foo & set) + size(bar & set)")];
    let faults = Program::new(&defined).unwrap_err();
    assert_eq!(faults.len(), 2, "{faults:#?}");
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
            "    ^^^^^^^^ `set` of `any` must be squares, this is a number (`file(...)` is a number; `files(...)` are the squares of the whole file)",
        ),
        (
            "own().pawns",
            "^^^ `own` is no function (write `own` without brackets)",
        ),
        (
            "own.their",
            "    ^^^^^ a side has no `their` (write `their` without a side before it)",
        ),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}
