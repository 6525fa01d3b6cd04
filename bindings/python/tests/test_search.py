"""Searches, moves, explanations of moves, reviews; threads and Ctrl-C."""

import _thread
import io
import signal
import threading
import time

import pytest
from conftest import ITALIAN, MATED
from temperament import PositionError, Profile, TemperamentError

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
SCHOLARS = """\
[Event "Lesson"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def test_search():
    found = Profile.load().search(MATE_IN_ONE, nodes=5000)
    assert found.best == "a1a8" and found.lines[0].mate == 1 and found.lines[0].cp is None
    assert found.lines[0].san == "Ra8#" and found.lines[0].winning_chances == 1.0
    three = Profile.load().search(ITALIAN, nodes=20_000, lines=3)
    assert len({line.pv[0] for line in three.lines}) == 3 and three.lines[0].pv[0] == three.best
    scores = [line.cp for line in three.lines]
    assert scores == sorted(scores, reverse=True) and three.nodes >= 20_000
    assert Profile.load().search(ITALIAN, nodes=20_000, lines=3).lines == three.lines
    assert Profile.load().search(ITALIAN, depth=4).lines[0].depth == 4
    mated = Profile.load().search(MATED, depth=4)
    assert mated.best is None and repr(mated).startswith("<Search of a finished game")
    assert repr(found.lines[0]).startswith("<Line mate 1 Ra8# (depth ") and len(repr(three)) < 400


def test_moves_of_python_chess():
    chess = pytest.importorskip("chess")
    board = chess.Board()
    board.push_san("e4")
    profile = Profile.load()
    found = profile.search(board, nodes=2000)
    assert found.move in board.legal_moves and found.lines[0].moves[0] == found.move
    assert profile.play(board, elo=1200).move in board.legal_moves
    assert profile.why(board, chess.Move.from_uci("g7g5"), nodes=5000).move == "g7g5"
    # The third repetition is a draw, which a FEN does not say.
    game = chess.Board("7k/8/8/8/8/8/4Q3/4K3 w - - 0 1")
    for move in ("e2d2", "h8g8", "d2e2", "g8h8", "e2d2", "h8g8", "d2e2"):
        game.push_uci(move)
    assert profile.search(game, depth=3).lines[0].cp == 0
    castling = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", chess960=True)
    castling.push_uci("e1h1")
    assert profile.search(castling, depth=2).move in castling.legal_moves
    null = chess.Board()
    null.push(chess.Move.null())
    assert profile.search(null, depth=2).move in null.legal_moves


def test_limits_are_checked():
    profile = Profile.load()
    for limits in ({"nodes": 0}, {"depth": 0}, {"time": 0}, {"time": -1}, {"time": float("nan")}, {"lines": 0}, {"threads": 0}):
        with pytest.raises(TemperamentError):
            profile.search("startpos", **{"depth": 1, **limits})
    for elo in (599, 2801):
        with pytest.raises(TemperamentError, match=f"600 to 2800, not {elo}"):
            profile.play("startpos", elo=elo)
    with pytest.raises(MemoryError):
        profile.search("startpos", depth=1, hash=1 << 40)
    with pytest.raises(TypeError):
        profile.search(3, depth=1)
    with pytest.raises(TemperamentError, match="nodes must not be negative: -1"):
        profile.search("startpos", nodes=-1)
    with pytest.raises(TemperamentError, match="seed is at most"):
        profile.play("startpos", seed=1 << 64)
    for limits, message in (({"depth": "3"}, "depth is a whole number, not '3'"), ({"time": "1s"}, "seconds, not '1s'")):
        with pytest.raises(TypeError, match=message):
            profile.search("startpos", **limits)
    assert profile.search("startpos", nodes=1e3) and profile.play("startpos", elo=900.0)


def test_play_repeats_with_a_seed():
    profile = Profile.load("gambler")
    for elo in (800, 1500, 2200, None):
        moves = {profile.play(ITALIAN, elo=elo, seed=7, nodes=2000, book=False).uci for _ in range(3)}
        assert len(moves) == 1
    assert len({profile.play(ITALIAN, elo=800, seed=seed, book=False).uci for seed in range(30)}) > 3
    assert profile.play("startpos", seed=1).is_book
    assert profile.play(MATED, elo=900).uci is None


def test_why():
    why = Profile.load().why(ITALIAN, "Nxe5", nodes=50_000)
    assert why.move == "f3e5" and why.difference < 0 and why.line[0] == "f3e5"
    assert "Nxe5" in why.sentence and str(why).startswith(why.verdict)
    assert sum(difference for _, difference in why.rows) != 0
    assert Profile.load().why(ITALIAN, "Nxe5", "Ng5", nodes=20_000).other == "f3g5"
    with pytest.raises(TypeError, match="a move is"):
        Profile.load().why(ITALIAN, None)
    with pytest.raises(PositionError, match="Nxe6"):
        Profile.load().why(ITALIAN, "Nxe6")
    with pytest.raises(TemperamentError, match="same"):
        Profile.load().why(ITALIAN, "Nxe5", "Nxe5")


def test_review():
    calls = []
    review = Profile.load().review(SCHOLARS, nodes=5000, progress=lambda done, left: calls.append((done, left)))
    (game,) = review.games
    assert game.tags["White"] == "Ann" and [move.san for move in game.moves][-1] == "Qxf7#"
    (blunder,) = game.mistakes
    assert blunder.san == "Nf6" and blunder.mark == "??" and blunder.loss > 0.5
    assert "mate" in blunder.why.sentence and game.black.lessons
    assert repr(blunder).startswith("<Move 3...Nf6??: winning chances ") and repr(review) == "<Review of 1 games>"
    assert "$4" in review.pgn and '[Event "Lesson"]' in review.pgn and "<html" in review.html
    assert calls[0][0] == 1 and calls[-1][1] == 0
    with pytest.raises(TemperamentError, match="line 1"):
        Profile.load().review("1. e4 e5 2. Ke8", nodes=1000)
    collection = '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e4 Qh3 *\n'
    some = Profile.load().review(collection, nodes=500)
    assert [game.tags["Event"] for game in some.games] == ["a"] and len(some.faults) == 1 and "line 7" in some.faults[0]
    for text, message in (("", "no game"), ("hello world", "no game"), ("game.pgn", "use pathlib.Path")):
        with pytest.raises(TemperamentError, match=message):
            Profile.load().review(text)
    for value in (None, ["e4", "e5"], 3):
        with pytest.raises(TypeError, match="games are PGN"):
            Profile.load().review(value)
    with pytest.raises(TemperamentError, match="not both"):
        Profile.load().review(SCHOLARS, nodes=500, time=1)
    with pytest.raises(ZeroDivisionError):
        Profile.load().review(SCHOLARS, nodes=1000, progress=lambda done, left: 1 / 0)


def test_review_of_files_and_games(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_bytes(SCHOLARS.replace("Ann", "Zo\xeb").encode("latin-1"))
    (game,) = Profile.load().review(file, nodes=500).games
    assert Profile.load().review(file.read_bytes(), nodes=500).games[0].tags == game.tags
    assert game.tags["White"] == "Zo\xeb" and repr(game) == "<Game Zo\xeb - Ben, 7 half-moves>"
    chess_pgn = pytest.importorskip("chess.pgn")
    read = chess_pgn.read_game(io.StringIO(SCHOLARS))
    assert Profile.load().review(read, nodes=500).games[0].mistakes[-1].san == "Nf6"


def test_a_board_full_of_queens_ends():
    queens = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"
    assert Profile.load().why(queens, "a2a3", nodes=500).move == "a2a3"


def test_variants_are_refused():
    variant = pytest.importorskip("chess.variant")
    board = variant.AtomicBoard()
    for call in (Profile.load().evaluate, Profile.load().explain, Profile.load().search):
        with pytest.raises(PositionError, match="atomic"):
            call(board)


def test_threads_do_not_wait_for_each_other():
    profile = Profile.load()
    expected = profile.search(ITALIAN, nodes=20_000).lines
    results, running = (
        [],
        [threading.Thread(target=lambda: results.append(profile.search(ITALIAN, nodes=20_000))) for _ in range(4)],
    )
    for thread in running:
        thread.start()
    # This thread has the GIL meanwhile.
    ticks = sum(1 for _ in range(1000))
    for thread in running:
        thread.join()
    assert ticks == 1000 and [found.lines for found in results] == [expected] * 4


@pytest.mark.parametrize("call", ["search", "why", "review", "play", "terms", "evaluate_all", "features"])
def test_an_interrupt_ends_it(call):
    if call in ("terms", "evaluate_all", "features"):
        pytest.importorskip("numpy")
    profile = Profile.load()
    many = [ITALIAN] * 300_000
    calls = {
        "terms": lambda: profile.terms(many),
        "evaluate_all": lambda: profile.evaluate_all(many * 10),
        "features": lambda: profile.features(many, "material"),
        "search": lambda: profile.search("startpos", time=600),
        "why": lambda: profile.why("startpos", "e4", time=600),
        "review": lambda: profile.review(SCHOLARS, time=600),
        "play": lambda: profile.play("startpos", time=600, book=False),
    }
    # A shell starts programs in the background with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = time.monotonic()
    threading.Timer(0.3, _thread.interrupt_main).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            calls[call]()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 300
