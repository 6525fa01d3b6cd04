//! Writes the studio as static files: `pack-web MODULE FOLDER`, with the module that `make web` has built.

use std::fs;
use std::path::Path;

use anyhow::Context;
use temperament_engine::fnv::fnv1a;
use temperament_studio::page;

/// Files that take the place of those of the server, or are added to them.
const FILES: &[(&str, &str)] = &[
    ("server.js", include_str!("page/local.js")),
    ("course.js", include_str!("page/course.js")),
    ("failure.js", include_str!("page/failure.js")),
    ("file_controls.js", include_str!("page/file_controls.js")),
    ("folder.js", include_str!("page/folder.js")),
    ("journals.js", include_str!("page/journals.js")),
    ("matches.js", include_str!("page/matches.js")),
    ("directory.js", include_str!("page/directory.js")),
    ("notice.js", include_str!("page/notice.js")),
    ("share.js", include_str!("page/share.js")),
    ("worker.js", include_str!("page/worker.js")),
    ("wasi.js", include_str!("page/wasi.js")),
    ("welcome.js", include_str!("page/welcome.js")),
    ("web.css", include_str!("page/web.css")),
];
/// Stays out of the list of files that it keeps for use without a network.
const SERVICE_WORKER: &str = include_str!("page/offline.js");
const MODULE: &str = "temperament.wasm";

/// The page may load nothing but its own files. `frame-ancestors`, which the server adds, is not possible in a page.
const HEAD: &str = r#"<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<link rel="stylesheet" href="web.css">
<link rel="preload" href="temperament.wasm" as="fetch" crossorigin>
<script type="module" src="welcome.js"></script>"#;
/// The scripts of workers. Those of the page are fetched at once, not only when the ones that import them have arrived.
const OF_WORKERS: [&str; 2] = ["worker.js", "wasi.js"];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        anyhow::bail!("usage: pack-web MODULE FOLDER");
    };
    let folder = Path::new(folder);
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let files = files(Path::new(module))?;
    for (name, contents) in &files {
        let path = folder.join(name);
        fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))?;
    }
    println!("{}: {} files, {} bytes", folder.display(), files.len(), size(&files));
    Ok(())
}

fn size(files: &[(String, Vec<u8>)]) -> usize {
    files.iter().map(|(_, contents)| contents.len()).sum()
}

/// Names and contents of all files.
fn files(module: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let bytes = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let shared = page::FILES.iter().map(|(name, _, text)| (*name, *text));
    let shared = shared.filter(|(name, _)| FILES.iter().all(|(own, _)| own != name));
    let texts = shared.chain(FILES.iter().copied());
    let mut files: Vec<(String, Vec<u8>)> =
        texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
    let scripts = files.iter().map(|(name, _)| name.as_str());
    let of_page = scripts.filter(|name| name.ends_with(".js") && !OF_WORKERS.contains(name));
    let preloads = of_page.map(|name| format!("\n<link rel=\"modulepreload\" href=\"{name}\">"));
    let head = HEAD.to_owned() + &preloads.collect::<String>();
    let html = page::html().replacen("<meta charset=\"utf-8\">", &head, 1);
    files.push(("index.html".to_owned(), html.into_bytes()));
    files.push((MODULE.to_owned(), bytes));
    // A new version of any file makes a new version of the service worker, which then fetches all of them.
    let version = fnv1a(files.iter().flat_map(|(_, contents)| contents.iter().copied()));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let list = format!("const VERSION = \"{version:016x}\";\nconst FILES = {names:?};\n");
    files.push(("offline.js".to_owned(), format!("{list}{SERVICE_WORKER}").into_bytes()));
    Ok(files)
}
