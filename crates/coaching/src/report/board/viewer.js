"use strict";
// Steps through a game. All positions are in the data; nothing here knows how pieces move.
class Viewer {
  // `game` has `fen` and `moves`, each with `fen` and `uci`; `describe` returns the words for a move and its ply.
  constructor(card, game, describe) {
    this.card = card;
    this.game = game;
    this.describe = describe;
    this.board = card.querySelector(".board");
    this.marks = [...card.querySelectorAll(".board .last")];
    this.words = new Map([...card.querySelectorAll(".moves [data-ply]")].map((word) => [Number(word.dataset.ply), word]));
    this.now = card.querySelector(".now");
    card.querySelector(".controls").hidden = false;
    this.ply = Number(card.dataset.at);
    card.addEventListener("click", (event) => this.click(event));
    card.addEventListener("keydown", (event) => this.key(event));
    this.show(this.ply, false);
  }

  // The 64 squares of a FEN, a8 first.
  static squares(fen) {
    const expand = (c) => (c >= "1" && c <= "9" ? Array(Number(c)).fill("") : [c]);
    return [...fen.split(" ")[0].replaceAll("/", "")].flatMap(expand);
  }

  click(event) {
    const step = event.target.closest("[data-step]");
    const word = event.target.closest("[data-ply]");
    if (step) this.step(step.dataset.step);
    else if (word) this.show(Number(word.dataset.ply), true);
  }

  key(event) {
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.step(step);
  }

  step(step) {
    const last = this.game.moves.length;
    const target = { first: 0, back: this.ply - 1, on: this.ply + 1, last, key: Number(this.card.dataset.at) }[step];
    this.show(Math.min(Math.max(target, 0), last), true);
  }

  show(ply, scroll) {
    this.words.get(this.ply)?.classList.remove("current");
    this.ply = ply;
    const move = this.game.moves[ply - 1];
    const fen = move ? move.fen : this.game.fen;
    const men = { white: [], black: [] };
    Viewer.squares(fen).forEach((piece, square) => {
      if (!piece) return;
      const use = document.createElementNS(this.board.namespaceURI, "use");
      const places = { href: "#" + piece.toLowerCase(), x: square % 8, y: Math.floor(square / 8) };
      for (const [name, value] of Object.entries(places)) use.setAttribute(name, value);
      men[piece === piece.toLowerCase() ? "black" : "white"].push(use);
    });
    for (const [color, uses] of Object.entries(men)) this.board.querySelector("." + color).replaceChildren(...uses);
    this.marks.forEach((mark, end) => {
      const square = move ? move.uci.slice(2 * end, 2 * end + 2) : "";
      mark.setAttribute("x", square ? square.charCodeAt(0) - 97 : -9);
      mark.setAttribute("y", square ? 8 - Number(square[1]) : -9);
    });
    const words = move ? this.describe(move, ply) : "The start position";
    this.now.textContent = words;
    this.board.setAttribute("aria-label", words);
    const word = this.words.get(ply);
    word?.classList.add("current");
    const list = this.card.querySelector(".moves");
    if (scroll || ply > 0) list.scrollTop = word ? word.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }
}
