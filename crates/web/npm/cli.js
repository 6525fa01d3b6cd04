#!/usr/bin/env node
// `temperament-uci [PROFILE.toml ...]`: UCI on standard input and output. The profiles can be chosen by name.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { startUci } from "./node.js";

const engine = startUci((line) => process.stdout.write(`${line}\n`));
const input = createInterface({ input: process.stdin, terminal: false });
const quit = () => engine.send("quit").catch(() => {});
let last = Promise.resolve();
let isOpen = false;

input.on("line", (line) => {
  // Only `stop` ends such a search.
  if (/\bgo\b/i.test(line)) isOpen = !/\d/.test(line) || /\b(infinite|ponder)\b/i.test(line);
  last = engine.send(line).catch(() => {});
});
// At the end of the input, what ends by itself is completed.
input.on("close", () => (isOpen ? quit() : last.then(quit)));
engine.ended.then(() => {
  input.close();
  process.stdin.destroy();
});

try {
  for (const path of process.argv.slice(2)) engine.put(basename(path), readFileSync(path, "utf8"));
} catch (error) {
  process.stderr.write(`temperament-uci: ${error.message}\n`);
  process.exitCode = 1;
  engine.end();
}
