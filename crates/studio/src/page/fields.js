// The fields of keys: each has an `element` and `update(value)`.
import { Curves } from "./curves.js";
import { PaintGrid } from "./paint.js";
import { STAGES, numberField, numberInput, setInput } from "./inputs.js";
import { h, withCode } from "./dom.js";

// A field for a key. `edit` is the view: `apply(key, to)`, `send(key, pairs)`, `beginDrag(key)`, `continueBurst(key)`, `stepOf(key)`.
export function field(key, edit) {
  const { kind, shape } = key.kind;
  if (kind === "choice") return choice(key, edit);
  if (kind === "lines") return lines();
  if (kind !== "values") return line(key, edit);
  if (shape === "one") return sliders(key, edit);
  return shape === "square" ? new PaintGrid(key, edit) : new Curves(key, edit);
}

function choice(key, edit) {
  const options = key.kind.options.map(({ name, meaning }) => h("option", { value: name, title: meaning }, name));
  const meaning = h("p", { class: "note" });
  const select = h("select", { "aria-label": key.key, "data-field": key.key, onchange: () => edit.apply(key.key, { text: select.value }) }, options);
  const update = (value) => {
    select.value = value;
    meaning.replaceChildren(...withCode(key.kind.options.find(({ name }) => name === value)?.meaning ?? ""));
  };
  return { element: h("div", {}, select, meaning), update };
}

function lines() {
  const element = h("p", { class: "note" });
  return { element, update: (value) => (element.textContent = `${value.length} lines; edit them as text.`) };
}

function line(key, edit) {
  const input = h("input", { type: "text", "aria-label": key.key, "data-field": key.key });
  const isNumber = (text) => key.kind.kind === "number" && text !== "" && !Number.isNaN(Number(text));
  input.addEventListener("change", () => edit.apply(key.key, isNumber(input.value) ? { number: Number(input.value) } : { text: input.value }));
  const bounds = key.kind.kind === "number" ? h("p", { class: "note" }, [`${key.kind.min} to ${key.kind.max}`, ...key.kind.words].join(", ")) : null;
  return { element: h("div", {}, input, bounds), update: (value) => setInput(input, value) };
}

// A slider and a number field for each stage.
function sliders(key, edit) {
  let pair = [0, 0];
  const set = (stage, number) => {
    pair = pair.with(stage, number);
    edit.send(key, [pair]);
  };
  const stages = [0, 1].map((stage) => {
    const number = numberField(key, 0, stage, edit, (value) => set(stage, value));
    const slider = h("input", { type: "range", step: edit.stepOf(key), "aria-label": `${key.key}, ${STAGES[stage]}`, "data-field": `${key.key}/slider/${stage}` });
    slider.addEventListener("pointerdown", () => edit.beginDrag(key));
    slider.addEventListener("keydown", () => edit.continueBurst(key));
    slider.addEventListener("input", () => {
      number.value = slider.value;
      set(stage, slider.valueAsNumber);
    });
    // The range around the first value stays, so that the thumb shows how far one has gone, until an end is reached.
    let range = null;
    slider.addEventListener("change", () => {
      if ([slider.min, slider.max].includes(slider.value)) range = null;
      update(slider.valueAsNumber);
    });
    const update = (value) => {
      const reach = Math.max(50, Math.abs(value) * 2);
      if (!range || value < range[0] || value > range[1]) {
        range = [Math.max(key.kind.min, Math.floor(value - reach)), Math.min(key.kind.max, Math.ceil(value + reach))];
        [slider.min, slider.max] = range;
      }
      slider.value = value;
      setInput(number, value);
    };
    return { element: h("div", { class: "slider" }, h("span", { class: "stage" }, STAGES[stage]), slider, number), update };
  });
  const update = ([value]) => {
    pair = value;
    stages.forEach((stage, index) => stage.update(value[index]));
  };
  return { element: h("div", {}, stages.map(({ element }) => element)), update };
}

// The factors of a key or a section in a profile that extends another. `path` names it.
export function factorField(path, edit) {
  const inputs = ["own", "their"].flatMap((side) =>
    [0, 1].map((stage) => {
      const label = `Factor of ${path} for ${side === "own" ? "the engine" : "the opponent"}, ${STAGES[stage]}`;
      return { side, stage, input: numberInput({ step: 0.05, "aria-label": label, title: label, "data-field": `${path}/${side}/${stage}`, onchange: () => write() }) };
    }),
  );
  const write = () => {
    const factor = { own: [1, 1], their: [1, 1] };
    for (const { side, stage, input } of inputs) {
      if (!Number.isFinite(input.valueAsNumber)) {
        edit.app.say("A factor is a number, such as 1.5. The old one stays.", "error");
        input.value = input.dataset.shown;
      }
      factor[side][stage] = input.valueAsNumber;
    }
    const isOne = [...factor.own, ...factor.their].every((n) => n === 1);
    edit.apply(path, { factor: isOne ? null : factor });
  };
  const row = (side, title) => h("div", { class: "factor-row" }, h("span", { class: "stage" }, title), inputs.filter((of) => of.side === side).map(({ input }) => input));
  const summary = h("summary", {});
  const remove = h("button", { type: "button", onclick: () => edit.apply(path, { factor: null }) }, "Remove factor");
  const head = h("div", { class: "factor-row stage", "aria-hidden": "true" }, h("span", {}), h("span", {}, "Middlegame"), h("span", {}, "Endgame"));
  const meaning = h("p", { class: "note" }, "Multiplies the numbers: own for the side that the engine plays, their for its opponent. Different factors make a style, such as attacking at any price.");
  const element = h("details", { class: "factor" }, summary, meaning, head, row("own", "Own"), row("their", "Their"), remove);
  const update = (factor) => {
    const words = (pair) => (pair[0] === pair[1] ? pair[0] : `${pair[0]} / ${pair[1]}`);
    summary.textContent = factor ? `Factor: own ${words(factor.own)}, their ${words(factor.their)}` : "Multiply by a factor";
    remove.hidden = !factor;
    for (const { side, stage, input } of inputs) setInput(input, factor?.[side][stage] ?? 1);
  };
  return { element, update };
}
