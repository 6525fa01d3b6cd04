// A game with its comments and variations, as it was pasted.
import { h } from "./dom.js";

// The number that is written before the move after some plies; empty for Black's moves unless `isFirst`.
export function numberText(fen, plies, isFirst) {
  const [, side, , , , first] = fen.split(" ");
  const all = (Number(first) || 1) * 2 + (side === "b" ? 1 : 0) + plies;
  const number = Math.floor(all / 2);
  if (all % 2 === 0) return `${number}.`;
  return isFirst ? `${number}...` : "";
}

export class Annotated {
  // `game` as the program reads it from PGN. `onGo(moves, ply)` shows a position of the game or of a variation.
  constructor(game, onGo) {
    this.game = game;
    this.moves = game.moves.map(({ uci }) => uci);
    this.onGo = onGo;
  }

  // The number of plies that a line has in common with the game; null if it starts elsewhere.
  shared({ fen, moves }) {
    if (fen !== this.game.fen) return null;
    const differs = moves.findIndex((uci, index) => uci !== this.moves[index]);
    return differs < 0 ? moves.length : differs;
  }

  isGame(state) {
    return state.fen === this.game.fen && state.moves.join() === this.moves.join();
  }

  mark(index) {
    return this.game.moves[index]?.mark ?? "";
  }

  // What the game says after a number of plies, as elements.
  notes(plies) {
    const notes = plies ? this.game.moves[plies - 1]?.notes ?? [] : this.game.notes;
    return this.draw(notes, this.moves.slice(0, plies));
  }

  // Notes after some moves. A variation replaces the last of them.
  draw(notes, moves) {
    return notes.map(({ comment, variation }) => (variation ? this.drawVariation(variation, moves.slice(0, -1)) : h("span", { class: "comment" }, `${comment} `)));
  }

  drawVariation(variation, before) {
    let line = before;
    let isInterrupted = true;
    const words = variation.flatMap(({ uci, san, mark, notes }) => {
      const number = numberText(this.game.fen, line.length, isInterrupted);
      line = [...line, uci];
      const played = line;
      isInterrupted = notes.length > 0;
      const move = h("button", { type: "button", class: "ply", onclick: () => this.onGo(this.continued(variation, before), played.length) }, san + mark);
      return [number && h("b", {}, `${number} `), move, " ", ...this.draw(notes, line)];
    });
    return h("span", { class: "variation" }, "(", words, ") ");
  }

  continued(variation, before) {
    return [...before, ...variation.map(({ uci }) => uci)];
  }
}
