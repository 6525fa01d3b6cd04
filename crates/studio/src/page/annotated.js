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

// A move in a list of moves, as a button. `mark` is the author's; `reviewed` has that of a review, if there is one.
export function moveButton(san, { mark = "", reviewed, isCurrent, onclick }) {
  const symbol = reviewed?.symbol ?? "";
  return h("button", { type: "button", class: `ply ${symbol && reviewed.class}`, "aria-current": isCurrent ? "true" : undefined, onclick }, san + (mark || symbol));
}

export class Annotated {
  // `game` as the program reads it from PGN. `onGo(moves, ply)` shows a position of the game or of a variation.
  constructor(game, onGo) {
    this.game = game;
    this.moves = game.moves.map(({ uci }) => uci);
    this.onGo = onGo;
    // All lines from the start to a move of the game or of a variation, with the arrows and squares that are drawn there.
    this.lines = new Map([["", game.shapes]]);
    this.collect(game.moves, []);
  }

  collect(moves, before) {
    let line = before;
    for (const { uci, notes, shapes } of moves) {
      // A variation replaces this move.
      for (const { variation } of notes) if (variation) this.collect(variation.moves, line);
      line = [...line, uci];
      this.lines.set(line.join(), shapes);
    }
  }

  // Whether a line is part of the game or of a variation.
  has({ fen, moves }) {
    return fen === this.game.fen && this.lines.has(moves.join());
  }

  // The arrows and squares that are drawn in the position of an address.
  shapes({ fen, moves, ply }) {
    return fen === this.game.fen ? this.lines.get(moves.slice(0, ply).join()) ?? [] : [];
  }

  // Whether a line is the game itself, to its end.
  isGame({ fen, moves }) {
    return fen === this.game.fen && moves.join() === this.moves.join();
  }

  // The number of plies that a line has in common with the game; null if it starts elsewhere.
  shared({ fen, moves }) {
    if (fen !== this.game.fen) return null;
    const differs = moves.findIndex((uci, index) => uci !== this.moves[index]);
    return differs < 0 ? moves.length : differs;
  }

  // The whole text as elements; the move before the position that is shown is marked. `marks` are those of a review.
  draw({ moves, ply }, marks) {
    this.current = moves.slice(0, ply).join();
    return [...this.drawNotes(this.game.notes, []), ...this.drawMoves(this.game.moves, [], marks)];
  }

  // Moves that follow some others.
  drawMoves(moves, before, marks) {
    const whole = [...before, ...moves.map(({ uci }) => uci)];
    let isInterrupted = true;
    return moves.flatMap(({ san, mark, notes }, index) => {
      const ply = before.length + index;
      const number = numberText(this.game.fen, ply, isInterrupted);
      const line = whole.slice(0, ply + 1);
      isInterrupted = notes.length > 0;
      const move = moveButton(san, { mark, reviewed: marks?.[index], isCurrent: line.join() === this.current, onclick: () => this.onGo(whole, ply + 1) });
      return [number && h("b", {}, `${number} `), move, " ", ...this.drawNotes(notes, line)].filter(Boolean);
    });
  }

  // Notes after some moves. A variation replaces the last of them.
  drawNotes(notes, moves) {
    const draw = ({ comment, variation }) => {
      if (!variation) return h("span", { class: "comment" }, comment);
      const before = moves.slice(0, -1);
      const words = [...this.drawNotes(variation.notes, before), ...this.drawMoves(variation.moves, before)];
      return h("span", { class: "variation" }, "(", words.slice(0, -1), ")");
    };
    return notes.flatMap((note) => [draw(note), " "]);
  }
}
