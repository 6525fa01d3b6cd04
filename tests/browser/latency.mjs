// Latency of a slider, measured in the page.

// Moves a slider `steps` times and waits each time for new rows, a new heat map and the first line of a new search.
// Returns sorted milliseconds: `{ rows, heat, line }`.
export function sliderLatency(page, field, steps) {
  return page.evaluate(measure, { field, steps });
}

// One line for people.
export function summary(what, sorted) {
  return `slider to ${what}: median ${sorted[sorted.length >> 1].toFixed(1)} ms, worst of ${sorted.length} ${sorted.at(-1).toFixed(1)} ms`;
}

async function measure({ field, steps }) {
  const slider = document.querySelector(`[data-field="${field}"]`);
  const find = (selector) => document.querySelector(selector);
  const heat = () => [...document.querySelectorAll(".heat-number")].map((number) => number.textContent).join();
  const found = { rows: [], heat: [], line: [] };
  slider.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  for (let step = 0; step < steps; step++) {
    const start = performance.now();
    const changed = (name, node, isNew) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no new ${name} at step ${step}`)), 10000);
        const observer = new MutationObserver((records) => {
          if (!isNew(records)) return;
          found[name].push(performance.now() - start);
          observer.disconnect();
          clearTimeout(timer);
          resolve();
        });
        observer.observe(node, { childList: true, characterData: true, subtree: true });
      });
    const before = heat();
    const isFirst = ({ addedNodes }) => [...addedNodes].some((node) => node.textContent.includes(" depth 1:"));
    const all = [
      changed("rows", find(".eval"), () => true),
      changed("heat", find("svg.board .over"), () => heat() !== before),
      changed("line", find(".engine ol"), (records) => records.some(isFirst)),
    ];
    slider.value = Number(slider.value) + (step % 2 ? -20 : 20);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await Promise.all(all);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  dispatchEvent(new PointerEvent("pointerup"));
  for (const times of Object.values(found)) times.sort((a, b) => a - b);
  return found;
}
