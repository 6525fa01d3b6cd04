// Steps through the reviewed games.
(() => {
  const review = JSON.parse(document.getElementById("data").textContent);
  for (const card of document.querySelectorAll(".story")) {
    new Viewer(card, review.games[Number(card.dataset.story)], (move) => move.text);
  }
})();
