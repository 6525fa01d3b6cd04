// What a line of UCI means to whoever passes it on. The engine reads it on its own.

const COMMANDS = new Set(["uci", "isready", "ucinewgame", "position", "go", "stop", "ponderhit", "quit", "setoption", "debug", "d", "eval", "bench", "flip", "help"]);
// They end a search that runs.
const ENDING = new Set(["stop", "quit", "go", "bench", "ucinewgame"]);

// A line with its command, which is the first known word of it.
export class Command {
  constructor(line) {
    this.line = line;
    const words = line.trim().toLowerCase().split(/\s+/);
    const at = words.findIndex((word) => COMMANDS.has(word));
    this.name = words[at];
    const rest = words.slice(at + 1);
    const isPerft = this.name === "go" && rest.includes("perft");
    this.isSearch = this.name === "go" && !isPerft;
    // A perft or a bench: only `stop` ends it.
    this.task = isPerft ? "perft" : this.name === "bench" ? "bench" : null;
    this.isPonder = this.isSearch && rest.includes("ponder");
    const value = rest.indexOf("value");
    // The option that is set.
    this.option = this.name === "setoption" ? rest.slice(1, value < 0 ? undefined : value).join(" ") : null;
  }

  // Whether it takes long.
  get isLong() {
    return this.isSearch || this.task !== null;
  }

  // Whether another one, which is running, has to end for it.
  ends(running) {
    return running.isSearch ? ENDING.has(this.name) : this.name === "stop";
  }

  // The same search on the engine's own time.
  afterPonderhit() {
    return new Command(this.line.replace(/(\s)ponder(?=\s|$)/i, "$1"));
  }
}

// The commands that lead to the present state of an engine, for one that takes its place.
export class History {
  constructor() {
    this.options = new Map();
    this.debug = [];
    this.position = [];
  }

  // Adds a command that has been executed, with the lines that it wrote.
  add(command, lines) {
    if (command.name === "debug") this.debug = [command];
    else if (command.name === "position") this.position = [command];
    else if (command.name === "flip") this.position.push(command);
    else if (command.option !== null && isAccepted(lines)) {
      this.options.delete(command.option);
      this.options.set(command.option, command);
    }
  }

  commands() {
    return [...this.options.values(), ...this.debug, ...this.position];
  }
}

// What an engine writes about an option: nothing, or that it has loaded a profile, or why it refuses the value.
export function isAccepted(lines) {
  const about = lines.filter((line) => !line.startsWith("info string received: "));
  return !about.length || about.some((line) => /^info string (profile .* loaded|.* will play when )/.test(line));
}
