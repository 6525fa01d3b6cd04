//! How much memory there is to be had, where the operating system says so at the price of reading a file; in what
//! pieces and how early it is wanted, and what becomes of it later.

use std::mem::MaybeUninit;

/// MiB that can be allocated without others being driven out; `None` where that is not known. On a system that
/// promises more memory than it has, taking more than this ends in a program being killed, not in an error.
pub fn available_mib() -> Option<usize> {
    let machine = read_kib("/proc/meminfo", "MemAvailable:").map(|kib| kib >> 10);
    let container = read_bytes("/sys/fs/cgroup/memory.max").map(|bytes| bytes >> 20);
    let least = machine.into_iter().chain(container).min()?;
    usize::try_from(least).ok()
}

/// The largest of the pages that Linux calls small, in bytes; other sizes divide it. What the machine has could be asked
/// for, but not under valgrind.
#[cfg(target_os = "linux")]
const MOST_OF_A_PAGE: usize = 64 << 10;

/// Asks for large pages, before a block that will be read here and there is written to for the first time: then the
/// processor finds more of it without looking up where it is. On a system that has none, nothing happens.
#[cfg(target_os = "linux")]
pub fn prefer_large_pages<T>(block: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    let start = block.as_mut_ptr().cast::<u8>();
    // The system wants whole pages; what lies before the first of them stays as it is.
    let skipped = start.align_offset(MOST_OF_A_PAGE);
    if let Some(len) = size_of_val(block).checked_sub(skipped) {
        // SAFETY: the range lies within the block, which is borrowed for writing; the advice changes neither what the
        // memory holds nor who may use it.
        let advised = unsafe { madvise(start.wrapping_add(skipped).cast(), len, Advice::LinuxHugepage) };
        // A kernel without large pages refuses: small ones serve as well, only slower.
        let _ = advised;
    }
}

/// Large pages come by themselves or not at all.
#[cfg(not(target_os = "linux"))]
pub fn prefer_large_pages<T>(_block: &mut [MaybeUninit<T>]) {}

/// Blocks of this size in bytes, and larger ones, go back to the system when they are freed. It is where glibc begins.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const RETURNED: i32 = 128 << 10;

/// Has freed tables return to the system from now on, for programs that make and free them for hours, such as an engine
/// whose `Hash` and `Threads` are changed. By itself glibc keeps blocks up to the size of the largest one that was ever
/// freed (of 32 MiB at most), and what it keeps is soon in pieces. Other systems have their own ways.
pub fn return_freed_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: sets a number of the allocator, and takes the lock that all of its functions take. Without it an
        // engine with one thread and 16 MiB of table may keep 94 MB instead of 29 MB (tests/it/memory.rs).
        let accepted = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, RETURNED) };
        // An allocator that stands in for glibc's may not know the number; it has its own ways as well.
        let _ = accepted;
    }
}

/// Asks for what will probably be read soon, so that it is near then. Does nothing where the processor has no way to ask.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which reads nothing and never faults. Without it a quarter of the time of a search is spent
        // waiting in `TranspositionTable::probe` (docs/search.md).
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The number of KiB in the line of a file that begins with a word.
fn read_kib(path: &str, word: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(word))?;
    rest.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The number that is the whole of a file; `None` for words such as `max`.
fn read_bytes(path: &str) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn there_is_some_memory_but_not_without_end() {
        let mib = available_mib().unwrap();
        assert!((1..1 << 40).contains(&mib), "{mib}");
    }
}
