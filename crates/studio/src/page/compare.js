// The view Compare: several profiles on a position, and where they disagree most.
import { CHAMPION } from "./champion.js";
import { PositionPanel } from "./position.js";
import { h, latest, redraw, signed } from "./dom.js";

const MOST_PROFILES = 6;
// Marks the file of a profile that has unsaved changes.
const SAVED = ".saved";
// A search by nodes gives the same score each time.
const SEARCH_NODES = 500_000;
// Kinds of the arrows on the board: for the first move, a different one, and all others.
const ARROWS = ["first", "b"];

export function mount(root, app) {
  return new Compare(root, app);
}

class Compare {
  constructor(root, app) {
    this.app = app;
    this.panel = new PositionPanel(app, { canSetUp: true, onPosition: () => this.refresh() });
    this.open = new Set();
    this.lines = new Map();
    this.profiles = h("div", { class: "scroll" });
    this.add = h("select", { "aria-label": "Add a profile", onchange: () => this.addProfile() });
    this.groups = h("div", { class: "scroll" });
    const sources = [["", "Test positions"], ["text", "Pasted FENs, EPD or PGN"]];
    this.source = h("select", { "aria-label": "Positions", onchange: () => this.drawSource() }, sources.map(([value, text]) => h("option", { value }, text)));
    this.text = h("textarea", { rows: 5, hidden: true, "aria-label": "FENs, EPD or PGN", placeholder: "One FEN or EPD per line, or games in PGN" });
    this.note = h("p", { class: "note", role: "status" });
    this.positions = h("div", { class: "scroll" });
    const find = (event) => {
      event.preventDefault();
      this.findPositions();
    };
    root.append(
      this.panel.element,
      h(
        "div",
        {},
        h("section", { class: "card", "aria-label": "Profiles" }, this.profiles, h("p", { class: "controls" }, this.add)),
        h("section", { class: "card", "aria-label": "Evaluation by topic and key" }, h("h2", {}, "Evaluation by topic and key"), this.groups),
        h(
          "section",
          { class: "card", "aria-label": "Where they disagree most" },
          h("h2", {}, "Where they disagree most"),
          h("form", { onsubmit: find }, h("div", { class: "controls" }, this.source, h("button", { class: "main" }, "Compare")), this.text),
          this.note,
          this.positions,
        ),
      ),
    );
    this.refresh = latest(() => this.load());
    this.search = latest(() => this.analyse());
  }

  // The names of the compared profiles: the chosen one and those of the address.
  names() {
    const { profile, with: others } = this.app.state;
    const chosen = others === undefined ? [this.usual()] : others.split(",").filter(Boolean);
    return [...new Set([profile, ...chosen])].slice(0, MOST_PROFILES);
  }

  // What a profile is compared with unless others are chosen.
  usual() {
    const { profile } = this.app.state;
    if (this.app.drafts.has(profile) && this.app.isListed(profile)) return profile + SAVED;
    if (profile !== CHAMPION) return this.app.defaultOpponent(profile);
    const others = this.app.profiles.filter(({ name, is_broken }) => name !== CHAMPION && !is_broken);
    const own = others.find(({ is_file, is_published }) => is_file && !is_published);
    return (own ?? others[0])?.name ?? profile + SAVED;
  }

  refOf(name) {
    return name.endsWith(SAVED) ? { name: name.slice(0, -SAVED.length) } : this.app.profile(name);
  }

  titleOf(name) {
    if (name.endsWith(SAVED)) return `${name.slice(0, -SAVED.length)} (file)`;
    return this.app.drafts.has(name) ? `${name} (unsaved)` : name;
  }

  setOthers(names) {
    this.app.set({ with: names.filter((name) => name !== this.app.state.profile).join(",") || "," });
  }

  addProfile() {
    if (this.add.value) this.setOthers([...this.names(), this.add.value]);
  }

  update() {
    this.panel.refresh();
    this.refresh();
  }

  // --- the position

  async load() {
    this.drawAdd();
    const names = this.names();
    const fen = this.panel.now?.fen;
    if (!fen) return;
    if (names.length < 2) {
      this.compared = null;
      this.draw(names);
      return;
    }
    const request = { view: "compare", type: "position", profiles: names.map((name) => this.refOf(name)), fen };
    // The reason why a profile cannot be used stays in view.
    this.failure = null;
    const onFailure = ({ message }) => (this.failure = message);
    this.compared = await this.app.attempt(() => this.app.call(request), { onFailure });
    this.shownNames = names;
    this.draw(names);
    if (!this.compared) return;
    if (this.wanted() !== this.searched) this.stopSearch();
    this.search();
  }

  // Searches the position with one profile after the other.
  async analyse() {
    const names = this.shownNames;
    const { fen } = this.panel.now;
    const wanted = this.wanted();
    if (wanted === this.searched || this.isGone) return;
    this.searched = wanted;
    this.lines.clear();
    this.drawProfiles(names);
    this.drawArrows();
    for (const name of this.panel.now.ending ? [] : names) {
      await this.searchWith(name, fen);
      if (this.isGone || this.wanted() !== wanted) return;
    }
  }

  // Identifies what is searched.
  wanted() {
    return JSON.stringify([this.panel.now.fen, this.shownNames, this.compared?.versions]);
  }

  stopSearch() {
    this.searching?.stop();
    this.searching = null;
    this.endSearch?.();
  }

  searchWith(name, fen) {
    return new Promise((resolve) => {
      let isStopped = false;
      let last = null;
      this.endSearch = () => {
        isStopped = true;
        resolve();
      };
      const show = (event) => {
        if (isStopped) return;
        if (event.event === "line") last = event;
        else if (event.event === "lost") this.searched = null;
        if (event.event === "done" && last) {
          // Scores of unfinished searches cannot be compared.
          this.lines.set(name, last);
          this.drawProfiles(this.shownNames);
          this.drawArrows();
        }
        if (event.event === "done" || event.event === "lost") resolve();
      };
      const request = { view: "look", type: "search", profile: this.refOf(name), fen, nodes: SEARCH_NODES };
      this.app.attempt(() => this.app.stream(request, show)).then((stream) => {
        if (isStopped) stream?.stop();
        else if (stream) this.searching = stream;
        else resolve();
      });
    });
  }

  draw(names) {
    this.drawProfiles(names);
    this.drawGroups(names);
  }

  drawAdd() {
    const names = this.names();
    const drafts = this.app.profiles.filter(({ name }) => this.app.drafts.has(name)).map(({ name }) => ({ name: name + SAVED, group: "Without unsaved changes" }));
    const all = [...this.app.known().filter(({ is_broken }) => !is_broken), ...drafts];
    const free = all.filter(({ name }) => !names.includes(name));
    const option = ({ name }) => h("option", { value: name }, this.titleOf(name));
    this.add.replaceChildren(h("option", { value: "" }, "Add a profile ..."), ...this.app.byGroup(free, option));
    this.add.disabled = names.length >= MOST_PROFILES;
  }

  // One row per profile: evaluation, score and best move after a short search.
  drawProfiles(names) {
    const arrows = this.arrows(names);
    const row = (name, index) => {
      const line = this.lines.get(name);
      const score = line?.lead;
      const unknown = this.failure ? "" : "\u2026";
      const remove = () => this.setOthers(names.filter((other) => other !== name));
      const button = index > 0 && h("button", { type: "button", class: "small", "data-remove": name, "aria-label": `Remove ${this.titleOf(name)}`, onclick: remove }, "\u00d7");
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, this.titleOf(name), " ", button),
        h("td", { class: "number" }, this.compared?.verdicts[index] ?? ""),
        h("td", { class: "number" }, score ?? unknown),
        h("td", { class: `best ${arrows.get(line?.moves[0]) ?? ""}`, title: line?.san.join(" ") }, line?.san[0] ?? unknown),
        h("td", { class: "wide" }, line ? line.san.slice(1, 7).join(" ") : ""),
      );
    };
    const heads = [["Profile", ""], ["Evaluation", "number"], ["Search", "number"], ["Move", ""], ["Line", "wide"]];
    redraw(
      this.profiles,
      "remove",
      h("table", { class: "compared" }, h("thead", {}, h("tr", {}, heads.map(([text, kind]) => h("th", { scope: "col", class: kind }, text)))), h("tbody", {}, names.map(row))),
    );
  }

  // The different best moves, each with the kind of its arrow.
  arrows(names) {
    const moves = new Set(names.map((name) => this.lines.get(name)?.moves[0]).filter(Boolean));
    return new Map([...moves].map((uci, index) => [uci, ARROWS[index] ?? "other"]));
  }

  // Shows the best moves on the board, in the colours that they have in the table.
  drawArrows() {
    const arrows = [...this.arrows(this.shownNames)].map(([uci, kind]) => ({ uci, kind }));
    this.panel.board.mark({ arrows });
  }

  // Values of all profiles by topic and key, and how far they are apart.
  drawGroups(names) {
    if (!this.compared) {
      this.groups.replaceChildren(h("p", {}, names.length < 2 ? "Add a profile to compare with." : (this.failure ?? "Waiting for the studio.")));
      return;
    }
    const largest = Math.max(0.25, ...this.compared.groups.map(({ values }) => Math.abs(difference(values))));
    const numbers = (values) => values.map((value) => h("td", { class: "number" }, signed(value)));
    const gap = (values) => [h("td", { class: "number" }, signed(difference(values))), h("td", { class: "wide" }, bar(difference(values), largest))];
    const body = ({ title, values, rows }) => {
      const isOpen = this.open.has(title);
      const toggle = () => {
        this.open[isOpen ? "delete" : "add"](title);
        this.drawGroups(names);
      };
      const head = h("button", { type: "button", class: "group", "aria-expanded": String(isOpen), "data-group": title, onclick: toggle }, title);
      const row = ({ key, meaning, values }) => h("tr", { "data-key": key }, h("th", { scope: "row" }, meaning, h("code", {}, key)), numbers(values), gap(values));
      const shown = rows.filter(({ values }) => values.some((value) => Number(value.toFixed(2)) !== 0));
      return h("tbody", {}, h("tr", { class: "head" }, h("th", { scope: "row" }, head), numbers(values), gap(values)), isOpen ? shown.map(row) : []);
    };
    const heads = [...names.map((name) => this.titleOf(name)), names.length === 2 ? names.map((name) => this.titleOf(name)).join(" \u2212 ") : "Difference"].map((text) => h("th", { scope: "col", class: "number" }, text));
    redraw(
      this.groups,
      "group",
      h("table", { class: "compared keys" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Pawns for White"), heads, h("td", { class: "wide" }))), this.compared.groups.map(body)),
    );
  }

  // --- many positions

  drawSource() {
    this.text.hidden = this.source.value !== "text";
    if (!this.text.hidden) this.text.focus();
  }

  async findPositions() {
    const names = this.names();
    const text = this.source.value === "text" ? { text: this.text.value } : {};
    const request = { view: "compare", type: "positions", profiles: names.map((name) => this.refOf(name)), ...text };
    this.note.textContent = "Comparing ...";
    const found = await this.app.attempt(() => this.app.call(request));
    this.note.textContent = found ? summary(found) : "";
    if (found) this.drawPositions(names, found.positions);
  }

  drawPositions(names, positions) {
    const row = ({ fen, name, pawns, difference, between, terms }) => {
      const go = () => {
        this.app.set({ fen, moves: [], ply: 0 }, { isStep: true });
        this.panel.element.scrollIntoView({ block: "nearest" });
      };
      const pair = names.length > 2 ? `${this.titleOf(names[between[0]])} minus ${this.titleOf(names[between[1]])}: ` : "";
      const reasons = pair + terms.slice(0, 3).map(([key, value]) => `${key} ${signed(-value)}`).join(", ");
      return h(
        "tr",
        {},
        h("td", { class: "number" }, difference.toFixed(2)),
        pawns.map((value) => h("td", { class: "number" }, signed(value))),
        h("td", {}, h("button", { type: "button", class: "position-link", title: fen, onclick: go }, name || fen), h("span", { class: "note" }, reasons)),
      );
    };
    const heads = ["Difference", ...names.map((name) => this.titleOf(name))].map((text) => h("th", { scope: "col", class: "number" }, text));
    const table = h("table", { class: "compared found" }, h("thead", {}, h("tr", {}, heads, h("th", { scope: "col" }, "Position"))), h("tbody", {}, positions.map(row)));
    this.positions.replaceChildren(...(positions.length ? [table] : []));
  }

  key(event, isTyping) {
    return this.panel.key(event, isTyping);
  }

  unmount() {
    this.isGone = true;
    this.stopSearch();
  }
}

// The first value minus the second for two profiles; for more, the span of the values.
function difference(values) {
  return values.length === 2 ? values[0] - values[1] : Math.max(...values) - Math.min(...values);
}

function bar(number, largest) {
  const fill = h("i", { class: number < 0 ? "b" : "a" });
  fill.style.width = `${Math.min(1, Math.abs(number) / largest) * 50}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}

function summary({ evaluated, positions, errors, has_more }) {
  const words = [`${evaluated} ${evaluated === 1 ? "position" : "positions"} compared`];
  words.push(positions.length ? `${positions.length} with the largest differences listed` : "no difference");
  if (has_more) words.push("the rest of the text was left out");
  if (errors.length) words.push(`${errors.length} could not be read (${errors[0]})`);
  return words.join("; ") + ".";
}
