//! Lowers operations whose results are numbers or booleans. Numbers are computed in 64 bits, which no operation on two
//! numbers of 32 bits can leave, and clamped to 32 bits where that is necessary.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder};

use super::super::expr::Op;
use super::lower::{Known, Lowering};
use super::range::Range;

impl Lowering<'_, '_> {
    /// An operation whose result is a number, a boolean or a square, or one of two values.
    pub fn number(&mut self, op: Op, operands: &[Known]) -> Option<Known> {
        let (a, of_a) = operands[0];
        let (b, of_b) = operands.get(1).copied().unwrap_or(operands[0]);
        let zero = self.constant(0);
        let ins = self.build.ins();
        let number = match op {
            Op::Add => (ins.iadd(a, b), of_a.add(of_b)),
            Op::Subtract => (ins.isub(a, b), of_a.subtract(of_b)),
            Op::Multiply => (ins.imul(a, b), of_a.multiply(of_b)),
            Op::Divide => (
                self.divide(a, b, false),
                of_a.or(of_a.negative()).or(Range::new(0, 0)),
            ),
            Op::Remainder => (self.divide(a, b, true), of_a.or(Range::new(0, 0))),
            Op::Negative => (ins.ineg(a), of_a.negative()),
            Op::Absolute => (ins.iabs(a), of_a.absolute()),
            Op::Least => (ins.smin(a, b), of_a.least(of_b)),
            Op::Most => (ins.smax(a, b), of_a.most(of_b)),
            Op::OfTruth => (a, Range::TRUTH),
            Op::Size => (ins.popcnt(a), Range::SIZE),
            Op::IsAny => (self.truth(IntCC::NotEqual, a, zero), Range::TRUTH),
            Op::Within => {
                let outside = ins.band_not(a, b);
                (self.truth(IntCC::Equal, outside, zero), Range::TRUTH)
            }
            Op::Equal => (self.truth(IntCC::Equal, a, b), Range::TRUTH),
            Op::Less => (self.truth(IntCC::SignedLessThan, a, b), Range::TRUTH),
            Op::Both => (ins.band(a, b), Range::TRUTH),
            Op::Either => (ins.bor(a, b), Range::TRUTH),
            Op::Not => (ins.bxor_imm(a, 1), Range::TRUTH),
            // The result may be a set, or `NOT_COUNTED`: it must not be clamped.
            Op::If => {
                let (c, of_c) = operands[2];
                return Some((ins.select(a, b, c), of_b.or(of_c)));
            }
            Op::Only => {
                let first = ins.ctz(a);
                // The square of an empty set would be 64.
                (self.build.ins().band_imm(first, 63), Range::new(0, 63))
            }
            Op::Rank | Op::File | Op::CentreDistance | Op::Distance | Op::Steps => self.measure(op, a, b),
            _ => return None,
        };
        Some(self.clamp(number, Range::NUMBER))
    }

    /// The quotient or the remainder; 0 if it is divided by 0. The smallest number by -1 does not overflow in 64 bits.
    fn divide(&mut self, a: ir::Value, b: ir::Value, is_remainder: bool) -> ir::Value {
        let (zero, one) = (self.constant(0), self.constant(1));
        // Whatever comes in is a number of 32 bits here: a quotient out of bounds would end the program.
        let [a, b] = [a, b].map(|number| {
            let low = self.build.ins().ireduce(I32, number);
            self.build.ins().sextend(I64, low)
        });
        let by_zero = self.build.ins().icmp(IntCC::Equal, b, zero);
        let divisor = self.build.ins().select(by_zero, one, b);
        let result = if is_remainder {
            self.build.ins().srem(a, divisor)
        } else {
            self.build.ins().sdiv(a, divisor)
        };
        self.build.ins().select(by_zero, zero, result)
    }

    /// Clamps a number to bounds that it may leave.
    pub fn clamp(&mut self, (mut value, range): Known, bounds: Range) -> Known {
        if range.high > bounds.high {
            let high = self.constant(bounds.high);
            value = self.build.ins().smin(value, high);
        }
        if range.low < bounds.low {
            let low = self.constant(bounds.low);
            value = self.build.ins().smax(value, low);
        }
        (value, range.clamp(bounds))
    }

    /// A number about one square or two.
    fn measure(&mut self, op: Op, a: ir::Value, b: ir::Value) -> Known {
        let [rank, file] = self.rank_and_file(a);
        let [other_rank, other_file] = self.rank_and_file(b);
        let apart = |this: &mut Self, a, b| {
            let difference = this.build.ins().isub(a, b);
            this.build.ins().iabs(difference)
        };
        match op {
            Op::Rank => (self.build.ins().iadd_imm(rank, 1), Range::new(1, 8)),
            Op::File => (self.build.ins().iadd_imm(file, 1), Range::new(1, 8)),
            Op::CentreDistance => {
                let three = self.constant(3);
                let [rank, file] = [rank, file].map(|number| {
                    let below = self.build.ins().isub(three, number);
                    let above = self.build.ins().iadd_imm(number, -4);
                    self.build.ins().smax(below, above)
                });
                (self.build.ins().smax(rank, file), Range::new(0, 3))
            }
            Op::Distance => {
                let (ranks, files) = (apart(self, rank, other_rank), apart(self, file, other_file));
                (self.build.ins().smax(ranks, files), Range::new(0, 7))
            }
            _ => {
                let (ranks, files) = (apart(self, rank, other_rank), apart(self, file, other_file));
                (self.build.ins().iadd(ranks, files), Range::new(0, 14))
            }
        }
    }

    /// Both from 0.
    pub fn rank_and_file(&mut self, square: ir::Value) -> [ir::Value; 2] {
        [
            self.build.ins().ushr_imm(square, 3),
            self.build.ins().band_imm(square, 7),
        ]
    }
}
