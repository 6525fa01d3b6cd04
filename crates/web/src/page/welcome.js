// What a visitor sees first: what this is, and three things to try. At the end of the page: what is not here.

const CLOSED = "temperament-welcome-closed";

// Before White's 13th move: with this material, most sliders change the evaluation.
const MORPHY = "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13";
const EXAMPLES = [
  ["Drag a slider", "and see the evaluation change", "edit", { profile: "temperament", fen: MORPHY }],
  ["Play the attacker", "at level 1500", "play", { profile: "attacker" }],
  ["See why", "Black is lost in Morphy\u2019s Opera Game", "look", { profile: "temperament", fen: MORPHY }],
];

function element(tag, attributes, ...children) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
}

// Goes to an address of the page without loading it again.
function go(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", event.currentTarget.href);
  dispatchEvent(new PopStateEvent("popstate"));
}

function example([title, rest, view, state]) {
  const href = `${location.pathname}?${new URLSearchParams(state)}#${view}`;
  return element("li", {}, element("a", { href, onclick: go }, title), ` ${rest}`);
}

function isClosed() {
  try {
    return localStorage.getItem(CLOSED) !== null;
  } catch {
    return false;
  }
}

function close() {
  card.remove();
  try {
    localStorage.setItem(CLOSED, "yes");
  } catch {
    // It comes back with the next visit.
  }
}

const card = element(
  "section",
  { className: "card welcome", ariaLabel: "Welcome" },
  element("p", {}, "Temperament is a chess engine whose whole evaluation is a text file: change a number, and it thinks and plays differently. It runs in this page; nothing leaves your browser."),
  element("ul", {}, ...EXAMPLES.map(example)),
  element("button", { type: "button", ariaLabel: "Close", onclick: close }, "\u00d7"),
);
const view = document.getElementById("view");
if (!isClosed()) view.before(card);
// Whoever has begun needs the room; the card comes back with the next visit, unless it was closed.
view.addEventListener("click", (event) => event.target.closest("button") && card.remove());
view.after(element("footer", { className: "note" }, "Endgame tables (Syzygy), other engines, and play in chess programs (UCI) need the program temper: a page cannot run them."));
