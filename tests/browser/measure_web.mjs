// Measures the studio as static files: `node measure_web.mjs TEMPER CHROMIUM FOLDER FENS [MINUTES]`, with a folder that
// `make web` has written and a file of FENs or EPDs. First interaction over a simulated line, transfer, numbers compared with
// `temper eval --json`, a slider, and memory over some minutes of use (default 5).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./files.mjs";
import { sliderLatency, summary } from "./latency.mjs";

const [temper, executablePath, dist, fenFile, minutes = "5"] = process.argv.slice(2);
const PROFILES = ["temperament", "fabchess", "attacker", "rustic", "simplified"];
const POSITIONS = 1000;
// Bytes per second of a line with 10 Mbit/s, and its delay in milliseconds.
const LINE = { downloadThroughput: 1.25e6, uploadThroughput: 1.25e6, latency: 40, offline: false };
const FEN = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const { url, close, sent } = await serve(dist, { isCompressed: true });
const user = fs.mkdtempSync(path.join(os.tmpdir(), "web-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const context = await chromium.launchPersistentContext(user, { executablePath, args, viewport: { width: 1280, height: 860 } });
const page = await context.newPage();
const foreign = [];
context.on("request", (request) => [url, "data:", "blob:"].some((start) => request.url().startsWith(start)) || foreign.push(request.url()));

// --- the first visit over a slow line
const devtools = await context.newCDPSession(page);
await devtools.send("Network.enable");
await devtools.send("Network.emulateNetworkConditions", LINE);
const begun = Date.now();
await page.goto(url);
await page.waitForFunction(() => document.querySelectorAll("svg.board [data-square]").length === 32 && document.querySelector(".rows .line"));
console.log(`board and evaluation after ${Date.now() - begun} ms at 10 Mbit/s, ${sent()} bytes`);
await page.waitForSelector(".engine li");
console.log(`first engine line after ${Date.now() - begun} ms`);
await page.waitForFunction(() => navigator.serviceWorker.ready);
console.log(`${sent()} bytes with the copy for use without a network`);
console.log(await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content"));
await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });

// --- numbers
const lines = fs.readFileSync(fenFile, "utf8").split("\n").filter((line) => line.includes("/"));
const fens = [...new Set(lines.map((line) => line.split(/[;,\t]/)[0].trim().split(/\s+/).slice(0, 4).join(" ") + " 0 1"))].slice(0, POSITIONS);
const positions = path.join(user, "positions.fen");
fs.writeFileSync(positions, fens.join("\n"));
let compared = 0;
for (const profile of PROFILES) {
  const printed = execFileSync(temper, ["eval", "--json", "--profile", profile, "--fens", positions], { maxBuffer: 1 << 30, encoding: "utf8" });
  const shown = await page.evaluate(
    async ([fens, name]) => {
      const { Server } = await import("./server.js");
      globalThis.ownServer ??= new Server();
      const texts = [];
      for (const fen of fens) texts.push((await globalThis.ownServer.call({ view: "look", type: "evaluate", profile: { name }, fen })).json);
      // A text is handed over faster than objects.
      return JSON.stringify(texts);
    },
    [fens, profile],
  );
  const evaluations = JSON.parse(shown);
  printed.trim().split("\n").forEach((line, index) => {
    const json = JSON.parse(line);
    assert.deepEqual(evaluations[index], json, `${profile}: ${fens[index]}`);
    compared += 2 + Object.keys(json.terms).length * 4;
  });
}
console.log(`${fens.length} positions x ${PROFILES.length} profiles: ${compared} numbers equal those of eval --json`);

// --- a slider, with the page shared with its workers (from the second visit on)
await page.goto(`${url}?${new URLSearchParams({ fen: FEN, profile: "temperament" })}#edit`);
await page.waitForSelector("article");
await page.fill("[aria-label='Search keys']", "material.knight");
await page.selectOption("[aria-label='Heat map']", "worth");
await page.waitForFunction(() => document.querySelectorAll(".heat-number").length === 28);
const latency = await sliderLatency(page, "material.knight/slider/0", 60);
console.log(summary("rows", latency.rows));
console.log(summary("first new engine line", latency.line));

// --- memory of the processes that show the page, with their workers and WebAssembly
const memory = () => {
  const processes = execFileSync("ps", ["-eo", "rss=,args="], { encoding: "utf8" }).split("\n");
  const shown = processes.filter((line) => line.includes(user) && line.includes("--type=renderer"));
  return `${Math.round(shown.reduce((sum, line) => sum + parseInt(line), 0) / 1024)} MiB`;
};
const end = Date.now() + Number(minutes) * 60000;
for (let round = 0; Date.now() < end; round++) {
  await page.selectOption("[aria-label='Heat map']", "");
  for (const view of ["Look", "Compare", "Play", "Edit"]) {
    await page.click(`nav a:has-text('${view}')`);
    await page.waitForTimeout(1000);
  }
  await page.fill("[aria-label='Search keys']", "material.knight");
  const slider = page.locator('[data-field="material.knight/slider/0"]');
  await slider.focus();
  for (let step = 0; step < 20; step++) await page.keyboard.press(round % 2 ? "ArrowLeft" : "ArrowRight");
  await page.fill(".fen", fens[round % fens.length]);
  await page.press(".fen", "Enter");
  await page.waitForTimeout(1000);
  if (round % 6 === 0) console.log(`round ${round}: ${memory()}`);
}
console.log(`at the end: ${memory()}`);
console.log(`requests to other hosts: ${foreign.length}`);
assert.deepEqual(foreign, []);
await context.close();
close();
fs.rmSync(user, { recursive: true });
