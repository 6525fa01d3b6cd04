// Tests where the static studio keeps profiles, in a real Chromium: `node storage.mjs TEMPER CHROMIUM FOLDER`, with a folder that
// `make web` has written: a folder of the computer, and a browser that stores nothing or has no space left.
import assert from "node:assert/strict";
import { open } from "./common.mjs";

const MINE = '# a comment\nname = "mine"\nextends = "temperament"\n\n[material]\nknight = [400, 410]\n';
const FOLDED = MINE.replace("mine", "folded");
const { address, problems, newPage, close } = await open({ mine: MINE });
const knight = (page, value) => page.waitForFunction((value) => document.querySelector('[data-field="material.knight/0/0"]')?.value === value, value);
const search = (page) => page.fill("[aria-label='Search keys']", "material.knight");
const bar = (page, text) => page.waitForSelector(`.profile-editor .editor-bar [role=status]:has-text("${text}")`);
const set = async (page, value) => {
  await page.locator('[data-field="material.knight/0/0"]').fill(value);
  await page.locator('[data-field="material.knight/0/0"]').press("Enter");
  await bar(page, ": unsaved changes");
};
// Saves, and waits for the message of this save.
const save = async (page, name) => {
  await page.evaluate(() => document.querySelectorAll("#messages > p").forEach((message) => message.remove()));
  await page.keyboard.press("Control+s");
  await page.waitForSelector(`text=Saved ${name}.`);
};
const names = (page) => page.locator("#profile optgroup[label='Your profiles'] option").allTextContents();

// --- a folder. Folders of the browser's own file system stand for those that a user chooses.
const page = await newPage();
await page.addInitScript(() => {
  globalThis.showDirectoryPicker = async () => {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle("engines", { create: true });
  };
});
// Another program writes a file of the folder; null removes it.
const outside = (name, text) =>
  page.evaluate(
    async ([name, text]) => {
      const folder = await showDirectoryPicker();
      if (text === null) return folder.removeEntry(name);
      const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      return stream.close();
    },
    [name, text],
  );
const inside = (name) =>
  page.evaluate(async (name) => {
    const folder = await showDirectoryPicker();
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }, name);

await page.goto(address("edit"));
await bar(page, "mine: no unsaved changes");
await outside("folded.toml", FOLDED);
await outside("notes.txt", "no profile");
await page.click("button:has-text('Open folder')");
await page.waitForSelector("#messages >> text=The folder engines is open: 1 profile.");
assert.deepEqual(await names(page), ["folded"]);
await page.selectOption("#profile", "folded");
await search(page);
await knight(page, "400");
// Save writes to the file.
await set(page, "390");
await save(page, "folded");
assert.equal(await inside("folded.toml"), FOLDED.replace("400", "390"));
// An edit in another program appears; an invalid one is reported, and the last valid values stay.
await outside("folded.toml", FOLDED.replace("400", "333"));
await knight(page, "333");
await outside("folded.toml", FOLDED.replace("[400", "["));
await page.waitForSelector(".faults li");
assert.match(await page.textContent(".faults"), /line 6/i);
await knight(page, "333");
await page.click(".tabs button:has-text('Text')");
await page.waitForSelector(".source + .controls + .faults >> text=/Line 6, column \\d+/");
await page.click(".tabs button:has-text('Keys')");
await outside("folded.toml", FOLDED);
await knight(page, "400");
// Both have changed it: a choice is offered.
await set(page, "391");
await outside("folded.toml", FOLDED.replace("a comment", "edited elsewhere"));
await page.waitForSelector("text=The file has been changed meanwhile");
await page.click("button:has-text('Take both changes')");
await save(page, "folded");
assert.equal(await inside("folded.toml"), FOLDED.replace("a comment", "edited elsewhere").replace("400", "391"));
// A child, a file that another program adds, and one that it removes.
await page.click("button:has-text('Save as child')");
await page.fill(".save-as input", "child");
await page.press(".save-as input", "Enter");
await page.waitForSelector("text=Saved child.");
assert.match(await inside("child.toml"), /extends = "folded.toml"/);
await outside("added.toml", FOLDED.replace("folded", "added"));
await page.waitForFunction(() => document.querySelector("#profile option[value=added]"));
await outside("added.toml", null);
await page.waitForFunction(() => !document.querySelector("#profile option[value=added]"));
// The next visit opens it again.
await page.reload();
await bar(page, "child: no unsaved changes");
assert.deepEqual(await names(page), ["child", "folded"]);
// A folder that can no longer be written, or read, is named; nothing is lost.
await search(page);
await set(page, "388");
await page.evaluate(() => {
  globalThis.written = FileSystemFileHandle.prototype.createWritable;
  FileSystemFileHandle.prototype.createWritable = () => Promise.reject(new DOMException("the permission is gone", "NotAllowedError"));
});
await page.keyboard.press("Control+s");
await page.waitForSelector(".notice >> text=The folder engines does not store your changes to child (the permission is gone).");
await knight(page, "388");
await page.waitForTimeout(1500);
await knight(page, "388");
await page.evaluate(() => (FileSystemFileHandle.prototype.createWritable = globalThis.written));
await set(page, "389");
await save(page, "child");
await page.waitForSelector(".notice", { state: "hidden" });
assert.match(await inside("child.toml"), /knight = \[389, /);
await page.evaluate(() => {
  globalThis.values = FileSystemDirectoryHandle.prototype.values;
  FileSystemDirectoryHandle.prototype.values = () => {
    throw new DOMException("the permission is gone", "NotAllowedError");
  };
});
await page.waitForSelector(".notice >> text=The folder engines cannot be read any more");
await knight(page, "389");
await page.evaluate(() => (FileSystemDirectoryHandle.prototype.values = globalThis.values));
await page.waitForSelector(".notice", { state: "hidden" });
// Closed, the profiles of the browser are back, also after a reload.
await page.click("button:has-text('Close folder engines')");
await page.waitForSelector("#messages >> text=The folder is closed.");
assert.deepEqual(await names(page), ["mine"]);
await page.reload();
await page.waitForSelector("article");
assert.deepEqual(await names(page), ["mine"]);
await page.close();

// --- a browser that stores nothing says so, and the profile is there until the page is closed
const refusing = await newPage({ isPrepared: false });
await refusing.addInitScript(() => (IDBFactory.prototype.open = () => { throw new Error("no storage"); }));
await refusing.goto(address("edit", "profile=temperament").replace("profile=mine&", ""));
await refusing.waitForSelector(".notice >> text=This browser does not let the page store profiles (no storage).");
await refusing.waitForSelector("article");
await refusing.click("button:has-text('Save as child')");
await refusing.fill(".save-as input", "lost");
await refusing.press(".save-as input", "Enter");
await refusing.waitForSelector("text=Saved lost.");
await refusing.waitForSelector(".notice >> text=This browser does not store your changes to lost (no storage). Download it");
await bar(refusing, "lost: no unsaved changes");
const warned = refusing.waitForEvent("dialog");
await refusing.goto("about:blank");
assert.equal((await warned).type(), "beforeunload");

// --- no space: what is not stored is named until it is
const full = await newPage();
await full.goto(address("edit"));
await bar(full, "mine: no unsaved changes");
await search(full);
await full.evaluate(() => {
  globalThis.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function () {
    Object.defineProperty(this.transaction, "error", { value: new DOMException("no space left", "QuotaExceededError") });
    this.transaction.abort();
  };
});
await set(full, "350");
await full.keyboard.press("Control+s");
await full.waitForSelector(".notice >> text=This browser does not store your changes to mine (no space left). Download it");
await full.click("nav a:has-text('Look')");
await full.waitForSelector(".engine li");
await full.waitForSelector(".notice >> text=no space left");
await full.click("nav a:has-text('Edit')");
await search(full);
await knight(full, "350");
await full.evaluate(() => (IDBObjectStore.prototype.put = globalThis.put));
await set(full, "351");
await save(full, "mine");
await full.waitForSelector(".notice", { state: "hidden" });
await full.reload();
await search(full);
await knight(full, "351");

assert.deepEqual(problems, []);
await close();
console.log("storage: ok");
