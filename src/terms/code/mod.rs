//! The fast way to count terms: one program of steps for all of them.
//!
//! Expressions -> one graph for all terms ([`graph`]; constants computed, what is written twice there once) -> steps in an
//! order that computes each value once and outside of loops where it can be ([`emit`]) -> registers ([`registers`]) ->
//! the machine ([`machine`]), which does each step for both sides at once: White's view and Black's, mirrored. So the
//! cost of finding out what a step is falls on two sides. With the feature `native` the steps become machine code
//! ([`native`]).

mod draft;
mod emit;
mod graph;
mod inputs;
mod instruction;
mod machine;
#[cfg(feature = "native")]
mod native;
#[cfg(not(feature = "native"))]
#[path = "no_native.rs"]
mod native;
mod operations;
mod registers;
mod roots;

use crate::board::{Bitboard, COLORS, Color, Position, Square};

use super::expr::Expr;
use super::term::Term;
use super::view::View;
use super::{Program, plain};

use graph::Graph;
use inputs::Needs;
use instruction::{Instruction, REGISTERS};
use machine::{Around, Registers};
use roots::Root;

#[cfg(test)]
pub use machine::OPERATIONS;
pub use native::Native;

/// What counts: a value of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The number of the term in the program.
    pub term: usize,
    /// Which of its values.
    pub index: usize,
    /// The same in a list of the values of all terms, in their order.
    pub place: usize,
}

/// All terms of a program, or those that are worth something, as steps for the machine. Never changed once made.
#[derive(Debug, Clone)]
pub struct Code {
    parts: Vec<Part>,
    /// Whether what pieces on single squares attack is asked.
    needs_squares: bool,
}

/// What some of the terms become.
#[derive(Debug, Clone)]
enum Part {
    Steps {
        code: Vec<Instruction>,
        constants: Vec<u64>,
        needs: Needs,
        /// At most how many operations they are, those of loops as often as they are done.
        cost: u64,
        /// What native code is made of.
        #[cfg(feature = "native")]
        drafts: draft::Drafts,
    },
    /// A term that needs more registers than there are, the place of its first value, and its number.
    Plain(Box<Term>, usize, usize),
}

/// Where code is run: registers, kept from position to position. Each thread has its own.
#[derive(Debug, Clone)]
pub struct Machine {
    registers: Vec<Box<Registers>>,
    by_square: Box<[Bitboard; Square::NUM]>,
}

impl Program {
    /// The fast code of those terms that `is_live` says.
    pub fn code(&self, is_live: impl Fn(usize) -> bool) -> Code {
        Code::new(self.terms(), is_live)
    }
}

impl Code {
    /// The code of those of a program's terms that `is_live` says.
    pub(super) fn new(terms: &[Term], is_live: impl Fn(usize) -> bool) -> Self {
        let mut place = 0;
        let mut live = Vec::new();
        for (number, term) in terms.iter().enumerate() {
            if is_live(number) {
                live.push((number, place, term));
            }
            place += term.by().len();
        }
        let mut parts = Vec::new();
        compile(&live, &mut parts);
        let needs_squares = parts.iter().any(|part| match part {
            Part::Steps { needs, .. } => needs.squares,
            Part::Plain(..) => false,
        });
        Self { parts, needs_squares }
    }
}

/// At most how many operations an expression within so many loops is, computed once for squares of these.
pub fn cost_of(expr: &Expr, loops: usize) -> Option<u64> {
    let mut graph = Graph::default();
    let nothing = graph.constant(0);
    let around = (0..loops).map(|depth| graph.variable(nothing, depth));
    let mut around = around.collect::<Result<Vec<_>, _>>().ok()?;
    let root = Root::number(graph.lower(expr, &mut around).ok()?);
    Some(emit::emit(&graph, &[root]).cost())
}

/// Compiles terms together, or in halves if they need too many registers.
fn compile(terms: &[(usize, usize, &Term)], parts: &mut Vec<Part>) {
    match (compiled(terms), terms) {
        (_, []) => {}
        (Some(part), _) => parts.push(part),
        (None, [(number, place, term)]) => {
            parts.push(Part::Plain(Box::new((*term).clone()), *place, *number));
        }
        (None, terms) => {
            let (first, second) = terms.split_at(terms.len() / 2);
            compile(first, parts);
            compile(second, parts);
        }
    }
}

fn compiled(terms: &[(usize, usize, &Term)]) -> Option<Part> {
    let mut graph = Graph::default();
    let mut roots = Vec::new();
    for (number, place, term) in terms {
        let (number, place) = (u8::try_from(*number).ok()?, u16::try_from(*place).ok()?);
        roots.extend(roots::root(&mut graph, term, number, place).ok()?);
    }
    let drafts = emit::emit(&graph, &roots);
    let mut needs = Needs::default();
    graph.nodes.iter().for_each(|node| needs.note(node));
    Some(Part::Steps {
        code: registers::assign(&drafts).ok()?,
        needs,
        cost: drafts.cost(),
        #[cfg(feature = "native")]
        constants: drafts.constants.clone(),
        #[cfg(feature = "native")]
        drafts,
        #[cfg(not(feature = "native"))]
        constants: drafts.constants,
    })
}

impl Code {
    /// Whether there is nothing to be counted.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// How many steps there are, those of loops once.
    pub fn steps(&self) -> usize {
        let steps = self.parts.iter().map(|part| match part {
            Part::Steps { code, .. } => code.len(),
            Part::Plain(term, ..) => term.plain_cost() as usize,
        });
        steps.sum()
    }

    /// At most how many operations it takes to count all terms for one side.
    pub fn cost(&self) -> u64 {
        let costs = self.parts.iter().map(|part| match part {
            Part::Steps { cost, .. } => *cost,
            Part::Plain(term, ..) => term.plain_cost(),
        });
        costs.fold(0, u64::saturating_add)
    }

    /// A machine for this code and no other.
    pub fn machine(&self) -> Machine {
        let registers = self.parts.iter().map(|part| {
            let mut registers = Box::new([[0; 2]; REGISTERS]);
            if let Part::Steps { constants, .. } = part {
                for (register, &constant) in registers[inputs::COUNT..].iter_mut().zip(constants) {
                    *register = [constant; 2];
                }
            }
            registers
        });
        Machine {
            registers: registers.collect(),
            by_square: Box::new([Bitboard::EMPTY; Square::NUM]),
        }
    }

    /// Counts all terms for both sides: `tell` hears the side, what counts, and how often, which may be 0.
    ///
    /// `by_square`, if the caller has it already, holds what each knight, bishop, rook and queen attacks, by its square.
    /// Otherwise it is found out, with `through_king` as in [`Program::count_plainly`].
    #[inline]
    pub fn count(
        &self,
        machine: &mut Machine,
        position: &Position,
        through_king: bool,
        by_square: Option<&[Bitboard; Square::NUM]>,
        mut tell: impl FnMut(Color, Counted, i32),
    ) {
        if self.needs_squares && by_square.is_none() {
            inputs::fill_squares(&mut machine.by_square, position, through_king);
        }
        let by_square = by_square.unwrap_or(&machine.by_square);
        for (part, registers) in self.parts.iter().zip(&mut machine.registers) {
            match part {
                Part::Steps { code, needs, .. } => {
                    inputs::fill(registers, position, *needs, by_square);
                    machine::run(code, registers, &Around { by_square }, &mut tell);
                }
                Part::Plain(term, place, number) => {
                    count_plainly(term, *place, *number, position, through_king, &mut tell);
                }
            }
        }
    }
}

#[cold]
fn count_plainly(
    term: &Term,
    place: usize,
    number: usize,
    position: &Position,
    through_king: bool,
    tell: &mut impl FnMut(Color, Counted, i32),
) {
    for color in COLORS {
        plain::count(term, &View::new(position, color, through_king), |index, n| {
            let counted = Counted {
                term: number,
                index,
                place: place + index,
            };
            tell(color, counted, n);
        });
    }
}
