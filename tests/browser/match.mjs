// Tests the studio's view Match: `node match.mjs TEMPER CHROMIUM`. Exits with 1 on a failure.
import assert from "node:assert/strict";
import fs from "node:fs";
import { isNarrow, open, pictures } from "./common.mjs";

const { address, problems, newPage, close } = await open({ mine: 'name = "mine"\nextends = "attacker"\n\n[material]\nknight = [400, 410]\n' });
const page = await newPage();

// --- a changed profile against its file
await page.goto(address("edit"));
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
await page.fill("[aria-label='Value of the limit']", "100");
await page.locator("label.field", { hasText: /^Games$/ }).locator("input").fill("2000");
await page.click("button.main");
// Elo needs 20 games.
await page.waitForSelector(".chart .curve", { timeout: 120000 });
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
await page.keyboard.type("200");
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

// --- a match that runs is chosen again: each pair arrives once
const secondId = await page.locator(".matches button").evaluateAll((buttons, first) => buttons.map((button) => button.dataset.id).find((id) => id !== first), firstId);
const games = () => page.$eval(".result", (line) => parseInt(line.textContent));
async function assertEachPairIsThereOnce() {
  await page.waitForSelector(".chart .curve");
  const before = await games();
  await page.waitForFunction((before) => parseInt(document.querySelector(".result").textContent) > before + 4, before);
  const xs = await page.$eval(".chart .curve", (curve) => curve.getAttribute("d").match(/(?<=[ML])[\d.]+/g).map(Number));
  assert.ok(xs.every((x, index) => !index || x > xs[index - 1]), `the curve goes back: ${xs}`);
}
await page.click(".controls button:text-is('Resume')");
await running();
await assertEachPairIsThereOnce();
const isList = (request) => request.postData()?.includes('"type":"list"');
// The list is read again when all of a match has arrived.
await Promise.all([page.waitForRequest(isList), page.click(`[data-id="${secondId}"]`)]);
await page.click(`[data-id="${firstId}"]`);
await assertEachPairIsThereOnce();
// So fast that the streams before have not started.
await page.evaluate((ids) => ids.forEach((id) => document.querySelector(`[data-id="${id}"]`).click()), [secondId, firstId, secondId, firstId]);
await assertEachPairIsThereOnce();
await page.click(".controls button:text-is('Pause')");
await page.waitForSelector(".matches [aria-current=true] >> text=paused");

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

// --- a few games give no rating; the list shows the points
const gamesField = () => page.locator("label.field", { hasText: /^Games$/ }).locator("input");
await gamesField().fill("4");
await page.click("button.main");
await page.waitForSelector(".matches [aria-current=true] >> text=/finished, 4 of 4 games, [\\d.]+ : [\\d.]+ points/");
assert.match(await page.textContent(".result"), /4 of 4 games in whole pairs: .*\. Too few games for a rating\.$/);
assert.equal(await page.locator(".chart .curve").count(), 0);

// --- the tab keeps the settings of the form; damaged ones do no harm
const limits = () => page.inputValue(".view-match form select >> nth=2");
const value = () => page.inputValue("[aria-label='Value of the limit']");
await page.selectOption(".view-match form select >> nth=2", "movetime");
await page.check("text=Stop by a sequential test");
await gamesField().fill("300");
await page.click("nav a:has-text('Play')");
await page.click("nav a:has-text('Match')");
for (const reload of [false, true]) {
  if (reload) await page.reload();
  await page.waitForSelector("text=H1: normalised Elo");
  assert.deepEqual([await limits(), await value(), await gamesField().inputValue()], ["movetime", "100", "300"]);
}
for (const damaged of ["{", "null", '{"limit":"x","value":7,"games":[],"test":"yes"}']) {
  await page.evaluate((text) => sessionStorage.setItem("temperament-new-match", text), damaged);
  await page.reload();
  await page.waitForSelector(".matches button");
  assert.deepEqual([await limits(), await value(), await gamesField().inputValue()], ["nodes", "20000", "200"], damaged);
  assert.ok(await page.isHidden("text=H1: normalised Elo"));
}

// --- the first players are a profile and its parent, also when the profile of the page changes
const other = await newPage();
await other.goto(address("match"));
await other.waitForSelector(".matches button");
const firstPlayers = () => other.locator(".view-match form select").evaluateAll((selects) => selects.slice(0, 2).map((select) => select.value));
assert.deepEqual(await firstPlayers(), ["attacker", "mine"]);
await other.selectOption("#profile", "rustic");
assert.deepEqual(await firstPlayers(), ["temperament", "rustic"]);
await other.selectOption(".view-match form select >> nth=0", "attacker");
await other.selectOption("#profile", "mine");
await other.selectOption("#profile", "rustic");
assert.deepEqual(await firstPlayers(), ["attacker", "rustic"]);
await other.close();

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
