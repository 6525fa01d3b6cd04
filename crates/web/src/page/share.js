// Links that carry the text of a profile: in the fragment, which no browser sends to a host, as `#VIEW&toml=TEXT`, compressed.
import { h } from "./dom.js";

const FIELD = "toml";
// Most characters of a compressed text, and bytes of the text itself: a profile may not have more.
const MOST_COMPRESSED = 1 << 17;
const MOST_BYTES = 1 << 20;
// Characters from which on other programs may cut a link off.
const LONG = 2000;
// Milliseconds for which the button says what it has done.
const SAID = 2000;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

// The parts of the fragment: the view, and the text of a profile or null.
export function fragment() {
  const [view, ...rest] = location.hash.slice(1).split("&");
  return { view, packed: new URLSearchParams(rest.join("&")).get(FIELD) };
}

// --- texts as parts of an address

async function through(bytes, transform, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    parts.push(value);
    if (size <= most) continue;
    reader.cancel().catch(() => {});
    throw new Error("it is too large for a profile");
  }
}

export async function pack(text) {
  const bytes = await through(text, new CompressionStream("deflate-raw"), Infinity);
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(packed) {
  if (packed.length > MOST_COMPRESSED) throw new Error("it is too large for a profile");
  let bytes;
  try {
    const characters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    bytes = await through(bytes, new DecompressionStream("deflate-raw"), MOST_BYTES);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (bytes && error.message.startsWith("it is")) throw error;
    throw new Error("it is damaged: a part of the link may be missing");
  }
}

// --- opening a link

// Takes the profile out of the address, as an unsaved one. The profiles that are here already stay as they are.
export async function open(app) {
  const { packed } = fragment();
  if (packed === null) return;
  const wanted = NAME.test(app.state.profile) ? app.state.profile : "shared";
  app.state.profile = app.hello.first;
  try {
    const text = await unpack(packed);
    const name = await place(app, wanted, text);
    app.state.profile = name;
    const isNew = app.drafts.isLinked(name);
    const renamed = name === wanted ? "" : ` There is another ${wanted} here, so it is called ${name}.`;
    app.say(isNew ? `The profile ${name} comes from the link that you have opened.${renamed} It is not saved: Save, in the view Edit, keeps it.` : `The profile of the link is here already: ${name}.`);
  } catch (error) {
    app.say(`The link does not show its profile: ${error.message}.`, "error");
  }
  history.replaceState(null, "", app.address());
}

// The name under which a text is here: that of a profile with the same text, or a free one.
async function place(app, wanted, text) {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : `-${count}`;
    const name = wanted.slice(0, 64 - suffix.length) + suffix;
    if (!isTaken(app, name)) {
      await check(app, name, text);
      app.drafts.link(name, text);
      return name;
    }
    if ((await textOf(app, name)) === text) return name;
  }
}

function isTaken(app, name) {
  const names = [...app.profiles.map((profile) => profile.name), ...app.drafts.unsaved()];
  return names.some((other) => other.toLowerCase() === name.toLowerCase());
}

async function textOf(app, name) {
  const draft = app.drafts.text(name);
  if (draft !== null) return draft;
  return app.call({ view: "edit", type: "open", profile: { name } }).then(
    ({ file }) => file.text,
    () => null,
  );
}

// A text with errors is refused: nothing can be shown with it.
async function check(app, name, text) {
  const { faults } = await app.call({ view: "edit", type: "open", profile: { name, text } });
  const fault = faults.find(({ is_warning }) => !is_warning);
  if (fault) throw new Error(`${fault.line ? `line ${fault.line}${fault.column ? `, column ${fault.column}` : ""}: ` : ""}${fault.message}`);
}

// --- copying a link

// The address of what the page shows. It carries the text of a profile that is not part of the page.
async function link(app) {
  const profile = app.profile();
  const known = app.profiles.find(({ name }) => name === profile.name);
  const address = new URL(app.address(), location.href);
  if (profile.text !== undefined || known?.is_file) {
    const { text } = await app.call({ view: "edit", type: "share", profile });
    address.hash += `&${FIELD}=${await pack(text)}`;
  }
  return address.href;
}

// The button in the head of the page.
export function linkButton(app) {
  const label = "Copy link";
  const button = h("button", { type: "button", class: "copy-link", title: "Copies an address that shows this view, position and profile" }, label);
  button.addEventListener("click", async () => {
    const address = await app.attempt(() => link(app));
    if (!address) return;
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      // The browser does not let the page copy: the visitor does.
      prompt("Copy this link:", address);
      return;
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), SAID);
    const withText = address.includes(`&${FIELD}=`) ? ` with the text of ${app.state.profile}` : "";
    const length = address.length > LONG ? ` It has ${address.length.toLocaleString("en")} characters: some programs cut off such links.` : "";
    app.say(`The link is copied${withText}.${length}`);
  });
  return button;
}
