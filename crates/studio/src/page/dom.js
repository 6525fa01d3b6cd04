// Elements without a framework.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// An HTML element; attributes that begin with `on` are listeners.
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// An SVG element.
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Replaces the children of an element. The focus stays on the control with the same value of a `data-` attribute; if there
// is none, the result is false.
export function redraw(element, attribute, ...children) {
  const { activeElement } = document;
  const focused = element.contains(activeElement) ? activeElement.dataset[attribute] : undefined;
  element.replaceChildren(...children);
  if (focused === undefined) return true;
  const same = element.querySelector(`[data-${attribute}="${CSS.escape(focused)}"]`);
  same?.focus();
  return Boolean(same);
}

// A control with its label beside it.
export function field(label, control) {
  return h("label", { class: "labelled" }, h("span", {}, label), control);
}

// Makes the buttons of a list a single stop of the Tab key: `current`, or the first one. Returns it.
export function roving(list, current) {
  const buttons = [...list.querySelectorAll("button")];
  const stop = buttons.includes(current) ? current : buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  return stop;
}

// A text whose parts in backticks are code.
export function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));
}

// A number with its sign and a true minus sign.
export function signed(number, digits = 2) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return (number > 0 ? "+" : "\u2212") + text;
}

// Calls a function at most once per frame, with the latest arguments.
export function perFrame(call) {
  let wanted = null;
  return (...args) => {
    const isNew = wanted === null;
    wanted = args;
    if (!isNew) return;
    requestAnimationFrame(() => {
      const latest = wanted;
      wanted = null;
      call(...latest);
    });
  };
}

// Runs an asynchronous function one call at a time; of the calls that come meanwhile, only the last is made.
export function latest(call) {
  let running = false;
  let waiting = null;
  return async function next(...args) {
    if (running) {
      waiting = args;
      return;
    }
    running = true;
    try {
      await call(...args);
    } finally {
      running = false;
      if (waiting) {
        const again = waiting;
        waiting = null;
        next(...again);
      }
    }
  };
}

// Saves a text as a file of the user.
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
