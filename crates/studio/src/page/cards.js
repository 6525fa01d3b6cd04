// The cards of keys: name, meaning, field, factor and origin. They stay while their values change.
import { factorField, field } from "./fields.js";
import { h, withCode } from "./dom.js";

export class Cards {
  // `edit` is the view, with its `settings`, `opened`, `drag`, `isChanged(key)`, `canReset(key)` and what fields need.
  constructor(edit) {
    this.edit = edit;
    this.made = new Map();
  }

  // The card of a key, up to date.
  key(key) {
    const card = this.card(`${key.key} ${JSON.stringify(key.kind)}`, () => this.makeKey(key));
    card.update(key, this.edit.settings.get(key.key));
    return card.element;
  }

  // The card of a section, with the factor of all its keys if they have values.
  section(section) {
    const card = this.card(`section ${section.name}`, () => {
      const hasValues = section.keys.some(({ kind }) => kind.kind === "values");
      const factor = hasValues ? factorField(section.name, this.edit) : null;
      return { element: h("article", { class: "card" }, h("p", { class: "note" }, ...withCode(section.meaning)), factor?.element), factor };
    });
    this.updateFactor(card.factor, section.name);
    return card.element;
  }

  card(name, make) {
    if (!this.made.has(name)) this.made.set(name, make());
    return this.made.get(name);
  }

  makeKey(key) {
    const { edit } = this;
    const reset = h("button", { type: "button", "aria-label": `Reset ${key.key}`, onclick: () => edit.reset(key.key) }, "Reset");
    const isTerm = key.key.startsWith("term.");
    const removal = isTerm ? "Remove" : "Inherit";
    const remove = h("button", { type: "button", title: isTerm ? "Takes the term out of the file" : "Takes the key out of the file, so that the value of the parent applies", "aria-label": `${removal} ${key.key}`, onclick: () => edit.apply(key.key, { remove: true }) }, removal);
    const value = field(key, edit);
    const factor = key.kind.kind === "values" && key.kind.is_score ? factorField(key.key, edit) : null;
    const texts = h("dl", { class: "term-texts" });
    const origin = h("span", {});
    const example = key.example && !key.example.includes("\n") ? h("span", {}, " Example: ", h("code", {}, key.example)) : null;
    const element = h(
      "article",
      { class: "card key" },
      h("h3", {}, h("code", {}, key.key), h("span", {}, remove, reset)),
      h("p", { class: "note" }, ...withCode(`${key.meaning} ${key.definition}`)),
      texts,
      value.element,
      factor?.element,
      h("p", { class: "note" }, origin, example),
    );
    let shown = null;
    const update = (key, setting) => {
      reset.hidden = !edit.isChanged(key.key) || !edit.canReset(key.key);
      remove.hidden = !edit.canRemove(key.key);
      this.updateFactor(factor, key.key);
      if (setting === shown) return;
      texts.replaceChildren(...(key.texts ?? []).flatMap(([field, text]) => [h("dt", {}, field), h("dd", {}, h("code", {}, text))]));
      origin.replaceChildren(...this.origin(setting));
      if (edit.drag?.key === key.key) return;
      shown = setting;
      value.update(setting.value);
    };
    return { element, update };
  }

  // Where a value is set, with a way to its line.
  origin({ set, origin, line }) {
    if (!origin) return ["Not set."];
    if (!line) return [`${set === "inherited" ? "Inherited from" : "Set in"} ${origin}.`];
    return [h("button", { type: "button", class: "place", onclick: () => this.edit.showText(line) }, `Set in line ${line}`), "."];
  }

  updateFactor(factor, path) {
    if (!factor) return;
    const { opened } = this.edit;
    const found = opened.factors.find(([of]) => of === path)?.[1];
    factor.element.hidden = !opened.extends && !found;
    factor.update(found);
  }
}
