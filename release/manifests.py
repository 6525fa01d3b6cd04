#!/usr/bin/env python3
"""Writes the manifests of package managers for a release: winget, scoop, Homebrew, AUR; and an entry for SchemaStore.

    release/manifests.py --repository OWNER/NAME --sums dist/SHA256SUMS --out dist/manifests

The templates are in release/manifests. In them, @VERSION@ and @REPOSITORY@ stand for themselves, and @FILE:NAME@,
@URL:NAME@, @SHA256:NAME@ and @FOLDER:NAME@ for the archive of a system, such as `linux-aarch64`: its file name, its
address, its checksum, and the folder in it.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "release/manifests"
PLACEHOLDER = re.compile(r"@([A-Z0-9]+)(?::([a-z0-9-]+))?@")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", required=True, metavar="OWNER/NAME", help="repository on GitHub with the release")
    parser.add_argument("--sums", required=True, type=pathlib.Path, help="the file SHA256SUMS of the release")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="folder for the manifests")
    return parser.parse_args()


def version():
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    return re.search(r'^version = "(.*)"', manifest, re.MULTILINE).group(1)


def archives(sums, version):
    """File name and checksum of each archive, by system."""
    found = {}
    for line in sums.splitlines():
        checksum, name = line.split()
        system = re.fullmatch(rf"temperament-{re.escape(version)}-(.+?)\.(?:zip|tar\.gz)", name)
        if system:
            found[system.group(1)] = (name, checksum)
    return found


def render(template, version, repository, archives):
    """Replaces all placeholders. A system without an archive is an error."""

    def value(match):
        kind, system = match.groups()
        if kind == "VERSION":
            return version
        if kind == "REPOSITORY":
            return repository
        if system not in archives:
            raise SystemExit(f"error: no archive for `{system}` in SHA256SUMS (found: {', '.join(archives) or 'none'})")
        name, checksum = archives[system]
        return {
            "FILE": name,
            "URL": f"https://github.com/{repository}/releases/download/v{version}/{name}",
            "SHA256": checksum,
            "FOLDER": f"temperament-{version}-{system}",
        }[kind]

    return PLACEHOLDER.sub(value, template)


def main():
    arguments = parse_arguments()
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", arguments.repository):
        sys.exit(f"error: --repository: expected OWNER/NAME, found `{arguments.repository}`")
    release = version()
    found = archives(arguments.sums.read_text(encoding="utf-8"), release)
    rendered = {
        path.relative_to(TEMPLATES): render(path.read_text(encoding="utf-8"), release, arguments.repository, found)
        for path in sorted(TEMPLATES.rglob("*"))
        if path.is_file()
    }
    for path, text in rendered.items():
        target = arguments.out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
        print(target)


if __name__ == "__main__":
    main()
