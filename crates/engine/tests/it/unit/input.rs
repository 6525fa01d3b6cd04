//! Tests of `input`.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use temperament_engine::input::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("temperament-input-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_over_the_limit_is_refused_by_its_size() {
    let folder = folder("limit");
    let path = folder.join("sparse");
    // Windows reserves the space.
    File::create(&path).unwrap().set_len(2 << 30).unwrap();
    let error = read(&path, 1 << 20).unwrap_err().to_string();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(error.contains("2147483648 bytes"), "{error}");
}

#[test]
fn a_line_over_the_limit_is_refused() {
    let mut bytes = Vec::new();
    let mut input = io::repeat(b'x').take(1 << 30);
    let error = read_line(&mut io::BufReader::new(&mut input), &mut bytes, 100).unwrap_err();
    assert!(error.to_string().contains("more than 100 bytes"), "{error}");
    assert_eq!(bytes.len(), 101);
}

#[test]
fn texts_are_utf_8_or_latin_1_and_keep_their_encoding() {
    for (bytes, expected) in [
        (&b"M\xc3\xbcller\r\n"[..], "M\u{fc}ller\r\n"),
        (b"M\xfcller \xc3", "M\u{fc}ller \u{c3}"),
        (b"\xef\xbb\xbfe4", "e4"),
        (b"\xef\xbb\xbf\xef\xbb\xbf\xe9", "\u{e9}"),
        (b"\xef\xbb", "\u{ef}\u{bb}"),
        (b"", ""),
    ] {
        let text = Text::decode(bytes.to_vec()).unwrap();
        assert_eq!(text.text, expected);
        assert_eq!(text.encode(&text.text), bytes);
    }
    let latin1 = Text::decode(b"\xfc".to_vec()).unwrap();
    assert_eq!(latin1.encode("\u{fc}\u{2654}"), b"\xfc?");
    let error = Text::decode(b"\xff\xfee\x004\x00".to_vec()).unwrap_err();
    assert!(error.to_string().contains("UTF-16"), "{error}");
}

#[test]
fn lines_have_their_length_in_the_file() {
    let mut lines = Lines::new(&b"\xef\xbb\xbfone\r\n\xfc\n\xef\xbb\xbfjoined"[..], 100);
    let mut found = Vec::new();
    while let Some(line) = lines.next_line().unwrap() {
        found.push((line.text, line.length));
    }
    let expected = [("one\r\n", 8), ("\u{fc}\n", 2), ("joined", 9)];
    assert_eq!(found, expected.map(|(text, length)| (text.to_owned(), length)));
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    use std::path::Path;

    let folder = folder("kinds");
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let socket = folder.join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (path, part) in [
        (folder.as_path(), "a folder"),
        (&pipe, "a pipe"),
        (&socket, "a socket"),
        (Path::new("/dev/zero"), "a device"),
    ] {
        let error = open(path).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Any file of `/proc` will do: none states its length.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_a_length_is_empty() {
    assert!(read("/proc/self/status".as_ref(), 1 << 20).unwrap().is_empty());
}
