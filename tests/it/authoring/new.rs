//! `temper profile new`.

use super::Folder;

#[test]
fn a_new_child_evaluates_like_its_parent() {
    let folder = Folder::new("new", &[]);
    for base in ["fabchess", "cheops", "rustic", "otter"] {
        for file in ["mine.toml", "mine.ron"] {
            folder.ok(&["new", "mine", "--extends", base, "-o", file, "--force"]);
            let checked = folder.profile(&["check", file]);
            assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{base}");
            assert!(checked.stdout.starts_with(&format!("{file}: ok (")));
            assert_eq!(folder.flat(file), folder.flat(base), "{file} on {base}");
        }
    }
}

#[test]
fn commented_values_are_those_of_the_parent() {
    let folder = Folder::new("new-let-out", &[]);
    // The second has factors for its own side.
    for (base, file, mark) in ["fabchess", "defender"]
        .into_iter()
        .flat_map(|base| [(base, "mine.toml", "# "), (base, "mine.ron", "// ")])
    {
        folder.ok(&["new", "mine", "--extends", base, "-o", file, "--force"]);
        let offered = |line: &str| {
            let rest = line.trim_start().strip_prefix(mark)?;
            // Skip prose: it ends in a full stop or question mark, or begins so, or is a list of names.
            let is_list = rest.chars().all(|c| c.is_alphabetic() || " _.,".contains(c));
            (!rest.ends_with(['.', '?']) && !rest.starts_with('(') && !rest.starts_with("Long") && !is_list)
                .then(|| rest.to_owned())
        };
        let text = folder.read(file);
        let start = text.find("name").unwrap();
        let lines = text[start..].lines().map(|l| offered(l).unwrap_or_else(|| l.to_owned()));
        let head = if mark == "// " { "(" } else { "" };
        let all = head.to_owned() + &lines.collect::<Vec<_>>().join("\n");
        folder.write(file, &all);
        let checked = folder.profile(&["check", file]);
        assert_eq!(checked.code, 0, "{}{all}", checked.stderr);
        assert_eq!(folder.flat(file), folder.flat(base));
    }
}

#[test]
fn a_path_counts_from_the_folder_of_the_new_file() {
    let folder =
        Folder::new("new-path", &[("base.toml", "name = \"base\"\n[material]\npawn = 100\n"), ("a/b/x", "")]);
    for (base, file) in
        [("base.toml", "kid.toml"), ("base.toml", "a/b/kid.ron"), ("a/b/kid.ron", "a/b/kid2.toml")]
    {
        folder.ok(&["new", "kid", "--extends", base, "-o", file]);
        assert_eq!(folder.flat(file), folder.flat("base.toml"));
    }
    assert!(folder.read("a/b/kid.ron").contains("extends: \"../../base.toml\""));
    assert!(folder.read("a/b/kid2.toml").contains("extends = \"./kid.ron\""));
}

#[test]
fn without_a_parent_it_has_piece_values() {
    let folder = Folder::new("new-alone", &[]);
    assert_eq!(folder.ok(&["new", "alone"]), "alone.toml: written\n");
    assert_eq!(folder.ok(&["check", "alone.toml"]), "alone.toml: ok (7 keys)\n");
    let flat = folder.flat("alone.toml");
    assert!(flat.contains("knight = 320\n") && !flat.contains("king"), "{flat}");
    folder.ok(&["new", "alone", "-o", "alone.ron"]);
    assert_eq!(folder.flat("alone.ron"), flat);
}

#[test]
fn every_example_of_a_profile_from_scratch_is_valid_alone_and_with_the_others() {
    let folder = Folder::new("new-scratch", &[]);
    assert_eq!(folder.ok(&["new", "fresh", "--from-scratch"]), "fresh.toml: written\n");
    let text = folder.read("fresh.toml");
    let lines: Vec<&str> = text.lines().collect();
    let uncommented = |number: usize| {
        let rest = lines[number].strip_prefix('#')?;
        (!rest.is_empty() && !rest.starts_with(' ')).then_some(rest)
    };
    let is_example = |number: &usize| uncommented(*number).is_some();
    let check = |is_used: &dyn Fn(usize) -> bool| {
        let line = |number: usize| match uncommented(number).filter(|_| is_used(number)) {
            Some(example) => format!("{example}\n"),
            None => format!("{}\n", lines[number]),
        };
        folder.write("used.toml", &(0..lines.len()).map(line).collect::<String>());
        let checked = folder.profile(&["check", "used.toml"]);
        assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{}", folder.read("used.toml"));
        checked.stdout.lines().next().unwrap().to_owned()
    };
    let nothing = check(&|_| false);
    assert!(nothing.starts_with("used.toml: ok ("));
    let examples: Vec<usize> = (0..lines.len()).filter(is_example).collect();
    let blocks: Vec<&[usize]> = examples.chunk_by(|a, b| a + 1 == *b).collect();
    assert!(blocks.len() > 8, "{text}");
    for block in blocks {
        assert_ne!(check(&|number| block.contains(&number)), nothing, "an example sets a key");
    }
    check(&|_| true);
    assert_eq!(folder.profile(&["fmt", "--check", "fresh.toml"]).code, 0);

    folder.ok(&["new", "fresh", "--from-scratch", "-o", "my file.toml"]);
    assert!(folder.read("my file.toml").contains("temper profile check 'my file.toml' "));
    for args in [&["-o", "fresh.ron"][..], &["--extends", "fabchess"], &[]] {
        assert_ne!(folder.profile(&[&["new", "fresh", "--from-scratch"], args].concat()).code, 0, "{args:?}");
    }
}

#[test]
fn suggested_commands_quote_file_names() {
    let folder = Folder::new("new-quoted", &[]);
    folder.ok(&["new", "mine", "--extends", "fabchess", "-o", "my file.toml"]);
    let text = folder.read("my file.toml");
    assert!(text.contains("temper profile check 'my file.toml' "), "{text}");
    assert!(text.contains("temper profile diff fabchess 'my file.toml' "), "{text}");
}

#[test]
fn existing_files_and_bad_names_are_refused() {
    let folder = Folder::new("new-refused", &[("mine.toml", "precious")]);
    let refused = |args: &[&str], why: &str| {
        let done = folder.profile(args);
        assert_eq!(done.code, 1, "{args:?}");
        assert!(done.stderr.contains(why), "{}", done.stderr);
    };
    refused(&["new", "mine"], "mine.toml exists; --force overwrites it");
    assert_eq!(folder.read("mine.toml"), "precious");
    refused(&["new", "../mine"], "cannot be the name of a profile");
    refused(&["new", "x", "-o", "x.txt"], "neither .toml nor .ron");
    refused(&["new", "x", "--extends", "fabches"], "did you mean `fabchess`?");
    refused(&["new", "x", "--extends", "mine.toml"], "mine.toml");
    let files: Vec<_> = std::fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(files.len(), 1, "nothing else was written");
    folder.write("mine.toml.txt", "name = \"mine\"\n");
    refused(&["check", "mine.toml.txt"], "rename it without .txt");
    folder.ok(&["new", "mine", "--force"]);
    assert!(folder.read("mine.toml").contains("name = \"mine\""));
}

#[test]
fn custom_terms_of_the_parent_are_offered() {
    let base = "name = \"base\"\n[let]\nstrong = \"own.outposts\"\n\
                [[define]]\nname = \"near(from: square)\"\nis = \"around(from)\"\n\
                [[term]]\nname = \"knights.strong\"\ncount = \"own.knights & strong\"\nvalue = [12, 8]\n\
                [[term]]\nname = \"aim\"\nlet = { far = \"rank(sq) > 2\" }\nwhen = \"far\"\neach = \"own.bishops\"\n\
                count = \"\"\"\nattacks(sq)\n  & their.king_ring\"\"\"\ntable = [[0, 0], [4, 2], [9, 4]]\n";
    let folder = Folder::new("new-own", &[("base.toml", base)]);
    for (file, mark, begin) in [("kid.toml", "# ", "# [[term]]\n"), ("kid.ron", "// ", "// (\n")] {
        folder.ok(&["new", "kid", "--extends", "./base.toml", "-o", file]);
        assert_eq!(folder.flat(file), folder.flat("base.toml"));
        let text = folder.read(file);
        assert!(text.contains("Expressions may use strong, near(from: square)."), "{text}");
        let (head, terms) = text.split_at(text.find("Its custom terms.").unwrap());
        let terms: String = terms[terms.find(begin.trim_end()).unwrap()..]
            .lines()
            .map(|line| line.trim_start())
            .map(|line| format!("{}\n", line.strip_prefix(mark).unwrap_or(line)))
            .collect();
        // Change the value of one term.
        let terms = terms.replace("[12, 8]", "[13, 8]");
        folder.write(file, &format!("{}\n{terms}", head.trim_end().trim_end_matches(mark.trim_end())));
        assert_eq!(
            folder.flat(file),
            folder.flat("base.toml").replace("[12, 8]", "[13, 8]"),
            "{}",
            folder.read(file)
        );
    }
}
