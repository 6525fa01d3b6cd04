// What the browser tests share: a studio on a profile of its own, and a page that collects problems.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [temper, executablePath] = process.argv.slice(2);
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// Starts a studio on a profile with this text and opens a page.
export async function open(text) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  const file = path.join(folder, "mine.toml");
  fs.writeFileSync(file, text);
  const start = async (port = 0) => {
    const child = spawn(temper, ["studio", file, "--no-open", "--port", String(port)]);
    const data = await new Promise((resolve) => child.stdout.once("data", resolve));
    return { child, url: String(data).split("\n")[0] };
  };
  let { child, url } = await start();
  const browser = await chromium.launch({ executablePath, args: ARGS });
  const problems = [];
  const newPage = async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("dialog", (dialog) => ["confirm", "beforeunload"].includes(dialog.type()) && dialog.accept());
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => ["http://127.0.0.1:", "data:", "blob:"].some((start) => request.url().startsWith(start)) || problems.push(request.url()));
    return page;
  };
  const close = async () => {
    await browser.close();
    child.kill();
    fs.rmSync(folder, { recursive: true });
  };
  return { file, url, problems, newPage, close };
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
