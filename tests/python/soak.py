#!/usr/bin/env python3
"""Talks to the engine at random, as GUIs do and as they should not, for as long as one likes.

Positions of random games (Chess960 too, mates and stalemates among them), `go` of every kind, `stop` and
`ponderhit` at any moment, options changed in between and during a search, junk. The run fails if a `go` is
not answered by exactly one legal `bestmove` in time, if a reported line is not legal, if the engine ends,
or if its memory grows. Every option that the engine declares is set to values within its declared range, and the
file of a profile is edited all the while, now and then to something that is none.

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

# Seconds in which a stopped or finished search has to answer; generous, for the machine may be busy.
PATIENCE = 20.0
# Seconds after which a search that has no other end is stopped.
LONGEST_SEARCH = 2.0
# Resident memory is sampled this often, in seconds, each time in the same state.
SAMPLE_INTERVAL = 5.0
# Samples of the beginning that do not count: allocators take some time to settle.
WARM_UP_SAMPLES = 6
# With fewer samples than this after those, nothing can be said about growth.
ENOUGH_SAMPLES = 9
# Growth of resident memory from the first third of the samples to the last that is a fault, in KiB.
ALLOWED_GROWTH = 2048
# What the engine may be told at most, so that a run fits any machine.
LARGEST_HASH = 128
MOST_THREADS = 4
# Options that are part of the conversation itself or lead outside it.
LEFT_ALONE = {"UCI_Chess960", "UCI_EngineAbout"}
# Lines of the conversation shown after a fault.
SHOWN = 60

TWEAKS = ["<empty>", "pawns.isolated=-20", "psqt.*=1.5x; mobility=0.5x", "material.pwn=3", "draw.value=loss", "nonsense"]
# What the file of the profile is changed to.
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


class Fault(Exception):
    """The engine broke a rule of the conversation."""


class Engine:
    """A process that speaks UCI, with all that was said."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.said = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.said.append(f"> {line[:200]}")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Fault(f"the engine is gone, status {self.process.wait()}") from None

    def receive(self, seconds):
        """The next line, or nothing if none comes in time."""
        try:
            line = self.lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            return None
        if line is None:
            raise Fault(f"the engine is gone, status {self.process.wait()}")
        if not line.startswith("info"):
            self.said.append(f"< {line}")
        return line

    def resident(self):
        """Resident memory in KiB; nothing where the system does not tell."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                return next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), None)
        except OSError:
            return None


class Search:
    """A `go` that has not been answered yet."""

    def __init__(self, board, allowed):
        self.board = board
        self.allowed = allowed
        self.last_line = None

    def hear(self, words):
        """Takes note of the line of an `info`."""
        if "pv" in words and "lowerbound" not in words and "upperbound" not in words:
            self.last_line = words[words.index("pv") + 1:]

    def check(self, line):
        words = line.split()
        legal = {self.board.uci(move) for move in self.board.legal_moves}
        if not legal:
            if words[1:] != ["(none)"]:
                raise Fault(f"{line} where there is no move: {self.board.fen()}")
            return
        if words[1] not in (self.allowed or legal):
            raise Fault(f"{line} is not among the moves of {self.board.fen()}")
        if len(words) > 2:
            self.check_line(words[1:2] + words[3:4])
        if self.last_line:
            self.check_line(self.last_line)

    def check_line(self, moves):
        board = self.board.copy(stack=False)
        for move in moves:
            if move not in {board.uci(legal) for legal in board.legal_moves}:
                raise Fault(f"{move} is not legal in {board.fen()}, line {' '.join(moves)}")
            board.push_uci(move)


class Soak:
    """A conversation."""

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
        begun = time.monotonic()
        self.introduce()
        next_sample = begun
        while time.monotonic() < begun + seconds:
            if time.monotonic() >= next_sample:
                self.sample(time.monotonic() - begun)
                next_sample = time.monotonic() + SAMPLE_INTERVAL
            self.change_things()
            self.set_position()
            self.search()
        self.engine.send("quit")
        if self.engine.process.wait(PATIENCE) != 0:
            raise Fault(f"exit status {self.engine.process.returncode}")

    def introduce(self):
        self.engine.send("uci")
        while (line := self.expect()) != "uciok":
            if line.startswith("option name "):
                self.options.append(read_option(line))

    def expect(self):
        line = self.engine.receive(PATIENCE)
        if line is None:
            raise Fault("no answer")
        return line

    def hear(self, line):
        """Takes note of a line that comes during a search."""
        words = line.split()
        if line.startswith("info") and self.searches:
            self.searches[0].hear(words)
        elif line.startswith("bestmove"):
            if not self.searches:
                raise Fault(f"{line}, but nothing was asked")
            self.searches.pop(0).check(line)
            self.answers += 1

    def settle(self):
        """Waits until the engine has obeyed all; an answer too many shows here."""
        self.engine.send("isready")
        while (line := self.expect()) != "readyok":
            self.hear(line)

    def hear_for(self, seconds):
        """Listens for a while, or until every `go` is answered. Says whether that is so."""
        end = time.monotonic() + seconds
        while self.searches and (left := end - time.monotonic()) > 0:
            if (line := self.engine.receive(left)) is not None:
                self.hear(line)
        return not self.searches

    def sample(self, elapsed):
        """Notes the memory used, always in the same state."""
        self.profile.write_text(PROFILES[0])
        self.engine.send("setoption name ProfileFile value <empty>")
        self.engine.send("setoption name Tweak value <empty>")
        for name, kind, details in self.options:
            if kind in ("spin", "combo", "check") and name not in LEFT_ALONE:
                self.engine.send(f"setoption name {name} value {details['default']}")
        self.engine.send("ucinewgame")
        self.engine.send("position startpos")
        self.ask("go depth 8", chess.Board())
        if not self.hear_for(PATIENCE):
            raise Fault("no bestmove")
        self.settle()
        if (resident := self.engine.resident()) is not None:
            self.samples.append((elapsed, resident))

    def change_things(self):
        for _ in range(self.rng.choice([0, 0, 1, 1, 2, 4])):
            self.disturb()
        if self.rng.random() < 0.2:
            self.edit_profile()
        if self.rng.random() < 0.1:
            self.engine.send("ucinewgame")
        if self.rng.random() < 0.5:
            self.settle()

    def edit_profile(self):
        """Saves the file of the profile, as some editors do in place and others by renaming."""
        text = self.rng.choice(PROFILES)
        if self.rng.random() < 0.5:
            self.profile.write_text(text)
        else:
            other = self.profile.with_suffix(".tmp")
            other.write_text(text)
            other.replace(self.profile)

    def disturb(self):
        """Something that may be said at any time."""
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
        name, kind, details = self.rng.choice([o for o in self.options if o[0] not in LEFT_ALONE])
        if kind == "button":
            return f"setoption name {name}"
        if kind == "check":
            value = self.rng.choice(["true", "false"])
        elif kind == "combo":
            value = self.rng.choice(details["var"])
        elif kind == "spin":
            low, high = int(details["min"]), int(details["max"])
            high = min(high, {"Hash": LARGEST_HASH, "Threads": MOST_THREADS}.get(name, high))
            # Small numbers are what people set; the bounds are where faults are.
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
        # The game is told from its beginning or from any later position on.
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
        """The words after `go`, the moves it names, and whether it ends by itself soon."""
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
            self.meddle()
        is_left_alone = ends and self.rng.random() < 0.4
        if not self.hear_for(PATIENCE if is_left_alone else self.rng.choice([0, 0.001, 0.02, 0.2])):
            self.end(ends)
        if self.rng.random() < 0.3:
            self.settle()

    def meddle(self):
        """Says things during a search that must not lose its answer."""
        for _ in range(self.rng.randrange(1, 4)):
            self.hear_for(self.rng.choice([0, 0.001, 0.01]))
            self.disturb()
        if self.rng.random() < 0.2:
            # A second `go`: the first one is stopped and answered.
            self.ask("go depth 3", self.board)

    def end(self, ends):
        """Ends what is still searching: by `stop`, by `ponderhit` and then `stop`, or by patience."""
        if ends and self.rng.random() < 0.5 and self.hear_for(PATIENCE):
            return
        if self.rng.random() < 0.3:
            self.engine.send("ponderhit")
            if self.hear_for(self.rng.choice([0, 0.01, LONGEST_SEARCH])):
                return
        self.engine.send("stop")
        if not self.hear_for(PATIENCE):
            raise Fault("no bestmove")

    def growth(self):
        """Growth of memory from the first third of the samples to the last, and its slope; KiB, KiB a minute.
        Nothing if there are too few samples to say."""
        counted = self.samples[WARM_UP_SAMPLES:]
        if len(counted) < ENOUGH_SAMPLES:
            return None
        third = len(counted) // 3
        first, last = ([m for _, m in part] for part in (counted[:third], counted[-third:]))
        slope = statistics.linear_regression(*zip(*counted)).slope
        return statistics.median(last) - statistics.median(first), slope * 60


def read_option(line):
    """Name, kind and details of an `option` line."""
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
    parser.add_argument("--minutes", type=float, default=1, metavar="M", help="how long (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, metavar="S", help="choose the same things again")
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
            raise Fault("a go without an answer")
        if (measured := soak.growth()) is None:
            print("too short a run to judge memory")
        else:
            growth, slope = measured
            memory = [resident for _, resident in soak.samples]
            print(f"memory: {len(memory)} samples, first {memory[0]} KiB, largest {max(memory)} KiB, last {memory[-1]} KiB, "
                  f"growth {growth:.0f} KiB, slope {slope:.1f} KiB/min")
            if growth > ALLOWED_GROWTH:
                raise Fault(f"memory grows: {soak.samples}")
    except Fault as fault:
        print("\n".join(soak.engine.said[-SHOWN:]))
        print(f"fault after {soak.goes} go: {fault}")
        return 1
    finally:
        soak.engine.process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
