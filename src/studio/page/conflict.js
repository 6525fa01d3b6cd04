// Two versions of a text side by side, when a file has been changed by another program. Lines that differ are marked.
import { h } from "./dom.js";

export class Conflict {
  constructor() {
    this.element = h("div", { class: "card", hidden: true });
  }

  // `keep()` writes the version of the page, `take()` the one of the file.
  show(mine, theirs, keep, take) {
    const [a, b] = marked(mine.split("\n"), theirs.split("\n"));
    const text = (title, lines) => {
      const line = ({ text, isChanged }) => h(isChanged ? "mark" : "span", {}, text + "\n");
      return h("div", {}, h("h3", {}, title), h("pre", { tabindex: 0, "aria-label": title }, lines.map(line)));
    };
    this.element.replaceChildren(
      h("h2", {}, "The file has been changed meanwhile"),
      h("div", { class: "both" }, text("Your version", a), text("The file", b)),
      h("div", { class: "controls" }, h("button", { type: "button", onclick: keep }, "Write your version"), h("button", { type: "button", onclick: take }, "Take the file")),
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

// The lines of two texts, with those marked that are not part of their longest common subsequence.
function marked(a, b) {
  const same = (i, j) => a[i] === b[j];
  const ends = [a.length, b.length];
  let start = 0;
  while (start < Math.min(...ends) && same(start, start)) start++;
  while (Math.min(...ends) > start && same(ends[0] - 1, ends[1] - 1)) ends.forEach((_, side) => ends[side]--);
  const lines = [a, b].map((lines, side) => lines.map((text, index) => ({ text, isChanged: index >= start && index < ends[side] })));
  const [rows, columns] = ends.map((end) => end - start);
  // common[i][j]: length of the longest common subsequence of the lines from i and j on.
  const common = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      common[i][j] = same(start + i, start + j) ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (same(start + i, start + j)) lines[0][start + i++].isChanged = lines[1][start + j++].isChanged = false;
    else if (common[i + 1][j] >= common[i][j + 1]) i++;
    else j++;
  }
  return lines;
}
