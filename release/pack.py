#!/usr/bin/env python3
"""Packs a built program into a release archive, with its SHA-256 checksum next to it.

    cargo build --release --locked --target x86_64-unknown-linux-gnu
    release/pack.py --name linux-x86-64-v3-fast --target x86_64-unknown-linux-gnu --out dist

The archive contains the program, profiles, openings, documentation, man pages, shell completions, and the licences of
everything that is compiled in. A name that begins with `windows` makes a .zip file, any other a .tar.gz file.
"""

import argparse
import hashlib
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
COPIED = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "profiles", "crates/matches/openings", "docs"]
SHELLS = {"bash": "temper.bash", "zsh": "_temper", "fish": "temper.fish", "powershell": "temper.ps1", "elvish": "temper.elv"}
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--name", required=True, help="system and processor, the last part of the archive's name")
    parser.add_argument("--target", required=True, help="Rust target, whose dependencies are listed")
    parser.add_argument("--program", type=pathlib.Path, help="program (default: target/TARGET/release/temper[.exe])")
    parser.add_argument("--runner", default="", help="command that runs the program here, such as `wine`")
    parser.add_argument("--writer", help="program that writes man pages and completions, if the packed one cannot run here")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("dist"), help="folder (%(default)s)")
    return parser.parse_args()


def cargo_metadata(target):
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def compiled_in(metadata):
    """The packages that are linked into the program, without build scripts, tests and our own crates, sorted by name."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, open_ = set(), [root]
    while open_:
        for dependency in nodes[open_.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                open_.append(dependency["pkg"])
    packages = [package for package in metadata["packages"] if package["id"] in found and package["source"]]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def licences(packages):
    """The licences of all packages; equal texts once, with the packages they belong to."""
    texts = {}
    overview = []
    for package in packages:
        title = f"{package['name']} {package['version']}"
        overview.append(f"{title}: {package['license'] or 'see the text below'}")
        for file in sorted(pathlib.Path(package["manifest_path"]).parent.iterdir()):
            if file.is_file() and LICENCE_FILE.match(file.name):
                text = file.read_text(encoding="utf-8", errors="replace").strip()
                texts.setdefault(text, []).append(title)
    parts = [
        "The program contains these packages, and the Rust standard library (MIT or Apache-2.0).",
        "\n".join(overview),
        *(f"{'=' * 78}\n{', '.join(owners)}\n{'=' * 78}\n{text}" for text, owners in texts.items()),
    ]
    return "\n\n".join(parts) + "\n"


def fill(folder, arguments, program):
    """Puts everything into the folder of the archive."""
    for name in COPIED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / source.name)
    windows = arguments.name.startswith("windows")
    packed = folder / ("temper.exe" if windows else "temper")
    shutil.copy(program, packed)
    packed.chmod(0o755)
    start = (ROOT / "release/START-HERE.txt").read_text(encoding="utf-8")
    start = start.replace("{temper}", "temper" if windows else "./temper")
    # Notepad of older Windows versions needs CR LF.
    with open(folder / "START-HERE.txt", "w", encoding="utf-8", newline="\r\n" if windows else "\n") as out:
        out.write(start)
    (folder / "DEPENDENCY-LICENSES.txt").write_text(licences(compiled_in(cargo_metadata(arguments.target))), encoding="utf-8")
    # Man pages are written with another working directory.
    command = [str(pathlib.Path(arguments.writer).resolve())] if arguments.writer else [*shlex.split(arguments.runner), str(program)]
    (folder / "completions").mkdir()
    for shell, file in SHELLS.items():
        script = subprocess.run([*command, "completions", shell], check=True, stdout=subprocess.PIPE).stdout
        (folder / "completions" / file).write_bytes(script)
    (folder / "man").mkdir()
    subprocess.run([*command, "man", "man"], check=True, cwd=folder, stdout=subprocess.DEVNULL)


def archive(folder, out):
    """Writes the archive and returns its path. Entries are sorted and have no owner."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if folder.name.split("-")[2] == "windows":
        path = out / f"{folder.name}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in files:
                packed.write(file, file.relative_to(folder.parent))
        return path
    path = out / f"{folder.name}.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for file in files:
            info = packed.gettarinfo(file, file.relative_to(folder.parent).as_posix())
            info.uid = info.gid = 0
            info.uname = info.gname = "root"
            with open(file, "rb") as content:
                packed.addfile(info, content)
    return path


def main():
    arguments = parse_arguments()
    suffix = ".exe" if arguments.name.startswith("windows") else ""
    program = arguments.program or ROOT / "target" / arguments.target / f"release/temper{suffix}"
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE).group(1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / f"temperament-{version}-{arguments.name}"
        folder.mkdir()
        fill(folder, arguments, program.resolve())
        path = archive(folder, arguments.out)
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    pathlib.Path(f"{path}.sha256").write_text(f"{checksum}  {path.name}\n", newline="\n")
    print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
