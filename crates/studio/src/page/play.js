// The view Play: a game against the profile.
import { START } from "./board.js";
import { PositionPanel } from "./position.js";
import { Game, clockText } from "./game.js";
import { GameSettings, levelOf } from "./game_settings.js";
import { Review, depthMenu } from "./review.js";
import { download, h, latest } from "./dom.js";

const TICK = 100;
const EVALUATION_SECONDS = 1;

export function mount(root, app) {
  return new Play(root, app);
}

// The position panel with names and clocks of the players.
class GamePanel extends PositionPanel {
  constructor(app, view) {
    super(app, { canSetUp: true, onPosition: () => view.positionShown() });
    this.view = view;
    const bar = () => {
      const [name, time] = [h("span", {}), h("span", { class: "time", role: "timer" })];
      return { name, time, element: h("p", { class: "player", hidden: true }, name, time) };
    };
    this.bars = [bar(), bar()];
    this.element.prepend(this.bars[0].element);
    this.board.box.after(this.bars[1].element);
  }

  legalMoves() {
    return this.view.canMove() ? super.legalMoves() : [];
  }

  play(uci) {
    if (this.view.game) {
      this.view.move(uci);
      return;
    }
    this.app.state.from = "board";
    super.play(uci);
  }

  setUp(fen) {
    this.view.leave();
    this.app.state.from = "board";
    super.setUp(fen);
  }

  flip() {
    super.flip();
    this.view.drawClocks();
  }
}

class Play {
  constructor(root, app) {
    this.app = app;
    this.panel = new GamePanel(app, this);
    this.status = h("p", { class: "status", role: "status" });
    this.panel.bars[1].element.after(this.status);
    this.hint = h("p", {}, "Choose an opponent and a level, a colour and a clock, and press Start.");
    this.unfinished = h("p", { hidden: true }, "There is an unfinished game. ", this.button("Continue the game", () => this.continueGame()));
    this.buttons = {
      takeBack: this.button("Take back", () => this.takeBack()),
      resign: this.button("Resign", () => this.resign()),
      draw: this.button("Offer a draw", () => this.askForDraw()),
      save: this.button("Save PGN", () => this.save()),
      review: this.button("Review", () => this.startReview()),
      again: this.button("New game", () => this.settings.showForm()),
    };
    this.nodes = depthMenu(app);
    this.actions = h("div", { class: "controls actions", hidden: true }, Object.values(this.buttons), this.nodes);
    this.evaluation = h("strong", { class: "score" });
    this.shows = h("input", { type: "checkbox", onchange: () => app.set({ evaluation: this.shows.checked ? "shown" : "" }) });
    this.evaluationLine = h("p", { hidden: true }, h("label", {}, this.shows, " Show the evaluation"), " ", this.evaluation);
    this.settings = new GameSettings(app, () => this.startGame());
    this.review = new Review(app, this.panel);
    root.append(
      this.panel.element,
      h(
        "div",
        {},
        h("section", { class: "card game", "aria-label": "Game" }, this.unfinished, this.hint, this.actions, this.evaluationLine),
        this.review.element,
        this.settings.opponent,
        this.settings.form,
      ),
    );
    this.proceed = latest(() => this.askStatus());
    this.onHide = () => this.keep();
    addEventListener("pagehide", this.onHide);
    const kept = Game.kept();
    const { fen, moves } = app.state;
    if (kept && kept.fen === fen && kept.moves.join() === moves.join()) {
      delete app.state.setup;
      if (!kept.isOver) app.state.ply = moves.length;
      this.adopt(this.withOpponent(kept));
    } else {
      this.unfinished.hidden = !Game.unfinished();
      // Who comes with a position wants to play from it.
      const isOpen = app.state.from === undefined || app.state.from === "again";
      if (isOpen && (fen !== START || moves.length)) app.state.from = "board";
    }
  }

  button(text, act) {
    return h("button", { type: "button", onclick: act }, text);
  }

  // --- the game

  async startGame() {
    const { setup } = this.panel;
    if (setup.isOpen && setup.isIllegal && this.app.state.from === "board") {
      this.app.say(`The position that you set up is not legal: ${setup.message.textContent}`, "error");
      return;
    }
    const next = this.settings.next();
    const message = { ...next, profile: this.app.profile(), level: this.settings.level() };
    const status = await this.app.attempt(() => this.app.call({ view: "play", type: "status", game: message }));
    if (!status) return;
    if (status.over) {
      this.app.say(`This position is the end of a game: ${status.over.reason}.`, "error");
      return;
    }
    if (Game.unfinished() && !confirm("End the unfinished game and start a new one?")) return;
    // The next game begins as this one.
    this.app.state.from = next.fen !== START || next.moves.length ? "again" : undefined;
    this.stopThinking();
    this.review.clear();
    this.begin(new Game({ ...next, times: status.clock }));
  }

  continueGame() {
    const game = Game.unfinished();
    if (game) this.begin(this.withOpponent(game));
  }

  // A kept game goes on against its opponent, whatever profile another view has chosen.
  withOpponent(game) {
    const { profile, level } = game;
    this.replaced = { before: this.app.state.profile, by: profile };
    if (profile) Object.assign(this.app.state, { profile, level });
    this.app.drawFrame();
    return game;
  }

  // Other views go on with their profile, unless another opponent has been chosen here.
  leaving() {
    const { before, by } = this.replaced ?? {};
    if (before && this.app.state.profile === by) this.app.state.profile = before;
  }

  begin(game) {
    this.adopt(game);
    this.changed();
    // The board, with the names and clocks that appear beside it.
    this.drawClocks();
    this.panel.board.box.scrollIntoView({ block: "nearest" });
    this.panel.bars[0].element.scrollIntoView({ block: "nearest" });
  }

  adopt(game) {
    this.game = game;
    this.said = null;
    this.unfinished.hidden = true;
    this.settings.form.open = this.settings.list.open = game.isOver;
    this.panel.board.flip(game.player === "black");
    this.asked = null;
    game.run();
  }

  // Shows the game after a change of its moves, and goes on.
  changed() {
    const { fen, moves } = this.game;
    this.keep();
    this.app.set({ fen, moves, ply: moves.length, setup: undefined });
  }

  // Keeps the game, with its opponent and level.
  keep() {
    const { profile, level } = this.app.state;
    if (!this.game) return;
    // A finished game keeps the opponent that it was played against.
    if (!this.game.isOver || !this.game.profile) Object.assign(this.game, { profile, level });
    this.game.keep();
  }

  // Ends the view of a finished game: another position is wanted.
  leave() {
    if (!this.game?.isOver) return;
    this.review.clear();
    this.game = null;
    this.found = null;
    this.said = null;
  }

  canMove() {
    if (!this.game) return true;
    if (!this.app.isConnected) return false;
    return this.game.isPlayersTurn && this.panel.isCurrent && this.app.state.ply === this.game.moves.length;
  }

  move(uci) {
    if (!this.canMove()) return;
    this.said = null;
    this.game.play(uci);
    this.changed();
  }

  takeBack() {
    this.stopThinking();
    this.review.clear();
    this.said = null;
    this.game.takeBack();
    this.changed();
  }

  resign() {
    if (!confirm("Resign the game?")) return;
    this.stopThinking();
    this.game.conclude({ resigned: this.game.player });
    this.changed();
  }

  // Claims a draw with the move that allows it, which ends the game; without one, offers a draw.
  async askForDraw() {
    const { game, found } = this;
    if (found.claim) {
      if (this.panel.legalMoves().some(({ uci }) => uci === found.claim)) this.move(found.claim);
      return;
    }
    const message = game.message(...this.opponentOf(game));
    const answer = await this.app.attempt(() => this.app.call({ view: "play", type: "offer_draw", game: message }));
    if (!answer || game !== this.game || game.isOver || game.moves.length !== message.moves.length) return;
    if (answer.accepts) game.conclude("draw_agreed");
    this.said = `${found.opponent} ${answer.accepts ? "accepts" : "declines"} the draw. `;
    this.changed();
  }

  // --- the program's part

  update() {
    const { state } = this.app;
    // Who sets up a position wants to play from it.
    if (state.setup !== undefined) {
      this.leave();
      state.from = "board";
    }
    this.settings.update();
    this.nodes.value = state.review ?? "";
    this.shows.checked = state.evaluation === "shown";
    this.panel.refresh();
    this.proceed();
    this.evaluate();
  }

  // Profile and level of the opponent: those of the page, or those that a finished game was played with.
  opponentOf(game) {
    if (!game.isOver || !game.profile) return [this.app.profile(), this.settings.level()];
    return [this.app.profile(game.profile), levelOf(game.level)];
  }

  filesChanged() {
    this.asked = null;
  }

  // Without a connection no move can be made, and the clocks wait.
  connectionChanged() {
    this.draw();
  }

  // Asks how the game stands, and for the opponent's move if it is its turn.
  async askStatus() {
    const { game } = this;
    if (!game) {
      this.draw();
      return;
    }
    const message = game.message(...this.opponentOf(game));
    const wanted = JSON.stringify(message);
    if (wanted !== this.asked) {
      const found = await this.app.attempt(() => this.app.call({ view: "play", type: "status", game: message }));
      if (!found || game !== this.game) return;
      // A move that was made meanwhile is asked about next.
      if (wanted !== JSON.stringify(game.message(...this.opponentOf(game)))) return;
      this.asked = wanted;
      this.found = found;
      if (found.over && !game.isOver) game.end();
      this.keep();
    }
    if (!game.isOver && game.turn !== game.player && !this.thinking) this.think(game, message);
    this.draw();
    this.evaluate();
  }

  async think(game, message) {
    const turn = {};
    this.thinking = turn;
    this.fault = null;
    game.restartTurn();
    const remaining = game.remaining && game.remaining.map((time) => Math.max(1, Math.round(time)));
    const request = { view: "play", type: "move", game: message, seed: game.seed, plays_on: game.playsOn, ...(remaining && { remaining }) };
    const show = (event) => {
      if (this.thinking !== turn) return;
      this.thinking = null;
      if (event.event === "reply") this.reply(game, event);
      else if (event.event === "failed") {
        this.fault = event.message;
        this.draw();
      }
    };
    const stream = await this.app.attempt(() => this.app.stream(request, show));
    if (!stream && this.thinking === turn) this.thinking = null;
    turn.stop = () => stream?.stop();
    if (this.thinking !== turn && turn.isStopped) turn.stop();
  }

  stopThinking() {
    const turn = this.thinking;
    this.thinking = null;
    if (!turn) return;
    turn.isStopped = true;
    turn.stop?.();
  }

  reply(game, { uci, san, is_book, resigns, milliseconds }) {
    if (resigns) {
      game.conclude({ resigned: game.opponent });
      this.said = `${this.found?.opponent ?? this.app.state.profile} resigns. Take back to play on. `;
      this.changed();
      return;
    }
    this.said = `${san}${is_book ? " (from the book)" : ""}. `;
    game.play(uci, milliseconds);
    this.changed();
  }

  // Lets the clocks run on the page while there is a game with clocks.
  drive() {
    const isRunning = Boolean(this.game?.remaining) && !this.game.isOver;
    if (isRunning === Boolean(this.tick)) return;
    clearInterval(this.tick);
    this.tick = isRunning ? setInterval(() => this.runClocks(), TICK) : null;
  }

  runClocks() {
    const { game } = this;
    if (!this.app.isConnected) {
      game.pause();
      this.drawClocks();
      return;
    }
    game.run();
    if (game.isPlayersTurn && !game.hasTime(game.player)) {
      game.conclude({ flag_fell: game.player });
      this.changed();
    }
    this.drawClocks();
  }

  // --- evaluation and review

  // Searches the position on the board, if the evaluation is shown and the opponent does not think.
  async evaluate() {
    const now = this.panel.now;
    const isWanted = this.app.state.evaluation === "shown" && this.game && now && !this.thinking;
    const request = { view: "look", type: "search", profile: this.app.profile(), fen: now?.fen, seconds: EVALUATION_SECONDS };
    const wanted = isWanted && !now.ending ? JSON.stringify(request) : null;
    if (wanted === this.searched) return;
    this.searched = wanted;
    this.searching?.stop();
    this.searching = null;
    if (!wanted) {
      this.evaluation.textContent = now?.ending && isWanted ? now.ending : "";
      return;
    }
    const show = (event) => {
      if (wanted !== this.searched) return;
      if (event.event === "lost") this.searched = null;
      if (event.event !== "line") return;
      this.evaluation.textContent = `${event.lead}, by ${request.profile.name}, depth ${event.depth}`;
    };
    const stream = await this.app.attempt(() => this.app.stream(request, show));
    if (wanted === this.searched) this.searching = stream;
    else stream?.stop();
  }

  async pgn() {
    const game = this.game.message(...this.opponentOf(this.game));
    return (await this.app.attempt(() => this.app.call({ view: "play", type: "pgn", game })))?.pgn;
  }

  async save() {
    const text = await this.pgn();
    if (text) download("game.pgn", text, "application/x-chess-pgn");
  }

  async startReview() {
    const text = await this.pgn();
    if (text) this.review.start(text, this.game);
  }

  positionShown() {
    if (this.game) this.review.restore(this.game);
    this.draw();
    this.evaluate();
  }

  // --- drawing

  draw() {
    const { game, found } = this;
    const isOn = Boolean(game);
    this.actions.hidden = this.evaluationLine.hidden = !isOn;
    this.hint.hidden = isOn;
    this.panel.fen.readOnly = isOn && !game.isOver;
    this.panel.setup.toggle.hidden = isOn && !game.isOver;
    if (isOn && this.panel.now) this.panel.drawBoard();
    this.drawClocks();
    this.drive();
    if (!isOn) {
      set(this.status, "");
      return;
    }
    set(this.status, this.statusText());
    const hasFocus = this.actions.contains(document.activeElement);
    const { takeBack, resign, draw, save, review, again } = this.buttons;
    takeBack.disabled = !game.canTakeBack;
    resign.disabled = game.isOver;
    draw.disabled = !found || !this.canMove() || game.moves.length === game.first;
    set(draw, found?.claim ? "Claim a draw" : "Offer a draw");
    again.hidden = !game.isOver;
    save.disabled = !game.moves.length;
    review.disabled = this.nodes.disabled = !game.isOver || !game.moves.length;
    if (hasFocus && document.activeElement === document.body) this.actions.querySelector("button:enabled")?.focus();
    if (game.isOver && this.wasOver === false) this.settings.form.open = true;
    this.wasOver = game.isOver;
  }

  statusText() {
    const { game, found, said } = this;
    if (!this.app.isConnected && !game.isOver) return "The connection to the studio is lost. The game waits for it.";
    if (found?.over && game.isOver) return `${said ?? ""}${found.over.result} (${found.over.reason})`;
    if (game.isPlayersTurn && !this.panel.isCurrent) return this.status.textContent;
    if (game.isPlayersTurn && this.app.state.ply < game.moves.length) return `${said ?? ""}Your move. The board shows an earlier position.`;
    if (game.isPlayersTurn) return `${said ?? ""}Your move${this.panel.now?.check && this.canMove() ? ", you are in check" : ""}.`;
    const opponent = found?.opponent ?? this.app.state.profile;
    return this.fault ? `${opponent} cannot move: ${this.fault}` : `${opponent} is thinking ...`;
  }

  drawClocks() {
    const { game } = this;
    const isFlipped = this.panel.board.isFlipped;
    this.panel.bars.forEach((bar, index) => {
      const side = (index === 1) !== isFlipped ? "white" : "black";
      bar.element.hidden = !game;
      if (!game) return;
      set(bar.name, side === game.player ? "You" : this.found?.opponent ?? this.app.state.profile);
      const time = game.time(side);
      set(bar.time, time === null ? "" : clockText(time));
      bar.element.classList.toggle("turn", !game.isOver && game.turn === side);
    });
  }

  key(event, isTyping) {
    return this.panel.key(event, isTyping);
  }

  unmount() {
    removeEventListener("pagehide", this.onHide);
    clearInterval(this.tick);
    this.stopThinking();
    this.searching?.stop();
    this.review.stop();
    this.game?.pause();
    this.game?.keep();
  }
}

// Changes a text only if it is new, so that screen readers do not repeat it.
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
