// What the browser tests share: a studio on a profile of its own, and a page that collects problems. With the folder of
// the static files as a third argument, these are the studio.
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
  const store = (page) =>
    page.evaluate(async (profiles) => {
      const { Folder } = await import("./folder.js");
      const folder = new Folder(
        () => {},
        (reason) => console.error(reason),
      );
      await folder.opened;
      await folder.write(Object.entries(profiles).map(([name, text]) => [`${name}.toml`, new TextEncoder().encode(text)]));
    }, profiles);
  const prepare = async (page) => {
    await page.goto(url);
    await page.click(".welcome button");
    await store(page);
  };
  return { address, prepare, end: close };
}

// Starts the program on the first profile.
async function openProgram(profiles) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  for (const [name, text] of Object.entries(profiles)) fs.writeFileSync(path.join(folder, `${name}.toml`), text);
  const file = path.join(folder, `${Object.keys(profiles)[0]}.toml`);
  const child = spawn(temper, ["studio", file, "--no-open", "--port", "0"]);
  const data = await new Promise((resolve) => child.stdout.once("data", resolve));
  const [url] = String(data).split("\n");
  const address = (view, query = "") => `${url}${view}?${query}`;
  const end = () => {
    child.kill();
    fs.rmSync(folder, { recursive: true });
  };
  return { address, prepare: () => {}, end };
}

// Opens a studio with profiles, texts by name, of which it shows the first. `address(view, query)` is its address.
export async function open(profiles) {
  const { address, prepare, end } = await (dist ? openFiles : openProgram)(profiles);
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const problems = [];
  const newPage = async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("dialog", (dialog) => ["confirm", "beforeunload"].includes(dialog.type()) && dialog.accept());
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => ["http://127.0.0.1:", "data:", "blob:"].some((start) => request.url().startsWith(start)) || problems.push(request.url()));
    await prepare(page);
    return page;
  };
  const close = async () => {
    await browser.close();
    end();
  };
  return { address, problems, newPage, close };
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

// The width of the page must not exceed that of a telephone.
export async function isNarrow(page) {
  await page.setViewportSize({ width: 400, height: 800 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 860 });
  return width <= 400;
}
