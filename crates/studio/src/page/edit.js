// The view Edit: a profile by key, as text, and its differences, with the evaluation of a position beside them.
import { Cards } from "./cards.js";
import { Differences } from "./differences.js";
import { Evaluation } from "./evaluation.js";
import { Conflict } from "./conflict.js";
import { Brush } from "./paint.js";
import { NewTerm } from "./new_term.js";
import { SaveAs } from "./save_as.js";
import { SourceText, describe } from "./source.js";
import { h, latest, signed } from "./dom.js";

export function mount(root, app) {
  return new Edit(root, app);
}

const MOST_SHOWN = 40;
// Milliseconds between changes by the keyboard that are one step of undo.
const BURST = 1000;
const PARTS = [["keys", "Keys"], ["text", "Text"], ["differences", "Differences"]];

class Edit {
  constructor(root, app) {
    this.app = app;
    this.evaluation = new Evaluation(app, () => this.readSaved());
    this.saved = h("span", { class: "note" });
    this.evaluation.static.append(this.saved);
    this.pending = new Map();
    this.returning = null;
    this.cards = new Cards(this);
    this.brush = new Brush();
    this.source = new SourceText(app, () => this.draw());
    this.differences = new Differences(app, this);
    this.list = h("div", {});
    this.newTerm = new NewTerm(this);
    this.build(root);
    this.refresh = latest(() => this.open());
    this.flush = latest(() => this.change());
    app.attempt(() => app.keys()).then((found) => this.listSections(found ?? { sections: [], language: "" }));
  }

  build(root) {
    const button = (text, act, title) => h("button", { type: "button", onclick: act, title }, text);
    const saveAs = (text, isChild) => button(text, (event) => this.saveForm.open(isChild, event.currentTarget));
    this.save = button("Save", () => this.saveFile(), "Ctrl-S");
    this.save.className = "main";
    this.undo = button("Undo", () => this.step(-1), "Ctrl-Z");
    this.redo = button("Redo", () => this.step(1), "Ctrl-Shift-Z");
    this.discard = button("Discard", () => this.discardChanges(), "Returns to the file; Undo restores the changes");
    this.search = h("input", { type: "search", placeholder: "Search keys  ( / )", "aria-label": "Search keys" });
    this.search.addEventListener("input", () => this.draw());
    this.section = h("select", { "aria-label": "Section", onchange: () => this.showSection() });
    this.state = h("p", { class: "note", role: "status" });
    this.conflict = new Conflict(this);
    this.saveForm = new SaveAs((name, isChild) => this.saveAs(name, isChild));
    this.faults = h("ul", { class: "faults" });
    this.tabs = new Map(PARTS.map(([name, title]) => [name, button(title, () => this.showPart(name))]));
    this.parts = new Map([
      ["keys", h("div", {}, this.faults, h("div", { class: "controls" }, this.search, this.section), this.brush.element, this.list)],
      ["text", this.source.element],
      ["differences", this.differences.element],
    ]);
    const { panel, verdict, engine, rows } = this.evaluation;
    const files = this.app.server.fileControls?.(this);
    // Busy while changes are on their way into the text.
    this.editor = h(
      "section",
      { class: "profile-editor", "aria-label": "Profile", "aria-busy": "false" },
      h(
        "div",
        { class: "editor-bar" },
        h("div", { class: "controls" }, this.save, this.undo, this.redo, this.discard, saveAs("Save as child ...", true), saveAs("Save a copy ...", false)),
        files && h("div", { class: "controls actions" }, files),
        this.state,
        h("div", { class: "controls tabs", role: "group", "aria-label": "Parts" }, [...this.tabs.values()]),
      ),
      this.saveForm.element,
      this.conflict.element,
      [...this.parts.values()],
    );
    // What sticks to the top of the page has a height of its own for every width.
    const sticky = { "--verdict": verdict, "--bar": this.editor.querySelector(".editor-bar") };
    this.heights = new ResizeObserver(() => {
      for (const [name, element] of Object.entries(sticky)) root.style.setProperty(name, `${element.offsetHeight}px`);
    });
    for (const element of Object.values(sticky)) this.heights.observe(element);
    root.append(
      verdict,
      h("div", { class: "beside" }, panel.element, h("section", { class: "evaluation", "aria-label": "Evaluation" }, engine.element, rows.element)),
      this.editor,
    );
  }

  // Shows a part from its beginning.
  showPart(name) {
    this.app.set({ part: name === "keys" ? undefined : name });
    if (this.editor.getBoundingClientRect().top < 0) this.editor.scrollIntoView();
  }

  listSections({ sections, language }) {
    this.sections = sections;
    this.newTerm.explain(language);
    const option = ({ name, title }) => h("option", { value: name }, title);
    this.section.replaceChildren(h("option", { value: "*" }, "Changed keys"), ...sections.map(option), h("option", { value: "term" }, "Custom terms"));
    this.section.value = "material";
    this.draw();
  }

  update() {
    this.evaluation.update();
    this.draw();
    // While a pointer drags, the page has the newest values.
    if (!this.drag) this.refresh();
  }

  name() {
    return this.app.state.profile;
  }

  // --- the profile

  // Reads the profile. If its file has changed and there is nothing unsaved, the draft follows it.
  async open() {
    const name = this.name();
    const { changes } = this.app.drafts;
    const opened = await this.app.attempt(() => this.app.call({ view: "edit", type: "open", profile: this.app.profile() }));
    // The answer is out of date if a key has been changed or the profile saved meanwhile; a newer one follows.
    if (!opened || name !== this.name() || this.isWriting || this.pending.size || changes !== this.app.drafts.changes) return;
    if (opened.is_missing && !this.app.drafts.has(name) && this.app.drafts.now(name) !== undefined) {
      this.app.drafts.lose(name);
      return;
    }
    // A text with errors is based on the file that was there before: it does not follow the file.
    if (!opened.is_missing && (!this.source.hasErrors(name) || this.app.drafts.stamp(name) === undefined)) this.app.drafts.begin(name, opened.file);
    this.opened = opened;
    if (!opened.is_missing && opened.file.stamp !== this.app.drafts.stamp(name)) this.conflict.offer(opened.file);
    else this.conflict.hide();
    if (opened.settings.length) this.settings = new Map(opened.settings.map((setting) => [setting.key, setting]));
    if (name !== this.shown) this.base = null;
    this.shown = name;
    if (!this.app.drafts.has(name)) this.base = new Map(this.settings);
    if (!this.base) await this.readBase(name);
    this.draw();
  }

  // The values of the file, for the list of changed keys.
  async readBase(name) {
    const { changes } = this.app.drafts;
    const saved = await this.app.attempt(() => this.app.call({ view: "edit", type: "open", profile: { name } }));
    // It may have been saved meanwhile: the next answer asks again.
    if (changes !== this.app.drafts.changes) return;
    this.base = saved?.is_missing ? new Map(this.settings) : new Map((saved?.settings ?? []).map((setting) => [setting.key, setting]));
  }

  // Changes a key in the text of the draft. Of several changes of a key, only the last one is made.
  apply(key, to) {
    this.pending.set(`${Object.keys(to)[0] === "factor" ? "factor" : "value"} ${key}`, { key, ...to });
    // A search would take the time that the change needs.
    this.evaluation.engine.pause();
    this.startFlush();
  }

  startFlush() {
    this.editor.ariaBusy = "true";
    this.written ??= new Promise((resolve) => (this.resolveWritten = resolve));
    this.flush();
  }

  // Changes the numbers of a key.
  send(key, pairs) {
    this.settings.set(key.key, { ...this.settings.get(key.key), value: pairs });
    this.apply(key.key, { values: pairs });
  }

  // The text of the profile; null while changes are on their way.
  settledText() {
    return this.written ? null : (this.app.drafts.now(this.name()) ?? null);
  }

  // Takes back what has been done to a key since the profile had a text, and leaves no step of undo.
  returnTo(key, pairs, text) {
    this.settings.set(key.key, { ...this.settings.get(key.key), value: pairs });
    this.pending.clear();
    this.returning = { name: this.name(), text };
    this.startFlush();
  }

  async change() {
    const changes = [...this.pending.values()];
    this.pending.clear();
    if (this.returning) this.app.drafts.returnTo(this.returning.name, this.returning.text);
    this.returning = null;
    this.isWriting = changes.length > 0;
    if (this.isWriting) await this.write(changes);
    if (!this.pending.size) this.settle();
  }

  async write(changes) {
    const name = this.name();
    const step = this.stepWith(changes);
    const wanted = this.evaluation.wanted();
    const evaluate = wanted.fen ? wanted : null;
    const onLost = () => this.app.say("The change was not made: the studio does not answer.", "error");
    const applied = await this.app.attempt(() => this.app.call({ view: "edit", type: "apply", profile: this.app.profile(), changes, evaluate }), { onLost });
    this.isWriting = false;
    if (applied?.evaluation) this.evaluation.offer(name, applied.text, wanted, applied.evaluation);
    if (applied) this.app.drafts.add(name, applied.text, step);
    else this.update();
  }

  canReset(key) {
    return this.opened.is_toml && (!key.startsWith("term.") || Array.isArray(this.settings.get(key)?.value));
  }

  // Whether a key can be taken out of the file: a term goes, another key is inherited again.
  canRemove(key) {
    return this.settings.get(key)?.set === "here" && (key.startsWith("term.") || Boolean(this.opened.extends));
  }

  // Sets a key to its value in other settings. What was inherited there and is set here is removed.
  reset(key, settings = this.base) {
    const [now, before] = [this.settings.get(key), settings.get(key)];
    const isNew = !before || (!key.startsWith("term.") && before.set !== "here");
    this.apply(key, settings === this.base && isNew && now?.set === "here" ? { remove: true } : toOf(before?.value));
  }

  // The smallest difference between two values of a key.
  stepOf(key) {
    return key.kind.is_score ? 1 / this.opened.resolution : 1;
  }

  // While a pointer drags, the field of the key keeps what it has set, and all its values are one step of undo.
  beginDrag(key) {
    const drag = { key: key.key, isOver: false };
    this.drag = drag;
    const end = () => {
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      drag.isOver = true;
      // The last change may still be on its way.
      this.flush();
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // Changes of a key by the keyboard that follow closely are one step of undo, as a drag is.
  continueBurst(key) {
    if (this.burst?.key !== key.key) this.burst = { key: key.key };
    clearTimeout(this.burstEnd);
    this.burstEnd = setTimeout(() => (this.burst = null), BURST);
  }

  // What the changes of these keys are one step of undo with.
  stepWith(changes) {
    const { burst } = this;
    return this.drag ?? (burst && changes.every(({ key }) => key === burst.key) ? burst : null);
  }

  // All changes have been made: a drag that is over ends.
  settle() {
    this.resolveWritten?.();
    this.written = null;
    this.editor.ariaBusy = "false";
    if (!this.drag?.isOver) return;
    this.drag = null;
    this.refresh();
  }

  // Waits until what has been typed is part of the draft.
  async finish() {
    const input = document.activeElement;
    if (this.list.contains(input) && input.matches("input")) {
      // A field reports its change when it loses the focus.
      input.blur();
      input.focus();
    }
    await this.source.finish();
    await this.written;
  }

  // Undo first reverts a text with errors, which is no version.
  async step(by) {
    await this.written;
    const name = this.name();
    if (!this.source.hasErrors(name)) this.app.drafts.step(name, by);
    else if (by < 0) this.source.dropUnfinished();
  }

  // Returns to the file; undo restores the changes.
  async discardChanges() {
    await this.written;
    const name = this.name();
    const { drafts } = this.app;
    this.source.forget(name);
    if (drafts.has(name)) drafts.add(name, drafts.base(name));
    this.update();
  }

  // Shows the evaluation of the saved version beside that of the unsaved changes.
  async readSaved() {
    const profile = { name: this.name() };
    const fen = this.evaluation.panel.now?.fen;
    const isWanted = fen && this.app.drafts.has(profile.name) && typeof this.app.drafts.base(profile.name) === "string";
    const wanted = isWanted ? JSON.stringify([profile, fen, this.app.drafts.stamp(profile.name)]) : null;
    if (wanted === this.savedOf) return;
    this.savedOf = wanted;
    const request = { view: "look", type: "evaluate", profile, fen };
    const found = wanted && (await this.app.attempt(() => this.app.call(request), { onFailure: () => {} }));
    if (wanted === this.savedOf) this.saved.textContent = found ? ` Saved version: ${signed(found.pawns)}.` : "";
  }

  async saveFile(stampSeen) {
    const name = this.name();
    await this.finish();
    if (this.source.hasErrors(name)) {
      this.app.say("Nothing was saved: the text has errors. Correct them, or go back to the last valid text.", "error");
      return;
    }
    const text = this.app.drafts.text(name);
    if (text === null) return;
    const stamp = stampSeen ?? this.app.drafts.stamp(name);
    const saved = await this.app.attempt(() => this.app.call({ view: "edit", type: "save", name, text, stamp }));
    if (!saved) return;
    if (saved.conflict) {
      this.app.say("Not saved: the file has been changed meanwhile. Choose a version.", "error");
      this.conflict.offer(saved.conflict);
      this.conflict.scrollTo();
      return;
    }
    this.base = null;
    this.conflict.hide();
    this.app.drafts.saved(name, saved.file);
    if (!this.app.isListed(name)) await this.app.reloadProfiles();
    this.app.say(`Saved ${name}.`);
  }

  // Saves the profile under another name, and goes on with that one.
  async saveAs(name, child) {
    await this.finish();
    const { drafts } = this.app;
    const parent = this.name();
    const saved = await this.app.call({ view: "edit", type: "save_as", profile: this.app.profile(), name, child });
    await this.app.reloadProfiles();
    // The changes are the child's now; undo brings them back to the parent.
    const hasMoved = child && saved.name !== parent && drafts.has(parent) && typeof drafts.base(parent) === "string";
    if (hasMoved) drafts.add(parent, drafts.base(parent));
    this.app.set({ profile: saved.name });
    this.app.say(`Saved ${saved.name}.${hasMoved ? ` ${parent} is as in its file again.` : ""}`);
  }

  // --- drawing

  draw() {
    if (!this.sections || !this.opened) return;
    const name = this.name();
    const isChanged = this.app.drafts.has(name);
    this.save.disabled = !isChanged || !this.opened.is_file;
    const isTyped = this.source.hasErrors(name);
    this.undo.disabled = !isTyped && !this.app.drafts.canStep(name, -1);
    this.redo.disabled = isTyped || !this.app.drafts.canStep(name, 1);
    this.discard.disabled = !(isTyped || isChanged) || typeof this.app.drafts.base(name) !== "string";
    const parent = this.opened.extends ? ` It extends ${this.opened.extends}.` : "";
    const where = this.opened.is_file ? "" : " It is part of the program: save it as a child or a copy.";
    const ron = this.opened.is_toml ? "" : " It is in RON, which cannot be edited here: save a child or a copy, which are in TOML.";
    const broken = isTyped ? " Its text is being edited and has errors." : "";
    const isLinked = this.app.drafts.isLinked(name);
    const gone = isLinked ? " It comes from a link: Save keeps it." : " Its file is gone: Save writes it again.";
    const missing = this.opened.is_missing ? gone : "";
    this.state.textContent = `${name}: ${isChanged ? "unsaved changes" : "no unsaved changes"}.${missing}${parent}${where}${ron}${broken}`;
    const part = this.parts.has(this.app.state.part) ? this.app.state.part : "keys";
    for (const [of, button] of this.tabs) button.setAttribute("aria-pressed", of === part);
    for (const [of, element] of this.parts) element.hidden = of !== part;
    if (part === "keys") this.drawKeys();
    if (part === "text") this.source.show(name, this.app.drafts.text(name) ?? this.opened.file.text, this.opened.faults, !this.opened.is_toml);
    if (part === "differences") this.differences.refresh();
  }

  drawKeys() {
    const { faults } = this.opened;
    const isTyped = this.source.hasErrors(this.name());
    const isBroken = isTyped || faults.some((fault) => !fault.is_warning);
    const [first] = isTyped ? this.source.unfinished.get(this.name()).faults : faults;
    const text = h("button", { type: "button", onclick: () => this.showText(first?.line, first?.column) }, "Show the text");
    this.faults.replaceChildren(...faults.map((fault) => h("li", { class: fault.is_warning ? "warning" : "" }, this.source.placeText(fault), ...describe(fault))), isTyped ? h("li", {}, "The text has errors. Correct it before you change a key: a key is changed in the text.") : "", isBroken ? text : "");
    // What is set here would be lost: there is no valid text to set it in, or one in RON.
    this.list.inert = this.brush.element.inert = isBroken || !this.opened.is_toml;
    this.brush.element.hidden = true;
    if (!this.settings) return;
    const keys = this.wanted();
    const shown = keys.slice(0, MOST_SHOWN).filter(({ key }) => this.settings.has(key));
    this.brush.element.hidden = !shown.some(({ kind }) => kind.shape === "square");
    const section = this.search.value.trim() ? null : this.sections.find(({ name }) => name === this.section.value);
    const nodes = [section && this.cards.section(section), ...shown.map((key) => this.cards.key(key))];
    if (keys.length > MOST_SHOWN) nodes.push(h("p", { class: "note" }, `${keys.length - MOST_SHOWN} more keys: search for one.`));
    if (!keys.length && this.section.value !== "term") nodes.push(h("p", { class: "note" }, "No key."));
    if (this.section.value === "term" && !section && !this.search.value.trim()) nodes.push(this.newTerm.element);
    this.place(nodes.filter(Boolean));
  }

  // Elements stay in place, so that nothing flickers and the focus is kept.
  place(nodes) {
    for (const node of [...this.list.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, index) => {
      if (this.list.children[index] !== node) this.list.insertBefore(node, this.list.children[index] ?? null);
    });
  }

  // The keys of the section, those that match the search, or those that have changed.
  wanted() {
    const all = [...this.sections.flatMap(({ keys }) => keys), ...this.opened.terms];
    const text = this.search.value.trim().toLowerCase();
    if (text) return all.filter(({ key, meaning }) => key.includes(text) || meaning.toLowerCase().includes(text));
    if (this.section.value === "*") return all.filter(({ key }) => this.isChanged(key));
    if (this.section.value === "term") return this.opened.terms;
    return this.sections.find(({ name }) => name === this.section.value)?.keys ?? [];
  }

  isChanged(key) {
    const [now, before] = [this.settings.get(key), this.base?.get(key)];
    return JSON.stringify(now?.value) !== JSON.stringify(before?.value);
  }

  showText(line, column) {
    this.app.set({ part: "text" });
    this.draw();
    this.source.goTo(line ?? 1, column ?? 1);
  }

  key(event, isTyping) {
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.key === "s") this.saveFile();
    else if (isCtrl && event.key.toLowerCase() === "z" && !event.target.closest("textarea")) this.step(event.shiftKey ? 1 : -1);
    else if (isCtrl && event.key.toLowerCase() === "y" && !event.target.closest("textarea")) this.step(1);
    else if (event.key === "/" && !event.target.closest("input:not([type=range], [type=checkbox]), textarea, [contenteditable]")) this.startSearch();
    else return this.evaluation.key(event, isTyping);
    return true;
  }

  // A section that is chosen ends the search.
  showSection() {
    this.search.value = "";
    this.showPart("keys");
  }

  startSearch() {
    if (this.app.state.part) this.app.set({ part: undefined });
    this.draw();
    this.search.focus();
  }

  // A search would take the time that reading needs; it goes on with the update.
  filesChanged() {
    this.evaluation.engine.pause();
  }

  unmount() {
    this.heights.disconnect();
    this.evaluation.unmount();
  }
}

// The change that sets a value.
function toOf(value) {
  if (Array.isArray(value)) return { values: value };
  return typeof value === "number" ? { number: value } : { text: value };
}
