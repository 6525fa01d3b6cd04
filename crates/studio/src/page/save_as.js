// The form that saves a profile under another name, as a child or a copy.
import { Failure } from "./server.js";
import { h } from "./dom.js";

export class SaveAs {
  // `save(name, isChild)` saves; its failure is shown beside the name.
  constructor(save) {
    this.save = save;
    this.label = h("span", {});
    this.name = h("input", { type: "text", required: true, maxlength: 64, pattern: "[A-Za-z0-9_\\-]+", title: "Letters, digits, - and _", autocomplete: "off", spellcheck: "false" });
    this.name.addEventListener("input", () => (this.problem.textContent = ""));
    this.problem = h("p", { class: "note bad", role: "alert" });
    const close = () => this.close();
    this.element = h(
      "form",
      { class: "card save-as", hidden: true, onsubmit: (event) => this.submit(event) },
      h("label", { class: "field" }, this.label, this.name),
      h("p", { class: "note" }, "Letters, digits, - and _. The file gets this name."),
      this.problem,
      h("div", { class: "controls" }, h("button", { class: "main" }, "Save"), h("button", { type: "button", onclick: close }, "Cancel")),
    );
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && close());
  }

  open(isChild, opener) {
    this.isChild = isChild;
    this.opener = opener;
    this.label.textContent = isChild ? "Name of the child profile" : "Name of the copy";
    this.problem.textContent = "";
    this.element.hidden = false;
    this.name.focus();
  }

  close() {
    this.name.value = "";
    this.element.hidden = true;
    this.opener?.focus();
  }

  async submit(event) {
    event.preventDefault();
    try {
      await this.save(this.name.value, this.isChild);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.problem.textContent = error.message;
      this.name.focus();
      return;
    }
    this.close();
  }
}
