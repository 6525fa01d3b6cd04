//! Tests of `profile::dependencies`.

use temperament_engine::profile::source::Format;
use temperament_engine::profile::source::Source;
use temperament_engine::profile::trusted_folders::TrustedFolders;

#[test]
fn a_file_over_the_limit_is_refused_by_its_size() {
    let folder = std::env::temp_dir().join(format!("temperament-size-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("huge.toml");
    // A sparse file: nothing is written, and nothing is read.
    std::fs::File::create(&path).unwrap().set_len(50 << 20).unwrap();
    let error = Source::read(&path, &TrustedFolders::of(&path)).unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(error.message.contains("52428800 bytes"), "{error}");
}

#[test]
fn what_is_not_text_is_refused() {
    let message = |bytes: &[u8]| {
        let result = Source::from_bytes("x.ron", Format::Ron, bytes.to_vec());
        result.unwrap_err().message
    };
    assert_eq!(message(b"name = \xff"), "this is not text in UTF-8: the byte 0xff");
    assert_eq!(message(b"n\0a\0m\0e\0"), "this is not a text file");
    assert_eq!(message(b" \r\n\t"), "the file is empty");
    let latin = b"name = \"x\"\nauthor = \"J\xf6rg\"".to_vec();
    let error = Source::from_bytes("x.toml", Format::Toml, latin).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(2), Some(12)));
    assert_eq!(message("\u{feff}".as_bytes()), "the file is empty");
}

#[test]
fn utf16_with_a_byte_order_mark_is_read() {
    let text = "\u{feff}name = \"J\u{f6}rg \u{1f3c1}\"\r\n";
    for encode in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(encode).collect();
        let source = Source::from_bytes("x.toml", Format::Toml, bytes.clone()).unwrap();
        assert_eq!(source.text, text.trim_start_matches('\u{feff}'));
        // Half a character, and half a pair of surrogates.
        for cut in [1, 8] {
            let cut = bytes[..bytes.len() - cut].to_vec();
            assert!(Source::from_bytes("x.toml", Format::Toml, cut).is_err());
        }
    }
}
