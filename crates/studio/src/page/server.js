// The connection to the program: requests, and streams of events.

export class Failure extends Error {
  constructor({ message, faults = [], ...more }) {
    super(message);
    this.faults = faults;
    Object.assign(this, more);
  }
}

const RETRY = 1000;

export class Server {
  // The view in the address of the page: the last part of its path.
  static view() {
    return location.pathname.split("/").pop();
  }

  // The address of a view; `query` is the state.
  static address(view, query) {
    return view + (query && `?${query}`);
  }

  // `onState` is called with "connected", "lost" or "restarted" (the token of this page is no longer valid).
  constructor(onState) {
    this.tab = crypto.randomUUID();
    this.onState = onState;
    this.streams = new Map();
    this.nextStream = 1;
    this.listeners = new Set();
    this.awaitConnection();
    this.connect();
  }

  // Streams that are started meanwhile wait for the connection: without it, their events would be lost.
  awaitConnection() {
    this.isOpen = false;
    this.ready = new Promise((resolve) => {
      this.opened = resolve;
    });
  }

  connect() {
    const source = new EventSource(`events?tab=${this.tab}`);
    source.onopen = () => {
      this.isOpen = true;
      this.opened();
      this.setState("connected");
    };
    source.onmessage = (message) => this.receive(JSON.parse(message.data));
    source.onerror = async () => {
      source.close();
      if (this.isOpen) this.awaitConnection();
      this.endStreams();
      this.setState((await this.status()) === 403 ? "restarted" : "lost");
      setTimeout(() => this.connect(), RETRY);
    };
  }

  // The status of the page: 403 if a program answers that does not know our token; null without an answer.
  async status() {
    try {
      return (await fetch("look", { method: "GET" })).status;
    } catch {
      return null;
    }
  }

  // A request without an answer: the connection is lost until the program answers again, even if no stream has noticed.
  async checkConnection() {
    if (this.isChecking) return;
    this.isChecking = true;
    this.setState("lost");
    do await new Promise((resolve) => setTimeout(resolve, RETRY));
    while (this.isOpen && (await this.status()) !== 200);
    this.isChecking = false;
    // Otherwise the new connection says so.
    if (this.isOpen) this.setState("connected");
  }

  setState(state) {
    if (state === this.state) return;
    const before = this.state;
    this.state = state;
    this.onState(state, before);
  }

  receive(event) {
    if (event.stream === 0) {
      for (const listener of this.listeners) listener(event);
      return;
    }
    const onEvent = this.streams.get(event.stream);
    if (event.event === "done") this.streams.delete(event.stream);
    onEvent?.(event);
  }

  endStreams() {
    const ended = [...this.streams.values()];
    this.streams.clear();
    for (const onEvent of ended) onEvent({ event: "lost" });
  }

  // Sends a request and returns its response. Throws a `Failure`.
  async call(request) {
    let answer;
    try {
      const response = await fetch("api", {
        method: "POST",
        headers: { "content-type": "application/json", "x-tab": this.tab },
        body: JSON.stringify(request),
      });
      if (!response.ok) throw new Failure({ message: (await response.text()).trim() });
      answer = await response.json();
    } catch (error) {
      if (error instanceof Failure) throw error;
      this.checkConnection();
      throw new Failure({ message: "The studio does not answer.", isLost: true });
    }
    if (answer.error) throw new Failure(answer.error);
    return answer.ok;
  }

  // Starts a stream; `onEvent` gets its events, the last one `done` (or `lost` if the connection breaks). Returns a
  // handle that stops it.
  async stream(request, onEvent) {
    await this.ready;
    const stream = this.nextStream++;
    this.streams.set(stream, onEvent);
    const stop = () => {
      if (!this.streams.delete(stream)) return;
      this.call({ view: "studio", type: "stop", stream }).catch(() => {});
    };
    try {
      await this.call({ ...request, stream });
    } catch (error) {
      this.streams.delete(stream);
      throw error;
    }
    return { stop };
  }
}
