// Matches in this browser, in place of the program. Workers play the games; one more engine, the coordinator, hands them
// out and counts them.
import { Course } from "./course.js";
import { Failure } from "./failure.js";
import { place } from "./folder.js";
import { Journals } from "./journals.js";

// Other tabs know a running match by its lock; without a name, it is held by the only tab that may have one.
const LOCK = `${place()} match `;

function refuse(message) {
  throw new Failure({ message });
}

// One processor is left to the page.
function gamesAtOnce(wanted) {
  return wanted ?? Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
}

// Holds a lock. Returns a function that ends this, or null if another tab holds it.
function lock(name) {
  if (!navigator.locks) return () => {};
  return new Promise((resolve) => {
    const hold = (held) => (held ? new Promise((release) => resolve(release)) : resolve(null));
    navigator.locks.request(LOCK + name, { ifAvailable: true }, hold);
  });
}

export class Matches {
  // `newEngine()` starts an engine.
  constructor(newEngine) {
    this.newEngine = newEngine;
    this.journals = new Journals();
    this.running = null;
    this.turn = Promise.resolve();
  }

  // Answers a request of the view.
  call(request) {
    if (request.type === "list") return this.list();
    if (request.type === "export") return this.export(request);
    // One after the other.
    const act = () => this[request.type](request);
    return (this.turn = this.turn.then(act, act));
  }

  async ask(request, files = []) {
    if (!this.coordinator || this.coordinator.hasEnded) this.coordinator = this.newEngine();
    const { answer, files: written } = await this.coordinator.ask({ view: "pool", ...request }, files);
    if (answer.error) throw new Failure(answer.error);
    return { ...answer.ok, written };
  }

  // Asks about a match whose files the coordinator gets for this request only.
  async askAbout(id, request) {
    const files = await this.files(id);
    const answer = this.ask({ ...request, id }, files);
    this.forget(files);
    return answer;
  }

  forget(files) {
    this.coordinator.send({ files: files.map(([name]) => [name, null]) });
  }

  async files(id) {
    const stored = await this.journals.files(id);
    if (!stored) refuse(`there is no match ${JSON.stringify(id)}`);
    const { text, profiles: [a, b] } = stored;
    return [[`matches/${id}.jsonl`, new TextEncoder().encode(text)], [`matches/${id}.a.toml`, a], [`matches/${id}.b.toml`, b]];
  }

  // The ids of the matches that run in this tab or another one.
  async runningIds() {
    const { held } = (await navigator.locks?.query()) ?? { held: [] };
    const ids = held.map(({ name }) => name).filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length));
    return new Set([...ids, this.running?.id].filter(Boolean));
  }

  async list() {
    const [matches, running] = await Promise.all([this.journals.list(), this.runningIds()]);
    for (const match of matches) match.is_running = running.has(match.id);
    matches.sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
    return { matches };
  }

  async start(request) {
    return this.alone(async () => {
      const taken = (await this.journals.list()).map(({ id }) => id);
      const { id, written } = await this.ask({ type: "new", start: request, taken });
      const contents = new Map(written);
      const header = new TextDecoder().decode(contents.get(`matches/${id}.jsonl`)).trim();
      const profiles = ["a", "b"].map((side) => contents.get(`matches/${id}.${side}.toml`));
      const store = (listed) => this.journals.create(listed, profiles, header);
      return this.begin(id, gamesAtOnce(request.concurrency), written, store);
    });
  }

  async resume({ id, concurrency }) {
    return this.alone(async () => this.begin(id, gamesAtOnce(concurrency), await this.files(id)));
  }

  // Runs an action that begins with a match, of which there is at most one in all tabs.
  async alone(begin) {
    if (this.running?.hasEnded) await this.running.hasEnded;
    const release = this.running ? null : await lock("");
    if (!release) refuse(`the match ${[...(await this.runningIds())].join()} is running: pause it first`);
    try {
      const match = await begin();
      match.releases.push(release);
      return { id: match.id };
    } catch (error) {
      release();
      throw error;
    }
  }

  // `store(listed)` stores a new match.
  async begin(id, concurrency, files, store) {
    const { events, unplayed, listed } = await this.ask({ type: "begin", id, concurrency }, files);
    this.forget(files);
    try {
      await store?.({ ...listed, changed: seconds() });
    } catch (error) {
      await this.ask({ type: "end" });
      refuse(`this browser does not store matches (${error.message})`);
    }
    // The engines that play need the first line of the journal only.
    const [header, ...profiles] = ["jsonl", "a.toml", "b.toml"].map((end) => files.find(([name]) => name === `matches/${id}.${end}`));
    const first = [header[0], header[1].subarray(0, header[1].indexOf(10) + 1)];
    const match = { id, files: [first, ...profiles], course: new Course(), engines: [], releases: [], storing: new Set(), hasEnded: null };
    match.releases.push(await lock(id));
    match.course.add(events);
    this.running = match;
    if (!unplayed) this.stop(match);
    for (let thread = 0; thread < Math.min(concurrency, unplayed); thread++) {
      this.work(match, thread).catch((error) => this.stop(match, error));
    }
    return match;
  }

  // Lets an engine play games until there are none left.
  async work(match, thread) {
    const engine = this.newEngine();
    match.engines.push(engine);
    let files = match.files;
    for (;;) {
      const { game } = match.hasEnded ? { game: null } : await this.ask({ type: "next" });
      if (game === null || match.hasEnded) {
        engine.end();
        return;
      }
      const line = await play(engine, { type: "play", stream: 1, id: match.id, game, thread }, files, match.course);
      if (match.hasEnded) return;
      files = [];
      const stored = this.add(match, line);
      match.storing.add(stored);
      await stored.finally(() => match.storing.delete(stored));
    }
  }

  // Adds a finished game.
  async add(match, line) {
    const { events, listed, is_over } = await this.ask({ type: "add", line });
    try {
      await this.journals.append({ ...listed, changed: seconds() }, line);
    } catch (error) {
      refuse(`the match is paused: this browser does not store its games (${error.message})`);
    }
    match.course.add(events);
    if (is_over) this.stop(match);
  }

  // Ends the running match; games that are being played are dropped.
  stop(match, failure) {
    match.hasEnded ??= this.end(match, failure);
    return match.hasEnded;
  }

  async end(match, failure) {
    for (const engine of match.engines) engine.end();
    await Promise.allSettled(match.storing);
    // An engine that has failed knows of no match.
    const { events } = await this.ask({ type: "end" }).catch(() => ({ events: [] }));
    this.running = null;
    for (const release of match.releases) release?.();
    match.course.add(events);
    match.course.end(failure);
  }

  async pause({ id }) {
    if (this.running?.id === id) await this.stop(this.running);
    else if ((await this.runningIds()).has(id)) refuse(`the match ${id} is running in another tab: pause it there`);
    return { id };
  }

  async delete({ id }) {
    if ((await this.runningIds()).has(id)) refuse(`the match ${id} is running: pause it first`);
    await this.journals.remove(id).catch((error) => refuse(`cannot delete the match: ${error.message}`));
    return { id };
  }

  export({ id, content }) {
    return this.askAbout(id, { type: "export", content });
  }

  // Sends what has happened in a match, and, while it is running, what happens.
  watch({ id }, onEvent) {
    if (this.running?.id === id) return this.running.course.watch(onEvent);
    let isStopped = false;
    const send = (event) => isStopped || onEvent(event);
    const show = async () => {
      try {
        const { events } = await this.askAbout(id, { type: "show", concurrency: gamesAtOnce() });
        send({ event: "match", lines: events });
      } catch (error) {
        send({ event: "failed", message: error.message });
      }
      send({ event: "done" });
    };
    show();
    return { stop: () => (isStopped = true) };
  }
}

function seconds() {
  return Math.floor(Date.now() / 1000);
}

// Plays a game. Returns its line in the journal.
function play(engine, request, files, course) {
  return new Promise((resolve, reject) => {
    engine.onFailure = reject;
    engine.onEvent = (event) => {
      if (event.event === "match") course.add(event.lines);
      else if (event.event === "game") resolve(event.line);
      else if (event.event === "failed") reject(new Failure(event));
    };
    engine.ask({ view: "pool", ...request }, files).then(({ answer }) => answer.error && reject(new Failure(answer.error)), reject);
  });
}
