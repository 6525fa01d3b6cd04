/** Options of an {@link Engine}. */
export interface EngineOptions {
  /** Name of a built-in profile, or the text of a profile (TOML or RON). Default: `"temperament"`. */
  profile?: string;
  /** Size of the hash table in MiB. Default: 16. */
  hash?: number;
}

/** White's and Black's share of a term: `[middlegame, endgame]` in units of the profile. */
export interface TermValue {
  white: [number, number];
  black: [number, number];
}

/** A static evaluation, without search: what `temper eval --json` prints, and more. Scores are from White's point of view. */
export interface Evaluation {
  /** The position. */
  fen: string;
  /** Name of the profile. */
  profile: string;
  /** The evaluation in units of the profile. */
  eval: number;
  /** Middlegame and endgame sum in units of the profile; `eg_sum` is before scaling. */
  mg: number;
  eg: number;
  eg_sum: number;
  /** Share of the middlegame: 0 to 128. */
  phase: number;
  /** Values by key of the profile, such as `"material.knight"`. */
  terms: Record<string, TermValue>;
  /** The evaluation as on the screen: a lead of 1.00 wins half of the engine's games; and in centipawns. */
  pawns: number;
  cp: number;
  /** White's winning chances among people, in percent. */
  white_chances: number;
  /** The same, 0 to 1. */
  winningChances: number;
  /** The evaluation in words. */
  verdict: string;
}

/** One key of a row. */
export interface ExplainedKey {
  name: string;
  /** What the key counts. */
  meaning: string;
  /** Pawns for each side. */
  white: number;
  black: number;
  /** Squares that it counts: White's, then Black's. */
  squares: [string[], string[]] | null;
}

/** One row of an explanation. */
export interface Row {
  /** Such as `"King safety"`. */
  topic: string;
  /** Keys of the profile. */
  name: string;
  /** What it says, in words. */
  words: string;
  /** Pawns for each side. */
  white: number;
  black: number;
  keys: ExplainedKey[];
}

/** An explained evaluation: White's pawns minus Black's, summed over all rows, are `pawns`. The last row is the rounding. */
export interface Explanation {
  fen: string;
  profile: string;
  /** The evaluation in pawns, and in centipawns. */
  pawns: number;
  cp: number;
  verdict: string;
  rows: Row[];
}

/** A line of a search. Scores are from the point of view of the side to move. */
export interface Info {
  depth: number;
  seldepth: number | null;
  /** Rank of the line, from 1. */
  multipv: number;
  /** Centipawns; `null` with a mate. */
  cp: number | null;
  /** Moves to mate, negative if the side to move is mated; `null` without. */
  mate: number | null;
  /** Whether the score is exact or a bound. */
  bound: "exact" | "lower" | "upper";
  /** Win, draw and loss in permille. */
  wdl: [number, number, number] | null;
  /** Winning chances among people of the side to move, 0 to 1. */
  winningChances: number | null;
  nodes: number;
  /** Nodes per second. */
  nps: number | null;
  /** Permille. */
  hashfull: number | null;
  /** Milliseconds. */
  time: number;
  /** The line in UCI notation. */
  pv: string[];
}

/** Result of a search: the best line, and all lines. */
export interface SearchResult {
  /** In UCI notation; `null` if there is no legal move. */
  bestMove: string | null;
  /** Expected reply. */
  ponder: string | null;
  /** True if the move comes from the opening book of the profile. */
  isBook: boolean;
  depth: number;
  cp: number | null;
  mate: number | null;
  wdl: [number, number, number] | null;
  winningChances: number | null;
  nodes: number;
  time: number;
  pv: string[];
  /** The lines by rank. */
  lines: Info[];
}

export interface SearchOptions {
  /** Limits; whichever is reached first. A search by nodes or depth gives the same result each time. */
  nodes?: number;
  depth?: number;
  /** Milliseconds. Without any limit: 1000, or no limit if there is a `signal`. */
  movetime?: number;
  /** Number of lines. Default: 1. */
  multipv?: number;
  /** Moves from the position in UCI notation. */
  moves?: string[];
  /** The only moves to search. */
  searchmoves?: string[];
  /** Gets each line. */
  onInfo?: (info: Info) => void;
  /** Ends the search; it resolves to what it has found. */
  signal?: AbortSignal;
}

export interface PlayOptions {
  /** Limits the strength; default: that of the profile. */
  elo?: number;
  /** The opponent for this move, such as `"attacker"`. Default: the profile of the engine. */
  profile?: string;
  /** Moves of the game from the position, in UCI notation. */
  moves?: string[];
  /** Limits as in UCI: milliseconds, nodes and plies. Default: `movetime: 1000`. */
  movetime?: number;
  nodes?: number;
  depth?: number;
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  movestogo?: number;
  /** Makes it move now. */
  signal?: AbortSignal;
}

/** An engine in a worker of its own. Calls may overlap; they are executed one after another. */
export class Engine {
  constructor(options?: EngineOptions);
  /** Evaluates a position without search. */
  evaluate(fen: string): Promise<Evaluation>;
  /** Evaluates a position without search, row by row. */
  explain(fen: string): Promise<Explanation>;
  /** Searches at full strength. */
  search(fen: string, options?: SearchOptions): Promise<SearchResult>;
  /** Chooses a move as an opponent: with its opening book and at its strength. */
  play(fen: string, options?: PlayOptions): Promise<SearchResult>;
  /** Forgets what has been searched, for a new game. */
  newGame(): Promise<void>;
  /** Uses another profile: its name, or its text. If it has errors, the one before stays. */
  setProfile(profile: string): Promise<void>;
  /** Ends the engine and what it does. */
  quit(): Promise<void>;
}

/** An error in what the engine was given. For a profile, with the place in its text. */
export class EngineError extends Error {
  line: number | null;
  column: number | null;
  /** The key concerned, such as `"material.knight"`. */
  key: string | null;
  /** How to correct it, such as "did you mean `knight`?". */
  hint: string | null;
  /** All errors and warnings of a profile. */
  faults?: Fault[];
}

/** An error or a warning of a profile. */
export interface Fault {
  file: string;
  line: number | null;
  column: number | null;
  key: string | null;
  message: string;
  hint: string | null;
  is_warning: boolean;
}

/** An engine that speaks UCI. */
export interface UciEngine {
  /** Executes a line. Resolves to the lines that it wrote. */
  send(line: string): Promise<string[]>;
  /** Adds the file of a profile, which the option `Profile` then takes by its name; `null` removes it. */
  put(name: string, text: string | null): Promise<void>;
  /** Ends the engine at once. */
  end(): void;
  /** Resolves when the engine has ended. */
  readonly ended: Promise<void>;
}

/** Starts an engine that speaks UCI; `onLine` gets each line. */
export function startUci(onLine: (line: string) => void): UciEngine;
