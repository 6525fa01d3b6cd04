// Two versions of a text side by side, when a file has been changed by another program. Lines that differ are marked.
import { h } from "./dom.js";
import { common } from "./merge.js";

export class Conflict {
  constructor() {
    this.element = h("div", { class: "card", hidden: true });
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
