//! Lowers the inputs of a program: loads from [`Inputs`], turned for Black.

use std::mem::offset_of;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, MemFlags};

use crate::board::Piece;

use super::super::expr::{Input, Side};
use super::super::view;
use super::inputs::Inputs;
use super::lower::{Known, Lowering};
use super::range::Range;

/// Bytes of a word of memory.
const WORD: usize = 8;
/// All squares but the a-file.
const NOT_A: i64 = !0x0101_0101_0101_0101;
/// All squares but the h-file.
const NOT_H: i64 = 0x7F7F_7F7F_7F7F_7F7F;

impl Lowering<'_, '_> {
    /// Reads an input as the side sees it.
    pub fn input(&mut self, input: Input) -> Known {
        let word = |owner: Side| WORD * (self.side ^ owner as usize);
        let offset = match input {
            Input::Pieces(owner, piece) => {
                let of_color = self.word(offset_of!(Inputs, colors) + word(owner));
                let of_kind = self.word(offset_of!(Inputs, pieces) + WORD * piece as usize);
                let set = self.build.ins().band(of_color, of_kind);
                return self.turned(set);
            }
            Input::AttacksBy(owner, Piece::Pawn) => {
                let pawns = self.input(Input::Pieces(owner, Piece::Pawn)).0;
                let beside = self.beside(pawns);
                let attacks = match owner {
                    Side::Own => self.build.ins().ishl_imm(beside, 8),
                    Side::Their => self.build.ins().ushr_imm(beside, 8),
                };
                return (attacks, Range::NUMBER);
            }
            Input::Phase => {
                let phase = self.word(offset_of!(Inputs, phase));
                return (phase, Range::new(0, view::FULL_PHASE.into()));
            }
            Input::ToMove(owner) => return self.truth_at(offset_of!(Inputs, to_move) + word(owner)),
            Input::CastlesShort(owner) => return self.truth_at(offset_of!(Inputs, short) + word(owner)),
            Input::CastlesLong(owner) => return self.truth_at(offset_of!(Inputs, long) + word(owner)),
            Input::All(owner) => offset_of!(Inputs, colors) + word(owner),
            Input::AttacksBy(owner, piece) => {
                offset_of!(Inputs, kinds) + 2 * WORD * piece as usize + word(owner)
            }
            Input::Attacked(owner) => offset_of!(Inputs, attacked) + word(owner),
            Input::AttackedTwice(owner) => offset_of!(Inputs, twice) + word(owner),
        };
        let set = self.word(offset);
        self.turned(set)
    }

    /// Attacks of the knight, bishop, rook or queen on a square.
    pub fn attacks_by_square(&mut self, square: ir::Value) -> Known {
        let square = match self.side {
            0 => square,
            _ => self.build.ins().bxor_imm(square, 56),
        };
        let table = self.word(offset_of!(Inputs, by_square));
        // A square too large by mistake would read outside of the table: the mask keeps it within.
        let square = self.build.ins().band_imm(square, 63);
        let set = self.entry_at(table, square);
        self.turned(set)
    }

    /// Loads an entry of a table of words that does not change while the function runs.
    pub fn entry_at(&mut self, table: ir::Value, index: ir::Value) -> ir::Value {
        let offset = self.build.ins().ishl_imm(index, i64::from(WORD.trailing_zeros()));
        let address = self.build.ins().iadd(table, offset);
        self.build.ins().load(I64, read_only(), address, 0)
    }

    /// One step to the east and one to the west.
    pub fn east_and_west(&mut self, set: ir::Value) -> [ir::Value; 2] {
        let east = self.build.ins().band_imm(set, NOT_H);
        let west = self.build.ins().band_imm(set, NOT_A);
        [
            self.build.ins().ishl_imm(east, 1),
            self.build.ins().ushr_imm(west, 1),
        ]
    }

    /// The neighbours on both sides.
    pub fn beside(&mut self, set: ir::Value) -> ir::Value {
        let [east, west] = self.east_and_west(set);
        self.build.ins().bor(east, west)
    }

    /// A set of the real board as the side sees it.
    fn turned(&mut self, set: ir::Value) -> Known {
        match self.side {
            0 => (set, Range::NUMBER),
            _ => (self.build.ins().bswap(set), Range::NUMBER),
        }
    }

    fn truth_at(&mut self, offset: usize) -> Known {
        (self.word(offset), Range::TRUTH)
    }

    /// Reads a word of the inputs.
    fn word(&mut self, offset: usize) -> ir::Value {
        let inputs = self.inputs;
        self.build.ins().load(I64, read_only(), inputs, offset as i32)
    }
}

/// Flags of memory that does not change while the function runs, so that it may be read at any time.
fn read_only() -> MemFlags {
    MemFlags::trusted().with_readonly().with_can_move()
}
