// The journals of matches in this browser, by the id of the match.
import { done, place } from "./folder.js";

// What the list shows of each match; the profiles as they were, A and B; and the lines, by id and number. Line 0 describes
// the match, the others are its games.
const STORES = ["listed", "profiles", "lines"];

export class Journals {
  constructor() {
    this.opened = this.open();
  }

  async open() {
    try {
      const opening = indexedDB.open(`${place()} matches`, 1);
      opening.onupgradeneeded = () => STORES.forEach((name) => opening.result.createObjectStore(name));
      this.database = await done(opening);
    } catch (error) {
      this.reason = error.message;
    }
  }

  // Runs `write(listed, profiles, lines)` on the stores: all of it is stored, or nothing. Throws the reason.
  async change(write) {
    await this.opened;
    if (!this.database) throw new Error(this.reason);
    const transaction = this.database.transaction(STORES, "readwrite");
    const stored = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("no reason given"));
    });
    write(...STORES.map((name) => transaction.objectStore(name)));
    await stored;
  }

  // Returns `read(store)`, the request, or `other` if the browser stores nothing.
  async read(name, read, other) {
    await this.opened;
    return this.database ? done(read(this.database.transaction(name).objectStore(name))) : other;
  }

  list() {
    return this.read("listed", (store) => store.getAll(), []);
  }

  // The text of a journal, and the profiles.
  async files(id) {
    const lines = await this.read("lines", (store) => store.getAll(all(id)), []);
    const profiles = await this.read("profiles", (store) => store.get(id), null);
    if (!profiles) return null;
    return { text: lines.map((line) => `${line}\n`).join(""), profiles };
  }

  create(listed, profiles, line) {
    return this.change((allListed, allProfiles, lines) => {
      allListed.put(listed, listed.id);
      allProfiles.put(profiles, listed.id);
      lines.put(line, [listed.id, 0]);
    });
  }

  // Adds a game, the last one of those that are listed.
  append(listed, line) {
    return this.change((allListed, _, lines) => {
      allListed.put(listed, listed.id);
      lines.put(line, [listed.id, listed.games]);
    });
  }

  remove(id) {
    return this.change((listed, profiles, lines) => {
      listed.delete(id);
      profiles.delete(id);
      lines.delete(all(id));
    });
  }
}

// The keys of the lines of a match.
function all(id) {
  return IDBKeyRange.bound([id], [id, Infinity]);
}
