// A custom term for a profile: an example, and the language that it is written in.
import { h } from "./dom.js";

export class NewTerm {
  constructor(edit) {
    this.edit = edit;
    this.names = h("details", {}, h("summary", {}, "Names and functions"));
    this.element = h(
      "div",
      { class: "note" },
      "A custom term counts something of your own, such as knights on the rim, and gives it a value. It is written as text. ",
      h("button", { type: "button", onclick: () => this.add() }, "Add an example"),
      this.names,
    );
  }

  // `language` is the text of its reference.
  explain(language) {
    this.names.append(h("pre", { class: "language" }, language));
  }

  // Adds a term to the text of the profile, to be changed there.
  add() {
    const { edit } = this;
    const { drafts } = edit.app;
    const text = drafts.text(edit.name()) ?? edit.opened.file.text;
    const taken = (name) => text.includes(`"${name}"`);
    let name = "knights_on_rim";
    for (let number = 2; taken(name); number++) name = `knights_on_rim_${number}`;
    const term = ["[[term]]", `name = "${name}"`, 'count = "own.knights & rim"', "value = [-12, -8]"];
    const lines = [...text.trimEnd().split("\n"), "", ...term, ""];
    drafts.add(edit.name(), lines.join("\n"));
    edit.showText(lines.length - term.length + 1, term[1].indexOf(name) + 1);
  }
}
