// Steps through the notable games.
(() => {
  const match = JSON.parse(document.getElementById("data").textContent);

  const score = (move) => {
    if (move.cp !== null) return (move.cp < 0 ? "\u2212" : "+") + (Math.abs(move.cp) / 100).toFixed(2);
    if (move.mate !== null) return (move.mate > 0 ? "mate in " : "mated in ") + Math.abs(move.mate);
    return move.depth === null ? "opening" : "no score";
  };

  const describe = (game) => (move, ply) => {
    const before = ply > 1 ? game.moves[ply - 2].fen : game.fen;
    const [, side, , , , number] = before.split(" ");
    const name = match.contenders.find((contender) => contender.letter === move.by).name;
    const dots = side === "w" ? ". " : "\u2026 ";
    const depth = move.depth === null ? "" : ", depth " + move.depth;
    return `${number}${dots}${move.san}: ${name} ${score(move)}${depth}`;
  };

  for (const card of document.querySelectorAll(".story")) {
    const game = match.telling[Number(card.dataset.story)];
    new Viewer(card, game, describe(game));
  }
})();
