// A game against a profile: moves, clocks, and how it is kept over a reload of the page. It belongs to this tab alone.

const KEY = "temperament-game";
// The last game of any tab: it can be continued in another one.
const LAST_KEY = "temperament-last-game";
const SIDES = ["white", "black"];

// The side to move after some moves.
export function sideToMove(fen, plies) {
  const first = fen.split(" ")[1] === "b" ? 1 : 0;
  return SIDES[(first + plies) % 2];
}

// A remaining time: tenths in the last ten seconds.
export function clockText(milliseconds) {
  const time = Math.max(0, milliseconds);
  const seconds = Math.floor(time / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(rest)}`;
  if (seconds < 10) return `0:${two(rest)}.${Math.floor(time / 100) % 10}`;
  return `${minutes}:${two(rest)}`;
}

// A game that has been kept; null without one.
function read(stored) {
  try {
    const kept = JSON.parse(stored() ?? "null");
    return kept && new Game(kept);
  } catch {
    return null;
  }
}

export class Game {
  // `game` has `fen`, `moves`, `player`, `clock` (a time control such as "5+3", or null) and `times` (time at the start and
  // increment in milliseconds, or null).
  constructor(game) {
    const start = { first: game.moves.length, seed: crypto.getRandomValues(new Uint32Array(1))[0], conclusion: null, playsOn: false, isOver: false };
    Object.assign(this, start, game);
    this.remaining ??= this.times && [this.times[0], this.times[0]];
    this.before ??= this.times?.[0];
    // What the clocks showed before each move of this game.
    this.clocks ??= [];
    this.since = null;
  }

  // The game that this tab has kept; null without one.
  static kept() {
    return read(() => sessionStorage.getItem(KEY));
  }

  // The last game of this tab, or of any; null without one.
  static last() {
    return Game.kept() ?? read(() => localStorage.getItem(LAST_KEY));
  }

  // The game that can be continued here; null without one.
  static unfinished() {
    const found = [Game.kept(), read(() => localStorage.getItem(LAST_KEY))];
    return found.find((game) => game?.isRunning) ?? null;
  }

  get isRunning() {
    return !this.isOver && this.moves.length > this.first;
  }

  keep() {
    if (this.since !== null) this.run();
    const { since, ...kept } = this;
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept));
      localStorage.setItem(LAST_KEY, JSON.stringify(kept));
    } catch {
      // The store is full: the game lasts until the page is closed.
    }
  }

  // Whether the moves of an address are those of this game.
  isOf({ fen, moves }) {
    return this.moves.length > 0 && fen === this.fen && moves.join() === this.moves.join();
  }

  get turn() {
    return sideToMove(this.fen, this.moves.length);
  }

  get isPlayersTurn() {
    return !this.isOver && this.turn === this.player;
  }

  get opponent() {
    return SIDES.find((side) => side !== this.player);
  }

  // The message about it, with profile and level of the opponent.
  message(profile, level) {
    const { fen, moves, player, conclusion, clock } = this;
    return { profile, level, fen, moves: [...moves], player, conclusion, ...(clock && { clock }) };
  }

  // Subtracts the time since the last call from the clock of the side to move.
  run() {
    const now = performance.now();
    if (this.remaining && this.since !== null) this.remaining[SIDES.indexOf(this.turn)] -= now - this.since;
    this.since = this.isOver ? null : now;
  }

  // Stops the clocks until `run` is called.
  pause() {
    this.run();
    this.since = null;
  }

  // What the clock of a side shows; null without clocks.
  time(side) {
    return this.remaining && this.remaining[SIDES.indexOf(side)];
  }

  hasTime(side) {
    return !this.remaining || this.time(side) > 0;
  }

  // Begins the turn of the side to move again, with the time that it had.
  restartTurn() {
    if (this.remaining) this.remaining[SIDES.indexOf(this.turn)] = this.before;
    this.since = performance.now();
  }

  // Makes a move. `used` is the time that the program has measured for it.
  play(uci, used = null) {
    const side = SIDES.indexOf(this.turn);
    if (this.remaining) {
      if (used === null) this.run();
      else this.remaining[side] = this.before - used;
      if (this.remaining[side] <= 0) {
        this.conclude({ flag_fell: SIDES[side] });
        return;
      }
      this.clocks = [...this.clocks, this.remaining.with(side, this.before)];
      this.remaining[side] += this.times[1];
      this.before = this.remaining[1 - side];
    }
    this.moves = [...this.moves, uci];
    this.since = performance.now();
  }

  conclude(conclusion) {
    this.conclusion = conclusion;
    this.end();
  }

  end() {
    this.pause();
    this.isOver = true;
  }

  // Whether there is something to take back. A game that ended on time cannot be continued.
  get canTakeBack() {
    if (this.conclusion?.flag_fell) return false;
    if (this.conclusion) return true;
    const firstTurn = sideToMove(this.fen, this.first) === this.player ? 0 : 1;
    return this.moves.length > this.first + firstTurn;
  }

  // Takes back a resignation, or the player's last move; the clocks go back with the moves. After its own resignation the
  // opponent plays on to the end.
  takeBack() {
    this.pause();
    if (this.conclusion?.resigned === this.opponent) this.playsOn = true;
    if (this.conclusion) this.conclusion = null;
    else this.moves = this.moves.slice(0, this.turn === this.player ? -2 : -1);
    const clocks = this.clocks[this.moves.length - this.first];
    if (clocks) {
      this.remaining = clocks;
      this.before = clocks[SIDES.indexOf(this.turn)];
      this.clocks = this.clocks.slice(0, this.moves.length - this.first);
    }
    this.isOver = false;
    this.since = performance.now();
  }
}
