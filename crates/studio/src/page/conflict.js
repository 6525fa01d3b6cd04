// Two versions of a text side by side, when a file has been changed by another program. Lines that differ are marked.
import { h } from "./dom.js";
import { common, merge } from "./merge.js";

export class Conflict {
  constructor(edit) {
    this.edit = edit;
    this.element = h("div", { class: "card", hidden: true });
  }

  // Lets one choose between the text of the page and the file, or join them; undo brings the other back.
  offer(file) {
    const { edit } = this;
    const { app, source } = edit;
    const { drafts } = app;
    const name = edit.name();
    const unfinished = source.unfinished.get(name)?.text;
    const mine = unfinished ?? drafts.now(name) ?? "";
    const base = drafts.base(name);
    const merged = unfinished === undefined && typeof base === "string" ? merge(base, mine, file.text) : null;
    const adopt = (text) => {
      // What has changed is told from the new file on.
      edit.base = null;
      drafts.saved(name, file);
      drafts.add(name, text);
      this.hide();
    };
    const join = () => {
      adopt(merged);
      app.say("The text has the changes of both now. Save writes it.");
    };
    const keep = () => edit.saveFile(file.stamp);
    const take = () => {
      source.forget(name);
      adopt(file.text);
    };
    if (this.element.hidden) app.say(`The file of ${name} has been changed meanwhile: choose a version above the keys.`, "error", "conflict");
    this.show(mine, file.text, keep, take, merged === null ? null : join);
  }

  // `keep()` writes the version of the page, `take()` takes the one of the file, `join()` the changes of both; it is null
  // if they exclude each other.
  show(mine, theirs, keep, take, join) {
    const [a, b] = marked(mine.split("\n"), theirs.split("\n"));
    const text = (title, lines) => {
      const line = ({ text, isChanged }) => h(isChanged ? "mark" : "span", {}, text + "\n");
      return h("div", {}, h("h3", {}, title), h("pre", { tabindex: 0, "aria-label": title }, lines.map(line)));
    };
    this.element.replaceChildren(
      h("h2", {}, "The file has been changed meanwhile"),
      h("div", { class: "both" }, text("Your version", a), text("The file", b)),
      h("div", { class: "controls" }, join && h("button", { type: "button", class: "main", onclick: join }, "Take both changes"), h("button", { type: "button", onclick: keep }, "Write your version"), h("button", { type: "button", onclick: take }, "Take the file")),
    );
    this.element.hidden = false;
    for (const mark of this.element.querySelectorAll("pre mark:first-of-type")) mark.parentElement.scrollTop = mark.offsetTop - mark.parentElement.offsetTop - 40;
  }

  hide() {
    this.element.hidden = true;
    this.edit.app.unsay("conflict");
  }

  // Brings it into view after an attempt to save.
  scrollTo() {
    this.element.scrollIntoView({ block: "center" });
  }
}

// The lines of two texts, with those marked that are not common to both.
function marked(a, b) {
  const pairs = common(a, b);
  return [a, b].map((lines, side) => {
    const same = new Set(pairs.map((pair) => pair[side]));
    return lines.map((text, index) => ({ text, isChanged: !same.has(index) }));
  });
}
