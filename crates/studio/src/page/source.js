// The text of a profile with its errors in place. It is compiled as one types; a text with errors changes nothing.
import { h, withCode } from "./dom.js";

const DELAY = 250;
// Typed texts that are not valid, or not known to be, by profile: they survive a reload of the page.
const KEY = "temperament-typed";

export class SourceText {
  // `onErrors()` is called when a text with errors has been typed or given up.
  constructor(app, onErrors) {
    this.app = app;
    this.onErrors = onErrors;
    // Texts with errors by profile: nobody has them but this page.
    this.unfinished = new Map(Object.entries(typedTexts()).map(([name, text]) => [name, { text, faults: [] }]));
    this.numbers = h("pre", { class: "line-numbers", "aria-hidden": "true" });
    this.marks = h("pre", { class: "marks", "aria-hidden": "true" });
    this.area = h("textarea", { "aria-label": "Text of the profile", wrap: "off", spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
    this.area.addEventListener("input", () => this.typed());
    this.area.addEventListener("focus", () => (this.burst = {}));
    this.area.addEventListener("keydown", (event) => this.indent(event));
    this.scroller = h("div", { class: "source" }, this.numbers, h("div", { class: "source-text" }, this.marks, this.area));
    this.state = h("span", { class: "note", role: "status" });
    this.drop = h("button", { type: "button", onclick: () => this.dropUnfinished() }, "Back to the last valid text");
    this.list = h("ul", { class: "faults" });
    this.element = h("div", {}, this.scroller, h("div", { class: "controls" }, this.state, this.drop), this.list);
  }

  // Shows the text of a profile and its errors or warnings, unless a text with errors is being typed. It may be read-only.
  show(name, text, faults, isReadOnly) {
    this.area.readOnly = isReadOnly;
    if (name !== this.name && this.isUnchecked) this.keep(this.text(), []);
    this.name = name;
    this.valid = { text, faults };
    if (this.isUnchecked) return;
    const unfinished = this.unfinished.get(name) ?? this.valid;
    this.draw(unfinished.text, unfinished.faults);
    if (unfinished !== this.valid && !unfinished.faults.length) this.typed();
  }

  // Keeps a text that is not valid, or not known to be.
  keep(text, faults) {
    this.unfinished.set(this.name, { text, faults });
    this.isUnchecked = false;
  }

  draw(text, faults) {
    // A text area has line ends of Unix only.
    this.hasCr = text.includes("\r\n");
    const lines = text.replaceAll("\r\n", "\n");
    // The same text keeps its cursor.
    if (this.area.value !== lines) this.area.value = lines;
    this.faults = faults;
    this.area.setAttribute("aria-invalid", faults.some((fault) => !fault.is_warning));
    this.drawMarks();
    this.drop.hidden = !this.unfinished.has(this.name);
    this.state.textContent = this.drop.hidden ? "" : "This text has errors. The last valid one stays active.";
    this.list.replaceChildren(...faults.map((fault) => h("li", { class: fault.is_warning ? "warning" : "" }, this.place(fault), ...describe(fault))));
  }

  // The place of a fault as a button that moves the cursor there; faults of other files have their name only.
  place(fault) {
    const isHere = fault.file.replace(/\.\w+$/, "") === this.name;
    if (!fault.line) return null;
    const words = `Line ${fault.line}${fault.column ? `, column ${fault.column}` : ""}`;
    return isHere ? [h("button", { type: "button", class: "place", onclick: () => this.goTo(fault.line, fault.column ?? 1) }, words), ": "] : `${fault.file}, ${words.toLowerCase()}: `;
  }

  // The place of a fault in words; faults of other files have their name.
  placeText({ file, line }) {
    if (!line) return "";
    return file.replace(/\.\w+$/, "") === this.name ? `Line ${line}: ` : `${file}, line ${line}: `;
  }

  // The text behind the text area gives it its size and underlines the faults.
  drawMarks() {
    const lines = this.area.value.split("\n");
    const places = new Map(this.faults.filter((fault) => fault.line).map((fault) => [fault.line, fault]));
    const parts = lines.flatMap((line, index) => {
      const fault = places.get(index + 1);
      if (!fault) return [line, "\n"];
      const from = [...line].slice(0, (fault.column ?? 1) - 1).join("").length;
      const word = line.slice(from).match(/^[\w.-]+|^\S/)?.[0] ?? "";
      const mark = h("mark", { class: fault.is_warning ? "warning" : "" }, word || " ");
      return [line.slice(0, from), mark, line.slice(from + word.length), "\n"];
    });
    this.marks.replaceChildren(...parts);
    const numbers = lines.map((_, index) => [places.has(index + 1) ? h("mark", {}, String(index + 1)) : String(index + 1), "\n"]);
    this.numbers.replaceChildren(...numbers.flat());
  }

  // Selects the word at a place.
  goTo(line, column = 1) {
    const lines = this.area.value.split("\n");
    const text = lines[line - 1] ?? "";
    const from = [...text].slice(0, column - 1).join("").length;
    const word = text.slice(from).match(/^[\w.-]+|^\S/)?.[0] ?? "";
    const offset = lines.slice(0, line - 1).reduce((sum, line) => sum + line.length + 1, 0) + from;
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(offset, offset + word.length);
    const height = this.area.scrollHeight / lines.length;
    this.scroller.scrollTop = (line - 1) * height - this.scroller.clientHeight / 3;
    this.scroller.scrollIntoView({ block: "nearest" });
  }

  typed() {
    this.isUnchecked = true;
    store(this.name, this.text());
    this.drawMarks();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), DELAY);
  }

  text() {
    return this.hasCr ? this.area.value.replaceAll("\n", "\r\n") : this.area.value;
  }

  // Whether a text with errors is being typed.
  hasErrors(name) {
    return this.unfinished.has(name);
  }

  // Compiles what was typed last at once.
  async finish() {
    clearTimeout(this.timer);
    if (this.isUnchecked) await this.check();
  }

  // Compiles the text; a valid one becomes the draft.
  async check() {
    const { name } = this;
    const text = this.text();
    const opened = await this.app.attempt(() => this.app.call({ view: "edit", type: "open", profile: { name, text } }));
    // A newer text has a check of its own.
    if (!opened || name !== this.name || text !== this.text()) return;
    this.isUnchecked = false;
    if (opened.settings.length) {
      this.forget(name);
      if (text !== this.valid.text) this.app.drafts.add(name, text, this.burst);
      this.onErrors();
      this.draw(text, opened.faults);
    } else {
      this.keep(text, opened.faults);
      this.onErrors();
    }
  }

  dropUnfinished() {
    this.forget(this.name);
    this.onErrors();
  }

  // Gives up a text with errors.
  forget(name) {
    this.unfinished.delete(name);
    store(name, undefined);
    if (name === this.name) this.isUnchecked = false;
  }

  // Tab leaves the text, as everywhere; a new line begins like the one before.
  indent(event) {
    if (this.area.readOnly || event.key !== "Enter" || event.ctrlKey || event.altKey || event.metaKey) return;
    const before = this.area.value.slice(0, this.area.selectionStart);
    const space = before.slice(before.lastIndexOf("\n") + 1).match(/^[ \t]*/)[0];
    if (!space) return;
    event.preventDefault();
    document.execCommand("insertText", false, "\n" + space);
  }
}

function typedTexts() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    // A damaged store has nothing to restore.
    return {};
  }
}

function store(name, text) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...typedTexts(), [name]: text }));
  } catch {
    // The store is full: the text stays in memory.
  }
}

// A fault in words, with its suggestion, as nodes.
export function describe({ message, hint }) {
  return withCode(message + (hint ? ` (${hint})` : ""));
}
