// The user's profiles: files in this browser, by name.

const STORE = "profiles";
const MOST_BYTES = 1 << 20;

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
  // `onChange()` is called when another tab has changed files, `onRefusal(reason)` when the browser does not store a change.
  constructor(onChange, onRefusal) {
    this.files = new Map();
    // The changes so far, for engines that have got the first ones.
    this.changes = [];
    this.onRefusal = onRefusal;
    this.channel = new BroadcastChannel(place());
    this.channel.onmessage = ({ data }) => {
      this.note(data);
      onChange();
    };
    this.opened = this.open();
  }

  async open() {
    try {
      const opening = indexedDB.open(place(), 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      this.database = await done(opening);
      await this.read();
    } catch (error) {
      this.reason = error.message;
    }
  }

  // Reads what other tabs have stored.
  async read() {
    if (!this.database) return;
    const store = this.database.transaction(STORE).objectStore(STORE);
    const [names, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const stored = new Map(names.map((name, index) => [name, contents[index]]));
    const gone = [...this.files.keys()].filter((name) => !stored.has(name)).map((name) => [name, null]);
    this.note([...stored, ...gone].filter(([name, bytes]) => !isSame(this.files.get(name), bytes)));
  }

  note(changes) {
    for (const [name, bytes] of changes) {
      if (bytes) this.files.set(name, bytes);
      else this.files.delete(name);
    }
    this.changes.push(...changes);
  }

  // Stores changes, and gives them to the other tabs.
  async write(changes) {
    if (!changes.length) return;
    this.note(changes);
    try {
      if (!this.database) throw new Error(this.reason);
      const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      const stored = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error ?? new Error("no reason given"));
      });
      const store = transaction.objectStore(STORE);
      for (const [name, bytes] of changes) {
        if (bytes) store.put(bytes, name);
        else store.delete(name);
      }
      await stored;
    } catch (error) {
      this.onRefusal(error.message);
    }
    this.channel.postMessage(changes);
    // Asks the browser not to delete the files when it needs space.
    navigator.storage?.persist?.().catch(() => {});
  }

  // Runs an action that writes files; other tabs wait, so that none replaces a version that it has not seen.
  exclusively(action) {
    const run = async () => {
      await this.read();
      return action();
    };
    return navigator.locks ? navigator.locks.request(place(), run) : run();
  }

  // The changes that an engine has not got, of which it has got the first `count`.
  since(count) {
    return [...new Map(this.changes.slice(count))];
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
}

function isSame(a, b) {
  return a?.length === b.length && a.every((byte, index) => byte === b[index]);
}
