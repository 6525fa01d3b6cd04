// The user's profiles: files in this browser, by name, or those of a folder of the computer while one is open.
import { Directory, isSame } from "./directory.js";

const STORE = "profiles";
// The folder that was open last.
const OPENED = "opened";
const MOST_BYTES = 1 << 20;
// What the page asks for.
export const ACCESS = { mode: "readwrite" };
// Milliseconds between two looks into a folder.
const POLL = 1000;

export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error("the storage is in use"));
  });
}

// Several pages can be at one origin: each folder of the host has its own files.
export function place() {
  return `temperament ${new URL(".", location.href).pathname}`;
}

export class Folder {
  // `onChange()` is called when files have been changed by others, `onTrouble(message)` when changes are not stored or files
  // not read, and with null when that is over.
  constructor(onChange, onTrouble) {
    this.files = new Map();
    // The changes so far, for engines that have got the first ones; of a file only the last one.
    this.changes = [];
    this.places = new Map();
    // Names of files whose last change is not stored.
    this.unstored = new Set();
    this.directory = null;
    this.unreadable = null;
    this.onChange = onChange;
    this.onTrouble = onTrouble;
    this.channel = new BroadcastChannel(place());
    this.channel.onmessage = ({ data }) => {
      if (this.directory) return;
      this.note(data);
      onChange();
    };
    this.opened = this.open();
  }

  async open() {
    try {
      const opening = indexedDB.open(place(), 1);
      opening.onupgradeneeded = () => [STORE, OPENED].forEach((name) => opening.result.createObjectStore(name));
      this.database = await done(opening);
      this.database.onversionchange = () => this.database.close();
      await this.read();
    } catch (error) {
      this.reason = error.message;
      this.onTrouble(`This browser does not let the page store profiles (${error.message}). Download those that you want to keep before you close the page.`);
    }
  }

  // Reads what others have stored.
  async read() {
    if (this.directory) {
      this.note(await this.directory.read());
      return;
    }
    if (!this.database) return;
    const store = this.database.transaction(STORE).objectStore(STORE);
    const [names, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const stored = new Map(names.map((name, index) => [name, contents[index]]));
    const gone = [...this.files.keys()].filter((name) => !stored.has(name)).map((name) => [name, null]);
    const changed = [...stored, ...gone].filter(([name, bytes]) => (bytes ? !isSame(this.files.get(name), bytes) : true));
    // What is not stored is newer than what is.
    this.note(changed.filter(([name]) => !this.unstored.has(name)));
  }

  note(changes) {
    for (const [name, bytes] of changes) {
      if (bytes) this.files.set(name, bytes);
      else this.files.delete(name);
      delete this.changes[this.places.get(name)];
      this.places.set(name, this.changes.push([name, bytes]) - 1);
    }
  }

  // Stores changes, and gives them to the other tabs.
  async write(changes) {
    if (!changes.length) return;
    this.note(changes);
    for (const [name] of changes) this.unstored.add(name);
    const all = [...this.unstored].map((name) => [name, this.files.get(name) ?? null]);
    try {
      await (this.directory ? this.writeFiles(all) : this.writeStore(all));
      this.unstored.clear();
      this.onTrouble(null);
    } catch (error) {
      const where = this.directory ? `The folder ${this.directory.name}` : "This browser";
      this.onTrouble(`${where} does not store your changes to ${this.unstoredNames()} (${error.message}). Download ${this.unstored.size === 1 ? "it" : "them"} before you close the page.`);
    }
  }

  unstoredNames() {
    return [...this.unstored].map((name) => name.replace(/\.\w+$/, "")).join(", ");
  }

  async writeFiles(changes) {
    for (const change of changes) await this.directory.write(change);
  }

  async writeStore(changes) {
    if (!this.database) throw new Error(this.reason);
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    const stored = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("no reason given"));
    });
    // A call below may fail first.
    stored.catch(() => {});
    const store = transaction.objectStore(STORE);
    for (const [name, bytes] of changes) {
      if (bytes) store.put(bytes, name);
      else store.delete(name);
    }
    await stored;
    this.channel.postMessage(changes);
    // Asks the browser not to delete the files when it needs space.
    navigator.storage?.persist?.().catch(() => {});
  }

  // Runs an action that writes files; other tabs wait, so that none replaces a version that it has not seen.
  exclusively(action) {
    const run = async () => {
      // What cannot be read cannot be written either, which is said then.
      await this.read().catch(() => {});
      return action();
    };
    return navigator.locks ? navigator.locks.request(place(), run) : run();
  }

  // The changes that an engine has not got, of which it has got the first `count`.
  since(count) {
    return this.changes.slice(count).filter(Boolean);
  }

  // Adds a file of the user, whose name is not taken. Throws the reason why it cannot be.
  async add(file, taken) {
    const [, name] = file.name.match(/^([A-Za-z0-9_-]{1,64})\.(toml|ron)$/) ?? [];
    if (!name) throw new Error(`${file.name}: a profile is a file such as mine.toml, with letters, digits, - and _ in its name`);
    if (file.size > MOST_BYTES) throw new Error(`${file.name} is too large for a profile`);
    if (taken.some((other) => other.toLowerCase() === name.toLowerCase())) throw new Error(`there is a profile ${name} already: rename the file`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.exclusively(() => this.write([[file.name, bytes]]));
    return name;
  }

  // --- a folder of the computer

  // Shows the profiles of a folder in place of those in the browser. Returns their number; throws the reason why it cannot.
  async openDirectory(handle) {
    if (this.unstored.size) throw new Error(`changes to ${this.unstoredNames()} are not stored: download them first`);
    const directory = new Directory(handle);
    const files = await directory.read();
    const gone = [...this.files.keys()].map((name) => [name, null]);
    this.directory = directory;
    this.note([...gone, ...files]);
    this.poll = setInterval(() => this.lookAgain(), POLL);
    await this.remember(handle);
    return files.length;
  }

  // Returns to the profiles in the browser.
  async closeDirectory() {
    clearInterval(this.poll);
    this.directory = this.unreadable = null;
    this.unstored.clear();
    this.note([...this.files.keys()].map((name) => [name, null]));
    await this.read().catch(() => {});
    await this.remember(null);
    this.onTrouble(null);
  }

  // Edits in other programs appear.
  async lookAgain() {
    if (document.hidden || this.isLooking) return;
    const { directory } = this;
    this.isLooking = true;
    try {
      const changes = await directory.read();
      if (directory !== this.directory) return;
      this.setReadable(null);
      this.note(changes);
      if (changes.length) this.onChange();
    } catch (error) {
      if (directory === this.directory) this.setReadable(error.message);
    } finally {
      this.isLooking = false;
    }
  }

  // Says why the folder cannot be read; null if it can.
  setReadable(reason) {
    if (reason === this.unreadable) return;
    this.unreadable = reason;
    const lost = `The folder ${this.directory.name} cannot be read any more (${reason}). Its profiles are shown as they were; close it and open it again to go on.`;
    this.onTrouble(reason && lost);
  }

  // The next visit opens the folder again, if the browser allows it.
  async remember(handle) {
    try {
      const store = this.database.transaction(OPENED, "readwrite").objectStore(OPENED);
      await done(handle ? store.put(handle, OPENED) : store.delete(OPENED));
    } catch {
      // The next visit begins without it.
    }
  }

  // Opens the folder of the last visit again. Returns its handle if the user has to allow it first, or null.
  async reopenDirectory() {
    try {
      const handle = await done(this.database.transaction(OPENED).objectStore(OPENED).get(OPENED));
      if (!handle) return null;
      if ((await handle.queryPermission(ACCESS)) !== "granted") return handle;
      await this.openDirectory(handle);
    } catch {
      // The folder is gone, or the browser remembers none.
    }
    return null;
  }
}
