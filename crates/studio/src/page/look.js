// The view Look: a position, its evaluation, engine lines, and why one move is better than another.
import { Annotated } from "./annotated.js";
import { Evaluation } from "./evaluation.js";
import { START } from "./board.js";
import { Game } from "./game.js";
import { Review, depthMenu, explainedNodes } from "./review.js";
import { field, h, signed } from "./dom.js";

// The last games that were pasted in this tab, and which of them is shown: `{ games, at }`.
const PASTED = "temperament-pasted";

// Returns false if the store is full.
function keep(games) {
  try {
    sessionStorage.setItem(PASTED, JSON.stringify(games));
    return true;
  } catch {
    return false;
  }
}

function pasted() {
  try {
    const { games, at } = JSON.parse(sessionStorage.getItem(PASTED));
    return { games: [...games], at };
  } catch {
    // Nothing has been pasted, or the store is damaged.
    return { games: [], at: 0 };
  }
}

// The first games of a text, which keeps the request small, and the number of games with a tag Event. The studio lists 200: with
// one more, it knows that there are more.
const SENT_GAMES = 201;
function beginning(text) {
  const starts = Array.from(text.matchAll(/^\s*\[Event /gm), ({ index }) => index);
  return { first: text.slice(0, starts[SENT_GAMES]), count: starts.length };
}

export function mount(root, app) {
  return new Look(root, app);
}

class Look {
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.evaluation = new Evaluation(app, () => this.suggestWhy());
    this.panel = this.evaluation.panel;
    const positions = h("select", { "aria-label": "Test positions" }, h("option", { value: "" }, "choose ..."), app.hello.positions.map(({ name, fen }) => h("option", { value: fen }, name)));
    positions.addEventListener("change", () => positions.value && this.panel.setUp(positions.value));
    this.pgn = h("textarea", { rows: 3, placeholder: "Paste a game in PGN", "aria-label": "Game in PGN", onchange: () => this.readGame(), oninput: (event) => event.inputType === "insertFromPaste" && this.readGame() });
    const file = h("input", { type: "file", accept: ".pgn,.txt", "aria-label": "Open a PGN file", onchange: async () => this.readText((await file.files[0]?.text()) ?? "") });
    this.games = h("select", { "aria-label": "Games of the text", hidden: true, onchange: () => this.showGame(this.games.value) });
    this.depth = depthMenu(app);
    this.startsReview = h("p", { class: "controls", hidden: true }, h("button", { type: "button", onclick: () => this.reviewGame() }, "Review this game"), this.depth);
    this.review = new Review(app, this.panel);
    const { games, at } = pasted();
    this.list(games);
    // What has been played is not the pasted game.
    if (Game.kept()?.isOf(app.state)) this.games.value = "";
    else {
      this.annotate(games[at]);
      this.games.value = at;
    }
    this.panel.list.after(this.games, this.startsReview);
    this.panel.fields.append(h("details", {}, h("summary", {}, "Open a game or a test position"), this.pgn, field("PGN file", file), field("Test position", positions)));
    const moveField = (label) => h("input", { type: "text", "aria-label": label, placeholder: label, spellcheck: "false", autocomplete: "off" });
    this.whyMove = moveField("Move to explain");
    this.whyOther = moveField("Other move (best)");
    this.whyText = h("ul", { "aria-live": "polite" });
    const form = h("form", { class: "controls", onsubmit: (event) => this.compare(event) }, h("span", { class: "note" }, "Explain a move:"), this.whyMove, this.whyOther, h("button", {}, "Why?"));
    const why = h("section", { class: "card why", "aria-label": "Why one move is better than another" }, form, this.whyText);
    const { verdict, engine, rows } = this.evaluation;
    if (app.pgn) this.readText(app.pgn);
    app.pgn = null;
    root.append(
      this.panel.element,
      h("section", { class: "evaluation", "aria-label": "Evaluation" }, verdict, engine.element, why, this.review.element, rows.element),
    );
  }

  update() {
    this.root.classList.toggle("puzzle", this.app.state.lines === "puzzle");
    this.evaluation.update();
    this.startsReview.hidden = !this.app.state.moves.length;
    this.depth.value = this.app.state.review ?? "";
  }

  // Without other words, the move that has just been played is explained; at the start, the next one. The last answer stays while one steps through its lines.
  suggestWhy() {
    this.review.restore(this.app.state);
    if (this.suggested !== this.panel.now.fen) this.whyMove.value = this.whyOther.value = "";
    this.suggested = this.panel.now.fen;
    const played = this.playedMove();
    this.whyMove.placeholder = played ? `${played} (just played)` : (this.nextMove() ?? "Move to explain");
    this.whyText.classList.toggle("old", this.explained !== this.subject());
  }

  nextMove() {
    return this.panel.sans[this.app.state.ply];
  }

  // The move that has led here, which is highlighted.
  playedMove() {
    return this.panel.sans[this.app.state.ply - 1];
  }

  // What an explanation is about: a position, judged by a profile.
  subject() {
    return `${this.panel.now.fen} ${this.app.state.profile}`;
  }

  // Compares two moves; without a second one, with the best other move.
  async compare(event) {
    event.preventDefault();
    const { state } = this.app;
    const other = this.whyOther.value.trim();
    const played = this.whyMove.value.trim() ? undefined : this.playedMove();
    const moves = state.moves.slice(0, played ? state.ply - 1 : state.ply);
    const move = this.whyMove.value.trim() || played || this.nextMove() || "";
    if (!move) {
      this.whyMove.focus();
      this.app.say("Type a move to explain, such as Nf3.", "error");
      return;
    }
    const request = { view: "look", type: "why", profile: this.app.profile(), fen: state.fen, moves, move, nodes: explainedNodes(this.app), ...(other && { other }) };
    this.comparing?.stop();
    this.explained = this.subject();
    this.judge = this.app.state.profile;
    this.suggestWhy();
    this.whyText.replaceChildren(h("li", {}, "Searching; this takes some seconds ..."));
    const show = (event) => {
      if (event.event === "why") this.showWhy(event);
      if (event.event === "failed") this.whyText.replaceChildren(h("li", {}, event.message));
    };
    this.comparing = await this.app.attempt(() => this.app.stream(request, show));
    if (!this.comparing) this.whyText.replaceChildren();
  }

  showWhy(why) {
    const [move, other] = why.moves;
    const sentence = ({ text }) => h("li", {}, text);
    const side = why.json.fen.split(" ")[1] === "b" ? "Black" : "White";
    const lines = h("li", { class: "note" }, `${move}: ${why.lines[0]}. ${other}: ${why.lines[1]}. Searched with ${this.judge}.`);
    // What the sentences leave out, so that the numbers add up.
    const { unstated } = why.json;
    const rest = unstated === null ? "" : ` All else together: ${signed(unstated / 100)}.`;
    const sums = h("li", { class: "note" }, `In pawns; + speaks for ${move}, \u2212 for ${other}.${rest}`);
    const details = h("details", {}, h("summary", {}, "Details: terms of the evaluation"), h("ul", {}, ...why.json.sentences.map(sentence), sums));
    this.whyText.replaceChildren(h("li", {}, h("strong", {}, `${side} to move: ${why.verdict}.`)), ...why.json.claims.map(sentence), lines, h("li", {}, details));
  }

  // Shows the first of the pasted games, and a menu of all.
  readGame() {
    // A click elsewhere after pasting is a change too.
    if (this.pgn.value === this.lastText) return;
    this.lastText = this.pgn.value;
    // A position that ended up here is meant as one.
    if (/^\s*[1-8pnbrqk/]+ [wb] /i.test(this.lastText)) this.panel.setUp(this.lastText.trim());
    else this.readText(this.lastText);
  }

  async readText(text) {
    const { first, count } = beginning(text);
    const read = await this.app.attempt(() => this.app.call({ view: "look", type: "pgn", text: first }));
    if (!read) return;
    if (!read.games.length) {
      this.app.say(read.errors[0] ?? "There is no game in this text.", "error");
      return;
    }
    this.list(read.games);
    if (read.has_more) this.app.say(`The first ${read.games.length}${count > read.games.length ? ` of ${count}` : ""} games are listed.`);
    // The arrow keys step through the game now.
    this.pgn.blur();
    this.showGame(0);
  }

  list(games) {
    this.read = games;
    this.games.replaceChildren(h("option", { value: "", hidden: true }, "Pasted games"), ...games.map(({ title, result }, index) => h("option", { value: index }, `${index + 1}. ${title}${result ? `, ${result}` : ""}`)));
    this.games.hidden = games.length === 0;
  }

  showGame(index) {
    const game = this.read[index];
    if (game.error) this.app.say(`${game.error}. The game ends there.`, "error");
    this.review.clear();
    const moves = game.moves.map(({ uci }) => uci);
    this.annotate(game);
    // A reload of the page must not lose names and comments.
    if (!keep({ games: this.read, at: Number(index) })) keep({ games: [game], at: 0 });
    this.app.set({ fen: game.fen, moves, ply: 0 }, { isStep: true });
  }

  // From now on the list of moves has the comments and variations of this game.
  annotate(game) {
    this.panel.annotated = game && new Annotated(game, (moves, ply) => this.app.set({ moves, ply }, { isStep: true }));
  }

  // Reviews the moves on the board: the pasted game, or what has been played here.
  reviewGame() {
    const { fen, moves } = this.app.state;
    const { annotated } = this.panel;
    const pasted = annotated?.isGame(this.app.state) ? annotated.game : null;
    const text = pasted && !pasted.error ? pasted.pgn : this.movesAsPgn(pasted?.players ?? ["?", "?"]);
    this.review.start(text, { fen, moves });
  }

  // The moves on the board as PGN.
  movesAsPgn([white, black]) {
    const { fen } = this.app.state;
    const start = fen === START ? [] : [["SetUp", "1"], ["FEN", fen]];
    const tag = ([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]\n`;
    const tags = [["White", white], ["Black", black], ...start].map(tag).join("");
    return `${tags}\n${this.panel.movesText()} *\n`;
  }

  key(event, isTyping) {
    return this.evaluation.key(event, isTyping);
  }

  // A search would take the time that reading needs; it goes on with the update.
  filesChanged() {
    this.evaluation.engine.pause();
  }

  unmount() {
    this.evaluation.unmount();
    this.comparing?.stop();
    this.review.stop();
  }
}
