// The engine for programs: positions in, evaluations and moves out. See index.d.ts.
import { isAccepted } from "./commands.js";
import { Host } from "./host.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DEFAULT_PROFILE = "temperament";
// The profile that is given as text.
const OWN = "profile";
// Milliseconds of a search without limits.
const MOVETIME = 1000;

// An error of the engine or in a profile, which has a place in its text.
export class EngineError extends Error {
  constructor(message, fault = {}) {
    super(message);
    this.name = "EngineError";
    for (const key of ["line", "column", "key", "hint"]) this[key] = fault[key] ?? null;
  }
}

export class Engine {
  constructor(platform, { profile = DEFAULT_PROFILE, hash = 16 } = {}) {
    this.host = new Host(platform, (line) => this.onLine?.(line));
    this.last = this.prepare(profile, hash);
    // Whoever calls a method first gets the error.
    this.last.catch(() => {});
    this.setUp = this.last;
  }

  async prepare(profile, hash) {
    await this.set("Hash", count("hash", hash));
    await this.set("UCI_ShowWDL", true);
    await this.load(profile);
  }

  // Calls follow one another. Most need a profile.
  enqueue(call, profile = this.setUp) {
    const result = this.last.catch(() => {}).then(() => profile).then(call);
    this.last = result;
    return result;
  }

  evaluate(fen) {
    return this.enqueue(async () => {
      const { json, verdict } = await this.look(fen);
      return { ...json, cp: Math.round(100 * json.pawns), winningChances: json.white_chances / 100, verdict };
    });
  }

  explain(fen) {
    return this.enqueue(async () => {
      const { json, pawns, verdict, groups } = await this.look(fen);
      const rows = groups.flatMap(({ title, rows }) => rows.map((row) => rowOf(title, row)));
      // The evaluation is a whole number of centipawns.
      const rest = pawns - rows.reduce((sum, { white, black }) => sum + white - black, 0);
      rows.push({ topic: "Rounding", name: "rounding", words: "Rounding to whole centipawns", white: rest, black: 0, keys: [] });
      return { fen: json.fen, profile: json.profile, pawns, cp: Math.round(100 * pawns), verdict, rows };
    });
  }

  search(fen, options = {}) {
    return this.enqueue(async () => {
      const { multipv = 1, moves = [], searchmoves = [], onInfo, signal } = options;
      await this.set("UCI_AnalyseMode", true);
      await this.set("MultiPV", count("multipv", multipv));
      const limits = limitsOf(options, ["nodes", "depth", "movetime"]);
      // What was searched before must not change the result of a search that is not limited by time.
      if (options.nodes !== undefined || options.depth !== undefined) await this.host.send("ucinewgame");
      await this.setPosition(fen, moves);
      const go = limits ? `go ${limits}` : signal ? "go infinite" : `go movetime ${MOVETIME}`;
      const only = searchmoves.length ? ` searchmoves ${words("searchmoves", searchmoves)}` : "";
      return this.go(go + only, { onInfo, signal });
    });
  }

  play(fen, options = {}) {
    return this.enqueue(async () => {
      const { moves = [], elo, profile, signal } = options;
      const own = this.active;
      if (profile !== undefined) await this.load(profile);
      try {
        await this.set("UCI_AnalyseMode", false);
        await this.set("MultiPV", 1);
        await this.set("UCI_LimitStrength", elo !== undefined);
        if (elo !== undefined) await this.set("UCI_Elo", elo);
        await this.setPosition(fen, moves);
        const limits = limitsOf(options, ["nodes", "depth", "movetime", "wtime", "btime", "winc", "binc", "movestogo"]);
        return await this.go(`go ${limits || `movetime ${MOVETIME}`}`, { signal });
      } finally {
        if (this.active !== own) await this.load(own);
      }
    });
  }

  newGame() {
    return this.enqueue(async () => void (await this.host.send("ucinewgame")));
  }

  setProfile(profile) {
    const before = this.setUp;
    const loaded = this.enqueue(() => this.load(profile), null);
    this.setUp = loaded.catch(() => before);
    this.setUp.catch(() => {});
    return loaded;
  }

  async quit() {
    this.host.end();
  }

  // --- how it is done

  // Uses a profile, a name or a text. If it has errors, the one before stays.
  async load(profile) {
    if (typeof profile !== "string" || !profile.trim()) throw new EngineError("profile: expected the name of a profile, or its text");
    const isText = /[\n=({[]/.test(profile);
    const name = isText ? OWN : profile.trim();
    const before = { ...this.host.files };
    if (isText) await this.write(profile);
    try {
      await this.request(name, START);
    } catch (error) {
      if (isText) await this.restore(before);
      throw error;
    }
    await this.set("Profile", name);
    this.active = profile;
    this.name = name;
  }

  // Writes the file of a profile that is given as text.
  async write(text) {
    const isRon = /^\s*(\(|\/\/|\/\*|#!\[)/.test(text);
    await this.restore({ [`${OWN}.${isRon ? "ron" : "toml"}`]: text });
  }

  async restore(files) {
    for (const name of Object.keys(this.host.files)) if (!(name in files)) await this.host.put(name, null);
    for (const [name, text] of Object.entries(files)) await this.host.put(name, text);
  }

  look(fen) {
    return this.request(this.name, text("fen", fen));
  }

  async request(name, fen) {
    const answer = await this.host.ask({ request: { view: "look", type: "evaluate", profile: { name }, fen } });
    if (!answer.error) return answer.ok;
    const { message, faults = [] } = answer.error;
    const [fault] = faults.filter(({ is_warning }) => !is_warning);
    const error = new EngineError(fault ? fault.message : message, fault);
    error.faults = faults;
    throw error;
  }

  async set(name, value) {
    const lines = await this.host.send(`setoption name ${name} value ${value}`);
    if (!isAccepted(lines)) throw new EngineError(lines[0].replace(/^info string /, ""));
  }

  async setPosition(fen, moves) {
    const { ok, error } = await this.host.ask({ request: { view: "look", type: "position", fen: text("fen", fen) } });
    if (error) throw new EngineError(error.message);
    await this.set("UCI_Chess960", ok.chess960);
    const played = moves.length ? ` moves ${words("moves", moves)}` : "";
    const [refusal] = await this.host.send(`position fen ${ok.fen}${played}`);
    if (refusal) throw new EngineError(refusal.replace(/^info string position: (.*); send a valid position$/, "$1"));
  }

  // Searches, and resolves to the best move and the lines.
  async go(line, { onInfo, signal }) {
    const infos = new Map();
    let best;
    let isBook = false;
    this.onLine = (text) => {
      const info = text.startsWith("info ") ? infoOf(text) : null;
      if (info) {
        if (info.bound === "exact") infos.set(info.multipv, info);
        onInfo?.(info);
      } else if (text.startsWith("bestmove ")) best = text.split(" ");
      else if (text === "info string book move") isBook = true;
    };
    const stop = () => void this.host.send("stop").catch(() => {});
    try {
      const searched = this.host.send(line);
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
      await searched;
      // A search without limits may have nothing left to search.
      if (!best && !signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      if (!best) await this.host.send("isready");
    } finally {
      signal?.removeEventListener("abort", stop);
      this.onLine = null;
    }
    const [, move, , ponder] = best;
    const lines = [...infos.entries()].sort(([a], [b]) => a - b).map(([, info]) => info);
    const { depth = 0, cp = null, mate = null, wdl = null, winningChances = null, nodes = 0, time = 0, pv = [] } = lines[0] ?? {};
    return { bestMove: move === "(none)" ? null : move, ponder: ponder ?? null, isBook, depth, cp, mate, wdl, winningChances, nodes, time, pv, lines };
  }
}

// --- words

function rowOf(topic, { sentence, white, black, keys }) {
  return { topic, name: keys.map(({ key }) => key).join(", "), words: sentence, white, black, keys: keys.map(({ key, meaning, white, black, squares }) => ({ name: key, meaning, white, black, squares })) };
}

// The winning chances among people, 0 to 1: the formula of Lichess, as `winning_chances` of the engine has it.
function chancesOf(cp, mate) {
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  return cp === undefined ? null : 1 / (1 + Math.exp(-0.00368208 * cp));
}

// An `info` line; null if it has no score.
function infoOf(line) {
  const [head, moves] = line.split(" pv ");
  const words = head.split(" ");
  const number = (name) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : undefined);
  if (!words.includes("score")) return null;
  const wdlAt = words.indexOf("wdl");
  const wdl = wdlAt < 0 ? null : words.slice(wdlAt + 1, wdlAt + 4).map(Number);
  return {
    depth: number("depth"),
    seldepth: number("seldepth") ?? null,
    multipv: number("multipv") ?? 1,
    cp: number("cp") ?? null,
    mate: number("mate") ?? null,
    bound: words.includes("lowerbound") ? "lower" : words.includes("upperbound") ? "upper" : "exact",
    wdl,
    winningChances: chancesOf(number("cp"), number("mate")),
    nodes: number("nodes") ?? 0,
    nps: number("nps") ?? null,
    hashfull: number("hashfull") ?? null,
    time: number("time") ?? 0,
    pv: moves?.split(" ") ?? [],
  };
}

// What a user gives must not become another command or argument.

function text(name, value) {
  if (typeof value === "string" && !/[\r\n]/.test(value)) return value;
  throw new EngineError(`${name}: expected a string of one line`);
}

function words(name, list) {
  if (Array.isArray(list) && list.every((word) => typeof word === "string" && /^\w+$/.test(word))) return list.join(" ");
  throw new EngineError(`${name}: expected moves in UCI notation, such as ["e2e4", "e7e5"]`);
}

function count(name, value) {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new EngineError(`${name}: expected a whole number of 1 or more, found ${JSON.stringify(value)}`);
}

function limitsOf(options, names) {
  const given = names.filter((name) => options[name] !== undefined);
  return given.map((name) => `${name} ${/inc$/.test(name) && options[name] === 0 ? 0 : count(name, options[name])}`).join(" ");
}
