//! The fast implementation of terms: one VM program for all of them.
//!
//! Expressions -> one graph of all terms ([`graph`], [`roots`]) -> instructions ([`lower`]) -> registers ([`regalloc`]) ->
//! the VM ([`vm`]), which does each instruction for both sides at once, White's view and Black's, mirrored: the cost of
//! finding out what an instruction is falls on two sides.

mod ahead;
mod graph;
mod inputs;
mod instruction;
mod lower;
mod piece_sets;
mod regalloc;
mod roots;
mod vm;

use crate::board::{Bitboard, COLORS, Color, Position, Square};

use super::expr::Expr;
use super::interpreter;
use super::source::Role;
use super::tables::Tables;
use super::term::{Depends, Term};
use super::view::View;

use ahead::VALUES;
use graph::Graph;
use inputs::{BySquare, Needs, Registers};
use instruction::{Instruction, REGISTERS};
use lower::Drafts;
use roots::Root;

pub use ahead::Values;
pub use vm::Counted;

/// The compiled terms of a program that have an effect. Immutable.
#[derive(Debug, Clone)]
pub struct Code {
    parts: Vec<Part>,
    /// True if the attacks of single pieces are read.
    needs_squares: bool,
    /// For each number in [`ahead::BY`], the first register of the values that are computed ahead. Only with a single part.
    ahead: [Option<usize>; 3],
    /// The first register of the values that this code computes ahead.
    values: Option<usize>,
}

/// The code of some terms, and the code of what is computed ahead for them, by dependency.
pub type CodeWithAhead = (Code, [Code; 3]);

/// Some of the terms, compiled.
#[derive(Debug, Clone)]
enum Part {
    Steps {
        code: Vec<Instruction>,
        constants: Vec<u64>,
        needs: Needs,
        /// Maximum number of operations, loop iterations included.
        cost: u64,
    },
    /// A term that needs too many registers.
    Interpreted(Box<Interpreted>),
}

#[derive(Debug, Clone)]
struct Interpreted {
    term: Term,
    number: usize,
    /// Places of its first value, by stage if it counts separately.
    places: Places,
}

/// Where the values of a term are.
#[derive(Debug, Clone, Copy)]
struct Places {
    first: usize,
    /// For a term that looks up numbers that differ by stage: it counts again with those of the endgame.
    endgame: Option<usize>,
}

/// Which terms of a program to compile.
#[derive(Debug, Clone, Copy)]
struct Live<'t> {
    number: usize,
    term: &'t Term,
    places: Places,
}

/// The state of the VM: registers, reused from position to position. Each thread has its own.
#[derive(Debug, Clone)]
pub struct Vm {
    registers: Vec<Box<Registers>>,
    by_square: Box<BySquare>,
}

impl Code {
    /// Compiles those terms of a program for which `is_live` returns `true`.
    pub fn new(terms: &[Term], is_live: impl Fn(usize) -> bool) -> Self {
        Self::by_stage(terms, is_live, |_| None, None)
    }

    /// The same for the numbers of these tables, if they are known. `endgame` returns a second place of the values of a
    /// term, if it counts once with the middlegame and once with the endgame numbers.
    pub fn by_stage(
        terms: &[Term],
        is_live: impl Fn(usize) -> bool,
        endgame: impl Fn(usize) -> Option<usize>,
        tables: Option<&Tables>,
    ) -> Self {
        let mut parts = Vec::new();
        compile(&live(terms, is_live, endgame), tables, &mut parts);
        Self::of(parts)
    }

    /// The same, and what is computed ahead for it: [`Vm::values`] has the values after that code has run, and [`Vm::load`]
    /// passes them to this one.
    pub fn with_ahead(
        terms: &[Term],
        is_live: impl Fn(usize) -> bool,
        endgame: impl Fn(usize) -> Option<usize>,
        tables: &Tables,
    ) -> CodeWithAhead {
        let live = live(terms, is_live, endgame);
        compiled_with_ahead(&live, tables).unwrap_or_else(|| {
            let mut parts = Vec::new();
            compile(&live, Some(tables), &mut parts);
            (Self::of(parts), [(); 3].map(|()| Self::of(Vec::new())))
        })
    }

    fn of(parts: Vec<Part>) -> Self {
        let needs_squares = parts.iter().any(|part| match part {
            Part::Steps { needs, .. } => needs.squares,
            Part::Interpreted(_) => false,
        });
        Self { parts, needs_squares, ahead: [None; 3], values: None }
    }
}

/// The terms to compile.
fn live(
    terms: &[Term],
    is_live: impl Fn(usize) -> bool,
    endgame: impl Fn(usize) -> Option<usize>,
) -> Vec<Live<'_>> {
    let mut first = 0;
    let mut live = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        if term.role != Role::Table && is_live(number) {
            live.push(Live { number, term, places: Places { first, endgame: endgame(number) } });
        }
        first += term.by().len();
    }
    live
}

/// Maximum number of operations of an expression within a number of loops, computed once for a square of each.
pub fn cost_of(expr: &Expr, loops: usize) -> Option<u64> {
    let mut graph = Graph::default();
    let nothing = graph.constant(0);
    let around = (0..loops).map(|depth| graph.variable(nothing, depth));
    let mut around = around.collect::<Result<Vec<_>, _>>().ok()?;
    let root = Root::number(graph.lower(expr, &mut around).ok()?);
    Some(lower::lower(&graph, &[root]).cost())
}

/// Compiles terms together, or in halves if they need too many registers.
fn compile(terms: &[Live], tables: Option<&Tables>, parts: &mut Vec<Part>) {
    match (compiled(terms, tables), terms) {
        (_, []) => {}
        (Some(part), _) => parts.push(part),
        (None, [Live { number, term, places }]) => {
            let interpreted = Interpreted { term: (*term).clone(), number: *number, places: *places };
            parts.push(Part::Interpreted(Box::new(interpreted)));
        }
        (None, terms) => {
            let (first, second) = terms.split_at(terms.len() / 2);
            compile(first, tables, parts);
            compile(second, tables, parts);
        }
    }
}

fn compiled(terms: &[Live], tables: Option<&Tables>) -> Option<Part> {
    let (graph, roots) = graph(terms, tables)?;
    steps(lower::lower(&graph, &roots), 0)
}

/// `None` if there are no terms, or if they need too many registers.
fn compiled_with_ahead(terms: &[Live], tables: &Tables) -> Option<CodeWithAhead> {
    if terms.is_empty() {
        return None;
    }
    let (mut graph, roots) = graph(terms, Some(tables))?;
    let chosen = ahead::choose(&graph, &roots);
    let mut codes = [(); 3].map(|()| Code::of(Vec::new()));
    let mut begins = [None; 3];
    let mut registers = 0;
    for (by, nodes) in chosen.iter().enumerate().filter(|(_, nodes)| !nodes.is_empty()) {
        let drafts = lower::lower_ahead(&graph, nodes);
        let values = Some(regalloc::first_ahead(&drafts));
        codes[by] = Code { values, ..Code::of(vec![steps(drafts, VALUES)?]) };
        begins[by] = Some(registers);
        registers += VALUES;
    }
    for (nodes, begin) in chosen.iter().zip(begins) {
        for (number, &node) in (begin.unwrap_or(0)..).zip(nodes) {
            graph.nodes[node] = graph::Node::Ahead(number);
        }
    }
    let drafts = lower::lower(&graph, &roots);
    let first = regalloc::first_ahead(&drafts);
    let ahead = begins.map(|begin| Some(first + begin?));
    Some((Code { ahead, ..Code::of(vec![steps(drafts, registers)?]) }, codes))
}

/// The expressions of terms, and their counts.
fn graph<'t>(terms: &[Live], tables: Option<&'t Tables>) -> Option<(Graph<'t>, Vec<Root>)> {
    let mut graph = Graph::new(tables);
    let mut roots = Vec::new();
    for Live { number, term, places } in terms {
        let number = u8::try_from(*number).ok()?;
        let stages = [(Some(places.first), 0), (places.endgame, 1)];
        for (place, stage) in stages.into_iter().filter_map(|(place, stage)| Some((place?, stage))) {
            graph.set_stage(stage);
            roots.extend(roots::root(&mut graph, term, number, u16::try_from(place).ok()?).ok()?);
        }
    }
    Some((graph, roots))
}

/// Instructions with registers, of which some are for values that are computed ahead.
fn steps(drafts: Drafts, ahead: usize) -> Option<Part> {
    Some(Part::Steps {
        code: regalloc::assign(&drafts, ahead).ok()?,
        needs: Needs::of(&drafts.code),
        cost: drafts.cost(),
        constants: drafts.constants,
    })
}

impl Code {
    /// Returns `true` if there are no terms.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Number of instructions; loop bodies count once.
    pub fn steps(&self) -> usize {
        let steps = self.parts.iter().map(|part| match part {
            Part::Steps { code, .. } => code.len(),
            Part::Interpreted(it) => it.term.interpreter_cost() as usize,
        });
        steps.sum()
    }

    /// Maximum number of operations for all terms of one side.
    pub fn cost(&self) -> u64 {
        let costs = self.parts.iter().map(|part| match part {
            Part::Steps { cost, .. } => *cost,
            Part::Interpreted(it) => it.term.interpreter_cost(),
        });
        costs.fold(0, u64::saturating_add)
    }

    /// Creates a VM for this code only.
    pub fn vm(&self) -> Vm {
        let registers = self.parts.iter().map(|part| {
            let mut registers = Box::new([[0; 2]; REGISTERS]);
            if let Part::Steps { constants, .. } = part {
                for (register, &constant) in registers[inputs::COUNT..].iter_mut().zip(constants) {
                    *register = [constant; 2];
                }
            }
            registers
        });
        Vm { registers: registers.collect(), by_square: Box::new([Bitboard::EMPTY; Square::NUM]) }
    }

    /// Counts all terms for both sides: calls `add` with the side, a value, and its count, which may be 0.
    ///
    /// `by_square`, if the caller has it already, holds the attacks of each knight, bishop, rook and queen by its square.
    /// Otherwise it is computed, with `through_king` as in [`super::Program::interpret`].
    #[inline]
    pub fn count(
        &self,
        vm: &mut Vm,
        position: &Position,
        tables: &Tables,
        through_king: bool,
        by_square: Option<&BySquare>,
        add: impl FnMut(Color, Counted, i32),
    ) {
        self.count_with_costs(vm, position, tables, through_king, by_square, add, |_| {});
    }

    /// Like [`Self::count`], and calls `on_step` with the cost of each instruction that the VM runs. They sum up to
    /// [`Self::cost`] at most, but for terms that are interpreted.
    #[allow(clippy::too_many_arguments)] // those of `count`, and one that only tests give
    #[inline]
    pub fn count_with_costs(
        &self,
        vm: &mut Vm,
        position: &Position,
        tables: &Tables,
        through_king: bool,
        by_square: Option<&BySquare>,
        mut add: impl FnMut(Color, Counted, i32),
        on_step: impl Fn(u64),
    ) {
        if self.needs_squares && by_square.is_none() {
            inputs::fill_squares(&mut vm.by_square, position, through_king);
        }
        let by_square = by_square.unwrap_or(&vm.by_square);
        for (part, registers) in self.parts.iter().zip(&mut vm.registers) {
            match part {
                Part::Steps { code, needs, .. } => {
                    inputs::fill(registers, position, *needs, by_square);
                    vm::run(code, registers, by_square, tables, &mut add, &on_step);
                }
                Part::Interpreted(it) => it.count(position, tables, through_king, &mut add),
            }
        }
    }
}

impl Vm {
    /// The values that code made by [`Code::with_ahead`] to compute them has computed in its last run.
    pub fn values(&self, code: &Code) -> Values {
        let values = self.registers.first().zip(code.values);
        values.and_then(|(registers, first)| registers[first..].first_chunk().copied()).unwrap_or_default()
    }

    /// Passes values that have been computed ahead to the code of this VM, if it reads them.
    #[inline]
    pub fn load(&mut self, code: &Code, by: Depends, values: &Values) {
        if let (Some(registers), Some(first)) = (self.registers.first_mut(), code.ahead[by as usize])
            && let Some(to) = registers[first..].first_chunk_mut()
        {
            *to = *values;
        }
    }
}

impl Interpreted {
    #[cold]
    fn count(
        &self,
        position: &Position,
        tables: &Tables,
        through_king: bool,
        add: &mut impl FnMut(Color, Counted, i32),
    ) {
        let Self { term, number, places } = self;
        for color in COLORS {
            let view = View::new(position, tables, color, through_king);
            let mut add = |place: usize, index, n| {
                add(color, Counted { term: *number, index, place: place + index }, n);
            };
            interpreter::count(term, &view, |index, n| add(places.first, index, n));
            if let Some(endgame) = places.endgame {
                interpreter::count(term, &view.in_endgame(), |index, n| add(endgame, index, n));
            }
        }
    }
}
