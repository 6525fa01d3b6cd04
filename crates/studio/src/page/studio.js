// The frame of the page: views, the state in the address, profiles, messages.
import { Server, Failure } from "./server.js";
import { Drafts } from "./drafts.js";
import { START } from "./board.js";
import { CHAMPION } from "./champion.js";
import { h } from "./dom.js";
import * as look from "./look.js";
import * as edit from "./edit.js";
import * as compare from "./compare.js";
import * as match from "./match.js";
import * as play from "./play.js";

// To add a view: its name, title and module, which exports `mount(root, app)`. That returns `update()`, called when the
// state or a profile changes, `leaving()`, called before another view is opened, and `unmount()`; all may be absent.
const views = [
  ["look", "Look", look],
  ["edit", "Edit", edit],
  ["compare", "Compare", compare],
  ["match", "Match", match],
  ["play", "Play", play],
];

const MOST_MESSAGES = 3;

class App {
  constructor() {
    this.root = document.getElementById("view");
    this.choice = document.getElementById("profile");
    this.server = new Server((state, before) => this.showConnection(state, before));
    this.drafts = new Drafts(() => this.update());
    this.mounted = null;
    // The text of games that Look shows when it is opened next, and the last review of a game.
    this.pgn = null;
    this.reviewed = null;
  }

  async start() {
    this.readAddress();
    this.hello = await this.untilConnected(() => this.call({ view: "studio", type: "hello" }));
    this.profiles = this.hello.profiles;
    if (!this.state.profile) this.state.profile = this.hello.first;
    this.server.listeners.add((event) => this.receive(event));
    this.choice.addEventListener("change", () => this.set({ profile: this.choice.value }));
    addEventListener("popstate", async () => {
      this.readAddress();
      if (!this.state.profile) this.state.profile = this.hello.first;
      await this.server.openLink?.(this);
      this.show();
    });
    addEventListener("keydown", (event) => this.key(event));
    // Unsaved changes survive a reload, but not the end of the tab.
    addEventListener("beforeunload", (event) => this.drafts.unsaved().some((name) => this.drafts.isAtRisk(name)) && event.preventDefault());
    this.server.begin?.(this);
    await this.server.openLink?.(this);
    this.drawProfiles();
    this.show();
  }

  // Repeats a call until the program answers.
  async untilConnected(call) {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!error.isLost) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  // Whether the program answers, as far as is known.
  get isConnected() {
    return this.server.state === undefined || this.server.state === "connected";
  }

  call(request) {
    return this.server.call(request);
  }

  // The table of keys: its sections, and the language of custom terms.
  keys() {
    this.table ??= this.call({ view: "studio", type: "keys" });
    this.table.catch(() => (this.table = null));
    return this.table;
  }

  stream(request, onEvent) {
    return this.server.stream(request, onEvent);
  }

  // --- the state in the address: `profile`, `fen`, `moves` (UCI, comma-separated), `ply`, and what views add

  readAddress() {
    const view = Server.view();
    this.view = views.some(([name]) => name === view) ? view : "look";
    const state = Object.fromEntries(new URLSearchParams(location.search));
    this.state = { ...state, fen: state.fen ?? START, moves: state.moves ? state.moves.split(",") : [] };
    this.state.ply = Math.min(Number(state.ply ?? this.state.moves.length) || 0, this.state.moves.length);
  }

  address(view = this.view) {
    const { fen, moves, ply, ...rest } = this.state;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest)) if (value) query.set(name, value);
    if (fen !== START) query.set("fen", fen);
    if (moves.length) query.set("moves", moves.join(","));
    if (moves.length && ply !== moves.length) query.set("ply", ply);
    return Server.address(view, query.toString());
  }

  // Changes the state, the address with it, and updates the view. The browser's Back button leads back from a change that
  // `isStep`.
  set(change, { isStep = false } = {}) {
    Object.assign(this.state, change);
    history[isStep ? "pushState" : "replaceState"](null, "", this.address());
    this.drawFrame();
    this.update();
  }

  open(view) {
    this.mounted?.leaving?.();
    history.pushState(null, "", this.address(view));
    this.view = view;
    this.show();
    this.root.focus({ preventScroll: true });
  }

  show() {
    this.mounted?.unmount?.();
    this.root.replaceChildren();
    this.root.className = `view-${this.view}`;
    const [, title, module] = views.find(([name]) => name === this.view);
    document.title = `${title} - Temperament studio`;
    this.drawFrame();
    this.mounted = module.mount(this.root, this);
    this.update();
  }

  update() {
    if (this.profiles && this.drafts.unsaved().join() !== this.drawnUnsaved) this.drawProfiles();
    this.mounted?.update?.();
  }

  // --- the frame

  drawFrame() {
    const link = ([name, title]) => {
      const click = (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.open(name);
      };
      const current = name === this.view ? "page" : undefined;
      return h("a", { href: this.address(name), "aria-current": current, onclick: click }, title);
    };
    document.querySelector("nav").replaceChildren(...views.map(link));
    this.choice.value = this.state.profile;
  }

  drawProfiles() {
    const known = this.known();
    const isKnown = known.some(({ name }) => name === this.state.profile);
    const all = isKnown ? known : [{ name: this.state.profile, description: "", group: "Missing" }, ...known];
    const option = ({ name, description, is_broken }) => {
      const mark = is_broken ? " (has errors)" : this.drafts.has(name) ? " (unsaved)" : "";
      return h("option", { value: name, title: description }, name + mark);
    };
    this.choice.replaceChildren(...this.byGroup(all, option));
    this.drawnUnsaved = this.drafts.unsaved().join();
    this.choice.value = this.state.profile;
  }

  // Whether a profile has a file, or is part of the program.
  isListed(name) {
    return this.profiles.some((profile) => profile.name === name);
  }

  // All profiles: those whose texts only this tab has come first.
  known() {
    const unsaved = this.drafts.unsaved().filter((name) => !this.isListed(name));
    return [...unsaved.map((name) => ({ name, description: "", group: "Not saved" })), ...this.profiles];
  }

  // The options of a menu of profiles; `option(profile)` returns one or several.
  byGroup(profiles, option) {
    return [...Map.groupBy(profiles, ({ group }) => group)].map(([label, list]) => h("optgroup", { label }, list.map(option)));
  }

  async reloadProfiles() {
    this.profiles = (await this.call({ view: "studio", type: "profiles" })).profiles;
    this.drawProfiles();
  }

  // A profile for a request, with its unsaved text if there is one.
  profile(name = this.state.profile) {
    const text = this.drafts.text(name);
    return text === null ? { name } : { name, text };
  }

  // The profile that a profile extends, if it is listed.
  parent(profile) {
    return this.profiles.find(({ name }) => name === profile)?.parent;
  }

  // The default opponent of a profile in matches and comparisons: its parent, or the strongest profile.
  defaultOpponent(profile) {
    const parent = this.parent(profile);
    return this.profiles.some(({ name, is_broken }) => name === parent && !is_broken) ? parent : CHAMPION;
  }

  receive(event) {
    if (event.event === "notice") this.say(event.message, "error");
    if (event.event !== "profiles_changed") return;
    this.mounted?.filesChanged?.();
    this.update();
    this.attempt(() => this.reloadProfiles());
  }

  showConnection(state, before) {
    const line = document.getElementById("connection");
    line.hidden = state === "connected";
    line.textContent =
      state === "restarted"
        ? "The studio has been restarted and has a new address, which it has printed in its terminal. Open it in this tab: the tab keeps unsaved changes."
        : "The connection to the studio is lost. Trying again; unsaved changes are kept.";
    this.mounted?.connectionChanged?.();
    if (state === "connected" && before) this.update();
  }

  // Shows a message for a while; errors stay longer. `about` names the subject, for `unsay`.
  say(text, kind = "note", about = "") {
    const close = () => line.remove();
    const line = h("p", { class: kind }, text, h("button", { type: "button", "aria-label": "Close", onclick: close }, "\u00d7"));
    const messages = document.getElementById("messages");
    // What has worked now ends the complaints before it.
    if (kind === "note") for (const error of messages.querySelectorAll(".error")) error.remove();
    line.dataset.about = about;
    for (const same of [...messages.children].filter((other) => other.textContent === line.textContent)) same.remove();
    messages.append(line);
    while (messages.children.length > MOST_MESSAGES) messages.firstChild.remove();
    setTimeout(close, kind === "error" ? 8000 : 5000);
  }

  // Removes the messages about a subject: what they complain about has been done right.
  unsay(about) {
    for (const line of document.querySelectorAll("#messages > p")) if (line.dataset.about === about) line.remove();
  }

  // Runs an action; its failure goes to `onFailure(error)`, or is shown without that. Without a connection, it calls
  // `onLost()` instead; `update` follows when it is back.
  async attempt(action, { onLost, onFailure } = {}) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.isLost) {
        onLost?.();
        return null;
      }
      if (onFailure) onFailure(error);
      else this.say(error.message, "error");
      return null;
    }
  }

  // Keys of all views; a view handles its own first and returns true.
  key(event) {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (this.mounted?.key?.(event, Boolean(isTyping))) event.preventDefault();
  }
}

const app = new App();
app.start().catch((error) => {
  document.getElementById("view").textContent = error.message;
});
