// The engine in Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Engine as AnyEngine } from "./engine.js";
import { Host } from "./host.js";

export { EngineError } from "./engine.js";

const platform = {
  canShare: true,

  compile: async () => WebAssembly.compile(await readFile(new URL("./temperament.wasm", import.meta.url))),

  startWorker(onMessage, onError) {
    const worker = new Worker(new URL("./worker_node.js", import.meta.url));
    worker.on("message", (data) => (data.error ? onError(new Error(data.error)) : onMessage(data)));
    worker.on("error", onError);
    // An engine that has nothing to do does not keep the program alive.
    worker.unref();
    const hold = (isNeeded) => (isNeeded ? worker.ref() : worker.unref());
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold };
  },
};

export class Engine extends AnyEngine {
  constructor(options) {
    super(platform, options);
  }
}

// Starts an engine that speaks UCI; `onLine` gets each line. See `UciEngine` in index.d.ts.
export function startUci(onLine) {
  return new Host(platform, onLine);
}
