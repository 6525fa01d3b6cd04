// Line and bar charts as SVG.
import { s } from "./dom.js";

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 46;
const BOTTOM = 22;
// The last number below the chart is centred on its right end, and a level at its top has its name above the line.
const RIGHT = 24;
const TOP = 18;

// Round values between two ends.
function ticks(low, high) {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1000; value += step) found.push(Number(value.toPrecision(8)));
  return found;
}

// A line with an optional band: `points` are `{ x, y, low, high }`, `levels` `[[label, y]]` horizontal lines.
export function lineChart(label, points, levels = []) {
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  const shown = points.filter(({ y }) => y !== null && y !== undefined);
  if (!shown.length) return svg;
  // The first intervals are so wide that nothing else could be seen.
  const settled = shown.slice(Math.floor(shown.length / 4));
  const all = [...settled.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]), ...levels.map(([, y]) => y)];
  let [low, high] = [Math.min(...all), Math.max(...all)];
  if (high - low < 1e-6) [low, high] = [low - 1, high + 1];
  const most = Math.max(...shown.map(({ x }) => x), 1);
  const least = Math.min(...shown.map(({ x }) => x), most - 1);
  const x = (value) => LEFT + ((value - least) / (most - least)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (Math.min(Math.max(value, low), high) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  for (const value of ticks(low, high)) {
    svg.append(
      s("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
    );
  }
  for (const value of ticks(least, most)) svg.append(s("text", { x: x(value), y: HEIGHT - 5, "text-anchor": "middle" }, String(value)));
  const path = (of) => of.map(([px, py], index) => `${index ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const banded = shown.filter((point) => point.low !== null && point.low !== undefined);
  if (banded.length > 1) {
    const upper = banded.map((point) => [x(point.x), y(point.high)]);
    const lower = banded.map((point) => [x(point.x), y(point.low)]).reverse();
    svg.append(s("path", { class: "band", d: path([...upper, ...lower]) + "Z" }));
  }
  for (const [words, value] of levels) {
    svg.append(s("line", { class: "level", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    if (words) svg.append(s("text", { x: WIDTH - RIGHT - 2, y: y(value) - 4, "text-anchor": "end" }, words));
  }
  svg.append(s("path", { class: "curve", d: path(shown.map((point) => [x(point.x), y(point.y)])) }));
  return svg;
}

// Bars with labels: `[label, count]`.
export function barChart(label, bars) {
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const width = WIDTH / bars.length;
  bars.forEach(([words, count], index) => {
    const height = (count / most) * (HEIGHT - BOTTOM - 24);
    const middle = (index + 0.5) * width;
    svg.append(
      s("rect", { class: "column", x: middle - width * 0.35, y: HEIGHT - BOTTOM - height, width: width * 0.7, height }),
      s("text", { x: middle, y: HEIGHT - BOTTOM - height - 5, "text-anchor": "middle" }, String(count)),
      s("text", { x: middle, y: HEIGHT - 5, "text-anchor": "middle" }, words),
    );
  });
  return svg;
}
