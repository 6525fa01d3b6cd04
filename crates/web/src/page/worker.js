// Runs one engine: takes requests one by one, and sends answers and events.
import { NOSYS, Wasi } from "./wasi.js";

let wasi;
let engine;
let taken = "";

const functions = {
  answer: (at, length) => (taken = wasi.text(at, length)),
  event: (at, length) => postMessage({ event: wasi.text(at, length) }),
};

function start(module) {
  const imports = { page: functions, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "page") (imports[from] ??= {})[name] = wasi.imports[name] ?? (() => NOSYS);
  }
  engine = new WebAssembly.Instance(module, imports).exports;
  wasi.memory = engine.memory;
  engine._initialize();
}

// Answers a request; then does the work that it has started.
function handle(request) {
  const bytes = new TextEncoder().encode(request);
  const at = engine.allocate(bytes.length);
  wasi.bytes(at, bytes.length).set(bytes);
  engine.handle(at, bytes.length);
  postMessage({ answer: taken, files: wasi.takeChanges() });
  engine.work();
  postMessage({ isIdle: true });
}

onmessage = ({ data: { module, stop, files, request } }) => {
  try {
    wasi ??= new Wasi(["profiles", "matches"], stop);
    wasi.put(files);
    if (module) start(module);
    if (request) handle(request);
  } catch (error) {
    postMessage({ error: `${error.message}\n${wasi?.messages ?? ""}` });
  }
};
