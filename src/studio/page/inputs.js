// Inputs that the fields of keys share.
import { h } from "./dom.js";

export const STAGES = ["Middlegame", "Endgame"];

// Sets the value of an input, unless something else is being typed there.
export function setInput(input, value) {
  const isEdited = document.activeElement === input && input.value !== input.dataset.shown;
  input.dataset.shown = value;
  if (!isEdited) input.value = value;
}

// A number field for an entry of a table; `send(number)` gets each valid number.
export function numberField(key, index, stage, edit, send) {
  const label = [key.key, key.kind.words[index], STAGES[stage]].filter(Boolean).join(", ");
  const { min, max } = key.kind;
  const input = h("input", { type: "number", min, max, step: edit.stepOf(key), "aria-label": label, title: label, "data-field": `${key.key}/${index}/${stage}` });
  input.addEventListener("change", () => {
    const number = input.valueAsNumber;
    if (number >= min && number <= max) {
      send(number);
      return;
    }
    edit.app.say(`${key.key} takes numbers from ${min} to ${max}. The old value stays.`, "error");
    input.value = input.dataset.shown;
  });
  return input;
}
