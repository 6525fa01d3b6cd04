//! How much memory there is to be had, where the operating system says so at the price of reading a file.

/// MiB that can be allocated without others being driven out; `None` where that is not known. On a system that
/// promises more memory than it has, taking more than this ends in a program being killed, not in an error.
pub fn available_mib() -> Option<usize> {
    let machine = read_kib("/proc/meminfo", "MemAvailable:").map(|kib| kib >> 10);
    let container = read_bytes("/sys/fs/cgroup/memory.max").map(|bytes| bytes >> 20);
    let least = machine.into_iter().chain(container).min()?;
    usize::try_from(least).ok()
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
