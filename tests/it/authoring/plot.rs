//! `temper profile plot`.

use super::Folder;

/// Names of the XML elements, or an error if the document is not well formed.
fn elements(xml: &str) -> Result<Vec<String>, String> {
    let mut open: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').ok_or(part)?;
        if text.contains('>') || text.contains('&') && !text.contains(';') {
            return Err(format!("unescaped: {text}"));
        }
        let name = tag.split([' ', '/']).find(|n| !n.is_empty()).ok_or(tag)?;
        if tag.starts_with(['?', '!']) {
            continue;
        } else if tag.starts_with('/') {
            let last = open.pop();
            if last != Some(name) {
                return Err(format!("</{name}> after {last:?}"));
            }
        } else {
            all.push(name.to_owned());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    match open.as_slice() {
        [] => Ok(all),
        _ => Err(format!("not closed: {open:?}")),
    }
}

fn count(list: &[String], name: &str) -> usize {
    list.iter().filter(|n| *n == name).count()
}

#[test]
fn piped_output_has_numbers_without_colours() {
    let folder = Folder::new("plot", &[]);
    let text = folder.ok(&["plot", "otter"]);
    assert!(!text.contains('\x1b'));
    let rows = "  knight all stages\n\
                8  -50 -40 -30 -30 -30 -30 -40 -50\n";
    assert!(text.starts_with("otter\n\n  pawn all stages\n8    .   .") && text.contains(rows), "{text}");
    // Middlegame and endgame boards side by side; see b7.
    let text = folder.ok(&["plot", "fabchess"]);
    let rank = text.lines().find(|l| l.starts_with("7    7   2  30")).expect(&text);
    assert!(rank.ends_with("7   35  22  31  14  15   7  -3 -24"), "{rank}");
}

#[test]
fn values_are_added_on_request() {
    let folder = Folder::new("plot-values", &[]);
    let text = folder.ok(&["plot", "otter", "--with-values"]);
    assert!(text.contains("\n8  250 260 270 270 270 270 260 250\n"), "{text}");
}

#[test]
fn files_are_well_formed_and_self_contained() {
    let folder = Folder::new("plot-files", &[]);
    let text = folder.ok(&["plot", "fabchess", "--svg", "a/b", "--html", "page.html"]);
    assert_eq!(text, "a/b: 18 files written\npage.html: written\n");
    let mut names: Vec<_> = std::fs::read_dir(folder.0.join("a/b"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!((names.len(), names[1].as_str()), (18, "bishop-mg.svg"));
    for name in &names {
        let svg = folder.read(&format!("a/b/{name}"));
        let found = elements(&svg).unwrap_or_else(|why| panic!("{name}: {why}"));
        // A title with the range of the colours, the numbers, file and rank labels.
        let numbers = if name.starts_with("pawn") { 48 } else { 64 };
        assert_eq!(count(&found, "text"), 1 + numbers + 16, "{name}");
    }
    let page = folder.read("page.html");
    let (_, body) = page.split_once("<body>").unwrap();
    let found = elements(body.split_once("</body>").unwrap().0).unwrap();
    assert_eq!((count(&found, "svg"), count(&found, "script"), count(&found, "link")), (18, 0, 0));
    assert!(!page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").contains("://"));
}

#[test]
fn existing_files_are_kept() {
    let folder = Folder::new("plot-force", &[("svg/king-all.svg", "mine"), ("page.html", "mine")]);
    for args in [["--svg", "svg"], ["--html", "page.html"]] {
        let done = folder.profile(&[&["plot", "otter"], &args[..]].concat());
        assert_eq!(done.code, 1);
        assert!(done.stderr.contains("exists; --force overwrites it"), "{}", done.stderr);
    }
    assert_eq!(std::fs::read_dir(folder.0.join("svg")).unwrap().count(), 1, "none was written");
    folder.ok(&["plot", "otter", "--svg", "svg", "--html", "page.html", "--force"]);
    assert!(folder.read("svg/king-all.svg").contains("<svg") && folder.read("page.html").contains("<svg"));
}

#[test]
fn the_difference_of_two_profiles_is_drawn() {
    let folder = Folder::new(
        "plot-two",
        &[
            ("a.toml", "name = \"a\"\nextends = \"simplified\"\n"),
            ("b.toml", "name = \"b\"\nextends = \"simplified\"\n[scale]\n\"psqt.king\" = { eg = 2 }\n"),
            ("flat.toml", "name = \"flat\"\n[material]\npawn = 100\n"),
        ],
    );
    let text = folder.ok(&["plot", "a.toml", "b.toml"]);
    assert!(text.starts_with("b - a\n\n  king endgame "), "{text}");
    assert!(text.contains("\n8  -50 -40 -30 -20 -20 -30 -40 -50   8  -25 -20 -15"), "{text}");
    assert!(folder.ok(&["plot", "a.toml", "simplified"]).contains("no difference"));
    assert!(folder.ok(&["plot", "flat.toml"]).contains("no piece-square tables"));
    assert_eq!(folder.profile(&["plot", "nothing"]).code, 1);
}

#[test]
fn side_factors_are_reported() {
    let text = "name = \"a\"\nextends = \"simplified\"\n[scale]\n\"psqt.knight\" = { own = 2 }\n";
    let folder = Folder::new("plot-sides", &[("a.toml", text)]);
    let done = folder.profile(&["plot", "a.toml"]);
    assert_eq!(done.code, 0);
    assert!(done.stderr.contains("a scales psqt.knight differently"), "{}", done.stderr);
    assert_eq!(folder.profile(&["plot", "simplified"]).stderr, "");
}
