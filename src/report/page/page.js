"use strict";
// Steps through the games. All positions are in the data; nothing here knows how pieces move.
(() => {
  const match = JSON.parse(document.getElementById("data").textContent);

  // The 64 squares of a FEN, a8 first.
  const squares = (fen) =>
    [...fen.split(" ")[0].replaceAll("/", "")].flatMap((c) => (c >= "1" && c <= "9" ? Array(Number(c)).fill("") : [c]));

  const score = (move) => {
    if (move.cp !== null) return (move.cp < 0 ? "\u2212" : "+") + (Math.abs(move.cp) / 100).toFixed(2);
    if (move.mate !== null) return (move.mate > 0 ? "mate in " : "mated in ") + Math.abs(move.mate);
    return move.depth === null ? "opening" : "no score";
  };

  class Viewer {
    constructor(card) {
      this.card = card;
      this.story = match.telling[Number(card.dataset.story)];
      this.uses = [...card.querySelectorAll(".board use")];
      this.marks = [...card.querySelectorAll(".board .last")];
      this.words = new Map([...card.querySelectorAll("[data-ply]")].map((word) => [Number(word.dataset.ply), word]));
      this.now = card.querySelector(".now");
      card.querySelector(".controls").hidden = false;
      this.ply = Number(card.dataset.at);
      card.addEventListener("click", (event) => this.click(event));
      card.addEventListener("keydown", (event) => this.key(event));
      this.show(this.ply, false);
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
      const last = this.story.moves.length;
      const target = { first: 0, back: this.ply - 1, on: this.ply + 1, last, key: Number(this.card.dataset.at) }[step];
      this.show(Math.min(Math.max(target, 0), last), true);
    }

    show(ply, scroll) {
      this.words.get(this.ply)?.classList.remove("current");
      this.ply = ply;
      const move = this.story.moves[ply - 1];
      const fen = move ? move.fen : this.story.fen;
      squares(fen).forEach((piece, square) => {
        const use = this.uses[square];
        use.setAttribute("href", piece ? "#" + piece.toLowerCase() : "");
        use.setAttribute("class", piece === piece.toLowerCase() ? "black" : "white");
      });
      this.marks.forEach((mark, end) => {
        const square = move ? move.uci.slice(2 * end, 2 * end + 2) : "";
        mark.setAttribute("x", square ? square.charCodeAt(0) - 97 : -9);
        mark.setAttribute("y", square ? 8 - Number(square[1]) : -9);
      });
      const words = this.describe(move, ply);
      this.now.textContent = words;
      this.card.querySelector(".board").setAttribute("aria-label", words);
      const word = this.words.get(ply);
      word?.classList.add("current");
      const list = this.card.querySelector(".moves");
      if (scroll || ply > 0) list.scrollTop = word ? word.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
    }

    describe(move, ply) {
      if (!move) return "The start position";
      const before = ply > 1 ? this.story.moves[ply - 2].fen : this.story.fen;
      const [, side, , , , number] = before.split(" ");
      const name = match.contenders.find((contender) => contender.letter === move.by).name;
      const dots = side === "w" ? ". " : "\u2026 ";
      const depth = move.depth === null ? "" : ", depth " + move.depth;
      return `${number}${dots}${move.san}: ${name} ${score(move)}${depth}`;
    }
  }

  for (const card of document.querySelectorAll(".story")) new Viewer(card);
})();
