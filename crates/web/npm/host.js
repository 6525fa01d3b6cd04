// An engine: UCI lines and requests in, lines and answers out. It owns the worker in which the module runs, and passes one
// job at a time to it. A worker that searches gets no message: memory that it shares tells it to stop. Where the browser does
// not allow that, the worker is ended, and another one takes its place.
import { Command, History } from "./commands.js";

const STOP = 1;
const PONDERHIT = 2;

export class Host {
  // `platform` compiles the module and starts workers; `onLine` gets each line.
  constructor(platform, onLine = () => {}) {
    this.platform = platform;
    this.onLine = onLine;
    this.signals = platform.canShare ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.queue = [];
    this.running = null;
    this.files = {};
    this.history = new History();
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
    this.load();
  }

  async load() {
    try {
      this.module = await this.platform.compile();
    } catch (error) {
      this.fail(new Error(`The engine cannot be loaded: ${error.message}`));
      return;
    }
    if (this.hasEnded) return;
    this.worker = this.startWorker();
    this.next();
  }

  startWorker() {
    const worker = this.platform.startWorker(
      (message) => worker === this.worker && this.receive(message),
      (error) => worker === this.worker && this.crash(error),
    );
    worker.post({ module: this.module, signals: this.signals });
    return worker;
  }

  // Executes a line. Resolves to the lines that it wrote.
  send(line) {
    const command = new Command(line);
    // As in a program with threads, this asks only whether the engine is alive.
    if (command.name === "isready" && this.running?.command?.isLong) {
      this.onLine("readyok");
      return Promise.resolve(["readyok"]);
    }
    return this.push({ message: { line }, command, lines: [] });
  }

  // Asks the module. Resolves to the value of its answer.
  ask(message) {
    return this.push({ message, lines: [] });
  }

  // Writes a file into the folder of profiles, or removes it: `null`.
  async put(name, text) {
    await this.ask({ files: { [name]: text } });
    if (text === null) delete this.files[name];
    else this.files[name] = text;
  }

  push(job) {
    if (this.hasEnded) return Promise.reject(this.reason);
    const done = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    this.queue.push(job);
    if (this.running) this.signal();
    else this.next();
    return done;
  }

  next() {
    if (!this.worker || this.running || !this.queue.length) return;
    this.run(this.queue.shift());
  }

  run(job) {
    this.running = job;
    if (this.signals) Atomics.store(this.signals, 0, 0);
    // The one that may be needed starts now.
    else if (job.command?.isLong) this.spare ??= this.startWorker();
    this.worker.hold(true);
    this.worker.post(job.message);
    this.signal();
  }

  // Ends what runs, or starts its clock, if a job that waits demands it.
  signal() {
    const { command } = this.running;
    if (!command?.isLong) return;
    const waiting = this.queue.flatMap((job) => job.command ?? []);
    const mustStop = waiting.some((other) => other.ends(command));
    const isHit = command.isPonder && waiting.some(({ name }) => name === "ponderhit");
    if (this.signals) Atomics.store(this.signals, 0, (mustStop ? STOP : 0) | (isHit ? PONDERHIT : 0));
    else if (mustStop) this.interrupt();
    else if (isHit) this.searchAgain();
  }

  // Ends the worker that works, and its job with the best line so far. The first line comes within milliseconds.
  interrupt() {
    const { command, lines } = this.running;
    if (command.task) {
      this.write(`info string ${command.task} stopped`);
    } else {
      const best = bestMove(lines);
      if (!best) return;
      this.write(best);
    }
    const job = this.running;
    this.replaceWorker();
    this.finish(job);
  }

  // A search after `ponderhit`: it begins anew.
  searchAgain() {
    const job = this.running;
    this.queue = this.queue.filter((waiting) => {
      const isHit = waiting.command?.name === "ponderhit";
      if (isHit) waiting.resolve([]);
      return !isHit;
    });
    job.command = job.command.afterPonderhit();
    job.message = { line: job.command.line };
    this.replaceWorker();
    this.run(job);
  }

  // Starts another worker and brings it to the state of this one.
  replaceWorker() {
    this.worker.end();
    this.running = null;
    this.worker = this.spare ?? this.startWorker();
    this.spare = null;
    this.worker.post({ files: this.files, replay: this.history.commands().map(({ line }) => line) });
  }

  receive({ text, isDone, value, hasQuit }) {
    const job = this.running;
    if (!job) return;
    if (text !== undefined) {
      for (const line of text.replace(/\n$/, "").split("\n")) this.write(line);
      if (!this.signals && this.running === job) this.signal();
    }
    if (!isDone) return;
    if (job.command) this.history.add(job.command, job.lines);
    this.running = null;
    this.worker.hold(false);
    this.finish(job, value);
    if (hasQuit) this.end();
  }

  write(line) {
    this.running.lines.push(line);
    this.onLine(line);
  }

  finish(job, value) {
    job.resolve(job.command ? job.lines : value);
    this.next();
  }

  // An error in the engine ends only the job that it is in.
  crash(error) {
    const job = this.running;
    if (!job) return this.fail(error);
    this.write(`info string an error in the engine: ${error.message.split("\n")[0]}`);
    if (job.command?.isSearch) this.write(bestMove(job.lines) ?? "bestmove 0000");
    this.replaceWorker();
    job.reject(new Error(`An error in the engine: ${error.message}`));
    this.next();
  }

  fail(error) {
    this.onLine(`info string ${error.message}`);
    this.end(error);
  }

  // Ends the engine. What it has not done is rejected.
  end(reason = new Error("The engine has quit")) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.reason = reason;
    this.worker?.end();
    this.spare?.end();
    const jobs = [this.running, ...this.queue].filter(Boolean);
    this.running = null;
    this.queue = [];
    for (const job of jobs) job.command?.name === "quit" ? job.resolve([]) : job.reject(reason);
    this.resolveEnded();
  }
}

// The answer to a search with these lines; null without a line that has a move.
function bestMove(lines) {
  const lasting = lines.filter((line) => / multipv 1 .* pv \S/.test(line));
  const exact = lasting.filter((line) => !/ (lower|upper)bound /.test(line));
  const [, moves] = (exact.at(-1) ?? lasting.at(-1))?.split(" pv ") ?? [];
  if (!moves) return null;
  const [move, reply] = moves.split(" ");
  return `bestmove ${move}${reply ? ` ponder ${reply}` : ""}`;
}
