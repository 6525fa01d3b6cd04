// The engine in this browser, in place of the program: the same interface as the connection to a server. Each worker has an
// engine of its own. One answers requests; each stream has another one.
import { Failure } from "./failure.js";
import { fileControls, offerFolder } from "./file_controls.js";
import { Folder } from "./folder.js";
import { Matches } from "./matches.js";
import { showNotice } from "./notice.js";
import { fragment, linkButton, open as openLink } from "./share.js";

export { Failure };

// Requests that write files.
const WRITES = new Set(["save", "save_as"]);
// Milliseconds in which an engine has to stop before it is ended.
const PATIENCE = 100;
// A target of links in the page, and no view.
const CONTENT = "view";
// Engines that wait for the next stream; each has a hash table.
const MOST_IDLE = 2;

// Messages to one worker: an answer for each request, and events.
class Engine {
  constructor(module, folder) {
    this.folder = folder;
    this.waiting = [];
    this.onEvent = null;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.fail(event.message ?? "a file is missing");
    // A worker that works gets no message. Memory that it shares tells it to stop, where the browser allows that.
    this.stopping = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.known = 0;
    this.send({ module, stop: this.stopping });
  }

  // Every message brings the files that have changed.
  send({ files = [], ...message }) {
    this.worker.postMessage({ ...message, files: [...this.folder.since(this.known), ...files] });
    this.known = this.folder.changes.length;
  }

  // Sends a request, with files. Returns its answer and the files that it has written.
  ask(request, files) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.send({ request: JSON.stringify(request), files });
    });
  }

  receive({ answer, files, event, isIdle, error }) {
    if (event) this.onEvent?.(JSON.parse(event));
    else if (isIdle) this.onIdle?.();
    else if (error) this.fail(error);
    else this.waiting.shift()?.resolve({ answer: JSON.parse(answer), files });
  }

  // Ends the work. Calls `onIdle` if the engine can be used again: one without shared memory, or that does not look at the
  // clock, cannot.
  stop(onIdle) {
    if (!this.stopping) {
      this.end();
      return;
    }
    Atomics.store(this.stopping, 0, 1);
    const patience = setTimeout(() => this.end(), PATIENCE);
    this.onIdle = () => {
      clearTimeout(patience);
      Atomics.store(this.stopping, 0, 0);
      onIdle();
    };
  }

  // The engine cannot be used any more.
  fail(reason) {
    console.error(reason);
    this.end();
    const failure = new Failure({ message: `An error in the engine: ${reason.split("\n")[0]}` });
    for (const { reject } of this.waiting.splice(0)) reject(failure);
    this.onFailure?.(failure);
  }

  end() {
    this.hasEnded = true;
    this.worker.terminate();
  }
}

async function load() {
  const address = new URL("temperament.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Not every host knows the type of the file, without which it cannot be compiled while it arrives.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Server {
  // The view in an address. It is in the fragment: a host of files has one page only.
  static view() {
    const name = fragment().view;
    if (name !== CONTENT) Server.lastView = name;
    return Server.lastView;
  }

  // The address of a view; `query` is the state.
  static address(view, query) {
    return `${location.pathname}${query && `?${query}`}#${view}`;
  }

  constructor() {
    this.listeners = new Set();
    this.nextStream = 1;
    this.folder = new Folder(() => this.tell({ event: "profiles_changed" }), showNotice);
    this.matches = new Matches(() => this.engine());
    addEventListener("beforeunload", (event) => this.folder.unstored.size && event.preventDefault());
    this.ready = this.start();
    // Not before the page is there: it would take a share of the line. Without it the page needs the network.
    this.ready.then(() => navigator.serviceWorker?.register("offline.js")).catch(() => {});
  }

  async start() {
    const failed = (error) => {
      throw new Failure({ message: `The engine cannot be loaded (${error.message}). Reload the page to try again.` });
    };
    const files = this.folder.opened.then(() => this.folder.reopenDirectory());
    [this.module, this.lastFolder] = await Promise.all([load().catch(failed), files]);
    this.main = this.engine();
    this.idle = [this.engine()];
  }

  engine() {
    return new Engine(this.module, this.folder);
  }

  // Called once, before the page shows a view.
  begin(app) {
    document.querySelector(".profile-choice").after(linkButton(app));
    if (this.lastFolder) offerFolder(app, this.folder, this.lastFolder);
  }

  // Takes a profile out of the address.
  openLink(app) {
    return openLink(app);
  }

  // Buttons of the view Edit.
  fileControls(edit) {
    return fileControls(edit, this.folder);
  }

  // What the view Match does not have here.
  get matchNote() {
    return "Matches here are between profiles. They are played and stored in this browser, and pause when you close the page. UCI engines, endgame tables and tournaments need the program: `temper match`.";
  }

  tell(event) {
    for (const listener of this.listeners) listener({ stream: 0, ...event });
  }

  // Sends a request and returns its response. Throws a `Failure`.
  async call(request) {
    await this.ready;
    if (request.view === "match") return this.matches.call(request);
    const run = () => this.run(request);
    const answer = await (request.view === "edit" && WRITES.has(request.type) ? this.folder.exclusively(run) : run());
    if (answer.error) throw new Failure(answer.error);
    return answer.ok;
  }

  async run(request) {
    if (this.main.hasEnded) this.main = this.engine();
    const { main } = this;
    const { answer, files } = await main.ask(request);
    await this.folder.write(files);
    return answer;
  }

  // Starts a stream; `onEvent` gets its events, the last one `done`. Returns a handle that stops it.
  async stream(request, onEvent) {
    await this.ready;
    if (request.view === "match") return this.matches.watch(request, onEvent);
    this.idle = this.idle.filter(({ hasEnded }) => !hasEnded);
    const engine = this.idle.pop() ?? this.engine();
    if (!this.idle.length) this.idle.push(this.engine());
    const release = () => (engine.onEvent = engine.onFailure = engine.onIdle = null);
    const finish = () => {
      release();
      if (this.idle.length < MOST_IDLE) this.idle.push(engine);
      else engine.end();
    };
    engine.onEvent = onEvent;
    engine.onIdle = finish;
    const { answer } = await engine.ask({ ...request, stream: this.nextStream++ });
    if (answer.error) throw new Failure(answer.error);
    engine.onFailure = (failure) => {
      onEvent({ event: "failed", message: failure.message });
      onEvent({ event: "done" });
    };
    const stop = () => {
      // It may have finished, and work for another stream.
      if (engine.onIdle !== finish) return;
      release();
      engine.stop(finish);
    };
    return { stop };
  }
}
