//! `temper studio` as a process of its own, and the matches that it starts. Its messages and its server are tested in
//! `crates/studio`.

mod matches;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod memory;

const MINE: &str = "name = \"mine\"\nextends = \"temperament\"\n";
