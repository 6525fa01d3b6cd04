// The engine in a browser: in a page or in a worker.
import { Engine as AnyEngine } from "./engine.js";
import { Host } from "./host.js";

export { EngineError } from "./engine.js";

const platform = {
  canShare: globalThis.crossOriginIsolated === true,

  async compile() {
    const response = await fetch(new URL("./temperament.wasm", import.meta.url));
    if (!response.ok) throw new Error(`status ${response.status}`);
    // Not every host knows the type of the file, without which it cannot be compiled while it arrives.
    if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  },

  startWorker(onMessage, onError) {
    const worker = new Worker(new URL("./worker_browser.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => (data.error ? onError(new Error(data.error)) : onMessage(data));
    worker.onerror = (event) => onError(new Error(event.message ?? "a file is missing"));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold: () => {} };
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
