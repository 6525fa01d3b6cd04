// A worker that speaks UCI: one line per message, in both directions. It runs as a classic script or a module, in a browser
// and in worker_threads of Node.
(() => {
  const waiting = [];
  // Messages that come before the engine is loaded.
  globalThis.onmessage = ({ data }) => waiting.push(data);

  async function inNode() {
    const [{ startUci }, { parentPort }] = await Promise.all([import("./node.js"), import("node:worker_threads")]);
    const engine = startUci((line) => parentPort.postMessage(line));
    parentPort.on("message", (line) => send(engine, line));
    engine.ended.then(() => parentPort.close());
  }

  async function inBrowser() {
    const { startUci } = await import("./browser.js");
    const engine = startUci((line) => postMessage(line));
    globalThis.onmessage = ({ data }) => send(engine, data);
    for (const line of waiting) send(engine, line);
    engine.ended.then(() => close());
  }

  // An error is reported as a line.
  const send = (engine, line) => engine.send(String(line)).catch(() => {});

  if (globalThis.process?.versions?.node) inNode();
  else inBrowser();
})();
