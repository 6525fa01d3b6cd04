// The differences between a profile with its changes and its file, or another profile.
import { CHAMPION } from "./champion.js";
import { h, latest, redraw } from "./dom.js";

// Tables with more differences are folded.
const FEW = 6;

export class Differences {
  // `edit` is the view: `reset(key, settings)` sets a key to its value in other settings.
  constructor(app, edit) {
    this.app = app;
    this.edit = edit;
    this.other = h("select", { "aria-label": "Compare with", onchange: () => this.refresh() });
    this.summary = h("p", { class: "note", role: "status" });
    this.list = h("div", {});
    this.opened = new Set();
    this.element = h("div", {}, h("label", { class: "controls" }, "Compare with ", this.other), this.summary, this.list);
    this.refresh = latest(() => this.load());
  }

  async load() {
    const name = this.app.state.profile;
    this.listProfiles(name);
    const other = this.other.value || name;
    const profile = this.app.profile();
    const found = await this.app.attempt(() => this.app.call({ view: "edit", type: "diff", profile, with: { name: other } }));
    const opened = found && (await this.app.attempt(() => this.app.call({ view: "edit", type: "open", profile: { name: other } })));
    if (!opened || name !== this.app.state.profile) return;
    this.settings = new Map(opened.settings.map((setting) => [setting.key, setting]));
    this.draw(found.rows);
  }

  listProfiles(name) {
    const chosen = name === this.listed ? this.other.value : this.first(name);
    this.listed = name;
    const others = this.app.profiles.filter((profile) => profile.name !== name && !profile.is_broken);
    const options = this.app.byGroup(others, ({ name }) => h("option", { value: name }, name));
    const file = this.app.isListed(name) && h("option", { value: "" }, `the file of ${name}`);
    this.other.replaceChildren(...[file, ...options].filter(Boolean));
    if (others.some(({ name }) => name === chosen)) this.other.value = chosen;
  }

  // Unsaved changes are compared with the file; without any, a child with its parent.
  first(name) {
    if (!this.app.isListed(name)) return CHAMPION;
    return this.app.drafts.has(name) ? "" : this.app.parent(name);
  }

  draw(rows) {
    const keys = Map.groupBy(rows, ({ key }) => key);
    this.summary.textContent = keys.size === 0 ? "No key differs." : `${keys.size} ${keys.size === 1 ? "key differs" : "keys differ"}.`;
    const keepsFocus = redraw(this.list, "reset", ...[...keys].map(([key, rows]) => this.key(key, rows)));
    if (!keepsFocus) (this.list.querySelector("button") ?? this.other).focus();
  }

  key(key, rows) {
    const setting = this.settings.get(key);
    const canReset = setting && rows.some((row) => !row.is_factor && row.before !== "absent") && this.edit.canReset(key);
    const reset = () => this.edit.reset(key, this.settings);
    const text = this.other.value ? "Take" : "Reset";
    const button = canReset ? h("button", { type: "button", "data-reset": key, "aria-label": `${text} ${key}`, onclick: reset }, text) : null;
    const table = h(
      "table",
      { class: "differences" },
      h("thead", {}, h("tr", {}, ["", this.other.value || "File", "Now"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.is_factor ? "factor" : (row.entry ?? "")), h("td", {}, row.before), h("td", {}, row.after)))),
    );
    const body = rows.length > FEW ? this.folded(key, rows.length, table) : table;
    return h("article", { class: "card" }, h("h3", {}, h("code", {}, key), button), body);
  }

  folded(key, count, table) {
    const details = h("details", { open: this.opened.has(key) }, h("summary", {}, `${count} entries`), table);
    details.addEventListener("toggle", () => this.opened[details.open ? "add" : "delete"](key));
    return details;
  }
}
