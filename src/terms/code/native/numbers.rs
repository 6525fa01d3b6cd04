//! Steps that compute numbers, which are kept within 32 bits as the language has it, and for no more than that.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};

use super::super::instruction::Does;
use super::range::Range;
use super::translate::Translator;

/// A value in the compiler's form, and its bounds.
type Known = (ir::Value, Range);

impl Translator<'_, '_> {
    /// Arithmetic in 64 bits, which two numbers of 32 bits cannot leave.
    pub fn calculate(&mut self, does: Does, a: Known, b: Known) -> Known {
        let ((a, of_a), (b, of_b)) = (a, b);
        let ins = self.build.ins();
        let (value, range) = match does {
            Does::Add => (ins.iadd(a, b), of_a.add(of_b)),
            Does::Subtract => (ins.isub(a, b), of_a.subtract(of_b)),
            Does::Multiply => (ins.imul(a, b), of_a.multiply(of_b)),
            Does::Divide => (
                self.divide(a, b, false),
                of_a.or(of_a.negative()).or(Range::new(0, 0)),
            ),
            Does::Remainder => (self.divide(a, b, true), of_a.or(Range::new(0, 0))),
            Does::Negative => (ins.ineg(a), of_a.negative()),
            Does::Absolute => (ins.iabs(a), of_a.absolute()),
            Does::Least => (self.smaller(a, b), of_a.least(of_b)),
            _ => (self.larger(a, b), of_a.most(of_b)),
        };
        self.held((value, range), Range::NUMBER)
    }

    /// The quotient or the remainder; 0 if it is divided by 0. The smallest number by -1 is no harm in 64 bits.
    fn divide(&mut self, a: ir::Value, b: ir::Value, is_remainder: bool) -> ir::Value {
        let (zero, one) = (self.constant(0), self.constant(1));
        // Whatever comes in is a number of 32 bits here, since a quotient out of bounds would end the program.
        let [a, b] = [a, b].map(|number| {
            let low = self.build.ins().ireduce(ir::types::I32, number);
            self.build.ins().sextend(ir::types::I64, low)
        });
        let by_nothing = self.build.ins().icmp(IntCC::Equal, b, zero);
        let divisor = self.build.ins().select(by_nothing, one, b);
        let result = match is_remainder {
            true => self.build.ins().srem(a, divisor),
            false => self.build.ins().sdiv(a, divisor),
        };
        self.build.ins().select(by_nothing, zero, result)
    }

    /// A number held within bounds, where it can leave them.
    pub fn held(&mut self, (mut value, range): Known, bounds: Range) -> Known {
        if range.high > bounds.high {
            let high = self.constant(bounds.high);
            value = self.smaller(value, high);
        }
        if range.low < bounds.low {
            let low = self.constant(bounds.low);
            value = self.larger(value, low);
        }
        (value, range.held(bounds))
    }

    pub fn smaller(&mut self, a: ir::Value, b: ir::Value) -> ir::Value {
        self.build.ins().smin(a, b)
    }

    pub fn larger(&mut self, a: ir::Value, b: ir::Value) -> ir::Value {
        self.build.ins().smax(a, b)
    }

    /// Numbers of one square or two.
    pub fn measure(&mut self, does: Does, a: ir::Value, b: ir::Value) -> Known {
        let [rank, file] = self.rank_and_file(a);
        match does {
            Does::Rank => (self.build.ins().iadd_imm(rank, 1), Range::new(1, 8)),
            Does::File => (self.build.ins().iadd_imm(file, 1), Range::new(1, 8)),
            Does::CentreDistance => {
                let [rank, file] = [rank, file].map(|number| {
                    let three = self.constant(3);
                    let below = self.build.ins().isub(three, number);
                    let above = self.build.ins().iadd_imm(number, -4);
                    self.larger(below, above)
                });
                (self.larger(rank, file), Range::new(0, 3))
            }
            _ => {
                let [other_rank, other_file] = self.rank_and_file(b);
                let [ranks, files] = [(rank, other_rank), (file, other_file)].map(|(one, other)| {
                    let apart = self.build.ins().isub(one, other);
                    self.build.ins().iabs(apart)
                });
                match does {
                    Does::Distance => (self.larger(ranks, files), Range::new(0, 7)),
                    _ => (self.build.ins().iadd(ranks, files), Range::new(0, 14)),
                }
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
