// The rows of an evaluation as bars: to the right for White, to the left for Black.
import { h, signed } from "./dom.js";

// Smallest difference of a group that is open at first, in pawns.
const DECIDES = 0.05;
// A smaller difference is shown as 0.00, in pawns.
const VISIBLE = 0.005;

// `onRow(row | null)` is called for the row under the pointer or with the focus.
export class Rows {
  constructor(onRow) {
    this.onRow = onRow;
    this.element = h("div", { class: "rows" });
    this.nodes = new Map();
  }

  // Shows groups as the program sends them. Elements stay, so that nothing flickers and the focus is kept.
  show(groups) {
    const all = groups.flatMap((group) => [group, ...group.rows]);
    const largest = Math.max(0.5, ...all.map((row) => Math.abs(row.white - row.black)));
    const wanted = groups.map((group) => this.group(group, largest));
    // The first group is open at first, if it decides anything.
    const decides = groups.length && Math.abs(groups[0].white - groups[0].black) >= DECIDES;
    if (!this.element.childElementCount && decides) wanted[0].open = true;
    this.place(this.element, wanted);
  }

  place(parent, wanted) {
    for (const node of [...parent.children]) if (!wanted.includes(node)) node.remove();
    wanted.forEach((node, index) => {
      if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
    });
  }

  group(group, largest) {
    const node = this.node("group:" + group.title, () => {
      const head = this.line("summary");
      const list = h("div", { class: "group-rows" });
      const details = h("details", {}, head.element, list);
      const [count, equal] = [h("summary", {}), h("div", {})];
      return { element: details, head, list, count, equal, folded: h("details", { class: "equal" }, count, equal) };
    });
    const difference = group.white - group.black;
    node.head.set(group.title[0].toUpperCase() + group.title.slice(1), difference, largest, group.corrects_sum ? "" : this.sides(group));
    // What counts the same for both sides is folded.
    const [telling, equal] = [true, false].map((wanted) => group.rows.filter((row) => Math.abs(row.white - row.black) >= VISIBLE === wanted).map((row) => this.row(row, largest)));
    node.count.textContent = `${equal.length} more, the same for both sides`;
    this.place(node.equal, equal);
    this.place(node.list, equal.length ? [...telling, node.folded] : telling);
    return node.element;
  }

  row(row, largest) {
    const node = this.node("row:" + row.key, () => {
      const line = this.line("button");
      line.element.type = "button";
      const enter = () => this.onRow(node.row);
      const leave = () => this.onRow(null);
      line.element.addEventListener("pointerenter", enter);
      line.element.addEventListener("pointerleave", leave);
      line.element.addEventListener("focus", enter);
      line.element.addEventListener("blur", leave);
      line.element.addEventListener("click", enter);
      return { element: line.element, line };
    });
    node.row = row;
    node.line.element.dataset.key = row.key;
    node.line.set(row.sentence ?? row.meaning, row.white - row.black, largest, [row.meaning, this.sides(row)].join("\n"), row.key);
    return node.element;
  }

  sides({ white, black }) {
    return `White ${white.toFixed(2)}, Black ${black.toFixed(2)}`;
  }

  node(name, make) {
    if (!this.nodes.has(name)) this.nodes.set(name, make());
    return this.nodes.get(name);
  }

  // A line with name, bar and number.
  line(tag) {
    const name = h("span", { class: "name" });
    const bar = h("span", { class: "bar", "aria-hidden": "true" }, h("i"));
    const number = h("span", { class: "number" });
    const element = h(tag, { class: "line" }, name, bar, number);
    const set = (title, difference, largest, sides, key = null) => {
      const share = Math.min(1, Math.abs(difference) / largest) * 50;
      if (name.firstChild?.data !== title) name.replaceChildren(title, key ? h("code", {}, key) : "");
      number.textContent = signed(difference);
      element.title = [key, sides].filter(Boolean).join("\n");
      const fill = bar.firstChild;
      fill.className = difference < 0 ? "b" : "a";
      fill.style.width = `${share}%`;
    };
    return { element, set };
  }
}
