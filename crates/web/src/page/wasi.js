// The part of WASI (wasi_snapshot_preview1) that the engine uses: clocks, random numbers, and a folder of files in memory.

// Functions that are missing are called in vain.
export const NOSYS = 52;

const ERRNO = { badf: 8, exist: 20, inval: 28, isdir: 31, noent: 44, notdir: 54, notsup: 58 };
const TYPE = { device: 2, folder: 3, file: 4 };
const OPEN = { create: 1, folder: 2, exclusive: 4, truncate: 8 };
const RIGHTS = 0x1fff_ffffn;
const APPEND = 1;
const STDERR = 2;
// The only folder that the host opens is the root.
const ROOT = 3;
// Nanoseconds in a millisecond.
const MS = 1e6;
// Milliseconds in a day: more than any search takes.
const DAY = 86_400_000;

// Thrown when the program ends itself.
export class Exit extends Error {}

export class Wasi {
  // `folders` are names of folders of files; files outside are named without the first one. `stop`, if it is not null, a shared number: time is over while it is 1.
  constructor(folders, stop) {
    this.folders = folders;
    this.stop = stop;
    // Files by path, without a slash at the start.
    this.files = new Map();
    // Paths of the files that the program has written or removed since they were asked for.
    this.changed = new Set();
    this.fds = new Map([[ROOT, { path: "" }]]);
    this.nextFd = ROOT + 1;
    this.nextInode = 1n;
    this.messages = "";
    const names = Object.getOwnPropertyNames(Wasi.prototype).filter((name) => name.includes("_"));
    this.imports = Object.fromEntries(names.map((name) => [name, this[name].bind(this)]));
  }

  // Files from outside, as pairs of name and contents; null removes a file.
  put(files) {
    for (const [name, bytes] of files) {
      const path = name.includes("/") ? name : `${this.folders[0]}/${name}`;
      if (bytes) this.file(path).bytes = bytes;
      else this.files.delete(path);
    }
  }

  // The files that the program has changed, in the same form.
  takeChanges() {
    const changes = [...this.changed].map((path) => [path.replace(`${this.folders[0]}/`, ""), this.files.get(path)?.bytes ?? null]);
    this.changed.clear();
    return changes;
  }

  // A file, which is created if there is none.
  file(path) {
    const file = this.files.get(path) ?? { bytes: new Uint8Array(), inode: this.nextInode++ };
    file.time = BigInt(Date.now()) * BigInt(MS);
    this.files.set(path, file);
    return file;
  }

  filesIn(folder) {
    return [...this.files].filter(([path]) => path.startsWith(`${folder}/`));
  }

  // --- memory

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  text(at, length) {
    return new TextDecoder().decode(this.bytes(at, length));
  }

  // A path below an open folder, without `.` and `..`.
  path(fd, at, length) {
    const parts = [];
    for (const part of `${this.fds.get(fd)?.path}/${this.text(at, length)}`.split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return parts.join("/");
  }

  isFolder(path) {
    return path === "" || this.folders.includes(path);
  }

  // Calls `use(bytes)` for each buffer of a list.
  buffers(at, count, use) {
    const { view } = this;
    for (let index = 0; index < count; index++) use(this.bytes(view.getUint32(at + 8 * index, true), view.getUint32(at + 8 * index + 4, true)));
  }

  // --- clock and chance

  clock_time_get(id, precision, at) {
    const now = id === 0 ? Date.now() : performance.now();
    const isStopped = this.stop && Atomics.load(this.stop, 0) === 1;
    this.view.setBigUint64(at, BigInt(Math.round((now + (isStopped ? DAY : 0)) * MS)), true);
    return 0;
  }

  random_get(at, length) {
    const most = 65536;
    for (let done = 0; done < length; done += most) crypto.getRandomValues(this.bytes(at + done, Math.min(most, length - done)));
    return 0;
  }

  sched_yield() {
    return 0;
  }

  // Sleeps: the only events that the engine waits for are those of clocks.
  poll_oneoff(from, to, count, found) {
    const { view } = this;
    if (count !== 1 || view.getUint8(from + 8) !== 0) return ERRNO.notsup;
    const isAbsolute = view.getUint16(from + 40, true) === 1;
    const now = view.getUint32(from + 16, true) === 0 ? Date.now() : performance.now();
    sleep(Number(view.getBigUint64(from + 24, true)) / MS - (isAbsolute ? now : 0));
    this.bytes(to, 32).fill(0);
    view.setBigUint64(to, view.getBigUint64(from, true), true);
    view.setUint32(found, 1, true);
    return 0;
  }

  // --- process

  environ_sizes_get(count, size) {
    this.view.setUint32(count, 0, true);
    this.view.setUint32(size, 0, true);
    return 0;
  }

  environ_get() {
    return 0;
  }

  proc_exit(code) {
    throw new Exit(`exit ${code}`);
  }

  // --- open files

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return ERRNO.badf;
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, 1, true);
    return 0;
  }

  fd_prestat_dir_name(fd, at) {
    this.bytes(at, 1)[0] = "/".charCodeAt(0);
    return 0;
  }

  fd_close(fd) {
    return this.fds.delete(fd) ? 0 : ERRNO.badf;
  }

  fd_fdstat_get(fd, at) {
    const open = this.fds.get(fd);
    if (!open && fd > STDERR) return ERRNO.badf;
    this.bytes(at, 24).fill(0);
    const { view } = this;
    view.setUint8(at, !open ? TYPE.device : open.file ? TYPE.file : TYPE.folder);
    view.setUint16(at + 2, open?.isAppended ? APPEND : 0, true);
    view.setBigUint64(at + 8, RIGHTS, true);
    view.setBigUint64(at + 16, RIGHTS, true);
    return 0;
  }

  fd_filestat_get(fd, at) {
    const open = this.fds.get(fd);
    if (!open) return ERRNO.badf;
    this.writeStat(at, open.file);
    return 0;
  }

  fd_read(fd, from, count, read) {
    const open = this.fds.get(fd);
    if (!open?.file) return open ? ERRNO.isdir : ERRNO.badf;
    const start = open.position;
    this.buffers(from, count, (buffer) => {
      const part = open.file.bytes.subarray(open.position, open.position + buffer.length);
      buffer.set(part);
      open.position += part.length;
    });
    this.view.setUint32(read, open.position - start, true);
    return 0;
  }

  fd_write(fd, from, count, written) {
    const open = this.fds.get(fd);
    if (!open?.file && (open || fd > STDERR)) return ERRNO.badf;
    let length = 0;
    this.buffers(from, count, (buffer) => {
      length += buffer.length;
      if (open) this.append(open, buffer);
      else this.messages = (this.messages + new TextDecoder().decode(buffer)).slice(-4096);
    });
    this.view.setUint32(written, length, true);
    return 0;
  }

  append(open, buffer) {
    const { bytes } = open.file;
    const start = open.isAppended ? bytes.length : open.position;
    const longer = new Uint8Array(Math.max(bytes.length, start + buffer.length));
    longer.set(bytes);
    longer.set(buffer, start);
    open.position = start + buffer.length;
    this.replace(open, longer);
  }

  replace(open, bytes) {
    this.file(open.path).bytes = bytes;
    this.changed.add(open.path);
  }

  fd_readdir(fd, at, length, cookie, used) {
    const open = this.fds.get(fd);
    if (!open || open.file) return ERRNO.notdir;
    const entries = open.path === "" ? this.folders.map((name) => [name, TYPE.folder, 0n]) : this.filesIn(open.path).map(([path, { inode }]) => [path.slice(open.path.length + 1), TYPE.file, inode]);
    const target = this.bytes(at, length);
    let size = 0;
    for (let index = Number(cookie); index < entries.length && size < length; index++) {
      const [name, type, inode] = entries[index];
      const encoded = new TextEncoder().encode(name);
      const entry = new Uint8Array(24 + encoded.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(index + 1), true);
      view.setBigUint64(8, inode, true);
      view.setUint32(16, encoded.length, true);
      view.setUint8(20, type);
      entry.set(encoded, 24);
      // An entry that is cut off says that there is more.
      const part = entry.subarray(0, length - size);
      target.set(part, size);
      size += part.length;
    }
    this.view.setUint32(used, size, true);
    return 0;
  }

  // --- paths

  path_open(fd, follow, at, length, how, rights, inherited, flags, opened) {
    const path = this.path(fd, at, length);
    if (this.isFolder(path)) {
      if (how & (OPEN.create | OPEN.truncate)) return ERRNO.isdir;
      return this.open({ path }, opened);
    }
    const known = this.files.get(path);
    if (how & OPEN.folder) return known ? ERRNO.notdir : ERRNO.noent;
    if (known && how & OPEN.exclusive) return ERRNO.exist;
    if (!known && (!(how & OPEN.create) || !this.folders.some((folder) => path.startsWith(`${folder}/`)))) return ERRNO.noent;
    const file = known ?? this.file(path);
    const open = { path, file, position: 0, isAppended: Boolean(flags & APPEND) };
    if (!known || how & OPEN.truncate) this.replace(open, new Uint8Array());
    return this.open(open, opened);
  }

  open(open, opened) {
    const fd = this.nextFd++;
    this.fds.set(fd, open);
    this.view.setUint32(opened, fd, true);
    return 0;
  }

  path_filestat_get(fd, follow, at, length, to) {
    const path = this.path(fd, at, length);
    const file = this.files.get(path);
    if (!file && !this.isFolder(path)) return ERRNO.noent;
    this.writeStat(to, file);
    return 0;
  }

  // There are no links.
  path_readlink(fd, at, length) {
    const path = this.path(fd, at, length);
    return this.files.has(path) || this.isFolder(path) ? ERRNO.inval : ERRNO.noent;
  }

  writeStat(at, file) {
    this.bytes(at, 64).fill(0);
    const { view } = this;
    view.setBigUint64(at + 8, file?.inode ?? 0n, true);
    view.setUint8(at + 16, file ? TYPE.file : TYPE.folder);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(file?.bytes.length ?? 0), true);
    for (const time of [40, 48, 56]) view.setBigUint64(at + time, file?.time ?? 0n, true);
  }
}

// Waits without using the processor, where the browser lets a worker do that.
function sleep(milliseconds) {
  if (!(milliseconds > 0)) return;
  const end = performance.now() + milliseconds;
  try {
    // Memory that is declared as shared can be waited for, also in a page that may not share it.
    const { buffer } = new WebAssembly.Memory({ shared: true, initial: 1, maximum: 1 });
    Atomics.wait(new Int32Array(buffer), 0, 0, milliseconds);
  } catch {
    // The loop below waits.
  }
  while (performance.now() < end);
}
