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
    if (isValid(number, key, edit)) {
      edit.app.unsay(key.key);
      send(number);
      return;
    }
    refuse(key, edit);
    input.value = input.dataset.shown;
  });
  return input;
}

// Whether a key takes a number.
export function isValid(number, key, edit) {
  const steps = number / edit.stepOf(key);
  return number >= key.kind.min && number <= key.kind.max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

// Says what numbers a key takes.
export function refuse(key, edit) {
  const kind = edit.stepOf(key) === 1 ? "whole numbers" : `numbers in steps of ${edit.stepOf(key)}`;
  edit.app.say(`${key.key} takes ${kind} from ${key.kind.min} to ${key.kind.max}. The old value stays.`, "error", key.key);
}
