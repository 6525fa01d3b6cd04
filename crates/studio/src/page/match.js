// The view Match: start matches and follow them.
import { Followed, keepGamesAtOnce } from "./followed.js";
import { h, latest, redraw, withCode } from "./dom.js";

// Limits with their titles and first values.
const LIMITS = [
  ["nodes", "Nodes per move", "20000"],
  ["elo", "Level (Elo)", "1500"],
  ["tc", "Seconds + increment", "8+0.08"],
  ["movetime", "Milliseconds per move", "100"],
  ["depth", "Depth", "8"],
];
const UNSAVED = "*";
// The settings of the form as they were last in this tab, without the players.
const SETTINGS = "temperament-new-match";

function keptSettings() {
  try {
    return Object(JSON.parse(sessionStorage.getItem(SETTINGS)));
  } catch {
    // The store is damaged.
    return {};
  }
}

// Sets a control to what was kept of it, if it can have that value.
function restore(control, kept) {
  if (control.type === "checkbox") control.checked = kept === true;
  else if (typeof kept === "string" && (!control.options || [...control.options].some(({ value }) => value === kept))) control.value = kept;
}

// The result so far of a match in the list: its games, and the points of A and B.
function score(games, planned, [a, b]) {
  return `${games} of ${planned} games${games ? `, ${a} : ${b} points` : ""}`;
}

// A number of 1 or more with a suffix k or M; null for anything else.
function wholeNumber(text) {
  const [, digits, suffix = ""] = text.replace(/[ ,_]/g, "").match(/^(\d+(?:\.\d+)?)([kKmM]?)$/) ?? [];
  const number = digits * { "": 1, k: 1e3, m: 1e6 }[suffix.toLowerCase()];
  return Number.isInteger(number) && number > 0 ? number : null;
}

export function mount(root, app) {
  return new Match(root, app);
}

class Match {
  constructor(root, app) {
    this.app = app;
    this.form = this.makeForm();
    this.list = h("ul", { class: "matches", "aria-label": "Matches" });
    this.refresh = latest(() => this.readList());
    this.followed = new Followed(app, { onChange: () => this.refresh(), onResult: (id, statistics) => this.showResult(id, statistics) });
    root.append(
      h("div", { class: "setup" }, this.form, h("section", { class: "card" }, h("h2", {}, "Matches"), this.list)),
      this.followed.element,
    );
    // Another tab may have started, paused or deleted a match.
    this.onFocus = () => this.refresh();
    addEventListener("focus", this.onFocus);
    this.refresh();
  }

  makeForm() {
    const field = (label, input) => h("label", { class: "field" }, h("span", {}, label), input);
    const number = (value, more) => h("input", { type: "number", value, ...more });
    // The players that were chosen here; the others follow the profile of the page.
    this.chosen = [];
    this.players = [0, 1].map((index) => h("select", { onchange: (event) => (this.chosen[index] = event.target.value) }));
    this.limit = h("select", { onchange: () => this.setLimit() }, LIMITS.map(([kind, title]) => h("option", { value: kind }, title)));
    this.value = h("input", { type: "text", "aria-label": "Value of the limit", value: LIMITS[0][2] });
    this.games = number(200, { min: 2, step: 2 });
    this.openings = h("select", {}, ["balanced", "unbalanced"].map((name) => h("option", { value: name }, name)));
    this.ownBook = h("input", { type: "checkbox" });
    this.test = h("input", { type: "checkbox", onchange: () => this.setTest() });
    this.elo = [number(0, { step: "any" }), number(5, { step: "any" })];
    this.concurrency = number("", { min: 1, placeholder: "automatic" });
    const { limit, value, games, openings, ownBook, test, elo: [elo0, elo1], concurrency } = this;
    this.settings = Object.entries({ limit, value, games, openings, ownBook, test, elo0, elo1, concurrency });
    const kept = keptSettings();
    for (const [name, control] of this.settings) restore(control, kept[name]);
    this.bounds = h("div", { class: "pair", hidden: !this.test.checked }, field("H0: normalised Elo", this.elo[0]), field("H1: normalised Elo", this.elo[1]));
    this.fault = h("p", { class: "note bad", role: "alert", hidden: true });
    const edited = () => {
      this.setFault(null);
      this.keep();
    };
    // A choice can change other settings, after its event `input`.
    return h(
      "form",
      { class: "card", onsubmit: (event) => this.start(event), oninput: edited, onchange: () => this.keep() },
      h("h2", {}, "New match"),
      h("div", { class: "pair" }, field("A", this.players[0]), field("B, challenger", this.players[1])),
      h("div", { class: "pair" }, field("Limit", this.limit), field("Value", this.value)),
      h("div", { class: "pair" }, field("Games", this.games), field("Games at once", this.concurrency)),
      field("Openings", this.openings),
      h("label", { class: "check" }, this.ownBook, " Profiles play their own opening books"),
      h("label", { class: "check" }, this.test, " Stop by a sequential test (SPRT)"),
      this.bounds,
      this.fault,
      h("button", { class: "main" }, "Start"),
      this.app.server.matchNote && h("p", { class: "note" }, withCode(this.app.server.matchNote)),
    );
  }

  keep() {
    const settings = this.settings.map(([name, control]) => [name, control.type === "checkbox" ? control.checked : control.value]);
    try {
      sessionStorage.setItem(SETTINGS, JSON.stringify(Object.fromEntries(settings)));
    } catch {
      // Without a store, the form begins anew.
    }
  }

  setLimit() {
    this.value.value = LIMITS.find(([kind]) => kind === this.limit.value)[2];
  }

  setTest() {
    this.bounds.hidden = !this.test.checked;
    if (this.test.checked && this.games.value === "200") this.games.value = "40000";
  }

  // The profiles to choose from; one with unsaved changes is there twice.
  drawPlayers() {
    const { app } = this;
    const option = ({ name }) => [app.isListed(name) && h("option", { value: name }, name), app.drafts.has(name) && h("option", { value: name + UNSAVED }, `${name} (unsaved changes)`)];
    const current = app.state.profile;
    const unsaved = current + UNSAVED;
    const firsts = !app.drafts.has(current) ? [app.defaultOpponent(current), current] : app.isListed(current) ? [current, unsaved] : [app.defaultOpponent(current), unsaved];
    this.players.forEach((select, index) => {
      const chosen = this.chosen[index] ?? firsts[index];
      select.replaceChildren(...app.byGroup(app.known(), option));
      select.value = [...select.options].some(({ value }) => value === chosen) ? chosen : firsts[index];
    });
  }

  player(select) {
    const name = select.value.replace(UNSAVED, "");
    return name === select.value ? { name } : this.app.profile(name);
  }

  update() {
    this.drawPlayers();
    this.followed.follow(this.app.state.match);
    for (const button of this.list.querySelectorAll("button")) button.ariaCurrent = button.dataset.id === this.app.state.match ? "true" : null;
  }

  // Reads the list of matches again. Calls one at a time: an overtaken answer would bring an old state back.
  async readList() {
    const followed = this.app.state.match;
    const found = await this.app.attempt(() => this.app.call({ view: "match", type: "list" }));
    if (!found || this.isGone) return;
    // Another tab has deleted it.
    if (followed && followed === this.app.state.match && !found.matches.some(({ id }) => id === followed)) this.app.set({ match: undefined });
    const item = ({ id, players, limits, date, changed, games, games_planned, points, is_running }) => {
      const state = is_running ? "running" : games >= games_planned ? "finished" : "paused";
      const result = h("span", { class: "so-far" }, score(games, games_planned, points));
      const current = id === this.app.state.match ? "true" : undefined;
      const click = () => this.app.set({ match: id });
      return h("li", {}, h("button", { type: "button", "data-id": id, "aria-current": current, onclick: click }, h("strong", {}, players.join(" - ")), ` ${limits.join(" and ")}; ${state}, `, result, `, ${changed ? new Date(changed * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : date}`));
    };
    redraw(this.list, "id", ...found.matches.map(item));
    if (!found.matches.length) this.list.append(h("li", { class: "note" }, "None yet."));
    this.followed.setListed(found.matches);
  }

  // Shows the result of a running match in the list.
  showResult(id, { games, points }) {
    const planned = this.followed.start?.games_planned;
    const shown = this.list.querySelector(`[data-id="${CSS.escape(id)}"] .so-far`);
    if (shown && planned) shown.textContent = score(games, planned, [games - points, points]);
  }

  async start(event) {
    event.preventDefault();
    const number = (input) => (input.value === "" ? null : Number(input.value));
    const value = this.limit.value === "tc" ? this.value.value.trim() : wholeNumber(this.value.value);
    const title = LIMITS.find(([kind]) => kind === this.limit.value)[1];
    const games = number(this.games);
    const faults = [
      value === null && `${title}: a whole number is wanted, such as 5000, 20k or 1.5M`,
      !(Number.isInteger(games) && games >= 2) && "Games: a whole number from 2 is wanted",
    ].filter(Boolean);
    if (faults.length) {
      this.setFault(`${faults.join(". ")}.`);
      return;
    }
    this.setFault(null);
    const request = {
      view: "match",
      type: "start",
      a: this.player(this.players[0]),
      b: this.player(this.players[1]),
      games,
      limit: { [this.limit.value]: value },
      openings: this.openings.value,
      own_book: this.ownBook.checked,
      sprt: this.test.checked ? this.elo.map((input) => Number(input.value)) : null,
      concurrency: number(this.concurrency),
    };
    const button = this.form.querySelector("button.main");
    button.disabled = true;
    const started = await this.app.attempt(() => this.app.call(request), { onFailure: (error) => this.setFault(error.message) });
    button.disabled = false;
    if (!started) return;
    keepGamesAtOnce(started.id, request.concurrency);
    this.app.set({ match: started.id });
    this.refresh();
  }

  // Why no match starts, next to the button.
  setFault(text) {
    this.fault.hidden = !text;
    this.fault.textContent = text ?? "";
  }

  // The stream of a lost connection has ended.
  connectionChanged() {
    if (!this.app.isConnected) return;
    this.followed.follow(this.app.state.match, true);
    this.refresh();
  }

  unmount() {
    this.isGone = true;
    removeEventListener("focus", this.onFocus);
    this.followed.stop();
  }
}
