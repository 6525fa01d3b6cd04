// Tests the npm package in Node: `node engine.mjs TEMPER FOLDER`, with a folder that `make npm` has written. Numbers are
// those of TEMPER.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const [temper, dist] = process.argv.slice(2).map((name) => path.resolve(name));
if (!fs.existsSync(path.join(dist, "temperament.wasm"))) {
  console.log("SKIPPED: the npm package: `make npm` has not written it");
  process.exit(0);
}

const FENS = [
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
  "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13",
  "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
];
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const OWN = 'name = "mine"\nextends = "attacker"\n[material]\nknight = [500, 400]\n';

// A program gets the package by its name.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "npm-"));
const place = path.join(folder, "node_modules", "temperament-engine");
fs.mkdirSync(path.dirname(place));
fs.cpSync(dist, place, { recursive: true });
const { Engine, EngineError, startUci } = await import(pathToFileURL(path.join(place, "node.js")));
const file = (name) => path.join(place, name);

// Lines of the program without what depends on the clock.
const stable = (lines) => lines.filter((line) => !line.includes(" currmove ")).map((line) => line.replace(/ (nps|hashfull|time) \d+|\d+ nps$/g, ""));
const native = (...lines) => execFileSync(temper, ["uci"], { input: `${lines.join("\n")}\n`, encoding: "utf8", cwd: folder }).trimEnd().split("\n");

async function check(name, test) {
  const begun = Date.now();
  await test();
  console.log(`${name}: ok (${Date.now() - begun} ms)`);
}

const engine = new Engine();

await check("evaluations are those of the program", async () => {
  const own = path.join(folder, "mine.toml");
  fs.writeFileSync(own, OWN);
  for (const profile of ["temperament", "attacker", "fabchess", OWN]) {
    await engine.setProfile(profile);
    for (const fen of FENS) {
      const { cp, winningChances, verdict, ...numbers } = await engine.evaluate(fen);
      const text = execFileSync(temper, ["eval", "--json", "--profile", profile === OWN ? own : profile, fen], { encoding: "utf8" });
      assert.deepEqual(numbers, JSON.parse(text), `${profile}: ${fen}`);
      assert.ok(Math.abs(numbers.pawns - cp / 100) < 1e-9 && Math.sign(cp) === Math.sign(numbers.eval) && verdict.length > 5);
      assert.ok(winningChances >= 0 && winningChances <= 1 && winningChances > 0.5 === cp > 0);
      const { rows, ...explained } = await engine.explain(fen);
      const sum = rows.reduce((sum, { white, black }) => sum + white - black, 0);
      assert.ok(Math.abs(sum - explained.pawns) < 1e-9, `${profile}: ${fen}: ${sum}, ${explained.pawns}`);
      assert.ok(rows.at(-1).name === "rounding" && Math.abs(rows.at(-1).white) < 0.02, `${profile}: ${fen}: ${rows.at(-1).white}`);
      assert.ok(rows.every(({ topic, name, words }) => topic && name && words));
    }
  }
  await engine.setProfile("temperament");
});

await check("a search by nodes is that of the program", async () => {
  for (const fen of FENS) {
    const infos = [];
    const result = await engine.search(fen, { nodes: 20000, onInfo: (info) => infos.push(info) });
    const lines = native("setoption name UCI_AnalyseMode value true", `position fen ${fen}`, "go nodes 20000");
    assert.equal(result.bestMove, lines.at(-1).split(" ")[1]);
    assert.deepEqual(result.pv, lines.at(-2).split(" pv ")[1].split(" "));
    const [, score] = lines.at(-2).match(/ score (cp -?\d+|mate -?\d+)/);
    assert.equal(result.mate === null ? `cp ${result.cp}` : `mate ${result.mate}`, score);
    assert.equal(result.nodes, Number(lines.at(-2).match(/ nodes (\d+)/)[1]));
    assert.deepEqual(infos.at(-1), result.lines[0]);
    assert.equal(result.wdl.reduce((a, b) => a + b), 1000);
  }
  const two = await engine.search(START, { depth: 6, multipv: 2, moves: ["e2e4"], searchmoves: ["e7e5", "c7c5", "a7a6"] });
  assert.deepEqual(new Set(two.lines.map(({ pv }) => pv[0])).size, 2);
  assert.ok(["e7e5", "c7c5", "a7a6"].includes(two.bestMove));
  const castling = await engine.search("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", { depth: 3 });
  assert.match(castling.bestMove, /^\w+$/);
});

await check("plain UCI is that of the program", async () => {
  const commands = ["uci", "setoption name MultiPV value 2", "setoption name UCI_ShowWDL value true", "position startpos moves e2e4", "d", "eval", "flip", "d", "setoption name Nonsense value 1", "position startpos moves e2e5", "go depth 1", "position startpos", "bench"];
  const uci = startUci(() => {});
  for (const [index, command] of commands.entries()) {
    const lines = await uci.send(command);
    const before = commands.slice(0, index).filter((line) => !/^(uci|d|eval|go|bench)\b/.test(line));
    const expected = native(...before, command);
    // Of the program, the lines of the last command only.
    const own = stable(lines).filter((line) => !/^option name (Hash|Threads|Syzygy)/.test(line));
    const its = stable(expected).filter((line) => !/^option name (Hash|Threads|Syzygy)/.test(line));
    assert.deepEqual(own.join("\n").trimEnd(), its.slice(its.length - own.length).join("\n").trimEnd(), command);
  }
  uci.end();
});

await check("an opponent plays", async () => {
  const weak = await engine.play(START, { elo: 1000, profile: "attacker", moves: ["e2e4"] });
  assert.match(weak.bestMove, /^[a-h][1-8][a-h][1-8]$/);
  assert.equal((await engine.evaluate(START)).profile, "temperament");
  const fast = await engine.play(FENS[0], { wtime: 2000, btime: 2000, winc: 0, binc: 0 });
  assert.match(fast.bestMove, /^[a-h][1-8][a-h][1-8]$/);
  assert.equal((await engine.search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", { depth: 3 })).bestMove, null);
});

await check("a signal ends a search", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  const begun = Date.now();
  assert.match((await engine.search(FENS[0], { signal: stop.signal })).bestMove, /^\w{4}/);
  assert.ok(Date.now() - begun < 5000);
  // One that has nothing left to search waits for it.
  const later = new AbortController();
  setTimeout(() => later.abort(), 200);
  assert.equal((await engine.search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", { signal: later.signal })).bestMove, null);
  assert.match((await engine.search(FENS[0], { signal: stop.signal })).bestMove, /^\w{4}/);
});

await check("errors say where they are", async () => {
  const rejected = async (call) => {
    const error = await call.then(() => assert.fail("no error"), (error) => error);
    assert.ok(error instanceof EngineError, error.stack);
    return error;
  };
  const typo = await rejected(engine.setProfile('name = "x"\n[material]\nknigt = 300\n'));
  assert.deepEqual([typo.line, typo.column, typo.key], [3, 1, "material.knigt"]);
  assert.match(typo.hint, /knight/);
  assert.equal((await engine.evaluate(START)).profile, "temperament");
  assert.match((await rejected(engine.setProfile("atacker"))).message, /attacker/);
  assert.match((await rejected(engine.evaluate("rnbqkbnr/8/8 w"))).message, /\w/);
  assert.match((await rejected(engine.search(START, { moves: ["e2e5"], depth: 1 }))).message, /e2e5/);
  assert.match((await rejected(engine.search(START, { nodes: 0 }))).message, /nodes/);
  assert.match((await rejected(engine.search(`${START}\nquit`, { nodes: 1 }))).message, /one line/);
  assert.match((await rejected(engine.play(START, { elo: 99999 }))).message, /UCI_Elo/);
  const broken = new Engine({ profile: "nobody" });
  await rejected(broken.evaluate(START));
  await broken.setProfile("attacker");
  assert.equal((await broken.evaluate(START)).profile, "attacker");
  await broken.quit();
  await assert.rejects(broken.evaluate(START), /quit/);
});

await check("a thousand bad inputs", async () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const pieces = ["position", "startpos", "fen", "moves", "e2e4", START, "setoption", "name", "value", "Hash", "Profile", "ProfileFile", "Tweak", "material.pawn=9", "MultiPV", "-1", "99999999999999999999", "\u0000", "é", "go", "depth", "1", "nodes", "perft", "2", "flip", "d", "eval", "debug", "on", "[", "{", "Threads", "UCI_Elo", "isready", "stop", "ponderhit"];
  const uci = startUci(() => {});
  for (let i = 0; i < 400; i++) {
    const line = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join(" ");
    // These would take long.
    const isOpen = /\bgo\b/.test(line) && !/(depth|nodes|perft) [12]\b/.test(line);
    if (!isOpen) await uci.send(line);
  }
  assert.ok((await uci.send("isready")).includes("readyok"));
  uci.end();
  const characters = [...'[]{}=."#\n\\0123456789-+eE ,abmaterial.pawn'];
  for (let i = 0; i < 300; i++) {
    const text = OWN.slice(0, random(OWN.length)) + Array.from({ length: random(20) }, () => characters[random(characters.length)]).join("") + OWN.slice(random(OWN.length));
    await engine.setProfile(text).catch((error) => assert.ok(error instanceof EngineError, error.stack));
  }
  await engine.setProfile("temperament");
  for (let i = 0; i < 300; i++) {
    const fen = [...START].map((c) => (random(12) ? c : characters[random(characters.length)])).join("").replaceAll("\n", "");
    await engine.evaluate(fen).catch((error) => assert.ok(error instanceof EngineError, error.stack));
  }
  assert.equal((await engine.evaluate(START)).profile, "temperament");
});

await engine.quit();

// --- a worker that speaks UCI
function startWorker() {
  const worker = new Worker(file("temperament-uci.js"));
  const lines = [];
  const waiting = [];
  worker.on("message", (line) => {
    lines.push(line);
    for (const { start, resolve } of waiting) if (line.startsWith(start)) resolve(line);
  });
  const expect = (start) => new Promise((resolve) => waiting.push({ start, resolve }));
  return { worker, lines, expect };
}

await check("a worker answers stop", async () => {
  const { worker, lines, expect } = startWorker();
  const isUci = expect("uciok");
  worker.postMessage("uci");
  await isUci;
  assert.ok(lines.includes("id author the Temperament authors"));
  const line = expect("info depth 5 ");
  worker.postMessage("position startpos");
  worker.postMessage("go infinite");
  await line;
  const [ready, best] = [expect("readyok"), expect("bestmove ")];
  worker.postMessage("isready");
  await ready;
  assert.ok(!lines.some((text) => text.startsWith("bestmove")));
  const begun = Date.now();
  worker.postMessage("stop");
  assert.match(await best, /^bestmove \w{4}/);
  assert.ok(Date.now() - begun < 1000, `${Date.now() - begun} ms`);
  const [exit, answer] = [new Promise((resolve) => worker.once("exit", resolve)), expect("bestmove ")];
  worker.postMessage("go ponder movetime 10");
  worker.postMessage("ponderhit");
  await answer;
  worker.postMessage("go infinite");
  worker.postMessage("quit");
  assert.equal(await exit, 0);
});

await check("the program temperament-uci", async () => {
  const mine = path.join(folder, "mine.toml");
  const run = (input, ...args) => spawnSync(process.execPath, [file("cli.js"), ...args], { input, encoding: "utf8" });
  const { stdout, status } = run(`setoption name UCI_AnalyseMode value true\nsetoption name Profile value mine\nposition fen ${FENS[0]}\ngo nodes 5000\n`, mine);
  assert.equal(status, 0);
  const own = native("setoption name UCI_AnalyseMode value true", `setoption name ProfileFile value ${mine}`, `position fen ${FENS[0]}`, "go nodes 5000");
  assert.deepEqual(stable(stdout.trimEnd().split("\n")).slice(1), stable(own).slice(1));
  assert.match(run("go infinite\n").stdout, /bestmove/);
  assert.match(run("", path.join(folder, "missing.toml")).stderr, /^temperament-uci: .*missing\.toml/);
  const child = spawn(process.execPath, [file("cli.js")]);
  child.stdin.write("go infinite\nstop\nquit\n");
  assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
});

// --- what is published, the types, and the examples of the documentation
await check("the package has its files", async () => {
  const [{ files, version }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: place, encoding: "utf8" }));
  const names = files.map((file) => file.path).sort();
  const sources = fs.readdirSync(new URL("../../crates/web/npm", import.meta.url));
  assert.deepEqual(names, [...sources, "LICENSE-APACHE", "LICENSE-MIT", "temperament.wasm", "wasi.js"].sort());
  assert.match(fs.readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8"), new RegExp(`^version = "${version}"`, "m"));
});

const page = fs.readFileSync(new URL("../../docs/javascript.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/```js\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g)].filter(([, code]) => !code.includes("// in a page"));
await check("the examples of the documentation", async () => {
  assert.ok(examples.length >= 4, `${examples.length} examples`);
  for (const [, code, output] of examples) {
    const script = path.join(folder, "example.mjs");
    fs.writeFileSync(script, code);
    const text = execFileSync(process.execPath, [script], { encoding: "utf8", cwd: folder });
    assert.ok(text.trim() || !code.includes("console.log"), code);
    if (output) assert.equal(text.trimEnd(), output.trimEnd(), code);
  }
});

const tsc = process.env.TSC;
if (tsc) {
  await check("the types", async () => {
    for (const [index, [, code]] of examples.entries()) fs.writeFileSync(path.join(folder, `example${index}.mts`), code);
    const sources = fs.readdirSync(folder).filter((name) => name.endsWith(".mts"));
    const types = path.resolve(path.dirname(tsc), "../../@types");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom", "--typeRoots", types, "--types", "node"];
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...options, ...sources], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });
} else {
  console.log("SKIPPED: the types of the npm package: TSC does not name a TypeScript compiler");
}

fs.rmSync(folder, { recursive: true });
console.log("npm: ok");
