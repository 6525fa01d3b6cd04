// Tests the studio as static files in a real Chromium: `node web.mjs TEMPER CHROMIUM FOLDER`, with a folder that `make web`
// has written. The files come from a plain server, below a path, and then from no server at all. Numbers are those of TEMPER.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./files.mjs";
import { sliderLatency, summary } from "./latency.mjs";

const [temper, executablePath, dist] = process.argv.slice(2);
if (!fs.existsSync(path.join(dist ?? "", "temperament.wasm"))) {
  console.log("SKIPPED: the studio as static files: `make web` has not written them");
  process.exit(0);
}

const MOST_COMPRESSED = 2 << 20;
const PGN = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";
const FENS = [
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
  "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13",
  "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
];

const { url, close, sent } = await serve(dist);

const user = fs.mkdtempSync(path.join(os.tmpdir(), "web-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const context = await chromium.launchPersistentContext(user, { executablePath, args, viewport: { width: 1280, height: 860 } });
const problems = [];
async function newPage() {
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("dialog", (dialog) => dialog.accept());
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => [url, "data:", "blob:"].some((start) => request.url().startsWith(start)) || problems.push(request.url()));
  return page;
}
const page = await newPage();

// Answers of the engine in the page, by the connection that the page itself has.
const call = (request) =>
  page.evaluate(async (request) => {
    const { Server } = await import("./server.js");
    globalThis.ownServer ??= new Server();
    return globalThis.ownServer.call(request);
  }, request);

// --- the first visit: what this is, and an evaluation
const begun = Date.now();
await page.goto(url);
await page.waitForSelector(".welcome >> text=nothing leaves your browser");
await page.waitForSelector(".engine li");
console.log(`first engine line after ${Date.now() - begun} ms, ${sent()} bytes compressed`);
await page.waitForFunction(() => navigator.serviceWorker.ready);
console.log(`${sent()} bytes compressed with the copy for use without a network`);
assert.ok(sent() < MOST_COMPRESSED, `${sent()} bytes`);

// --- evaluations are those of the program
for (const profile of ["temperament", "attacker", "fabchess"]) {
  for (const fen of FENS) {
    const { json } = await call({ view: "look", type: "evaluate", profile: { name: profile }, fen });
    const native = JSON.parse(execFileSync(temper, ["eval", "--json", "--profile", profile, fen], { encoding: "utf8" }));
    assert.deepEqual(json, native, `${profile}: ${fen}`);
  }
}

// --- Look: a position from a link, why, and a review
await page.goto(`${url}?${new URLSearchParams({ fen: FENS[1], profile: "temperament" })}`);
await page.waitForFunction((fen) => document.querySelector(".fen")?.value === fen, FENS[1]);
await page.waitForSelector(".engine li");
await page.fill("[aria-label='Move to explain']", "Bxd7+");
await page.press("[aria-label='Move to explain']", "Enter");
await page.waitForFunction(() => /Bxd7\+ .* by \d/.test(document.querySelector(".why li")?.textContent), null, { timeout: 180000 });
await page.click("summary:has-text('Open a game')");
await page.fill("[aria-label='Game in PGN']", PGN);
await page.press("[aria-label='Game in PGN']", "Tab");
await page.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 14);
await page.click("button:has-text('Review this game')");
await page.waitForSelector(".review .chances", { timeout: 180000 });

// --- Edit: a slider changes the rows; a copy is saved, and is there after a reload
await page.click("nav a:has-text('Edit')");
await page.waitForSelector("article");
await page.click("button:has-text('Save as child')");
await page.fill(".save-as input", "mine");
await page.press(".save-as input", "Enter");
await page.waitForSelector("text=Saved mine.");
await page.fill(".fen", "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
await page.press(".fen", "Enter");
await page.fill("[aria-label='Search keys']", "material.knight");
await page.selectOption("[aria-label='Heat map']", "worth");
await page.waitForFunction(() => document.querySelectorAll(".heat-number").length === 28);
const latency = await sliderLatency(page, "material.knight/slider/0", 30);
console.log(summary("rows", latency.rows));
console.log(summary("first new engine line", latency.line));
const number = page.locator('[data-field="material.knight/0/0"]');
await number.fill("399");
await number.press("Enter");
await page.waitForSelector(".profile-editor[aria-busy=false] .editor-bar [role=status]:has-text(': unsaved')");
await page.keyboard.press("Control+s");
await page.waitForSelector("text=mine: no unsaved changes");
await page.reload();
await page.waitForFunction(() => document.querySelector('[aria-label="Search keys"]'));
await page.fill("[aria-label='Search keys']", "material.knight");
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]')?.value === "399");
const download = page.waitForEvent("download");
await page.click("button:has-text('Download')");
const text = fs.readFileSync(await (await download).path(), "utf8");
assert.match(text, /knight = \[399, /);

// --- a file of the user is opened; one with a name that is taken, or that is no profile, is refused with the reason
const opened = async (name, content) => {
  await page.evaluate(() => document.querySelectorAll("#messages > p").forEach((message) => message.remove()));
  await page.setInputFiles("[aria-label='Profile to open']", { name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await page.waitForSelector("#messages > p");
  return page.textContent("#messages > p");
};
assert.match(await opened("bare.toml", 'name = "bare"\n[material]\npawn = 100\n'), /Opened bare/);
assert.match(await opened("mine.toml", text), /there is a profile mine already/);
assert.match(await opened("a b.toml", text), /letters, digits/);
assert.match(await opened("broken.toml", "[material\n"), /Opened broken/);
await page.waitForSelector(".faults li");

// --- a profile is deleted; its text is still in the tab
await page.selectOption("#profile", "bare");
await page.waitForSelector("text=bare: no unsaved changes");
await page.click("button:has-text('Delete')");
await page.waitForSelector("text=Its file is gone: Save writes it again.");
assert.equal(await page.locator("#profile optgroup[label='Your profiles'] option[value=bare]").count(), 0);

// --- another tab sees what is saved in this one
const other = await newPage();
await other.goto(`${url}?profile=mine#edit`);
await other.waitForSelector("text=mine: no unsaved changes");
await other.fill("[aria-label='Search keys']", "material.knight");
await page.selectOption("#profile", "mine");
await page.waitForSelector("text=mine: no unsaved changes");
await page.fill("[aria-label='Search keys']", "material.knight");
await number.fill("401");
await number.press("Enter");
await page.waitForSelector(".profile-editor[aria-busy=false] .editor-bar [role=status]:has-text(': unsaved')");
await page.keyboard.press("Control+s");
await other.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]')?.value === "401");
await other.close();

// --- Compare, and what is not there
await page.click("nav a:has-text('Compare')");
await page.waitForFunction(() => [...document.querySelectorAll("[aria-label=Profiles] tbody tr")].every((row) => row.children[3].textContent.length > 1), null, { timeout: 180000 });
await page.click("nav a:has-text('Match')");
await page.waitForSelector("text=UCI engines, endgame tables and tournaments need the program");

// --- Play: a move is answered, at once and on a clock
await page.goto(`${url}?profile=attacker#play`);
await page.click("button:has-text('Start')");
await page.fill("input.move", "e4");
await page.press("input.move", "Enter");
await page.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 2, null, { timeout: 180000 });
await page.goto(`${url}?profile=defender&clock=3%2B2#play`);
await page.click("button:has-text('Start')");
await page.fill("input.move", "d4");
await page.press("input.move", "Enter");
await page.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 2, null, { timeout: 180000 });

// --- without a server
close();
await page.goto(`${url}?profile=mine#look`);
await page.waitForSelector(".engine li");
assert.equal(await page.inputValue("#profile"), "mine");

assert.deepEqual(problems, []);
await context.close();
fs.rmSync(user, { recursive: true });
console.log("web: ok");
