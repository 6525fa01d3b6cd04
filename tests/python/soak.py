#!/usr/bin/env python3
"""Soak test: random UCI traffic, valid and invalid.

Sends positions of random games (including Chess960, mates and stalemates), every kind of `go`, `stop` and `ponderhit` at
any time, option changes between and during searches, and junk. Sets every declared option to values in its declared
range, and keeps editing the profile file, sometimes to invalid content. Fails if a `go` is not answered by exactly one
legal `bestmove` in time, if a reported line is illegal, if the engine exits, or if its memory grows.

    pip install chess
    cargo build --release
    tests/python/soak.py --minutes 60 --seed 1
"""

import argparse
import pathlib
import queue
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import chess

# Timeout in seconds for an answer after a search has ended; generous for busy machines.
PATIENCE = 20.0
# Seconds after which an unlimited search is stopped.
LONGEST_SEARCH = 2.0
# Seconds between samples of resident memory, always taken in the same state.
SAMPLE_INTERVAL = 5.0
# Number of initial samples to ignore while allocators settle.
WARM_UP_SAMPLES = 6
# Minimum number of further samples to judge growth.
ENOUGH_SAMPLES = 9
# Allowed growth of resident memory from the first to the last third of the samples, in KiB.
ALLOWED_GROWTH = 2048
# Upper limits of options, so that a run fits any machine.
LARGEST_HASH = 128
MOST_THREADS = 4
# Options that are not set at random.
EXCLUDED_OPTIONS = {"UCI_Chess960", "UCI_EngineAbout"}
# Number of log lines shown after a failure.
LOG_LINES = 60

TWEAKS = ["<empty>", "pawns.isolated=-20", "psqt.*=1.5x; mobility=0.5x", "material.pwn=3", "draw.value=loss", "nonsense"]
# Contents of the profile file.
PROFILES = [
    'name = "x"\nextends = "fabchess"\n', 'name = "x"\nextends = "rustic"\n[scale]\npsqt = { own = 1.3, their = 0.8 }\n',
    'name = "x"\nmaterial.pawn = 100\nmaterial.knight = 300\n', 'name = "x"\nextends = "nobody"\n', "name = ", "",
]

JUNK = [
    "", " ", "\t", "xyzzy", "go_fast", "position", "position fen", "position fen 8/8/8 w - - 0 1",
    "position startpos moves e2e5", "setoption", "setoption name", "setoption name Nonsense value 1",
    "setoption name Hash value x", "setoption name MultiPV value -3", "register later", "debug on", "debug off",
    "ponderhit", "stop", "uci", "d", "eval", "\u265e\u00fc", "isready isready", "x" * 5000,
]


class ProtocolError(Exception):
    """The engine violated the protocol."""


class Engine:
    """A UCI process with a log of the traffic."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.log = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.log.append(f"> {line[:200]}")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise ProtocolError(f"the engine is gone, status {self.process.wait()}") from None

    def receive(self, seconds):
        """Returns the next line, or None on timeout."""
        try:
            line = self.lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            return None
        if line is None:
            raise ProtocolError(f"the engine is gone, status {self.process.wait()}")
        if not line.startswith("info"):
            self.log.append(f"< {line}")
        return line

    def resident(self):
        """Returns resident memory in KiB, or None if unavailable."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                return next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), None)
        except OSError:
            return None


class Search:
    """A pending `go`."""

    def __init__(self, board, allowed):
        self.board = board
        self.allowed = allowed
        self.last_line = None

    def process(self, words):
        """Records the line of an `info`."""
        if "pv" in words and "lowerbound" not in words and "upperbound" not in words:
            self.last_line = words[words.index("pv") + 1:]

    def check(self, line):
        words = line.split()
        legal = {self.board.uci(move) for move in self.board.legal_moves}
        if not legal:
            if words[1:] != ["(none)"]:
                raise ProtocolError(f"{line} in a position without moves: {self.board.fen()}")
            return
        if words[1] not in (self.allowed or legal):
            raise ProtocolError(f"{line} is not a legal or allowed move in {self.board.fen()}")
        if len(words) > 2:
            self.check_line(words[1:2] + words[3:4])
        if self.last_line:
            self.check_line(self.last_line)

    def check_line(self, moves):
        board = self.board.copy(stack=False)
        for move in moves:
            if move not in {board.uci(legal) for legal in board.legal_moves}:
                raise ProtocolError(f"{move} is not legal in {board.fen()}, line {' '.join(moves)}")
            board.push_uci(move)


class Soak:
    """A random UCI session."""

    def __init__(self, path, seed):
        self.rng = random.Random(seed)
        self.engine = Engine(path)
        self.searches = []
        self.options = []
        self.board = chess.Board()
        self.goes = self.answers = 0
        self.samples = []
        self.folder = tempfile.TemporaryDirectory()
        self.profile = pathlib.Path(self.folder.name) / "x.toml"
        self.profile.write_text(PROFILES[0])

    def run(self, seconds):
        start = time.monotonic()
        self.handshake()
        next_sample = start
        while time.monotonic() < start + seconds:
            if time.monotonic() >= next_sample:
                self.sample(time.monotonic() - start)
                next_sample = time.monotonic() + SAMPLE_INTERVAL
            self.mutate()
            self.set_position()
            self.search()
        self.engine.send("quit")
        if self.engine.process.wait(PATIENCE) != 0:
            raise ProtocolError(f"exit status {self.engine.process.returncode}")

    def handshake(self):
        self.engine.send("uci")
        while (line := self.expect()) != "uciok":
            if line.startswith("option name "):
                self.options.append(read_option(line))

    def expect(self):
        line = self.engine.receive(PATIENCE)
        if line is None:
            raise ProtocolError("no answer")
        return line

    def process(self, line):
        """Handles a line of output."""
        words = line.split()
        if line.startswith("info") and self.searches:
            self.searches[0].process(words)
        elif line.startswith("bestmove"):
            if not self.searches:
                raise ProtocolError(f"{line} without a pending go")
            self.searches.pop(0).check(line)
            self.answers += 1

    def settle(self):
        """Waits for `readyok`; detects surplus answers."""
        self.engine.send("isready")
        while (line := self.expect()) != "readyok":
            self.process(line)

    def process_for(self, seconds):
        """Handles output for a while or until every `go` is answered. Returns whether all are answered."""
        end = time.monotonic() + seconds
        while self.searches and (left := end - time.monotonic()) > 0:
            if (line := self.engine.receive(left)) is not None:
                self.process(line)
        return not self.searches

    def sample(self, elapsed):
        """Records the resident memory in a defined state."""
        self.profile.write_text(PROFILES[0])
        self.engine.send("setoption name ProfileFile value <empty>")
        self.engine.send("setoption name Tweak value <empty>")
        for name, kind, details in self.options:
            if kind in ("spin", "combo", "check") and name not in EXCLUDED_OPTIONS:
                self.engine.send(f"setoption name {name} value {details['default']}")
        self.engine.send("ucinewgame")
        self.engine.send("position startpos")
        self.ask("go depth 8", chess.Board())
        if not self.process_for(PATIENCE):
            raise ProtocolError("no bestmove")
        self.settle()
        if (resident := self.engine.resident()) is not None:
            self.samples.append((elapsed, resident))

    def mutate(self):
        for _ in range(self.rng.choice([0, 0, 1, 1, 2, 4])):
            self.disturb()
        if self.rng.random() < 0.2:
            self.edit_profile()
        if self.rng.random() < 0.1:
            self.engine.send("ucinewgame")
        if self.rng.random() < 0.5:
            self.settle()

    def edit_profile(self):
        """Saves the profile file, in place or by renaming, as editors do."""
        text = self.rng.choice(PROFILES)
        if self.rng.random() < 0.5:
            self.profile.write_text(text)
        else:
            other = self.profile.with_suffix(".tmp")
            other.write_text(text)
            other.replace(self.profile)

    def disturb(self):
        """Sends something that is allowed at any time."""
        choice = self.rng.random()
        if choice < 0.1:
            self.edit_profile()
        elif choice < 0.6:
            self.engine.send(self.random_option())
        elif choice < 0.8:
            self.engine.send(self.rng.choice(JUNK))
        else:
            self.settle()

    def random_option(self):
        name, kind, details = self.rng.choice([o for o in self.options if o[0] not in EXCLUDED_OPTIONS])
        if kind == "button":
            return f"setoption name {name}"
        if kind == "check":
            value = self.rng.choice(["true", "false"])
        elif kind == "combo":
            value = self.rng.choice(details["var"])
        elif kind == "spin":
            low, high = int(details["min"]), int(details["max"])
            high = min(high, {"Hash": LARGEST_HASH, "Threads": MOST_THREADS}.get(name, high))
            # Small numbers are common; errors are likely at the bounds.
            value = self.rng.choice([low, high, int(details["default"]), min(low + self.rng.randrange(8), high)])
        elif name == "ProfileFile":
            value = self.rng.choice(["<empty>", str(self.profile), str(self.profile), "/nowhere/x.toml"])
        else:
            value = self.rng.choice(TWEAKS) if name == "Tweak" else "<empty>"
        return f"setoption name {name} value {value}"

    def set_position(self):
        is_960 = self.rng.random() < 0.2
        self.engine.send(f"setoption name UCI_Chess960 value {str(is_960).lower()}")
        start = chess.Board.from_chess960_pos(self.rng.randrange(960)) if is_960 else chess.Board()
        board, moves = start.copy(), []
        plies = self.rng.choice([0, 3, 10, 30, 80, 200, 400])
        for _ in range(self.rng.randrange(plies + 1)):
            legal = list(board.legal_moves)
            if not legal or board.halfmove_clock >= 99:
                break
            move = self.rng.choice(legal)
            moves.append(board.uci(move))
            board.push(move)
        # Send the game from its beginning or from a later position.
        cut = self.rng.choice([0, 0, len(moves), self.rng.randrange(len(moves) + 1)])
        line = "position startpos"
        if is_960 or cut > 0:
            for move in board.move_stack[:cut]:
                start.push(move)
            line = f"position fen {start.shredder_fen() if is_960 else start.fen()}"
        self.engine.send(line + (f" moves {' '.join(moves[cut:])}" if moves[cut:] else ""))
        self.board = board

    def ask(self, line, board, allowed=None):
        self.engine.send(line)
        self.searches.append(Search(board.copy(), allowed))
        self.goes += 1

    def random_go(self):
        """Returns a `go` line, its searchmoves, and whether it ends by itself soon."""
        rng = self.rng
        clock = f"wtime {rng.choice([-5, 0, 1, 50, 1000])} btime {rng.choice([-5, 0, 1, 50, 1000])}"
        limit, ends = rng.choice([
            (f"depth {rng.randrange(1, 9)}", True),
            (f"depth {rng.randrange(9, 200)}", False),
            (f"nodes {rng.choice([0, 1, 100, 10_000, 100_000])}", True),
            (f"movetime {rng.choice([0, 1, 10, 100])}", True),
            (clock, True),
            (f"{clock} winc {rng.randrange(50)} binc {rng.randrange(50)}", True),
            (f"{clock} movestogo {rng.randrange(1, 40)}", True),
            (f"mate {rng.randrange(1, 6)}", False),
            ("infinite", False),
            ("", False),
        ])
        words = [limit]
        if rng.random() < 0.2:
            words.insert(rng.randrange(2), "ponder")
            ends = False
        allowed = None
        legal = [self.board.uci(move) for move in self.board.legal_moves]
        if legal and rng.random() < 0.15:
            allowed = set(rng.sample(legal, rng.randrange(1, len(legal) + 1)))
            words.insert(0 if limit else 1, "searchmoves " + " ".join(sorted(allowed)))
        return " ".join(["go", *filter(None, words)]), allowed, ends

    def search(self):
        line, allowed, ends = self.random_go()
        self.ask(line, self.board, allowed)
        if self.rng.random() < 0.3:
            self.interfere()
        is_awaited = ends and self.rng.random() < 0.4
        if not self.process_for(PATIENCE if is_awaited else self.rng.choice([0, 0.001, 0.02, 0.2])):
            self.end(ends)
        if self.rng.random() < 0.3:
            self.settle()

    def interfere(self):
        """Sends commands during a search that must not suppress its answer."""
        for _ in range(self.rng.randrange(1, 4)):
            self.process_for(self.rng.choice([0, 0.001, 0.01]))
            self.disturb()
        if self.rng.random() < 0.2:
            # A second `go` stops the first, which is answered.
            self.ask("go depth 3", self.board)

    def end(self, ends):
        """Ends pending searches: waits, or sends `ponderhit` and `stop`."""
        if ends and self.rng.random() < 0.5 and self.process_for(PATIENCE):
            return
        if self.rng.random() < 0.3:
            self.engine.send("ponderhit")
            if self.process_for(self.rng.choice([0, 0.01, LONGEST_SEARCH])):
                return
        self.engine.send("stop")
        if not self.process_for(PATIENCE):
            raise ProtocolError("no bestmove")

    def growth(self):
        """Returns the memory growth from the first to the last third of the samples in KiB, and its slope in KiB per
        minute, or None with too few samples."""
        counted = self.samples[WARM_UP_SAMPLES:]
        if len(counted) < ENOUGH_SAMPLES:
            return None
        third = len(counted) // 3
        first, last = ([m for _, m in part] for part in (counted[:third], counted[-third:]))
        slope = statistics.linear_regression(*zip(*counted)).slope
        return statistics.median(last) - statistics.median(first), slope * 60


def read_option(line):
    """Returns name, type and details of an `option` line."""
    name, rest = line.removeprefix("option name ").split(" type ", 1)
    kind, *words = rest.split(" ")
    details, key = {"var": []}, None
    for word in words:
        if word in ("default", "min", "max", "var"):
            key = word
            if key == "var":
                details["var"].append("")
        elif key == "var":
            details["var"][-1] = f"{details['var'][-1]} {word}".strip()
        else:
            details[key] = f"{details.get(key, '')} {word}".strip()
    return name, kind, details


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/temper", help="the binary (%(default)s)")
    parser.add_argument("--minutes", type=float, default=1, metavar="M", help="duration (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, metavar="S", help="random seed, to reproduce a run")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    soak = Soak(arguments.engine, seed)
    try:
        soak.run(arguments.minutes * 60)
        print(f"{soak.goes} go, {soak.answers} bestmove")
        if soak.goes != soak.answers:
            raise ProtocolError("a go without an answer")
        if (measured := soak.growth()) is None:
            print("run too short to judge memory")
        else:
            growth, slope = measured
            memory = [resident for _, resident in soak.samples]
            print(f"memory: {len(memory)} samples, first {memory[0]} KiB, largest {max(memory)} KiB, last {memory[-1]} KiB, "
                  f"growth {growth:.0f} KiB, slope {slope:.1f} KiB/min")
            if growth > ALLOWED_GROWTH:
                raise ProtocolError(f"memory grows: {soak.samples}")
    except ProtocolError as failure:
        print("\n".join(soak.engine.log[-LOG_LINES:]))
        print(f"failure after {soak.goes} go: {failure}")
        return 1
    finally:
        soak.engine.process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
