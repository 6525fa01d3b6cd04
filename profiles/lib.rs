//! The evaluation profiles that the chess engine Temperament ships with.

/// File name and text of each profile, sorted by name. With the environment variable `EVALFILE` at build time, that file
/// follows as `evalfile.toml` or `evalfile.ron`.
pub static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));
