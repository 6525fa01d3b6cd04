// Runs the module: takes jobs one by one, and sends lines and answers.
import { NOSYS, Wasi } from "./wasi.js";

const FOLDER = "profiles";

// `post` sends a message to the host.
export function serve(post) {
  const wasi = new Wasi([FOLDER], null);
  let engine;
  let signals;
  let answer = "";
  // Not while the commands of another worker are repeated.
  let isHeard = true;

  const functions = {
    page: { answer: (at, length) => (answer = wasi.text(at, length)), event: () => {} },
    uci: {
      line: (at, length) => isHeard && post({ text: wasi.text(at, length) }),
      signals: () => (signals ? Atomics.load(signals, 0) : 0),
    },
    wasi_snapshot_preview1: {},
  };

  function start(module) {
    const imports = { ...functions };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from][name] ??= wasi.imports[name] ?? (() => NOSYS);
    }
    engine = new WebAssembly.Instance(module, imports).exports;
    wasi.memory = engine.memory;
    engine._initialize();
  }

  // Calls a function of the module with a text.
  function call(name, text, ...more) {
    const bytes = new TextEncoder().encode(text);
    const at = engine.allocate(bytes.length);
    wasi.bytes(at, bytes.length).set(bytes);
    return engine[name](at, bytes.length, ...more);
  }

  function put(files) {
    const encode = (text) => (text === null ? null : new TextEncoder().encode(text));
    wasi.put(Object.entries(files).map(([name, text]) => [name, encode(text)]));
    wasi.takeChanges();
  }

  function work({ line, request }) {
    if (line !== undefined) return { hasQuit: call("uci_line", line) !== 0 };
    if (!request) return {};
    call("handle", JSON.stringify(request));
    return { value: JSON.parse(answer) };
  }

  return (message) => {
    try {
      if (message.module) {
        ({ signals } = message);
        start(message.module);
        return;
      }
      if (message.files) put(message.files);
      if (message.replay) {
        isHeard = false;
        for (const line of message.replay) call("uci_line", line);
        isHeard = true;
        return;
      }
      post({ isDone: true, ...work(message) });
    } catch (error) {
      post({ error: `${error.message}\n${wasi.messages}` });
    }
  };
}
