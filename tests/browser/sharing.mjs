// Tests links to profiles of the static studio in a real Chromium: `node sharing.mjs TEMPER CHROMIUM FOLDER`, with a folder
// that `make web` has written. Hostile links show an error and do nothing else.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import zlib from "node:zlib";
import { isNarrow, open } from "./common.mjs";

const MINE = '# a comment\nname = "mine"\nextends = "temperament"\n\n[material]\nknight = [400, 410]\n';
const KID = 'name = "kid"\nextends = "mine.toml"\n\n[material]\nbishop = [444, 445]\n';
const { address, problems, newPage, close } = await open({ mine: MINE, kid: KID });
const fen = "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13";
const url = address("").split("?")[0];
const packed = (text) => zlib.deflateRawSync(text, { level: 9 }).toString("base64url");
const linkTo = (name, text, view = "edit") => `${url}?${new URLSearchParams({ profile: name, fen })}#${view}&toml=${packed(text)}`;

const page = await newPage();
const copied = async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.click("button:has-text('Copy link')");
  await page.waitForSelector("button:has-text('Copied')");
  return page.evaluate(() => navigator.clipboard.readText());
};
const knight = (page, value) => page.waitForFunction((value) => document.querySelector('[data-field="material.knight/0/0"]')?.value === value, value);
const search = (page) => page.fill("[aria-label='Search keys']", "material.knight");
const bar = (page, text) => page.waitForSelector(`.profile-editor .editor-bar [role=status]:has-text("${text}")`);

// --- a link to a profile with unsaved changes, with view and position
await page.goto(address("edit", `fen=${encodeURIComponent(fen)}`));
await page.waitForSelector("article");
await search(page);
await page.locator('[data-field="material.knight/0/0"]').fill("399");
await page.locator('[data-field="material.knight/0/0"]').press("Enter");
await bar(page, "mine: unsaved changes");
const link = await copied(page);
assert.equal(zlib.inflateRawSync(Buffer.from(link.split("&toml=")[1], "base64url")).toString(), MINE.replace("400", "399"));

// --- somebody without profiles opens it: the text is unsaved, survives a reload, and can be saved
const visitor = await newPage({ isPrepared: false });
await visitor.goto(link);
await visitor.waitForSelector("#messages >> text=The profile mine comes from the link");
await bar(visitor, "mine: unsaved changes. It comes from a link: Save keeps it. It extends temperament.");
assert.equal(await visitor.locator("#profile optgroup[label='Not saved'] option[value=mine]").count(), 1);
assert.equal(await visitor.inputValue(".fen"), fen);
assert.equal(new URL(visitor.url()).hash, "#edit");
await search(visitor);
await knight(visitor, "399");
await visitor.click("nav a:has-text('Look')");
await visitor.waitForSelector(".engine li");
await visitor.click("nav a:has-text('Compare')");
await visitor.waitForSelector(".compared.keys thead th:text-is('mine (unsaved) \u2212 temperament')");
await visitor.click("nav a:has-text('Edit')");
await visitor.reload();
await bar(visitor, "It comes from a link");
// Another profile is shown meanwhile: the text is not lost.
await visitor.selectOption("#profile", "attacker");
await bar(visitor, "attacker: no unsaved changes");
await visitor.selectOption("#profile", "mine");
await bar(visitor, "It comes from a link");
await visitor.keyboard.press("Control+s");
await visitor.waitForSelector("text=Saved mine.");
await bar(visitor, "mine: no unsaved changes. It extends temperament.");
assert.equal(await visitor.locator("#profile optgroup[label='Your profiles'] option[value=mine]").count(), 1);
// The same link again: the profile is here. Another text of that name gets another name.
await visitor.goto("about:blank");
await visitor.goto(link);
await visitor.waitForSelector("#messages >> text=The profile of the link is here already: mine.");
await visitor.goto("about:blank");
await visitor.goto(linkTo("mine", MINE.replace("400", "377")));
await bar(visitor, "mine-2: unsaved changes");
await search(visitor);
await knight(visitor, "377");
await visitor.selectOption("#profile", "mine");
await knight(visitor, "399");
// It can be given up.
await visitor.selectOption("#profile", "mine-2");
await bar(visitor, "mine-2: unsaved changes");
await visitor.click("button:has-text('Delete')");
await visitor.waitForFunction(() => document.querySelector("#profile").value === "temperament" && !document.querySelector("option[value=mine-2]"));
// A link that is pasted into an open page.
await visitor.evaluate((hash) => (location.hash = hash), new URL(linkTo("", MINE.replace("400", "366"))).hash);
await bar(visitor, "temperament-2: unsaved changes");

// --- a child of the sender's profile is complete; a shipped profile needs no text
await page.selectOption("#profile", "kid");
await bar(page, "kid: no unsaved changes");
const child = zlib.inflateRawSync(Buffer.from((await copied(page)).split("&toml=")[1], "base64url")).toString();
assert.match(child, /extends = "temperament"[^]*knight = \[400, 410\]/);
assert.match(child, /bishop = \[444, 445\]/);
await page.selectOption("#profile", "attacker");
await bar(page, "attacker: no unsaved changes");
assert.equal(await copied(page), `${url}?${new URLSearchParams({ profile: "attacker", fen })}#edit`);

// --- of a shipped profile with one changed number, only that is in the link; a link with the whole text is read, too
const knightField = page.locator('[data-field="material.knight/0/0"]');
// The visitor has a text that is called temperament-2.
for (const [name, received] of [["attacker", "attacker-2"], ["temperament", "temperament-3"]]) {
  await page.selectOption("#profile", name);
  await bar(page, `${name}: no unsaved changes`);
  await search(page);
  await knightField.fill("399");
  await knightField.press("Enter");
  await bar(page, `${name}: unsaved changes`);
  const short = await copied(page);
  const text = zlib.inflateRawSync(Buffer.from(short.split("&toml=")[1], "base64url")).toString();
  assert.ok(short.length < 500, `${short.length} characters`);
  assert.match(text, new RegExp(`extends = "${name}"[^]*knight = \\[399`));
  await visitor.goto("about:blank");
  await visitor.goto(short);
  await bar(visitor, `${received}: unsaved changes`);
  await search(visitor);
  await knight(visitor, "399");
}
const whole = execFileSync(process.argv[2], ["profile", "show", "temperament"], { encoding: "utf8" }).replace('"temperament"', '"whole"');
await visitor.goto("about:blank");
await visitor.goto(linkTo("whole", whole));
await bar(visitor, "whole: unsaved changes");

// --- hostile links
const bomb = (text) => packed(`name = "x"\nextends = "temperament"\n${text}`);
const deep = "(".repeat(20000) + "1" + ")".repeat(20000);
const term = (count) => `[[term]]\nname = "t"\ncount = "${count}"\nvalue = 1\n`;
const lets = Array.from({ length: 60 }, (_, index) => `d${index + 1} = "d${index} + d${index}"\n`).join("");
const HOSTILE = [
  ["too long", "A".repeat(200000), /too large/],
  ["an expansion bomb", packed("#".repeat(100 << 20)), /too large/],
  ["no base64", "%%%%", /damaged/],
  ["cut off", packed(MINE).slice(0, -9), /damaged/],
  ["no compressed text", Buffer.from("hello").toString("base64url"), /damaged/],
  ["no UTF-8", packed(Buffer.from([0xff, 0xfe, 0x80])), /damaged/],
  ["nothing", "", /damaged|name/],
  ["no profile", packed("<script>document.title = 'hacked'</script>"), /line 1/],
  ["a deep expression", bomb(term(deep)), /line \d+/],
  ["many definitions", bomb(`[let]\nd0 = "size(own.rooks)"\n${lets}${term("d60")}`), /line \d+/],
  ["deep nesting", packed(`name = ${"[".repeat(100000)}`), /line 1/],
  ["deep tables", packed(`${"a.".repeat(100000)}b = 1`), /line 1/],
  ["a parent that is not there", packed('name = "x"\nextends = "../../etc/passwd"\n'), /line 2/],
];
// In a page of its own, and pasted into an open one.
await visitor.goto("about:blank");
await visitor.goto(`${url}?profile=x#look&toml=%%%`);
await visitor.waitForSelector("#messages .error >> text=The link does not show its profile: it is damaged");
for (const [what, text, reason] of HOSTILE) {
  await visitor.evaluate((text) => {
    document.querySelectorAll("#messages > p").forEach((message) => message.remove());
    location.hash = `look&toml=${text}`;
  }, text);
  await visitor.waitForSelector("#messages .error >> text=The link does not show its profile", { timeout: 180000 }).catch(() => assert.fail(what));
  assert.match(await visitor.textContent("#messages .error"), reason, what);
  assert.equal(await visitor.inputValue("#profile"), "temperament", what);
}
await visitor.waitForSelector(".engine li");
assert.equal(await visitor.title(), "Look - Temperament studio");
// Names are no markup, no paths, and no properties of objects.
for (const name of ["<img src=x onerror=alert(1)>", "../../x", "__proto__", "constructor", "aux"]) {
  await visitor.goto("about:blank");
  await visitor.goto(linkTo(name, MINE.replace("400", String(500 + name.length))));
  await visitor.waitForSelector("#messages p");
  await visitor.waitForSelector("article");
  assert.equal(await visitor.locator("img").count(), 0);
}
// Faults of the rest of an address: the page says so and goes on.
for (const [query, view] of [["fen=nonsense", "look"], ["fen=8/8/8/8/8/8/8/8+w+-+-+0+1&moves=e2e4", "edit"], ["profile=%3Cscript%3E", "look"], ["profile=toString", "edit"], ["profile=valueOf", "compare"]]) {
  await visitor.goto("about:blank");
  await visitor.goto(`${url}?${query}#${view}`);
  await visitor.waitForFunction(() => /exactly one king|expected 8 ranks|cannot be used|a name has|no profile is called/.test(document.body.innerText)).catch(() => assert.fail(query));
}
for (const view of ["nonsense", "constructor", "%", "=&&="]) {
  await visitor.goto("about:blank");
  await visitor.goto(`${url}?profile=attacker#${view}`);
  await visitor.waitForSelector(".engine li");
  assert.equal(await visitor.inputValue("#profile"), "attacker");
}
assert.ok(await isNarrow(page), "the page with its link button is cut off");

assert.deepEqual(problems, []);
await close();
console.log("sharing: ok");
