//! Tests of the modules of `search`.

mod bench;
mod chances;
mod check_interval;
mod correction;
mod eval_cache;
mod history;
mod memory;
mod move_list;
mod picker;
mod qsearch_leaf;
mod reductions;
mod score;
mod stack;
#[cfg(syzygy)]
mod tablebase;
#[cfg(syzygy)]
mod tb_probe;
mod threat_bonus;
mod time;
mod tt;
