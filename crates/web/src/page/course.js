// What has happened in the running match, for all that watch it.

// Maximum number of pairs that are kept; then every second one is dropped.
const MOST_PAIRS = 4000;

export class Course {
  constructor() {
    this.watchers = new Set();
    this.pairs = [];
    // The last event of each other type, and the last position of each worker.
    this.last = new Map();
  }

  add(events) {
    for (const event of events) {
      if (event.event !== "pair") this.last.set(event.thread ?? event.event, event);
      else if (this.pairs.push(event) > MOST_PAIRS) this.pairs = this.pairs.filter((_, index) => index % 2);
    }
    if (events.length) this.tell({ event: "match", lines: events });
  }

  tell(event) {
    for (const watcher of this.watchers) watcher(event);
  }

  // Sends what has happened, and what happens until the handle stops that.
  watch(onEvent) {
    this.watchers.add(onEvent);
    const { start, ...others } = Object.fromEntries(this.last);
    onEvent({ event: "match", lines: [start, ...this.pairs, ...Object.values(others)] });
    return { stop: () => this.watchers.delete(onEvent) };
  }

  // The last event of all is `done`.
  end(failure) {
    if (failure) this.tell({ event: "failed", message: failure.message });
    this.tell({ event: "done" });
    this.watchers.clear();
  }
}
