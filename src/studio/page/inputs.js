// Inputs that the fields of keys share.
import { h } from "./dom.js";

export const STAGES = ["middlegame", "endgame"];

// Sets the value of an input, unless it is being edited.
export function setInput(input, value) {
  if (document.activeElement !== input || !input.matches("[type=number], [type=text]")) input.value = value;
}

// A number field for an entry of a table; `send(number)` gets each valid number.
export function numberField(key, index, stage, edit, send) {
  const label = [key.key, key.kind.words[index], STAGES[stage]].filter(Boolean).join(", ");
  const { min, max } = key.kind;
  const input = h("input", { type: "number", min, max, step: edit.stepOf(key), "aria-label": label, title: label, "data-field": `${key.key}/${index}/${stage}` });
  input.addEventListener("change", () => Number.isFinite(input.valueAsNumber) && send(input.valueAsNumber));
  return input;
}
