// The rows of an evaluation as bars: to the right for White, to the left for Black.
import { h, signed } from "./dom.js";

// Smallest difference of a group that is open at first, in pawns.
const DECIDES = 0.05;

// `onRow(row | null)` is called for the row or key under the pointer or with the focus; it has `squares`.
export class Rows {
  constructor(onRow) {
    this.onRow = onRow;
    this.element = h("div", { class: "rows" });
    this.nodes = new Map();
  }

  // Shows groups as the program sends them. Elements stay, so that nothing flickers and the focus is kept.
  show(groups) {
    const all = groups.flatMap((group) => [group, ...group.rows, ...group.rows.flatMap(({ keys }) => keys)]);
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
      const [count, even] = [h("summary", {}), h("div", {})];
      return { element: details, head, list, count, even, folded: h("details", { class: "even" }, count, even) };
    });
    node.head.set(group.title[0].toUpperCase() + group.title.slice(1), group.white - group.black, largest, group.corrects_sum ? "" : this.sides(group));
    // What counts the same for both sides is folded.
    const [telling, even] = [false, true].map((wanted) => group.rows.filter((row) => row.is_even === wanted).map((row) => this.row(row, largest)));
    node.count.textContent = `${even.length} more, the same for both sides`;
    this.place(node.even, even);
    this.place(node.list, even.length ? [...telling, node.folded] : telling);
    return node.element;
  }

  // A row of one key, or of several that are folded below it.
  row(row, largest) {
    const [first] = row.keys;
    if (row.keys.length === 1) return this.key({ ...first, sentence: row.sentence }, largest);
    // Their order changes with their worth.
    const name = row.keys.map(({ key }) => key).sort()[0];
    const node = this.node("row:" + name, () => {
      const head = this.line("summary");
      const list = h("div", { class: "group-rows" });
      const made = { element: h("details", {}, head.element, list), head, list };
      this.watch(head.element, made);
      return made;
    });
    node.row = { squares: [0, 1].map((side) => union(row.keys.map(({ squares }) => squares[side]))) };
    node.head.set(row.sentence, row.white - row.black, largest, this.sides(row));
    this.place(node.list, row.keys.map((key) => this.key(key, largest)));
    return node.element;
  }

  key(key, largest) {
    const node = this.node("key:" + key.key, () => {
      const line = this.line("button");
      line.element.type = "button";
      const made = { element: line.element, line };
      this.watch(line.element, made);
      line.element.addEventListener("click", () => this.onRow(made.row));
      return made;
    });
    node.row = key;
    node.line.element.dataset.key = key.key;
    node.line.set(key.sentence ?? key.meaning, key.white - key.black, largest, [key.meaning, this.sides(key)].join("\n"), key.key);
    return node.element;
  }

  watch(element, node) {
    for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => this.onRow(node.row));
    for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => this.onRow(null));
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

// The squares of several keys; null if those of none are known.
function union(sets) {
  const known = sets.filter(Boolean);
  return known.length ? [...new Set(known.flat())] : null;
}
