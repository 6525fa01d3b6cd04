// Tests the studio's view Match: `node match.mjs TEMPER CHROMIUM`. Exits with 1 on a failure.
import assert from "node:assert/strict";
import fs from "node:fs";
import { isNarrow, open, pictures } from "./common.mjs";

const { url, problems, newPage, close } = await open('name = "mine"\nextends = "temperament"\n\n[material]\nknight = [400, 410]\n');
const page = await newPage();

// --- a changed profile against its file
await page.goto(`${url}edit`);
await page.waitForSelector("article");
await page.keyboard.press("/");
await page.keyboard.type("material.knight");
const number = page.locator('[data-field="material.knight/0/0"]');
await number.fill("300");
await number.press("Tab");
await page.waitForSelector("text=mine: unsaved changes");
await page.click("nav a:has-text('Match')");
await page.waitForSelector(".matches .note");
const players = await page.locator(".view-match form select").evaluateAll((selects) => selects.slice(0, 2).map((select) => select.value));
assert.deepEqual(players, ["mine", "mine*"]);
await page.fill("[aria-label='Value of the limit']", "500");
await page.locator("label.field", { hasText: /^Games$/ }).locator("input").fill("2000");
await page.click("button.main");
await page.waitForSelector(".chart .curve", { timeout: 60000 });
await page.waitForSelector(".boards .board");
assert.match(await page.textContent(".followed h2"), /mine - mine \(edited\)/);
await pictures(page, "match");

// --- pause, reload, resume, save the games
await page.click(".controls button:text-is('Pause')");
await page.waitForSelector(".matches >> text=paused");
// The last pair may arrive after the list; the boards go when nothing follows.
await page.waitForFunction(() => !document.querySelector(".boards .board"));
const played = await page.textContent(".result");
await page.reload();
await page.waitForFunction((played) => document.querySelector(".result")?.textContent === played, played);
await page.click(".controls button:text-is('Resume')");
await page.waitForSelector(".matches >> text=running");
await page.waitForSelector(".boards .board");
await page.click(".controls button:text-is('Pause')");
await page.waitForSelector(".matches >> text=paused");
const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save PGN")]);
assert.match(fs.readFileSync(await download.path(), "utf8"), /\[White "mine/);

// --- everything by keyboard: a new match, pause, resume, the first match again
const isFocused = (selector) => page.evaluate((selector) => document.activeElement.matches(selector), selector);
async function press(selector, key) {
  for (let tabs = 0; !(await isFocused(selector)); tabs++) {
    assert.ok(tabs < 80, `Tab does not reach ${selector}`);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press(key);
}
const running = () => page.waitForSelector(".matches [aria-current=true] >> text=running");
const [firstId] = await page.locator(".matches button").evaluateAll((buttons) => buttons.map((button) => button.dataset.id));
await press("[aria-label='Value of the limit']", "Control+a");
await page.keyboard.type("400");
await press("button.main", "Enter");
await running();
assert.equal(await page.locator(".matches button").count(), 2);
for (const name of ["Pause", "Resume", "Pause"]) {
  await page.waitForSelector(`.followed .controls button:visible:text-is('${name}')`);
  await press(".followed .controls button", "Enter");
  await (name === "Resume" ? running() : page.waitForSelector(".matches [aria-current=true] >> text=paused"));
}
// The list keeps the focus when it is read again.
await page.evaluate((id) => {
  const button = document.querySelector(`[data-id="${id}"]`);
  button.focus();
  button.isOld = true;
  window.dispatchEvent(new Event("focus"));
}, firstId);
await page.waitForFunction((id) => !document.querySelector(`[data-id="${id}"]`).isOld, firstId);
assert.ok(await isFocused(`[data-id="${firstId}"]`), "the list of matches loses the focus");
await press(`[data-id="${firstId}"]`, "Enter");
await page.waitForSelector(`[data-id="${firstId}"][aria-current=true]`);

// --- its games open in Look
await page.click(".followed button:text-is('View games')");
await page.waitForSelector("[aria-label='Games of the text']:visible");
await page.waitForSelector(".moves .ply");
await page.click("nav a:has-text('Match')");
await page.waitForSelector(`[data-id="${firstId}"][aria-current=true]`);

// --- a match that is not running can be deleted
await page.click(".followed button:text-is('Delete')");
await page.waitForFunction(() => document.querySelectorAll(".matches button").length === 1);
await page.waitForSelector("text=No match chosen");

// --- settings that are refused are explained
await page.locator("label.field", { hasText: /^Games$/ }).locator("input").fill("4");
await page.selectOption(".view-match form select >> nth=2", "tc");
await page.fill("[aria-label='Value of the limit']", "soon");
await page.click("button.main");
await page.waitForSelector(".view-match form .bad:not([hidden])");
await page.selectOption(".view-match form select >> nth=2", "nodes");
await page.fill("[aria-label='Value of the limit']", "many");
await page.click("button.main");
await page.waitForSelector(".view-match form .bad >> text=a whole number is wanted");

assert.ok(await isNarrow(page), "the page is wider than 400 pixels");
assert.deepEqual(problems, []);
await close();
console.log("match in the browser: all well");
