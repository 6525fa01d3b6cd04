//! Random programs, well typed and garbled: nothing panics, errors point into their texts, the VM counts the same as
//! the interpreter in no more operations than estimated, and Black counts in a position what White does in its mirror
//! image.
//!
//! `TEMPER_FUZZ` sets the number of programs; `TEMPER_FUZZ_SEED` the seed.

mod scorer;
mod writer;

use std::cell::Cell;
use std::collections::BTreeMap;

use temperament_engine::board::attacks::relative_square;
use temperament_engine::board::{Color, Placement, Position, Square, placements};
use temperament_engine::terms::{
    Code, Counted, Fault, Field, PIECE_VALUES, Part, Program, Role, Sources, Tables,
};

use writer::{Random, Writer};

/// Default number of programs.
const PROGRAMS: u64 = 400;

/// Positions to begin games from.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/1P4PP/k7/3Q4/4q3/7K/pp5p/8 w - - 0 1",
    "4k2r/6r1/8/8/8/8/3R4/R3K3 w Qk - 0 1",
];

fn texts(sources: &mut Sources) -> Vec<&mut String> {
    let mut texts = Vec::new();
    for definition in &mut sources.definitions {
        texts.extend([&mut definition.head, &mut definition.body]);
    }
    for term in &mut sources.terms {
        texts.push(&mut term.name);
        texts.extend(term.lets.iter_mut().flat_map(|(name, text)| [name, text]));
        texts
            .extend([&mut term.when, &mut term.each, &mut term.count, &mut term.index].into_iter().flatten());
    }
    texts
}

/// Returns the text that contains an error.
fn text_of(sources: &Sources, part: Part) -> &str {
    let Part::Term(number, field) = part else {
        return match part {
            Part::Head(i) => &sources.definitions[i].head,
            Part::Body(i) => &sources.definitions[i].body,
            Part::Term(..) => "",
        };
    };
    let term = &sources.terms[number];
    match field {
        Field::Name => &term.name,
        Field::LetName(i) => &term.lets[i].0,
        Field::Let(i) => &term.lets[i].1,
        Field::When => term.when.as_deref().unwrap_or(""),
        Field::Each => term.each.as_deref().unwrap_or(""),
        Field::Count => term.count.as_deref().unwrap_or(""),
        Field::Index => term.index.as_deref().unwrap_or(""),
        Field::Say => term.say.as_deref().unwrap_or(""),
        Field::Values | Field::Columns => "",
    }
}

/// White, term, index and stage.
type Key = (bool, usize, usize, usize);
/// A factor that applies 0 times is an entry.
type Counts = BTreeMap<Key, i64>;

fn plainly(program: &Program, position: &Position, tables: &Tables, through: bool) -> Counts {
    let mut counts = Counts::new();
    for number in 0..program.terms().len() {
        if program.terms()[number].role() != Role::Table {
            program.interpret_stages(position, tables, through, number, |color, stage, index, n| {
                let key = (color == Color::White, number, index, stage);
                *counts.entry(key).or_default() += i64::from(n);
            });
        }
    }
    without_zeros(program, counts)
}

/// Drops what counts 0 times, except factors.
fn without_zeros(program: &Program, mut counts: Counts) -> Counts {
    counts.retain(|(_, number, ..), n| *n != 0 || program.terms()[*number].role() != Role::Term);
    counts
}

/// Random numbers for the tables of a program.
fn tables(program: &Program, random: &mut Random) -> Tables {
    let tables = program.terms().iter().filter(|term| term.role() == Role::Table);
    let len = PIECE_VALUES + tables.map(|term| term.by().len()).sum::<usize>();
    let mut number = || [3, 40, 2_000][random.below(3)] - random.below(2_000) as i32;
    Tables::new(&[(); 2].map(|()| (0..len).map(|_| [number(), number()]).collect()))
}

/// Sums the counts of terms that fold into piece-square tables; also returns which terms these are.
fn piece_by_piece(program: &Program, position: &Position) -> (Counts, Vec<bool>) {
    let mut counts = Counts::new();
    let placed: Vec<_> = program.terms().iter().map(|term| term.psqt_fold()).collect();
    for Placement { color, piece, square } in placements(position) {
        let square = Square::index(relative_square(square, color));
        for (term, placed) in placed.iter().enumerate() {
            if let Some((index, n)) = placed.as_ref().and_then(|placed| placed.count(piece, square)) {
                for stage in 0..2 {
                    *counts.entry((color == Color::White, term, index, stage)).or_default() += i64::from(n);
                }
            }
        }
    }
    counts.retain(|_, n| *n != 0);
    (counts, placed.iter().map(Option::is_some).collect())
}

fn positions(random: &mut Random) -> Vec<Position> {
    let mut positions = Vec::new();
    for start in STARTS {
        let mut position = Position::from_fen(start).unwrap();
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            positions.push(position.clone());
        }
    }
    positions
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_count_the_same_in_both_ways_for_both_sides() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ number("TEMPER_FUZZ_SEED", 1));
    let positions = positions(&mut random);
    let mut writer = Writer::new(random);
    let (mut accepted, mut refused, mut added_up) = (0, 0, 0);
    for number in 0..number("TEMPER_FUZZ", PROGRAMS) {
        let mut sources = writer.sources();
        if number % 3 == 2 {
            let mut texts = texts(&mut sources);
            let i = writer.random.below(texts.len());
            writer.garble(texts[i]);
        }
        let program = match Program::new(&sources) {
            Ok(program) => program,
            Err(faults) => {
                refused += 1;
                check_faults(&sources, &faults);
                continue;
            }
        };
        accepted += 1;
        let tables = tables(&program, &mut writer.random);
        let values: usize = program.terms().iter().map(|term| term.by().len()).sum();
        let first =
            |number: usize| program.terms()[..number].iter().map(|term| term.by().len()).sum::<usize>();
        let again = |number: usize| Some(values + first(number));
        let code = Code::by_stage(program.terms(), |_| true, again, Some(&tables));
        let mut vm = code.vm();
        let apart: u64 = program.terms().iter().map(|term| term.cost()).sum();
        assert!(code.cost() <= 2 * apart, "{number}: {sources:#?}");
        for _ in 0..2 {
            let position = &positions[writer.random.below(positions.len())];
            let through = writer.random.one_in(2);
            let expected = plainly(&program, position, &tables, through);
            let mut counts = Counts::new();
            let add = |color, counted: Counted, n| {
                let stage = usize::from(counted.place >= values + first(counted.term));
                let key = (color == Color::White, counted.term, counted.index, stage);
                *counts.entry(key).or_default() += i64::from(n);
            };
            let operations = Cell::new(0);
            let on_step = |cost: u64| operations.set(operations.get() + cost);
            code.count_with_costs(&mut vm, position, &tables, through, None, add, on_step);
            let counts = without_zeros(&program, counts);
            assert_eq!(counts, expected, "{number}: {position}\n{sources:#?}");
            let done = operations.get();
            assert!(done <= code.cost(), "{number}: {done} of {}, {position}\n{sources:#?}", code.cost());
            let (counts, is_placed) = piece_by_piece(&program, position);
            let mut of_pieces = expected.clone();
            of_pieces.retain(|(_, term, ..), _| is_placed[*term]);
            assert_eq!(counts, of_pieces, "piece by piece, {number}: {position}\n{sources:#?}");
            added_up += is_placed.iter().filter(|is_placed| **is_placed).count();
            if !format!("{sources:?}").contains("is_white") {
                let mirrored = plainly(&program, &position.mirrored(), &tables.swapped(), through);
                let turned: Counts =
                    mirrored.into_iter().map(|((white, t, i, s), n)| ((!white, t, i, s), n)).collect();
                assert_eq!(turned, expected, "mirrored {number}: {position}\n{sources:#?}");
            }
        }
    }
    println!("{accepted} programs accepted, {refused} refused");
    assert!(accepted > refused, "{accepted} accepted, {refused} refused");
    assert!(added_up > 0, "no term adds up piece by piece");
}

fn check_faults(sources: &Sources, faults: &[Fault]) {
    assert!(!faults.is_empty());
    for fault in faults {
        let text = text_of(sources, fault.part);
        assert!(text.get(fault.span.clone()).is_some(), "{fault:?} in {text:?}");
        let one_line = !fault.message.is_empty() && !fault.message.contains(['\n', '\r']);
        assert!(one_line, "{fault:?}");
    }
}
