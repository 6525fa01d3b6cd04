#!/usr/bin/env node
// `temperament-uci [PROFILE.toml ...]`: UCI on standard input and output. The profiles can be chosen by name.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { startUci } from "./node.js";

const engine = startUci((line) => process.stdout.write(`${line}\n`));
for (const path of process.argv.slice(2)) engine.put(basename(path), readFileSync(path, "utf8"));
let last = Promise.resolve();
const input = createInterface({ input: process.stdin, terminal: false });
input.on("line", (line) => (last = engine.send(line).catch(() => {})));
// At the end of the input, what ends by itself is completed.
input.on("close", () => last.then(() => engine.send("quit")).catch(() => {}));
engine.ended.then(() => {
  input.close();
  process.stdin.destroy();
});
