// Tests the views Compare and Play of the studio in a real Chromium: `node play.mjs TEMPER CHROMIUM [FOLDER]`,
// with a folder of static files that are tested in place of the program.
import assert from "node:assert/strict";
import fs from "node:fs";
import { isNarrow, open, pictures } from "./common.mjs";

const MINE = 'name = "mine"\nextends = "temperament"\n\n[material]\nknight = [400, 410]\n\n[book]\nwhite = ["a3"]\nblack = ["e4 c5"]\n';
const KID = 'name = "kid"\nextends = "mine.toml"\n';
const { address, problems, newPage, close } = await open({ mine: MINE, kid: KID });
const page = await newPage();
const query = () => new URL(page.url()).searchParams;
const status = (text) => page.waitForFunction((text) => document.querySelector(".status")?.textContent.includes(text), text, { timeout: 180000 });
const play = async (move) => {
  await page.fill("input.move", move);
  await page.press("input.move", "Enter");
};
// The text of a file that a click saves.
async function saved(text) {
  const download = page.waitForEvent("download");
  await page.click(`button:has-text("${text}")`);
  return fs.readFileSync(await (await download).path(), "utf8");
}

// --- Compare: values side by side, searches, and the positions with the largest differences
await page.goto(address(""));
await page.click("nav a:has-text('Compare')");
await page.waitForSelector(".compared.keys tbody");
const heads = await page.locator(".compared.keys thead th.number").allTextContents();
assert.deepEqual(heads, ["mine", "temperament", "mine \u2212 temperament"]);
const searched = () => page.waitForFunction(() => [...document.querySelectorAll("[aria-label=Profiles] tbody tr")].every((row) => row.children[3].textContent.length > 1), null, { timeout: 180000 });
await searched();
// A child is compared with its parent, and has its score as long as it is like it.
await page.selectOption("#profile", "kid");
await page.waitForSelector(".compared.keys thead th:text-is('kid \u2212 mine')");
await searched();
const [kid, mine] = await page.locator("[aria-label=Profiles] tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent)));
assert.deepEqual(kid, mine);
await page.selectOption("#profile", "mine");
await page.waitForSelector(".compared.keys thead th:text-is('mine \u2212 temperament')");
// Lists have characters first, then published evaluations, then own profiles.
const groups = await page.locator("#profile optgroup").evaluateAll((groups) => groups.map(({ label }) => label));
assert.deepEqual(groups, ["Characters", "Published evaluations", "Your profiles"]);
assert.equal(await page.locator("[aria-label='Add a profile'] optgroup[label='Published evaluations'] option").count(), 10);
await page.fill(".fen", "r1bqkb1r/pppp1ppp/8/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5");
await page.press(".fen", "Enter");
await page.click("button.group:has-text('material')");
await page.waitForSelector("[data-key='material.knight']");
assert.equal(await page.getAttribute("button.group >> nth=0", "aria-expanded"), "true");
await page.selectOption("[aria-label='Add a profile']", "fabchess");
await page.waitForFunction(() => document.querySelectorAll(".compared.keys thead th.number").length === 4);
assert.equal(query().get("with"), "temperament,fabchess");
await page.click("[aria-label='Where they disagree most'] button.main");
await page.waitForSelector(".position-link");
await searched();
await pictures(page, "compare");
assert.ok(await isNarrow(page), "Compare is cut off");
await page.click("[aria-label='Remove fabchess']");
await page.waitForFunction(() => document.querySelectorAll(".compared.keys thead th.number").length === 3);
await page.selectOption("[aria-label=Positions]", "text");
await page.fill("[aria-label='FENs, EPD or PGN']", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *");
await page.click("[aria-label='Where they disagree most'] button.main");
await page.waitForSelector("text=8 positions compared");
await page.click(".position-link >> nth=0");
await page.waitForFunction(() => new URL(location).searchParams.get("fen")?.includes("B"));

// --- Play: the book answers, the game survives a reload and a visit to another view
await page.click("nav a:has-text('Play')");
await page.click("[data-opponent=attacker]");
await page.waitForSelector("[aria-label=Opponent] >> text=attacker: Attacks the opponent's king");
// An invalid FEN is explained below its field, and the board keeps its position.
const shown = query().get("fen");
assert.equal(query().get("from"), "board", "who comes with a position plays from it");
await page.fill(".fen", "8/8/8/8/8/8/8/8 w - - 0 1");
await page.press(".fen", "Enter");
await page.waitForSelector("text=The board keeps its position");
assert.equal(query().get("fen"), shown);
await page.fill(".fen", "");
await page.press(".fen", "Enter");
await page.waitForFunction(() => document.querySelector(".fen").value.includes("/"));
await page.selectOption("label:has-text('Start') select", "");
// Evaluations of other engines are no characters to play against: they are folded.
assert.deepEqual(await page.locator(".opponents details[open] > summary").allTextContents(), ["Characters", "Your profiles"]);
assert.deepEqual(await page.locator(".opponents details:not([open]) > summary").allTextContents(), ["Published evaluations"]);
// On a telephone, Start and the level are in sight before the board.
const bottomOf = (selector) => page.evaluate((selector) => document.querySelector(selector).getBoundingClientRect().bottom, selector);
await page.setViewportSize({ width: 400, height: 800 });
await page.evaluate(() => scrollTo(0, 0));
assert.ok((await bottomOf(".new-game button.main")) < 500, `Start ends at ${await bottomOf(".new-game button.main")}`);
assert.ok((await bottomOf(".board-box")) > (await bottomOf(".level")));
await page.setViewportSize({ width: 1280, height: 860 });
await page.selectOption("#profile", "mine");
await page.selectOption("label:has-text('Clock') select", "5+3");
await page.selectOption("[aria-label=Strength]", "level");
await pictures(page, "new-game");
await page.click("button:has-text('Start')");
await status("Your move");
await play("e4");
await status("c5 (from the book). Your move");
assert.equal(query().get("moves"), "e2e4,c7c5");
await page.reload();
await status("Your move");
assert.match(await page.textContent(".player >> nth=0"), /mine \(1500\)/);
await page.click("nav a:has-text('Look')");
await page.waitForSelector(".engine");
// The game keeps its opponent, and the other views their profile.
await page.selectOption("#profile", "otter");
await page.click("nav a:has-text('Play')");
await status("Your move");
assert.equal(await page.inputValue("#profile"), "mine");
await page.click("nav a:has-text('Look')");
await page.waitForSelector(".engine");
assert.equal(await page.inputValue("#profile"), "otter");
await page.selectOption("#profile", "mine");
await page.click("nav a:has-text('Play')");
await status("Your move");
// A draw is too early.
await page.click("button:has-text('Offer a draw')");
await status("mine (1500) declines the draw. Your move");

// --- by mouse; the evaluation; steps through the game; a move taken back
await page.locator(".board-box [data-square=g1]").click({ force: true });
const board = await page.locator(".board-box svg.board").boundingBox();
await page.mouse.click(board.x + (5.5 / 8) * board.width, board.y + (5.5 / 8) * board.height);
await page.waitForFunction(() => document.querySelectorAll(".ply").length === 4, null, { timeout: 180000 });
await page.check("text=Show the evaluation");
await page.waitForFunction(() => /White.*depth/.test(document.querySelector(".score").textContent));
await page.locator(".status").click();
await page.keyboard.press("ArrowLeft");
await page.waitForFunction(() => document.querySelector(".ply[aria-current]")?.textContent === "Nf3");
await page.keyboard.press("End");
await page.keyboard.press("f");
assert.match(await page.textContent(".player >> nth=0"), /You/);
await page.keyboard.press("f");
await pictures(page, "game");
assert.ok(await isNarrow(page), "Play is cut off");
await page.click("button:has-text('Take back')");
await page.waitForFunction(() => document.querySelectorAll(".ply").length === 2);

// The clocks go back with the moves.
const clocks = await page.evaluate(async () => {
  const { Game } = await import("./game.js");
  const game = new Game({ fen: "8/8/8/8/8/8/8/8 w", moves: [], player: "white", clock: "5+3", times: [300000, 3000] });
  const moves = [["e2e4"], ["e7e5", 1000], ["g1f3"], ["b8c6", 500]];
  const shown = moves.map(([uci, used]) => (game.play(uci, used), [...game.remaining]));
  game.takeBack();
  return { before: shown[1], after: game.remaining };
});
assert.equal(clocks.before[1], 302000);
assert.deepEqual(clocks.after, clocks.before);

// --- another tab has nothing of it
const other = await newPage();
await other.goto(page.url());
await other.waitForSelector("text=press Start");
assert.ok(await other.locator("[aria-label=Game] .controls").isHidden());
await other.close();
// In the same browser, a new tab can go on with it.
const opened = page.waitForEvent("popup");
await page.evaluate((address) => void window.open(address), address("play"));
const sibling = await opened;
await sibling.waitForSelector("text=There is an unfinished game");
await sibling.close();

// --- a refused move says why
await play("O-O");
await page.waitForSelector("#messages >> text=`O-O` is not a legal move because the bishop on f1 is in the way.");

// --- resigned, taken back, resigned; saved
await page.click("button:has-text('Resign')");
await status("0-1 (White resigned)");
await page.click("button:has-text('Take back')");
await status("Your move");
await page.click("button:has-text('Resign')");
await status("0-1 (White resigned)");
const pgn = await saved("Save PGN");
for (const part of ['[White "Player"]', '[Black "mine (1500)"]', '[TimeControl "300+3"]', '[Result "0-1"]', "1. e4 c5 0-1"]) assert.ok(pgn.includes(part), pgn);

// --- a whole game: Black mates at once, and the game is reviewed
const mate = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
await page.goto(address("play", `fen=${encodeURIComponent(mate)}&moves=g2g4&from=board&side=black&level=full`));
await page.waitForSelector(".ply");
await page.click("button:has-text('Start')");
await status("Your move");
await play("Qh4");
await status("0-1 (checkmate)");
await page.selectOption("[aria-label='Kind of review']", "20000");
await page.click("button:has-text('Review')");
await page.waitForSelector(".review button:has-text('Cancel')");
await page.waitForSelector(".chances", { timeout: 180000 });
await page.click(".marked button:has-text('g4')");
await page.waitForFunction(() => document.querySelector(".ply[aria-current]")?.textContent === "g4??");
assert.match(await page.textContent(".review .note[aria-live]"), /g4\?\?/);
// The next game starts as this one did; the way to it is short on a telephone.
await page.setViewportSize({ width: 400, height: 800 });
await page.click("button:has-text('New game')");
assert.ok((await bottomOf(".new-game button.main")) <= 800);
await page.setViewportSize({ width: 1280, height: 860 });
assert.equal(await page.locator("label:has-text('Start') select").inputValue(), "again");
await pictures(page, "review");
assert.ok(await isNarrow(page), "the review is cut off");
assert.match(await saved("Save annotated PGN"), /g4 \$4/);
assert.match(await saved("Save as a page"), /^<!DOCTYPE html>/);

// --- a promotion by mouse, and a fallen flag
const promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
await page.goto(address("play", `fen=${encodeURIComponent(promotion)}&from=board&clock=3s`));
await page.waitForSelector(".board-box [data-square=a7]");
await page.click("button:has-text('Start')");
await status("Your move");
const there = await page.locator(".board-box svg.board").boundingBox();
await page.mouse.move(there.x + there.width / 16, there.y + (1.5 / 8) * there.height);
await page.mouse.down();
await page.mouse.move(there.x + there.width / 16, there.y + (0.5 / 8) * there.height, { steps: 4 });
await page.mouse.up();
assert.deepEqual(await page.locator(".promotion button").allTextContents(), ["queen", "rook", "bishop", "knight"]);
await page.click(".promotion button:has-text('rook')");
await page.waitForFunction(() => document.querySelector(".ply")?.textContent === "a8=R");
await status("1/2-1/2 (White ran out of time, but Black cannot mate)");

// --- the engine begins; a lost connection does not end the game
await page.goto(address("play", "side=black&level=600"));
await page.click("button:has-text('Start')");
await status("a3 (from the book). Your move");
await page.context().setOffline(true);
await play("e5");
await page.waitForTimeout(500);
await page.context().setOffline(false);
await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3, null, { timeout: 180000 });

const real = problems.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"));
assert.deepEqual(real, []);
await close();
console.log("Compare and Play in the browser: all well");
