// What a game is played with: the opponent's level, and colour, clock and start of the next game. All of it is in the
// address.
import { START } from "./board.js";
import { Game } from "./game.js";
import { h } from "./dom.js";

const CLOCKS = ["1+0", "3+2", "5+3", "10+5"];
const OTHER_CLOCK = "15+10";
const MIDDLE_LEVEL = 1500;
const NARROW = matchMedia("(max-width: 820px)");

// A level of the address as requests have it. Without one it is that of a club player: full strength is no fun.
export function levelOf(level) {
  if (level === "own") return "profile";
  return level === "full" ? "full" : Number(level || MIDDLE_LEVEL);
}

export class GameSettings {
  // `onStart()` is called when a game is to be started.
  constructor(app, onStart) {
    this.app = app;
    this.opponent = this.opponentCard();
    this.form = this.newGameCard(onStart);
  }

  opponentCard() {
    const modes = [["level", "Level"], ["own", "The profile\u2019s own level"], ["full", "Full strength"]];
    this.mode = h("select", { "aria-label": "Strength", onchange: () => this.setLevel() }, modes.map(([value, text]) => h("option", { value }, text)));
    this.slider = h("input", { type: "range", min: 600, max: 2800, step: 50, "aria-label": "Level in Elo" });
    // After the mouse, the arrow keys step through the game again.
    this.slider.addEventListener("pointerup", () => this.slider.blur());
    this.slider.value = MIDDLE_LEVEL;
    this.slider.addEventListener("input", () => (this.rating.textContent = this.slider.value));
    this.slider.addEventListener("change", () => this.setLevel());
    this.rating = h("output", {});
    this.character = h("p", {});
    this.others = h("div", { class: "opponents" });
    // On a narrow page, the list would come between Start and the board.
    this.list = h("details", { open: !NARROW.matches }, h("summary", {}, "All opponents"), this.others);
    const note = h("p", { class: "note" }, "It plays its opening book. The level can be changed during the game.");
    return h("section", { class: "card opponent", "aria-label": "Opponent" }, h("h2", {}, "Opponent"), this.character, this.list, note, h("div", { class: "controls level" }, this.mode, this.slider, this.rating));
  }

  setLevel() {
    const mode = this.mode.value;
    this.app.set({ level: mode === "level" ? this.slider.value : mode });
  }

  newGameCard(onStart) {
    const { app } = this;
    const select = (label, options, change) => {
      const list = options.map(([value, text]) => h("option", { value }, text));
      const field = h("select", { onchange: () => change(field.value) }, list);
      return [field, h("label", {}, label, field)];
    };
    const [side, sideLabel] = select("You play", [["", "White"], ["black", "Black"], ["random", "Random colour"]], (value) => app.set({ side: value }));
    const clocks = [["", "No clock"], ...CLOCKS.map((clock) => [clock, clock]), ["own", "Other ..."]];
    const [clock, clockLabel] = select("Clock", clocks, (value) => app.set({ clock: value === "own" ? OTHER_CLOCK : value }));
    const [from, fromLabel] = select("Start", [["", "Initial position"], ["board", "Position on the board"], ["again", "Start of the last game"]], (value) => app.set({ from: value }));
    this.ownClock = h("input", { type: "text", "aria-label": "Minutes and seconds of increment, such as 15+10", onchange: () => app.set({ clock: this.ownClock.value.trim() }) });
    Object.assign(this, { side, clock, from });
    const begin = (event) => {
      event.preventDefault();
      onStart();
    };
    const form = h("form", { onsubmit: begin }, sideLabel, clockLabel, this.ownClock, fromLabel, h("button", { class: "main" }, "Start"));
    return h("details", { class: "card new-game", open: true }, h("summary", {}, "New game"), form);
  }

  // Shows the settings of the next game.
  showForm() {
    this.form.open = true;
    this.form.scrollIntoView({ block: "nearest" });
    this.form.querySelector("button.main").focus({ preventScroll: true });
  }

  // The profiles to choose from, each with its description.
  drawOpponents() {
    const { app } = this;
    if (this.drawn === app.profiles) return;
    this.drawn = app.profiles;
    const choose = (profile) => () => {
      const { isRunning } = Game.kept() ?? {};
      if (isRunning && profile !== app.state.profile && !confirm(`Let ${profile} go on with the running game?`)) return;
      app.set({ profile });
    };
    const usable = app.profiles.filter(({ is_broken }) => !is_broken);
    const item = ({ name, description }) => h("li", {}, h("button", { type: "button", "data-opponent": name, onclick: choose(name) }, h("strong", {}, name)), " ", description);
    const groups = [...Map.groupBy(usable, ({ group }) => group)];
    // Characters and the user's profiles are opponents; evaluations of other engines are for reference, and folded.
    const isOpponent = (list) => !list[0].is_published;
    const group = ([title, list]) => h("details", { open: isOpponent(list) }, h("summary", {}, title), h("ul", {}, list.map(item)));
    this.others.replaceChildren(...groups.sort(([, a], [, b]) => isOpponent(b) - isOpponent(a)).map(group));
  }

  update() {
    const { app } = this;
    this.drawOpponents();
    for (const button of this.others.querySelectorAll("button")) button.ariaCurrent = button.dataset.opponent === app.state.profile ? "true" : null;
    const { profile, level = String(MIDDLE_LEVEL), side = "", clock = "", from = "" } = this.app.state;
    const isRating = /^\d+$/.test(level);
    this.mode.value = isRating ? "level" : level;
    if (isRating) this.slider.value = level;
    this.slider.hidden = this.rating.hidden = !isRating;
    this.rating.textContent = level;
    const described = app.profiles.find(({ name }) => name === profile)?.description;
    this.character.textContent = described ? `${profile}: ${described.replace(/\.?$/, ".")}` : profile;
    this.side.value = side;
    this.clock.value = clock === "" || CLOCKS.includes(clock) ? clock : "own";
    this.ownClock.hidden = this.clock.value !== "own";
    if (document.activeElement !== this.ownClock) this.ownClock.value = clock;
    this.from.lastElementChild.hidden = !Game.last();
    this.from.value = from === "again" && !Game.last() ? "" : from;
  }

  // The level as requests have it.
  level() {
    return levelOf(this.app.state.level);
  }

  // Where the next game starts.
  start() {
    const { from, fen, moves, ply } = this.app.state;
    const last = Game.last();
    if (from === "board") return { fen, moves: moves.slice(0, ply) };
    if (from === "again" && last) return { fen: last.fen, moves: last.moves.slice(0, last.first) };
    return { fen: START, moves: [] };
  }

  // The next game: start position and moves, side of the player, and clock.
  next() {
    const { state } = this.app;
    const sides = ["white", "black"];
    return {
      ...this.start(),
      player: state.side === "random" ? sides[Math.floor(Math.random() * 2)] : state.side || "white",
      clock: state.clock || null,
    };
  }
}
