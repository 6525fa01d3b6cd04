// What the browser tests share: a studio on a profile of its own, and a page that collects problems. With the folder of
// the static files as a third argument, these are the studio.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./files.mjs";

const [temper, executablePath, dist] = process.argv.slice(2);
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// Opens the studio as static files. Each page has the profiles in its storage.
async function openFiles(profiles) {
  const { url, close } = await serve(dist);
  const address = (view, query = "") => `${url}?profile=${Object.keys(profiles)[0]}&${query}#${view}`;
  // The storage of a page, as another tab has it.
  const storage = (page) =>
    page.evaluateHandle(async () => {
      const { Folder } = await import("./folder.js");
      const trouble = (text) => text && console.error(text);
      globalThis.storageOfTest ??= new Folder(() => {}, trouble);
      await storageOfTest.opened;
      return storageOfTest;
    });
  const prepare = async (page) => {
    await page.goto(url);
    await page.click(".welcome button");
    for (const [name, text] of Object.entries(profiles)) await files(page).write(name, text);
  };
  const files = (page) => ({
    read: async (name) => (await storage(page)).evaluate((folder, name) => new TextDecoder().decode(folder.files.get(`${name}.toml`)), name),
    write: async (name, text) => (await storage(page)).evaluate((folder, [name, text]) => folder.write([[`${name}.toml`, text === null ? null : new TextEncoder().encode(text)]]), [name, text]),
  });
  return { address, prepare, files, restart: null, end: close };
}

// Starts the program on the first profile.
async function openProgram(profiles) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  const file = (name) => path.join(folder, `${name}.toml`);
  for (const [name, text] of Object.entries(profiles)) fs.writeFileSync(file(name), text);
  let child;
  let url;
  const start = async (port) => {
    child = spawn(temper, ["studio", file(Object.keys(profiles)[0]), "--no-open", "--port", String(port)]);
    const data = await new Promise((resolve) => child.stdout.once("data", resolve));
    [url] = String(data).split("\n");
  };
  await start(0);
  const address = (view, query = "") => `${url}${view}?${query}`;
  const files = () => ({
    read: (name) => fs.readFileSync(file(name), "utf8"),
    write: (name, text) => (text === null ? fs.unlinkSync(file(name)) : fs.writeFileSync(file(name), text)),
  });
  // Ends the program; the result starts it again.
  const restart = () => {
    child.kill();
    return () => start(new URL(url).port);
  };
  const end = () => {
    child.kill();
    fs.rmSync(folder, { recursive: true });
  };
  return { address, prepare: () => {}, files, restart, end };
}

// Opens a studio with profiles, texts by name, of which it shows the first. `address(view, query)` is its address.
// A page that is not `prepared` is that of a visitor who has no profiles yet. `files(page)` reads and writes profiles as another
// program does, or another tab; `restart`, if it is not null, restarts the program.
export async function open(profiles) {
  const { address, prepare, files, restart, end } = await (dist ? openFiles : openProgram)(profiles);
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const problems = [];
  const newPage = async ({ isPrepared = true } = {}) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, permissions: ["clipboard-read", "clipboard-write"] });
    // Matches of these tests use both cores of a small machine.
    page.setDefaultTimeout(180_000);
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("dialog", (dialog) => ["confirm", "beforeunload"].includes(dialog.type()) && dialog.accept());
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => ["http://127.0.0.1:", "data:", "blob:"].some((start) => request.url().startsWith(start)) || problems.push(request.url()));
    if (isPrepared) await prepare(page);
    return page;
  };
  const close = async () => {
    await browser.close();
    end();
  };
  return { address, problems, newPage, files, restart, close };
}

// Screenshots in the folder SCREENSHOTS, if it is set: wide and narrow, light and dark.
export async function pictures(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 860 });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 860 });
}

// Waits until a condition holds, which the page may need some time for.
export async function eventually(condition) {
  for (const end = Date.now() + 180_000; !(await condition()); ) {
    assert.ok(Date.now() < end, `never true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// The width of the page must not exceed that of a telephone.
export async function isNarrow(page) {
  await page.setViewportSize({ width: 400, height: 800 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 860 });
  return width <= 400;
}
