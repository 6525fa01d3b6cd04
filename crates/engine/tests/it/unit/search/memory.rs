//! Tests of `search::memory`.

#[cfg(target_os = "linux")]
use temperament_engine::search::memory::available_mib;

#[test]
#[cfg(target_os = "linux")]
fn there_is_some_memory_but_not_without_end() {
    let mib = available_mib().unwrap();
    assert!((1..1 << 40).contains(&mib), "{mib}");
}
