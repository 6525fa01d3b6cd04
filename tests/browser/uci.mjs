// Tests the npm package in a real Chromium: `node uci.mjs TEMPER CHROMIUM FOLDER`, with a folder that `make npm` has written,
// with and without cross-origin isolation.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./files.mjs";

const [temper, executablePath, dist] = process.argv.slice(2);
if (!fs.existsSync(path.join(dist ?? "", "temperament.wasm"))) {
  console.log("SKIPPED: the npm package in a browser: `make npm` has not written it");
  process.exit(0);
}

const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const FEN = "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "uci-"));
fs.cpSync(dist, folder, { recursive: true });
fs.writeFileSync(path.join(folder, "index.html"), '<!doctype html><title>UCI</title><link rel="icon" href="data:,">');
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const input = `setoption name MultiPV value 2\nposition fen ${FEN}\ngo nodes 20000\n`;
const native = execFileSync(temper, ["uci"], { input, encoding: "utf8" }).trimEnd().split("\n");

// What a page does with a worker that speaks UCI.
function prepare(type) {
  const worker = new Worker("temperament-uci.js", { type });
  const lines = [];
  let wake = () => {};
  worker.onmessage = ({ data }) => {
    lines.push(data);
    wake();
  };
  const send = (...texts) => texts.forEach((text) => worker.postMessage(text));
  // The first line from `from` on that begins so.
  const until = async (start, from = 0) => {
    for (;;) {
      const line = lines.slice(from).find((line) => line.startsWith(start));
      if (line !== undefined) return line;
      await new Promise((resolve) => (wake = resolve));
    }
  };
  globalThis.uci = { lines, send, until, worker };
}

for (const headers of [{}, ISOLATED]) {
  const isolated = headers === ISOLATED;
  const { url, close } = await serve(folder, { headers });
  for (const type of ["classic", "module"]) {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(url);
    assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
    await page.evaluate(prepare, type);

    // Messages that come while it loads are not lost, and a search by nodes is that of the program.
    const lines = await page.evaluate(async (lines) => {
      uci.send("uci", ...lines);
      await uci.until("bestmove");
      return uci.lines;
    }, input.trimEnd().split("\n"));
    assert.ok(lines.includes("uciok"));
    assert.ok(lines.every((line) => !line.includes("\n")));
    const stable = (line) => line.replace(/ nps \d+| time \d+/g, "");
    assert.deepEqual(lines.slice(-3).map(stable), native.slice(-3).map(stable));

    // A search answers `isready`, `stop`, and what ends it.
    const stopped = await page.evaluate(async () => {
      const from = uci.lines.length;
      uci.send("go infinite");
      await uci.until("info depth 6 ", from);
      uci.send("isready");
      await uci.until("readyok", from);
      const begun = performance.now();
      uci.send("stop");
      const best = await uci.until("bestmove", from);
      return { best, time: performance.now() - begun, line: uci.lines.filter((line) => line.includes(" multipv 1 ")).at(-1) };
    });
    assert.ok(stopped.time < 1000, `${stopped.time} ms`);
    assert.match(stopped.best, /^bestmove [a-h]\d[a-h]\d/);
    if (!isolated) assert.equal(stopped.best.split(" ")[1], stopped.line.split(" pv ")[1].split(" ")[0]);

    // The state is that of before: two lines, and the position.
    const next = await page.evaluate(async () => {
      const from = uci.lines.length;
      uci.send("go nodes 20000");
      await uci.until("bestmove", from);
      return uci.lines.slice(from);
    });
    assert.ok(next.some((line) => line.includes(" multipv 2 ")));
    assert.match(next.at(-1), /^bestmove [a-h]\d[a-h]\d/);

    const ends = await page.evaluate(async () => {
      const answers = [];
      for (const [lines, end] of [
        [["go infinite", "go depth 2"], "bestmove"],
        [["go ponder movetime 50", "ponderhit"], "bestmove"],
        [["go perft 12", "stop"], "info string perft stopped"],
        [["bench 60", "stop"], "info string bench stopped"],
        [["go infinite", "ucinewgame", "isready"], "bestmove"],
      ]) {
        const from = uci.lines.length;
        uci.send(...lines);
        await uci.until(end, from);
        uci.send("isready");
        await uci.until("readyok", from);
        answers.push(uci.lines.slice(from).filter((line) => line.startsWith("bestmove")).length);
      }
      return answers;
    });
    assert.ok(ends[0] >= 1 && ends[1] === 1 && ends[4] === 1, ends.join());
    assert.deepEqual(problems, []);
    await page.close();
  }

  // The methods, in a page.
  const page = await browser.newPage();
  await page.goto(url);
  const { evaluation, best, error } = await page.evaluate(async (fen) => {
    const { Engine } = await import("./browser.js");
    const engine = new Engine();
    const evaluation = await engine.evaluate(fen);
    const stop = new AbortController();
    const searched = engine.search(fen, { signal: stop.signal, onInfo: ({ depth }) => depth > 5 && stop.abort() });
    const best = (await searched).bestMove;
    const error = await engine.setProfile('name = "x"\n[material]\nknigt = 3\n').catch(({ line, column }) => [line, column]);
    await engine.quit();
    return { evaluation, best, error };
  }, FEN);
  const { cp, winningChances, verdict, ...numbers } = evaluation;
  assert.deepEqual(numbers, JSON.parse(execFileSync(temper, ["eval", "--json", FEN], { encoding: "utf8" })));
  assert.match(best, /^[a-h]\d[a-h]\d/);
  assert.deepEqual(error, [3, 1]);
  close();
  console.log(`${isolated ? "with" : "without"} cross-origin isolation: ok`);
}

await browser.close();
fs.rmSync(folder, { recursive: true });
console.log("uci: ok");
