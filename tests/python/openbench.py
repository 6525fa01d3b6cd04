#!/usr/bin/env python3
"""Follows docs/testing-at-scale.md with a real OpenBench server and worker, without network access.

It plays a test of two tweaks, a test of two networks and an SPSA tune, and two tests that must fail: a refused tweak and
a faulty network. GitHub is replaced by a small web server that serves the last commit of this repository.

    git clone https://github.com/AndyGrant/OpenBench
    tests/python/openbench.py --openbench OpenBench --fastchess path/to/fastchess

Needs git, make, cargo, g++, and pip for the packages that OpenBench lists. It makes six builds that are
optimised less than usual and three without optimisation, and takes 23 minutes of processor time. Uncommitted changes are
not tested.
"""

import argparse
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import urllib.parse
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMIT = "9906bad18e044c4b455539317b8cf037393a7218"
ENGINE = "Temperament"
FORK = "stand-in/temperament"
BOOK = "balanced.epd"
USER = {"username": "tester", "password": "not-a-secret"}
TUNE = "material.pawn pawns.isolated"
OPTIONS = "Threads=1 Hash=16 Strict=true"
TWEAK = "Tweak=king_attack=1.6x;pawns.isolated=0.5x"
GAMES = 32
# Seconds for all tests together.
PATIENCE = 3600

# Sends requests for GitHub to the stand-in; OpenBench itself stays as it is.
SITECUSTOMIZE = """
try:
    import requests
except ImportError:
    requests = None
if requests:
    send = requests.Session.request
    def request(self, method, url, *args, **kwargs):
        return send(self, method, url.replace("https://api.github.com", {url!r}), *args, **kwargs)
    requests.Session.request = request
"""


class Failure(Exception):
    """A step that went otherwise than the page says."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--openbench", required=True, type=pathlib.Path, help=f"git checkout that contains {COMMIT[:7]}")
    parser.add_argument("--fastchess", required=True, type=pathlib.Path, help="program, at least version 1.8.1")
    parser.add_argument("--python", type=pathlib.Path, help="Python with OpenBench's packages (default: installs them)")
    parser.add_argument("--work", type=pathlib.Path, help="folder for everything that is made (default: a temporary one)")
    return parser.parse_args()


def run(*command, **options):
    """Runs a command and returns its standard output, without a changed last line."""
    command = [str(word) for word in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
    if done.returncode:
        raise Failure(f"{' '.join(command)}: exit status {done.returncode}")
    return done.stdout


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


class Fork:
    """A clone of this repository with the branches of the tests."""

    def __init__(self, work, environment):
        self.path = work / "fork"
        self.environment = environment
        self.branches = {}
        run("git", "init", "--quiet", self.path)
        # A path given to `git fetch` works for a worktree, too, and for one without a branch.
        self.git("fetch", "--quiet", ROOT, "HEAD")
        self.commit = self.git("rev-parse", "FETCH_HEAD").strip()

    def branch(self, name, tune=None, bench=None):
        """Creates a branch, builds it as a worker does, and ends it with a commit that has its node count."""
        self.git("checkout", "--quiet", "--force", "-B", name, self.commit)
        if tune:
            makefile = self.path / "Makefile"
            makefile.write_text(makefile.read_text().replace("TUNE ?=", f"TUNE ?= {tune}"))
        program = self.path / f"engine-{name}"
        run("make", f"EXE={program.name}", cwd=self.path, env=self.environment)
        bench = bench or nodes(program)
        self.git("commit", "--quiet", "--all", "--allow-empty", "-m", f"Stand-in for a change\n\nBench: {bench}")
        sha = self.git("rev-parse", "HEAD").strip()
        self.branches[name] = (sha, self.git("log", "-1", "--format=%B"))
        return program

    def git(self, *arguments):
        identity = ["-c", "user.name=tester", "-c", "user.email=tester@example.com"]
        return run("git", *identity, *arguments, cwd=self.path)

    def archive(self, sha):
        """The zip file that GitHub makes of a commit."""
        prefix = f"{FORK.replace('/', '-')}-{sha[:7]}/"
        command = ["git", "archive", "--format=zip", f"--prefix={prefix}", sha]
        return subprocess.run(command, cwd=self.path, check=True, stdout=subprocess.PIPE).stdout


def nodes(program, profile=None):
    """Nodes of `bench`, as a string."""
    line = run(program, "bench", *(["--profile", profile] if profile else []))
    return re.search(r"(\d+) nodes", line).group(1)


class GitHub:
    """Answers the requests that OpenBench makes to GitHub, and serves the opening book."""

    def __init__(self, fork, book):
        answers = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = answers.answer(self.path)
                self.send_response(200 if body is not None else 404)
                self.end_headers()
                self.wfile.write(body or b"{}")

            def log_message(self, *_):
                pass

        self.fork, self.book = fork, book
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def answer(self, path):
        kind, _, name = urllib.parse.unquote(path).removeprefix(f"/repos/{FORK}/").partition("/")
        if kind == "branches" and name in self.fork.branches:
            sha, message = self.fork.branches[name]
            return json.dumps({"commit": {"sha": sha, "commit": {"message": message}}}).encode()
        if kind == "zipball":
            return self.fork.archive(name)
        if kind == "compare":
            return b'{"ahead_by": 0}'
        if path == "/book.zip":
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w") as archive:
                archive.writestr(BOOK, self.book)
            return packed.getvalue()
        return None


class OpenBench:
    """A server and a worker."""

    def __init__(self, arguments, work, github, environment):
        self.path, self.python = work / "openbench", sys.executable
        self.processes = []
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir()
        archive = subprocess.run(
            ["git", "-C", arguments.openbench, "archive", COMMIT], check=True, stdout=subprocess.PIPE
        ).stdout
        subprocess.run(["tar", "-x"], cwd=self.path, input=archive, check=True)
        self.configure(github, run(arguments.fastchess, "--version"))
        runner = self.path / "Client/fastchess-ob"
        shutil.copy(arguments.fastchess, runner)
        self.environment = environment | {"PYTHONPATH": str(work / "stand-in"), "PATH": f"{work}/bin:{os.environ['PATH']}"}
        (work / "stand-in").mkdir(exist_ok=True)
        (work / "stand-in/sitecustomize.py").write_text(SITECUSTOMIZE.format(url=github.url))
        # The worker ends all processes with the name of its engines, also those of others.
        (work / "bin").mkdir(exist_ok=True)
        (work / "bin/pkill").write_text("#!/bin/sh\n")
        (work / "bin/pkill").chmod(0o755)

    def configure(self, github, fastchess):
        """The set-up of the page, and a book. Any version of fastchess is accepted."""
        settings = json.loads((ROOT / "docs/testing/Temperament.json").read_text())
        settings["source"] = f"https://github.com/{FORK}"
        (self.path / f"Engines/{ENGINE}.json").write_text(json.dumps(settings))
        book = {"sha": hashlib.sha256(github.book.encode()).hexdigest(), "source": f"{github.url}/book.zip"}
        (self.path / f"Books/{BOOK}.json").write_text(json.dumps(book))
        file = self.path / "Config/config.json"
        config = json.loads(file.read_text())
        version = re.search(r"\d+\.\d+(\.\d+)?", fastchess).group()
        config |= {"engines": [ENGINE], "books": [BOOK], "fastchess_min_version": version}
        file.write_text(json.dumps(config))

    def start(self):
        manage = [self.python, "manage.py"]
        account = f"""
from django.contrib.auth.models import User
from OpenBench.models import Profile
user = User.objects.create_user({USER["username"]!r}, "tester@example.com", {USER["password"]!r})
Profile.objects.create(user=user, enabled=True, approver=True)
"""
        with open(self.path.parent / "set-up.log", "w") as log:
            # OpenBench starts a thread with each command, which complains of tables that do not exist yet.
            options = {"cwd": self.path, "env": self.environment, "stderr": log}
            run(*manage, "migrate", "--verbosity=0", **options)
            run(*manage, "shell", "-c", account, **options)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.spawn("server.log", self.path, *manage, "runserver", "--noreload", str(port))
        self.web = Browser(self.url)
        self.web.post("/login/", USER)

    def start_worker(self):
        """Starts a worker with the two threads that a tune needs."""
        command = ["client.py", "-U", USER["username"], "-P", USER["password"], "-S", self.url, "-T", "2", "-N", "1"]
        self.spawn("worker.log", self.path / "Client", self.python, *command, "--no-client-downloads")

    def spawn(self, log, folder, *command):
        command = [str(word) for word in command]
        with open(self.path.parent / log, "wb") as out:
            options = {"stdout": out, "stderr": out, "env": self.environment, "start_new_session": True}
            self.processes.append(subprocess.Popen(command, cwd=folder, **options))

    def stop(self):
        for process in reversed(self.processes):
            # With everything the process started.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def upload(self, name, file):
        """Uploads a network and returns the name by which forms refer to it."""
        form = {**USER, "engine": ENGINE, "name": name, "action": "UPLOAD_NETWORK"}
        self.web.post("/scripts/", form, files={"netfile": file.read_bytes()})
        return hashlib.sha256(file.read_bytes()).hexdigest()[:8].upper()

    def create(self, kind, form):
        """Submits a form and returns the number of the test."""
        self.web.post(f"/{kind}/new/", form)
        return self.query("SELECT MAX(id) FROM OpenBench_test")[0][0]

    def query(self, sql, *parameters):
        with sqlite3.connect(f"file:{self.path}/db.sqlite3?mode=ro", uri=True, timeout=30) as connection:
            return connection.execute(sql, parameters).fetchall()

    def test(self, number):
        columns = "finished, games, error, LL, LD, DD, DW, WW"
        values = self.query(f"SELECT {columns} FROM OpenBench_test WHERE id = ?", number)[0]
        return dict(zip(columns.split(", "), values))

    def errors(self, number):
        """Errors that the worker reported, with their logs."""
        found = self.query("SELECT summary, log_file FROM OpenBench_logevent WHERE test_id = ? AND machine_id > 0", number)
        logs = [(self.path / "Media" / log).read_text() if log else "" for _, log in found]
        return [f"{summary}\n{log}" for (summary, _), log in zip(found, logs)]


class Browser:
    """A logged-in browser."""

    def __init__(self, url):
        import requests

        self.url, self.session = url, requests.Session()
        for _ in range(100):
            try:
                self.session.get(f"{url}/login/")
                return
            except requests.ConnectionError:
                time.sleep(0.3)
        raise Failure("the server does not start: see server.log")

    def post(self, page, form, files=None):
        """Submits a form. An error that the server shows is a failure."""
        self.session.get(f"{self.url}/login/")
        headers = {"X-CSRFToken": self.session.cookies.get("csrftoken", "")}
        answer = self.session.post(self.url + page, data=form, files=files, headers=headers)
        shown = re.search(r'class="error-message">\s*<pre>(.*?)</pre>', answer.text, re.DOTALL)
        if answer.status_code != 200 or shown:
            raise Failure(f"{page}: {answer.status_code}: {shown.group(1) if shown else answer.text[:2000]}")


def free_port():
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.server_close()
    return server.server_port


def side(name, branch="main", options=OPTIONS, network="", bench=""):
    """The fields of a form about one engine."""
    fields = {
        "engine": ENGINE, "repo": f"https://github.com/{FORK}", "branch": branch, "bench": bench, "network": network,
        "options": options, "time_control": "N=2000",
    }
    return {f"{name}_{field}": value for field, value in fields.items()}


def form(priority, *sides, **more):
    """A form with the fields that all kinds of tests have. Tests with a high priority come first."""
    fields = {
        "book_name": BOOK, "upload_pgns": "FALSE", "priority": priority, "throughput": 1000, "syzygy_wdl": "DISABLED",
        "syzygy_adj": "DISABLED", "win_adj": "movecount=3 score=600", "draw_adj": "movenumber=34 movecount=8 score=8",
        "scale_method": "BASE", "scale_nps": 1000000, "info": "", "workload_size": 4, "test_mode": "GAMES",
        "test_bounds": "N/A", "test_confidence": "N/A", "test_max_games": GAMES,
    }
    for one in sides:
        fields |= one
    return fields | more


def create_all(openbench, fork, work):
    """Creates the tests in the order of the page. Returns (title, number, check) of each."""
    main = fork.branch("main")
    say("built branch main")
    tests = []

    def add(title, kind, check, fields):
        tests.append((title, openbench.create(kind, fields), check))

    add("two tweaks", "test", finished, form(5, side("dev", options=f"{OPTIONS} {TWEAK}"), side("base")))
    cut = f'{OPTIONS} Tweak="psqt.mirror=rank and file"'
    add("a tweak with blanks", "test", crashed, form(4, side("dev", options=cut), side("base")))
    networks = {}
    for profile in ["fabchess", "simplified"]:
        flat = work / f"{profile}.toml"
        flat.write_text(run(main, "profile", "show", "--flat", profile))
        networks[profile] = {"network": openbench.upload(profile, flat), "bench": nodes(main, flat)}
    dev, base = side("dev", **networks["fabchess"]), side("base", **networks["simplified"])
    add("two networks", "test", finished, form(3, dev, base))
    faulty = work / "faulty.toml"
    faulty.write_text((work / "simplified.toml").read_text().replace("bishop =", "bishpo =", 1))
    bad = side("dev", network=openbench.upload("faulty", faulty), bench="1")
    add("a faulty network", "test", refused_network, form(2, bad, side("base")))
    tuned = fork.branch("tune", tune=TUNE)
    say("built branch tune")
    parameters = run(tuned, "profile", "spsa")
    add("an SPSA tune", "tune", finished, form(1, side("dev", branch="tune"), **{
        "spsa_inputs": parameters, "spsa_reporting_type": "BATCHED", "spsa_distribution_type": "SINGLE",
        "spsa_alpha": 0.602, "spsa_gamma": 0.101, "spsa_A_ratio": 0.1, "spsa_iterations": 4, "spsa_pairs_per": 4,
    }))
    say(f"SPSA parameters:\n{textwrap.indent(parameters, '    ')}")
    return tests


def finished(test, errors, log):
    """A test that is over, without a crash. Returns None as long as it runs."""
    if test["error"] or errors:
        raise Failure("; ".join(errors) or "an engine crashed")
    if test["finished"]:
        return f"{test['games']} games, pentanomial {[test[key] for key in ['LL', 'LD', 'DD', 'DW', 'WW']]}"
    return None


def crashed(test, errors, log):
    """A refused option: the server must list crashes, and the runner must not report a result as valid."""
    if test["finished"] and not test["error"]:
        raise Failure("the test ended as if the tweak were valid")
    return "the server reports crashes" if test["error"] or errors else None


def refused_network(test, errors, log):
    if test["games"]:
        raise Failure("games with a faulty network")
    if not errors:
        return None
    if "did you mean `material.bishop`?" not in errors[0]:
        raise Failure(errors[0])
    return "the build fails with the line of the error"


def check_worker(log):
    """Warnings that only the worker's console shows."""
    for warning in ["doesn't have option", "Invalid value for option"]:
        if warning in log:
            raise Failure(f"the worker's console: {warning}")


def follow(openbench, tests):
    """Waits for all tests, one after the other; a test that is decided is stopped."""
    end = time.monotonic() + PATIENCE
    for title, number, check in tests:
        while True:
            log = (openbench.path.parent / "worker.log").read_text(errors="replace")
            outcome = check(openbench.test(number), openbench.errors(number), log)
            check_worker(log)
            if outcome:
                break
            if time.monotonic() > end:
                raise Failure(f"{title}: not decided in {PATIENCE} s: see worker.log")
            time.sleep(2)
        if not openbench.test(number)["finished"]:
            openbench.web.post(f"/test/{number}/STOP/", {})
        say(f"{title}: {outcome}")


def use_packages(arguments):
    """Goes on in a Python that has OpenBench's packages."""
    python = arguments.python
    if not python:
        python = arguments.work / "venv/bin/python"
        run(sys.executable, "-m", "venv", arguments.work / "venv")
        for file in ["requirements.txt", "Client/requirements.txt"]:
            wanted = run("git", "-C", arguments.openbench, "show", f"{COMMIT}:{file}").split()
            run(python, "-m", "pip", "install", "--quiet", *wanted)
    if python != pathlib.Path(sys.executable):
        paths = ["openbench", "fastchess", "work"]
        words = [word for path in paths for word in (f"--{path}", str(getattr(arguments, path)))]
        os.execv(python, [str(python), __file__, *words, "--python", str(python)])


def main():
    arguments = parse_arguments()
    arguments.work = arguments.work or pathlib.Path(tempfile.mkdtemp(prefix="openbench-"))
    for path in ["openbench", "fastchess", "python", "work"]:
        if getattr(arguments, path):
            # Not resolved: the Python of a virtual environment is a link.
            setattr(arguments, path, getattr(arguments, path).absolute())
    arguments.work.mkdir(exist_ok=True)
    use_packages(arguments)
    work = arguments.work
    environment = os.environ | {
        "CARGO_TARGET_DIR": str(work / "target"), "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    }
    environment.pop("EVALFILE", None)
    fork = Fork(work, environment)
    github = GitHub(fork, (ROOT / "openings" / BOOK).read_text())
    openbench = OpenBench(arguments, work, github, environment)
    say(f"everything is in {work}")
    try:
        openbench.start()
        tests = create_all(openbench, fork, work)
        openbench.start_worker()
        follow(openbench, tests)
    except Failure as failure:
        sys.exit(f"FAILED: {failure}")
    finally:
        openbench.stop()
    say("all tests went as the page says")


if __name__ == "__main__":
    main()
