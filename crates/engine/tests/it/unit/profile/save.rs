//! Tests of `profile::save`.

use std::fs::{self, File, FileTimes};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use temperament_engine::profile::Library;
use temperament_engine::profile::save::{SaveError, save};

const TEXT: &str = "name = \"x\"\nmaterial.pawn = 90\n";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("temperament-save-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_text_that_cannot_be_loaded_does_not_replace_a_file() {
    let folder = folder("invalid");
    let (path, library) = (folder.join("x.toml"), Library::of(vec![]));
    save(&library, &path, TEXT, false).unwrap();
    for (text, reason) in [
        ("name = \"x\"\ndraw.value = 200000\n", "x.toml:2:14: error: 200000 is out of bounds"),
        ("name = \"x\"\nextends = \"nowhere.toml\"\n", "cannot be extended"),
        (&format!("name = \"x\"\n# {}", "x".repeat(1 << 20)), "the file is too large"),
        ("name = \"x", "syntax error"),
    ] {
        let error = save(&library, &path, text, true).unwrap_err();
        assert!(matches!(error, SaveError::Invalid(_)), "{error}");
        assert!(error.to_string().contains(reason) || reason == "syntax error", "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), TEXT);
    }
    assert!(matches!(save(&library, &path, TEXT, false), Err(SaveError::Io(_))), "it exists");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_save_deletes_old_temporary_files_of_killed_ones() {
    let folder = folder("stale");
    let create = |name: &str, age: u64| {
        let time = SystemTime::now() - Duration::from_secs(age);
        File::create(folder.join(name)).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
    };
    let kept = [(".x.toml.temper-Ab12Cd.tmp", 5), (".y.toml.temper-Ab12Cd.tmp", 5000), (".x.toml.swp", 5000)];
    kept.into_iter().for_each(|(name, age)| create(name, age));
    create(".x.toml.temper-Ef34Gh.tmp", 5000);
    save(&Library::of(vec![]), &folder.join("x.toml"), TEXT, false).unwrap();
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [kept[2].0, kept[0].0, kept[1].0, "x.toml"]);
    fs::remove_dir_all(&folder).unwrap();
}
