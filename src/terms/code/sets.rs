//! Lowers operations whose results are sets. [`interpreter::apply`](super::super::interpreter) defines what they do.

use cranelift_codegen::ir::{self, InstBuilder};

use super::super::expr::Op;
use super::lower::{Known, Lowering};

/// The first square of each rank.
const FIRSTS: i64 = 0x0101_0101_0101_0101;

impl Lowering<'_, '_> {
    /// An operation whose result is a set.
    pub fn set(&mut self, op: Op, operands: &[Known]) -> ir::Value {
        let a = operands[0].0;
        let b = operands.get(1).map_or(a, |known| known.0);
        let ins = self.build.ins();
        match op {
            Op::Complement => ins.bnot(a),
            Op::Intersection => ins.band(a, b),
            Op::Union => ins.bor(a, b),
            Op::Difference => ins.bxor(a, b),
            Op::Without => ins.band_not(a, b),
            Op::North => ins.ishl_imm(a, 8),
            Op::South => ins.ushr_imm(a, 8),
            Op::East => self.east_and_west(a)[0],
            Op::West => self.east_and_west(a)[1],
            Op::NorthSpan => self.span(a, true),
            Op::SouthSpan => self.span(a, false),
            Op::Files => [8, 16, 32].into_iter().fold(a, |files, by| {
                let turned = self.build.ins().rotl_imm(files, by);
                self.build.ins().bor(files, turned)
            }),
            Op::Ranks => self.ranks(a),
            Op::Around => {
                let beside = self.beside(a);
                let wide = self.build.ins().bor(a, beside);
                let above_and_below = self.north_and_south(wide, 8);
                self.build.ins().bor(beside, above_and_below)
            }
            Op::KnightMoves => {
                let [east, west] = self.east_and_west(a);
                let near = self.build.ins().bor(east, west);
                let (far_east, far_west) = (self.east_and_west(east)[0], self.east_and_west(west)[1]);
                let far = self.build.ins().bor(far_east, far_west);
                let (near, far) = (self.north_and_south(near, 16), self.north_and_south(far, 8));
                self.build.ins().bor(near, far)
            }
            Op::Bit => {
                let one = self.constant(1);
                self.build.ins().ishl(one, a)
            }
            _ => unreachable!("{op:?} is a helper or a number"),
        }
    }

    fn north_and_south(&mut self, set: ir::Value, by: i64) -> ir::Value {
        let north = self.build.ins().ishl_imm(set, by);
        let south = self.build.ins().ushr_imm(set, by);
        self.build.ins().bor(north, south)
    }

    fn span(&mut self, set: ir::Value, is_north: bool) -> ir::Value {
        let shift = |this: &mut Self, set, by: i64| {
            if is_north {
                this.build.ins().ishl_imm(set, by)
            } else {
                this.build.ins().ushr_imm(set, by)
            }
        };
        let mut span = set;
        for by in [8, 16, 32] {
            let more = shift(self, span, by);
            span = self.build.ins().bor(span, more);
        }
        shift(self, span, 8)
    }

    /// Spreads the lowest bit of each byte that has any over the byte.
    fn ranks(&mut self, set: ir::Value) -> ir::Value {
        let mut ranks = set;
        for (by, mask) in [(4, 0x0F0F_0F0F_0F0F_0F0F), (2, 0x3333_3333_3333_3333), (1, -1)] {
            let moved = self.build.ins().ushr_imm(ranks, by);
            let moved = self.build.ins().band_imm(moved, mask);
            ranks = self.build.ins().bor(ranks, moved);
        }
        let firsts = self.build.ins().band_imm(ranks, FIRSTS);
        self.build.ins().imul_imm(firsts, 0xFF)
    }
}
