// Tests the views Look and Edit of the studio in a real Chromium: `node studio.mjs TEMPER CHROMIUM [FOLDER]`, with a folder of
// static files that are tested in place of the program. Prints latencies, and exits with 1 on a failure.
import assert from "node:assert/strict";
import fs from "node:fs";
import { eventually, open } from "./common.mjs";
import { sliderLatency, summary } from "./latency.mjs";

const TEXT = '# my profile\nname = "mine"\nextends = "temperament"\n\n[material]\nknight = [400, 410]  # keep this\n';
const { address, problems, newPage, files, restart, close } = await open({ mine: TEXT });
const page = await newPage();
const { read, write } = files(page);

const number = (stage) => page.locator(`[data-field="material.knight/0/${stage}"]`);
const text = () => read("mine");
// Saves, and waits for the message of this save: one of an earlier save stays on the page for some seconds.
const save = async () => {
  await page.evaluate(() => document.querySelectorAll("#messages > p").forEach((message) => message.remove()));
  await page.keyboard.press("Control+s");
  await page.waitForSelector("text=Saved mine.");
};

// --- Look: numbers, moves by keyboard
await page.goto(address(""));
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

// --- Look: a FEN may lack the fields after the board; a pasted game is loaded at once
await page.fill(".fen", "4k3/8/8/8/8/8/8/R3K3");
await page.press(".fen", "Enter");
await page.waitForFunction(() => new URLSearchParams(location.search).get("fen") === "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
await page.click("summary:has-text('Open a game')");
await page.fill("[aria-label='Game in PGN']", "1. e4 e5 *");
await page.evaluate(() => document.activeElement.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true })));
await page.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 2);

// --- Look: a click after pasting is not lost; each game of a text can be shown; a finished game is not searched
await page.fill("[aria-label='Game in PGN']", '[White "A"]\n\n1. d4 d5 *\n\n[White "B"]\n\n1. c4 {English} *\n');
await page.evaluate(() => document.activeElement.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true })));
await page.click(".moves .ply:has-text('d5')");
await page.waitForSelector(".moves .ply[aria-current]:has-text('d5')");
await page.selectOption("[aria-label='Games of the text']", { label: "2. B - ?" });
await page.waitForSelector(".moves .ply:has-text('c4')");
await page.click("button:has-text('Review this game')");
const reviewed = page.waitForEvent("download");
await page.click("button:has-text('Save annotated PGN')", { timeout: 180000 });
assert.match(fs.readFileSync(await (await reviewed).path(), "utf8"), /\[White "B"\][^]*c4 \{English\}/);
await page.fill(".fen", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
await page.press(".fen", "Enter");
await page.waitForSelector("text=Black is checkmated");
await page.waitForFunction(() => document.querySelector(".engine ol").childElementCount === 0);

// --- Look: of a file that is too large for a request, the first games are listed
const long = `[Event "?"]\n\n1. e4 {${"word ".repeat(3000)}} *\n\n`;
await page.setInputFiles("[aria-label='Open a PGN file']", { name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from(long.repeat(300)) });
await page.waitForSelector("text=The first 200 of 300 games are listed.");

// --- Look: comments and variations of a pasted game; a variation and an engine line can be stepped through
await page.fill("[aria-label='Game in PGN']", '[White "C"]\n\n1. e4! {King\'s pawn} e5 (1... c5 2. Nf3 {Open}) 2. Nf3 1/2-1/2\n');
await page.evaluate(() => document.activeElement.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true })));
await page.waitForSelector(".moves .comment");
await eventually(async () => (await page.textContent(".moves")).replace(/\s+/g, " ").trim() === "1. e4! King's pawn 1... e5 (1... c5 2. Nf3 Open) 2. Nf3");
await page.click(".moves .variation .ply:has-text('Nf3')");
await page.waitForFunction(() => new URLSearchParams(location.search).get("moves") === "e2e4,c7c5,g1f3");
await page.waitForSelector(".moves .variation .ply[aria-current]:has-text('Nf3')");
await page.reload();
await page.waitForSelector(".moves .variation .ply[aria-current]:has-text('Nf3')");
await page.waitForFunction(() => document.querySelectorAll(".engine li .ply").length > 2);
const second = await page.evaluate(() => {
  const move = document.querySelectorAll(".engine li:first-child .ply")[1];
  move.click();
  return move.textContent;
});
await page.waitForSelector(`.moves > .ply[aria-current]:has-text('${second}')`);
await page.click("button:has-text('Back to the game')");
await page.waitForSelector(".moves .variation");
await page.waitForFunction(() => new URLSearchParams(location.search).get("moves") === "e2e4,e7e5,g1f3");

// --- Look: a game is shown up to its first error, and reviewed
await page.click("summary:has-text('Open a game')");
await page.fill("[aria-label='Game in PGN']", "1. f3 e5 2. g4 Qh4# 3. e4");
await page.press("[aria-label='Game in PGN']", "Tab");
await page.waitForSelector("#messages >> text=The game ends there");
await page.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 4);
await page.click("button:has-text('Review this game')");
await page.waitForSelector(".review .chances", { timeout: 180000 });
await page.waitForSelector(".moves .ply:has-text('g4??')");
// On a phone, what is scrolled to is below the board, which stays in view; the remark is whole.
await page.setViewportSize({ width: 400, height: 800 });
const remark = await page.evaluate(() => {
  const item = document.querySelector(".marked li:has(.bad)");
  item.scrollIntoView({ block: "start" });
  const words = item.querySelector(".remark");
  return { board: document.querySelector(".board-box").getBoundingClientRect(), top: item.getBoundingClientRect().top, isCut: words.scrollHeight > words.clientHeight + 1 };
});
assert.ok(remark.board.top >= 0 && remark.board.bottom < 320 && remark.top >= remark.board.bottom && !remark.isCut, JSON.stringify(remark));
await page.setViewportSize({ width: 1280, height: 860 });
await page.fill(".fen", fen);
await page.press(".fen", "Enter");
await page.waitForFunction(() => !document.querySelector(".moves .ply"));

// --- Look: heat maps, and why one move is better
for (const [map, count] of [["worth", 30], ["table", 64], ["", 0]]) {
  await page.selectOption("[aria-label='Heat map']", map);
  await page.waitForFunction((count) => document.querySelectorAll(".heat-number").length === count, count);
}
await page.selectOption("[aria-label='Heat map']", "piece");
// What is said about a piece under the pointer does not move the board away from it.
const board = page.locator("svg.board").first();
const stands = await board.boundingBox();
await page.locator("svg.board [data-square=b1]").hover({ force: true });
await page.waitForFunction(() => document.querySelector(".piece").textContent.startsWith("b1: worth"));
assert.deepEqual(await board.boundingBox(), stands);
await page.locator("svg.board [data-square=b1]").click({ force: true });
await page.waitForFunction(() => document.querySelectorAll(".heat-number").length > 30);
if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/heat.png` });
await page.selectOption("[aria-label='Heat map']", "worth");
await page.selectOption("[aria-label='Side of the heat map']", "black");
await page.waitForFunction(() => document.querySelectorAll(".heat-number").length === 15);
await page.selectOption("[aria-label='Term of the heat map']", "mobility.bishop");
await page.waitForSelector("text=Worth of Black's pieces, mobility.bishop alone");
await page.selectOption("[aria-label='Term of the heat map']", "");
await page.selectOption("[aria-label='Side of the heat map']", "");
await page.selectOption("[aria-label='Heat map']", "");
await page.waitForFunction(() => !document.querySelector(".heat-number"));
await page.fill("[aria-label='Move to explain']", "Ke7");
await page.press("[aria-label='Move to explain']", "Enter");
await page.waitForFunction(() => document.querySelectorAll(".why li").length >= 2, null, { timeout: 180000 });
assert.match(await page.textContent(".why"), /Ke7/);
assert.match(await page.textContent(".why li"), /Ke7 is worse than .* by \d/);
if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/why.png`, fullPage: true });

// --- Look: free set-up by mouse and keyboard; an illegal position is explained and stays
await page.click("button:has-text('Set up')");
await page.click("button:has-text('Clear')");
await page.waitForSelector("text=each side must have exactly one king");
await page.reload();
await page.waitForSelector("text=each side must have exactly one king");
assert.equal(await page.locator("svg.board [data-square]").count(), 0);
const square = async (name) => {
  const box = await page.locator(".board-box svg.board").boundingBox();
  return [box.x + ("abcdefgh".indexOf(name[0]) + 0.5) * (box.width / 8), box.y + (8.5 - name[1]) * (box.height / 8)];
};
await page.click("[aria-label='white king']");
await page.mouse.click(...(await square("e1")));
const rook = await page.locator("[aria-label='white rook']").boundingBox();
await page.mouse.move(rook.x + 10, rook.y + 10);
await page.mouse.down();
await page.mouse.move(...(await square("h1")), { steps: 3 });
await page.mouse.up();
await page.focus("svg.board[tabindex]");
for (let rank = 0; rank < 8; rank++) await page.keyboard.press("ArrowUp");
await page.keyboard.press("k");
await page.check("text=White short");
await page.waitForFunction(() => document.querySelector(".fen").value === "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/setup.png` });
await page.click("button:has-text('Done')");
await page.fill(".fen", fen);
await page.press(".fen", "Enter");
await page.waitForFunction(() => document.querySelectorAll("svg.board [data-square]").length === 32);

// --- Edit by keyboard, save with comments kept
await page.click("nav a:has-text('Edit')");
await page.waitForSelector("article");
await page.keyboard.press("/");
await page.keyboard.type("material.knight");
await number(0).fill("390");
await save();
await page.waitForSelector("text=mine: no unsaved changes");
assert.equal(await text(), TEXT.replace("400", "390"));

// --- undo goes back beyond a save, and redo returns
await page.click("button:has-text('Undo')");
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]').value === "400");
await page.click("button:has-text('Redo')");
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]').value === "390");

// --- undo reaches the field with the focus
await number(0).fill("395");
await number(0).press("Enter");
await page.waitForSelector("text=: unsaved changes.");
await number(0).press("Control+z");
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]').value === "390");

// --- undo, and a conflict with another program
await number(1).fill("420");
await number(1).press("Tab");
await page.waitForFunction(() => document.querySelector(".profile-editor .editor-bar [role=status]").textContent.includes(": unsaved"));
const outside = (await text()).replace("my profile", "edited elsewhere");
await write("mine", outside);
await page.waitForSelector("text=The file has been changed meanwhile");
assert.deepEqual(await page.locator(".both mark").allTextContents(), ["# my profile\n", "knight = [390, 420]  # keep this\n", "# edited elsewhere\n", "knight = [390, 410]  # keep this\n"]);
await page.keyboard.press("Control+s");
await page.waitForTimeout(200);
assert.equal(await text(), outside, "a change from outside was overwritten");
await page.click("text=Take the file");
await page.waitForSelector("text=no unsaved changes");
// Changes of different lines go together.
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/1"]').value === "410");
await number(1).fill("420");
await number(1).press("Tab");
await page.waitForFunction(() => document.querySelector(".profile-editor .editor-bar [role=status]").textContent.includes(": unsaved"));
const twice = outside.replace("edited elsewhere", "edited twice");
await write("mine", twice);
await page.click("text=Take both changes");
await save();
await page.waitForSelector("text=no unsaved changes");
assert.equal(await text(), twice.replace("[390, 410]", "[390, 420]"));
await write("mine", outside);
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/1"]').value === "410");

// --- saved as a child: what is wrong with the name is said beside it
await page.click("button:has-text('Save as child')");
for (const [name, problem] of [["aux", "name of a device"], ["Mine", "there is a profile Mine already"]]) {
  await page.fill(".save-as input", name);
  await page.press(".save-as input", "Enter");
  await page.waitForSelector(`.save-as [role=alert]:has-text("${problem}")`);
}
await page.fill(".save-as input", "a/b");
assert.equal(await page.locator(".save-as input:invalid").count(), 1);
await page.fill(".save-as input", "child");
await page.press(".save-as input", "Enter");
await page.waitForSelector("text=Saved child.");
assert.match(await read("child"), /extends = "mine.toml"/);
await page.selectOption("#profile", "mine");
await page.waitForSelector("text=mine: no unsaved changes");

// --- steps of a slider by keyboard are one step of undo
const slider = page.locator('[data-field="material.knight/slider/0"]');
await slider.focus();
for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
await page.waitForSelector(".profile-editor[aria-busy=false] .editor-bar [role=status]:has-text(': unsaved')");
assert.notEqual(await number(0).inputValue(), "390");
await page.keyboard.press("Control+z");
await page.waitForSelector("text=mine: no unsaved changes");
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]').value === "390");

// --- a broken file is shown as such, and the page goes on when it is mended
await write("mine", outside.replace("[400", "[").replace("[390", "["));
await page.waitForSelector(".faults li");
await write("mine", outside);
await page.waitForFunction(() => !document.querySelector(".faults li"));

// --- no key can be changed in a text with errors
await page.click("button:has-text('Text')");
const editedText = page.locator('textarea[aria-label="Text of the profile"]');
const validText = await editedText.inputValue();
await editedText.fill(validText.replace("[400", "[").replace("[390", "["));
await page.waitForSelector("text=This text has errors.");
await page.click("button:has-text('Keys')");
await page.waitForSelector("text=Correct it before you change a key");
assert.ok(await number(0).evaluate((input) => Boolean(input.closest("[inert]"))));
await page.click("button:has-text('Text')");
await page.click("button:has-text('Undo')");
await page.click("button:has-text('Keys')");
await page.waitForFunction(() => !document.querySelector('[data-field="material.knight/0/0"]').closest("[inert]"));

// --- a file that is gone is said to be, and Save writes it again
await write("mine", null);
await page.waitForSelector("text=Its file is gone: Save writes it again.");
await number(0).fill("391");
await number(0).press("Tab");
await page.waitForSelector(".profile-editor[aria-busy=false]");
await save();
assert.equal(await text(), outside.replace("[400", "[391").replace("[390", "[391"));
await write("mine", outside);
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]')?.value === "390");

// --- an edit in another editor appears
const before = Date.now();
await write("mine", outside.replace("390", "333"));
await page.waitForFunction(() => document.querySelector('[data-field="material.knight/0/0"]')?.value === "333");
console.log(`edit from outside: ${Date.now() - before} ms`);

// --- latency of a slider. Without Black's knights, each step counts.
await page.fill(".fen", "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
await page.press(".fen", "Enter");
await page.selectOption("[aria-label='Heat map']", "worth");
await page.waitForFunction(() => document.querySelectorAll(".heat-number").length === 28);
const latency = await sliderLatency(page, "material.knight/slider/0", 30);
console.log(summary("rows", latency.rows));
console.log(summary("heat map", latency.heat));
console.log(summary("first new engine line", latency.line));
await page.selectOption("[aria-label='Heat map']", "");
for (;;) {
  await page.waitForTimeout(100);
  if ((await page.textContent(".profile-editor .editor-bar [role=status]")).includes("no unsaved")) break;
  await page.click("button:has-text('Undo')");
}

// --- a painted table: a stroke is one step of undo; by keyboard, a number can be added and typed
const search = async (key) => {
  await page.fill("[aria-label='Search keys']", key);
  await page.waitForSelector(`article:has-text("${key}")`);
};
const cell = (name) => page.locator(`[data-field="psqt.knight/${"abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1)}/0"]`);
const value = async (name) => Number((await cell(name).getAttribute("aria-label")).split(" ")[1]);
// Waits until all changes are in the text, and the page says whether there are unsaved ones.
const isUnsaved = (unsaved) =>
  page.waitForFunction((unsaved) => {
    const editor = document.querySelector(".profile-editor[aria-busy=false]");
    return editor && editor.querySelector(":scope .editor-bar [role=status]").textContent.includes(": unsaved") === unsaved;
  }, unsaved);
await search("psqt.knight");
await page.check("text=Mirror a-h");
const painted = await Promise.all(["a4", "b4", "c4", "h4"].map(value));
const [from, to] = [await cell("a4").boundingBox(), await cell("c4").boundingBox()];
await page.mouse.move(from.x + 9, from.y + 9);
await page.mouse.down();
await page.mouse.move(to.x + 9, to.y + 9, { steps: 2 });
await page.mouse.up();
await isUnsaved(true);
assert.deepEqual(await Promise.all(["a4", "b4", "c4", "h4"].map(value)), painted.map((number) => Number((number + 5).toFixed(1))));
if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/paint.png` });
await page.waitForFunction(() => !document.querySelector("[aria-label='Reset psqt.knight']").hidden);
await page.keyboard.press("Control+z");
await isUnsaved(false);
await page.waitForFunction((number) => document.querySelector('[data-field="psqt.knight/24/0"]').getAttribute("aria-label") === `a4 ${number}`, painted[0]);
await page.uncheck("text=Mirror a-h");
// A minus subtracts the amount; with a digit right after it, it begins a negative number.
await cell("a4").focus();
await page.keyboard.press("-");
await page.waitForFunction((number) => document.querySelector('[data-field="psqt.knight/24/0"]').getAttribute("aria-label") === `a4 ${number}`, Number((painted[0] - 5).toFixed(1)));
await page.waitForSelector(".profile-editor[aria-busy=false]");
await page.keyboard.press("Control+z");
await page.waitForFunction((number) => document.querySelector('[data-field="psqt.knight/24/0"]').getAttribute("aria-label") === `a4 ${number}`, painted[0]);
await page.keyboard.type("-33");
await page.keyboard.press("Enter");
await page.waitForFunction(() => document.querySelector('[data-field="psqt.knight/24/0"]').getAttribute("aria-label") === "a4 -33");
await page.waitForSelector(".profile-editor[aria-busy=false]");
await page.keyboard.press("Control+z");
await page.waitForFunction((number) => document.querySelector('[data-field="psqt.knight/24/0"]').getAttribute("aria-label") === `a4 ${number}`, painted[0]);
// A double click paints nothing: a number is typed. Neither the text nor the steps of undo have changed.
const unpainted = await value("e4");
await cell("e4").dblclick();
await page.keyboard.press("Escape");
await page.waitForFunction((number) => document.querySelector('[data-field="psqt.knight/28/0"]').getAttribute("aria-label") === `e4 ${number}`, unpainted);
await isUnsaved(false);
await cell("a4").focus();
await page.keyboard.press("ArrowRight");
await page.keyboard.press("ArrowUp");
await page.keyboard.press("+");
await page.keyboard.press("ArrowRight");
await page.keyboard.type("77");
await page.keyboard.press("Enter");
await eventually(async () => (await value("c5")) === 77);
await page.keyboard.type("99999");
await page.keyboard.press("Enter");
await page.waitForSelector("#messages >> text=psqt.knight takes");
assert.equal(await value("c5"), 77);
await isUnsaved(true);

// --- a finger scrolls over a table; a tap paints
const touched = async (steps) => {
  const cdp = await page.context().newCDPSession(page);
  // The scrolling of an earlier touch ends, and nothing covers the square.
  await page.waitForTimeout(300);
  await cell("d5").evaluate((square) => square.scrollIntoView({ block: "center" }));
  const box = await cell("d5").boundingBox();
  const at = (dx, dy) => [{ x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy }];
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0, 0) });
  for (const [dx, dy] of steps) await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(dx, dy) });
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: false });
};
const untouched = await value("d5");
await touched([[0, -10], [0, -30], [0, -60]]);
assert.equal(await value("d5"), untouched);
await touched([]);
await page.waitForFunction((number) => document.querySelector('[data-field="psqt.knight/35/0"]').getAttribute("aria-label") !== `d5 ${number}`, untouched);
await page.waitForSelector(".profile-editor[aria-busy=false]");

// --- a curve: a point by keyboard, and dragged
await search("mobility.knight");
const point = page.locator("article:has(code:text-is('mobility.knight')) .point.a").nth(3);
const at = async () => Number(await point.getAttribute("aria-valuenow"));
const start3 = await at();
await point.press("Shift+ArrowUp");
await eventually(async () => (await at()) > start3);
const box = await point.boundingBox();
await page.mouse.move(box.x + 4, box.y + 4);
await page.mouse.down();
await page.mouse.move(box.x + 4, box.y + 34, { steps: 3 });
await page.mouse.up();
await eventually(async () => (await at()) < start3);
await eventually(async () => (await page.inputValue('[data-field="mobility.knight/3/0"]')) === String(await at()));

// --- a factor, the text with an error, a custom term, differences
await page.click("summary:has-text('Multiply by a factor')");
await page.press("[data-field='mobility.knight/own/0']", "Control+a");
await page.keyboard.type("1,5");
await page.press("[data-field='mobility.knight/own/0']", "Tab");
await page.waitForSelector("text=Factor: own 1.5 / 1, their 1");
await page.click(".tabs button:has-text('Text')");
const area = page.locator(".source textarea");
await page.waitForFunction(() => document.querySelector(".source textarea").value.includes("[scale]"));
const valid = await area.inputValue();
const term = (count) => `${valid}\n[[term]]\nname = "my_rooks"\ncount = "${count}"\nvalue = 7\n`;
await area.fill(term("size(own.roks)"));
await page.waitForSelector(".source + .controls + .faults li");
assert.match(await page.textContent(".source + .controls + .faults li"), /Line \d+, column \d+ ?: .*roks.*rooks/);
assert.ok(await page.locator(".marks mark").count());
// A reload keeps it, and a change of the file meanwhile is a conflict: the text is based on the file before.
await page.reload();
await page.waitForSelector(".source + .controls + .faults li");
assert.match(await area.inputValue(), /own\.roks/);
const based = await text();
await write("mine", based.replace("edited elsewhere", "edited once more"));
await page.waitForSelector("text=The file has been changed meanwhile");
assert.equal(await page.locator(".both mark:has-text('own.roks')").count(), 1);
await write("mine", based);
await page.waitForFunction(() => !document.querySelector(".both")?.checkVisibility());
await area.fill(term("size(own.rooks)"));
await page.waitForFunction(() => !document.querySelector(".marks mark"));
await page.click(".tabs button:has-text('Differences')");
await page.waitForSelector("article:has-text('term.my_rooks')");
await page.click("[aria-label='Reset psqt.knight']");
await page.waitForFunction(() => ![...document.querySelectorAll("article code")].some((code) => code.textContent === "psqt.knight"));
await page.selectOption("[aria-label='Compare with']", "rustic");
await page.waitForSelector("article:has-text('material.pawn')");
await page.click(".tabs button:has-text('Keys')");
// A section that is chosen ends the search.
await page.fill("[aria-label='Search keys']", "bishop");
await page.selectOption("[aria-label='Section']", "term");
await page.waitForSelector("article:has-text('term.my_rooks')");
await page.focus("[aria-label='Remove term.my_rooks']");
await page.keyboard.press("Enter");
await page.waitForSelector("[aria-label='Remove term.my_rooks']", { state: "detached" });

// --- a mate in one is in the headline
await page.click("nav a:has-text('Look')");
await page.fill(".fen", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
await page.press(".fen", "Enter");
const headline = ".verdict .searched:has-text('White mates in 1')";
await page.waitForSelector(headline);
assert.equal(await page.evaluate(() => document.querySelector("progress.chances").value), 100);
await page.waitForSelector(".verdict .best:has-text('Best move: 4.Qxf7#')");
// In Edit it stays in view, also in two lines, and nothing is below it.
await page.click("nav a:has-text('Edit')");
await page.waitForSelector(headline);
for (const width of [1280, 840]) {
  await page.setViewportSize({ width, height: 860 });
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForFunction(() => document.querySelector(".verdict").getBoundingClientRect().top === 0);
  await page.waitForFunction(() => [".editor-bar", ".beside"].every((part) => document.querySelector(part).getBoundingClientRect().top >= document.querySelector(".verdict").offsetHeight - 1));
}
await page.setViewportSize({ width: 1280, height: 860 });
await page.click("nav a:has-text('Look')");
await page.waitForSelector(headline);
// Without engine lines, nothing gives the answer away, also for who opens the address.
await page.selectOption("[aria-label='Number of lines']", "0");
await page.waitForFunction(() => !document.querySelector(".engine li") && !document.querySelector(".board .arrow"));
assert.equal(new URL(page.url()).searchParams.get("lines"), "0");
assert.ok(await page.locator(headline).isHidden() && !(await page.locator("text=Best move").count()));
await page.selectOption("[aria-label='Number of lines']", "puzzle");
await page.waitForSelector(".verdict", { state: "hidden" });
for (const part of [".rows", ".why", ".moves"]) assert.ok(await page.locator(part).isHidden(), part);
await page.selectOption("[aria-label='Number of lines']", "1");
await page.waitForSelector(headline);
// Rows that count the same for both sides are folded.
assert.ok(await page.locator(".even [data-key]").count());
assert.equal(await page.locator(".even [data-key]:visible").count(), 0);
// The moves of all lines are one stop of the Tab key; the arrow keys lead through them.
await page.selectOption("[aria-label='Number of lines']", "3");
await page.waitForFunction(() => [...document.querySelectorAll(".engine li")].filter((line) => line.querySelectorAll(".ply").length > 1).length >= 2);
assert.equal(await page.locator(".engine .ply[tabindex='0']").count(), 1);
const place = () =>
  page.evaluate(() => {
    const line = document.activeElement.closest(".engine li");
    return line && [[...line.parentNode.children].indexOf(line), [...line.querySelectorAll(".ply")].indexOf(document.activeElement)];
  });
await page.focus("[aria-label='Number of lines']");
await page.keyboard.press("Shift+Tab");
assert.deepEqual(await place(), [0, 0]);
await page.keyboard.press("ArrowDown");
await page.keyboard.press("ArrowRight");
assert.deepEqual(await place(), [1, 1]);
await page.keyboard.press("Tab");
assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Number of lines");
await page.selectOption("[aria-label='Number of lines']", "1");
await page.fill("input.move", "qf7");
await page.press("input.move", "Enter");
await page.waitForSelector("text=Black is checkmated");

// --- 400 pixels: nothing is cut off
await page.setViewportSize({ width: 400, height: 800 });
for (const view of ["Edit", "Look"]) {
  await page.click(`nav a:has-text('${view}')`);
  await page.waitForTimeout(300);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 400, `${view} is ${width} pixels wide`);
}

assert.deepEqual(problems, []);

// --- a lost connection, and a restarted studio with another token. Static files have no connection.
if (restart) {
  const begin = restart();
  await page.waitForSelector("text=The connection to the studio is lost");
  await begin();
  await page.waitForSelector("text=has a new address", { timeout: 180000 });
}

await close();
console.log("studio in the browser: all well");
