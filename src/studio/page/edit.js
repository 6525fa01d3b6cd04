// The view Edit: all keys of a profile, with the evaluation of a position beside them.
import { PositionPanel } from "./position.js";
import { Rows } from "./rows.js";
import { h, latest, signed } from "./dom.js";

export function mount(root, app) {
  return new Edit(root, app);
}

const MOST_SHOWN = 40;

class Edit {
  constructor(root, app) {
    this.app = app;
    this.panel = new PositionPanel(app, { onPosition: () => this.evaluate() });
    this.rows = new Rows((row) => this.panel.board.mark(row ? { a: row.squares[0] ?? [], b: row.squares[1] ?? [] } : {}));
    this.number = h("strong", { class: "eval" });
    this.panel.element.append(h("p", { class: "verdict" }, this.number), this.rows.element);
    const button = (text, act, title) => h("button", { type: "button", onclick: act, title }, text);
    this.save = button("Save", () => this.saveFile(), "Ctrl-S");
    this.save.className = "main";
    this.undo = button("Undo", () => this.step(-1), "Ctrl-Z");
    this.redo = button("Redo", () => this.step(1), "Ctrl-Shift-Z");
    this.search = h("input", { type: "search", placeholder: "Search keys  ( / )", "aria-label": "Search keys" });
    this.search.addEventListener("input", () => this.draw());
    this.section = h("select", { "aria-label": "Section", onchange: () => this.draw() });
    this.state = h("p", { class: "note", role: "status" });
    this.conflict = h("div", { class: "card", hidden: true });
    this.faults = h("ul", { class: "faults" });
    this.list = h("div", {});
    root.append(
      this.panel.element,
      h(
        "section",
        { "aria-label": "Keys" },
        h("div", { class: "controls" }, this.save, this.undo, this.redo, button("Save as child ...", () => this.saveAs(true)), button("Save a copy ...", () => this.saveAs(false))),
        this.state,
        this.conflict,
        this.faults,
        h("div", { class: "controls" }, this.search, this.section),
        this.list,
      ),
    );
    this.refresh = latest(() => this.open());
    this.evaluate = latest(() => this.load());
    this.apply = latest((key, value) => this.change(key, value));
    app.attempt(() => app.call({ view: "studio", type: "keys" })).then((keys) => {
      this.sections = keys?.sections ?? [];
      const all = [h("option", { value: "*" }, "Changed keys"), ...this.sections.map(({ name, title }) => h("option", { value: name }, title))];
      this.section.replaceChildren(...all);
      this.section.value = "material";
      this.draw();
    });
  }

  update() {
    this.panel.refresh();
    this.refresh();
    this.evaluate();
  }

  name() {
    return this.app.state.profile;
  }

  // Reads the profile. If its file has changed and there is nothing unsaved, the draft follows it.
  async open() {
    const name = this.name();
    const opened = await this.app.attempt(() => this.app.call({ view: "edit", type: "open", profile: this.app.profile() }));
    if (!opened || name !== this.name()) return;
    this.app.drafts.begin(name, opened.file);
    this.opened = opened;
    if (opened.file.stamp !== this.app.drafts.stamp(name)) this.showConflict(opened.file);
    else this.conflict.hidden = true;
    if (opened.settings.length) this.settings = new Map(opened.settings.map((setting) => [setting.key, setting]));
    if (name !== this.shown) this.base = null;
    this.shown = name;
    if (!this.app.drafts.has(name)) this.base = new Map(this.settings);
    if (!this.base) await this.readBase(name);
    this.draw();
  }

  // The values of the file, for the list of changed keys.
  async readBase(name) {
    const saved = await this.app.attempt(() => this.app.call({ view: "edit", type: "open", profile: { name } }));
    this.base = new Map((saved?.settings ?? []).map((setting) => [setting.key, setting]));
  }

  async load() {
    if (!this.panel.now) return;
    const request = { view: "look", type: "evaluate", profile: this.app.profile(), fen: this.panel.now.fen };
    const found = await this.app.attempt(() => this.app.call(request));
    if (!found) return;
    this.number.textContent = signed(found.pawns);
    this.rows.show(found.groups);
  }

  // Changes a key in the text of the draft.
  async change(key, to) {
    const name = this.name();
    const request = { view: "edit", type: "apply", profile: this.app.profile(), changes: [{ key, ...to }] };
    const applied = await this.app.attempt(() => this.app.call(request));
    if (applied) this.app.drafts.add(name, applied.text, this.drag);
    else this.refresh();
  }

  // While a slider is dragged it must not be replaced, and all its values are one step of undo.
  beginDrag() {
    this.drag = {};
    const end = () => {
      this.drag = null;
      this.draw();
    };
    addEventListener("pointerup", end, { once: true });
  }

  step(by) {
    this.app.drafts.step(this.name(), by);
  }

  async saveFile(stamp = this.app.drafts.stamp(this.name())) {
    const name = this.name();
    const text = this.app.drafts.text(name);
    if (text === null) return;
    const saved = await this.app.attempt(() => this.app.call({ view: "edit", type: "save", name, text, stamp }));
    if (!saved) return;
    if (saved.conflict) {
      this.showConflict(saved.conflict);
      return;
    }
    this.base = null;
    this.conflict.hidden = true;
    this.app.drafts.saved(name, saved.file);
    this.app.say(`Saved ${name}.`);
  }

  async saveAs(child) {
    const name = prompt(child ? "Name of the child profile" : "Name of the copy");
    if (!name) return;
    const saved = await this.app.attempt(() => this.app.call({ view: "edit", type: "save_as", profile: this.app.profile(), name, child }));
    if (!saved) return;
    await this.app.reloadProfiles();
    this.app.set({ profile: saved.name });
    this.app.say(`Saved ${saved.name}.`);
  }

  // The file has been changed by another program: shows both texts; either can be kept, and undo brings the other back.
  showConflict(file) {
    const name = this.name();
    const mine = this.app.drafts.text(name) ?? "";
    const keep = () => this.saveFile(file.stamp);
    const take = () => {
      this.app.drafts.saved(name, file);
      this.app.drafts.add(name, file.text);
      this.conflict.hidden = true;
    };
    const text = (title, content) => h("label", {}, title, h("textarea", { readonly: true, rows: 12, value: content }));
    this.conflict.replaceChildren(
      h("h2", {}, "The file has been changed meanwhile"),
      h("div", { class: "both" }, text("Your version", mine), text("The file", file.text)),
      h("div", { class: "controls" }, h("button", { type: "button", onclick: keep }, "Write your version"), h("button", { type: "button", onclick: take }, "Take the file")),
    );
    this.conflict.hidden = false;
  }

  // --- drawing

  draw() {
    if (!this.sections || !this.settings) return;
    const name = this.name();
    const isChanged = this.app.drafts.has(name);
    this.save.disabled = !isChanged || !this.opened.is_file;
    const parent = this.opened.extends ? ` It extends ${this.opened.extends}.` : "";
    const where = this.opened.is_file ? "" : " It is part of the program: save it as a child or a copy.";
    this.state.textContent = `${name}: ${isChanged ? "unsaved changes" : "no unsaved changes"}.${parent}${where}`;
    this.faults.replaceChildren(...this.opened.faults.map((fault) => h("li", {}, `${fault.line ? `Line ${fault.line}: ` : ""}${fault.message}${fault.hint ? ` (${fault.hint})` : ""}`)));
    if (this.drag) return;
    const keys = this.wanted();
    const focused = document.activeElement?.dataset?.field;
    this.list.replaceChildren(...keys.slice(0, MOST_SHOWN).map((key) => this.key_(key)));
    if (keys.length > MOST_SHOWN) this.list.append(h("p", { class: "note" }, `${keys.length - MOST_SHOWN} more keys: search for one.`));
    if (!keys.length) this.list.append(h("p", { class: "note" }, "No key."));
    if (focused) this.list.querySelector(`[data-field="${CSS.escape(focused)}"]`)?.focus();
  }

  // The keys of the section, those that match the search, or those that have changed.
  wanted() {
    const all = [...this.sections.flatMap(({ keys }) => keys), ...this.opened.terms];
    const text = this.search.value.trim().toLowerCase();
    if (text) return all.filter(({ key, meaning }) => key.includes(text) || meaning.toLowerCase().includes(text));
    if (this.section.value === "*") return all.filter(({ key }) => this.isChanged(key));
    return this.sections.find(({ name }) => name === this.section.value)?.keys ?? [];
  }

  isChanged(key) {
    const [now, before] = [this.settings.get(key), this.base?.get(key)];
    return JSON.stringify(now?.value) !== JSON.stringify(before?.value);
  }

  key_(key) {
    const setting = this.settings.get(key.key);
    const reset = () => this.apply(key.key, toOf(this.base.get(key.key)?.value));
    const head = h("h3", {}, h("code", {}, key.key), this.isChanged(key.key) ? h("button", { type: "button", onclick: reset }, "Reset") : null);
    const origin = setting?.origin ? `${setting.set === "inherited" ? "Inherited from" : "Set in"} ${setting.origin}. ` : "Not set. ";
    return h(
      "article",
      { class: "card key" },
      head,
      h("p", { class: "note" }, key.meaning, " ", key.definition),
      this.field(key, setting),
      h("p", { class: "note" }, origin, h("code", {}, `Example: ${key.example.split("\n").length > 1 ? "a table" : key.example}`)),
    );
  }

  field(key, setting) {
    const { kind } = key.kind;
    if (!setting) return h("p", { class: "note" }, "There is no value.");
    if (kind === "values") return this.values(key, setting.value);
    const field = `${key.key}`;
    if (kind === "choice") {
      const options = key.kind.options.map(({ name, meaning }) => h("option", { value: name, title: meaning }, name));
      const select = h("select", { "aria-label": key.key, "data-field": field, onchange: () => this.apply(key.key, { text: select.value }) }, options);
      select.value = setting.value;
      return select;
    }
    if (kind === "lines") return h("p", { class: "note" }, `${setting.value.length} lines, edited in the file.`);
    const input = h("input", { type: "text", value: setting.value, "aria-label": key.key, "data-field": field });
    const isNumber = (text) => kind === "number" && text !== "" && !Number.isNaN(Number(text));
    input.addEventListener("change", () => this.apply(key.key, isNumber(input.value) ? { number: Number(input.value) } : { text: input.value }));
    return input;
  }

  // Sliders for a single pair; a grid of number fields for tables.
  values(key, pairs) {
    const send = (index, stage, number) => {
      const now = this.settings.get(key.key);
      const value = now.value.map((pair) => [...pair]);
      value[index][stage] = number;
      this.settings.set(key.key, { ...now, value });
      this.apply(key.key, { values: value });
    };
    const step = key.kind.is_score ? 1 / this.opened.resolution : 1;
    const isOne = pairs.length === 1;
    const isBoard = key.kind.shape === "square";
    const cell = (index, stage) => {
      const label = `${key.key} ${key.kind.words[index]}, ${stage ? "endgame" : "middlegame"}`;
      const field = `${key.key}/${index}/${stage}`;
      const input = h("input", { type: "number", step, value: pairs[index][stage], "aria-label": label, title: label, "data-field": field });
      input.addEventListener("change", () => Number.isFinite(input.valueAsNumber) && send(index, stage, input.valueAsNumber));
      return input;
    };
    const stages = [0, 1].map((stage) => {
      const title = h("span", { class: "stage" }, stage ? "Endgame" : "Middlegame");
      if (isOne) {
        const now = pairs[0][stage];
        const reach = Math.max(50, Math.abs(now) * 2);
        const input = h("input", {
          type: "range", min: Math.max(key.kind.min, Math.floor(now - reach)), max: Math.min(key.kind.max, Math.ceil(now + reach)), step,
          "aria-label": `${key.key}, ${stage ? "endgame" : "middlegame"}`, "data-field": `${key.key}/slider/${stage}`,
        });
        input.value = now;
        const number = cell(0, stage);
        input.addEventListener("pointerdown", () => this.beginDrag());
        input.addEventListener("input", () => {
          number.value = input.value;
          send(0, stage, input.valueAsNumber);
        });
        return h("div", { class: "slider" }, title, input, number);
      }
      const order = isBoard ? pairs.map((_, index) => index ^ 56) : pairs.map((_, index) => index);
      const cells = order.map((index) => h("label", {}, h("span", {}, key.kind.entries[index]), cell(index, stage)));
      return h("div", {}, title, h("div", { class: isBoard ? "grid board-grid" : "grid" }, cells));
    });
    return h("div", { class: isOne ? "" : "stages" }, stages);
  }

  key(event, isTyping) {
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.key === "s") this.saveFile();
    else if (isCtrl && event.key.toLowerCase() === "z" && !event.target.closest("textarea")) this.step(event.shiftKey ? 1 : -1);
    else if (event.key === "/" && !isTyping) this.search.focus();
    else return this.panel.key(event, isTyping);
    return true;
  }
}

// The change that sets a value.
function toOf(value) {
  if (Array.isArray(value)) return { values: value };
  return typeof value === "number" ? { number: value } : { text: value };
}
