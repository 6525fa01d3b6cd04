// Tests the studio's view Match: `node match.mjs TEMPER CHROMIUM [FOLDER]`, with a folder of static files that are tested in
// place of the program. Exits with 1 on a failure.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isNarrow, open, pictures } from "./common.mjs";

const MINE = 'name = "mine"\nextends = "simplified"\n\n[material]\nknight = [400, 410]\n';
// Its moves depend on a seed.
const WILD = 'name = "wild"\nextends = "simplified"\n\n[strength]\nnoise = 40\n\n[book]\nvariety = 20\n';
const [temper] = process.argv.slice(2);
const { address, problems, newPage, close } = await open({ mine: MINE, wild: WILD });
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
await page.fill("[aria-label='Value of the limit']", "1000");
await page.locator("label.field", { hasText: /^Games$/ }).locator("input").fill("2000");
await page.click("button.main");
// Elo needs 20 games.
await page.waitForSelector(".chart .curve", { timeout: 180000 });
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
await page.keyboard.type("1500");
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
// The list is read again when all of a match has arrived.
await page.evaluate((id) => (document.querySelector(`[data-id="${id}"]`).isOld = true), secondId);
await page.click(`[data-id="${secondId}"]`);
await page.waitForFunction((id) => !document.querySelector(`[data-id="${id}"]`).isOld, secondId);
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

// --- a match is the one of `temper match`, move for move, also after a reload, a pause and another reload
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "match-"));
fs.writeFileSync(path.join(folder, "wild.toml"), WILD);
const reference = path.join(folder, "reference.jsonl");
const options = ["--games=20", "--nodes=1000", "--own-book", "--seed=7", "--concurrency=2", "--quiet", "--journal", reference];
execFileSync(temper, ["match", "temperament", path.join(folder, "wild.toml"), ...options]);
const gamesOf = (text) => {
  const [, ...lines] = text.trim().split("\n").map((line) => JSON.parse(line));
  const all = lines.map(({ game, white, black, fen, opening, moves, result, reason }) => ({ game, white, black, fen, opening, result, reason, moves: moves.map(({ move, nodes, depth, cp, mate }) => [move, nodes, depth, cp, mate]) }));
  return all.sort((a, b) => a.game - b.game);
};
const expected = gamesOf(fs.readFileSync(reference, "utf8"));
assert.equal(expected.length, 20);
const { id: seeded } = await page.evaluate(async () => {
  const { Server } = await import("./server.js");
  const server = new Server(() => {});
  const player = (name) => ({ name });
  return server.call({ view: "match", type: "start", a: player("temperament"), b: player("wild"), games: 20, limit: { nodes: 1000 }, openings: "balanced", own_book: true, seed: 7, concurrency: 2 });
});
await page.evaluate(() => dispatchEvent(new Event("focus")));
await page.click(`[data-id="${seeded}"]`);
const listed = (text) => page.waitForSelector(`[data-id="${seeded}"] >> text=${text}`, { timeout: 300000 });
for (let played = 0; played < 3; ) {
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.waitForTimeout(100);
  [, played] = (await page.textContent(`[data-id="${seeded}"] .so-far`)).match(/^(\d+) of/).map(Number);
}
await page.reload();
const pause = page.locator(".followed .controls button:visible:text-is('Pause')");
const resume = page.locator(".followed .controls button:visible:text-is('Resume')");
// The program plays on without a page.
await page.waitForSelector(".followed .controls button:visible:is(:text-is('Pause'), :text-is('Resume'), :text-is('Delete'))");
if (await resume.isVisible()) {
  await resume.click();
  await listed("/running|finished/");
}
// It may have ended.
await pause.click({ timeout: 3000 }).catch(() => {});
await listed("/paused|finished/");
await page.reload();
await page.waitForSelector(".followed .controls button:visible:text-is('Save journal')");
if (await resume.isVisible()) await resume.click();
await listed("/finished, 20 of 20 games/");
const [journal] = await Promise.all([page.waitForEvent("download"), page.click("text=Save journal")]);
assert.deepEqual(gamesOf(fs.readFileSync(await journal.path(), "utf8")), expected);
// The program reads a journal of the page.
const counted = execFileSync(temper, ["match", "--resume", await journal.path(), "--show"], { encoding: "utf8" });
assert.match(counted, /20 games/);
const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save report")]);
assert.match(fs.readFileSync(await saved.path(), "utf8"), /^<!DOCTYPE html>/);
fs.rmSync(folder, { recursive: true });
await page.click(".followed button:text-is('Delete')");
await page.waitForFunction(() => document.querySelectorAll(".matches button").length === 2);

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
await other.waitForSelector(".matches li");
const firstPlayers = () => other.locator(".view-match form select").evaluateAll((selects) => selects.slice(0, 2).map((select) => select.value));
assert.deepEqual(await firstPlayers(), ["simplified", "mine"]);
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
