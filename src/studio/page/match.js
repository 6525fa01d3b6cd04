// The view Match.
import { h } from "./dom.js";

export function mount(root, app) {
  root.append(h("p", { class: "note" }, "This view is not there yet."));
  return {};
}
