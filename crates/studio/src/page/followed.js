// A match as it develops: result, charts, running games, style.
import { Board } from "./board.js";
import { barChart, lineChart } from "./chart.js";
import { download, h, perFrame, signed } from "./dom.js";

// Games at once of a match, as it was started in this browser; undefined if it was not.
const AT_ONCE = "temperament-games-at-once";

function gamesAtOnce(id) {
  try {
    return JSON.parse(localStorage.getItem(AT_ONCE) ?? "{}")[id];
  } catch {
    return undefined;
  }
}

// Remembers them for resuming; undefined forgets them.
export function keepGamesAtOnce(id, games) {
  try {
    const all = JSON.parse(localStorage.getItem(AT_ONCE) ?? "{}");
    localStorage.setItem(AT_ONCE, JSON.stringify({ ...all, [id]: games ?? undefined }));
  } catch {
    // Without a store, the number is that of the processors.
  }
}

// Types of saved files.
const TYPES = { report: "text/html", pgn: "application/x-chess-pgn", journal: "application/x-ndjson" };

// Before, Elo and likelihoods say more than the games can show.
const FEWEST_GAMES = 20;

const PAIR_POINTS = ["0", "\u00bd", "1", "1\u00bd", "2"];

export class Followed {
  // `onChange()` is called when the match has started, paused or ended, `onResult(id, statistics)` when pairs of a running
  // match have ended.
  constructor(app, { onChange, onResult }) {
    this.app = app;
    this.onChange = onChange;
    this.onResult = onResult;
    this.title = h("h2", {}, "No match chosen");
    this.result = h("p", { class: "result", role: "status" });
    this.details = h("p", { class: "note" });
    const button = (text, act) => h("button", { type: "button", onclick: act, hidden: true }, text);
    this.pause = button("Pause", () => this.ask({ type: "pause" }));
    this.resume = button("Resume", () => this.ask({ type: "resume", concurrency: this.start?.concurrency ?? gamesAtOnce(this.id) }));
    this.report = button("Save report", () => this.save("report"));
    this.pgn = button("Save PGN", () => this.save("pgn"));
    this.journal = button("Save journal", () => this.save("journal"));
    this.look = button("View games", () => this.lookAtGames());
    this.remove = button("Delete", () => this.delete());
    this.charts = h("div", { class: "charts" });
    this.boards = h("div", { class: "boards" });
    this.style = h("div", { class: "style" });
    this.element = h(
      "section",
      { class: "followed", "aria-label": "Match" },
      this.title, this.result, this.details,
      h("div", { class: "controls" }, this.pause, this.resume, this.report, this.pgn, this.journal, this.look, this.remove),
      this.charts, this.boards, this.style,
    );
    this.draw = perFrame(() => this.drawNow());
    this.threads = new Map();
    this.listed = [];
  }

  // Follows a match, unless it is the one that is followed.
  async follow(id, again = false) {
    if (id === this.id && !again) return;
    this.stop();
    this.id = id;
    this.pairs = [];
    this.start = this.statistics = this.styles = null;
    // That was said of the stream before.
    this.hasEnded = false;
    this.threads.clear();
    this.boards.replaceChildren();
    this.style.replaceChildren();
    this.draw();
    this.setListed(this.listed);
    if (!id) return;
    // Only the latest call shows events: the same match may have been followed by an earlier one, whose stream still starts.
    const call = (this.following = {});
    const show = (event) => call === this.following && this.receive(event);
    const stream = await this.app.attempt(() => this.app.stream({ view: "match", type: "watch", id }, show));
    if (call === this.following) this.stream = stream;
    else stream?.stop();
  }

  stop() {
    this.stream?.stop();
    this.stream = this.following = null;
    this.id = undefined;
  }

  // The list of matches says which is running.
  setListed(matches) {
    this.listed = matches;
    const now = matches.find(({ id }) => id === this.id);
    const started = now?.is_running && !this.isRunning;
    this.isRunning = now?.is_running;
    this.isComplete = now && now.games >= now.games_planned;
    if (started && this.hasEnded) this.follow(this.id, true);
    this.draw();
  }

  receive(event) {
    if (event.event === "match") event.lines.forEach((line) => this.add(line));
    if (event.event === "failed") this.app.say(event.message, "error");
    this.hasEnded = event.event === "done" || event.event === "lost";
    if (this.hasEnded) {
      this.threads.clear();
      this.boards.replaceChildren();
      // The boards go when the result is final, not a frame earlier.
      this.drawNow();
      this.onChange();
      return;
    }
    this.draw();
  }

  add(line) {
    if (line.event === "start") this.start = line;
    if (line.event === "style") this.styles = line.style;
    if (line.event === "position") this.showPosition(line);
    if (line.event === "pair") {
      this.statistics = line.statistics;
      const { games, elo, elo_interval, llr } = line.statistics;
      this.pairs.push({ x: games / 2, elo, low: elo_interval?.[0], high: elo_interval?.[1], llr });
    }
  }

  names() {
    return this.start?.players ?? ["A", "B"];
  }

  showPosition(line) {
    if (!this.threads.has(line.thread)) {
      const board = new Board();
      const caption = h("figcaption", {});
      const figure = h("figure", {}, board.box, caption);
      this.threads.set(line.thread, { board, caption });
      this.boards.append(figure);
    }
    const { board, caption } = this.threads.get(line.thread);
    const [a, b] = this.names();
    const [white, black] = line.white === "A" ? [a, b] : [b, a];
    const isWhite = line.fen.split(" ")[1] === "b";
    const view = isWhite ? 1 : -1;
    const score = line.mate !== null ? `mate in ${Math.abs(line.mate)}` : line.cp !== null ? signed((view * line.cp) / 100) : "";
    caption.textContent = `${line.game}: ${white} - ${black} ${score}`;
    board.show(line.fen, { last: line.move });
  }

  drawNow() {
    const [a, b] = this.names();
    const statistics = this.statistics;
    this.title.textContent = this.id ? `${a} - ${b}` : "No match chosen";
    const hadFocus = [this.pause, this.resume].includes(document.activeElement);
    for (const [element, isShown] of [[this.pause, this.isRunning], [this.resume, !this.isRunning && this.isComplete === false], [this.report, statistics], [this.pgn, statistics], [this.journal, statistics], [this.look, statistics], [this.remove, this.isRunning === false]]) {
      element.hidden = !this.id || !isShown;
    }
    // The one that replaces the other takes the focus too.
    if (hadFocus) (this.pause.hidden ? this.resume : this.pause).focus();
    this.result.textContent = statistics ? this.sentence(statistics) : this.id ? "No pair of games has ended yet." : "Start a match, or choose one.";
    this.details.textContent = this.start && this.id ? `${[...new Set(this.start.limits)].join(" and ")}. All results are from the view of ${b}.` : "";
    this.drawCharts(statistics);
    this.drawStyle();
    if (statistics && this.isRunning) this.onResult(this.id, statistics);
  }

  sentence({ games, wins, draws, losses, elo, elo_error, llr, lower, upper, decision, los }) {
    const planned = this.start?.games_planned ?? games;
    const parts = [`${games} of ${planned} games in whole pairs: +${wins} =${draws} \u2212${losses}.`];
    const isRated = games >= FEWEST_GAMES;
    if (!isRated) parts.push("Too few games for a rating.");
    if (isRated && elo !== null) parts.push(`Elo ${signed(elo, 1)}${elo_error === null ? "" : ` \u00b1 ${elo_error.toFixed(1)}`}.`);
    if (isRated && los !== null) parts.push(`${(100 * los).toFixed(1)} % likely to be the stronger one.`);
    if (llr !== null && llr !== undefined) parts.push(`LLR ${llr.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})${["H0", "H1"].includes(decision) ? `: ${decision} accepted` : ""}.`);
    return parts.join(" ");
  }

  drawCharts(statistics) {
    if (!statistics) {
      this.charts.replaceChildren();
      return;
    }
    const figure = (title, chart) => h("figure", {}, h("figcaption", {}, title), chart);
    const elo = this.pairs.map(({ x, elo, low, high }) => ({ x, y: elo, low, high }));
    const charts = [];
    if (statistics.games >= FEWEST_GAMES) {
      const isRated = elo.some(({ y }) => y !== null);
      charts.push(
        isRated
          ? figure("Elo after each pair, with its 95 % interval", lineChart("Elo after each pair of games", elo, [["", 0]]))
          : h("p", { class: "note" }, "The chart of Elo appears once both sides have scored."),
      );
    }
    if (statistics.llr !== null && statistics.llr !== undefined) {
      const levels = [["H0", statistics.lower], ["H1", statistics.upper]];
      charts.push(figure("LLR of the test, between its bounds", lineChart("Log-likelihood ratio after each pair", this.pairs.map(({ x, llr }) => ({ x, y: llr })), levels)));
    }
    const bars = statistics.ptnml?.map((count, index) => [PAIR_POINTS[index], count]);
    if (bars) charts.push(figure("Pairs by points (pentanomial)", barChart(`Pairs by points: ${bars.map((bar) => bar.join(": ")).join(", ")}`, bars)));
    this.charts.replaceChildren(...charts);
  }

  // The measures of style: those that differ first, the others folded.
  drawStyle() {
    if (this.drawnStyles === this.styles) return;
    this.drawnStyles = this.styles;
    if (!this.styles) {
      this.style.replaceChildren();
      return;
    }
    const { a, b, differences } = this.styles;
    const number = (value) => (value === null ? "-" : value.toFixed(Math.abs(value) < 10 ? 2 : 1));
    const row = (difference) => {
      const of = ({ measures }) => measures.find(({ key }) => key === difference.key)?.value ?? null;
      const value = difference.value === null ? "-" : signed(difference.value, Math.abs(difference.value) < 10 ? 2 : 1);
      return h("tr", {}, h("th", { scope: "row" }, difference.title), h("td", {}, number(of(a))), h("td", {}, number(of(b))), h("td", {}, value));
    };
    const table = (rows) => h("table", {}, h("thead", {}, h("tr", {}, ["Measure", a.name, b.name, "Difference in a pair"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows.map(row)));
    const differing = differences.filter(({ differs }) => differs);
    const others = differences.filter(({ differs }) => !differs);
    const first = differing.length ? table(differing) : h("p", { class: "note" }, "No measure differs significantly so far.");
    const isOpen = this.style.querySelector("details")?.open;
    this.style.replaceChildren(h("h2", {}, "Style: significant differences"), first, h("details", { open: isOpen }, h("summary", {}, `${others.length} other measures`), table(others)));
  }

  async ask(request) {
    const done = await this.app.attempt(() => this.app.call({ view: "match", id: this.id, ...request }));
    if (!done) return;
    if (request.type === "resume") await this.follow(this.id, true);
    this.onChange();
  }

  async delete() {
    if (!confirm("Delete this match with all its games?")) return;
    const deleted = await this.app.attempt(() => this.app.call({ view: "match", type: "delete", id: this.id }));
    if (!deleted) return;
    keepGamesAtOnce(this.id, undefined);
    this.app.set({ match: undefined });
    this.onChange();
  }

  // Opens the games in the view Look.
  async lookAtGames() {
    const file = await this.app.attempt(() => this.app.call({ view: "match", type: "export", id: this.id, content: "pgn" }));
    if (!file) return;
    this.app.pgn = file.text;
    this.app.open("look");
  }

  async save(content) {
    const file = await this.app.attempt(() => this.app.call({ view: "match", type: "export", id: this.id, content }));
    if (file) download(file.name, file.text, TYPES[content]);
  }
}
