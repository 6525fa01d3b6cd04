#!/usr/bin/env python3
"""Renders the manifests of package managers from sample checksums and checks them.

    tests/python/manifests.py

The names of the archives are those of `.github/workflows/release.yml`. PyYAML, ruby and bash check more if installed.
"""

import hashlib
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "release/manifests.py"
WORKFLOW = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
VERSION = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE).group(1)
REPOSITORY = "someone/some-engine"


def sample_sums(without=()):
    """SHA256SUMS as the workflow writes it."""
    systems = re.findall(r"\bname: ((?:linux|windows|macos|android)-[a-z0-9-]+)", WORKFLOW)
    lines = []
    for system in systems:
        if system not in without:
            name = f"temperament-{VERSION}-{system}.{'zip' if system.startswith('windows') else 'tar.gz'}"
            lines.append(f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n")
    return "".join(lines) + f"{'0' * 64}  temperament-web.zip\n"


def run(folder, sums, repository=REPOSITORY):
    path = pathlib.Path(folder) / "SHA256SUMS"
    path.write_text(sums)
    out = pathlib.Path(folder) / "out"
    command = [sys.executable, SCRIPT, "--repository", repository, "--sums", path, "--out", out]
    return out, subprocess.run(command, capture_output=True, text=True)


class Manifests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        out, done = run(self.folder.name, sample_sums())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.files = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}

    def text(self, name):
        return self.files[name].read_text(encoding="utf-8")

    def test_every_archive_exists_and_has_its_checksum(self):
        known = {f"https://github.com/{REPOSITORY}/releases/download/v{VERSION}/{name}": checksum
                 for checksum, name in (line.split() for line in sample_sums().splitlines())}
        used = 0
        for name in self.files:
            text = self.text(name)
            self.assertNotRegex(text, r"@[A-Z0-9]+(:[^@\s]*)?@", name)
            addresses = [url for url in re.findall(r"https://[^\s\")']+", text) if "/releases/download/" in url and "$" not in url]
            checksums = re.findall(r"\b[0-9a-f]{64}\b", text)
            self.assertEqual(sorted(known[url] for url in addresses), sorted(checksums), name)
            used += len(addresses)
        self.assertGreaterEqual(used, 12)

    def test_scoop(self):
        manifest = json.loads(self.text("scoop/temperament.json"))
        self.assertEqual(manifest["version"], VERSION)
        for name, entry in manifest["architecture"].items():
            self.assertTrue(entry["url"].endswith(f"/{entry['extract_dir']}.zip"), name)
            later = manifest["autoupdate"]["architecture"][name]
            self.assertEqual({key: text.replace("$version", VERSION) for key, text in later.items()},
                             {key: entry[key] for key in later})

    def test_schemastore(self):
        entry = json.loads(self.text("schemastore/catalog-entry.json"))
        path = entry["url"].removeprefix(f"https://raw.githubusercontent.com/{REPOSITORY}/main/")
        self.assertEqual(json.loads((ROOT / path).read_text(encoding="utf-8"))["title"], "Profile")

    def test_winget(self):
        if importlib.util.find_spec("yaml") is None:
            self.skipTest("PyYAML is not installed")
        import yaml
        manifests = {name: yaml.safe_load(self.text(name)) for name in self.files if name.startswith("winget/")}
        self.assertEqual(sorted(m["ManifestType"] for m in manifests.values()), ["defaultLocale", "installer", "version"])
        for name, manifest in manifests.items():
            self.assertEqual((manifest["PackageIdentifier"], manifest["PackageVersion"]), ("Temperament.Temperament", VERSION), name)
            self.assertTrue(name.startswith("winget/Temperament.Temperament"))
        installers = next(m for m in manifests.values() if m["ManifestType"] == "installer")["Installers"]
        self.assertEqual([entry["Architecture"] for entry in installers], ["x64", "arm64"])
        for entry in installers:
            [nested] = entry["NestedInstallerFiles"]
            folder = entry["InstallerUrl"].rsplit("/", 1)[1].removesuffix(".zip")
            self.assertEqual(nested["RelativeFilePath"], f"{folder}\\temper.exe")

    def test_homebrew(self):
        text = self.text("homebrew/temperament.rb")
        self.assertEqual(text.count("url "), 4)
        self.assertEqual(len(re.findall(r"^\s*(?:class|def|test|on_\w+)\b", text, re.MULTILINE)),
                         len(re.findall(r"^\s*end$", text, re.MULTILINE)))
        if shutil.which("ruby"):
            subprocess.run(["ruby", "-c", self.files["homebrew/temperament.rb"]], check=True, stdout=subprocess.DEVNULL)

    def test_aur(self):
        build, info = self.text("aur/PKGBUILD"), self.text("aur/.SRCINFO")
        fields = dict(line.strip().split(" = ", 1) for line in info.splitlines() if " = " in line)
        for name in ["source_x86_64", "sha256sums_x86_64", "source_aarch64", "sha256sums_aarch64"]:
            [value] = re.findall(rf'^{name}=\("?([^")]*)"?\)$', build, re.MULTILINE)
            self.assertEqual(value, fields[name])
        self.assertEqual(fields["pkgver"], VERSION)
        if shutil.which("bash"):
            subprocess.run(["bash", "-n", self.files["aur/PKGBUILD"]], check=True)


class Errors(unittest.TestCase):
    def test_a_missing_archive_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            out, done = run(folder, sample_sums(without=["windows-aarch64"]))
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("no archive for `windows-aarch64`", done.stderr)
            self.assertFalse(out.exists(), "nothing is half written")

    def test_a_repository_has_an_owner(self):
        with tempfile.TemporaryDirectory() as folder:
            _, done = run(folder, sample_sums(), "some-engine")
            self.assertIn("expected OWNER/NAME", done.stderr)


if __name__ == "__main__":
    unittest.main()
