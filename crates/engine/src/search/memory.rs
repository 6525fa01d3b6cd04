//! Memory: how much is available (where reading a file shows it), the block of the TT with large pages, prefetching, and
//! returning freed blocks.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;

use super::tt_entry::Bucket;

/// MiB that can be allocated without swapping; `None` if unknown. On a system that overcommits memory, allocating
/// more than this ends in a killed process, not in an error.
pub fn available_mib() -> Option<usize> {
    let machine = read_kib("/proc/meminfo", "MemAvailable:").map(|kib| kib >> 10);
    let container = read_bytes("/sys/fs/cgroup/memory.max").map(|bytes| bytes >> 20);
    let least = machine.into_iter().chain(container).min()?;
    usize::try_from(least).ok()
}

/// The buckets of a transposition table, at first empty. The system provides zeroed pages at their first use: writing all
/// of them in advance took 13.6 s for 8,000 MiB, in which a GUI waited for `readyok`.
#[derive(Debug)]
pub(super) struct Buckets {
    start: NonNull<Bucket>,
    len: usize,
    /// The allocated block, with room to align the buckets in it.
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the block belongs to this value alone, and buckets are atomics.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// Allocates this number of buckets; `None` if there is no memory for them.
    pub fn new(len: usize) -> Option<Self> {
        let size = len.checked_mul(size_of::<Bucket>())?.checked_add(align_of::<Bucket>())?;
        // Blocks of a larger alignment would be zeroed by writing.
        let layout = Layout::from_size_align(size, 1).ok()?;
        // SAFETY: the size is not 0.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        prefer_large_pages(block, size);
        let skipped = block.as_ptr().align_offset(align_of::<Bucket>());
        let start = NonNull::new(block.as_ptr().wrapping_add(skipped).cast())?;
        Some(Self { start, len, block, layout })
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: the block has `len` buckets from its first aligned address on, and lives as long as `self`. It was zeroed,
        // which is a valid state of atomics.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and not used any more.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

/// Largest base page size of Linux in bytes; other sizes divide it. The actual page size can be queried, but not
/// under valgrind.
#[cfg(target_os = "linux")]
const MOST_OF_A_PAGE: usize = 64 << 10;

/// Requests huge pages for a block with random access, before its first write: this reduces TLB misses. Has no effect
/// on systems without huge pages.
#[cfg(target_os = "linux")]
fn prefer_large_pages(block: NonNull<u8>, size: usize) {
    use rustix::mm::{Advice, madvise};

    let start = block.as_ptr();
    // The system needs whole pages; the part before the first of them stays as it is.
    let skipped = start.align_offset(MOST_OF_A_PAGE);
    if let Some(len) = size.checked_sub(skipped) {
        // SAFETY: the advice changes neither the contents of memory nor who may use it.
        let advised = unsafe { madvise(start.wrapping_add(skipped).cast(), len, Advice::LinuxHugepage) };
        // A kernel without huge pages refuses: small ones work as well, only slower.
        let _ = advised;
    }
}

/// Not needed here: this system chooses the page size itself.
#[cfg(not(target_os = "linux"))]
fn prefer_large_pages(_block: NonNull<u8>, _size: usize) {}

/// Freed blocks of at least this size in bytes are returned to the system. The initial threshold of glibc.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const RETURNED: i32 = 128 << 10;

/// Makes freed tables return to the system from now on, for long-running programs such as an engine whose `Hash` and
/// `Threads` are changed. By default glibc raises its threshold to the size of the largest block ever freed (at most
/// 32 MiB) and keeps smaller ones, which leads to fragmentation. Does nothing on other systems.
pub fn return_freed_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: sets a number of the allocator, and takes the lock that all of its functions take. Without it an
        // engine with one thread and 16 MiB of table may keep 94 MB instead of 29 MB (tests/it/memory.rs).
        let accepted = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, RETURNED) };
        // An allocator that replaces glibc's may not know the parameter; it has its own policy.
        let _ = accepted;
    }
}

/// Prefetches a cache line that will probably be read soon. Does nothing on processors without a prefetch
/// instruction.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which reads nothing and never faults. Without it a quarter of the time of a search is spent
        // waiting in `TranspositionTable::probe` (docs/lab/speed.md).
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Returns the number in KiB from the line of a file that begins with a word.
fn read_kib(path: &str, word: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(word))?;
    rest.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Returns the number that is the whole content of a file; `None` for words such as `max`.
fn read_bytes(path: &str) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}
