// Tests the studio in a real Chromium: `node studio.mjs TEMPER CHROMIUM`. Prints latencies, and exits with 1 on a failure.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [temper, executablePath] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
const file = path.join(folder, "mine.toml");
const TEXT = '# my profile\nname = "mine"\nextends = "temperament"\n\n[material]\nknight = [400, 410]  # keep this\n';
fs.writeFileSync(file, TEXT);

// Starts a studio; returns its process and its address.
function start(port) {
  const child = spawn(temper, ["studio", file, "--no-open", "--port", String(port)]);
  const url = new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data).split("\n")[0])));
  return url.then((url) => ({ child, url }));
}

let { child, url } = await start(0);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
const problems = [];
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
page.on("pageerror", (error) => problems.push(error.message));
page.on("request", (request) => request.url().startsWith(new URL(url).origin) || request.url().startsWith("data:") || problems.push(request.url()));

const number = (stage) => page.locator(`[data-field="material.knight/0/${stage}"]`);
const text = () => fs.readFileSync(file, "utf8");

// --- Look: numbers, moves by keyboard
await page.goto(url);
await page.waitForSelector(".engine li");
const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
await page.fill(".fen", fen);
await page.press(".fen", "Enter");
await page.fill("input.move", "Nf6");
await page.press("input.move", "Enter");
await page.waitForSelector(".ply[aria-current]");
await page.locator("body").click({ position: { x: 700, y: 840 } });
await page.keyboard.press("ArrowLeft");
await page.waitForFunction(() => !document.querySelector(".ply[aria-current]"));
assert.equal(new URL(page.url()).searchParams.get("fen"), fen);

// --- Look: heat maps, and why one move is better
for (const [map, count] of [["worth", 30], ["knight", 64], ["", 0]]) {
  await page.selectOption("[aria-label='Heat map']", map);
  await page.waitForFunction((count) => document.querySelectorAll(".heat-number").length === count, count);
}
await page.selectOption("[aria-label='Heat map']", "piece");
await page.locator("svg.board [data-square=b1]").click({ force: true });
await page.waitForFunction(() => document.querySelectorAll(".heat-number").length > 30);
if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/heat.png` });
await page.selectOption("[aria-label='Heat map']", "");
await page.waitForFunction(() => !document.querySelector(".heat-number"));
await page.fill("[aria-label='Move, such as Nf3']", "Ke7");
await page.press("[aria-label='Move, such as Nf3']", "Enter");
await page.waitForFunction(() => document.querySelectorAll(".why li").length >= 2, null, { timeout: 30000 });
assert.match(await page.textContent(".why"), /Ke7/);
if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/why.png`, fullPage: true });

// --- Edit by keyboard, save with comments kept
await page.click("nav a:has-text('Edit')");
await page.waitForSelector("article");
await page.keyboard.press("/");
await page.keyboard.type("material.knight");
await number(0).fill("390");
await number(0).press("Tab");
await page.waitForSelector("text=unsaved changes.");
await page.keyboard.press("Control+s");
await page.waitForSelector("text=Saved mine.");
assert.equal(text(), TEXT.replace("400", "390"));

// --- undo, and a conflict with another program
await number(1).fill("420");
await number(1).press("Tab");
await page.waitForFunction(() => document.querySelector("[role=status].note").textContent.includes(": unsaved"));
const outside = text().replace("my profile", "edited elsewhere");
fs.writeFileSync(file, outside);
await page.waitForSelector("text=The file has been changed meanwhile");
await page.keyboard.press("Control+s");
await page.waitForTimeout(200);
assert.equal(text(), outside, "a change from outside was overwritten");
await page.click("text=Take the file");
await page.waitForSelector("text=no unsaved changes");

// --- a broken file is shown as such, and the page goes on when it is mended
fs.writeFileSync(file, outside.replace("[400", "[").replace("[390", "["));
await page.waitForSelector(".faults li");
fs.writeFileSync(file, outside);
await page.waitForFunction(() => !document.querySelector(".faults li"));

// --- an edit in another editor appears
const before = Date.now();
fs.writeFileSync(file, outside.replace("390", "333"));
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]')?.value === "333");
console.log(`edit from outside: ${Date.now() - before} ms`);

// --- latency of a slider: to the rows, and to the first new engine line. Without Black's knights, each step counts.
await page.fill(".fen", "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
await page.press(".fen", "Enter");
await page.waitForTimeout(500);
const latencies = await page.evaluate(async () => {
  const slider = document.querySelector('[data-field="material.knight/slider/0"]');
  const number = document.querySelector(".eval");
  slider.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  const found = [];
  for (let step = 0; step < 200; step++) {
    const start = performance.now();
    const changed = new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now() - start);
      });
      observer.observe(number, { childList: true, characterData: true, subtree: true });
      setTimeout(() => reject(new Error(`no new rows at step ${step}`)), 5000);
    });
    slider.value = Number(slider.value) + (step % 2 ? -20 : 20);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    found.push(await changed);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  dispatchEvent(new PointerEvent("pointerup"));
  return found.sort((a, b) => a - b);
});
console.log(`slider to rows: median ${latencies[100].toFixed(1)} ms, worst of 200 ${latencies[199].toFixed(1)} ms`);

// --- 400 pixels: nothing is cut off
await page.setViewportSize({ width: 400, height: 800 });
for (const view of ["Edit", "Look"]) {
  await page.click(`nav a:has-text('${view}')`);
  await page.waitForTimeout(300);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 400, `${view} is ${width} pixels wide`);
}

// --- a lost connection, and a restarted studio with another token
assert.deepEqual(problems, []);
const port = new URL(url).port;
child.kill();
await page.waitForSelector("text=The connection to the studio is lost");
({ child, url } = await start(port));
await page.waitForSelector("text=has a new address", { timeout: 15000 });

await browser.close();
child.kill();
fs.rmSync(folder, { recursive: true });
console.log("studio in the browser: all well");
