//! Steps that count: they add to the sum what the values are worth.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder};

use super::super::super::term::MAX_COUNT;
use super::super::draft::Draft;
use super::super::graph::NOT_COUNTED;
use super::super::instruction::Does;
use super::super::roots::Root;
use super::range::Range;
use super::translate::{Translator, unchanging};

/// Bytes of the worth of a value.
const WORD: usize = 8;
/// What counts at once.
const AT_ONCE: Range = Range::new(-(MAX_COUNT as i64), MAX_COUNT as i64);

impl Translator<'_, '_> {
    /// A step that counts.
    pub fn count(&mut self, draft: &Draft) {
        let Some(root) = draft.root else { return };
        let a = self.read(draft.a);
        let place = usize::from(root.place);
        match draft.does {
            Does::CountSize | Does::EachSize | Does::CountBoth | Does::CountWithout => {
                let set = match draft.does {
                    Does::CountBoth => {
                        let b = self.read(draft.b).0;
                        self.build.ins().band(a.0, b)
                    }
                    Does::CountWithout => {
                        let b = self.read(draft.b).0;
                        self.build.ins().band_not(a.0, b)
                    }
                    _ => a.0,
                };
                let size = self.build.ins().popcnt(set);
                self.add_first(place, size);
            }
            Does::CountNumber | Does::EachNumber => {
                let number = self.held(a, AT_ONCE).0;
                self.add_first(place, number);
            }
            Does::CountEntry | Does::EachEntry => {
                let mut worth = self.entry(&root, a);
                if a.1.may_be_none() {
                    let is_none = self.build.ins().icmp_imm(IntCC::Equal, a.0, NOT_COUNTED as i64);
                    let nothing = self.constant(0);
                    worth = self.build.ins().select(is_none, nothing, worth);
                }
                self.add(worth);
            }
            Does::CountIndexed | Does::EachIndexed => {
                let worth = self.entry(&root, a);
                let times = self.read(draft.b);
                self.add_times(worth, times);
            }
            Does::CountRanks | Does::CountFiles | Does::CountSquares => {
                self.each_square(a.0, |this, square| {
                    let worth = this.of_square(draft.does, place, square);
                    this.add(worth);
                });
            }
            does => {
                let square = self.read(draft.c).0;
                let worth = self.of_square(does, place, square);
                self.add_times(worth, a);
            }
        }
    }

    /// What a value that is looked up by a square is worth.
    fn of_square(&mut self, does: Does, place: usize, square: ir::Value) -> ir::Value {
        let [rank, file] = self.rank_and_file(square);
        let (index, last) = match does {
            Does::CountRanks | Does::EachRank => (rank, 7),
            Does::CountFiles | Does::EachFile => (file, 7),
            _ => (square, 63),
        };
        self.looked_up(place, index, last)
    }

    /// What the entry of a table is worth; the last goes on.
    fn entry(&mut self, root: &Root, number: (ir::Value, Range)) -> ir::Value {
        let (index, _) = self.held(number, Range::new(0, i64::MAX));
        self.looked_up(usize::from(root.place), index, root.last)
    }

    /// An entry of the table that begins at a place. The index is held below its end whatever is known of it: that no
    /// profile can read beyond a table depends on nothing else than this.
    fn looked_up(&mut self, place: usize, index: ir::Value, last: u8) -> ir::Value {
        let last = self.constant(last.into());
        let index = self.build.ins().umin(index, last);
        let first = self.worth[place..].as_ptr() as i64;
        let table = self.constant(first);
        let offset = self.build.ins().ishl_imm(index, i64::from(WORD.trailing_zeros()));
        let address = self.build.ins().iadd(table, offset);
        self.build.ins().load(I64, unchanging(), address, 0)
    }

    /// Adds what the first value of a term is worth, so many times.
    fn add_first(&mut self, place: usize, times: ir::Value) {
        if self.worth[place] != 0 {
            let worth = self.constant(self.worth[place]);
            let product = self.build.ins().imul(times, worth);
            self.add(product);
        }
    }

    fn add_times(&mut self, worth: ir::Value, times: (ir::Value, Range)) {
        let (times, _) = self.held(times, AT_ONCE);
        let product = self.build.ins().imul(worth, times);
        self.add(product);
    }

    fn add(&mut self, worth: ir::Value) {
        let before = self.build.use_var(self.sum);
        let now = self.build.ins().iadd(before, worth);
        self.build.def_var(self.sum, now);
    }
}
