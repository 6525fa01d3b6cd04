// Measures what is too long for a test: `node measure.mjs TEMPER CHROMIUM [numbers] [latency] [hostile]`. Exits with 1 if
// a number is wrong, a limit is exceeded, or the studio does not recover.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { sliderLatency, summary } from "./latency.mjs";

const PROFILES = ["temperament", "fabchess", "attacker", "rustic", "mine"];
const POSITIONS = 1000;
const IN_PAGE = 100;
const STEPS = 200;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const [temper, executablePath, ...wanted] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
// In this profile, a unit is a hundredth of a pawn: what the page shows follows from the numbers of `eval --json`.
fs.writeFileSync(path.join(folder, "mine.toml"), 'name = "mine"\nextends = "temperament"\n\n[units]\npawn = 100\n\n[material]\nknight = 400\n');
const child = spawn(temper, ["studio", path.join(folder, "mine.toml"), "--no-open", "--port", "0"]);
const url = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data).split("\n")[0])));
const { host, port, pathname } = new URL(url);

async function call(request) {
  const response = await fetch(`${url}api`, { method: "POST", body: JSON.stringify(request) });
  const answer = await response.json();
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.ok;
}

// Positions of random games, the same each time.
async function positions(count) {
  let state = 1;
  const random = (below) => {
    state = (state * 48271) % 0x7fffffff;
    return state % below;
  };
  const fens = new Set();
  let fen = START;
  while (fens.size < count) {
    const { moves } = await call({ view: "look", type: "position", fen });
    fen = moves.length && random(80) ? moves[random(moves.length)].fen : START;
    if (fen !== START) fens.add(fen);
  }
  return [...fens];
}

// The lines of `temper eval --json`.
function printed(fens, profile) {
  const file = path.join(folder, "positions.fen");
  fs.writeFileSync(file, fens.join("\n"));
  const args = ["eval", "--json", "--profile-dir", folder, "--profile", profile, "--fens", file];
  return execFileSync(temper, args, { maxBuffer: 1 << 30 }).toString().trim().split("\n").map((line) => JSON.parse(line));
}

async function numbers(page) {
  const fens = await positions(POSITIONS);
  let compared = 0;
  for (const profile of PROFILES) {
    const lines = printed(fens, profile);
    for (const [index, fen] of fens.entries()) {
      const { json } = await call({ view: "look", type: "evaluate", profile: { name: profile }, fen });
      assert.deepEqual(json, lines[index], `${profile}: ${fen}`);
      compared += 2 + Object.keys(json.terms).length * 4;
    }
  }
  console.log(`interface: ${fens.length} positions x ${PROFILES.length} profiles, ${compared} numbers equal those of eval --json`);
  await numbersInPage(page, fens.slice(0, IN_PAGE));
}

// Compares the evaluation and all rows that the page shows.
async function numbersInPage(page, fens) {
  const lines = printed(fens, "mine");
  const { settings } = await call({ view: "edit", type: "open", profile: { name: "mine" } });
  const scale = settings.find(({ key }) => key === "phase.scale").value;
  const pawns = (phase, [mg, eg]) => (mg * phase + eg * (1 - phase)) / 100;
  let compared = 0;
  for (const [index, fen] of fens.entries()) {
    await page.goto(`${url}look?${new URLSearchParams({ profile: "mine", fen })}`);
    await page.waitForSelector(".rows .line");
    const json = lines[index];
    const pawnsShown = (await page.textContent(".eval")).match(/\((\S+)\)$/)[1];
    assert.equal(pawnsShown, signed(json.pawns), fen);
    // The scale of this position, unless something corrects the sum of the rows.
    const corrects = Object.entries(json.terms).some(([key, { white, black }]) => /^(drawish|winnable)\./.test(key) && [...white, ...black].some(Boolean));
    if (corrects || Math.abs(json.eval) < 100) continue;
    const unit = (json.pawns / json.eval) * 100;
    const shown = await page.evaluate(rowsShown);
    for (const { key, title, number } of shown) {
      const [white, black] = [json.terms[key].white, json.terms[key].black].map((pair) => unit * pawns(json.phase / scale, pair));
      // Half a digit of rounding, and that of the page's own numbers.
      assert.ok(Math.abs(Number(number) - (white - black)) < 0.02, `${fen}: ${key} is ${number}, not ${white - black}`);
      const [a, b] = title.match(/White (\S+), Black (\S+)$/).slice(1).map(Number);
      assert.ok(Math.abs(a - white) < 0.02 && Math.abs(b - black) < 0.02, `${fen}: ${key}: ${title}`);
      compared += 3;
    }
    compared += 1;
  }
  console.log(`page: ${fens.length} positions, ${compared} numbers equal those of eval --json`);
}

// The rows of the page.
function rowsShown() {
  const lines = [...document.querySelectorAll(".rows button.line")];
  return lines.map((line) => ({ key: line.dataset.key, title: line.title, number: line.querySelector(".number").textContent.replace("\u2212", "-") }));
}

function signed(number) {
  const text = Math.abs(number).toFixed(2);
  return Number(text) === 0 ? text : (number > 0 ? "+" : "\u2212") + text;
}

async function latency(page, browser) {
  const fen = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  await page.goto(`${url}edit?${new URLSearchParams({ profile: "mine", fen })}`);
  await page.selectOption("[aria-label='Heat map']", "worth");
  await page.waitForFunction(() => document.querySelectorAll(".heat-number").length === 28);
  const found = await sliderLatency(page, "material.knight/slider/0", STEPS);
  console.log(summary("rows", found.rows));
  console.log(summary("heat map", found.heat));
  console.log(summary("first new engine line", found.line));
  const outside = [];
  for (let step = 0; step < 20; step++) {
    // A page without the unsaved changes of the one before.
    const page = await browser.newPage();
    await page.goto(`${url}edit?${new URLSearchParams({ profile: "mine", fen })}`);
    const before = await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]')?.value).then((handle) => handle.jsonValue());
    // The page has been open for a while.
    await page.waitForTimeout(500);
    const file = path.join(folder, "mine.toml");
    const number = Number(before) + 1;
    const start = performance.now();
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(`knight = ${before}`, `knight = ${number}`));
    await page.waitForFunction((number) => document.querySelector('[data-field="material.knight/0/0"]').value === number, String(number), { polling: 5 });
    outside.push(performance.now() - start);
    await page.close();
  }
  outside.sort((a, b) => a - b);
  console.log(`edit in another editor: median ${outside[10].toFixed(0)} ms, worst of 20 ${outside[19].toFixed(0)} ms`);
}

// Megabytes of memory that the studio uses now, and at most.
function memory() {
  const status = fs.readFileSync(`/proc/${child.pid}/status`, "utf8");
  return ["VmRSS", "VmHWM"].map((name) => Math.round(Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))[1]) / 1024));
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A connection that sends a text; resolves when it is open or refused.
function connect(text) {
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), "127.0.0.1", () => {
      if (text) socket.write(text);
      resolve(socket);
    });
    socket.on("error", () => resolve(socket));
    socket.received = "";
    socket.on("data", (data) => (socket.received = (socket.received + data).slice(0, 200)));
  });
}

async function answers(within) {
  const start = Date.now();
  while (Date.now() - start < within) {
    try {
      await call({ view: "studio", type: "hello" });
      return Date.now() - start;
    } catch {
      await wait(100);
    }
  }
  return null;
}

async function hostile() {
  await call({ view: "look", type: "evaluate", profile: { name: "mine" }, fen: START });
  const before = memory();
  const head = (length) => `POST ${pathname}api HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${length}\r\n\r\n`;
  const report = async (what, sockets) => {
    await wait(1000);
    const [now] = memory();
    for (const socket of sockets) socket.destroy();
    const recovery = await answers(60000);
    console.log(`${what}: ${now} MB, answers again after ${recovery} ms`);
    assert.ok(recovery !== null, `${what}: the studio does not recover`);
    assert.ok(now < before[0] + 100, `${what}: ${now} MB`);
  };
  const many = (count, text) => Promise.all(Array.from({ length: count }, () => connect(text)));
  await report("1,000 silent connections", await many(1000, ""));
  await report("1,000 connections with half a request", await many(1000, head(100) + "{"));
  await report("1,000 streams of events", await many(1000, `GET ${pathname}events?tab=a HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
  // Readers that ask for the page again and again and take nothing.
  const get = `GET ${pathname}edit.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const slow = await many(60, get.repeat(500));
  for (const socket of slow) socket.pause();
  await report("60 slow readers of 500 pages each", slow);
  const bodies = await many(10, head(100 << 20));
  const chunk = Buffer.alloc(1 << 20, 32);
  for (let sent = 0; sent < 100; sent++) {
    for (const socket of bodies) if (!socket.destroyed && socket.writable && socket.writableLength < 4 << 20) socket.write(chunk);
    await wait(5);
  }
  assert.ok(bodies.every((socket) => !socket.received.startsWith("HTTP/1.1 200")));
  await report("10 bodies of 100 MB", bodies);
  console.log(`memory: ${before[0]} MB before, at most ${memory()[1]} MB`);
}

const all = { numbers, latency, hostile };
try {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  for (const [name, measure] of Object.entries(all)) if (!wanted.length || wanted.includes(name)) await measure(page, browser);
  await browser.close();
} finally {
  child.kill();
  fs.rmSync(folder, { recursive: true });
}
