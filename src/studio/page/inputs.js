// Inputs that the fields of keys share.
import { h } from "./dom.js";

export const STAGES = ["Middlegame", "Endgame"];

// Sets the value of an input, unless something else is being typed there.
export function setInput(input, value) {
  const isEdited = document.activeElement === input && input.value !== input.dataset.shown;
  input.dataset.shown = value;
  if (!isEdited) input.value = value;
}

// A field for a number. Browsers drop a decimal comma without a word, which makes 605 of 60,5: it becomes a point.
export function numberInput(attributes) {
  const input = h("input", { type: "number", ...attributes });
  input.addEventListener("keydown", (event) => {
    if (event.key !== ",") return;
    event.preventDefault();
    document.execCommand("insertText", false, ".");
  });
  return input;
}

// A number field for an entry of a table; `send(number)` gets each valid number.
export function numberField(key, index, stage, edit, send) {
  const label = [key.key, key.kind.words[index], STAGES[stage]].filter(Boolean).join(", ");
  const { min, max } = key.kind;
  const input = numberInput({ min, max, step: edit.stepOf(key), "aria-label": label, title: label, "data-field": `${key.key}/${index}/${stage}` });
  input.addEventListener("change", () => {
    const number = input.valueAsNumber;
    if (number >= min && number <= max) {
      send(number);
      return;
    }
    refuse(key, edit);
    input.value = input.dataset.shown;
  });
  return input;
}

// Says that a number is outside the range of a key.
export function refuse(key, edit) {
  edit.app.say(`${key.key} takes numbers from ${key.kind.min} to ${key.kind.max}. The old value stays.`, "error");
}
