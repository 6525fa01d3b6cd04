//! What is known of the position, in the compiler's form: read from memory where it is used, but for what pieces attack
//! together, which is found out first.

use std::mem::offset_of;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder};
use cranelift_frontend::{FunctionBuilder, Variable};

use crate::board::Piece;

use super::super::super::expr::{Input, Side};
use super::super::super::view;
use super::facts::{Facts, Needs};
use super::range::Range;
use super::translate::{Translator, unchanging};

/// Bytes of a word of memory.
const WORD: usize = 8;
/// The kinds that are asked for by square.
const KINDS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// What the pieces of either colour attack, on the real board, White first; as far as it is needed.
#[derive(Debug, Clone, Copy)]
pub struct Maps {
    kinds: [[ir::Value; 2]; Piece::NUM],
    attacked: [ir::Value; 2],
    twice: [ir::Value; 2],
}

/// What is found out of one colour.
struct OfColor {
    kinds: [ir::Value; Piece::NUM],
    attacked: ir::Value,
    twice: ir::Value,
}

/// A word of the facts.
fn word(build: &mut FunctionBuilder, facts: ir::Value, offset: usize) -> ir::Value {
    build.ins().load(I64, unchanging(), facts, offset as i32)
}

/// The address of what pieces attack by their squares.
pub fn by_square(build: &mut FunctionBuilder, facts: ir::Value) -> ir::Value {
    word(build, facts, offset_of!(Facts, by_square))
}

/// The pieces of a kind, of either colour.
fn both_colors(build: &mut FunctionBuilder, facts: ir::Value, piece: Piece) -> ir::Value {
    word(build, facts, offset_of!(Facts, pieces) + WORD * piece as usize)
}

/// All of a colour, on the real board.
fn color_set(build: &mut FunctionBuilder, facts: ir::Value, color: usize) -> ir::Value {
    word(build, facts, offset_of!(Facts, colors) + WORD * color)
}

/// The pieces of a colour, on the real board.
fn colored(build: &mut FunctionBuilder, facts: ir::Value, color: usize, piece: Piece) -> ir::Value {
    let set = color_set(build, facts, color);
    let pieces = both_colors(build, facts, piece);
    build.ins().band(set, pieces)
}

/// The squares of a set with their neighbours on either side, one step ahead of a colour; the board's edges kept: one
/// set for each direction.
fn pawn_attacks(build: &mut FunctionBuilder, pawns: ir::Value, color: usize) -> [ir::Value; 2] {
    const NOT_A: i64 = !0x0101_0101_0101_0101;
    const NOT_H: i64 = !(0x8080_8080_8080_8080_u64 as i64);
    let east = build.ins().band_imm(pawns, NOT_H);
    let west = build.ins().band_imm(pawns, NOT_A);
    match color {
        0 => [build.ins().ishl_imm(east, 9), build.ins().ishl_imm(west, 7)],
        _ => [build.ins().ushr_imm(east, 7), build.ins().ushr_imm(west, 9)],
    }
}

impl Maps {
    /// Finds out what is needed, at the beginning of a function.
    pub fn new(build: &mut FunctionBuilder, facts: ir::Value, by_square: ir::Value, needs: Needs) -> Self {
        let none = build.ins().iconst(I64, 0);
        if needs.kinds == 0 && !needs.attacked && !needs.twice {
            return Self {
                kinds: [[none; 2]; Piece::NUM],
                attacked: [none; 2],
                twice: [none; 2],
            };
        }
        let [white, black] = [0, 1].map(|color| OfColor::new(build, facts, by_square, needs, color));
        Self {
            kinds: std::array::from_fn(|kind| [white.kinds[kind], black.kinds[kind]]),
            attacked: [white.attacked, black.attacked],
            twice: [white.twice, black.twice],
        }
    }
}

impl OfColor {
    /// Kinds that are asked for are gone over by themselves, all others together.
    fn new(
        build: &mut FunctionBuilder,
        facts: ir::Value,
        by_square: ir::Value,
        needs: Needs,
        color: usize,
    ) -> Self {
        let king = word(build, facts, offset_of!(Facts, kings) + WORD * color);
        let pawns = colored(build, facts, color, Piece::Pawn);
        let [east, west] = pawn_attacks(build, pawns, color);
        let by_pawns = build.ins().bor(east, west);
        let once = build.declare_var(I64);
        let twice = build.declare_var(I64);
        let first = build.ins().bor(by_pawns, king);
        build.def_var(once, first);
        let both_pawns = build.ins().band(east, west);
        let with_king = build.ins().band(by_pawns, king);
        let first = build.ins().bor(both_pawns, with_king);
        build.def_var(twice, first);
        let none = build.ins().iconst(I64, 0);
        let mut kinds = [none; Piece::NUM];
        let mut others = None;
        for piece in KINDS {
            let set = both_colors(build, facts, piece);
            if needs.kinds >> piece as u8 & 1 == 1 {
                let of_color = color_set(build, facts, color);
                let set = build.ins().band(set, of_color);
                let union = build.declare_var(I64);
                build.def_var(union, none);
                gather(
                    build,
                    by_square,
                    set,
                    &[union],
                    needs.twice.then_some((once, twice)),
                );
                let union = build.use_var(union);
                kinds[piece as usize] = union;
                if !needs.twice {
                    let before = build.use_var(once);
                    let now = build.ins().bor(before, union);
                    build.def_var(once, now);
                }
            } else {
                others = Some(match others {
                    Some(others) => build.ins().bor(others, set),
                    None => set,
                });
            }
        }
        if let Some(set) = others.filter(|_| needs.attacked || needs.twice) {
            let of_color = color_set(build, facts, color);
            let set = build.ins().band(set, of_color);
            match needs.twice {
                true => gather(build, by_square, set, &[], Some((once, twice))),
                false => gather(build, by_square, set, &[once], None),
            }
        }
        Self {
            kinds,
            attacked: build.use_var(once),
            twice: build.use_var(twice),
        }
    }
}

/// Adds what pieces on squares attack to sets, and to those attacked once or more, and twice or more.
fn gather(
    build: &mut FunctionBuilder,
    by_square: ir::Value,
    set: ir::Value,
    sets: &[Variable],
    counted: Option<(Variable, Variable)>,
) {
    let (inside, after) = (build.create_block(), build.create_block());
    let rest = build.append_block_param(inside, I64);
    build.ins().brif(set, inside, &[set.into()], after, &[]);
    build.switch_to_block(inside);
    let square = build.ins().ctz(rest);
    let attacks = on_square(build, by_square, square);
    if let Some((once, twice)) = counted {
        let (one, two) = (build.use_var(once), build.use_var(twice));
        let again = build.ins().band(one, attacks);
        let two = build.ins().bor(two, again);
        build.def_var(twice, two);
        let one = build.ins().bor(one, attacks);
        build.def_var(once, one);
    }
    for &variable in sets {
        let before = build.use_var(variable);
        let now = build.ins().bor(before, attacks);
        build.def_var(variable, now);
    }
    let less = build.ins().iadd_imm(rest, -1);
    let rest = build.ins().band(rest, less);
    build.ins().brif(rest, inside, &[rest.into()], after, &[]);
    build.seal_block(inside);
    build.switch_to_block(after);
    build.seal_block(after);
}

/// What is kept for a square. A square too large by mistake would read outside of the table: the mask keeps it within.
pub fn on_square(build: &mut FunctionBuilder, by_square: ir::Value, square: ir::Value) -> ir::Value {
    let square = build.ins().band_imm(square, 63);
    let offset = build.ins().ishl_imm(square, i64::from(WORD.trailing_zeros()));
    let address = build.ins().iadd(by_square, offset);
    build.ins().load(I64, unchanging(), address, 0)
}

impl Translator<'_, '_> {
    /// What is known of the position as the side sees it.
    pub fn input(&mut self, input: Input) -> (ir::Value, Range) {
        let (build, facts) = (&mut self.build, self.facts);
        let color = |owner: Side| self.side ^ owner as usize;
        let set = match input {
            Input::Pieces(owner, piece) => colored(build, facts, color(owner), piece),
            Input::All(owner) => color_set(build, facts, color(owner)),
            Input::AttacksBy(owner, Piece::Pawn) => {
                let pawns = colored(build, facts, color(owner), Piece::Pawn);
                let [east, west] = pawn_attacks(build, pawns, color(owner));
                build.ins().bor(east, west)
            }
            Input::AttacksBy(owner, Piece::King) => {
                word(build, facts, offset_of!(Facts, kings) + WORD * color(owner))
            }
            Input::AttacksBy(owner, piece) => self.maps.kinds[piece as usize][color(owner)],
            Input::Attacked(owner) => self.maps.attacked[color(owner)],
            Input::AttackedTwice(owner) => self.maps.twice[color(owner)],
            Input::Phase => {
                let phase = word(build, facts, offset_of!(Facts, phase));
                return (phase, Range::new(0, view::FULL_PHASE as i64));
            }
            Input::ToMove(owner) => return state(build, facts, offset_of!(Facts, to_move), color(owner)),
            Input::CastlesShort(owner) => return state(build, facts, offset_of!(Facts, short), color(owner)),
            Input::CastlesLong(owner) => return state(build, facts, offset_of!(Facts, long), color(owner)),
        };
        let set = if self.side == 0 {
            set
        } else {
            build.ins().bswap(set)
        };
        (set, Range::NUMBER)
    }
}

/// A truth about a colour.
fn state(build: &mut FunctionBuilder, facts: ir::Value, offset: usize, color: usize) -> (ir::Value, Range) {
    (word(build, facts, offset + WORD * color), Range::TRUTH)
}
