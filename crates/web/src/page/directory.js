// A folder of the user's computer that the page may read and write (File System Access API).

const NAME = /^[A-Za-z0-9_-]{1,64}\.(toml|ron)$/;
// A profile may not have more bytes, and a folder not more profiles.
const MOST_BYTES = 1 << 20;
const MOST_FILES = 1000;

export class Directory {
  constructor(handle) {
    this.handle = handle;
    // The files as they were read or written last.
    this.seen = new Map();
  }

  get name() {
    return this.handle.name;
  }

  // Reads the folder. Returns the files that have changed since, as pairs of name and contents; null for one that is gone.
  async read() {
    const found = new Map();
    for await (const handle of this.handle.values()) {
      if (handle.kind === "file" && NAME.test(handle.name) && found.size < MOST_FILES) found.set(handle.name, handle);
    }
    const changes = [];
    for (const [name, handle] of found) {
      const bytes = await this.changed(name, handle);
      if (bytes) changes.push([name, bytes]);
    }
    for (const name of [...this.seen.keys()]) {
      if (found.has(name)) continue;
      this.seen.delete(name);
      changes.push([name, null]);
    }
    return changes;
  }

  // The contents of a file if they have changed.
  async changed(name, handle) {
    const file = await handle.getFile().catch(ifGone);
    if (!file || file.size > MOST_BYTES) return null;
    const before = this.seen.get(name);
    if (before?.size === file.size && before.time === file.lastModified) return null;
    // A file that is being written cannot be read: the next time it can.
    const content = await file.arrayBuffer().catch(() => null);
    if (!content) return null;
    const bytes = new Uint8Array(content);
    this.seen.set(name, { size: file.size, time: file.lastModified, bytes });
    return isSame(before?.bytes, bytes) ? null : bytes;
  }

  async write([name, bytes]) {
    if (!bytes) {
      await this.handle.removeEntry(name);
      this.seen.delete(name);
      return;
    }
    const handle = await this.handle.getFileHandle(name, { create: true });
    const stream = await handle.createWritable();
    await stream.write(bytes);
    await stream.close();
    const file = await handle.getFile();
    this.seen.set(name, { size: file.size, time: file.lastModified, bytes });
  }
}

// Between listing and reading, a file can be removed.
function ifGone(error) {
  if (error.name !== "NotFoundError") throw error;
  return null;
}

export function isSame(a, b) {
  return a?.length === b.length && a.every((byte, index) => byte === b[index]);
}
