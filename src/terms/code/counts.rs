//! Lowers the counts of terms: each adds its values to the sum.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};

use super::super::source::By;
use super::super::term::MAX_COUNT;
use super::graph::{NOT_COUNTED, NodeId};
use super::lower::{Known, Lowering};
use super::range::Range;
use super::roots::{Count, Root};

/// Bounds of what is counted at once.
const AT_ONCE: Range = Range::new(-(MAX_COUNT as i64), MAX_COUNT as i64);

impl Lowering<'_, '_> {
    pub fn count(&mut self, root: &Root) {
        let first = root.first;
        match root.count {
            Count::Size(set) => {
                let set = self.read(set).0;
                let size = self.build.ins().popcnt(set);
                self.add_only(first, size);
            }
            Count::Number(number) => {
                let number = self.read(number);
                let number = self.clamp(number, AT_ONCE).0;
                self.add_only(first, number);
            }
            Count::Entry { index, last } => {
                let index = self.read(index);
                let mut value = self.entry(first, index, last);
                if index.1.may_be_none() {
                    let is_none = self
                        .build
                        .ins()
                        .icmp_imm(IntCC::Equal, index.0, NOT_COUNTED as i64);
                    let nothing = self.constant(0);
                    value = self.build.ins().select(is_none, nothing, value);
                }
                self.add(value);
            }
            Count::Indexed { index, last, times } => {
                let index = self.read(index);
                let value = self.entry(first, index, last);
                self.add_times(value, times);
            }
            Count::EachSquare(by, set) => {
                let set = self.read(set).0;
                self.each_square(set, |this, square| {
                    let value = this.of_square(by, first, square);
                    this.add(value);
                });
            }
            Count::LoopSquare(by, times) => {
                if let Some(variable) = root.variable {
                    let square = self.square(variable);
                    let value = self.of_square(by, first, square);
                    self.add_times(value, times);
                }
            }
        }
    }

    /// The value of a square.
    fn of_square(&mut self, by: By, first: usize, square: ir::Value) -> ir::Value {
        let [rank, file] = self.rank_and_file(square);
        let index = match by {
            By::Rank => rank,
            By::File => file,
            By::Square | By::One | By::Table(_) => square,
        };
        self.look_up(first, index, by.len() - 1)
    }

    /// The entry of a table; the last one stands for all after it.
    fn entry(&mut self, first: usize, index: Known, last: usize) -> ir::Value {
        let (index, _) = self.clamp(index, Range::new(0, i64::MAX));
        self.look_up(first, index, last)
    }

    /// Loads one of a term's values. The index is clamped whatever is known of it: that no term reads outside of its
    /// values depends on nothing else.
    fn look_up(&mut self, first: usize, index: ir::Value, last: usize) -> ir::Value {
        let last_index = self.constant(last as i64);
        let index = self.build.ins().umin(index, last_index);
        let table = self.values[first..=first + last].as_ptr() as i64;
        let table = self.constant(table);
        self.entry_at(table, index)
    }

    /// Adds a term's only value, so many times.
    fn add_only(&mut self, first: usize, times: ir::Value) {
        let value = self.values[first];
        let product = self.build.ins().imul_imm(times, value);
        self.add(product);
    }

    fn add_times(&mut self, value: ir::Value, times: NodeId) {
        let times = self.read(times);
        let (times, _) = self.clamp(times, AT_ONCE);
        let product = self.build.ins().imul(value, times);
        self.add(product);
    }

    fn add(&mut self, value: ir::Value) {
        let before = self.build.use_var(self.sum);
        let now = self.build.ins().iadd(before, value);
        self.build.def_var(self.sum, now);
    }
}
